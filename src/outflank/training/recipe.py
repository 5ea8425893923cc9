"""Everything that decides a training, as frozen data: equal recipes make equal weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from outflank.board.errors import OutflankError
from outflank.core import patterns
from outflank.evaluation.weights import hash_of_recipe

PHASES: Final = int(patterns.PHASES)
UNITS: Final = int(patterns.UNITS_PER_DISC)
FIRST_PHASE_EMPTIES: Final = int(patterns.FIRST_PHASE_EMPTIES)
PHASE_PLIES: Final = 2

#: However small the scale, a stage has so many positions.
FEWEST_POSITIONS: Final = 100

#: To be raised whenever the code comes to make other weights of the same recipe.
ALGORITHM: Final = 1


class RecipeError(OutflankError):
    """A recipe that cannot be followed."""


@dataclass(frozen=True, slots=True)
class Style:
    """How the games are played that positions are taken from.

    Attributes:
        share: of the positions, 0 to 1.
        random_plies: the fewest and the most random plies that a game begins with.
        noise: up to so many discs are added to what a move is worth.
        evaluated: whether moves are valued by the weights of the generation before (if
            there is one), besides mobility.
    """

    share: float
    random_plies: tuple[int, int]
    noise: float
    evaluated: bool

    def __post_init__(self) -> None:
        if self.random_plies[0] > self.random_plies[1] or self.noise * UNITS < 1:
            raise RecipeError(f"no way to play: {self}")


@dataclass(frozen=True, slots=True)
class Stage:
    """The labelled positions that one phase is fitted to.

    Attributes:
        phase: of the weights, 0 for the fewest empties.
        positions: how many.
        depth: plies of the search that labels them; None: they are solved.
    """

    phase: int
    positions: int
    depth: int | None

    def __post_init__(self) -> None:
        if not 0 <= self.phase < PHASES:
            raise RecipeError(f"phases are 0 to {PHASES - 1}, not {self.phase}")
        if self.positions < 1:
            raise RecipeError(f"a stage needs positions, not {self.positions}")
        if self.depth is not None and self.depth < PHASE_PLIES:
            raise RecipeError(f"a search of {self.depth} plies ends on weights not yet fitted")
        if self.depth is not None and self.phase == 0:
            raise RecipeError("phase 0 has no phase below it to search on: it is solved")

    @property
    def empties(self) -> tuple[int, int]:
        """The fewest and the most empties of its positions."""
        fewest = FIRST_PHASE_EMPTIES + PHASE_PLIES * self.phase
        return fewest, fewest + PHASE_PLIES - 1


@dataclass(frozen=True, slots=True)
class Recipe:
    """Stages from the end of the game upwards, once or several times over.

    Attributes:
        name: for people.
        seed: of everything that is drawn.
        styles: how games are played; their shares sum to 1.
        generations: the stages of each; later ones play by the weights of the one before.
        ridge: holds each fit at the phase below, in positions.
        iterations: of each fit.
        algorithm: of the code that follows the recipe.
    """

    name: str
    seed: int
    styles: tuple[Style, ...]
    generations: tuple[tuple[Stage, ...], ...]
    ridge: float = 40.0
    iterations: int = 12
    algorithm: int = ALGORITHM

    def __post_init__(self) -> None:
        if abs(sum(style.share for style in self.styles) - 1) > 1e-9:
            raise RecipeError("the shares of the styles of play do not sum to 1")
        if self.ridge <= 0 or self.iterations < 0:
            raise RecipeError("ridge is more than 0, iterations are 0 or more")
        if not self.generations:
            raise RecipeError("a recipe has at least one generation")
        for stages in self.generations:
            if [stage.phase for stage in stages] != list(range(PHASES)):
                raise RecipeError(f"a generation has a stage for each of {PHASES} phases, in order")

    def scaled(self, factor: float) -> Recipe:
        """The recipe with `factor` times the positions."""
        if not 0 < factor <= 100:
            raise RecipeError(f"a scale is more than 0 and at most 100, not {factor}")
        generations = tuple(
            tuple(
                replace(stage, positions=max(FEWEST_POSITIONS, round(stage.positions * factor)))
                for stage in stages
            )
            for stages in self.generations
        )
        return replace(self, generations=generations)

    def seeded(self, seed: int) -> Recipe:
        """The recipe with another seed, 0 or more."""
        if seed < 0:
            raise RecipeError(f"a seed is 0 or more, not {seed}")
        return replace(self, seed=seed)

    def steps(self) -> Iterator[tuple[int, Stage]]:
        """Number of the generation, from 1, and stage, in the order in which they are done."""
        for number, stages in enumerate(self.generations, start=1):
            for stage in stages:
                yield number, stage

    @property
    def positions(self) -> int:
        """Of all stages."""
        return sum(stage.positions for _, stage in self.steps())

    def as_json(self) -> dict[str, Any]:
        """The recipe in values that JSON knows; files of weights carry it."""
        return asdict(self)

    @property
    def hash(self) -> str:
        """Names the recipe."""
        return hash_of_recipe(self.as_json())


def _backward_induction(solved: tuple[int, ...], searched: int) -> tuple[Stage, ...]:
    """The first phases solved, the others searched four plies deep on the phases below."""
    return (
        *(Stage(phase, positions, None) for phase, positions in enumerate(solved)),
        *(Stage(phase, searched, 4) for phase in range(len(solved), PHASES)),
    )


#: The evaluation that orders moves in the endgame. The first generation plays by mobility,
#: the second by what the first has learnt.
ORDERING: Final = Recipe(
    name="ordering",
    seed=1,
    styles=(
        Style(share=0.25, random_plies=(0, 50), noise=5.0, evaluated=False),
        Style(share=0.75, random_plies=(6, 28), noise=8.0, evaluated=True),
    ),
    generations=(
        _backward_induction(solved=(300_000, 300_000, 100_000), searched=300_000),
        _backward_induction(solved=(900_000, 900_000, 300_000), searched=900_000),
    ),
)
