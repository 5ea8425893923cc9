"""``outflank train calibrate``: how far shallow searches are from deep ones, on given weights."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter, validators

from outflank.cli.inputs import Json
from outflank.cli.output import Exit, complain, say, say_json
from outflank.cli.progress import compiling, progress
from outflank.cli.train_options import Folder, Output, Scale, WeightsFile, output_path

if TYPE_CHECKING:
    from outflank.evaluation.errors import ErrorModel

#: Each number of empties draws from a seed of its own, 64 times this one and more.
Seed = Annotated[int | None, Parameter(validator=validators.Number(gte=0, lt=1 << 58))]

#: Some of the measured errors: empties, depth (to the end if equal), shallow depth.
SHOWN: Final = ((50, 8, 4), (40, 8, 4), (30, 8, 4), (30, 12, 6), (24, 24, 6), (18, 18, 4))
SHOWN_ERRORS: Final = "{:>7} {:>6} {:>8} {:>6}"


def calibrate(
    *,
    folder: Folder,
    output: Output = None,
    weights: WeightsFile = None,
    scale: Scale = 1.0,
    seed: Seed = None,
    json: Json = False,
) -> int:
    """Measure the errors of shallow searches, which selective searches reckon with.

    Args:
        folder: keeps what is measured; after Ctrl-C or a crash the same command goes on
            where it was. No folder of a training.
        output: the file that is made; errors.json in the folder if not given.
        weights: a file of weights of the engine's evaluation, whose errors are measured,
            instead of those that ship.
        scale: how many times the usual positions.
        seed: instead of the usual one.
        json: write one JSON object.
    """
    path = output_path(output, folder, "errors.json")
    with compiling():
        from outflank.evaluation import engine_features, read_weights
        from outflank.evaluation.files import write_whole
        from outflank.evaluation.shipped import shipped_file
        from outflank.training import Plan
        from outflank.training import calibrate as measure

    features = engine_features()
    measured = read_weights(weights or shipped_file(features), features)
    plan = Plan().scaled(scale)
    if seed is not None:
        plan = plan.seeded(seed)
    try:
        with progress("measuring", left=True) as tell:
            errors = measure(folder, plan, measured, tell)
    except KeyboardInterrupt:
        complain(f"what was measured is kept in {folder}: the same command goes on")
        raise
    write_whole(path, f"{errors.to_json()}\n".encode())
    if json:
        say_json({"file": str(path), "recipe": measured.recipe_hash, **asdict(errors)})
    else:
        _tell(path, errors, f"{weights or 'the weights that ship'}, recipe {measured.recipe_hash}")
    return Exit.OK


def _tell(path: Path, errors: ErrorModel, weights: str) -> None:
    say(f"{path}: deviation of a shallow search from a deep one, in discs")
    say(f"of {weights}")
    say(SHOWN_ERRORS.format("empties", "depth", "shallow", "discs"))
    for empties, depth, shallow in SHOWN:
        found = errors.deviation(empties, depth, shallow)
        say(SHOWN_ERRORS.format(empties, depth, shallow, f"{found:.2f}"))
