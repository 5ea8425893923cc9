"""Games of the search against itself from other places than the start."""

from __future__ import annotations

from outflank.board import Board
from outflank.textbook import random_midgame, self_play


def test_plies_go_on_from_those_of_the_start() -> None:
    start = random_midgame(7, 54)
    before = start.copy()
    game = self_play(start=start)
    assert [move.ply for move in game.moves] == list(range(55, 55 + len(game.moves)))
    assert game.board.ply == game.moves[-1].ply
    assert (start, start.moves) == (before, before.moves)


def test_a_board_without_moves_counts_from_one() -> None:
    start = Board.from_text(random_midgame(7, 56).to_text())
    assert self_play(start=start).moves[0].ply == 1
