"""What experiments on the textbook's searches share: settings, tables, sentences."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, Final

from outflank.lab.experiments.costs import EMPTIES, POSITIONS
from outflank.lab.experiments.estimates import Estimate
from outflank.lab.experiments.experiment import Answer
from outflank.textbook import Article, Evaluation, Replacement, Settings, Table

#: The evaluations of the articles.
EVALUATIONS: Final = tuple(evaluation.value for evaluation in Evaluation)

#: The sentence of methods.
SAMPLED: Final = (
    f"{POSITIONS} positions of {EMPTIES} empties from real games, none twice, spread over the "
    "file; every search is one of the textbook's, without the articles' faults, on one thread, "
    "straight to its depth unless it is said to deepen, and from an empty table. Nodes are "
    "positions entered, leaves among them. Ratios are geometric means of those on the same "
    "position."
)

#: Entries of the array that serves where tables are not what is looked at, as powers of two, by
#: the least depth: enough for most positions that a search enters above its horizon.
BITS: Final = ((10, 20), (7, 18), (0, 16))

_ARTICLES: Final = {article.settings().evaluation.value: article for article in Article}


def settings_of(evaluation: str, **changes: Any) -> Settings:
    """The corrected settings of the article whose evaluation it is, with changes by name."""
    return replace(_ARTICLES[evaluation].settings(), **changes)


@cache
def _array(bits: int, replacement: Replacement) -> Table:
    return Table.array(bits, replacement=replacement)


def array_of(bits: int, replacement: Replacement = Replacement.DEEPER) -> Table:
    """An empty array of so many bits, always the same one: making it takes longer than to clear."""
    table = _array(bits, replacement)
    table.clear()
    return table


def array_for(depth: int) -> Table:
    """An empty array that is large enough for a search of that depth."""
    return array_of(next(bits for least, bits in BITS if depth >= least))


def saving(left: Estimate | None) -> Estimate | None:
    """The share that is saved, of the share that is left."""
    if left is None:
        return None
    if left.low is None or left.high is None:
        return Estimate(1 - left.mean, None, None, left.n)
    return Estimate(1 - left.mean, 1 - left.high, 1 - left.low, left.n)


def within(estimate: Estimate | None, low: float, high: float) -> bool:
    """True if the value is known and between two others."""
    return estimate is not None and low <= estimate.mean <= high


def told(estimate: Estimate | None, form: str = "") -> str:
    """An estimate in a sentence."""
    return "unknown" if estimate is None else format(estimate, form)


def answer_of(*parts: bool) -> Answer:
    """What is said of a claim of several parts: all of them hold, some, or none."""
    if all(parts):
        return Answer.HOLDS
    return Answer.CONDITIONS if any(parts) else Answer.FAILS
