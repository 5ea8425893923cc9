"""Referees one game: asks the players, holds their clocks, checks every move, says who won."""

from __future__ import annotations

import enum
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from outflank.board.board import Board
from outflank.board.color import BLACK, Color
from outflank.board.errors import OutflankError
from outflank.board.score import DISCS, MOST_DISCS, Score
from outflank.board.square import PASS, Move
from outflank.engine import Info, solve
from outflank.games.ggf import SECONDS_DIGITS
from outflank.games.notes import NOTHING, MoveNote
from outflank.lab.players import Player
from outflank.lab.timing import TimeControl, Timer

#: Seconds that a move may overstep unless another margin is asked for: starting and
#: measuring it is not the player's affair.
USUAL_MARGIN: Final = 0.05

#: MiB of the table that adjudicates.
HASH_MB: Final = 16

#: What is noted of a move of the opening, and of a pass.


class Ending(enum.StrEnum):
    """How a game ended."""

    PLAYED = "played"  #: to its end
    ADJUDICATED = "adjudicated"  #: its exact score was computed
    TIME = "time"  #: a move took too long
    ILLEGAL = "illegal move"
    CRASH = "crash"  #: a player failed

    @property
    def forfeited(self) -> bool:
        """True if one side lost without being beaten on the board."""
        return self in (Ending.TIME, Ending.ILLEGAL, Ending.CRASH)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the board.

    Attributes:
        player: who.
        control: the time that it has.
    """

    player: Player
    control: TimeControl


@dataclass(frozen=True, slots=True)
class Rules:
    """What a referee goes by.

    Attributes:
        adjudicate: from so many empties on the exact score ends the game; None: played on.
        margin: seconds that a move may overstep without losing the game, 0 or more.

    Raises:
        OutflankError: a value that cannot be.
    """

    adjudicate: int | None = None
    margin: float = USUAL_MARGIN

    def __post_init__(self) -> None:
        if self.adjudicate is not None and not 1 <= self.adjudicate <= 60:
            raise OutflankError(f"adjudication begins at 1 to 60 empties, not {self.adjudicate}")
        if not self.margin >= 0:
            raise OutflankError(f"a margin is 0 seconds or more, not {self.margin}")


@dataclass(frozen=True)
class Played:
    """A game as it was played.

    Attributes:
        board: its end, with all moves.
        notes: one for each move, those of the opening and passes empty.
        score: discs from Black's view; whoever forfeits has lost every disc.
        ending: how it ended.
        detail: what more there is to say, such as the error of a player.
    """

    board: Board
    notes: tuple[MoveNote, ...]
    score: int
    ending: Ending
    detail: str = ""


class _Forfeit(Exception):  # noqa: N818 (no error of the program: a side has lost)
    """A side has lost, and why."""

    def __init__(self, loser: Color, ending: Ending, why: str) -> None:
        super().__init__(loser, ending, why)
        self.loser = loser
        self.ending = ending
        self.why = why


def play_game(opening: Board, seats: Mapping[Color, Seat], seed: int, rules: Rules) -> Played:
    """Play a game from an opening to its end.

    Args:
        opening: where it begins; it is not changed.
        seats: who plays which colour.
        seed: for what players draw, 0 or more; each side gets another.
        rules: how it may end.

    Raises:
        KeyboardInterrupt: Ctrl-C.
    """
    board = opening.copy()
    notes = [NOTHING] * len(board.moves)
    timers = {color: Timer(seat.control, rules.margin) for color, seat in seats.items()}
    try:
        for color, seat in seats.items():
            _begin(color, seat.player, 2 * seed + (color is BLACK))
        while not board.is_game_over():
            if board.must_pass:
                board.push(PASS)
                notes.append(NOTHING)
            elif rules.adjudicate is not None and board.empties <= rules.adjudicate:
                return Played(board, tuple(notes), _exact(board), Ending.ADJUDICATED)
            else:
                move, note = _ask(board, seats[board.turn].player, timers[board.turn])
                board.push(move)
                notes.append(note)
    except _Forfeit as loss:
        score = -MOST_DISCS if loss.loser is BLACK else MOST_DISCS
        return Played(board, tuple(notes), score, loss.ending, f"{loss.loser}: {loss.why}")
    outcome = board.outcome()
    assert outcome is not None
    return Played(board, tuple(notes), outcome.score, Ending.PLAYED)


def _begin(color: Color, player: Player, seed: int) -> None:
    try:
        player.new_game(seed)
    except Exception as error:
        raise _Forfeit(color, Ending.CRASH, _said(error)) from error


def _ask(board: Board, player: Player, timer: Timer) -> tuple[Move, MoveNote]:
    """A legal move of the player in time, and what is noted of it."""
    asked, clock = board.copy(), timer.clock()
    started = time.perf_counter()
    try:
        info = player.move(asked, clock)
    except Exception as error:
        raise _Forfeit(board.turn, Ending.CRASH, _said(error)) from error
    taken = time.perf_counter() - started
    if late := timer.spend(taken):
        why = f"{info.move} after {taken:.3f} s, {late:.3f} s too late"
        raise _Forfeit(board.turn, Ending.TIME, why)
    if info.move is None or info.move.is_pass or info.move.square not in board.legal_moves:
        raise _Forfeit(board.turn, Ending.ILLEGAL, str(info.move))
    # Rounded as files hold it: a match that goes on from one must count the same.
    return info.move, MoveNote(_discs(info), round(taken, SECONDS_DIGITS))


def _discs(info: Info) -> float | None:
    """The player's evaluation, where it is in discs."""
    score: Score | None = info.score
    return None if score is None or score.unit != DISCS else score.value


def _said(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _exact(board: Board) -> int:
    """The score by perfect play, from Black's view."""
    solution = solve(board.position, hash_mb=HASH_MB)
    return solution.lower if board.turn is BLACK else -solution.lower
