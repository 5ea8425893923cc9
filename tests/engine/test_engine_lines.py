"""Principal variations and several lines: legal, as long as the search, worth their scores."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.searches import (
    ARTICLES,
    DRIVERS,
    ONE_BUCKET,
    check_exact,
    check_info,
    check_line,
    games_positions,
    in_units,
    minimax,
)
from outflank.board import PASS, Position
from outflank.engine import Engine, Info, Limit, LimitError, solve_all

each_driver = pytest.mark.parametrize("driver", DRIVERS)


@each_driver
@pytest.mark.parametrize("name", ["patterns", *ARTICLES])
@pytest.mark.parametrize("hash_mb", [ONE_BUCKET, 4])
def test_a_full_width_line_is_whole_and_worth_its_score(
    driver: str, name: str, hash_mb: float
) -> None:
    engine = Engine(strict=True, driver=driver, evaluator=name, hash_mb=hash_mb)
    for position in games_positions(6, range(5, 58, 8), DRIVERS.index(driver) * 50):
        for depth in (1, 2, 5, 8):
            info = engine.analyse(position, Limit(depth=depth))[0]
            check_info(position, info)
            check_line(position, info, name)


@pytest.mark.parametrize("threads", [1, 2])
def test_deep_lines_are_whole_too(threads: int) -> None:
    engine = Engine(strict=True, threads=threads, hash_mb=4)
    for position in games_positions(3, range(17, 26, 4), 2):
        for depth in (10, 12):
            info = engine.analyse(position, Limit(depth=depth))[0]
            check_info(position, info)
            check_line(position, info, "patterns")


@each_driver
def test_selective_lines_are_legal(driver: str) -> None:
    engine = Engine(driver=driver, hash_mb=1)
    for position in games_positions(8, range(14, 58, 6), 3):
        for depth in (6, 10):
            check_info(position, engine.analyse(position, Limit(depth=depth))[0])


def check_sorted(position: Position, lines: list[Info], name: str = "patterns") -> None:
    values = [in_units(line, name) for line in lines]
    assert values == sorted(values, reverse=True)
    assert len({line.move for line in lines}) == len(lines)
    for line in lines:
        check_info(position, line)


@each_driver
def test_lines_are_sorted_distinct_and_worth_their_scores(driver: str) -> None:
    engine = Engine(strict=True, driver=driver, hash_mb=1)
    alone = Engine(strict=True, driver=driver, hash_mb=1)
    for position in games_positions(5, range(8, 58, 10), 60):
        lines = engine.analyse(position, Limit(depth=5), multipv=4)
        assert len(lines) == min(4, max(1, len(position.legal_moves)))
        check_sorted(position, lines)
        for line in lines:
            check_line(position, line, "patterns")
        best = alone.analyse(position, Limit(depth=5))[0]
        assert in_units(best, "patterns") == in_units(lines[0], "patterns")


@each_driver
@pytest.mark.parametrize("name", ["patterns", "mtdf-article"])
def test_all_lines_have_the_values_of_plain_minimax(driver: str, name: str) -> None:
    engine = Engine(strict=True, driver=driver, evaluator=name, hash_mb=1)
    for position in games_positions(4, range(6, 58, 13), 12):
        lines = engine.analyse(position, Limit(depth=3), multipv=64)
        check_sorted(position, lines, name)
        assert len(lines) == max(1, len(position.legal_moves))
        for line in lines:
            assert line.move is not None
            below = 3 if line.move.is_pass else 2
            reply = minimax(position.play(line.move), min(below, position.empties), name)
            assert in_units(line, name) == -reply, f"{position.to_text()} {line.move}"


@each_driver
@pytest.mark.parametrize("threads", [1, 2])
def test_exact_lines_are_those_of_solve_all(driver: str, threads: int) -> None:
    engine = Engine(driver=driver, threads=threads, hash_mb=4)
    for position in games_positions(6, range(4, 17, 2), 70):
        lines = engine.analyse(position, Limit(exact_from=60), multipv=64)
        scores = solve_all(position, hash_mb=4).moves
        assert scores is not None
        assert {line.move for line in lines} == set(scores)
        check_sorted(position, lines)
        for line in lines:
            assert line.move is not None
            check_exact(position, line, int(scores[line.move].value))


def test_selective_lines_are_sorted_too() -> None:
    engine = Engine(hash_mb=1)
    for position in games_positions(6, range(12, 58, 8), 80):
        check_sorted(position, engine.analyse(position, Limit(depth=8), multipv=5))


def test_a_stopped_analysis_of_lines_is_that_of_the_iteration_before() -> None:
    engine = Engine(hash_mb=1)
    for position in games_positions(5, range(20, 58, 8), 9):
        for nodes in (1, 300, 3_000):
            lines = engine.analyse(position, Limit(nodes=nodes), multipv=3)
            assert len(lines) == min(3, max(1, len(position.legal_moves)))
            assert len({line.depth for line in lines}) == 1
            check_sorted(position, lines)


def test_a_pass_is_one_line() -> None:
    for position in games_positions(300, range(5, 30), 1):
        if position.must_pass:
            lines = Engine(hash_mb=1).analyse(position, Limit(depth=4), multipv=3)
            assert [line.move for line in lines] == [PASS]
            check_sorted(position, lines)
            break
    else:
        pytest.fail("no pass among the positions")


@pytest.mark.parametrize("lines", [0, 65, -1, 1.5, "3", None])
def test_lines_that_cannot_be(lines: object) -> None:
    with pytest.raises(LimitError, match="multipv"):
        Engine(hash_mb=1).analyse(Position.start(), Limit(depth=1), lines)


def test_improved_scores_agree_between_iterations() -> None:
    """Each report is one iteration, in order, deeper or surer than the one before."""
    engine = Engine(hash_mb=4)
    position = next(games_positions(1, range(19, 20), 5))
    seen: list[tuple[int, float]] = []
    engine.analyse(
        position, Limit(), report=lambda lines: seen.append((lines[0].depth, lines[0].selectivity))
    )
    assert seen[0] == (1, 73)
    assert seen[-1] == (19, 100)
    assert all(before < after for before, after in pairwise(seen))
