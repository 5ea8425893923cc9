"""Why one move is worse than another, found on the board and said in plain words.

Nothing here knows a value: each finder looks at one thing that players look at (corners,
corners given up some moves later, moves left, the squares beside corners, parity, discs
turned) and says something only if the two moves differ in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from outflank.board import rules
from outflank.board.color import Color
from outflank.board.position import Position
from outflank.board.square import Move, Square
from outflank.board.squareset import SquareSet

CORNERS: Final = SquareSet(["a1", "h1", "a8", "h8"])

#: The squares beside each corner: the X square on the diagonal, the C squares on the edges.
X_SQUARES: Final = {Square(x): Square(at) for x, at in
                    (("b2", "a1"), ("g2", "h1"), ("b7", "a8"), ("g7", "h8"))}  # fmt: skip
C_SQUARES: Final = {Square(c): Square(at) for pair, at in
                    (("a2 b1", "a1"), ("g1 h2", "h1"), ("a7 b8", "a8"), ("g8 h7", "h8"))
                    for c in pair.split()}  # fmt: skip

#: Plies within which a corner given up is blamed on the move.
SIGHT: Final = 10

#: From so many empties on players count regions.
PARITY_FROM: Final = 20

#: Differences that are worth saying: moves to choose from, discs turned, discs left open.
FEWER_MOVES: Final = 4
MORE_TURNED: Final = 4
MORE_OPEN: Final = 3

#: Plies of best play after which moves are counted again.
LATER: Final = 6

#: So few moves are a worry.
FEW_MOVES: Final = 7

#: Squares that a region is listed by; a larger one is described.
LISTED: Final = 5


@dataclass(frozen=True)
class Scene:
    """A move that was played, and a better one.

    Attributes:
        before: the position, seen by the mover.
        mover: whose move it is.
        played: the move.
        better: what should have been played.
        answer: the best play of both sides after `played`, as far as it is known.
        better_answer: the same after `better`.
    """

    before: Position
    mover: Color
    played: Move
    better: Move
    answer: Sequence[Move] = ()
    better_answer: Sequence[Move] = ()

    @cached_property
    def after(self) -> Position:
        """The position after the move, seen by the other side."""
        return self.before.play_unchecked(self.played)

    @cached_property
    def better_after(self) -> Position:
        """The position after the better move, seen by the other side."""
        return self.before.play_unchecked(self.better)


def reasons(scene: Scene) -> Iterator[str]:
    """What can be said against the move, the weightiest first: each goes on from "it …"."""
    for find in FINDERS:
        reason = find(scene)
        if reason is not None:
            yield reason


def regions(empty: int) -> list[SquareSet]:
    """The parts of a mask of empty squares that hang together, diagonals included; a1 first.

    >>> [len(region) for region in regions(SquareSet(["a1", "b2", "h8"]).mask)]
    [2, 1]
    """
    parts = []
    while empty:
        part, grown = 0, empty & -empty
        while grown != part:
            part = grown
            for direction in rules.DIRECTIONS:
                grown |= rules.step(part, direction) & empty
        parts.append(SquareSet(part))
        empty &= ~part
    return parts


def _corner_given(scene: Scene) -> str | None:
    """A corner that the other side can take at once, and could not after the better move."""
    given = (scene.after.legal_moves - scene.better_after.legal_moves) & CORNERS
    if not given:
        return None
    return f"gives {scene.mover.other} the {_corners(given)}"


def _corner_passed_up(scene: Scene) -> str | None:
    """A corner that could be taken."""
    if scene.better.is_pass or scene.better.square not in CORNERS:
        return None
    if not scene.played.is_pass and scene.played.square in CORNERS:
        return None
    return f"passes up the corner {scene.better}"


def _corner_region_given(scene: Scene) -> str | None:
    """Corners that the other side takes some moves later, and not after the better move."""
    given, _ = _corners_taken(scene.after, scene.answer)
    kept, _ = _corners_taken(scene.better_after, scene.better_answer)
    if not (lost := given - kept) or not scene.better_answer:
        return None
    return f"gives {scene.mover.other} the {_corner_regions(lost)}"


def _corner_region_passed_up(scene: Scene) -> str | None:
    """Corners that the mover takes some moves after the better move, and not after this one."""
    _, taken = _corners_taken(scene.better_after, scene.better_answer)
    theirs, ours = _corners_taken(scene.after, scene.answer)
    if not (missed := taken - ours - theirs) or not scene.answer:
        return None
    return f"passes up the {_corner_regions(missed)}"


def _pass(scene: Scene) -> str | None:
    """One of the two moves leaves a side without a move."""
    if scene.better_after.must_pass and not scene.after.must_pass:
        return f"lets {scene.mover.other} move, whom {scene.better} left without one"
    if scene.answer and not scene.after.must_pass:
        answered = scene.after.try_play(scene.answer[0])
        if answered is not None and answered.must_pass:
            return f"leaves {scene.mover} without a move after {scene.answer[0]}"
    return None


def _beside_corner(scene: Scene) -> str | None:
    """An X or C square beside an empty corner."""
    empty = ~(scene.before.player | scene.before.opponent)
    for kind, squares in (("X", X_SQUARES), ("C", C_SQUARES)):
        corner = squares.get(Square(scene.played)) if not scene.played.is_pass else None
        if corner is None or not empty & corner.mask:
            continue
        if not scene.better.is_pass and squares.get(scene.better.square) is not None:
            return None
        return f"takes the {kind} square beside the empty corner {corner}"
    return None


def _moves_left(scene: Scene) -> str | None:
    """The other side has more to choose from, or the mover less."""
    theirs, theirs_better = len(scene.after.legal_moves), len(scene.better_after.legal_moves)
    if theirs - theirs_better >= FEWER_MOVES:
        return f"leaves {scene.mover.other} {theirs} moves, {scene.better} only {theirs_better}"
    own = len(scene.after.passed().legal_moves)
    own_better = len(scene.better_after.passed().legal_moves)
    if own_better - own >= FEWER_MOVES:
        return f"leaves {scene.mover} {own} moves of its own, {scene.better} {own_better}"
    return None


def _moves_later(scene: Scene) -> str | None:
    """The same some moves later, by the best play of both sides."""
    plies = min(LATER, len(scene.answer), len(scene.better_answer)) // 2 * 2
    if plies < 2:
        return None
    theirs, own = _mobilities(scene.after, scene.answer[:plies])
    theirs_better, own_better = _mobilities(scene.better_after, scene.better_answer[:plies])
    if own > FEW_MOVES or (own_better - theirs_better) - (own - theirs) < FEWER_MOVES:
        return None
    return (
        f"costs {scene.mover} its moves: {plies} plies on it has {own} and {scene.mover.other} "
        f"{theirs}, after {scene.better} {own_better} and {theirs_better}"
    )


def _parity(scene: Scene) -> str | None:
    """The first move in an even region, where there was an odd one: the other side ends it."""
    if scene.before.empties > PARITY_FROM or scene.played.is_pass or scene.better.is_pass:
        return None
    parts = regions(~(scene.before.player | scene.before.opponent) & rules.ALL_SQUARES)
    here = next(part for part in parts if scene.played.square in part)
    there = next(part for part in parts if scene.better.square in part)
    if len(here) % 2 or not len(there) % 2:
        return None
    return f"begins an even region ({_region(here)}), where {scene.mover.other} can move last"


def _exposed(scene: Scene) -> str | None:
    """Many more of the mover's discs touch an empty square: what is open can be turned."""
    if scene.before.empties <= PARITY_FROM:
        return None
    opened, fewer = _open_discs(scene.after), _open_discs(scene.better_after)
    if opened - fewer < MORE_OPEN:
        return None
    return f"leaves {opened} of its discs beside empty squares, {scene.better} only {fewer}"


