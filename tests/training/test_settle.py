"""Settling: the games it goes by, and that scale and means come out as the outcomes say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from outflank.board import Board
from outflank.board.square import Move
from outflank.core.bulk import NO_DISC
from outflank.evaluation import engine_features, load_evaluation_weights, read_weights
from outflank.evaluation.shipped import shipped_file
from outflank.training import EVALUATION
from outflank.training.check import empties_of, values_of
from outflank.training.engine_labels import EngineLabeller
from outflank.training.recipe import RecipeError, Settling
from outflank.training.settle import ENOUGH_FOR_MEAN, Games, Outcomes, settle

PLAN = Settling(games=25, depth=2, selectivity=100, exact_from=6, random_plies=(3, 20), plies=2)
FEATURES = engine_features()
PLIES = 2


def games(folder: Path, seed: int = 1) -> Games:
    return Games(folder, PLAN, seed, load_evaluation_weights())


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_positions_and_outcomes_are_those_of_the_games(tmp_path: Path) -> None:
    made = games(tmp_path)
    made.make(1, lambda _games: None)
    rows = np.load(tmp_path / "games-000.npy")
    expected = []
    for row in rows:
        board = Board(auto_pass=True)
        for ply, square in enumerate(row["discs"][row["discs"] != NO_DISC].tolist()):
            if ply >= row["random_plies"]:
                sign = 1 if board.turn.name == "BLACK" else -1
                position = board.position
                expected.append((position.player, position.opponent, sign * int(row["score"])))
            board.push(Move(square))
        outcome = board.outcome()
        assert outcome is not None
        assert outcome.score == row["score"]
    found = made.outcomes()
    columns = (found.players.tolist(), found.opponents.tolist(), found.scores.tolist())
    assert list(zip(*columns, strict=True)) == expected


def test_games_depend_neither_on_threads_nor_on_what_was_there(tmp_path: Path) -> None:
    told: list[int] = []
    for name, threads in (("one", 1), ("two", 2)):
        games(tmp_path / name).make(threads, told.append)
    assert content(tmp_path / "one") == content(tmp_path / "two")
    assert sum(told) == 2 * PLAN.games
    (tmp_path / "two" / "games-000.npy").write_bytes(b"damaged")
    games(tmp_path / "two").make(1, told.append)
    assert content(tmp_path / "one") == content(tmp_path / "two")
    games(tmp_path / "other", seed=2).make(1, told.append)
    assert content(tmp_path / "one") != content(tmp_path / "other")


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """Positions of one phase that the evaluation's scale can be told from, and some above."""
    plan = Settling(2000, 1, 100, 2, (8, 30), PLIES)
    made = Games(tmp_path_factory.mktemp("games"), plan, 3, load_evaluation_weights())
    made.make(2, lambda _games: None)
    found = made.outcomes()
    empties = empties_of(found.players, found.opponents)
    those = (empties >= 16) & (empties < 32)
    return Outcomes(*(column[those] for column in found))


def test_a_wrong_scale_and_wrong_means_are_set_right(positions: Outcomes) -> None:
    shipped = read_weights(shipped_file(FEATURES), FEATURES)
    true = (shipped.steps / np.float32(shipped.steps_per_disc)).astype(np.float32)
    repeated = Outcomes(*(np.tile(column, 4) for column in positions))
    values = values_of(shipped, *repeated[:2])
    wrong = (true / np.float32(1.25)).astype(np.float32)
    # Outcomes that the true weights explain but for a disc and a half.
    found = settle(FEATURES, wrong, 4, PLIES, repeated._replace(scores=values + np.float32(1.5)))
    assert np.allclose(found[:4, :1000], wrong[:4, :1000])  # solved: not scaled
    patterns = slice(0, 1000)
    for phase in (4, 5, 6, 7):
        seen = np.abs(true[phase, patterns]) > 0.5
        ratio = found[phase, patterns][seen] / true[phase, patterns][seen]
        assert np.allclose(ratio, 1.0, atol=0.02), phase
    # Above the last phase that tells its scale the one below counts.
    assert np.allclose(found[9, patterns], 1.25 * wrong[9, patterns], rtol=0.03)


def test_searches_come_out_right_in_the_mean(positions: Outcomes) -> None:
    shipped = read_weights(shipped_file(FEATURES), FEATURES)
    true = (shipped.steps / np.float32(shipped.steps_per_disc)).astype(np.float32)
    empties = empties_of(positions.players, positions.opponents)
    those = np.flatnonzero(empties == 20)
    repeated = np.tile(those, 1 + ENOUGH_FOR_MEAN // len(those))[:ENOUGH_FOR_MEAN]
    masks = positions.players[repeated], positions.opponents[repeated]
    labeller = EngineLabeller(load_evaluation_weights(), PLIES, 100)
    wanted = labeller(*masks) + np.float32(5)
    found = settle(FEATURES, true, 4, PLIES, Outcomes(*masks, wanted))
    change = found - true
    phase = FEATURES.phases[20 - PLIES]
    places = np.flatnonzero(change[phase])
    # The leaves' number of empties gets it, and those two and four above.
    assert change[phase, places].tolist() == pytest.approx([5.0], abs=0.1)
    assert np.count_nonzero(change[:phase]) == 0
    assert all(np.count_nonzero(row) == 2 for row in change[phase + 1 : 14])


def test_what_cannot_settle_is_refused() -> None:
    for wrong in ({"games": 0}, {"random_plies": (5, 3)}, {"plies": 3}, {"plies": 0}):
        with pytest.raises(RecipeError):
            Settling(**{**EVALUATION.as_json()["settling"], **wrong})
