"""``outflank train``: makes what the engine ships with, weights and errors, from nothing."""

from __future__ import annotations

import shlex
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cyclopts import App, Parameter

from outflank.board.errors import quoted
from outflank.cli.inputs import Json, Text, Threads
from outflank.cli.output import PROGRAM, Exit, UsageError, complain, say, say_json
from outflank.cli.progress import Report, compiling, progress, working
from outflank.cli.train_calibrate import calibrate
from outflank.cli.train_check import check
from outflank.cli.train_options import Folder, Output, Scale, Seed, output_path
from outflank.cli.train_selfplay import selfplay

if TYPE_CHECKING:
    from outflank.evaluation import Weights
    from outflank.training import Check, Progress, Recipe, StageReport

#: Rows are written as stages are done, so the columns have fixed widths.
ROW: Final = "{:>10} {:>9} {:>10} {:>10} {:>9} {:>9}"
COLUMNS: Final = ("generation", "empties", "labels", "positions", "error", "deviation")

NAME: Final = "train"
train: Final = App(
    name=NAME,
    help="What the engine ships with, made from nothing: weights, errors, games; all with --json.",
)


@train.default
def nothing(*words: Text) -> int:
    """Refuse what is none of the commands.

    Raises:
        UsageError: always.
    """
    wrong = f"no training {quoted(words[0])}" if words else "WHAT is missing"
    raise UsageError(f"{wrong}: there are {', '.join(NAMES)}")


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Options:
    """What all trainings take.

    Attributes:
        folder: keeps everything that is made; after Ctrl-C or a crash the same command
            goes on where it was.
        output: the file that is made; in the folder if not given.
        scale: how many times the recipe's positions.
        seed: instead of the recipe's.
        threads: threads that share the labelling; the result does not depend on it.
        json: write one JSON object for each stage, one for the file, and one for how
            good the evaluation is where the recipe has it checked.
    """

    folder: Folder
    output: Output = None
    scale: Scale = 1.0
    seed: Seed = None
    threads: Threads = 1
    json: Json = False

    def command(self, what: str) -> str:
        """The command line that goes on with a training."""
        words = [PROGRAM, NAME, what, "--folder", str(self.folder)]
        if self.output is not None:
            words += ["--output", str(self.output)]
        if self.scale != 1:
            words += ["--scale", repr(self.scale)]
        if self.seed is not None:
            words += ["--seed", str(self.seed)]
        if self.threads != 1:
            words += ["--threads", str(self.threads)]
        if self.json:
            words.append("--json")
        return shlex.join(words)


@train.command
def ordering(*, options: Options) -> int:
    """Train the small evaluation that orders moves in the endgame.

    The same recipe, scale and seed give the same weights.

    Args:
        options: of the training.
    """
    return _train("ordering", options)


@train.command
def evaluation(*, options: Options) -> int:
    """Train the evaluation that the engine plays by.

    The same recipe, scale and seed give the same weights.

    Args:
        options: of the training.
    """
    return _train("evaluation", options)


def _train(what: str, options: Options) -> int:
    """Train an evaluation by its recipe, and write its weights."""
    path = output_path(options.output, options.folder, f"{what}.weights")
    with compiling():
        from outflank.training import RECIPES
        from outflank.training.stages import claim

    recipe = RECIPES[what].scaled(options.scale)
    if options.seed is not None:
        recipe = recipe.seeded(options.seed)
    claim(options.folder, recipe)
    if not options.json:
        _introduce(recipe, options.folder)
    try:
        _make(path, recipe, options)
    except KeyboardInterrupt:
        complain(f"what was made is kept; to go on: {options.command(what)}")
        raise
    return Exit.OK


def _make(path: Path, recipe: Recipe, options: Options) -> None:
    """Follow a recipe, write the weights, and check them."""
    from outflank.evaluation import write_weights
    from outflank.training import check_weights, train_weights
    from outflank.training.settle import can_settle

    folder, threads, json = options.folder, options.threads, options.json
    started = time.perf_counter()
    with progress("training", left=True) as tell:
        weights = train_weights(folder, recipe, _Reporter(tell, json), threads=threads)
    if recipe.settling is not None and not can_settle(recipe.settling):
        complain(f"{recipe.settling.games} games at the end are too few: they changed nothing")
    write_weights(path, weights)
    _tell_file(path, weights, time.perf_counter() - started, json)
    if recipe.checked:
        with working("solving positions to check the evaluation on"):
            found = check_weights(folder, recipe, weights, threads=threads)
        _tell_check(found, json)


def _introduce(recipe: Recipe, folder: Path) -> None:
    games = f", {recipe.games:,} games played to their end" if recipe.games else ""
    say(
        f"{recipe.positions:,} positions in {len(recipe.generations)} generations{games}, "
        f"seed {recipe.seed}, kept in {folder}"
    )
    say("error and deviation in discs, on positions that were not learnt from")
    say(ROW.format(*COLUMNS))


def _tell_file(path: Path, weights: Weights, seconds: float, json: bool) -> None:
    size, recipe = path.stat().st_size, weights.recipe_hash
    if not json:
        say(f"{path}: {size:,} bytes, recipe {recipe}, {seconds:.0f} s")
        return
    say_json({"file": str(path), "bytes": size, "recipe": recipe, "seconds": round(seconds, 3)})


def _tell_check(found: Check, json: bool) -> None:
    if json:
        figures = asdict(found).items()
        say_json({"checked": {name: value and round(value, 4) for name, value in figures}})
        return
    winner = "" if found.winner_right is None else f", winner right in {found.winner_right:.1%}"
    say(
        f"without a search, on {found.positions:,} solved positions of {found.empties} empties: "
        f"error {found.mean_error:.2f} discs in the mean, {found.error:.2f} root mean square"
        f"{winner}"
    )


class _Reporter:
    """Moves the bar, and writes a row or an object when a stage is done."""

    def __init__(self, tell: Report, json: bool) -> None:
        self._tell = tell
        self._json = json

    def __call__(self, now: Progress) -> None:
        self._tell(now.done, now.total)
        if now.report is not None:
            if self._json:
                say_json(_described(now.report))
            else:
                say(_row(now.report))


def _row(report: StageReport) -> str:
    return ROW.format(
        report.generation,
        f"{report.fewest_empties}–{report.most_empties}",
        "solved" if report.depth is None else f"{report.depth} plies",
        f"{report.positions:,}",
        f"{report.error:.2f}",
        f"{report.deviation:.2f}",
    )


def _described(report: StageReport) -> dict[str, Any]:
    return {
        "generation": report.generation,
        "empties": [report.fewest_empties, report.most_empties],
        "depth": report.depth,
        "positions": report.positions,
        "error": round(report.error, 4),
        "deviation": round(report.deviation, 4),
    } | ({} if report.correction is None else {"correction": round(report.correction, 4)})


train.command(calibrate)
train.command(check)
train.command(selfplay)

#: What the commands are called.
NAMES: Final = tuple(name for name in train if not name.startswith("-"))
