"""The training: what it makes, and that nothing that breaks it off changes that."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from outflank.board import Position
from outflank.core import patterns
from outflank.core.memory import Block
from outflank.evaluation import PatternWeights, load_ordering_weights, ordering, read_weights
from outflank.training import ORDERING, Progress, StageReport, TrainingError, train_ordering
from outflank.training.fit import entries_of, predict
from strategies import any_positions

#: Every stage of the recipe, with as few positions as a stage has.
TINY = ORDERING.scaled(1e-9)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PatternWeights]:
    """The folder and the weights of a training in one piece."""
    folder = tmp_path_factory.mktemp("training")
    return folder, train_ordering(folder, TINY)


@pytest.fixture(scope="module", params=["shipped", "just trained"])
def both_forms(
    request: pytest.FixtureRequest, undisturbed: tuple[Path, PatternWeights]
) -> tuple[PatternWeights, Block]:
    """Weights as the trainer and as the engine has them."""
    trained = undisturbed[1]
    if request.param == "shipped":
        trained = read_weights(ordering.SHIPPED, "ordering")
    return trained, ordering.block_of(trained)


@pytest.fixture
def begun(undisturbed: tuple[Path, PatternWeights], tmp_path: Path) -> Path:
    """A copy of that folder, to be damaged."""
    return Path(shutil.copytree(undisturbed[0], tmp_path / "begun"))


def files_of(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


class TestEngineAgreesWithTrainer:
    """A tied weight that is not copied to both of its entries costs nodes, and nothing else."""

    @given(any_positions())
    def test_on_all_images(
        self, both_forms: tuple[PatternWeights, Block], position: Position
    ) -> None:
        trained, block = both_forms
        phase = int(patterns.phase_of(np.int64(position.empties)))
        discs = trained.steps[phase].astype(np.float32) / trained.steps_per_disc
        values = set()
        for image in position.symmetries():
            masks = np.uint64(image.player), np.uint64(image.opponent)
            numbers = np.int64(block.address), *masks, np.int64(image.empties)
            values.add(int(patterns.value(*numbers)))
            entries = entries_of(*(np.array([mask], np.uint64) for mask in masks))
            values.add(float(predict(entries, discs)[0]) * int(patterns.UNITS_PER_DISC))
        assert len(values) == 1

    def test_the_shipped_weights_are_those_of_the_recipe(self) -> None:
        shipped = read_weights(ordering.SHIPPED, "ordering")
        assert shipped.recipe_hash == ORDERING.hash

    def test_the_engine_has_the_shipped_weights(self) -> None:
        table = read_weights(ordering.SHIPPED, "ordering").table()
        assert (load_ordering_weights().words.view(np.int16) == table.reshape(-1)).all()


class TestResult:
    def test_every_phase_learns_something(self, undisturbed: tuple[Path, PatternWeights]) -> None:
        assert (undisturbed[1].steps != 0).any(axis=1).all()

    def test_the_weights_say_how_they_were_made(
        self, undisturbed: tuple[Path, PatternWeights]
    ) -> None:
        assert undisturbed[1].recipe_hash == TINY.hash
        assert undisturbed[1].kind == "ordering"

    def test_another_seed_makes_others(
        self, undisturbed: tuple[Path, PatternWeights], tmp_path: Path
    ) -> None:
        other = train_ordering(tmp_path, TINY.seeded(2))
        assert (other.steps != undisturbed[1].steps).any()

    def test_threads_do_not_matter(
        self, undisturbed: tuple[Path, PatternWeights], tmp_path: Path
    ) -> None:
        train_ordering(tmp_path, TINY, threads=3)
        assert files_of(tmp_path) == files_of(undisturbed[0])

    def test_an_evaluation_that_learnt_enough_predicts(self, tmp_path: Path) -> None:
        reports: list[StageReport] = []
        recipe = ORDERING.scaled(0.002)
        train_ordering(tmp_path, recipe, lambda now: now.report and reports.append(now.report))
        last = [report for report in reports if report.generation == 2]
        assert all(report.error < 0.8 * report.deviation for report in last)


class TestProgress:
    def test_it_counts_every_position_once(self, tmp_path: Path) -> None:
        told: list[Progress] = []
        train_ordering(tmp_path, TINY, told.append)
        assert [now.done for now in told] == sorted(now.done for now in told)
        assert told[-1].done == told[-1].total == TINY.positions
        reports = [now.report for now in told if now.report]
        assert [(r.generation, r.phase) for r in reports] == [
            (generation, stage.phase) for generation, stage in TINY.steps()
        ]
        again: list[Progress] = []
        train_ordering(tmp_path, TINY, again.append)
        assert [now.report for now in again] == reports
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
            train_ordering(tmp_path, TINY, stop)
        weights = train_ordering(tmp_path, TINY)
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
            train_ordering(tmp_path, recipe, stop, threads=3)
        told = calls
        time.sleep(0.3)
        assert calls == told

    def test_a_killed_process_goes_on(
        self, undisturbed: tuple[Path, PatternWeights], tmp_path: Path
    ) -> None:
        """Killed again and again, each time after some more files have been written."""
        program = (
            "import sys, pathlib; from outflank.training import ORDERING, train_ordering\n"
            "train_ordering(pathlib.Path(sys.argv[1]), ORDERING.scaled(1e-9))"
        )
        folder, wanted = tmp_path / "killed", files_of(undisturbed[0])
        for share in (0.2, 0.6):
            with subprocess.Popen([sys.executable, "-c", program, folder]) as process:
                while process.poll() is None and len(list(folder.rglob("*.npy"))) < share * 40:
                    time.sleep(0.001)
                process.kill()
        assert 0 < len(files_of(folder)) < len(wanted)
        train_ordering(folder, TINY)
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
        train_ordering(begun, TINY)
        assert files_of(begun) == files_of(undisturbed[0])

    def test_positions_of_another_shape_are_made_again(
        self, begun: Path, undisturbed: tuple[Path, PatternWeights]
    ) -> None:
        stage = begun / "generation-2" / "phase-5"
        (stage / "weights.npy").unlink()
        shard = stage / "positions-000.npy"
        np.save(shard, np.load(shard)[:-1])
        train_ordering(begun, TINY)
        assert files_of(begun) == files_of(undisturbed[0])


class TestRefused:
    def test_another_recipe(self, begun: Path) -> None:
        for other in (TINY.seeded(9), ORDERING.scaled(0.1)):
            with pytest.raises(TrainingError, match="begun with another recipe") as caught:
                train_ordering(begun, other)
            assert str(begun) in str(caught.value)

    def test_a_folder_of_something_else(self, tmp_path: Path) -> None:
        (tmp_path / "letter.txt").write_text("dear")
        with pytest.raises(TrainingError, match="not empty") as caught:
            train_ordering(tmp_path, TINY)
        assert str(tmp_path) in str(caught.value)
        assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]

    def test_what_a_killed_process_left_is_no_hindrance(self, tmp_path: Path) -> None:
        (tmp_path / ".recipe.json.abcdef").write_bytes(b"{")
        train_ordering(tmp_path, TINY)

    def test_a_damaged_recipe(self, begun: Path) -> None:
        (begun / "recipe.json").write_bytes(b"\xff")
        with pytest.raises(TrainingError, match="begun with another recipe"):
            train_ordering(begun, TINY)

    def test_a_file_in_the_folders_place(self, tmp_path: Path) -> None:
        path = tmp_path / "file"
        path.write_text("")
        with pytest.raises(OSError, match="File exists"):
            train_ordering(path, TINY)


def _is_left_over(name: str) -> bool:
    """True for the hidden file that a process was writing when it was killed."""
    return Path(name).name.startswith(".")
