"""Openings: files of transcripts, and random ones that are balanced and all different."""

import random
from itertools import islice

import pytest

from outflank.board import Board
from outflank.engine import Engine, Limit
from outflank.games import GameFileError
from outflank.lab.openings import BalancedOpenings, OpeningError, read_openings


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "openings.txt"
        path.write_text(text)
        return path

    return write


def random_transcript(plies):
    """So many moves of a random game without a pass."""
    draw = random.Random(2)
    while True:
        board = Board()
        while board.ply < plies and not board.must_pass:
            board.push(draw.choice(list(board.legal_moves)))
        if board.ply == plies:
            return board.transcript()


class TestFiles:
    def test_every_line_is_an_opening(self, file):
        start = Board.from_transcript("f5d6").to_text()
        found = read_openings(file(f"# XOT\n\nf5d6c3\n C4c3D3 \n{start}\n{random_transcript(24)}"))
        assert [board.ply for board in found.openings] == [3, 3, 0, 24]
        assert found.openings[2].to_text() == start
        assert len(found) == 4

    def test_thirty_two_moves_are_no_board(self, file):
        text = random_transcript(32)
        assert len(text) == 64
        assert read_openings(file(text)).openings[0].ply == 32

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "no opening"),
            ("# nothing", "no opening"),
            ("f5d6\nf5d1", 'openings.txt line 2: ply 2: "d1"'),
            ("f5d6\n\nhello", "openings.txt line 3: "),
            ("f5f5", "line 1: ply 2"),
        ],
    )
    def test_a_wrong_line_is_named(self, file, text, message):
        with pytest.raises(GameFileError) as caught:
            read_openings(file(text))
        assert message in str(caught.value)

    def test_a_game_that_is_over_is_no_opening(self, file):
        with pytest.raises(GameFileError, match="the game is over"):
            read_openings(file("X" * 64 + " O"))

    def test_the_seed_draws_the_order_and_all_come_before_one_again(self, file):
        found = read_openings(file("f5d6\nf5f4\nf5f6\nf5d6c3\nf5f4e3"))
        orders = {seed: [str(b.moves) for b in islice(found.boards(seed), 10)] for seed in range(9)}
        for order in orders.values():
            assert len(set(order[:5])) == 5
            assert order[:5] == order[5:]
        assert len({tuple(order) for order in orders.values()}) > 3
        assert orders[1] == [str(b.moves) for b in islice(found.boards(1), 10)]

    def test_xot(self, shared_data):
        found = read_openings(shared_data / "xot" / "xot_small_3623.txt")
        assert len(found) == 3623
        assert {board.ply for board in found.openings} == {8}


class TestBalanced:
    def test_different_reproducible_and_balanced(self):
        openings = BalancedOpenings(plies=6, most=30)
        boards = list(islice(openings.boards(4), 6))
        assert [b.moves for b in boards] == [b.moves for b in islice(openings.boards(4), 6)]
        assert [b.moves for b in boards] != [b.moves for b in islice(openings.boards(5), 6)]
        assert len({b.position.canonical() for b in boards}) == 6
        for board in boards:
            assert board.ply == 6
            info = Engine(hash_mb=4).analyse(board, Limit(depth=8))[0]
            assert abs(info.score.value) <= 30

    def test_there_are_not_enough_short_ones(self, monkeypatch):
        monkeypatch.setattr("outflank.lab.openings.MOST_TRIES", 50)
        boards = BalancedOpenings(plies=1, most=64).boards(0)
        assert next(boards).ply == 1
        with pytest.raises(OpeningError, match="no further opening of 1 plies"):
            next(boards)

    @pytest.mark.parametrize("wrong", [{"plies": -1}, {"plies": 60}, {"most": -1}])
    def test_no_openings(self, wrong):
        with pytest.raises(OpeningError):
            BalancedOpenings(**wrong)
