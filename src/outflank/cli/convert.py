"""``outflank convert``: games from any format into any other."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from outflank.cli.game_source import open_file
from outflank.cli.inputs import STANDARD_INPUT, GameNumber, Sources, Text
from outflank.cli.output import (
    Exit,
    UsageError,
    complain,
    counted,
    fault_of,
    naming_output,
    standard_output,
)
from outflank.games import Format, Game, GameFileError, format_of, write_games

Output = Annotated[Path | None, Parameter(name=("--output", "-o"))]
To = Annotated[Format | None, Parameter(name="--to")]


def convert(
    *files: Sources,
    output: Output = None,
    to: To = None,
    game: GameNumber | None = None,
    encoding: Text | None = None,
) -> int:
    """Write games in another format.

    What the files hold is found out by their content. A game that cannot be read, or that the
    new format cannot hold, is told and left out (exit code 1); what a format has no place for,
    such as comments in WTHOR, is left out without a word: docs/formats.md lists it.

    Args:
        files: games in any format (WTHOR, GGF, SGF, PGN, JSON, Othello Quest, OBF,
            transcripts), a bundled game by its name, a transcript itself; - is standard input.
        output: the file to write; without it the games go to standard output.
        to: transcript, ggf, sgf, sgf-edax (squares as Edax writes them), wthor, obf, pgn or
            json; what the name of the file says if not given.
        game: only this game of each file, counted from 0.
        encoding: of the files that are read, such as shift_jis or latin-1; found out if not
            given.
    """
    if not files:
        raise UsageError("FILE is missing")
    if output is None and to is None:
        raise UsageError("--to FORMAT, or -o FILE whose name says it, is missing")
    chosen = to if to is not None or output is None else format_of(output)
    faults = _Faults()
    games = (_with_result(one, chosen) for one in _games(files, game, encoding, faults))
    if output is None:
        with naming_output():
            count = write_games(standard_output(), games, chosen, faults)
    else:
        count = write_games(output, games, chosen, faults)
        print(f"{counted(count, 'game')} written to {output}", file=sys.stderr)
    if not count and not faults.count:
        complain("no game to write")
        return Exit.FAULT
    return Exit.FAULT if faults.count else Exit.OK


def _with_result(game: Game, to: Format | None) -> Game:
    """The game; where it was played out and no result is recorded, with the one by its moves.

    PGN counts discs as they stand; elsewhere the empty squares are the winner's.
    """
    outcome = None if game.claimed is not None else game.outcome()
    if outcome is None or to not in ("ggf", "sgf", "sgf-edax", "pgn"):
        return game
    return replace(game, result=float(outcome.raw if to == "pgn" else outcome.score))


class _Faults:
    """Tells faults, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, fault: GameFileError | OSError) -> None:
        self.count += 1
        complain(fault_of(fault))


def _games(
    files: Sequence[str], number: int | None, encoding: str | None, faults: _Faults
) -> Iterator[Game]:
    """The games of all files; what is wrong with one does not stop the others."""
    if list(files).count(STANDARD_INPUT) > 1:
        raise UsageError("- is standard input: give it once")
    for name in files:
        try:
            file = open_file(name, encoding)
            if number is None:
                yield from file.games(faults)
            else:
                yield file.game(number)
        except (GameFileError, OSError) as error:
            faults(error)
