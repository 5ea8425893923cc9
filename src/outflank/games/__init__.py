"""Games and positions as values, their readers and writers, and the famous ones that ship along.

=================  =======================================================
module             what it is for
=================  =======================================================
``game``           `Game`: moves that were replayed, players, result
``reader``         picks the reader by content: `open_games`, `read_games`
``transcripts``    text files of transcripts
``wthor``          the game base of the French Othello Federation
``ggf``            `GgfGame`: a game with times and evaluations, one a line
``sgf``            the main line of one game of SGF
``obf``            `Problem`: a position and its known scores; OBF files
``problems``       positions from text in any form
``content``        tells text from other content
``famous``         the games of the package itself, by name
``errors``         what is wrong with a file, where, and what was read
=================  =======================================================
"""

from outflank.games.errors import GameFileError, GameWarning
from outflank.games.famous import FamousFile, famous_game, famous_games
from outflank.games.game import Game
from outflank.games.ggf import GgfGame, MoveNote, read_ggf, write_ggf
from outflank.games.obf import Problem, read_obf, write_obf
from outflank.games.problems import parse_problems, read_problems
from outflank.games.reader import GameFile, open_games, parse_games, read_games, read_stream
from outflank.games.sgf import read_sgf

__all__ = [
    "FamousFile",
    "Game",
    "GameFile",
    "GameFileError",
    "GameWarning",
    "GgfGame",
    "MoveNote",
    "Problem",
    "famous_game",
    "famous_games",
    "open_games",
    "parse_games",
    "parse_problems",
    "read_games",
    "read_ggf",
    "read_obf",
    "read_problems",
    "read_sgf",
    "read_stream",
    "write_ggf",
    "write_obf",
]
