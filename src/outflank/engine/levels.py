"""Playing strengths by number and by name: how deep, how surely, from where on exactly."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Final, SupportsIndex

from outflank.board.errors import quoted
from outflank.board.score import PROVED
from outflank.engine.limit import (
    DEEPEST,
    SELECTIVITIES,
    LimitError,
    known_selectivity,
    whole_number,
)

STRONGEST: Final = 60

#: The selectivity of a midgame that is searched selectively.
SELECTIVE: Final = 73

#: Up to this level everything is searched in full: n plies, the last 2n squares exactly.
LAST_FULL_LEVEL: Final = 10

#: From this level on the exact endgame begins at n - 6 empties.
FIRST_SLIDING_LEVEL: Final = 36
SLIDING_LAG: Final = 6

#: Each less certain pass over the endgame begins this many squares earlier.
ENDGAME_STEP: Final = 3

_THREE_PASSES: Final = (100, 98, 87)
_FOUR_PASSES: Final = (100, 99, 95, 73)
_ALL_PASSES: Final = tuple(reversed(SELECTIVITIES))

#: (first level, empties solved exactly, selectivities of the passes from there on); a row
#: holds until the next. These are the levels of Edax (github.com/abulmo/edax-reversi).
_PASSES: Final = (
    (11, 21, (100, 98)),
    (13, 21, _THREE_PASSES),
    (19, 24, _THREE_PASSES),
    (22, 24, _FOUR_PASSES),
    (25, 27, _THREE_PASSES),
    (28, 27, _FOUR_PASSES),
    (30, 30, _THREE_PASSES),
    (32, 30, _FOUR_PASSES),
    (34, 30, (100, 99, 98, 87)),
)


@dataclass(frozen=True, slots=True)
class Level:
    """A playing strength.

    Attributes:
        name: the number, or the name of a weak level.
        depth: plies of the midgame's search, 0 to 60; at 0 moves are chosen by the
            evaluation alone.
        selectivity: per cent, of the midgame's search, one of `SELECTIVITIES`.
        endgame: pairs (empties, selectivity), from the fewest empties up: from so many
            empties on the game is searched to its end, that surely; 100 is exact.
        noise: how unsteady the hand is, in discs, 0 or more: each move's value gets a
            normally distributed error of this standard deviation before the best is
            taken, at every stage of the game. 0 makes no mistakes on purpose.

    Raises:
        LimitError: a value is out of its range, or the pairs are out of order.

    >>> Level("quick", depth=6, selectivity=73, endgame=((14, 100), (17, 87))).stage(16)
    (16, 87)
    """

    name: str
    depth: int
    selectivity: int = PROVED
    endgame: tuple[tuple[int, int], ...] = ()
    noise: float = 0.0

    def __post_init__(self) -> None:
        if not self.name:
            raise LimitError("a level needs a name")
        whole_number("depth", self.depth, 0, DEEPEST)
        known_selectivity("selectivity", self.selectivity)
        _check_endgame(self.endgame)
        if not (math.isfinite(self.noise) and self.noise >= 0):
            raise LimitError(f"noise is 0 discs or more, not {self.noise}")

    def stage(self, empties: int) -> tuple[int, int]:
        """What to search from so many empties: (depth in plies, selectivity in per cent).

        The first pair of `endgame` that reaches so far decides: then the depth is
        `empties`, to the end of the game. Elsewhere it is the midgame's.

        >>> level(21).stage(40), level(21).stage(27), level(21).stage(20)
        ((21, 73), (27, 98), (20, 100))
        """
        for reach, surely in self.endgame:
            if empties <= reach:
                return empties, surely
        return min(self.depth, empties), self.selectivity


def _check_endgame(pairs: tuple[tuple[int, int], ...]) -> None:
    for empties, surely in pairs:
        whole_number("an endgame's empties", empties, 0, DEEPEST)
        known_selectivity("an endgame's selectivity", surely)
    for (later, surer), (earlier, surely) in pairwise(pairs):
        if not (later < earlier and surer > surely):
            raise LimitError(
                "endgame goes from few empties and certainty to more empties and less, "
                f"not from {later}@{surer} to {earlier}@{surely}"
            )


#: Levels of people, the weakest first: none sees far, and what they see they misjudge.
#: Each wins eight or nine games of ten against the one before it (54, 53, 47, 55 and 52 of
#: 60 from XOT openings, with the first trained weights). A move by the
#: noise alone, with exact values of all moves, loses on average 7.7, 2.9, 1.7, 0.4, 0.1
#: and 0.04 discs (400 random positions with 14 empties; a random move loses 12.7).
WEAK_LEVELS: Final = (
    # Knows how discs are flipped, little else.
    Level("first-steps", depth=1, endgame=((1, 100),), noise=24),
    # Has lost some corners and remembers it.
    Level("beginner", depth=1, endgame=((2, 100),), noise=8),
    # Plays with friends, looks at the answer to a move.
    Level("casual", depth=2, endgame=((4, 100),), noise=5.5),
    # Plays often, knows to keep few discs and many moves.
    Level("hobby", depth=2, endgame=((6, 100),), noise=2.5),
    # Meets others to play, counts the last squares.
    Level("club", depth=3, endgame=((8, 100),), noise=1.5),
    # Goes to tournaments, seldom gives much away.
    Level("tournament", depth=4, endgame=((10, 100),), noise=1),
)


def _numbered(number: int) -> Level:
    """Level 0 to 60 as Edax means it."""
    name = str(number)
    if number == STRONGEST:
        return Level(name, number, PROVED, ((DEEPEST, PROVED),))
    if number <= LAST_FULL_LEVEL:
        return Level(name, number, PROVED, ((2 * number, PROVED),))
    if number >= FIRST_SLIDING_LEVEL:
        exact, passes = number - SLIDING_LAG, _ALL_PASSES
    else:
        _, exact, passes = next(row for row in reversed(_PASSES) if row[0] <= number)
    return Level(name, number, SELECTIVE, _pairs(exact, passes))


def _pairs(exact: int, passes: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Where each pass begins; the first that covers the whole game is the last."""
    pairs: list[tuple[int, int]] = []
    for number, surely in enumerate(passes):
        empties = min(exact + ENDGAME_STEP * number, DEEPEST)
        pairs.append((empties, surely))
        if empties == DEEPEST:
            break
    return tuple(pairs)


