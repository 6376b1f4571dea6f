"""Every command is documented: in its help, with an example, and in the README."""

from __future__ import annotations

from pathlib import Path

import pytest

from gm_tools.cli.commands import COMMANDS, file_of, find_command
from tests.cli.conftest import Gm

README = Path(__file__).parents[2] / "README.md"


def test_every_file_of_a_command_is_listed() -> None:
    folder = Path(__file__).parents[2] / "gm_tools" / "cli"
    files = {path.stem for path in folder.glob("*.py") if "\n@command(" in path.read_text(encoding="utf-8")}
    assert files == set(map(file_of, COMMANDS))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_found_by_its_name(command: str) -> None:
    found = find_command(command)
    assert found.name == command


def test_the_list_of_commands_says_what_their_help_says_in_whole_sentences(gm: Gm) -> None:
    listed = gm("--help").out.partition("Commands:\n")[2].partition("Examples:")[0]
    rows = dict(line.split(None, 1) for line in listed.splitlines() if line.strip())
    assert rows == {command: find_command(command).help.split("\n")[0] for command in COMMANDS}
    assert all(text.endswith(".") and not text.endswith("..") for text in rows.values())


@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_what_a_command_does_and_gives_an_example(gm: Gm, command: str) -> None:
    ran = gm(command, "--help")
    assert ran.status == 0
    assert ran.err == ""
    assert ran.out.startswith(f"Usage: gm {command} [OPTIONS]")
    _, _, examples = ran.out.partition("  Examples:\n")
    lines = [line.strip() for line in examples.splitlines() if line.strip()]
    assert lines
    assert all(line.startswith(f"gm {command}") for line in lines)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_describes_every_option(gm: Gm, command: str) -> None:
    for parameter in find_command(command).params:
        assert parameter.help, parameter.name
    assert gm(command, "-h").out == gm(command, "--help").out


def test_the_readme_names_every_command() -> None:
    text = README.read_text(encoding="utf-8")
    assert [command for command in COMMANDS if f"gm {command}" not in text] == []


def test_gm_without_words_shows_the_help(gm: Gm) -> None:
    ran = gm()
    assert ran.status == 2
    assert "Commands:" in ran.out + ran.err


def test_version_prints_the_version(gm: Gm) -> None:
    from gm_tools import __version__

    assert gm("--version") == (0, f"gm {__version__}\n", "")


def test_nothing_but_the_registry_knows_a_game_by_name() -> None:
    package = Path(__file__).parents[2] / "gm_tools"
    for folder in ("cli", "render", "table"):
        for path in sorted((package / folder).glob("*.py")):
            text = path.read_text(encoding="utf-8").casefold()
            assert not any(game in text for game in ("nascar", "tacara", "monza", "tac ")), path
