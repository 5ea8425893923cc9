"""The groups of the network: what each learns from, and where what it came to stands."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from evaluation.networks import are_equal
from outflank.evaluation import NetworkWeights
from outflank.evaluation.files import write_array
from outflank.evaluation.network import LANES, PLIES
from outflank.training import EVALUATION, Network, StageReport, TrainingError, groups
from outflank.training.fit import root_mean_square
from outflank.training.groups import Fitting
from outflank.training.network import Group, predict_group
from outflank.training.shards import Sample, apart
from outflank.training.stages import read_group, write_group

#: With so few positions all of them have to count.
PLAN = Network(
    groups=(4, 3, 8), beside=(0.5, 0.25), epochs=2, spread_from=2, kept_from=1, caution=100.0
)
RECIPE = replace(EVALUATION.scaled(1e-9), network=PLAN)
FEATURES = RECIPE.features
GENERATION = 3


def label(players: np.ndarray, opponents: np.ndarray) -> np.ndarray:
    """Discs, and something that the fit cannot explain."""
    discs = np.bitwise_count(players).astype(np.float32) - np.bitwise_count(opponents)
    return discs + (players % np.uint64(7)).astype(np.float32)


def samples(folder: Path) -> dict[int, Sample]:
    """The labelled positions of each phase, as many as the recipe says."""
    found = {}
    for stage in RECIPE.generations[GENERATION - 1]:
        at = folder / f"phase-{stage.phase}"
        at.mkdir(parents=True, exist_ok=True)
        found[stage.phase] = Sample(
            folder=at,
            name="positions",
            positions=stage.positions,
            empties=RECIPE.empties(stage),
            styles=(replace(RECIPE.styles[0], share=1.0),),
            stray_among=RECIPE.stray_among,
            key=(1, stage.phase),
            features=FEATURES,
            player_weights=None,
        )
        found[stage.phase].make(lambda: label, 1, lambda _positions: None)
    return found


def fitting(folder: Path) -> Fitting:
    return Fitting(folder, GENERATION, RECIPE, samples(folder))


Made = tuple[Path, NetworkWeights, list[StageReport], list[int]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The folder, what came out, and what was told meanwhile."""
    folder, told = tmp_path_factory.mktemp("groups"), list[int]()
    return (folder, *fitting(folder).make(1, told.append), told)


def tables(folder: Path) -> list[bytes]:
    return [(folder / f"group-{number}" / "rows.npy").read_bytes() for number in range(3)]


def test_the_work_is_told_bit_by_bit(made: Made) -> None:
    told = made[3]
    assert sum(told) == sum(RECIPE.fitted(number) for number in range(3))
    assert sum(part > 0 for part in told) == 3 * PLAN.epochs


