"""The training: what it makes, and that nothing that breaks it off changes that."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from evaluation.networks import are_equal, plain
from outflank.board import Position
from outflank.core.memory import Block
from outflank.evaluation import (
    FeatureSet,
    NetworkWeights,
    PatternWeights,
    Weights,
    engine_features,
    load_evaluation_weights,
    load_ordering_weights,
    ordering_features,
    read_weights,
)
from outflank.evaluation.files import write_array
from outflank.evaluation.shipped import block_of, shipped_file
from outflank.training import (
    EVALUATION,
    ORDERING,
    Network,
    Progress,
    Recipe,
    StageReport,
    TrainingError,
    check_weights,
    train_weights,
)
from outflank.training.check import values_of
from outflank.training.engine_labels import EngineLabeller
from outflank.training.evaluators import UNITS_PER_DISC, Evaluator, set_up, value
from outflank.training.induction import FEWEST_CHECKED
from outflank.training.shards import apart
from strategies import any_positions

#: Every stage of the recipes, with as few positions as a stage has.
TINY = ORDERING.scaled(1e-9)
#: A network learns from entries that many positions have: from so few all have to count.
TINY_EVALUATION = replace(
    EVALUATION.scaled(1e-9),
    network=Network(groups=(3, 3, 3, 3, 3), epochs=2, caution=100.0, spread_from=2, kept_from=2),
)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PatternWeights]:
    """The folder and the weights of a training in one piece."""
    folder = tmp_path_factory.mktemp("training")
    return folder, train_weights(folder, TINY)


@pytest.fixture(scope="module")
def evaluation(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, NetworkWeights]:
    """The same of the engine's evaluation."""
    folder = tmp_path_factory.mktemp("training")
    return folder, train_weights(folder, TINY_EVALUATION)


@pytest.fixture(
    scope="module",
    params=["shipped ordering", "trained ordering", "shipped evaluation", "trained evaluation"],
)
def trained(
    request: pytest.FixtureRequest,
    undisturbed: tuple[Path, PatternWeights],
    evaluation: tuple[Path, NetworkWeights],
) -> tuple[FeatureSet, Block, Callable[[Position], float]]:
    """What weights are for, the block that the engine has, and what they say by other ways."""
    found = {
        "shipped ordering": lambda: shipped(ordering_features()),
        "trained ordering": lambda: undisturbed[1],
        "shipped evaluation": lambda: shipped(engine_features()),
        "trained evaluation": lambda: evaluation[1],
    }[request.param]()
    return found.features, block_of(found), reckoned_by(found)


def reckoned_by(weights: Weights) -> Callable[[Position], float]:
    """Values in 1/64 disc: by tables as the trainer has them, by a network as it is drawn."""
    if isinstance(weights, NetworkWeights):
        slow = plain(weights)
        return lambda position: slow.value(position, position.empties)

    def value_of(position: Position) -> float:
        masks = (np.array([mask], np.uint64) for mask in (position.player, position.opponent))
        return float(values_of(weights, *masks)[0]) * int(UNITS_PER_DISC)

    return value_of


def shipped(features: FeatureSet) -> Weights:
    return read_weights(shipped_file(features), features)


@pytest.fixture
def begun(undisturbed: tuple[Path, PatternWeights], tmp_path: Path) -> Path:
    """A copy of that folder, to be damaged."""
    return Path(shutil.copytree(undisturbed[0], tmp_path / "begun"))


