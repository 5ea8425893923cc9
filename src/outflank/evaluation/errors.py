"""How far a shallow search is from a deep one: the error that Multi-ProbCut reckons with.

The difference of the two is taken as normal. Its deviation is measured by
`outflank train calibrate`, to nine plies, and described for all depths by a line in each
of its logarithm's terms::

    to a depth       log deviation = a + b * empties + c * depth + d * shallow
    to the end       log deviation = a + b * empties + d * shallow

Source of the method: M. Buro, "Experiments with Multi-ProbCut and a new high-quality
evaluation function for Othello" (1997).
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from statistics import NormalDist
from typing import Final

import numpy as np

from outflank.board.errors import OutflankError
from outflank.board.score import PROVED
from outflank.core.memory import Block
from outflank.core.search import MARGIN_BITS, PROBE_SHIFT, ROW

SHIPPED: Final = Path(__file__).with_name("data") / "errors.json"

#: Where nothing is cut off: this near to the leaves, and to the end of the game.
SHALLOWEST, FEWEST_EMPTIES = 3, 13

MOST_EMPTIES: Final = 62

#: No logarithm of a deviation is farther from 0, whatever is searched: none is measured that is.
MOST_LOGARITHM: Final = 100


class ErrorModelError(OutflankError):
    """A file of measured errors that is damaged or says nothing sensible."""


@dataclass(frozen=True, slots=True)
class ErrorModel:
    """The deviation of a shallow search from a deep one, in discs.

    Attributes:
        to_a_depth: a, b, c, d of the module's formula.
        to_the_end: a, b, d of the module's formula.
    """

    to_a_depth: tuple[float, float, float, float]
    to_the_end: tuple[float, float, float]

    def deviation(self, empties: int, depth: int, shallow: int) -> float:
        """In discs, of a search of `shallow` plies from one of `depth` plies."""
        if depth == empties:
            a, b, d = self.to_the_end
            return math.exp(a + b * empties + d * shallow)
        a, b, c, d = self.to_a_depth
        return math.exp(a + b * empties + c * depth + d * shallow)

    def margins(self, selectivity: int) -> Block:
        """The words of `core.search` at `MARGINS` for a selectivity in per cent, under 100.

        So many of the errors lie within the margin; a node is cut off on one side of it, so
        that of the others half would have come back: 13 or 14 in a hundred at 73 per cent.
        """
        block = Block(int(ROW) * int(ROW))
        words = block.words.reshape(int(ROW), int(ROW))
        far = NormalDist().inv_cdf((1 + selectivity / PROVED) / 2)
        for empties in range(SHALLOWEST, MOST_EMPTIES + 1):
            for depth in range(SHALLOWEST, empties + 1):
                if depth < empties or empties >= FEWEST_EMPTIES:
                    shallow = shallow_depth(depth, to_the_end=depth == empties)
                    margin = max(1, round(far * self.deviation(empties, depth, shallow)))
                    words[empties, depth] = min(margin, int(MARGIN_BITS)) | shallow << int(
                        PROBE_SHIFT
                    )
        return block

    def to_json(self) -> str:
        """One line of text, which `from_json` reads."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str | bytes) -> ErrorModel:
        """Read what `to_json` wrote.

        Raises:
            ErrorModelError: it is not that.
        """
        try:
            record = json.loads(text)
            depth, end = tuple(record["to_a_depth"]), tuple(record["to_the_end"])
            if (len(depth), len(end)) != (4, 3) or not np.isfinite([*depth, *end]).all():
                raise ValueError("four and three finite numbers are wanted")
            if max(map(_farthest, (depth, end))) > MOST_LOGARITHM:
                raise ValueError("the deviations make no sense")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise ErrorModelError(f"not written by Outflank: {error}") from error
        return cls(depth, end)


def _farthest(terms: tuple[float, ...]) -> float:
    """How far from 0 a logarithm of these terms may come."""
    first, *slopes = map(abs, terms)
    return first + MOST_EMPTIES * sum(slopes)


def shallow_depth(depth: int, *, to_the_end: bool) -> int:
    """How deep the search is that predicts one of `depth` plies.

    About half as deep and, where the deep one ends at leaves, as odd or as even: of two
    such searches the same side has moved last.
    """
    if to_the_end:
        return max(1, depth // 4)
    return 2 * (depth // 4) + depth % 2


@cache
def shipped_errors() -> ErrorModel:
    """The errors of the shipped evaluation, read once a process.

    Raises:
        ErrorModelError: the file in the package is damaged; the message names it.
    """
    try:
        return ErrorModel.from_json(SHIPPED.read_bytes())
    except ErrorModelError as error:
        raise ErrorModelError(f"{SHIPPED}: {error}") from None
