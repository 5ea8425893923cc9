"""What a search is told: evaluation, ordering and faults, checked when they are put together."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from outflank.textbook.choices import SettingsError, whole_number
from outflank.textbook.evaluations import Evaluation
from outflank.textbook.faults import CORRECTED, EVERY_FAULT, FAITHFUL_MTDF, FAITHFUL_PVS, Fault
from outflank.textbook.keys import Keys
from outflank.textbook.orderings import Ordering, OrderingTerms
from outflank.textbook.selection import Selection
from outflank.textbook.slots import INFINITY
from outflank.textbook.tables import Table

#: A game has 60 plies; a deeper search is a slip of the keyboard.
GREATEST_DEPTH: Final = 60

GREATEST_SCORE: Final = int(INFINITY)

#: Entries of the PVS article's table: about a million.
PVS_TABLE_BITS: Final = 20


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search.

    Attributes:
        evaluation: what a position is worth at the horizon; gives the scores their unit.
        ordering: which move is searched first: one that has a name, or weights of its terms.
        faults: which faults of the articles' programs to repeat; none by default.
        selection: which moves are searched less deep; None for none. `minimax` knows none.

    Raises:
        SettingsError: a value is none of those that exist.

    >>> Settings("pvs-article").evaluation
    <Evaluation.PVS_ARTICLE: 'pvs-article'>
    """

    evaluation: Evaluation = Evaluation.MTDF_ARTICLE
    ordering: Ordering | OrderingTerms = Ordering.MTDF_ARTICLE
    faults: Fault = CORRECTED
    selection: Selection | None = None

    def __post_init__(self) -> None:
        evaluation = Evaluation.named(self.evaluation, "evaluation")
        object.__setattr__(self, "evaluation", evaluation)
        if not isinstance(self.ordering, OrderingTerms):
            object.__setattr__(self, "ordering", Ordering.named(self.ordering, "ordering"))
        if not isinstance(self.faults, Fault):
            raise SettingsError(f"faults are a Fault, not {self.faults!r}")
        if unknown := int(self.faults) & ~int(EVERY_FAULT):
            raise SettingsError(f"faults {unknown:#x} are none of the ten of `Fault`")
        if not isinstance(self.selection, Selection | None):
            raise SettingsError(f"a selection is a Selection, not {self.selection!r}")

    @property
    def unit(self) -> str:
        """The unit of every score."""
        return self.evaluation.unit

    @property
    def terms(self) -> OrderingTerms:
        """What the ordering is made of."""
        return self.ordering.terms if isinstance(self.ordering, Ordering) else self.ordering

    @property
    def meaning(self) -> str:
        """What a table's values depend on: two searches that agree in it may share a table."""
        values = f"{self.evaluation} with faults {int(self.faults):#05x}"
        return values if self.selection is None else f"{values}, {self.selection} by {self.terms}"


class Article(enum.StrEnum):
    """The two articles, by the name of their search; each brings the parts of its program."""

    MTDF = "mtdf"
    PVS = "pvs"

    def settings(self, *, faithful: bool = False) -> Settings:
        """The article's evaluation and ordering, with all of its program's faults or none."""
        if self is Article.MTDF:
            faults, name = FAITHFUL_MTDF, "mtdf-article"
        else:
            faults, name = FAITHFUL_PVS, "pvs-article"
        return Settings(Evaluation(name), Ordering(name), faults if faithful else CORRECTED)

    def table(self) -> Table:
        """A fresh table of the article's kind."""
        if self is Article.MTDF:
            return Table.hash_map(Keys.MTDF_ARTICLE)
        return Table.array(PVS_TABLE_BITS, Keys.PVS_ARTICLE)


def checked_depth(depth: int) -> int:
    """The depth, if a search can have it.

    Raises:
        SettingsError: it is not a whole number from 1 to 60.
    """
    return whole_number("a depth", depth, 1, GREATEST_DEPTH)


def checked_guess(guess: int) -> int:
    """A first guess, if a score can be near it.

    Raises:
        SettingsError: it is not a whole number from -1,000,000 to 1,000,000.
    """
    return whole_number("a first guess", guess, -GREATEST_SCORE, GREATEST_SCORE)


def checked_margin(margin: int) -> int:
    """Half the width of an aspiration window.

    Raises:
        SettingsError: it is not a whole number from 1 to 1,000,000.
    """
    return whole_number("a margin", margin, 1, GREATEST_SCORE)
