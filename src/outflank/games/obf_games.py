"""OBF as games: a position without moves, whose known scores are moves that could follow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from outflank.board.errors import OutflankError, quoted
from outflank.games.errors import GameFileError
from outflank.games.game import Game
from outflank.games.notes import MoveNote, Variation
from outflank.games.obf import FIELD_END, Problem, read_problems_of
from outflank.games.textfile import TextFile
from outflank.games.transcripts import COMMENT_MARKS

#: The property of `Game.others` that is the score of a position, where it stands alone.
SCORE: Final = "score"

_POSITION: Final = re.compile(rf"[^{FIELD_END}]{{64,160}}{FIELD_END}")


def looks_like_obf(text: str) -> bool:
    """True if the first line that is no comment begins with a position and a semicolon."""
    for line in text.splitlines():
        content = line.strip().lstrip("\ufeff")
        if content and not content.startswith(COMMENT_MARKS):
            return bool(_POSITION.match(content)) and "[" not in content
    return False


@dataclass(frozen=True)
class ObfFile(TextFile):
    """The text of a file of OBF."""

    def read(self) -> Iterator[Game | GameFileError]:
        """One game, or the error that stands in its place, after the other."""
        for problem in read_problems_of(self.text.splitlines(), self.name):
            yield problem if isinstance(problem, GameFileError) else game_of_problem(problem)


def game_of_problem(problem: Problem) -> Game:
    """A game without moves, with the scored ones as variations."""
    variations = tuple(
        Variation(0, (move,), (MoveNote(evaluation=float(score)),))
        for move, score in problem.scores.items()
    )
    alone = None if problem.score == max(problem.scores.values(), default=None) else problem.score
    return Game(
        start=problem.position,
        first=problem.turn,
        comment=problem.comment or None,
        source=problem.place or None,
        variations=variations,
        others={} if alone is None else {SCORE: f"{alone:+d}"},
    )


def problem_of_game(game: Game) -> Problem:
    """The position at the end of a game, with the scores of what could follow.

    Scores are evaluations in whole discs of variations that begin there.

    Raises:
        OutflankError: a comment has several lines.
    """
    board = game.board()
    scores = {}
    for variation in game.variations:
        value = variation.notes[0].evaluation if variation.notes else None
        if variation.at == len(game.moves) and value is not None and value == int(value):
            scores[variation.moves[0]] = int(value)
    alone = game.others.get(SCORE) if not game.moves else None
    if alone is not None and not re.fullmatch(r"[+-]?[0-9]{1,2}", alone):
        raise OutflankError(f"{SCORE}: {quoted(alone)} is not a score")
    return Problem(
        board.position,
        board.turn,
        scores,
        None if alone is None else int(alone),
        " ".join((game.comment or "").split()),
    )
