"""The check: errors as they are defined, on weights that are known."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from outflank.board import Color, Position
from outflank.evaluation import NetworkWeights, PatternWeights, engine_features, read_weights
from outflank.evaluation.shipped import shipped_file
from outflank.evaluation.weights import shape_of_steps
from outflank.games import read_games
from outflank.training.check import Check, check, values_of
from outflank.training.fit import entries_of

FEATURES = engine_features()


def positions(*moves: str) -> tuple[np.ndarray, np.ndarray]:
    """The positions after each of the moves."""
    position, found = Position.start(), []
    for move in moves:
        position = position.play_unchecked(next(s for s in position.legal_moves if str(s) == move))
        found.append(position)
    return tuple(
        np.array([getattr(position, side) for position in found], np.uint64)
        for side in ("player", "opponent")
    )


def always(discs: int, masks: tuple[np.ndarray, np.ndarray]) -> PatternWeights:
    """Weights that value every position of the phases of some at so many discs."""
    steps = np.zeros(shape_of_steps(FEATURES), np.int16)
    steps[:, entries_of(FEATURES, *masks)[:, -1]] = discs * FEATURES.steps_per_disc
    return PatternWeights(FEATURES, steps, {}, FEATURES.steps_per_disc)


MASKS = positions("f5", "d6", "c3", "d3")


def test_errors_are_those_of_the_values() -> None:
    scores = np.array([10, 2, 0, -4], np.float32)
    found = check(always(4, MASKS), *MASKS, scores)
    assert found == Check(
        positions=4,
        empties=56,
        mean_error=(6 + 2 + 4 + 8) / 4,
        error=pytest.approx(np.sqrt((36 + 4 + 16 + 64) / 4)),
        bias=(-6 + 2 + 4 + 8) / 4,
        winner_right=pytest.approx(2 / 3),
    )


def test_no_value_is_more_than_a_board() -> None:
    found = check(always(100, MASKS), *MASKS, np.full(4, 64, np.float32))
    assert (found.mean_error, found.winner_right) == (0, 1)


def test_a_network_is_asked_as_the_engine_asks_it() -> None:
    tables = always(4, MASKS)
    network = NetworkWeights.from_tables(tables).raised(56, 0.5)
    assert values_of(network, *MASKS).tolist() == [4, 4, 4, 4.5]


def test_draws_have_no_winner() -> None:
    assert check(always(1, MASKS), *MASKS, np.zeros(4, np.float32)).winner_right is None


def test_a_value_is_of_the_positions_own_phase() -> None:
    weights = always(0, MASKS)
    places = entries_of(FEATURES, *MASKS)
    for phase in (13, 14):
        weights.steps[phase, places[:, -1]] = phase
    masks = positions("f5", "d6", "c3", "d3", "c4")
    weights.steps[13, entries_of(FEATURES, *masks)[-1, -1]] = 13
    found = values_of(weights, *masks) * FEATURES.steps_per_disc
    assert found.tolist() == [14, 14, 14, 14, 13]


def scored_positions(path: Path) -> Iterator[tuple[int, int, int]]:
    """Positions of tournament games from which perfect play is recorded, with the score."""
    for game in read_games(path):
        for board, _ in game.steps():
            if board.position.empties == game.exact_from and not board.must_pass:
                black = 2 * game.theoretical - 64
                score = black if board.turn is Color.BLACK else -black
                yield board.position.player, board.position.opponent, score


def test_the_shipped_one_is_as_good_as_it_was(shared_data: Path) -> None:
    """Without a search, on a tournament's positions of 24 empties, as the records score them."""
    rows = list(scored_positions(shared_data / "wthor" / "WTH_2008.wtb"))[:1000]
    players, opponents, scores = zip(*rows, strict=True)
    weights = read_weights(shipped_file(FEATURES), FEATURES)
    masks = np.array(players, np.uint64), np.array(opponents, np.uint64)
    found = check(weights, *masks, np.array(scores, np.float32))
    assert found.empties == 24
    assert found.mean_error < 7
    assert abs(found.bias) < 2
    assert found.winner_right is not None
    assert found.winner_right > 0.85
