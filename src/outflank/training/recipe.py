"""Everything that decides a training, as frozen data: equal recipes make equal weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from itertools import accumulate
from typing import Any, Final

from outflank.board.errors import OutflankError
from outflank.evaluation.feature_sets import FeatureSet, feature_set
from outflank.evaluation.network import WIDTH
from outflank.evaluation.weights import hash_of_recipe

#: How many times the positions there may be.
MOST_SCALE: Final = 100

#: The engine's games, which settle an evaluation, are drawn from seeds up to this.
MOST_SEED: Final = (1 << 63) - 1

#: Noise in discs is at least the unit in which kernels count.
LEAST_NOISE: Final = 1 / 64

#: However small the scale, a stage has so many positions.
FEWEST_POSITIONS: Final = 100
FEWEST_GAMES: Final = 10

#: Attributes of a recipe that the first recipes had not, and what they stood for there.
LATER: Final = {
    "stray_among": 2,
    "good_play": None,
    "outcomes": 0,
    "checked": 0,
    "neighbours": 0.0,
    "settling": None,
    "network": None,
}

#: So many positions are gone through by the fit of a network while one is labelled.
GONE_THROUGH_A_LABEL: Final = 100

#: To be raised whenever the code comes to make other weights of the same recipe.
ALGORITHM: Final = 1


class RecipeError(OutflankError):
    """A recipe that cannot be followed."""


def check_scale(factor: float) -> None:
    """See that there can be so many times the positions.

    Raises:
        RecipeError: there cannot.
    """
    if not 0 < factor <= MOST_SCALE:  # true of what is no number, too
        raise RecipeError(f"a scale is more than 0 and at most {MOST_SCALE}, not {factor}")


def check_seed(seed: int, most: int) -> None:
    """See that positions can be drawn from a seed, and not from that of another, too.

    Raises:
        RecipeError: they cannot.
    """
    if not 0 <= seed <= most:
        raise RecipeError(f"a seed is 0 to {most}, not {seed}")


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
        if self.random_plies[0] > self.random_plies[1] or self.noise < LEAST_NOISE:
            raise RecipeError(f"no way to play: {self}")


@dataclass(frozen=True, slots=True)
class Stage:
    """The labelled positions that one phase is fitted to.

    Attributes:
        phase: of the weights, 0 for the fewest empties.
        positions: how many.
        depth: plies of the search that labels them; None: they are solved.
        selectivity: per cent, if it is the engine's search on a whole evaluation (see
            `Recipe.has_teacher`); None: in full width, on the phases that were fitted just now.
    """

    phase: int
    positions: int
    depth: int | None
    selectivity: int | None = None

    def __post_init__(self) -> None:
        if self.positions < 1:
            raise RecipeError(f"a stage needs positions, not {self.positions}")
        if self.needs_phases_below and self.phase == 0:
            raise RecipeError("phase 0 has no phase below it to search on: it is solved")
        if self.selectivity is not None and self.depth is None:
            raise RecipeError("what is solved is not searched selectively")

    @property
    def needs_phases_below(self) -> bool:
        """True if its labels come from the phases that were fitted just now."""
        return self.depth is not None and self.selectivity is None

    def as_json(self) -> dict[str, Any]:
        """The stage in values that JSON knows, as the first stages were written."""
        return {key: value for key, value in asdict(self).items() if value or key != "selectivity"}


@dataclass(frozen=True, slots=True)
class Settling:
    """The games of the engine whose outcomes set scale and means right at last.

    Attributes:
        games: how many.
        depth: plies of the searches that choose the moves.
        selectivity: of these, per cent.
        exact_from: from so many empties on the best moves are played, and the outcome is
            the score of the position.
        random_plies: the fewest and the most that a game begins with.
        plies: of the searches whose leaves are to have the right means; even.
    """

    games: int
    depth: int
    selectivity: int
    exact_from: int
    random_plies: tuple[int, int]
    plies: int

    def __post_init__(self) -> None:
        odd = self.plies % 2 or self.plies < 2
        if self.games < 1 or self.random_plies[0] > self.random_plies[1] or odd:
            raise RecipeError(f"no games to settle by: {self}")


@dataclass(frozen=True, slots=True)
class Network:
    """How the engine's network is fitted to the last generation's labels (`training.network`).

    Attributes:
        groups: for each group, from the fewest empties on, how many phases share its rows.
        beside: how important positions of the phase on either side of a group are for it,
            of the next one, and so on.
        width: sums of the network; what `core.network` has.
        ridge, iterations: of the linear fit that it begins with.
        epochs: how often positions are gone through.
        rate, rate_of_worth, rate_of_heads: how far addends, what entries are worth and
            heads are moved at first; less and less to 0 at last.
        caution, caution_of_worth, caution_of_heads: what the squares of slopes begin with,
            which are divided by: great ones make the first steps small.
        decay: draws addends to 0: how much of one counts as its slope.
        spread: addends begin within this of 0 ...
        spread_from: ... of entries that occur so often in the positions, at 0 of others.
        kept_from: addends of entries that occur less often become 0 at last.
    """

    groups: tuple[int, ...]
    beside: tuple[float, ...] = (1.0, 0.25)
    width: int = 14
    ridge: float = 10.0
    iterations: int = 25
    epochs: int = 6
    rate: float = 0.05
    rate_of_worth: float = 0.005
    rate_of_heads: float = 0.1
    caution: float = 4000.0
    caution_of_worth: float = 2000.0
    caution_of_heads: float = 2e5
    decay: float = 0.5
    spread: float = 0.035
    spread_from: int = 300
    kept_from: int = 150

    def __post_init__(self) -> None:
        if min(self.groups, default=0) < 1:
            raise RecipeError(f"groups have one phase or more: {self.groups}")
        if not all(0 < importance <= 1 for importance in self.beside):
            raise RecipeError(f"phases beside a group are up to 1 as important: {self.beside}")
        if self.epochs < 1 or self.ridge <= 0 or self.iterations < 0:
            raise RecipeError("a network has one epoch or more, ridge more than 0, iterations")
        if min(self.caution, self.caution_of_worth, self.caution_of_heads) <= 0:
            raise RecipeError("slopes are divided by the roots of cautions: they are more than 0")

    @property
    def phases(self) -> tuple[range, ...]:
        """The phases of each group."""
        ends = accumulate(self.groups)
        return tuple(range(end - size, end) for size, end in zip(self.groups, ends, strict=True))

    def importance(self, group: int) -> dict[int, float]:
        """How important the positions of each phase are for a group; of others they are not."""
        phases, important = self.phases[group], dict.fromkeys(self.phases[group], 1.0)
        for distance, importance in enumerate(self.beside, start=1):
            important |= {phases[0] - distance: importance, phases[-1] + distance: importance}
        return {phase: important[phase] for phase in important if 0 <= phase < sum(self.groups)}

    def scaled(self, factor: float) -> Network:
        """The network of `factor` times the positions: entries are as often seen in them."""
        return replace(
            self,
            spread_from=max(1, round(self.spread_from * factor)),
            kept_from=max(1, round(self.kept_from * factor)),
        )


@dataclass(frozen=True, slots=True)
class Recipe:
    """Stages from the end of the game upwards, once or several times over.

    Attributes:
        name: of the evaluation that is trained.
        seed: of everything that is drawn.
        styles: how games are played; their shares sum to 1.
        generations: the stages of each; later ones play by the weights of the one before.
        ridge: holds each fit at the phase below, in positions.
        iterations: of each fit.
        algorithm: of the code that follows the recipe.
        stray_among: one of so many positions stands one random move off its game.
        good_play: how the games are played that are most like real ones.
        outcomes: positions of such games for each searched stage that are played to the
            end, so that the mean value can be set right; 0: it is left as it is.
        checked: positions of such games that are solved to say how good the evaluation is.
        neighbours: how important positions of the phases beside one are for it, 0 to 1; of
            the phase above where that is labelled before.
        settling: the games that set scale and means right after the last generation; None:
            they are left as they were fitted, as tables always are.
        network: what is fitted to the labels of the last generation; None: tables of
            weights as in the others.
    """

    name: str
    seed: int
    styles: tuple[Style, ...]
    generations: tuple[tuple[Stage, ...], ...]
    ridge: float = 40.0
    iterations: int = 12
    algorithm: int = ALGORITHM
    stray_among: int = 2
    good_play: Style | None = None
    outcomes: int = 0
    checked: int = 0
    neighbours: float = 0.0
    settling: Settling | None = None
    network: Network | None = None

    def __post_init__(self) -> None:
        if abs(sum(style.share for style in self.styles) - 1) > 1e-9:
            raise RecipeError("the shares of the styles of play do not sum to 1")
        if self.ridge <= 0 or self.iterations < 0:
            raise RecipeError("ridge is more than 0, iterations are 0 or more")
        if self.stray_among < 1:
            raise RecipeError(f"one of 1 or more positions is a stray, not of {self.stray_among}")
        if not self.generations:
            raise RecipeError("a recipe has at least one generation")
        if (self.outcomes or self.checked) and self.good_play is None:
            raise RecipeError("outcomes and checks need games of good play")
        if (self.outcomes or self.settling) and not self.features.has_ply:
            raise RecipeError(f"{self.name} has no weight for a number of empties to set right")
        if not 0 <= self.neighbours <= 1:
            raise RecipeError(f"neighbours are 0 to 1 as important, not {self.neighbours}")
        of_engine = any(stage.selectivity is not None for stage in self.generations[0])
        if of_engine and not self.has_teacher:
            raise RecipeError("there is no generation before the first to search on")
        phases = len(self.features.empties)
        for stages in self.generations:
            if [stage.phase for stage in stages] != list(range(phases)):
                raise RecipeError(f"a generation has a stage for each of {phases} phases, in order")
        for _, stage in self.steps():
            self._check_depth(stage)
        self._check_network()

    def _check_depth(self, stage: Stage) -> None:
        """Labels come from the phases below."""
        if stage.depth is None or not stage.needs_phases_below:
            return
        most, most_below = (self.features.empties[stage.phase - under][1] for under in (0, 1))
        if most - stage.depth > most_below:
            raise RecipeError(f"a search of {stage.depth} plies ends on weights not yet fitted")

    def _check_network(self) -> None:
        """It has a group for each phase, and labels that need no weights of the phase below."""
        network, phases = self.network, len(self.features.empties)
        if network is None:
            if self.settling is not None:
                raise RecipeError("games settle a network: tables of weights have no scales")
            return
        if not self.features.has_network or network.width != WIDTH:
            raise RecipeError(f"{self.name} has no network of {network.width} sums")
        if sum(network.groups) != phases:
            raise RecipeError(f"the groups of a network are of {phases} phases in all")
        if any(stage.needs_phases_below for stage in self.generations[-1]):
            raise RecipeError("what a network learns from is labelled before anything is fitted")

    @property
    def features(self) -> FeatureSet:
        """Of the evaluation that is trained.

        Raises:
            RecipeError: there is none of that name.
        """
        try:
            return feature_set(self.name)
        except KeyError:
            raise RecipeError(f"there is no evaluation {self.name!r} to train") from None

    @property
    def has_teacher(self) -> bool:
        """True if labels of the engine's search are values of the evaluation that ships.

        The engine's own evaluation has no teacher: the engine searches on the weights of
        the generation before.
        """
        return not self.features.has_network

    def empties(self, stage: Stage) -> tuple[int, int]:
        """The fewest and the most empties of a stage's positions."""
        return self.features.empties[stage.phase]

    def scaled(self, factor: float) -> Recipe:
        """The recipe with `factor` times the positions, and thresholds to match."""
        check_scale(factor)
        generations = tuple(
            tuple(
                replace(stage, positions=max(FEWEST_POSITIONS, round(stage.positions * factor)))
                for stage in stages
            )
            for stages in self.generations
        )
        outcomes = self.outcomes and max(FEWEST_POSITIONS, round(self.outcomes * factor))
        checked = self.checked and max(1, round(self.checked * factor))
        settling = self.settling and replace(
            self.settling, games=max(FEWEST_GAMES, round(self.settling.games * factor))
        )
        return replace(
            self,
            generations=generations,
            outcomes=outcomes,
            checked=checked,
            settling=settling,
            network=self.network and self.network.scaled(factor),
        )

    def seeded(self, seed: int) -> Recipe:
        """The recipe with another seed, 0 to `MOST_SEED`."""
        check_seed(seed, MOST_SEED)
        return replace(self, seed=seed)

    def steps(self) -> Iterator[tuple[int, Stage]]:
        """Number of the generation, from 1, and stage, in the order in which they are done."""
        for number, stages in enumerate(self.generations, start=1):
            for stage in stages:
                yield number, stage

    def played_on(self, stage: Stage) -> int:
        """How many positions of a stage are played to the end.

        The mean of what deep searches find is nearer the truth than that of plain play.
        """
        return self.outcomes if stage.needs_phases_below else 0

    @property
    def positions(self) -> int:
        """Of all stages, to be labelled."""
        return sum(stage.positions for _, stage in self.steps())

    @property
    def games(self) -> int:
        """That are played to their end: from positions of stages, and those of the engine."""
        settling = self.settling.games if self.settling else 0
        return settling + sum(self.played_on(stage) for _, stage in self.steps())

    @property
    def work(self) -> int:
        """How much there is to do: positions to label, games, and fits of a network.

        Fits of tables take no time beside them.
        """
        groups = self.network.groups if self.network else ()
        fits = sum(self.fitted(group) for group in range(len(groups)))
        return self.positions + self.games + fits

    def fitted(self, group: int) -> int:
        """How much of the work the fit of a group of the network is."""
        if self.network is None:
            return 0
        stages = self.generations[-1]
        once = sum(stages[phase].positions for phase in self.network.importance(group))
        return self.network.epochs * once // GONE_THROUGH_A_LABEL

    def as_json(self) -> dict[str, Any]:
        """The recipe in values that JSON knows; files of weights carry it.

        What came later than the first recipes is left out where it is as it was for
        them, so that they keep their names.
        """
        written = asdict(self)
        written["generations"] = [[s.as_json() for s in stages] for stages in self.generations]
        return {key: value for key, value in written.items() if LATER.get(key) != value}

    @property
    def hash(self) -> str:
        """Names the recipe."""
        return hash_of_recipe(self.as_json())


