"""``outflank show``: a game on the terminal, move by move; elsewhere as text."""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated

from outflank.cli.game_source import load, open_file
from outflank.cli.game_text import introduction, move_text, variation_text
from outflank.cli.game_viewer import LineViewer, ScreenViewer, Viewer
from outflank.cli.inputs import Flag, GameNumber, Json, Text, number
from outflank.cli.keys import keyboard
from outflank.cli.output import Exit, UsageError, complain, say, say_json
from outflank.games import Game, write_json

Ply = Annotated[int, number(0, 60)]


def show(
    file: Text,
    /,
    *,
    game: GameNumber | None = None,
    at: Ply | None = None,
    plain: Flag = False,
    encoding: Text | None = None,
    json: Json = False,
) -> int:
    """Step through a game and its variations with the keys of a terminal.

    Enter, space or the right arrow play a move, b or the left arrow take one back, g and e go
    to the beginning and the end, v enters a variation, u leaves it, s plays by itself, q
    leaves. Where the output is no terminal the game is written as text.

    Args:
        file: a file of games in any format, a transcript itself, the name of a bundled game,
            or - for standard input.
        game: which game of the file, counted from 0.
        at: begin after this disc; as text, draw the board there.
        plain: write the game as text, on a terminal too.
        encoding: of the file, such as shift_jis or latin-1; found out if not given.
        json: write the game as one JSON object.
    """
    if json and plain:
        raise UsageError("--json and --plain exclude each other")
    chosen, fault = load(partial(open_file, file, encoding), game)
    if fault is not None:
        complain(fault)
    if chosen is None:
        return Exit.FAULT
    if json:
        say_json(json_module.loads(write_json(chosen)))
    elif plain or not sys.stdout.isatty():
        _write(chosen, at)
    else:
        _view(Viewer(chosen, 0 if at is None else _index(chosen, at)))
    return Exit.OK if fault is None else Exit.FAULT


def _index(game: Game, ply: int) -> int:
    """How many moves are played when so many discs are placed; all, if there are fewer."""
    placed = 0
    for played, move in enumerate(game.moves):
        if placed == ply:
            return played
        placed += not move.is_pass
    return len(game.moves)


def _view(viewer: Viewer) -> None:
    """Show it as well as the terminal can."""
    from outflank.cli.console import Console

    console = Console()
    if not console.is_dumb_terminal:
        with keyboard() as keys:
            if keys is not None:
                ScreenViewer(viewer, keys, console).run()
                return
    LineViewer(viewer).run()


def _write(game: Game, at: int | None) -> None:
    """What the game is, and its moves with all that is noted; then the board."""
    say("\n".join(introduction(game)))
    moves = list(_moves(game))
    if moves:
        say("\n" + "\n".join(moves))
    viewer = Viewer(game, len(game.moves) if at is None else _index(game, at))
    say(f"\n{viewer.drawn()}")


def _moves(game: Game) -> Iterator[str]:
    """A line for each move; its comment, and what could be played instead, indented below."""
    for played, (board, move) in enumerate(game.steps()):
        note = game.note(played)
        yield move_text(board, move, note)
        yield from _indented((note.comment or "").splitlines())
        yield from _indented(_others(game, played))
    yield from _indented(_others(game, len(game.moves)))


def _others(game: Game, at: int) -> Iterator[str]:
    return (f"or: {variation_text(one)}" for one in game.variations if one.at == at)


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)
