"""SGF: both ways to write squares, passes, set-ups, variations, and every way to be broken."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import bug_reports
from outflank.board import PASS, Board, Color
from outflank.games import GameFileError, read_sgf
from strategies import reachable_boards

QUARRY = {row["id"]: row["moves"] for row in bug_reports("transcripts")}["azg-167"]


def letters(move):
    return "abcdefgh"[move.square.file] + "abcdefgh"[move.square.row]


def written(board, square, passed):
    """A game as SGF; None for `passed` leaves passes out."""
    turn, nodes = board.root().turn, []
    for move in board.moves:
        value = passed if move.is_pass else square(move)
        if value is not None:
            nodes.append(f";{str(turn)[0]}[{value}]")
        turn = turn.other
    return f"(;GM[2]SZ[8]{''.join(nodes)})"


class TestReading:
    def test_facts(self):
        game = read_sgf(
            "(;FF[4]GM[2]SZ[8]PB[Ann \\] Lee]PW[Ben]EV[Cup]DT[1997-08-07]RE[W+59]C[a\\:b]\n"
            " ;B[fe]C[good\n] ; W [df] )",
            "a.sgf",
        )
        assert game.transcript() == "f5d6"
        assert (game.black, game.white) == ("Ann ] Lee", "Ben")
        assert (game.event, game.year, game.source) == ("Cup", 1997, "a.sgf")

    @pytest.mark.parametrize("square", [letters, str, lambda move: str(move).upper()])
    @pytest.mark.parametrize("passed", ["", "pass", "PA", None])
    def test_a_game_with_five_passes(self, square, passed):
        board = Board.from_transcript(QUARRY)
        game = read_sgf(written(board, square, passed))
        assert game.moves == board.moves
        assert game.outcome().score == -64

    @given(board=reachable_boards(), passed=st.sampled_from(["", None]))
    def test_any_game(self, board, passed):
        if passed is None and board.moves and board.moves[-1] == PASS:
            board.pop()  # a pass at the very end is not implied by anything
        root = board.root()
        if root.to_text() == Board().to_text():
            assert read_sgf(written(board, letters, passed)).moves == board.moves

    def test_semicolons_that_are_missing(self):
        assert read_sgf("(GM[2]SZ[8]B[f5];W[d6]B[c3])").transcript() == "f5d6c3"

    def test_passes_after_the_end(self):
        text = written(Board.from_transcript(QUARRY), str, "")
        assert read_sgf(text[:-1] + ";B[];W[])").outcome().score == -64

    def test_the_first_variation(self):
        assert read_sgf("(;GM[2];B[f5](;W[d6];B[c3])(;W[f4]))").transcript() == "f5d6c3"

    def test_the_first_of_two_games(self):
        assert read_sgf("(;GM[2];B[f5])\n(;GM[2];B[d3])").transcript() == "f5"

    def test_a_position(self):
        game = read_sgf("(;GM[2]AB[de][ed]AW[dd:dd][ee]PL[W];W[f4])")
        assert game.first is Color.WHITE
        assert game.root().to_text() == Board.from_text(Board().to_text()[:-1] + "O").to_text()

    def test_a_rectangle_and_the_side_of_the_first_move(self):
        game = read_sgf("(;GM[2]AB[c3:d4]AW[c5:d5];W[d2])")
        assert game.first is Color.WHITE
        assert game.root().black.bit_count() == 4

    def test_the_side_is_black_if_nothing_says(self):
        assert read_sgf("(;GM[2]AB[c3]AW[c4])").first is Color.BLACK

    def test_squares_that_are_cleared(self):
        game = read_sgf("(;GM[2]AE[aa:hh]AB[c3:d4][c3]AW[c5:d5][h8];AE[h8][a1];W[d2])")
        assert game.root().white.bit_count() == 2
        assert game.plies == 1


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "no game of SGF"),
            ("f5d6", "no game of SGF"),
            ("(;GM[2];B[f5]", "line 1: the game is cut short"),
            ("(;GM[2];B[f5", '"B" has no value'),
            ("(;GM[2]\n;B)", 'line 2: "B" has no value'),
            ("(;GM[2];!)", "no property"),
            ("(;GM[1]SZ[8];B[f5])", "another game"),
            ("(;GM[2]SZ[10];B[f5])", "another board"),
            ("(;GM[2];B[f5]\n;W[f5])", 'a.sgf line 2: ply 2: "f5": the square is occupied'),
            ("(;GM[2];B[f5];B[d6])", "ply 2: Black moves, but it is not its turn"),
            ("(;GM[2];B[])", "a pass is legal only"),
            ("(;GM[2];B[tt])", '"tt" is not a square'),
            ("(;GM[2];B[f5]AB[a1])", "AB after a move"),
            ("(;GM[2]AB[a1:b2:c3])", "not a square or a rectangle"),
            ("(;GM[2]PL[x])", '"x" is not a side'),
            ("(;GM[2]AB[a1]AW[a1])", "AW: a1 is Black already"),
            ("(;GM[2]AW[a1:c3]\n;AB[b2])", "line 2: AB: b2 is White already"),
            ("(;GM[2]AE[d4];B[f5])", "the game is over"),
            ("(;GM[2];B[f5]AE[a1])", "AE after a move"),
        ],
    )
    def test_every_one_names_its_place(self, text, message):
        with pytest.raises(GameFileError, match=r"a\.sgf") as caught:
            read_sgf(text, "a.sgf")
        assert message in str(caught.value)

    @pytest.mark.parametrize("text", ["GM[{}]", "SZ[{}]", "AB[{}]", "PL[{}]", "B[{}]", "{}", "{}!"])
    def test_what_is_repeated_of_it_is_cut(self, text):
        with pytest.raises(GameFileError) as caught:
            read_sgf(f"(;{text.format('Q' * 1000)})")
        assert len(str(caught.value)) < 200

    def test_a_long_text_is_read_in_one_go(self):
        assert read_sgf("(;GM[2]" + "C[x]\n" * 200_000 + ";B[f5])").plies == 1

    def test_the_game_up_to_the_fault_is_kept(self):
        with pytest.raises(GameFileError) as caught:
            read_sgf("(;GM[2];B[f5];W[d6];B[a1])")
        assert caught.value.ply == 3
        assert caught.value.partial.transcript() == "f5d6"

    @given(st.text("(;)[]\\BW fe5\n", max_size=40))
    def test_any_text(self, text):
        with suppress(GameFileError):
            read_sgf(f"(;GM[2]{text}")
