"""Our engine and an external one on the same positions; speed where no engine thinks."""

import sys

import pytest

from outflank.board import Board, OutflankError
from outflank.engine import Info, Limit
from outflank.lab import speed
from outflank.lab.against import TICK, Comparison, Duel, duels
from outflank.lab.samples import sample, sample_boards
from outflank.protocols import ProtocolError, open_engine

LIMIT = Limit(depth=3)


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_duels(fake, protocol):
    boards, told = sample_boards(40, 3), []
    with open_engine(protocol, fake(protocol)) as theirs:
        limit = LIMIT if protocol == "nboard" else Limit()
        found = list(duels(theirs, boards, LIMIT, limit, lambda: told.append(1)))
    assert [duel.board for duel in found] == boards
    assert len(told) == 3
    for duel in found:
        assert duel.ours.depth == 3
        assert duel.theirs.move in duel.board.legal_moves
        assert duel.ratio == duel.seconds[0] / duel.seconds[1] > 0


def test_a_comparison():
    board = Board()
    moves = sorted(board.legal_moves)
    found = [
        Duel(board, Info(moves[0], seconds=2.0), Info(moves[0], seconds=1.0)),
        Duel(board, Info(moves[0], seconds=2.0), Info(moves[1], seconds=4.0)),
    ]
    comparison = Comparison.of(found)
    assert (comparison.positions, comparison.agreeing) == (2, 1)
    assert (comparison.ours, comparison.theirs) == (4, 5)
    assert comparison.ratio.mean == pytest.approx(1)
    assert Duel(board, Info(moves[0]), Info(moves[0], seconds=TICK)).ratio == 1


def test_boards_are_the_positions_with_their_moves(tmp_path):
    boards = sample_boards(24, 30)
    assert [board.position for board in boards] == sample(24, 30)
    assert all(board.root() == Board() for board in boards)
    file = tmp_path / "games.txt"
    file.write_text("d3c3e6d2d1e1b2c1d6\n")  # with a pass before the last move
    (board,) = sample_boards(51, 5, file)
    assert board.transcript(passes=True).endswith("--d6")


class TestSpeed:
    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch):
        monkeypatch.setattr(speed, "unit", lambda: 0.2)
        monkeypatch.setattr(speed, "ROUND_TRIPS", 5)

    def test_perft(self):
        for depth in (1, 8):
            figure = speed.perft(depth, 2)
            assert figure.value > 0
            assert figure.in_p == pytest.approx(figure.value * 0.2)
            assert figure.spread >= 0

    def test_a_wrong_count(self, monkeypatch):
        monkeypatch.setattr(speed, "count", lambda *_: 3)
        with pytest.raises(OutflankError, match="perft 5: 3 leaves, not 1396"):
            speed.perft(5)

    def test_bulk(self, monkeypatch):
        monkeypatch.setattr(speed, "BULK_EMPTIES", 6)
        figure = speed.bulk(50, threads=2, runs=2)
        assert (figure.positions, figure.unit) == (50, "positions/s")

    @pytest.mark.parametrize("protocol", ["gtp", "nboard"])
    def test_round_trips(self, fake, protocol):
        first, trip = speed.round_trips(protocol, fake(protocol))
        assert first.value > trip.value > 0
        assert (first.unit, trip.name) == ("s", f"{protocol}, round trip")

    def test_what_does_not_answer(self):
        with pytest.raises(ProtocolError, match="exit status 3"):
            speed.round_trips("gtp", [sys.executable, "-c", "raise SystemExit(3)"])
