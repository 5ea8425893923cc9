"""What hypothesis draws for every test of the rules: reachable games, and positions of any kind.

Games and dense boards are drawn as one seed, not square by square: that is faster
and evenly spread, where hypothesis by itself likes small numbers, which are empty
boards. A failing example is printed by its position, so nothing is lost.
"""

from __future__ import annotations

import random

from hypothesis import strategies as st

from outflank.board import PASS, Board, Position

MASKS = st.integers(0, 2**64 - 1)
SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def reachable_boards(draw: st.DrawFn, *, most_plies: int = 60) -> Board:
    """A board after a random game of random length, its passes explicit in the history.

    One game in eight stops at its first forced pass, one in eight runs to its end.
    """
    ending = draw(st.sampled_from(["pass", "end", *["ply"] * 6]))
    plies = draw(st.sampled_from(range(most_plies + 1))) if ending == "ply" else most_plies
    choices = random.Random(draw(SEEDS))
    board = Board()
    while board.ply < plies and not board.is_game_over():
        legal = list(board.legal_moves)
        if not legal and ending == "pass":
            break
        board.push(choices.choice(legal) if legal else PASS)
    return board


def reachable_positions(*, most_plies: int = 60) -> st.SearchStrategy[Position]:
    """Positions of real games, the side to move first; some must pass or are over."""
    return reachable_boards(most_plies=most_plies).map(lambda board: board.position)


@st.composite
def _scattered_positions(draw: st.DrawFn) -> Position:
    """Discs on random squares, from a few to a full board."""
    discs = draw(st.sampled_from(range(65)))
    choices = random.Random(draw(SEEDS))
    squares = choices.sample(range(64), discs)
    player = {square for square in squares if choices.random() < 0.5}
    return Position(
        sum(1 << square for square in player),
        sum(1 << square for square in squares if square not in player),
    )


def any_positions() -> st.SearchStrategy[Position]:
    """Any two masks that do not overlap, reachable in a game or not, extreme ones included."""
    pairs = st.tuples(MASKS, MASKS).map(lambda pair: Position(pair[0], pair[1] & ~pair[0]))
    return st.one_of(_scattered_positions(), _scattered_positions(), pairs)


def transcripts(*, most_plies: int = 60) -> st.SearchStrategy[str]:
    """Legal games from the usual start in lower case, passes left out."""
    return reachable_boards(most_plies=most_plies).map(lambda board: board.transcript())
