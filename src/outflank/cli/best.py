"""``outflank best``: the best move of a position, and the drawn board that marks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outflank.board.board import Board
from outflank.board.square import Move
from outflank.cli.board import status
from outflank.cli.inputs import (
    ArticleName,
    Depth,
    Empties,
    Json,
    Text,
    Words,
    analysis_options,
    read_board,
)
from outflank.cli.output import Exit, counted, draw, say, say_json
from outflank.cli.progress import compiling, working

if TYPE_CHECKING:
    from outflank.analysis import AnalysisOptions
    from outflank.board.score import Score


def best(
    *words: Words,
    position: Text | None = None,
    depth: Depth | None = None,
    exact_from: Empties | None = None,
    article: ArticleName = "mtdf",
    json: Json = False,
) -> int:
    """Find the best move and mark it on the board.

    Args:
        words: 64 squares and a side, or a transcript, or - for standard input; nothing is
            the start of a game.
        position: the same as an option.
        depth: plies searched where values are not exact, 1 to 20 (8 if not given).
        exact_from: empties from which on values are exact, 0 to 30 (22 if not given).
        article: whose search and evaluation value the moves before that.
        json: write one JSON object instead of the drawing.
    """
    board = read_board(words, position)
    with compiling():
        options = analysis_options(depth, exact_from, article)
        from outflank.analysis import best_moves, move_values
    with working("searching"):
        values = move_values(board, options)
    moves = best_moves(values)
    if json:
        say_json(_describe(board, values, moves))
        return Exit.OK
    marked = moves[0].square if moves and not moves[0].is_pass else None
    say(draw(board, marked=marked))
    say(status(board))
    if moves:
        say(_sentence(values, moves, options))
    return Exit.OK


def _describe(
    position: Board, values: dict[Move, Score], moves: tuple[Move, ...]
) -> dict[str, Any]:

    value = values[moves[0]] if moves else None
    return {
        "position": position.to_text(),
        "colour": str(position.turn).lower(),
        "best": [str(move) for move in moves],
        "value": value.value if value else None,
        "unit": value.unit if value else None,
        "exact": value.proved if value else None,
        "values": {str(move): score.value for move, score in values.items()},
    }


def _sentence(values: dict[Move, Score], moves: tuple[Move, ...], options: AnalysisOptions) -> str:
    """The best moves with their value and how it was found, then every move with its own."""
    value = values[moves[0]]
    how = "exact" if value.proved else f"searched {counted(options.depth, 'ply')} deep"
    names = " ".join(str(move) for move in moves)
    ranked = sorted(values.items(), key=lambda item: -item[1].value)
    every = "  ".join(f"{move} {score.value:+g}" for move, score in ranked)
    return f"Best: {names} ({value.value:+g} {value.unit}, {how})\nAll moves: {every}"
