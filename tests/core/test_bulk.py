"""Kernels over many positions: values of the search, moves that keep them, whole games."""

from __future__ import annotations

import numpy as np
import pytest

from exact import with_empties
from outflank.board import Board, Move, Position
from outflank.core import bulk
from outflank.engine import Engine, Limit, solve, solve_all
from outflank.evaluation import load_evaluation_weights
from outflank.jobs.depths import Depths
from outflank.jobs.label import NO_VALUE, LabelSpec, Task
from outflank.jobs.selfplay import SelfPlaySpec
from outflank.jobs.selfplay import Task as Games
from outflank.training.engine_labels import EngineLabeller

pytestmark = pytest.mark.core

POSITIONS = [with_empties(empties, 70 + empties) for empties in (0, 1, 2, 4, 5, 7, 9, 11, 13, 18)]
#: One side has no disc: the game is over, with more empties than a search has room for.
BARE = [Position(0, 0), Position(1, 0), Position(0, 3)]
#: Black passes.
PASS = Position.from_text("OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X")


def task(positions: list[Position]) -> Task:
    return Task(
        np.array([position.player for position in positions], np.uint64),
        np.array([position.opponent for position in positions], np.uint64),
    )


EXACT = Depths.of(Limit())


@pytest.mark.parametrize("every_move", [False, True])
def test_proved_values_and_moves_that_keep_them(every_move: bool) -> None:
    positions = [*POSITIONS, *BARE, PASS]
    rows = LabelSpec(EXACT, every_move, 1).worker().run(task(positions))
    for position, row in zip(positions, rows, strict=True):
        value, best = int(row["value"]), int(row["best"])
        assert value == solve(position).lower
        if position.is_game_over():
            assert best == -1
            continue
        assert -solve(position.play(Move(best))).lower == value
        if every_move:
            scores = solve_all(position).moves or {}
            found = {Move(n): worth for n, worth in enumerate(row["moves"]) if worth != NO_VALUE}
            assert found == {move: score.value for move, score in scores.items()}


@pytest.mark.parametrize("depth", [1, 2, 3, 6])
@pytest.mark.parametrize("every_move", [False, True])
def test_values_in_full_width_are_those_of_the_engine(depth: int, every_move: bool) -> None:
    positions = [with_empties(empties, empties) for empties in (12, 20, 30, 44, 55)]
    depths = Depths.of(Limit(depth=depth, selectivity=100))
    rows = LabelSpec(depths, every_move, 1).worker().run(task(positions))
    engine = Engine(strict=True, hash_mb=1)
    for position, row in zip(positions, rows, strict=True):
        if position.is_game_over():
            continue
        engine.new_game()
        info = engine.analyse(position, Limit(depth=depth, selectivity=100, exact_from=0))[0]
        assert info.score is not None
        assert row["value"] == info.score.value
        lines = engine.analyse(position, Limit(depth=depth, selectivity=100, exact_from=0), 64)
        worth = {line.move: line.score.value for line in lines if line.score is not None}
        assert worth[Move(int(row["best"]))] == row["value"]
        if every_move:
            found = {Move(n): worth for n, worth in enumerate(row["moves"]) if worth != NO_VALUE}
            assert found == worth


@pytest.mark.parametrize("limit", [Limit(depth=9), Limit(depth=60, selectivity=73)])
def test_selective_moves_are_legal_and_nothing_is_remembered(limit: Limit) -> None:
    positions = [with_empties(16 + seed % 5, seed) for seed in range(12)]
    worker = LabelSpec(Depths.of(limit), False, 1).worker()
    first = worker.run(task(positions))
    worker.run(task(positions[::-1]))
    assert (worker.run(task(positions)) == first).all()
    for position, row in zip(positions, first, strict=True):
        best = int(row["best"])
        assert (best == -1) == position.is_game_over()
        if best >= 0:
            position.play(Move(best))


def test_games_are_legal_end_as_they_say_and_depend_on_seed_and_number_alone() -> None:
    spec = SelfPlaySpec(Depths.of(Limit(depth=2, exact_from=6)), (3, 20), 5, 1)
    rows = spec.worker().run(Games(10, 30))
    parts = [spec.worker().run(Games(first, first + 5)) for first in range(10, 30, 5)]
    random_part = np.concatenate(parts)
    for row, other in zip(rows, random_part, strict=True):
        board, plies = Board(), int(row["random_plies"])
        board.auto_pass = True
        squares = [int(disc) for disc in row["discs"] if disc != bulk.NO_DISC]
        for square in squares:
            board.push(Move(square))
        outcome = board.outcome()
        assert outcome is not None
        assert outcome.score == row["score"]
        assert 3 <= plies <= 20
        assert other["random_plies"] == plies
        assert other["discs"][:plies].tolist() == row["discs"][:plies].tolist()
    openings = {tuple(row["discs"][:3]) for row in rows}
    assert len(openings) > 10


def test_the_bare_evaluation() -> None:
    positions = [with_empties(empties, empties) for empties in (5, 20, 40)]
    labels = EngineLabeller(load_evaluation_weights(), 0, 100)
    whole = EngineLabeller(load_evaluation_weights(), 1, 100)
    masks = task([*positions, *BARE, PASS])
    values = labels(*masks)
    assert values[3:6].tolist() == [0, 64, -64]
    assert values[6] == -labels(*task([PASS.passed()]))[0]
    # One ply is the best of the bare values after each move, rounded.
    for position, value in zip(positions, whole(*task(positions)), strict=True):
        if position.legal_mask:
            after = labels(*task([position.play(Move(s)) for s in position.legal_moves]))
            assert abs(max(-after) - value) <= 0.5
