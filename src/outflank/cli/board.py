"""``outflank board``: draws a position and lists its legal moves."""

from __future__ import annotations

from typing import Any

from outflank.board.board import Board
from outflank.board.score import Outcome
from outflank.cli.inputs import (
    Flag,
    Json,
    Text,
    Words,
    read_board_as_far_as_possible,
    read_square,
)
from outflank.cli.output import Exit, UsageError, complain, draw, say, say_json


def board(
    *words: Words,
    position: Text | None = None,
    mark: Text | None = None,
    plain: Flag = False,
    unicode: Flag = False,
    json: Json = False,
) -> int:
    """Draw a position and list its legal moves.

    Args:
        words: 64 squares and a side, or a transcript, or - for standard input; nothing is
            the start of a game.
        position: the same as an option.
        mark: a square to point out.
        plain: draw with X and O.
        unicode: draw with round discs, whatever the terminal says of itself.
        json: write one JSON object instead of the drawing.
    """
    if plain and unicode:
        raise UsageError("--plain and --unicode exclude each other")
    marked = None if mark is None else read_square("--mark", mark)
    drawn, fault = read_board_as_far_as_possible(words, position)
    if fault:
        complain(fault)
    if json:
        say_json(describe(drawn))
    else:
        style = True if unicode else False if plain else None
        say(draw(drawn, marked=marked, show_legal=True, unicode=style))
        say(status(drawn))
    return Exit.FAULT if fault else Exit.OK


def status(position: Board) -> str:
    """Two lines: disc counts, and whose move it is with the legal moves, or the result."""
    black, white = position.black.bit_count(), position.white.bit_count()
    counts = f"Black {black}, White {white}, empty {position.empties}"
    if outcome := position.outcome():
        return f"{counts}\nGame over: {outcome}"
    if position.must_pass:
        return f"{counts}\n{position.turn} has no move and must pass"
    moves = " ".join(str(square) for square in position.legal_moves)
    return f"{counts}\n{position.turn} to move: {moves}"


def describe(position: Board) -> dict[str, Any]:
    """The position as a JSON object; the schema stands in docs/commands.md."""
    return {
        "position": position.to_text(),
        "colour": str(position.turn).lower(),
        "black": position.black.bit_count(),
        "white": position.white.bit_count(),
        "empties": position.empties,
        "moves": [str(move) for move in position.moves],
        "legal": [str(square) for square in position.legal_moves],
        "must_pass": position.must_pass,
        "outcome": _describe_outcome(position.outcome()),
    }


def _describe_outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {
        "winner": None if outcome.winner is None else str(outcome.winner).lower(),
        "score": outcome.score,
        "raw": outcome.raw,
        "ending": outcome.ending,
    }
