"""Boards to search, of every stage and kind."""

from __future__ import annotations

import random

from outflank.board import Board, Color, Position
from outflank.textbook import random_midgame


def scattered_board(seed: int, *, most_empties: int = 60) -> Board:
    """Discs on random squares: no game leads there, but the rules hold all the same."""
    choices = random.Random(seed)
    squares = choices.sample(range(64), 64 - choices.randint(0, most_empties))
    share = choices.choice([0.05, 0.5, 0.5, 0.95])  # some boards are nearly of one colour
    player = sum(1 << square for square in squares if choices.random() < share)
    opponent = sum(1 << square for square in squares) & ~player
    return Board(Position(player, opponent), choices.choice(list(Color)))


def boards(count: int, *, first_seed: int = 1) -> list[Board]:
    """Boards of every stage, three of four from games, both colours, some of them over."""
    return [
        scattered_board(seed) if seed % 4 == 0 else random_midgame(seed, seed * 7 % 61)
        for seed in range(first_seed, first_seed + count)
    ]


def late_boards(count: int, *, most_empties: int, first_seed: int = 1) -> list[Board]:
    """Boards near the end: passes, wipe-outs, games that ended with empties among them."""
    return [
        scattered_board(seed, most_empties=most_empties)
        if seed % 2
        else random_midgame(seed, 60 - seed // 2 % (most_empties + 1))
        for seed in range(first_seed, first_seed + count)
    ]
