"""Settling: the games it goes by, and that scale and means come out as the outcomes say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from outflank.board import Board
from outflank.board.square import Move
from outflank.core.bulk import NO_DISC
from outflank.evaluation import (
    NetworkWeights,
    engine_features,
    load_evaluation_weights,
    read_weights,
)
from outflank.evaluation.network import SCALE_ONE
from outflank.evaluation.shipped import as_network, shipped_file
from outflank.training import EVALUATION, TrainingError
from outflank.training.check import empties_of, values_of
from outflank.training.engine_labels import EngineLabeller
from outflank.training.recipe import RecipeError, Settling
from outflank.training.settle import (
    FEWEST_FOR_SCALE,
    FOR_MEAN,
    FOR_SCALE,
    Games,
    Outcomes,
    _scaled,
    can_settle,
    settle,
)

PLAN = Settling(games=25, depth=2, selectivity=100, exact_from=6, random_plies=(3, 20), plies=2)
FEATURES = engine_features()
MANY = Settling(games=2000, depth=1, selectivity=100, exact_from=2, random_plies=(8, 30), plies=2)


def shipped() -> NetworkWeights:
    return as_network(read_weights(shipped_file(FEATURES), FEATURES))


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


def test_games_that_a_changed_bit_makes_others_are_played_again(tmp_path: Path) -> None:
    games(tmp_path).make(1, lambda _games: None)
    path, wanted = tmp_path / "games-000.npy", content(tmp_path)
    damaged = bytearray(path.read_bytes())
    damaged[200] ^= 0x40
    path.write_bytes(damaged)
    games(tmp_path).make(1, lambda _games: None)
    assert content(tmp_path) == wanted


def test_games_that_are_gone_are_named(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"games-000\.npy: gone or damaged"):
        games(tmp_path).outcomes()


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """Positions of four phases that the evaluation's scale can be told from."""
    made = Games(tmp_path_factory.mktemp("games"), MANY, 3, load_evaluation_weights())
    made.make(2, lambda _games: None)
    found = made.outcomes()
    empties = empties_of(found.players, found.opponents)
    those = (empties >= 16) & (empties < 32)
    return Outcomes(*(column[those] for column in found))


def test_a_wrong_scale_and_wrong_means_are_set_right(positions: Outcomes) -> None:
    true = shipped()
    values = values_of(true, *positions[:2])
    scales = true.scales.astype(float)
    wrong = replace(true, scales=np.rint(scales / 1.25).astype(np.int16))
    # Outcomes that the true weights explain but for a disc and a half.
    found = settle(wrong, 4, MANY, positions._replace(scores=values + np.float32(1.5)))
    assert (found.scales[:4] == wrong.scales[:4]).all()  # solved: not scaled
    assert np.allclose(found.scales[4:8], scales[4:8], rtol=0.02)
    # Above the last phase that tells its scale the one below counts.
    assert np.allclose(found.scales[8:], 1.25 * wrong.scales[8:], rtol=0.03)


def test_searches_come_out_right_in_the_mean(positions: Outcomes) -> None:
    true = shipped()
    empties = empties_of(positions.players, positions.opponents)
    those = np.flatnonzero(empties == 20)[: round(FOR_MEAN * MANY.games)]
    masks = positions.players[those], positions.opponents[those]
    labeller = EngineLabeller(load_evaluation_weights(), MANY.plies, 100)
    wanted = labeller(*masks) + np.float32(5)
    found = settle(true, 4, MANY, Outcomes(*masks, wanted))
    change = found.starts[:, 1].astype(float) - true.starts[:, 1]
    change *= true.scales[np.array(FEATURES.phases[:64])] / (64 * 4096)
    # The leaves' number of empties gets it, and those two and four above, and so on.
    raised = np.arange(18, 64 - MANY.plies + 1, 2)
    assert change[raised] == pytest.approx(5.0, abs=0.1)
    assert np.count_nonzero(change) == len(raised)
    assert (found.scales == true.scales).all()


