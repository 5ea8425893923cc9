"""Games as values, the readers that find them in files, and the famous ones that ship along.

=================  =======================================================
module             what it is for
=================  =======================================================
``game``           `Game`: moves that were replayed, players, result
``reader``         picks the reader by content: `open_games`, `read_games`
``transcripts``    text files of transcripts
``wthor``          the game base of the French Othello Federation
``famous``         the games of the package itself, by name
``errors``         what is wrong with a file, where, and what was read
=================  =======================================================
"""

from outflank.games.errors import GameFileError, GameWarning
from outflank.games.famous import FamousFile, famous_game, famous_games
from outflank.games.game import Game
from outflank.games.reader import GameFile, open_games, parse_games, read_games, read_stream

__all__ = [
    "FamousFile",
    "Game",
    "GameFile",
    "GameFileError",
    "GameWarning",
    "famous_game",
    "famous_games",
    "open_games",
    "parse_games",
    "read_games",
    "read_stream",
]
