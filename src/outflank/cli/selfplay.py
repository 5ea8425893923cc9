"""``outflank selfplay``: the engine plays games against itself."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from outflank.board.board import Board
from outflank.board.score import Outcome
from outflank.cli.article_selfplay import play_article
from outflank.cli.board import describe
from outflank.cli.engines import (
    SETUP,
    STRENGTH,
    Setup,
    Strength,
    refuse_engine_options,
)
from outflank.cli.found import describe_info, how, move_of, short
from outflank.cli.inputs import Flag, Json, Seed, Text, Words, number, read_board
from outflank.cli.output import Exit, UsageError, draw, say, say_json
from outflank.cli.progress import progress

if TYPE_CHECKING:
    from outflank.engine import Engine, Info, Limit

#: It plays a whole game in a few seconds.
LEVEL: Final = "10"

#: Random moves at the beginning where several games would else be the same.
RANDOM_PLIES: Final = 8

#: Moves are written as they are played, so the columns have fixed widths.
MOVE_ROW: Final = "{:>3}  {:<5}  {:<4} {:>6}  {:<20} {:>12} {:>8}"
GAME_ROW: Final = "{:>5}  {:>5}  {:>8}  {}"

SelfPlaying = Literal["pvs"]
Games = Annotated[int, number(1)]
Plies = Annotated[int, number(0, 59)]


def selfplay(
    *words: Words,
    position: Text | None = None,
    games: Games = 1,
    random_plies: Plies | None = None,
    seed: Seed = 0,
    strength: Strength = STRENGTH,
    setup: Setup = SETUP,
    article: SelfPlaying | None = None,
    faithful: Flag = False,
    json: Json = False,
) -> int:
    """Let the engine play itself, at level 10 if nothing says how strongly.

    With --article pvs the program of the PVS article plays one game against itself: depth
    5 above 45 empties, 7 above 20, else 10.

    Args:
        words: where to begin: 64 squares and a side, or a transcript, or - for standard
            input; nothing is the start of a game.
        position: the same as an option.
        games: how many.
        random_plies: moves that are drawn at the beginning (8 if there are several games,
            else none).
        seed: of what is drawn; the same seed, the same games.
        strength: how well and how long the engine thinks about a move.
        setup: how the engine is set up.
        article: the textbook program of this article instead of the engine.
        faithful: repeat the faults of the article's program, node for node.
        json: write one JSON object for each move, and one for each game of the engine.
    """
    start = read_board(words, position)
    if article is not None or faithful:
        several = [] if games == 1 else ["--games"]
        drawn = [] if random_plies is None else ["--random-plies"]
        given = (*strength.given(), *setup.given(), *several, *drawn)
        refuse_engine_options(given, "--article" if article else "--faithful")
        play_article(start, faithful=faithful, json=json)
        return Exit.OK
    if random_plies is None:
        random_plies = 0 if games == 1 else RANDOM_PLIES
    if random_plies > start.empties:
        raise UsageError(f"--random-plies {random_plies}: {start.empties} squares are empty")
    engine = setup.open(strength.chosen_level(LEVEL))
    _Series(engine, strength.limit(), start, random_plies, seed, json=json).play(games)
    return Exit.OK


class _Series:
    """Games of the engine against itself, told move by move, or, of several, game by game."""

    def __init__(
        self,
        engine: Engine,
        limit: Limit,
        start: Board,
        random_plies: int,
        seed: int,
        *,
        json: bool,
    ) -> None:
        self._engine = engine
        self._limit = limit
        self._start = start
        self._random_plies = random_plies
        self._seed = seed
        self._json = json
        self._nodes = 0
        self._seconds = 0.0

    def play(self, games: int) -> None:
        """Play so many; Ctrl-C leaves those that were told."""
        several = games > 1 and not self._json
        if not self._json:
            say(_games_header() if several else _moves_header())
        with progress("playing") as tell:
            for game in range(1, games + 1):
                board = self._play_one(game, tell_moves=not several)
                tell(game, games)
                if self._json:
                    say_json({"game": game, "transcript": board.transcript(), **describe(board)})
                elif several:
                    say(_game_row(game, board))
                else:
                    _write_end(board)
        if not self._json:
            say(f"{self._nodes:,} nodes, {self._seconds:.2f} s")

    def _play_one(self, game: int, *, tell_moves: bool) -> Board:
        """One game, the moves at its beginning drawn."""
        draw_ = random.Random(f"{self._seed} {game}")
        self._engine.new_game()
        self._engine.configure(seed=draw_.randrange(1 << 32))
        board = self._start.copy()
        board.auto_pass = True
        for _ in range(self._random_plies):
            if not board.is_game_over():
                board.push(draw_.choice(list(board.legal_moves)))
        while not board.is_game_over():
            info = self._engine.play(board, self._limit)
            self._count(info)
            if tell_moves:
                self._tell(game, board, info)
            board.push(move_of(info))
        return board

    def _count(self, info: Info) -> None:
        self._nodes += info.nodes or 0
        self._seconds += info.seconds or 0.0

    def _tell(self, game: int, board: Board, info: Info) -> None:
        if self._json:
            say_json(_describe(game, board, info))
        else:
            say(_move_row(board, info))


def _describe(game: int, board: Board, info: Info) -> dict[str, Any]:
    return {
        "game": game,
        "ply": board.ply + 1,
        "colour": str(board.turn).lower(),
        "empties": board.empties,
        "position": board.to_text(),
        **describe_info(info),
    }


def _moves_header() -> str:
    return MOVE_ROW.format("ply", "side", "move", "value", "", "nodes", "seconds")


def _move_row(board: Board, info: Info) -> str:
    score = info.score
    return MOVE_ROW.format(
        board.ply + 1, str(board.turn), str(info.move),
        "" if score is None else short(score),
        "" if score is None else how(score, info.depth),
        f"{info.nodes or 0:,}", f"{info.seconds or 0:.2f}",
    )  # fmt: skip


def _games_header() -> str:
    return GAME_ROW.format("game", "discs", "score", "moves")


def _game_row(game: int, board: Board) -> str:
    outcome = board.outcome()
    return GAME_ROW.format(game, board.ply, _result(outcome), board.transcript())


def _result(outcome: Outcome | None) -> str:
    """Black's discs minus White's."""
    return "" if outcome is None else f"{outcome.score:+d}"


def _write_end(board: Board) -> None:
    say()
    say(draw(board))
    say(str(board.outcome()))
    say(f"plies {board.ply}, game {board.transcript()}")
