"""Evaluations that an engine can search on, by name, each with its unit.

=================  ============  =====================================================
name               unit          what it is
=================  ============  =====================================================
``patterns``       discs         the trained weights that ship with the package
``mtdf-article``   mtdf-article  corners, X squares, mobility, discs (MTD(f) article)
``pvs-article``    pvs-article   weighted squares, mobility, discs (PVS article)
=================  ============  =====================================================
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from outflank.board.errors import OutflankError
from outflank.board.score import DISCS
from outflank.core.compile import address_of
from outflank.core.memory import Block
from outflank.evaluation.shipped import load_evaluation_weights

PATTERNS: Final = "patterns"

#: In discs: of 40 positions of tournament games the value of two plies more differs by 1 in
#: the median, and by more than 3 in one of ten.
NARROW: Final = 2

#: The same in the articles' points: 5 or 6, and 14.
ARTICLES_NARROW: Final = 10


class EvaluatorError(OutflankError):
    """No evaluation has that name."""


@dataclass(frozen=True, slots=True)
class Evaluator:
    """What kernels need of an evaluation.

    Attributes:
        name: by which it is asked for.
        unit: of its values.
        scale: units to a disc at the end of the game.
        narrow: by how much, in its unit, values of two depths usually differ, and hardly
            more: half of a first window about a guess.
        weights: of the pattern evaluation; None for another.
        address: of another evaluation's function; 0 for patterns.
    """

    name: str
    unit: str
    scale: int
    narrow: int
    weights: Block | None = None
    address: int = 0

    @property
    def in_discs(self) -> bool:
        """True if its values are discs, so that cut-offs in discs hold."""
        return self.unit == DISCS


def patterns_on(weights: Block) -> Evaluator:
    """The pattern evaluation with given weights, as `core.network` has them."""
    return Evaluator(PATTERNS, DISCS, 1, NARROW, weights=weights)


def _patterns() -> Evaluator:
    return patterns_on(load_evaluation_weights())


def _mtdf_article() -> Evaluator:
    from outflank.textbook.evaluations import END_SCALE, mtdf_article

    name = "mtdf-article"
    return Evaluator(name, name, int(END_SCALE), ARTICLES_NARROW, address=address_of(mtdf_article))


def _pvs_article() -> Evaluator:
    from outflank.textbook.evaluations import END_SCALE, pvs_article_corrected

    name = "pvs-article"
    return Evaluator(
        name, name, int(END_SCALE), ARTICLES_NARROW, address=address_of(pvs_article_corrected)
    )


_MAKERS: Final[dict[str, Callable[[], Evaluator]]] = {
    PATTERNS: _patterns,
    "mtdf-article": _mtdf_article,
    "pvs-article": _pvs_article,
}

#: The names, in the order of the table above.
EVALUATORS: Final = tuple(_MAKERS)


@cache
def evaluator(name: str) -> Evaluator:
    """The evaluation of that name, loaded once a process.

    Raises:
        EvaluatorError: there is none of that name.
        WeightsError: its file in the package is damaged.
    """
    if name not in _MAKERS:
        raise EvaluatorError(f'"{name}" is not an evaluation: {", ".join(EVALUATORS)}')
    return _MAKERS[name]()
