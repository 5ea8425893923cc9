"""Draws positions of tournament games whose exact scores the WTHOR files tell.

Usage: python tools/known_scores.py EMPTIES POSITIONS SEED OUT.tsv FILE.wtb ...

Each line is 64 squares and the side, a tab, and the score for that side: what
`outflank train check --against OUT.tsv` reads. No position is drawn twice, and none where
the side to move must pass. The games are never learnt from.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from outflank.board.color import Color
from outflank.games import Game, open_games

#: A result is told as Black's discs of these.
ALL_DISCS = 64


def main() -> None:
    """Write the file."""
    empties, wanted, seed = map(int, sys.argv[1:4])
    target, *files = map(Path, sys.argv[4:])
    known = sorted({line for file in files for line in _known(file, empties)})
    drawn = random.Random(seed).sample(known, min(wanted, len(known)))
    target.write_text("".join(drawn), encoding="ascii")
    print(f"{len(drawn)} of {len(known)} positions")


def _known(file: Path, empties: int) -> Iterator[str]:
    """A line for each game whose perfect result is known from so many empties on."""
    games = open_games(file)
    for game in games.games(lambda fault: print(fault, file=sys.stderr)):
        line = _line(game, empties)
        if line:
            yield line


def _line(game: Game, empties: int) -> str | None:
    """The position with so many empties and its score, if the game has both."""
    if game.theoretical is None or game.exact_from is None or game.exact_from < empties:
        return None
    board = game.root()
    for move in game.moves:
        if board.empties == empties:
            break
        board.push(move)
    if board.empties != empties or not board.legal_moves:
        return None
    score = 2 * game.theoretical - ALL_DISCS
    sign = 1 if board.turn is Color.BLACK else -1
    return f"{board.to_text()}\t{sign * score}\n"


if __name__ == "__main__":
    main()
