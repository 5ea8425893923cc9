"""The rules once more, as a child would check them: a list of squares, walked one by one.

It shares nothing with `outflank.board.rules`, neither masks nor shifts.
"""

from __future__ import annotations

STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def discs(player: int, opponent: int) -> list[str]:
    """64 letters: ``p`` player, ``o`` opponent, ``.`` empty."""
    return [
        "p" if player >> square & 1 else "o" if opponent >> square & 1 else "."
        for square in range(64)
    ]


def flipped(player: int, opponent: int, square: int) -> set[int]:
    """Squares of the discs that a disc on `square` turns."""
    board = discs(player, opponent)
    turned: set[int] = set()
    if board[square] != ".":
        return turned
    for down, right in STEPS:
        row, file = square // 8 + down, square % 8 + right
        run = []
        while 0 <= row < 8 and 0 <= file < 8 and board[8 * row + file] == "o":
            run.append(8 * row + file)
            row, file = row + down, file + right
        if 0 <= row < 8 and 0 <= file < 8 and board[8 * row + file] == "p":
            turned.update(run)
    return turned


def legal(player: int, opponent: int) -> set[int]:
    """Squares on which the player may place a disc."""
    return {square for square in range(64) if flipped(player, opponent, square)}
