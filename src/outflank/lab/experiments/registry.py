"""The experiments by name; each is imported when it is asked for."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from outflank.board.errors import OutflankError, quoted
from outflank.lab.experiments.experiment import Experiment

#: The names, in the order of lists and pages. The module of each is named like it, with
#: underscores, and exports `EXPERIMENT`.
NAMES: Final = (
    "drivers",
    "mtdf-against-full-window",
    "first-guess",
    "mtd-family",
    "small-tables",
    "table-size",
    "probcut",
    "endgame-strength",
    "ordering-terms",
    "first-move-cutoffs",
    "tables",
    "pvs-saving",
    "overlap",
    "selective",
    "fail-soft",
    "pass-ply",
    "minimal-tree",
    "discs",
)

#: The word for all of them.
ALL: Final = "all"


def experiment(name: str) -> Experiment:
    """The experiment of that name.

    Raises:
        OutflankError: there is none.
    """
    if name not in NAMES:
        near = difflib.get_close_matches(name, (*NAMES, ALL), n=1)
        advice = f"did you mean {near[0]}?" if near else f"there are {', '.join((*NAMES, ALL))}"
        raise OutflankError(f"no experiment {quoted(name)}: {advice}")
    module = import_module(f"outflank.lab.experiments.{name.replace('-', '_')}")
    found: Experiment = module.EXPERIMENT
    return found


def experiments(names: Sequence[str] = (ALL,)) -> list[Experiment]:
    """The experiments of these names, each once; ``all`` is all of them.

    Raises:
        OutflankError: there is none of a name.
    """
    wanted = [each for name in names for each in (NAMES if name == ALL else (name,))]
    return [experiment(name) for name in dict.fromkeys(wanted)]
