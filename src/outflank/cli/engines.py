"""What commands on the engine share: options of its strength and set-up, and the engine itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from cyclopts import Parameter

from outflank.board.errors import OutflankError
from outflank.cli.inputs import (
    HASH_MB,
    Depth,
    Empties,
    Megabytes,
    Seconds,
    Threads,
    number,
)
from outflank.cli.output import UsageError
from outflank.cli.progress import compiling

if TYPE_CHECKING:
    from outflank.board.board import Board
    from outflank.engine import Engine, Info, Limit

Driver = Literal[
    "pvs", "mtdf", "aspiration", "alphabeta", "mtsss", "mtdual", "mtdbest", "bisection"
]
Evaluation = Literal["patterns", "mtdf-article", "pvs-article"]
Percent = Literal[73, 87, 95, 98, 99, 100]
Nodes = Annotated[int, number(1)]

#: Where the clock of an engine that plays stands: seconds left, and gained by each move.
Clock: TypeAlias = tuple[float, float]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Strength:
    """How well and how long the engine thinks about a move.

    Attributes:
        level: playing strength: 0 to 60, or first-steps, beginner, casual, hobby, club,
            tournament; outflank levels says what they mean.
        time: seconds for a move.
        depth: plies searched where the value is not exact.
        nodes: positions searched for a move.
        exact_from: empties from which on the value is to be proved.
        selectivity: per cent of certainty of a search that no level describes; at 100
            nothing is left out on suspicion (73 if not given).
    """

    level: str | None = None
    time: Seconds | None = None
    depth: Depth | None = None
    nodes: Nodes | None = None
    exact_from: Empties | None = None
    selectivity: Percent | None = None

    def given(self, *, but: Sequence[str] = ()) -> tuple[str, ...]:
        """The options that were given, as they are typed; without the fields named `but`."""
        return _given(self, but)

    def chosen_level(self, default: str | None) -> str | None:
        """The level that was given, the default where nothing says how long to think.

        Raises:
            UsageError: a level with what it says itself.
        """
        for name in ("depth", "selectivity"):
            if self.level is not None and getattr(self, name) is not None:
                raise UsageError(f"--level and --{name} exclude each other: a level says both")
        return default if self.is_open else self.level

    @property
    def is_open(self) -> bool:
        """True if nothing says how long to think."""
        return (self.level, self.time, self.depth, self.nodes) == (None,) * 4

    def limit(self, *, time: float | None = None, clock: Clock | None = None) -> Limit:
        """The same without the level, for the engine. Imports the kernels.

        Args:
            time: seconds where nothing says how long to think.
            clock: of the engine, instead of a time.

        Raises:
            UsageError: the limits cannot be, together.
        """
        from outflank.engine import Limit

        left, increment = (None, None) if clock is None else clock
        try:
            return Limit(
                time=time if self.is_open else self.time,
                depth=self.depth,
                nodes=self.nodes,
                selectivity=self.selectivity,
                exact_from=self.exact_from,
                clock=left,
                increment=increment,
            )
        except OutflankError as error:
            raise UsageError(str(error)) from None


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Setup:
    """How the engine is set up.

    Attributes:
        driver: how the window of the search moves.
        evaluator: what values the horizon: the trained patterns, or an article's evaluation
            under the engine's search.
        threads: threads that share the work.
        hash_mb: MB of memory for the table of known positions.
    """

    driver: Driver = "pvs"
    evaluator: Evaluation = "patterns"
    threads: Threads = 1
    hash_mb: Megabytes = HASH_MB

    def given(self) -> tuple[str, ...]:
        """The options that differ from the defaults, as they are typed."""
        return _given(self)

    def open(self, level: str | None = None, seed: int = 0) -> Engine:
        """An engine; says so where it has to be compiled first.

        Raises:
            UsageError: there is no such level, or an option cannot be.
            WeightsError: the weights that ship with the package are damaged.
        """
        with compiling():
            from outflank.engine import Engine
            from outflank.evaluation import WeightsError

            try:
                return Engine(
                    driver=self.driver,
                    evaluator=self.evaluator,
                    threads=self.threads,
                    hash_mb=self.hash_mb,
                    level=level,
                    seed=seed,
                )
            except WeightsError:
                raise  # that is a fault of the package, not of the command line
            except OutflankError as error:
                raise UsageError(str(error)) from None


STRENGTH: Final = Strength()
SETUP: Final = Setup()


def _given(options: Strength | Setup, but: Sequence[str] = ()) -> tuple[str, ...]:
    changed = [
        field.name
        for field in fields(options)
        if field.name not in but and getattr(options, field.name) != field.default
    ]
    return tuple("--" + name.removesuffix("_mb").replace("_", "-") for name in changed)


def refuse_engine_options(given: Sequence[str], program: str = "--article") -> None:
    """Refuse the engine's options where the program of an article is asked for.

    Raises:
        UsageError: there are some.
    """
    if given:
        raise UsageError(f"{program} is not the engine, and has no use for {', '.join(given)}")


def think(
    engine: Engine,
    board: Board,
    limit: Limit,
    lines: int,
    tell: Callable[[Sequence[Info]], None],
) -> None:
    """Analyse a position and tell the lines of each iteration as it ends, on another thread.

    What a search that runs out of time has found last is told, too. After Ctrl-C all
    that was found has been told.

    Raises:
        KeyboardInterrupt: Ctrl-C.
    """
    told: list[Info] = []

    def report(found: Sequence[Info]) -> None:
        told[:] = found
        tell(found)

    last = engine.analyse(board, limit, lines, report)
    if last != told:
        tell(last)
