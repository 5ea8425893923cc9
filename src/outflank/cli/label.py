"""``outflank label``: the value and the best move of every position of large files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.board.errors import OutflankError
from outflank.cli.bulk import DEEP, DOERS, Deep, Doers, Output, checked_output, do, read_range
from outflank.cli.inputs import (
    DEEPEST,
    STANDARD_INPUT,
    STANDARD_INPUT_NAME,
    Flag,
    Json,
    Sources,
    Text,
    refuse_options,
    standard_input,
)
from outflank.cli.output import Exit, UsageError, complain, fault_of
from outflank.cli.progress import compiling, working
from outflank.games.content import MOST_BYTES, read_at_most
from outflank.games.errors import GameFileError

if TYPE_CHECKING:
    from outflank.jobs.positions import Content


def label(
    *files: Sources,
    output: Output = None,
    every_move: Flag = False,
    empties: Text | None = None,
    deep: Deep = DEEP,
    doers: Doers = DOERS,
    json: Json = False,
) -> int:
    """Label positions with their value and best move, by the million.

    What is done is kept: after Ctrl-C, a crash or a full disk the same command goes on, and
    the result is the same.

    Args:
        files: positions (64 squares and a side a line, OBF, drawn boards), or games
            (transcripts, WTHOR, GGF, SGF, or a table such as that of train selfplay) whose
            positions on the way are meant, where the side to move has a move; - is standard
            input.
        output: must be given: the result, .parquet, .csv or .jsonl.
        every_move: the value of every legal move, too.
        empties: only positions with so many empties, such as 20-30.
        deep: how deep and how surely.
        doers: who does it.
        json: write one JSON object at the end.
    """
    refuse_options(files)
    if not files:
        raise UsageError("a FILE is missing")
    output = checked_output(output)
    doers.check()
    among = None if empties is None else read_range("--empties", empties, 0, DEEPEST)
    depths = deep.depths()
    faults: list[Exception] = []

    def on_fault(fault: Exception) -> None:
        faults.append(fault)
        complain(fault_of(fault))

    with compiling():
        from outflank.jobs.label import LabelWork
        from outflank.jobs.positions import read_positions
    with working("reading"):
        positions = read_positions(_contents(files, on_fault), among, on_fault)
    if not len(positions):
        raise OutflankError("there is no position to label")
    work = LabelWork(positions, depths, every_move=every_move)
    code = do(work, output, doers, "labelling", "position", json)
    return Exit.FAULT if faults else code


def _contents(
    names: Sequence[str], on_fault: Callable[[GameFileError | OSError], None]
) -> Iterator[Content]:
    """The files that can be read."""
    from outflank.jobs.positions import Content, read_file

    for name in names:
        try:
            if name == STANDARD_INPUT:
                content = read_at_most(MOST_BYTES, standard_input(), STANDARD_INPUT_NAME)
                yield Content(STANDARD_INPUT_NAME, content)
            else:
                yield read_file(Path(name))
        except (GameFileError, OSError) as error:
            on_fault(error)
