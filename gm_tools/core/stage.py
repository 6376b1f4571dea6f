"""What is known of a table at one moment, whoever knows it: a table on disk is a stage, and so is a snapshot of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm_tools.core.game import Game, Seat


class Stage(Protocol):
    """What a report needs of a table. Of a snapshot the position is a view: what its viewer may know."""

    @property
    def name(self) -> str:
        """What the table is called."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game that is played at it."""

    @property
    def seats(self) -> Sequence[Seat]:
        """The seats, in their order."""

    @property
    def turn(self) -> int:
        """The number of the turn that was resolved last; 0 is the set-up."""

    @property
    def position(self) -> Any:
        """The position after that turn."""