def _backward_induction(
    solved: tuple[int, ...], searched: tuple[int, ...], depth: int
) -> tuple[Stage, ...]:
    """Stages of so many positions: the first solved, the others searched on those below."""
    return (
        *(Stage(phase, positions, None) for phase, positions in enumerate(solved)),
        *(Stage(phase, positions, depth) for phase, positions in enumerate(searched, len(solved))),
    )


def _by_the_engine(
    solved: tuple[int, ...], searched: tuple[int, ...], depth: int, selectivity: int
) -> tuple[Stage, ...]:
    """Stages of so many positions: the first solved, the others searched by the engine."""
    return (
        *(Stage(phase, positions, None) for phase, positions in enumerate(solved)),
        *(
            Stage(phase, positions, depth, selectivity)
            for phase, positions in enumerate(searched, len(solved))
        ),
    )


#: The evaluation that orders moves in the endgame learns what the engine's is worth two
#: plies deep: many such labels are better than few exact ones. The first generation plays
#: by mobility, the second by what the first has learnt.
ORDERING: Final = Recipe(
    name="ordering",
    seed=1,
    styles=(
        Style(share=0.25, random_plies=(0, 50), noise=5.0, evaluated=False),
        Style(share=0.75, random_plies=(6, 28), noise=8.0, evaluated=True),
    ),
    generations=(
        _by_the_engine((), (150_000,) * 10, depth=2, selectivity=100),
        _by_the_engine((), (300_000,) + (3_000_000,) * 9, depth=2, selectivity=100),
    ),
    neighbours=0.25,
)

