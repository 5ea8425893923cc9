"""Games with everything that records can say of them, for the tests of formats."""

from __future__ import annotations

import string

from hypothesis import strategies as st

from outflank.board import Board, Color
from outflank.games import Game, MoveNote, Variation
from strategies import reachable_boards

#: Text of one line as people write it, in scripts of several kinds; no blanks at its ends.
WORDS = st.text(string.ascii_letters + string.digits + " .,'()-éßñ村上健", min_size=1, max_size=12)
LINES = WORDS.map(str.strip).filter(bool)
COMMENTS = st.lists(
    st.text(string.printable[:95] + "é村上", min_size=1, max_size=20).map(str.strip).filter(bool),
    min_size=1,
    max_size=3,
).map("\n".join)
NUMBERS = st.integers(-6400, 6400).map(lambda number: number / 100)
SECONDS = st.integers(0, 10**6).map(lambda number: number / 100)
CLOCKS = st.sampled_from(["15:00", "05:00//02:00", "01:00:00/00:05/", "00:30"])
NOTES = st.builds(
    MoveNote,
    evaluation=st.none() | NUMBERS,
    seconds=st.none() | SECONDS,
    comment=st.none() | COMMENTS,
)


@st.composite
def variations(draw, root, moves, depth=0):
    """Some variations of a game, and of these."""
    found = []
    for at in draw(st.lists(st.integers(0, len(moves)), max_size=2 - depth)):
        board = root.copy()
        for move in moves[:at]:
            board.push(move)
        start, before = board.copy(), len(board.moves)
        for _ in range(draw(st.integers(1, 4))):
            if board.is_game_over():
                break
            board.push(
                "pass" if board.must_pass else draw(st.sampled_from(list(board.legal_moves)))
            )
        played = board.moves[before:]
        if played:
            notes = tuple(draw(st.lists(NOTES, min_size=len(played), max_size=len(played))))
            inner = draw(variations(start, played, depth + 1)) if depth < 2 else ()
            found.append(Variation(at, played, notes, inner))
    return tuple(found)


@st.composite
def games(draw, *, own_start=True):
    """A game from a reachable position on, with much of what can be known of it."""
    board = draw(reachable_boards())
    if own_start and draw(st.booleans()):
        kept = draw(st.integers(0, len(board.moves)))
        tail, head = board.moves[kept:], board.root()
        for move in board.moves[:kept]:
            head.push(move)
        board = Board(head.position, head.turn)
        for move in tail:
            board.push(move)
    noted = draw(st.booleans())
    count = len(board.moves)
    notes = tuple(draw(st.lists(NOTES, min_size=count, max_size=count))) if noted else ()
    result = draw(st.none() | NUMBERS | st.integers(-64, 64).map(float))
    return Game.from_board(
        board,
        black=draw(st.none() | LINES),
        white=draw(st.none() | LINES),
        event=draw(st.none() | LINES),
        date=draw(st.none() | st.dates().map(str) | st.sampled_from(["1997", "1997-08"])),
        result=result,
        winner=draw(st.none() | st.sampled_from(Color)),
        ending=draw(st.none() | st.sampled_from(["resigned", "time", "agreed", "forfeit"])),
        komi=draw(st.none() | NUMBERS),
        black_time=draw(st.none() | CLOCKS),
        white_time=draw(st.none() | CLOCKS),
        comment=draw(st.none() | COMMENTS),
        notes=notes,
        variations=draw(variations(board.root(), board.moves)) if draw(st.booleans()) else (),
        others=draw(st.dictionaries(st.sampled_from(["RB", "RW", "RO"]), LINES)),
    )