def files_of(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


class TestEngineAgreesWithTrainer:
    """A tied weight that is not copied to both of its entries costs nodes, and nothing else."""

    @given(position=any_positions())
    def test_on_all_images(
        self,
        trained: tuple[FeatureSet, Block, Callable[[Position], float]],
        position: Position,
    ) -> None:
        features, block, reckoned = trained
        evaluator, level = Evaluator(features, block, 1), np.int64(0)
        values = set()
        for image in position.symmetries():
            masks = np.uint64(image.player), np.uint64(image.opponent)
            set_up(evaluator.address, level, *masks)
            values.add(int(value(evaluator.address, level, *masks, np.int64(image.empties))))
            values.add(reckoned(image))
        assert len(values) == 1

    @pytest.mark.parametrize("recipe", [ORDERING, EVALUATION])
    def test_the_shipped_weights_are_those_of_the_recipe(self, recipe: Recipe) -> None:
        assert shipped(recipe.features).recipe_hash == recipe.hash

    @pytest.mark.parametrize("load", [load_ordering_weights, load_evaluation_weights])
    def test_the_engine_has_the_shipped_weights(self, load) -> None:
        features = {
            load_ordering_weights: ordering_features,
            load_evaluation_weights: engine_features,
        }[load]()
        assert (load().words == block_of(shipped(features)).words).all()


class TestResult:
    def test_every_phase_learns_something(self, undisturbed: tuple[Path, PatternWeights]) -> None:
        assert (undisturbed[1].steps != 0).any(axis=1).all()

    def test_the_weights_say_how_they_were_made(
        self, undisturbed: tuple[Path, PatternWeights]
    ) -> None:
        assert undisturbed[1].recipe_hash == TINY.hash
        assert undisturbed[1].features is ordering_features()

    def test_the_ordering_learns_what_the_shipped_evaluation_says(
        self, undisturbed: tuple[Path, PatternWeights]
    ) -> None:
        label = EngineLabeller(load_evaluation_weights(), depth=2, selectivity=100)
        for stage in undisturbed[0].glob("generation-*/phase-[09]"):
            *masks, labels = apart(np.load(stage / "positions-000.npy"))
            assert (labels == label(*masks)).all()

    def test_another_seed_makes_others(
        self, undisturbed: tuple[Path, PatternWeights], tmp_path: Path
    ) -> None:
        other = train_weights(tmp_path, TINY.seeded(2))
        assert (other.steps != undisturbed[1].steps).any()

    def test_threads_do_not_matter(
        self, undisturbed: tuple[Path, PatternWeights], tmp_path: Path
    ) -> None:
        train_weights(tmp_path, TINY, threads=3)
        assert files_of(tmp_path) == files_of(undisturbed[0])

    def test_an_evaluation_that_learnt_enough_predicts(self, tmp_path: Path) -> None:
        reports: list[StageReport] = []
        recipe = ORDERING.scaled(0.002)
        train_weights(tmp_path, recipe, lambda now: now.report and reports.append(now.report))
        last = [report for report in reports if report.generation == 2]
        assert all(report.error < 0.8 * report.deviation for report in last)


class TestProgress:
    def test_it_counts_every_position_once(self, tmp_path: Path) -> None:
        told: list[Progress] = []
        train_weights(tmp_path, TINY, told.append)
        assert [now.done for now in told] == sorted(now.done for now in told)
        assert told[-1].done == told[-1].total == TINY.positions
        reports = [now.report for now in told if now.report]
        assert [(r.generation, r.phase) for r in reports] == [
            (generation, stage.phase) for generation, stage in TINY.steps()
        ]
        again: list[Progress] = []
        train_weights(tmp_path, TINY, again.append)
        assert [now.report for now in again if now.report] == reports
        assert again[-1].done == TINY.positions


class TestBrokenOff:
    @pytest.mark.parametrize("after", [0, 1, 2, 700, 1050, 1999])
    def test_what_goes_on_ends_the_same(
        self, after: int, undisturbed: tuple[Path, PatternWeights], tmp_path: Path
    ) -> None:
        def stop(now: Progress) -> None:
            if now.done >= after:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            train_weights(tmp_path, TINY, stop)
        weights = train_weights(tmp_path, TINY)
        assert (weights.steps == undisturbed[1].steps).all()
        assert files_of(tmp_path) == files_of(undisturbed[0])

    def test_a_stop_ends_every_thread(self, tmp_path: Path) -> None:
        calls = 0

        def stop(now: Progress) -> None:
            nonlocal calls
            calls += 1
            if now.done > 300:
                raise ZeroDivisionError

        recipe = ORDERING.scaled(0.1)
        with pytest.raises(ZeroDivisionError):
            train_weights(tmp_path, recipe, stop, threads=3)
        told = calls
        time.sleep(0.3)
        assert calls == told

    def test_a_killed_process_goes_on(
        self, undisturbed: tuple[Path, PatternWeights], tmp_path: Path
    ) -> None:
        """Killed again and again, each time after some more files have been written."""
        program = (
            "import sys, pathlib; from outflank.training import ORDERING, train_weights\n"
            "train_weights(pathlib.Path(sys.argv[1]), ORDERING.scaled(1e-9))"
        )
        folder, wanted = tmp_path / "killed", files_of(undisturbed[0])
        for share in (0.2, 0.6):
            with subprocess.Popen([sys.executable, "-c", program, folder]) as process:
                while process.poll() is None and len(list(folder.rglob("*.npy"))) < share * 40:
                    time.sleep(0.001)
                process.kill()
        assert 0 < len(files_of(folder)) < len(wanted)
        train_weights(folder, TINY)
        found = {name: data for name, data in files_of(folder).items() if not _is_left_over(name)}
        assert found == wanted

    @pytest.mark.parametrize("name", ["positions-000.npy", "weights.npy", "report.json"])
    @pytest.mark.parametrize("content", [b"", b"\x93NUMPY", b"{}", b"[1]", bytes(5000), None])
    def test_a_damaged_file_is_made_again(
        self,
        name: str,
        content: bytes | None,
        begun: Path,
        undisturbed: tuple[Path, PatternWeights],
    ) -> None:
        for stage in begun.glob("generation-*/phase-*"):
            (stage / "weights.npy").unlink()
        for path in begun.glob(f"generation-*/phase-4/{name}"):
            path.unlink(missing_ok=True) if content is None else path.write_bytes(content)
        train_weights(begun, TINY)
        assert files_of(begun) == files_of(undisturbed[0])

    def test_positions_of_another_shape_are_made_again(
        self, begun: Path, undisturbed: tuple[Path, PatternWeights]
    ) -> None:
        stage = begun / "generation-2" / "phase-5"
        (stage / "weights.npy").unlink()
        shard = stage / "positions-000.npy"
        write_array(shard, np.load(shard)[:-1])
        train_weights(begun, TINY)
        assert files_of(begun) == files_of(undisturbed[0])


class TestEvaluation:
    """The engine's evaluation goes the same way; what is its own is tested here."""

    def test_every_phase_learns_something(self, evaluation: tuple[Path, NetworkWeights]) -> None:
        weights = evaluation[1]
        assert weights.features is engine_features()
        assert weights.recipe_hash == TINY_EVALUATION.hash
        assert weights.groups == (0,) * 3 + (1,) * 3 + (2,) * 3 + (3,) * 3 + (4,) * 3
        for rows in (weights.patterns, weights.moves):
            assert rows.weights.any(axis=1).all()
        assert weights.patterns.addends.any(axis=(1, 2)).all()
        assert weights.starts[1:60].any(axis=1).all()

    def test_what_was_broken_off_goes_on_and_ends_the_same(
        self, evaluation: tuple[Path, NetworkWeights], tmp_path: Path
    ) -> None:
        """Stopped while positions are labelled, games played to the end, and groups fitted."""
        first, last = (tmp_path / "generation-3" / f"group-{n}" / "rows.npy" for n in (1, 4))
        for reached in (
            lambda now: now.done >= 450,
            lambda now: now.done >= 4150,
            lambda now: first.exists(),
        ):

            def stop(now: Progress, reached: Callable[[Progress], bool] = reached) -> None:
                if reached(now):
                    raise KeyboardInterrupt

            with pytest.raises(KeyboardInterrupt):
                train_weights(tmp_path, TINY_EVALUATION, stop)
        assert first.exists()
        assert not last.exists()
        told: list[Progress] = []
        weights = train_weights(tmp_path, TINY_EVALUATION, told.append, threads=2)
        assert are_equal(weights, evaluation[1])
        assert files_of(tmp_path) == files_of(evaluation[0])
        assert told[-1].done == told[-1].total == TINY_EVALUATION.work

    @pytest.mark.parametrize("name", ["rows.npy", "reports.json"])
    @pytest.mark.parametrize("content", [b"", b"[1]", b"[]", bytes(5000), None])
    def test_a_damaged_group_is_fitted_again(
        self,
        name: str,
        content: bytes | None,
        evaluation: tuple[Path, NetworkWeights],
        tmp_path: Path,
    ) -> None:
        begun = Path(shutil.copytree(evaluation[0], tmp_path / "begun"))
        path = begun / "generation-3" / "group-2" / name
        path.unlink() if content is None else path.write_bytes(content)
        assert are_equal(train_weights(begun, TINY_EVALUATION), evaluation[1])
        assert files_of(begun) == files_of(evaluation[0])

    def test_every_stage_has_a_report(self, evaluation: tuple[Path, NetworkWeights]) -> None:
        told: list[Progress] = []
        train_weights(evaluation[0], TINY_EVALUATION, told.append)
        reports = [now.report for now in told if now.report]
        assert [(r.generation, r.phase) for r in reports] == [
            (generation, stage.phase) for generation, stage in TINY_EVALUATION.steps()
        ]
        assert all(r.fewest_empties <= r.most_empties for r in reports)

    def test_a_recipe_may_do_without_a_network(self, tmp_path: Path) -> None:
        """Nor can tables be settled then: they have no scales."""
        generations = EVALUATION.generations[:1]
        recipe = replace(TINY_EVALUATION, network=None, settling=None, generations=generations)
        found = train_weights(tmp_path, recipe.scaled(1e-9))
        assert isinstance(found, PatternWeights)
        assert (found.steps != 0).any(axis=1).all()

    def test_means_are_set_right_where_labels_are_searched(
        self, evaluation: tuple[Path, NetworkWeights]
    ) -> None:
        told: list[Progress] = []
        train_weights(evaluation[0], TINY_EVALUATION, told.append)
        reports = [now.report for now in told if now.report]
        assert all(
            (r.correction is not None) == (r.depth is not None and r.selectivity is None)
            for r in reports
        )
        assert any(r.correction for r in reports)

    def test_it_is_checked_on_solved_positions(
        self, evaluation: tuple[Path, NetworkWeights], tmp_path: Path
    ) -> None:
        recipe = replace(TINY_EVALUATION, checked=6)  # of so few the figures would say nothing
        found = check_weights(tmp_path, recipe, evaluation[1])
        assert (found.positions, found.empties) == (FEWEST_CHECKED, 20)
        assert 0 < found.mean_error <= found.error <= 128
        assert abs(found.bias) <= found.mean_error
        assert found.winner_right is None or 0 <= found.winner_right <= 1
        assert check_weights(tmp_path, recipe, evaluation[1]) == found


class TestRefused:
    def test_another_recipe(self, begun: Path) -> None:
        for other in (TINY.seeded(9), ORDERING.scaled(0.1)):
            with pytest.raises(TrainingError, match="begun with another recipe") as caught:
                train_weights(begun, other)
            assert str(begun) in str(caught.value)

    @pytest.mark.parametrize(
        ("other", "difference"),
        [
            (TINY.seeded(9), r"seed 1, not 9\)"),
            (ORDERING.scaled(0.1), r"positions 2,000, not [\d,]+\)"),
            (replace(TINY, ridge=3.0, iterations=1), r"another ridge, iterations\)"),
            (EVALUATION.scaled(1e-9), r"evaluation ordering, not evaluation, positions "),
        ],
    )
    def test_what_another_recipe_has_else_is_told(
        self, other: Recipe, difference: str, begun: Path
    ) -> None:
        with pytest.raises(TrainingError, match=rf"scale or seed \({difference}"):
            train_weights(begun, other)

    def test_a_folder_of_something_else(self, tmp_path: Path) -> None:
        (tmp_path / "letter.txt").write_text("dear")
        with pytest.raises(TrainingError, match="not empty") as caught:
            train_weights(tmp_path, TINY)
        assert str(tmp_path) in str(caught.value)
        assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]

    def test_what_a_killed_process_left_is_no_hindrance(self, tmp_path: Path) -> None:
        (tmp_path / ".recipe.json.abcdef").write_bytes(b"{")
        train_weights(tmp_path, TINY)

    def test_a_damaged_recipe(self, begun: Path) -> None:
        (begun / "recipe.json").write_bytes(b"\xff")
        with pytest.raises(TrainingError, match="begun with another recipe"):
            train_weights(begun, TINY)

    def test_a_file_in_the_folders_place(self, tmp_path: Path) -> None:
        path = tmp_path / "file"
        path.write_text("")
        with pytest.raises(OSError, match="File exists"):
            train_weights(path, TINY)


def _is_left_over(name: str) -> bool:
    """True for the hidden file that a process was writing when it was killed."""
    return Path(name).name.startswith(".")
