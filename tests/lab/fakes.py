"""Players that misbehave, and what matches of quick ones need."""

import time

from outflank.board import Board, Move, Score
from outflank.engine import Info
from outflank.lab.match import Match
from outflank.lab.openings import OpeningFile
from outflank.lab.players import contenders


class Scripted:
    """Plays the first legal move, until it is asked for the n-th: then it does something else."""

    def __init__(self, at=None, then=None):
        self.at, self.then, self.asked, self.closed, self.seeds = at, then, 0, False, []
        self.clocks = []

    def new_game(self, seed):
        self.asked = 0
        self.seeds.append(seed)

    def move(self, board, clock):
        self.asked += 1
        self.clocks.append(clock)
        assert not board.must_pass
        if self.asked == self.at:
            return self.then(board)
        return Info(Move(min(board.legal_moves)), Score(1.5, bound="estimate", selectivity=73))

    def close(self):
        self.closed = True


def crash(board):
    raise RuntimeError("something\n[broke]")


def illegal(board):
    return Info(Move("d4"))


def no_move(board):
    return Info(None)


def a_pass(board):
    return Info(Move("pass"))


def slow(seconds):
    def then(board):
        time.sleep(seconds)
        return Info(Move(min(board.legal_moves)))

    return then


OPENINGS = OpeningFile(
    tuple(map(Board.from_transcript, ("f5d6c3", "f5f4e3", "f5f6e6f4", "f5d6c4d3", "f5f4f3g4")))
)


def quick_match(games=10, players=("random", "outflank:level=1"), **options):
    return Match(contenders(players), games, OPENINGS, **options)