#: The engine's evaluation. The first two generations are a beginning, as good as ten minutes
#: make it; the third learns from what the engine finds with it eight plies deep.
EVALUATION: Final = Recipe(
    name="evaluation",
    seed=1,
    styles=(
        Style(share=0.1, random_plies=(0, 50), noise=5.0, evaluated=False),
        Style(share=0.9, random_plies=(2, 20), noise=4.0, evaluated=True),
    ),
    generations=(
        _backward_induction(
            (20_000, 50_000, 80_000, 30_000), (80_000,) * 9 + (40_000, 10_000), depth=4
        ),
        _backward_induction(
            (50_000, 200_000, 400_000, 200_000), (250_000,) * 9 + (100_000, 20_000), depth=5
        ),
        _by_the_engine(
            (50_000, 200_000, 500_000, 500_000),
            (1_000_000,) * 6 + (700_000,) * 3 + (200_000, 40_000),
            depth=8,
            selectivity=73,
        ),
    ),
    ridge=20.0,
    iterations=16,
    stray_among=4,
    neighbours=0.25,
    good_play=Style(share=1.0, random_plies=(2, 16), noise=1.0, evaluated=True),
    outcomes=20_000,
    checked=400,
    settling=Settling(
        games=20_000, depth=8, selectivity=73, exact_from=16, random_plies=(8, 18), plies=6
    ),
    network=Network(groups=(3, 3, 3, 3, 3)),
)

RECIPES: Final = {recipe.name: recipe for recipe in (ORDERING, EVALUATION)}
