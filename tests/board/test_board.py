"""Boards: pushing, taking back, passes, the end of the game, what an error keeps."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import (
    BLACK,
    PASS,
    WHITE,
    Board,
    Color,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    OutflankError,
    Position,
    Square,
    SquareSet,
)
from strategies import any_positions, reachable_boards, transcripts

# Egaroucid issue 67: White has no move and Black has twelve; a program played a7 for White.
WHITE_MUST_PASS = (
    "f5d6c3d3c4f4f6f3e3b4c5c6e6e2e7d2f1d7a3a4b3g6a5a2a1f2g5f7b2c2b5e1b1g1c1h4g3b6d1h2h1g2h3"
)
# suragnair/alpha-zero-general issue 167, a Quarry game: White wipes out Black, five empties.
WIPE_OUT = (
    "c4e3f3c5d3b4e6f5d6f4f6c2b6c3c1c6a5a6c7a4a3a2b3b5d2a7b7b8d7d8c8a8e8e1d1b1b2a1e2e7f7f8f1f2"
    "g8g7g5g6h7g4g3h3h4h5g2"
)
# arXiv:2310.19387: perfect play ends 32-32.
DRAW = (
    "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2"
    "H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
)


def test_the_start() -> None:
    board = Board()
    assert SquareSet(board.black) == SquareSet("e4 d5")
    assert SquareSet(board.white) == SquareSet("d4 e5")
    assert board.turn is BLACK
    assert board.legal_moves == SquareSet("d3 c4 f5 e6")
    assert (board.ply, board.moves, board.empties, board.last_move) == (0, (), 60, None)
    assert not board.is_game_over()
    assert board.outcome() is None


def test_push_and_push_text() -> None:
    board = Board()
    board.push(Move("f5"))
    board.push(Square("d6"))
    board.push(18)
    assert board.push_text("D3") == Move("d3")
    assert board.moves == tuple(map(Move, ["f5", "d6", "c3", "d3"]))
    assert (board.ply, board.turn, board.last_move) == (4, BLACK, Move("d3"))
    assert board.transcript() == "f5d6c3d3"


@given(reachable_boards())
def test_pop_takes_back_what_push_did(board: Board) -> None:
    seen = []
    while board.moves:
        seen.append((board.copy(), board.last_move))
        assert board.pop() == seen[-1][1]
    assert board == Board()
    assert board.ply == 0
    for after, move in reversed(seen):
        assert move is not None
        board.push(move)
        assert board == after
        assert board.moves == after.moves


@given(transcripts())
def test_a_transcript_replays_to_the_same_board(text: str) -> None:
    board = Board.from_transcript(text)
    assert board.transcript() == text
    assert Board.from_transcript(text.upper()).moves == board.moves
    assert Board.from_transcript(board.transcript(passes=True)).moves == board.moves


@given(any_positions(), st.sampled_from(Color))
def test_text_repr_pickle_and_copy_give_an_equal_board(position: Position, turn: Color) -> None:
    board = Board(position, turn)
    for twin in (
        Board.from_text(board.to_text()),
        eval(repr(board)),
        pickle.loads(pickle.dumps(board)),
        copy.deepcopy(board),
        board.copy(),
    ):
        assert twin == board
        assert hash(twin) == hash(board)


@given(reachable_boards())
def test_pickle_and_copy_keep_the_history_and_are_independent(board: Board) -> None:
    for twin in (board.copy(), pickle.loads(pickle.dumps(board))):
        assert twin.moves == board.moves
        if twin.moves:
            twin.pop()
            assert len(twin.moves) == len(board.moves) - 1
    assert board.root() == Board()


def test_equal_are_boards_with_the_same_discs_and_side_to_move() -> None:
    assert Board.from_transcript("f5d6c3d3c4") == Board.from_transcript("f5d6c4d3c3")
    assert Board() != Board(turn=WHITE)
    assert Board() != Position.start()
    assert len({Board(), Board(), Board(turn=WHITE)}) == 2


@given(reachable_boards())
def test_colours_swap_with_the_side_to_move(board: Board) -> None:
    other = Board(board.position, board.turn.other)
    assert (other.black, other.white) == (board.white, board.black)
    assert other.legal_moves == board.legal_moves
    outcome, swapped = board.outcome(), other.outcome()
    if outcome and swapped:
        assert (swapped.score, swapped.raw) == (-outcome.score, -outcome.raw)


@pytest.mark.parametrize("turn", [None, "grey", 1, True])
def test_a_side_that_is_none_is_refused(turn: object) -> None:
    with pytest.raises(OutflankError, match=r"is not a side: Color.BLACK or Color.WHITE"):
        Board(Position.start(), turn)  # type: ignore[arg-type]


def test_a_side_may_be_named_and_the_colours_stay() -> None:
    start = Position.start()
    for color in Color:
        assert Board(start, color.value) == Board(start, color)  # type: ignore[arg-type]


def test_a_board_begins_at_a_position() -> None:
    with pytest.raises(TypeError, match="begins at a Position"):
        Board(Board())  # type: ignore[arg-type]


class TestPasses:
    def test_a_forced_pass_is_the_only_move(self) -> None:
        board = Board.from_transcript(WHITE_MUST_PASS)
        assert board.turn is WHITE
        assert board.must_pass
        assert not board.legal_moves
        assert not board.is_game_over()
        with pytest.raises(IllegalMoveError, match=r'ply 44: "a7": .* must pass'):
            board.push_text("a7")
        board.push(PASS)
        assert board.turn is BLACK
        assert len(board.legal_moves) == 12
        assert board.ply == 43
        assert board.moves[-1].is_pass

    def test_automatic_pass_is_recorded_and_undone_with_its_move(self) -> None:
        board = Board(auto_pass=True)
        for move in Board.from_transcript(WHITE_MUST_PASS).moves:
            board.push(move)
        assert board.turn is BLACK
        assert board.moves[-2:] == (Move("h3"), PASS)
        assert board.ply == 43
        assert board.pop() == Move("h3")
        assert (board.ply, board.turn) == (42, BLACK)
        assert not board.must_pass
        assert board.moves[-1] == Move("g2")

    def test_a_pass_that_is_due_at_the_start_is_played_and_stays(self) -> None:
        text = Board.from_transcript(WHITE_MUST_PASS).to_text()
        board = Board.from_text(text, auto_pass=True)
        assert board.moves == (PASS,)
        assert board.turn is BLACK
        with pytest.raises(IndexError):
            board.pop()
        assert board.moves == (PASS,)

    def test_asking_for_automatic_passes_later_plays_the_one_that_is_due(self) -> None:
        board = Board.from_transcript(WHITE_MUST_PASS)
        board.auto_pass = True
        assert board.moves[-1] == PASS
        assert board.copy().auto_pass
        assert board.pop() == Move("h3")

    def test_automatic_passes_of_the_start_are_not_those_of_the_new_board(self) -> None:
        start = Board.from_transcript(WHITE_MUST_PASS[:-2], auto_pass=True)
        board = Board.from_transcript(WHITE_MUST_PASS[-2:], start)
        assert not board.auto_pass
        assert board.must_pass
        assert not board.moves[-1].is_pass
        assert start.auto_pass

    @pytest.mark.parametrize("wanted", [True, False])
    @pytest.mark.parametrize("text", ["f5d6d6", "f5d6zz"])
    def test_an_error_keeps_what_was_wanted(self, text: str, wanted: bool) -> None:
        board = Board(auto_pass=wanted)
        for read in (
            board.push_transcript,
            lambda text: Board.from_transcript(text, auto_pass=wanted),
        ):
            with pytest.raises(OutflankError) as caught:
                read(text)
            assert caught.value.board is not None
            assert caught.value.board.auto_pass == wanted
        assert board.auto_pass == wanted
        assert caught.value.board == board

    @given(st.randoms(use_true_random=False))
    def test_with_automatic_passes_there_is_always_a_move_until_the_end(self, random) -> None:
        board = Board(auto_pass=True)
        steps = 0
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            steps += 1
        plain = Board.from_transcript(board.transcript())
        assert plain.moves == board.moves
        for _ in range(steps):
            assert not board.pop().is_pass
        assert (board, board.moves) == (Board(), ())

    def test_a_pass_is_refused_where_a_move_exists(self) -> None:
        with pytest.raises(IllegalMoveError, match=r'ply 1: "pass": .* d3, c4, f5, e6'):
            Board().push(PASS)


class TestEnd:
    def test_wipe_out(self) -> None:
        board = Board.from_transcript(WIPE_OUT)
        outcome = board.outcome()
        assert board.is_game_over()
        assert outcome is not None
        assert outcome.winner is WHITE
        assert (outcome.score, outcome.raw) == (-64, -59)
        assert (outcome.black, outcome.white, outcome.empties) == (0, 59, 5)
        assert outcome.ending == "wipe-out"
        assert not board.must_pass
        with pytest.raises(IllegalMoveError, match='ply 56: "pass": the game is over'):
            board.push(PASS)

    def test_a_draw_is_not_a_game_that_goes_on(self) -> None:
        outcome = Board.from_transcript(DRAW).outcome()
        assert outcome is not None
        assert outcome.winner is None
        assert (outcome.score, outcome.raw, outcome.ending) == (0, 0, "full board")

    def test_nobody_can_move(self) -> None:
        board = Board.from_text("XX-OO" + "-" * 59)
        outcome = board.outcome()
        assert outcome is not None
        assert (outcome.ending, outcome.winner, outcome.empties) == ("no moves", None, 60)

    def test_one_disc_more_takes_all_empties(self) -> None:
        """A line that ends 32-31 with one empty square is a win by two, not a draw."""
        text = "X" * 32 + "O" * 31 + "-"
        position = Position.from_text(text)
        assert (position.raw_score, position.final_score) == (1, 2)


class TestErrors:
    def test_the_game_up_to_the_fault_is_kept(self) -> None:
        """oers/reversatile issue 24: d3d4d5 crashed, d4 is occupied."""
        with pytest.raises(IllegalMoveError) as caught:
            Board.from_transcript("d3d4d5")
        error = caught.value
        assert str(error) == 'ply 2: "d4": the square is occupied'
        assert error.ply == 2
        assert error.board is not None
        assert error.board.transcript() == "d3"

    def test_a_refused_push_changes_nothing(self) -> None:
        board = Board.from_transcript("f5")
        for text in ("f5", "a1", "pass", "z9", "f5d6"):
            with pytest.raises(OutflankError, match="ply 2: ") as caught:
                board.push_text(text)
            assert caught.value.board == board
            assert caught.value.board is not board
        with pytest.raises(InvalidMoveError, match="ply 2: 65 is not a move"):
            board.push(65)
        assert board == Board.from_transcript("f5")

    def test_errors_survive_pickle_with_what_they_keep(self) -> None:
        with pytest.raises(IllegalMoveError) as caught:
            Board.from_transcript("f5f5")
        twin = pickle.loads(pickle.dumps(caught.value))
        assert (str(twin), twin.ply, twin.board) == (str(caught.value), 2, caught.value.board)

    def test_they_are_all_value_errors(self) -> None:
        with pytest.raises(ValueError, match="ply 1"):
            Board().push_text("a1")

    def test_there_is_nothing_to_take_back_at_the_start(self) -> None:
        with pytest.raises(IndexError):
            Board().pop()


def test_str_shows_the_board_and_who_is_to_move() -> None:
    assert str(Board()).splitlines()[-1] == "Black to move"
    assert str(Board.from_transcript(WHITE_MUST_PASS)).splitlines()[-1] == "White must pass"
    assert str(Board.from_transcript(DRAW)).splitlines()[-1] == "draw 32-32 (full board)"
