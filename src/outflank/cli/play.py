"""``outflank play``: a game in the terminal against the engine, or between two people."""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from typing import Annotated, Final, Literal

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import OutflankError
from outflank.board.square import Move
from outflank.cli.announcers import Announcer, Reporter, Speaker
from outflank.cli.engines import (
    SETUP,
    STRENGTH,
    Clock,
    Setup,
    Strength,
    refuse_engine_options,
)
from outflank.cli.inputs import (
    ArticleName,
    Flag,
    Json,
    Seconds,
    Seed,
    Text,
    Words,
    amount,
    analysis_options,
    read_board,
    standard_input,
)
from outflank.cli.opponents import ArticleOpponent, Choice, EngineOpponent, Opponent
from outflank.cli.output import Exit, UsageError
from outflank.cli.progress import compiling, working

Side = Literal["black", "white", "both"]
Increment = Annotated[float, amount(least=0)]

#: Whom a person meets who says nothing: somebody who is still learning, too.
LEVEL: Final = "beginner"

#: How strong the program of an article is by default: it answers at once on any machine.
ARTICLE_DEPTH: Final = 6
ARTICLE_EXACT_FROM: Final = 14

#: Seeds that are drawn where none is given.
SEEDS: Final = 1 << 32

SECONDS_A_MINUTE: Final = 60


def play(
    *words: Words,
    position: Text | None = None,
    side: Side = "black",
    strength: Strength = STRENGTH,
    clock: Seconds | None = None,
    increment: Increment | None = None,
    setup: Setup = SETUP,
    seed: Seed | None = None,
    article: ArticleName | None = None,
    plain: Flag = False,
    json: Json = False,
) -> int:
    """Play a game: type a square such as f5, or moves, hint, undo, board, help, quit.

    The engine plays, at level beginner if nothing says how strongly: then try casual,
    hobby, club, tournament, and 1 to 60. Hints are better than the weak levels play. With
    --article the program of that article plays, which knows only --depth (6) and
    --exact-from (14).

    Args:
        words: where to begin: 64 squares and a side, or a transcript, or - for standard
            input; nothing is the start of a game.
        position: the same as an option.
        side: the colour that you play; both: no engine plays.
        strength: how well and how long the engine thinks.
        clock: minutes that the engine has for the game; your clock does not run.
        increment: seconds that its clock gains with each move.
        setup: how the engine is set up.
        seed: of the mistakes that a weak level makes; the same seed, the same mistakes.
        article: play against the textbook program of this article.
        plain: draw with X and O.
        json: write one JSON object for each event.
    """
    board = read_board(words, position)
    standard_input()
    opponent: Opponent
    if article is None:
        opponent = _engine(strength, _clock(clock, increment, strength), setup, seed)
    else:
        timed = [name for name, value in (("--clock", clock), ("--seed", seed)) if value]
        refuse_engine_options(
            (*strength.given(but=("depth", "exact_from")), *setup.given(), *timed)
        )
        opponent = _article(article, strength)
    announcer: Announcer = Reporter() if json else Speaker(unicode=False if plain else None)
    people = set(Color) if side == "both" else {Color(side)}
    if sys.stdin.isatty():
        with suppress(ImportError):  # only where the platform has it
            import readline  # noqa: F401 (importing it lets the arrow keys edit a line)
    _Table(board, people, opponent, announcer).play()
    return Exit.OK


def _clock(minutes: float | None, increment: float | None, strength: Strength) -> Clock | None:
    if minutes is None:
        if increment is not None:
            raise UsageError("--increment without --clock: say how many minutes there are")
        return None
    if strength.time is not None:
        raise UsageError("--time and --clock: give the seconds of a move or a clock")
    return minutes * SECONDS_A_MINUTE, increment or 0.0


def _engine(
    strength: Strength, clock: Clock | None, setup: Setup, seed: int | None
) -> EngineOpponent:
    level = strength.chosen_level(LEVEL if clock is None else None)
    drawn = random.randrange(SEEDS) if seed is None else seed
    return EngineOpponent(setup.open(level, drawn), strength.limit(clock=clock))


def _article(article: ArticleName, strength: Strength) -> ArticleOpponent:
    exact_from = strength.exact_from
    with compiling():
        options = analysis_options(
            article,
            depth=strength.depth or ARTICLE_DEPTH,
            exact_from=ARTICLE_EXACT_FROM if exact_from is None else exact_from,
            threads=1,
        )
    return ArticleOpponent(options)


class _Table:
    """A game in progress: who sits where, and what is done with what is typed."""

    def __init__(
        self, board: Board, people: set[Color], opponent: Opponent, announcer: Announcer
    ) -> None:
        self._board = board
        self._people = people
        self._opponent = opponent
        self._announcer = announcer

    def play(self) -> None:
        """Until the game is over, the player quits, or the input ends; Ctrl-C keeps the moves."""
        try:
            self._play()
        except KeyboardInterrupt:
            self._announcer.ended(self._board, "interrupted")
            raise

    def _play(self) -> None:
        self._announcer.position(self._board)
        self._pass_automatically()
        while not self._board.is_game_over():
            if self._board.turn not in self._people:
                with working("thinking"):
                    choice = self._opponent.choose(self._board)
                self._push(choice)
                continue
            try:
                word = self._announcer.ask(self._board.turn).strip().lower()
            except EOFError:
                self._announcer.ended(self._board, "the input ended")
                return
            if word == "quit":
                self._announcer.ended(self._board, "left")
                return
            self._obey(word)
        self._announcer.ended(self._board, "over")

    def _pass_automatically(self) -> None:
        """From now on forced passes are played by the board; one may be due at once."""
        known = len(self._board.moves)
        self._board.auto_pass = True
        if len(self._board.moves) > known:
            self._tell_passes(known)
            self._announcer.position(self._board)

    def _obey(self, word: str) -> None:
        """Do what one line says; what cannot be done is told and changes nothing."""
        match word:
            case "":
                pass
            case "moves":
                self._announcer.moves(self._board)
            case "hint":
                with working("thinking"):
                    hint = self._opponent.hint(self._board)
                self._announcer.hint(hint)
            case "undo":
                self._undo()
            case "board":
                self._announcer.position(self._board)
            case "help" | "?":
                self._announcer.help()
            case _:
                self._try_to_push(word)

    def _try_to_push(self, word: str) -> None:
        try:
            self._push(Choice(Move(word), None))
        except OutflankError as error:
            self._announcer.refused(str(error))

    def _push(self, choice: Choice) -> None:
        """Play a move, tell it and the passes that it forces, and show the board."""
        mover = self._board.turn
        known = len(self._board.moves)
        self._board.push(choice.move)
        self._announcer.moved(mover, choice)
        self._tell_passes(known + 1)
        self._announcer.position(self._board)

    def _tell_passes(self, known: int) -> None:
        """Tell the automatic passes after the first `known` moves: one at most, before a turn."""
        for move in self._board.moves[known:]:
            self._announcer.moved(self._board.turn.other, Choice(move, None))

    def _undo(self) -> None:
        """Take back moves until it is a person's turn again; all or nothing."""
        earlier = self._board.copy()
        count = 0
        try:
            while count == 0 or earlier.turn not in self._people:
                earlier.pop()
                count += 1
        except IndexError:
            self._announcer.refused("there is no move of yours to take back")
            return
        self._board = earlier
        self._announcer.undone(count)
        self._announcer.position(earlier)
