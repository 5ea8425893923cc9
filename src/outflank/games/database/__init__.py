"""A database of real games: every game once, every position indexed, in one DuckDB file.

=================  =======================================================
module             what it is for
=================  =======================================================
``database``       `Database`: what people call
``schema``         the tables, as SQL
``connection``     opens the file; DuckDB is imported there
``batch``          games on their way in, column by column
``positions``      every position of many games, in canonical form
``importing``      adds files of games, in one transaction
``imported``       what became of them
``details``        notes, variations and other rare things as JSON
``criteria``       which games are meant, as SQL
``records``        games on their way out
``exploring``      what was played from a position
``standings``      players and their results
``unknown``        names that nothing has
``checking``       claims against moves and proofs
``exporting``      files of games, and tables
``errors``         what is wrong with a database
=================  =======================================================

It needs the extra ``db``; without it every method raises `DatabaseError`.
"""

from outflank.games.database.checking import Check, Disagreement
from outflank.games.database.connection import usual_path
from outflank.games.database.criteria import Criteria
from outflank.games.database.database import Database
from outflank.games.database.errors import DatabaseError
from outflank.games.database.exploring import Continuation, Exploration, Tally
from outflank.games.database.imported import Imported
from outflank.games.database.records import Record
from outflank.games.database.standings import Standing
from outflank.games.database.unknown import UnknownName

__all__ = [
    "Check",
    "Continuation",
    "Criteria",
    "Database",
    "DatabaseError",
    "Disagreement",
    "Exploration",
    "Imported",
    "Record",
    "Standing",
    "Tally",
    "UnknownName",
    "usual_path",
]