def test_what_was_fitted_is_not_fitted_again(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, told = Path(shutil.copytree(made[0], tmp_path / "begun")), list[int]()
    shutil.rmtree(folder / "group-1")
    fitted: list[range] = []
    fit = groups.fit_group
    monkeypatch.setattr(
        groups,
        "fit_group",
        lambda group, *others: fitted.append(group.phases) or fit(group, *others),
    )
    weights, reports = fitting(folder).make(2, told.append)
    assert fitted == [range(4, 7)]
    assert are_equal(weights, made[1])
    assert reports == made[2]
    assert tables(folder) == tables(made[0])
    assert told[0] == RECIPE.fitted(0) + RECIPE.fitted(2)
    assert sum(told) == sum(RECIPE.fitted(number) for number in range(3))


def test_what_is_learnt_is_as_important_as_it_is_near(tmp_path: Path) -> None:
    importance = fitting(tmp_path)._learnt(1).importance
    values, counts = np.unique(importance, return_counts=True)
    # Of 100 positions of its own phases 5 are kept apart.
    assert dict(zip(values.tolist(), counts.tolist(), strict=True)) == {
        0.25: 2 * 100,
        0.5: 2 * 100,
        1.0: 3 * 95,
    }


@pytest.mark.parametrize(
    ("phase", "kept_apart", "changed"),
    [
        (5, True, [True, False, True]),  # what its own group keeps apart others learn from
        (5, False, [True, True, True]),
        (3, True, [False, True, False]),
        (3, False, [True, True, False]),
        (9, True, [False, False, False]),
        (9, False, [False, False, True]),
    ],
)
def test_groups_learn_from_what_is_near_and_not_kept_apart(
    phase: int, kept_apart: bool, changed: list[bool], made: Made, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(made[0], tmp_path / "other"))
    path = folder / f"phase-{phase}" / "positions-000.npy"
    labelled = np.load(path)
    labelled["label"][(np.arange(len(labelled)) % 20 == 0) == kept_apart] += 10
    write_array(path, labelled)
    for number in range(3):
        shutil.rmtree(folder / f"group-{number}")
    fitting(folder).make(1, lambda _work: None)
    pairs = zip(tables(folder), tables(made[0]), strict=True)
    assert [one != other for one, other in pairs] == changed


def test_tables_stand_where_they_belong(tmp_path: Path) -> None:
    """Each group's patterns, the plies and the moves of its own phases, whatever others say."""
    for number, phases in enumerate(PLAN.phases):
        group = Group(FEATURES, phases)
        table = np.full((group.entries, LANES), number + 1, np.float32)
        _, plies, moves = group.parts(table)
        plies += np.arange(PLIES, dtype=np.float32)[:, None] / 64
        moves += np.array(phases, np.float32)[:, None, None] / 16
        write_group(tmp_path / f"group-{number}", table, [report(phase) for phase in phases])
    weights, reports = fitting(tmp_path).make(1, lambda _work: None)
    assert weights.groups == (0,) * 4 + (1,) * 3 + (2,) * 8
    assert weights.recipe_hash == RECIPE.hash
    for number, rows in enumerate(weights.patterns.weights):
        assert (rows == 64 * (number + 1)).all()
    for phase, number in enumerate(weights.groups):
        assert (weights.moves.weights[phase] == 64 * (number + 1) + 4 * phase).all()
    for empties, start in enumerate(weights.starts[:, 1].tolist()):
        assert start == 64 * (weights.groups[FEATURES.phases[empties]] + 1) + empties
    assert reports == [report(phase) for phase in range(15)]


def report(phase: int) -> StageReport:
    return StageReport(3, phase, 0, 0, 8, 100, 1.0, 2.0)


def test_reports_are_of_the_positions_that_are_kept_apart(made: Made) -> None:
    folder, _, reports, _ = made
    found = samples(folder)
    assert [each.phase for each in reports] == list(range(15))
    for number, phases in enumerate(PLAN.phases):
        group = Group(FEATURES, phases)
        read = read_group(folder / f"group-{number}", (group.entries, LANES), len(phases))
        assert read is not None
        for phase in phases:
            *masks, labels = apart(found[phase].load()[::20])
            errors = labels - predict_group(group.entries_of(*masks), read[0])
            assert reports[phase].error == root_mean_square(errors)
            assert reports[phase].deviation == root_mean_square(labels - labels.mean())
            assert reports[phase].positions == 100
            empties = reports[phase].fewest_empties, reports[phase].most_empties
            assert empties == FEATURES.empties[phase]


def test_a_group_that_is_gone_is_named(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the tables of others would be taken for its own."""
    folder = Path(shutil.copytree(made[0], tmp_path / "begun"))
    shutil.rmtree(folder / "group-1")
    monkeypatch.setattr(groups, "write_group", lambda *_written: None)
    with pytest.raises(TrainingError, match="group-1: gone or damaged"):
        fitting(folder).make(1, lambda _work: None)


def test_a_sample_that_is_gone_is_named(made: Made, tmp_path: Path) -> None:
    begun = fitting(Path(shutil.copytree(made[0], tmp_path / "begun")))
    shutil.rmtree(begun.folder / "group-1")
    (begun.folder / "phase-8" / "positions-000.npy").unlink()
    with pytest.raises(TrainingError, match=r"positions-000\.npy: gone or damaged"):
        begun.make(1, lambda _work: None)
