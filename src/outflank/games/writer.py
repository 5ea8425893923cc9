"""Writes games to a file or a stream, in any of the formats that hold games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, Literal, TextIO, TypeAlias, get_args

from outflank.board.errors import OutflankError, quoted
from outflank.games import ggf_file, transcripts
from outflank.games.errors import FaultListener, GameFileError
from outflank.games.game import Game
from outflank.games.ggf import write_ggf
from outflank.games.json_text import write_json
from outflank.games.obf_games import problem_of_game
from outflank.games.pgn_writer import write_pgn
from outflank.games.sgf_writer import write_sgf
from outflank.games.target import write_target
from outflank.games.transcripts import write_transcript

Format: TypeAlias = Literal["transcript", "ggf", "sgf", "sgf-edax", "wthor", "obf", "pgn", "json"]

FORMATS: Final[tuple[Format, ...]] = get_args(Format)

#: What the end of a name says.
_SUFFIXES: Final[dict[str, Format]] = {
    ".txt": "transcript",
    ".ggf": "ggf",
    ".sgf": "sgf",
    ".wtb": "wthor",
    ".obf": "obf",
    ".pgn": "pgn",
    ".json": "json",
    ".jsonl": "json",
}

#: How one game is written, for those formats in which games follow each other.
_WRITTEN: Final[dict[Format, Callable[[Game], str]]] = {
    "transcript": write_transcript,
    "ggf": write_ggf,
    "sgf": write_sgf,
    "sgf-edax": lambda game: write_sgf(game, "edax"),
    "obf": lambda game: problem_of_game(game).to_text(),
    "pgn": write_pgn,
    "json": write_json,
}

#: Where it matters what stands beside a game: all lines from all games and what is written of each.
_LINES: Final[dict[Format, Callable[[Iterable[tuple[Game, str]]], Iterator[str]]]] = {
    "transcript": transcripts.written_lines,
    "ggf": ggf_file.written_lines,
}


def format_of(path: Path | str) -> Format:
    """The format that the end of a file's name says.

    Raises:
        OutflankError: it says none.
    """
    path = Path(path)
    if path.suffix.lower() not in _SUFFIXES:
        raise OutflankError(
            f"{path}: which format? {', '.join(FORMATS)} (by the name: {', '.join(_SUFFIXES)})"
        )
    return _SUFFIXES[path.suffix.lower()]


def write_games(
    target: Path | str | TextIO,
    games: Iterable[Game],
    format: Format | None = None,  # noqa: A002 (what it is called everywhere)
    on_fault: FaultListener | None = None,
) -> int:
    """Write games; what a format has no place for is left out.

    Args:
        target: a path, whose file appears whole or not at all, or a stream of text.
        games: one after the other; they are not all held in memory for a stream.
        format: None for what the name of the file says.
        on_fault: called with the error of a game that the format cannot hold, which is then
            left out; without it the error is raised.

    Returns:
        How many games were written.

    Raises:
        GameFileError: the format cannot hold a game: the message names it.
        OutflankError: there is no such format, or WTHOR is asked for on a stream.
        OSError: the file cannot be written.
    """
    chosen = format if format is not None else _format_of_target(target)
    if chosen not in FORMATS:
        raise OutflankError(f"no format {quoted(chosen)}: there are {', '.join(FORMATS)}")
    if chosen == "wthor":
        return _write_wthor(target, games, on_fault)
    count = _Count()
    lines = _lines(count(_each_written(games, chosen, on_fault)), chosen)
    if isinstance(target, Path | str):
        content = "".join(f"{line}\n" for line in lines)
        write_target(Path(target), content.encode("utf-8", errors="backslashreplace"))
    else:
        for line in lines:
            target.write(f"{line}\n")
    return count.number


def _format_of_target(target: Path | str | TextIO) -> Format:
    if not isinstance(target, Path | str):
        raise OutflankError("which format? A stream has no name that says it")
    return format_of(target)


def _write_wthor(
    target: Path | str | TextIO, games: Iterable[Game], on_fault: FaultListener | None
) -> int:
    from outflank.games.wthor_writer import write_wthor

    if not isinstance(target, Path | str):
        raise OutflankError("WTHOR is no text, and several files: it needs the name of one")
    return write_wthor(games, target, on_fault)


class _Count:
    """Counts what goes through."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, written: Iterable[tuple[Game, str]]) -> Iterator[tuple[Game, str]]:
        for one in written:
            self.number += 1
            yield one


def _each_written(
    games: Iterable[Game], chosen: Format, on_fault: FaultListener | None
) -> Iterator[tuple[Game, str]]:
    """The games that the format can hold, each as it is written."""
    for number, game in enumerate(games):
        try:
            text = _WRITTEN[chosen](game)
        except OutflankError as error:
            fault = GameFileError(f"{game.source or f'game {number}'}: {error}", partial=game)
            if on_fault is None:
                raise fault from None
            on_fault(fault)
        else:
            yield game, text


def _lines(written: Iterable[tuple[Game, str]], chosen: Format) -> Iterator[str]:
    if chosen in _LINES:
        return _LINES[chosen](written)
    return (text for _, text in written)
