"""The parts of the benchmarks that nothing else runs: no suite has the time for the figures themselves."""

from __future__ import annotations

from pathlib import Path

from tests.bench import peers


def test_the_smallest_transformer_reads_the_order_of_the_seed() -> None:
    read = peers.smallest_parser()
    assert read("A(2M)RM(R+1)") == "AMRM+1"
    assert read("3M, L") == "MMML"


def test_a_bare_write_leaves_the_file_and_nothing_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "turn.toml"
    peers.bare_write(target, b"format = 1\n")()
    assert target.read_bytes() == b"format = 1\n"
    assert [*tmp_path.iterdir()] == [target]


def test_a_flat_table_is_stepped_over() -> None:
    peers.flat_steps(1_000)()
