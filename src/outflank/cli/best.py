"""``outflank best``: the best move of a position, and the drawn board that marks it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from outflank.board.board import Board
from outflank.board.square import Move
from outflank.cli.board import status
from outflank.cli.engines import (
    SETUP,
    STRENGTH,
    Setup,
    Strength,
    refuse_engine_options,
    think,
)
from outflank.cli.found import describe_info, describe_score, how, worth
from outflank.cli.inputs import (
    ArticleName,
    Flag,
    Json,
    Text,
    Words,
    analysis_options,
    read_board,
)
from outflank.cli.output import Exit, draw, say, say_json
from outflank.cli.progress import compiling, working

if TYPE_CHECKING:
    from outflank.analysis import AnalysisOptions
    from outflank.board.score import Score
    from outflank.engine import Info

#: It answers within about a second.
LEVEL: Final = "16"


def best(
    *words: Words,
    position: Text | None = None,
    strength: Strength = STRENGTH,
    setup: Setup = SETUP,
    article: ArticleName | None = None,
    plain: Flag = False,
    json: Json = False,
) -> int:
    """Find the best move and mark it on the board.

    The engine finds it, at level 16 if nothing says how long it may think: about a second.
    With --article the program of that article does, which knows only --depth (8) and
    --exact-from (22).

    Args:
        words: 64 squares and a side, or a transcript, or - for standard input; nothing is
            the start of a game.
        position: the same as an option.
        strength: how well and how long the engine thinks.
        setup: how the engine is set up.
        article: let the textbook program of this article search instead of the engine.
        plain: draw with X and O.
        json: write one JSON object instead of the drawing.
    """
    board = read_board(words, position)
    if article is None:
        _Answer(board, plain=plain, json=json).find(strength, setup)
    else:
        refuse_engine_options((*strength.given(but=("depth", "exact_from")), *setup.given()))
        _ask_article(board, article, strength, plain=plain, json=json)
    return Exit.OK


class _Answer:
    """The engine's best move, and how it is told."""

    def __init__(self, board: Board, *, plain: bool, json: bool) -> None:
        self._board = board
        self._plain = plain
        self._json = json
        self._found: Info | None = None

    def find(self, strength: Strength, setup: Setup) -> None:
        """Search, and tell what was found, also after Ctrl-C."""
        engine = setup.open(strength.chosen_level(LEVEL))
        try:
            with working("searching"):
                think(engine, self._board, strength.limit(), 1, self._keep)
        finally:
            if self._found is not None:
                self._tell(self._found)

    def _keep(self, lines: Sequence[Info]) -> None:
        self._found = lines[0]

    def _tell(self, info: Info) -> None:
        if self._json:
            say_json(self._describe(info))
            return
        _show(self._board, info.move, plain=self._plain)
        if info.move is not None and info.score is not None:
            say(f"Best: {info.move} ({worth(info.score)}, {how(info.score, info.depth)})")
            say(f"Line: {' '.join(map(str, info.pv))}")

    def _describe(self, info: Info) -> dict[str, Any]:
        found = describe_info(info)
        move = found.pop("move")
        if move is None:  # there is no value of a best move
            found |= describe_score(None) | {"exact": None, "depth": None}
        return {**_describe(self._board), "best": [] if move is None else [move], **found}


def _describe(board: Board) -> dict[str, Any]:
    return {"position": board.to_text(), "colour": str(board.turn).lower()}


def _show(board: Board, move: Move | None, *, plain: bool) -> None:
    """The board with the move marked, and whose move it is."""
    marked = None if move is None or move.is_pass else move.square
    say(draw(board, marked=marked, unicode=False if plain else None))
    say(status(board))


def _ask_article(
    board: Board, article: ArticleName, strength: Strength, *, plain: bool, json: bool
) -> None:
    with compiling():
        options = analysis_options(
            article, depth=strength.depth, exact_from=strength.exact_from, threads=1
        )
        from outflank.analysis import best_moves, move_values
    with working("searching"):
        values = move_values(board, options)
    moves = best_moves(values)
    if json:
        say_json(_describe_values(board, values, moves))
        return
    _show(board, moves[0] if moves else None, plain=plain)
    if moves:
        say(_sentence(values, moves, options))


def _describe_values(
    board: Board, values: dict[Move, Score], moves: tuple[Move, ...]
) -> dict[str, Any]:
    value = values[moves[0]] if moves else None
    return {
        **_describe(board),
        "best": [str(move) for move in moves],
        "value": value.value if value else None,
        "unit": value.unit if value else None,
        "exact": value.proved if value else None,
        "values": {str(move): score.value for move, score in values.items()},
    }


def _sentence(values: dict[Move, Score], moves: tuple[Move, ...], options: AnalysisOptions) -> str:
    """The best moves with their value and how it was found, then every move with its own."""
    value = values[moves[0]]
    names = " ".join(str(move) for move in moves)
    ranked = sorted(values.items(), key=lambda item: -item[1].value)
    every = "  ".join(f"{move} {score.value:+g}" for move, score in ranked)
    return f"Best: {names} ({worth(value)}, {how(value, options.plies)})\nAll moves: {every}"
