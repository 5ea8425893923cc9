"""How a game is analysed: how strongly, for how long, from how many empties on exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from outflank.board.errors import OutflankError
from outflank.board.score import PROVED
from outflank.core.workers import cores
from outflank.engine import Limit, level
from outflank.engine.levels import Level
from outflank.engine.limit import whole_number
from outflank.engine.options import DEFAULT_HASH_MB, MOST_THREADS

if TYPE_CHECKING:
    from outflank.textbook import Article

#: Seconds for a whole game where neither a level, a depth nor a time is given.
TIME: Final = 15.0

#: Empties from which on values are to be proved, within the time.
EXACT_FROM: Final = 24

#: The same for the programs of the articles, and plies searched before.
ARTICLE_EXACT_FROM: Final = 22
ARTICLE_DEPTH: Final = 8

#: What an article's search never ends beyond, and what its solver is not asked for.
ARTICLE_DEEPEST: Final = 20
ARTICLE_MOST_EMPTIES: Final = 30

#: What the programs of the articles have no use for.
_OF_THE_ENGINE: Final = ("level", "time")


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """How to analyse.

    With neither `level`, `depth` nor `time` a game gets 15 seconds.

    Attributes:
        level: playing strength that values moves, as `outflank.engine.level` knows it;
            it says itself from where on values are exact.
        time: seconds for a whole game, or for a single position; None for as long as
            the level or the depth takes.
        depth: plies searched from each position, the move included, where values are
            not exact; not with a level. An article's search takes 1 to 20, 8 if None.
        exact_from: empties before a move from which on its value is to be proved, as far
            as the time allows; None for 24, for what the level says, or for an
            article's 22. 0 proves nothing ahead of the end.
        article: None for the engine; else whose textbook search values the moves before
            the exact ones. The name of its evaluation is then their unit.
        threads: that share the work, 1 to 256; None for one on each core.
        hash_mb: MiB of the table of known positions.

    Raises:
        OutflankError: a value is out of its range or against another one.
    """

    level: int | str | None = None
    time: float | None = None
    depth: int | None = None
    exact_from: int | None = None
    article: Article | None = None
    threads: int | None = None
    hash_mb: float = DEFAULT_HASH_MB

    def __post_init__(self) -> None:
        Limit(time=self.time, depth=self.depth, exact_from=self.exact_from)  # they can be
        if self.level is not None:
            level(self.level)
            if self.depth is not None:
                raise OutflankError("level and depth: a level says itself how deep it searches")
        if self.threads is not None:
            whole_number("threads", self.threads, 1, MOST_THREADS)
        if self.article is not None:
            self._check_article()

    def _check_article(self) -> None:
        for name in _OF_THE_ENGINE:
            if getattr(self, name) is not None:
                raise OutflankError(f"{name} is the engine's: an article's search has none")
        whole_number("depth", self.plies, 1, ARTICLE_DEEPEST)
        whole_number("exact_from", self.exact_from or 0, 0, ARTICLE_MOST_EMPTIES)

    @property
    def strength(self) -> Level | None:
        """The level, looked up."""
        return None if self.level is None else level(self.level)

    @property
    def seconds(self) -> float | None:
        """Seconds for a whole game; None for no limit."""
        if self.time is None and self.level is None and self.depth is None and not self.article:
            return TIME
        return self.time

    @property
    def plies(self) -> int | None:
        """Plies searched where values are not exact; None if time or a level decides."""
        return ARTICLE_DEPTH if self.article and self.depth is None else self.depth

    @property
    def worker_threads(self) -> int:
        """How many threads share the work."""
        return self.threads or min(cores(), MOST_THREADS)

    @property
    def unit(self) -> str:
        """The unit of values that are not exact."""
        return self.article.settings().unit if self.article else "discs"

    def proves(self, empties: int) -> bool:
        """True if the value of a move with so many empties before it is to be proved.

        >>> AnalysisOptions().proves(24), AnalysisOptions(level=10).proves(24)
        (True, False)
        """
        return empties <= self.exact_empties

    @property
    def exact_empties(self) -> int:
        """The most empties from which on values are to be proved."""
        if self.exact_from is not None:
            return self.exact_from
        if self.strength is not None:
            proved = (empties for empties, surely in self.strength.endgame if surely == PROVED)
            return max(proved, default=0)
        return ARTICLE_EXACT_FROM if self.article else EXACT_FROM

    def limit(self, seconds: float | None) -> Limit:
        """What the engine is to reach for one position, in so many seconds if not None."""
        exact_from = self.exact_empties if self.level is None else self.exact_from
        return Limit(time=seconds, depth=self.depth, exact_from=exact_from)
