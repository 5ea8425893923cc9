"""Every position, level and driver: passes, ends, full boards, mirrors, and thousands at random."""

from __future__ import annotations

import random
from itertools import cycle

import pytest

from engine.searches import DRIVERS, check_exact, check_info, games_positions, in_units
from exact import plain_score, scattered, with_empties
from outflank.board import PASS, Board, Move, Position
from outflank.engine import LEVELS, Engine, Limit, solve
from outflank.evaluation.evaluators import EVALUATORS

START = Position.start()
FULL = Position(0xFFFFFFFF00000000, 0x00000000FFFFFFFF)
EMPTY = Position(0, 0)
#: The player has no disc, with the board half empty: nobody can move.
WIPED_OUT = Position(0, 0x0000001818FFFF00)
#: h1 takes the last discs of the other side; the score is 64 with squares left.
WIPES_OUT = Position(0x1, 0x7E)

each_driver = pytest.mark.parametrize("driver", DRIVERS)


@each_driver
@pytest.mark.parametrize("over", [FULL, EMPTY, WIPED_OUT, Position(1, 0), Position(5, 2)])
def test_a_finished_game_is_said_to_be_one(driver: str, over: Position) -> None:
    engine = Engine(driver=driver, hash_mb=1, level=5)
    if over == Position(5, 2):
        over = Position(5 << 30, 1)
    assert over.is_game_over()
    for info in (engine.play(over), engine.analyse(over, multipv=3)[0]):
        check_info(over, info)
        assert str(info)


@each_driver
@pytest.mark.parametrize("evaluator", EVALUATORS)
def test_a_wipe_out_is_seen_at_any_depth(driver: str, evaluator: str) -> None:
    engine = Engine(driver=driver, evaluator=evaluator, hash_mb=1)
    for depth in (1, 2, 5, 12):
        info = engine.analyse(WIPES_OUT, Limit(depth=depth))[0]
        check_info(WIPES_OUT, info)
        assert info.move == Move("h1")
        assert info.score is not None
        assert info.score.value == 64 * (1000 if evaluator != "patterns" else 1)


@each_driver
def test_one_empty_square(driver: str) -> None:
    engine = Engine(driver=driver, hash_mb=1)
    for position in games_positions(40, range(1, 2), 10):
        for limit in (Limit(depth=1), Limit(), Limit(nodes=1), Limit(time=0.01)):
            info = engine.analyse(position, limit, multipv=2)[0]
            check_exact(position, info, plain_score(position.player, position.opponent))


@each_driver
@pytest.mark.parametrize("evaluator", EVALUATORS)
def test_passes_are_played_and_crossed(driver: str, evaluator: str) -> None:
    # Else deeper entries, which one of the two searches finds, may answer.
    engine = Engine(driver=driver, evaluator=evaluator, hash_mb=1, strict=True)
    passes = [p for p in games_positions(600, range(3, 40), 77) if p.must_pass][:6]
    assert len(passes) == 6
    for position in passes:
        for depth in (1, 4, 7):
            info = engine.analyse(position, Limit(depth=depth, selectivity=100))[0]
            check_info(position, info)
            assert info.move == PASS
            after = engine.analyse(position.passed(), Limit(depth=depth, selectivity=100))[0]
            assert in_units(info, evaluator) == -in_units(after, evaluator)


@pytest.mark.parametrize("empties", [61, 62])
def test_emptier_than_any_game(empties: int) -> None:
    """No game leads there, but each has a move."""
    position = {61: Position(1, 2 | 1 << 63), 62: Position(1, 2)}[empties]
    for driver in DRIVERS:
        for evaluator in EVALUATORS:
            engine = Engine(driver=driver, evaluator=evaluator, hash_mb=1)
            check_info(position, engine.play(position, Limit(depth=5)))
            check_info(position, engine.play(position, Limit(time=0.02)))
            check_info(position, engine.play(position, Limit(clock=10, depth=4)))
    for level in ("0", "11", "60"):
        check_info(position, Engine(level=level, hash_mb=1).play(position, Limit(nodes=2_000)))


def test_a_board_keeps_its_colours_out_of_it() -> None:
    board = Board.from_transcript("f5d6c3d3c4")
    engine = Engine(hash_mb=1)
    first = engine.play(board, Limit(depth=6))
    engine.new_game()
    assert engine.play(board.position, Limit(depth=6)).pv == first.pv


