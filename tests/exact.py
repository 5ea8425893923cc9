"""Exact scores the plain way, and what a search may say about them.

`plain_score` is minimax on `outflank.board.rules` and nothing else: no window, no table,
no order. It is for a few empties; `outflank.textbook.solve`, which its own tests hold
equal to minimax, is the oracle beyond.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from outflank.board import PASS, Move, Position, rules


def plain_score(player: int, opponent: int) -> int:
    """The score in discs, empties to the winner, for the side to move."""
    legal = rules.legal_mask(player, opponent)
    if legal:
        squares = (square for square in range(64) if legal >> square & 1)
        after = (rules.play_unchecked(player, opponent, square) for square in squares)
        return max(-plain_score(*position) for position in after)
    if rules.legal_mask(opponent, player):
        return -plain_score(opponent, player)
    return rules.final_score(player, opponent)


def is_sound(found: int, alpha: int, exact: int) -> bool:
    """True if a null window at `alpha` may give `found` where the score is `exact`.

    Fail soft: above alpha a lower bound, at or below it an upper bound; always even.
    """
    if found % 2 or not -64 <= found <= 64:
        return False
    return exact >= found if found > alpha else exact <= found


def is_sound_in(found: int, alpha: int, beta: int, exact: int) -> bool:
    """The same for a window: between alpha and beta the score itself."""
    if alpha < found < beta:
        return found == exact
    return exact <= found if found <= alpha else exact >= found


def replayed(position: Position, moves: Sequence[Move]) -> Position:
    """The position after moves that are all legal, a pass only where one must pass."""
    for move in moves:
        position = position.play(move)
    return position


def worth(position: Position, moves: Sequence[Move]) -> int:
    """What a line to the end of the game scores for the side that moves first in it."""
    end = replayed(position, moves)
    assert end.is_game_over(), f"{position.to_text()}: the line stops before the end"
    return end.final_score if len(moves) % 2 == 0 else -end.final_score


def with_empties(empties: int, seed: int) -> Position:
    """A position of a random game with so many empties, or scattered discs (one in three)."""
    choices = random.Random(f"{empties} {seed}")
    if seed % 3 == 2:
        return scattered(empties, choices)
    for position in _random_game(choices):
        if position.empties == empties:
            return position
    return with_empties(empties, seed + 1_000_003)


def scattered(empties: int, choices: random.Random, share: float | None = None) -> Position:
    """Discs on random squares; of which share the player's, if not given, is drawn as well."""
    squares = choices.sample(range(64), 64 - empties)
    share = choices.choice([0.06, 0.5, 0.94]) if share is None else share
    player = sum(1 << square for square in squares if choices.random() < share)
    return Position(player, sum(1 << square for square in squares) & ~player)


def _random_game(choices: random.Random) -> Iterator[Position]:
    position = Position.start()
    yield position
    while not position.is_game_over():
        moves = list(position.legal_moves)
        position = position.play_unchecked(choices.choice(moves) if moves else PASS)
        yield position