#: Every level by its name: people's, then "0" to "60".
LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {one.name: one for one in (*WEAK_LEVELS, *map(_numbered, range(STRONGEST + 1)))}
)


def level(number_or_name: SupportsIndex | str) -> Level:
    """The level of that number, 0 to 60, or of that name, in any case.

    Levels 0 to 60 mean what they mean for Edax: up to 10 everything is searched in
    full; from 11 on the midgame is selective, and before the exact endgame come passes
    that are less and less certain the earlier they begin. A level says what is
    searched, not for how long: the highest take hours for a move. Level n does not
    prove the score from n empties on; its `endgame` says from where it does.

    The levels of people (`WEAK_LEVELS`) are ``first-steps``, ``beginner``, ``casual``,
    ``hobby``, ``club`` and ``tournament``; the last plays about as well as level 4.

    Raises:
        LimitError: there is no such level.

    >>> level(11)
    Level(name='11', depth=11, selectivity=73, endgame=((21, 100), (24, 98)), noise=0.0)
    >>> level("10").endgame, level("Beginner").depth
    (((20, 100),), 1)
    """
    if isinstance(number_or_name, str):
        name = number_or_name.strip().lower()
    else:
        name = str(whole_number("level", number_or_name, 0, STRONGEST))
    if name not in LEVELS:
        weak = ", ".join(one.name for one in WEAK_LEVELS)
        raise LimitError(f"{quoted(name)} is not a level: 0 to {STRONGEST}, {weak}")
    return LEVELS[name]