@each_driver
def test_mirrored_positions_have_mirrored_answers(driver: str) -> None:
    """The values of all moves, move by move: among moves of one value the first square wins."""
    engine = Engine(driver=driver, strict=True, hash_mb=1)
    for position in games_positions(3, range(12, 58, 17), 19):
        lines = engine.analyse(position, Limit(depth=5), multipv=64)
        values = {line.move: in_units(line, "patterns") for line in lines}
        for image in position.symmetries()[1:]:
            engine.new_game()
            mirrored = engine.analyse(image, Limit(depth=5), multipv=64)
            assert mirrored[0].score == lines[0].score
            assert sorted(in_units(line, "patterns") for line in mirrored) == sorted(
                values.values()
            )
            # The reply to each move is an image of a reply to a move of the same value.
            images = {
                position.play(move).canonical(): value
                for move, value in values.items()
                if move is not None
            }
            for line in mirrored:
                assert line.move is not None
                assert images[image.play(line.move).canonical()] == in_units(line, "patterns")


def test_mirrored_endgames_have_one_score() -> None:
    engine = Engine(hash_mb=1)
    for position in games_positions(6, range(6, 15), 4):
        scores = {
            engine.analyse(image, Limit(exact_from=60))[0].score for image in position.symmetries()
        }
        assert len(scores) == 1


def fuzz(count: int, seed: int) -> None:
    """Scattered discs and positions of games, at levels 1 to 4, by every driver in turn."""
    choices = random.Random(seed)
    engines = [
        Engine(level=level, driver=driver, hash_mb=0.1)
        for level, driver in zip(cycle(range(1, 5)), DRIVERS, strict=False)
    ]
    for number in range(count):
        if number % 2:
            position = scattered(choices.randint(0, 62), choices)
        else:
            position = with_empties(choices.randint(1, 59), choices.randrange(1 << 30))
        check_info(position, engines[choices.randrange(4)].play(position))


def test_three_hundred_positions_at_random() -> None:
    fuzz(300, 1)


@pytest.mark.slow
def test_ten_thousand_positions_at_random() -> None:
    fuzz(10_000, 2)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_answers(level: str) -> None:
    engine = Engine(level=level, hash_mb=4)
    for position in (with_empties(33, 3), with_empties(16, 4), with_empties(5, 1)):
        check_info(position, engine.play(position, Limit(time=0.05)))
        check_info(position, engine.analyse(position, Limit(time=0.03), multipv=2)[0])


@pytest.mark.parametrize("level", ["0", "1", "3", "6", "10", *list(LEVELS)[:6]])
def test_quick_levels_end_by_themselves(level: str) -> None:
    engine = Engine(level=level, hash_mb=4)
    for position in (START, with_empties(33, 3), with_empties(9, 1)):
        info = engine.play(position)
        check_info(position, info)
        depth, _ = LEVELS[level].stage(position.empties)
        assert info.depth == max(1, depth)


def test_a_level_s_endgame_is_exact() -> None:
    for level in (8, 10, 13):
        position = with_empties(14, 3)
        engine = Engine(level=level, hash_mb=4)
        check_exact(position, engine.play(position), solve(position).lower)


def test_weak_levels_draw_the_same_moves_from_the_same_seed() -> None:
    for name in list(LEVELS)[:6]:
        moves = []
        for seed in (1, 1, 2, 3, 4, 5):
            engine = Engine(level=name, seed=seed, hash_mb=1)
            moves.append(
                [engine.play(position).move for position in games_positions(8, range(20, 50), 6)]
            )
        assert moves[0] == moves[1]
        if name in {"first-steps", "beginner"}:
            assert len(set(map(tuple, moves))) > 1


def test_e139_values_of_one_search_are_not_taken_for_another_s() -> None:
    """Egaroucid 139: +28 b2 was said after a short search over the same table; +32 g7 it is."""
    position = Position.from_text(
        "--OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXX X"
    )
    for driver in DRIVERS:
        engine = Engine(driver=driver, hash_mb=4)
        for depth in range(1, position.empties):
            engine.analyse(position, Limit(depth=depth))
        info = engine.analyse(position, Limit(exact_from=60))[0]
        check_exact(position, info, 32)
        assert info.move == Move("g7")
        reply = engine.analyse(position.play("g7"), Limit(exact_from=60))[0]
        check_exact(position.play("g7"), reply, -32)
        assert reply.move in {Move("a6"), Move("b8")}


def test_a_bound_is_not_reused_as_a_value_at_another_window() -> None:
    """dekunobou 58, Egaroucid 65: drivers with other windows over one table, in turn."""
    for position in games_positions(6, range(10, 15), 88):
        score, engine = solve(position).lower, Engine(hash_mb=1)
        for driver in (*DRIVERS, *reversed(DRIVERS)):
            engine.configure(driver=driver)
            check_exact(position, engine.analyse(position, Limit())[0], score)
