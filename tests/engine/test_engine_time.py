"""Time: no clock is overstepped, a time is kept, a forced move costs nothing."""

from __future__ import annotations

import statistics
import time

import pytest

from engine.searches import busy_machine, check_info, games_positions
from exact import with_empties
from outflank.board import PASS, Board, Position
from outflank.engine import Engine, Limit

START = Position.start()

#: Seconds that a busy machine may take on top of a time for one move.
LATE = 0.3


class Clock:
    """The clock of one side: what is left, and the least that ever was."""

    def __init__(self, seconds: float, increment: float = 0.0) -> None:
        self.left, self.increment = seconds, increment
        self.least = seconds

    def take(self, seconds: float) -> None:
        """A move took so long; then it brings its increment."""
        self.left -= seconds
        self.least = min(self.least, self.left)
        self.left += self.increment


def play_game(
    engines: list[Engine], board: Board, seconds: float, increment: float = 0.0
) -> list[Clock]:
    """Play a game to its end on two clocks, which run as long as `play` does."""
    clocks = [Clock(seconds, increment) for _ in range(2)]
    side = 0
    while not board.is_game_over():
        clock = clocks[side]
        limit = Limit(clock=max(0.0, clock.left), increment=increment)
        started = time.perf_counter()
        info = engines[side].play(board, limit)
        clock.take(time.perf_counter() - started)
        check_info(board.position, info)
        assert info.move is not None
        board.push(info.move)
        side = 1 - side
    return clocks


def openings(count: int) -> list[Board]:
    """Boards after a few random moves."""
    boards = [Board() for _ in range(count)]
    for number, board in enumerate(boards):
        for ply in range(6):
            moves = sorted(board.legal_moves)
            board.push(moves[(number * 7 + ply * 3) % len(moves)])
    return boards


@pytest.mark.parametrize(("seconds", "increment"), [(1.0, 0.0), (2.0, 0.0), (0.3, 0.05)])
def test_no_clock_is_overstepped(seconds: float, increment: float) -> None:
    engines = [Engine(hash_mb=8), Engine(hash_mb=8, driver="mtdf")]
    for board in openings(1):
        clocks = play_game(engines, board, seconds, increment)
        assert min(clock.least for clock in clocks) > 0


def test_no_clock_is_overstepped_on_a_busy_machine() -> None:
    engines = [Engine(hash_mb=8), Engine(hash_mb=8)]
    with busy_machine():
        clocks = play_game(engines, openings(1)[0], 1.0)
    assert min(clock.least for clock in clocks) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "games"), [(5.0, 200), (1.0, 100)])
def test_hundreds_of_games_on_a_busy_machine(seconds: float, games: int) -> None:
    engines = [Engine(hash_mb=16), Engine(hash_mb=16)]
    least = []
    with busy_machine():
        for board in openings(games):
            for engine in engines:
                engine.new_game()
            least += [clock.least for clock in play_game(engines, board, seconds)]
    assert min(least) > 0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("seconds", [0.001, 0.02, 0.2])
def test_a_time_is_kept_and_used(threads: int, seconds: float) -> None:
    engine, took = Engine(threads=threads, hash_mb=8), []
    for position in [START, *games_positions(5, range(24, 60, 9), 2)]:
        for call in (engine.play, lambda *asked: engine.analyse(*asked)[0]):
            started = time.perf_counter()
            info = call(position, Limit(time=seconds))
            took.append(time.perf_counter() - started)
            check_info(position, info)
    assert max(took) < seconds + LATE
    assert statistics.median(took) < seconds + 0.03


def test_a_time_for_one_move_is_used_up() -> None:
    """What is saved of it serves nobody: an easy move thinks as long as a hard one."""
    engine = Engine(hash_mb=8)
    for position in [START, with_empties(40, 3)]:
        started = time.perf_counter()
        engine.play(position, Limit(time=0.5))
        assert time.perf_counter() - started > 0.4


def test_the_shortest_time_has_a_move_of_a_whole_iteration() -> None:
    engine = Engine(hash_mb=8)
    for limit in (Limit(time=1e-6), Limit(time=0.001), Limit(clock=0), Limit(clock=0.001)):
        for position in [START, *games_positions(6, range(1, 60, 10), 4)]:
            info = engine.play(position, limit)
            check_info(position, info)
            assert info.depth is not None
            assert info.depth >= 1


def forced(wanted: int) -> Position:
    """A position of a game with so many legal moves, 0 or 1, and the midgame still to come."""
    for position in games_positions(2_000, range(20, 50), 0):
        if len(position.legal_moves) == wanted:
            return position
    raise AssertionError("none found")


@pytest.mark.parametrize("moves", [0, 1])
@pytest.mark.parametrize("limit", [Limit(time=20), Limit(clock=600), Limit(clock=600, increment=9)])
def test_a_forced_move_costs_nothing(moves: int, limit: Limit) -> None:
    position = forced(moves)
    started = time.perf_counter()
    info = Engine(hash_mb=1).play(position, limit)
    assert time.perf_counter() - started < LATE
    check_info(position, info)
    assert (info.move == PASS) is (moves == 0)


def test_an_analysis_of_a_forced_move_thinks() -> None:
    position = forced(1)
    info = Engine(hash_mb=1).analyse(position, Limit(time=0.1))[0]
    assert info.depth is not None
    assert info.depth > 3


def test_an_analysis_on_a_clock_ends() -> None:
    engine = Engine(hash_mb=1)
    for position in (START, forced(1), forced(0)):
        started = time.perf_counter()
        check_info(position, engine.analyse(position, Limit(clock=1.0), multipv=2)[0])
        assert time.perf_counter() - started < 1.0


def test_time_goes_on_inside_the_exact_search() -> None:
    """26 empties are not proved in a fifth of a second."""
    engine = Engine(hash_mb=8)
    for position in games_positions(3, range(26, 30), 12):
        started = time.perf_counter()
        check_info(position, engine.play(position, Limit(time=0.2, exact_from=60)))
        assert time.perf_counter() - started < 0.2 + LATE


def test_proved_before_the_time_is_up() -> None:
    position = with_empties(10, 1)
    started = time.perf_counter()
    info = Engine(hash_mb=4).play(position, Limit(time=30))
    assert time.perf_counter() - started < 5
    assert info.exact


def test_seconds_are_counted_from_the_question() -> None:
    started = time.perf_counter()
    info = Engine(hash_mb=1).play(START, Limit(depth=8))
    assert info.seconds is not None
    assert 0 < info.seconds <= time.perf_counter() - started
