"""What experiments on the textbook's searches measure with: settings and tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Final

from outflank.board.position import Position
from outflank.textbook import Article, Evaluation, Replacement, Result, Settings, Table

#: A search of a position to a depth.
Search = Callable[[Position, int, Settings, Table], Result]

#: The evaluations of the articles.
EVALUATIONS: Final = tuple(evaluation.value for evaluation in Evaluation)

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
