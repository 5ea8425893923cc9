"""How a game is analysed: which search, how deep, and from how many empties on exactly."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Final

from outflank.board.errors import OutflankError
from outflank.textbook import Article

#: Plies searched by default: some seconds for a whole game.
DEPTH: Final = 8

#: Deeper searches of this kind never end.
DEEPEST: Final = 20

#: Empties from which on moves are solved by default: some seconds for a whole game.
EXACT_FROM: Final = 22

#: Each empty square about doubles the time; more than this is refused.
MOST_EMPTIES_SOLVED: Final = 30


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """How to analyse.

    Attributes:
        depth: plies searched from each position, the move included, where values are not
            exact: 1 to 20.
        exact_from: empties before a move from which on its value is solved, 0 to 30;
            0 solves nothing.
        article: whose search and evaluation; the evaluation's name is the unit.

    Raises:
        OutflankError: a value is out of its range.
    """

    depth: int = DEPTH
    exact_from: int = EXACT_FROM
    article: Article = Article.MTDF

    def __post_init__(self) -> None:
        _check("depth", self.depth, 1, DEEPEST)
        _check("exact_from", self.exact_from, 0, MOST_EMPTIES_SOLVED)

    @property
    def unit(self) -> str:
        """The unit of values that are not exact."""
        return self.article.settings().unit


def _check(name: str, value: int, least: int, most: int) -> None:
    if not least <= operator.index(value) <= most:
        raise OutflankError(f"{name} {value} is not {least} to {most}")
