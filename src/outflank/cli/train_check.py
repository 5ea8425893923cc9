"""``outflank train check``: how near an evaluation comes to scores that are known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter, validators

from outflank.cli.engines import Percent
from outflank.cli.inputs import DEEPEST, Json, number
from outflank.cli.output import Exit, say, say_json
from outflank.cli.progress import compiling, progress
from outflank.cli.train_options import WeightsFile

if TYPE_CHECKING:
    from outflank.training.against import Marks

Against = Annotated[Path, Parameter(validator=validators.Path(exists=True, dir_okay=False))]
Plies = Annotated[int, number(0, DEEPEST)]

#: Of the engine's midgame where nothing else is said.
SELECTIVITY: Final = 73

#: Digits behind the point of errors and shares.
DIGITS: Final = 4


def check(
    *,
    against: Against,
    depth: Plies,
    weights: WeightsFile = None,
    selectivity: Percent = SELECTIVITY,
    json: Json = False,
) -> int:
    """Search positions to a depth, and hold the values against their exact scores.

    What a search leaves out it reckons by the errors that ship with the package, on whatever
    weights.

    Args:
        against: a file of lines: 64 squares and the side, a tab, the exact score for that side.
        depth: plies; 0 is the bare evaluation, without a search. Where no more squares are
            empty it goes to the end, exactly at a selectivity of 100 only.
        weights: a file of weights of the engine's evaluation, instead of those that ship.
        selectivity: per cent of certainty of the search; at 100 nothing is left out on
            suspicion.
        json: write one JSON object.
    """
    with compiling():
        from outflank.evaluation import engine_features, read_weights
        from outflank.training.against import check_against, read_known
    known = read_known(against)
    trained = None if weights is None else read_weights(weights, engine_features())
    with progress("searching", left=True) as tell:
        marks = check_against(known, depth, selectivity, trained, tell)
    if json:
        say_json(_object(marks, depth, selectivity))
    else:
        _tell(marks, depth, selectivity)
    return Exit.OK


def _object(marks: Marks, depth: int, selectivity: int) -> dict[str, object]:
    return {
        "depth": depth,
        "selectivity": selectivity if depth else None,
        "n": marks.n,
        "mae": round(marks.mae, DIGITS),
        "rmse": round(marks.rmse, DIGITS),
        "winner": marks.winner and round(marks.winner, DIGITS),
        "seconds": round(marks.seconds, 6),
        "seconds_per_position": float(f"{marks.seconds / marks.n:.4g}"),
    }


def _tell(marks: Marks, depth: int, selectivity: int) -> None:
    how = f"depth {depth}@{selectivity}%" if depth else "without a search"
    winner = "" if marks.winner is None else f", winner right in {marks.winner:.1%}"
    say(
        f"{how}, {marks.n:,} positions: error {marks.mae:.2f} discs in the mean, "
        f"{marks.rmse:.2f} root mean square{winner}; {marks.seconds:.3f} s, "
        f"{marks.seconds / marks.n * 1000:.3g} ms a position"
    )
