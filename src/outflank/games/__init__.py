"""Games and positions as values, their readers and writers, and the famous ones that ship along.

=================  =======================================================
module             what it is for
=================  =======================================================
``game``           `Game`: moves that were replayed, players, result, and all that is noted
``notes``          `MoveNote`, `Variation`: what is said of moves, and other moves
``reader``         picks the reader by content: `open_games`, `read_games`
``writer``         `write_games`, in any format
``paste``          finds the game in any text: `Game.parse`
``transcripts``    text files of transcripts, and of boards with moves
``wthor``          the game base of the French Othello Federation; ``wthor_writer`` writes it
``ggf``            a game with times and evaluations, one a line; ``ggf_file`` has many
``sgf``            SGF, with variations, comments and values; ``sgf_writer`` writes it
``pgn``            PGN of PlayOK, NBoard and others; ``pgn_writer`` writes it
``tables``         CSV and Parquet with a column of moves; ``columns`` is a row of them
``json_text``      our own JSON; ``quest`` reads that of Othello Quest
``obf``            `Problem`: a position and its known scores; ``obf_games`` as games
``problems``       positions from text in any form
``openings``       names of openings, by position
``content``        tells text from other content; ``encodings`` makes text of bytes
``textfile``       what all readers of text share
``target``         writes to what people name: files whole, pipes and devices as such
``dates``          dates in every habit of writing them; ``numbers`` numbers and clocks
``famous``         the games of the package itself, by name
``errors``         what is wrong with a file, where, and what was read
=================  =======================================================
"""

from outflank.games.errors import AmbiguousTextError, GameFileError, GameWarning
from outflank.games.famous import FamousFile, famous_game, famous_games
from outflank.games.game import Game
from outflank.games.ggf import read_ggf, write_ggf
from outflank.games.json_text import write_json
from outflank.games.notes import Ending, MoveNote, Variation
from outflank.games.obf import Problem, read_obf, write_obf
from outflank.games.openings import (
    Opening,
    OpeningNames,
    opening_names,
    opening_of,
    read_openings,
)
from outflank.games.paste import Parsed
from outflank.games.pgn import read_pgn
from outflank.games.pgn_writer import write_pgn
from outflank.games.problems import parse_problems, read_problems
from outflank.games.reader import GameFile, open_games, parse_games, read_games, read_stream
from outflank.games.sgf import read_sgf
from outflank.games.sgf_writer import write_sgf
from outflank.games.transcripts import write_transcript
from outflank.games.writer import FORMATS, Format, format_of, write_games

__all__ = [
    "FORMATS",
    "AmbiguousTextError",
    "Ending",
    "FamousFile",
    "Format",
    "Game",
    "GameFile",
    "GameFileError",
    "GameWarning",
    "MoveNote",
    "Opening",
    "OpeningNames",
    "Parsed",
    "Problem",
    "Variation",
    "famous_game",
    "famous_games",
    "format_of",
    "open_games",
    "opening_names",
    "opening_of",
    "parse_games",
    "parse_problems",
    "read_games",
    "read_ggf",
    "read_obf",
    "read_openings",
    "read_pgn",
    "read_problems",
    "read_sgf",
    "read_stream",
    "write_games",
    "write_ggf",
    "write_json",
    "write_obf",
    "write_pgn",
    "write_sgf",
    "write_transcript",
]