def _turned(scene: Scene) -> str | None:
    """Many more discs are turned while that is no gain: they open squares to the other side."""
    if scene.before.empties <= PARITY_FROM or scene.played.is_pass or scene.better.is_pass:
        return None
    turned = len(scene.before.flips(scene.played.square))
    fewer = len(scene.before.flips(scene.better.square))
    if turned - fewer < MORE_TURNED:
        return None
    return f"turns {turned} discs, {scene.better} only {fewer}"


#: What is looked for, the weightiest first.
FINDERS: Final[tuple[Callable[[Scene], str | None], ...]] = (
    _corner_given,
    _corner_passed_up,
    _corner_region_given,
    _corner_region_passed_up,
    _pass,
    _beside_corner,
    _parity,
    _moves_left,
    _moves_later,
    _exposed,
    _turned,
)


def _corners_taken(position: Position, line: Sequence[Move]) -> tuple[SquareSet, SquareSet]:
    """The corners that the side to move, and the other, take in the first plies of a line."""
    taken: tuple[list[Square], list[Square]] = ([], [])
    for number, move in enumerate(line[:SIGHT]):
        after = position.try_play(move)
        if after is None:  # what a table has forgotten may end in nonsense
            break
        if not move.is_pass and move.square in CORNERS:
            taken[number % 2].append(move.square)
        position = after
    return SquareSet(taken[0]), SquareSet(taken[1])


def _open_discs(after: Position) -> int:
    """Discs of the side that has just moved which touch an empty square."""
    empty = rules.ALL_SQUARES & ~(after.player | after.opponent)
    beside = 0
    for direction in rules.DIRECTIONS:
        beside |= rules.step(empty, direction)
    return (beside & after.opponent).bit_count()


def _mobilities(position: Position, line: Sequence[Move]) -> tuple[int, int]:
    """Moves that the side to move, and the other, have at the end of a line."""
    turned = False
    for move in line:
        after = position.try_play(move)
        if after is None:
            break
        position, turned = after, not turned
    to_move, other = len(position.legal_moves), len(position.passed().legal_moves)
    return (other, to_move) if turned else (to_move, other)


def _corners(squares: SquareSet) -> str:
    names = " and ".join(str(square) for square in squares)
    return f"corner{'s' * (len(squares) > 1)} {names}"


def _corner_regions(squares: SquareSet) -> str:
    names = " and ".join(str(square) for square in squares)
    return f"corner region{'s' * (len(squares) > 1)} {names}"


def _region(part: SquareSet) -> str:
    if len(part) <= LISTED:
        return " ".join(str(square) for square in part)
    corners = part & CORNERS
    if corners:
        return f"{len(part)} squares at the {_corners(corners)}"
    return f"{len(part)} squares around {next(iter(part))}"