@pytest.mark.parametrize(("games", "told"), [(500, True), (2000, True), (2400, False), (10, True)])
def test_as_many_positions_are_enough_as_games_give(
    games: int, told: bool, positions: Outcomes
) -> None:
    """Of fewer games fewer positions, but never fewer than tell anything."""
    true, values = shipped(), values_of(shipped(), *positions[:2])
    seventh = np.flatnonzero(phases_of(positions) == 7)[: round(FOR_SCALE * 2000)]
    for number, enough in ((len(seventh), told), (FEWEST_FOR_SCALE - 1, False)):
        those = Outcomes(*(column[seventh[:number]] for column in positions))
        scores = 0.8 * values[seventh[:number]]
        found = settle(true, 4, replace(MANY, games=games), those._replace(scores=scores))
        ratio = found.scales[7] / true.scales[7]
        assert ratio == pytest.approx(0.8 if enough else 1, abs=0.01)


def phases_of(positions: Outcomes) -> np.ndarray:
    phases: np.ndarray = np.array(FEATURES.phases)[
        empties_of(positions.players, positions.opponents)
    ]
    return phases


@pytest.mark.parametrize("factor", [-1.0, 0.0, 1e4, np.nan])
def test_a_phase_whose_scale_makes_no_sense_takes_that_below(
    factor: float, positions: Outcomes
) -> None:
    true = shipped()
    phases, values = phases_of(positions), values_of(true, *positions[:2]).astype(float)
    for wrong, below in ((4, 1.0), (6, 0.9)):
        scores = np.where(phases == wrong, factor, 0.9) * values
        scaled = _scaled(true, 4, MANY.games, positions._replace(scores=np.float32(scores)))
        assert scaled.scales[wrong] / true.scales[wrong] == pytest.approx(below, abs=0.01)
        assert scaled.scales[7] / true.scales[7] == pytest.approx(0.9, abs=0.01)


def test_a_phase_that_has_no_room_for_the_scale_below_keeps_its_own(positions: Outcomes) -> None:
    true, scales = shipped(), shipped().scales.copy()
    scales[9] = 2 * SCALE_ONE
    wrong = replace(true, scales=scales)
    scores = 1.2 * values_of(wrong, *positions[:2])
    scaled = _scaled(wrong, 4, MANY.games, positions._replace(scores=scores))
    assert scaled.scales[9] == scales[9]
    assert scaled.scales[8] / scales[8] == pytest.approx(1.2, abs=0.01)


def test_a_phase_of_one_value_has_no_scale(positions: Outcomes) -> None:
    same = Outcomes(*(np.full_like(column, column[0]) for column in positions))
    assert (_scaled(shipped(), 4, MANY.games, same).scales == shipped().scales).all()


def test_a_mean_that_cannot_be_is_named(positions: Outcomes) -> None:
    far = positions._replace(scores=positions.scores + np.float32(1e5))
    with pytest.raises(TrainingError, match=r"the mean at 14 empties: starts are within \d+, not"):
        settle(shipped(), 15, MANY, far)


def test_few_games_change_nothing(tmp_path: Path) -> None:
    few = replace(MANY, games=60)
    assert can_settle(MANY)
    assert not can_settle(few)
    made = Games(tmp_path, few, 1, load_evaluation_weights())
    made.make(1, lambda _games: None)
    true = shipped()
    found = settle(true, 4, few, made.outcomes())
    assert (found.starts == true.starts).all()
    assert (found.scales == true.scales).all()


def test_what_cannot_settle_is_refused() -> None:
    for wrong in ({"games": 0}, {"random_plies": (5, 3)}, {"plies": 3}, {"plies": 0}):
        with pytest.raises(RecipeError):
            Settling(**{**EVALUATION.as_json()["settling"], **wrong})
