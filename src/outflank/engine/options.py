"""How an engine is set up: frozen, and checked with a reason when it is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from outflank.board.errors import OutflankError
from outflank.engine.clock import OVERHEAD
from outflank.engine.levels import Level, level
from outflank.engine.limit import known_selectivity, seconds, whole_number
from outflank.engine.strategies import STRATEGIES
from outflank.evaluation.evaluators import EVALUATORS

#: MiB of an engine's table.
DEFAULT_HASH_MB: Final = 64

#: What the midgame is searched with where nothing else is asked for.
DEFAULT_SELECTIVITY: Final = 73

MOST_THREADS: Final = 256


class EngineError(OutflankError):
    """An option that cannot be, or an engine that is asked for two things at once."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """Options of an `Engine`.

    Attributes:
        threads: that share the work, 1 to 256.
        hash_mb: MiB of the table.
        driver: a name of `outflank.engine.STRATEGIES`.
        evaluator: ``patterns``, ``mtdf-article`` or ``pvs-article``.
        selectivity: per cent, of midgame searches whose limit does not say.
        level: playing strength of a search without a limit; None for none.
        seed: of what weak levels draw; equal seeds, equal moves.
        overhead: seconds of a move that may pass outside of the search, off its clock.
        strict: the conformance mode: a search is what alpha-beta of its depth would find.
            Only table entries of equal depth count, nothing is cut off on suspicion.

    Raises:
        OutflankError: a value that cannot be; the message names it.
    """

    threads: int = 1
    hash_mb: float = DEFAULT_HASH_MB
    driver: str = "pvs"
    evaluator: str = "patterns"
    selectivity: int = DEFAULT_SELECTIVITY
    level: int | str | None = None
    seed: int = 0
    overhead: float = OVERHEAD
    strict: bool = False

    def __post_init__(self) -> None:
        whole_number("threads", self.threads, 1, MOST_THREADS)
        if not seconds("hash_mb", self.hash_mb) > 0:
            raise EngineError(f"the hash is more than 0 MB, not {self.hash_mb}")
        if self.driver not in STRATEGIES:
            raise EngineError(f'"{self.driver}" is not a driver: {", ".join(STRATEGIES)}')
        if self.evaluator not in EVALUATORS:
            known = ", ".join(EVALUATORS)
            raise EngineError(f'"{self.evaluator}" is not an evaluation: {known}')
        known_selectivity("selectivity", self.selectivity)
        whole_number("seed", self.seed, 0)
        seconds("overhead", self.overhead)
        if self.level is not None:
            level(self.level)

    @property
    def strength(self) -> Level | None:
        """The level, looked up."""
        return None if self.level is None else level(self.level)
