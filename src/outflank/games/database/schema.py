"""The tables of a database of games, as SQL: what they hold is described in docs/database.md."""

from __future__ import annotations

from typing import Final

#: Goes up when tables change so that older programs would misread them.
SCHEMA: Final = 1

#: What tells a database of ours from another one.
APPLICATION: Final = "outflank games"

TABLES: Final = """
CREATE TABLE about (application VARCHAR NOT NULL, schema INTEGER NOT NULL);

CREATE TABLE players (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL UNIQUE);

CREATE TABLE events (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL UNIQUE);

CREATE TABLE openings (
    id INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    japanese VARCHAR,
    moves VARCHAR,
    player UBIGINT NOT NULL,
    opponent UBIGINT NOT NULL
);

CREATE TABLE games (
    id INTEGER NOT NULL,
    black INTEGER,
    white INTEGER,
    event INTEGER,
    year SMALLINT,
    date VARCHAR,
    start VARCHAR,
    moves VARCHAR NOT NULL,
    plies UTINYINT NOT NULL,
    claimed TINYINT,
    played TINYINT,
    raw TINYINT,
    score TINYINT,
    black_discs UTINYINT,
    result DOUBLE,
    komi DOUBLE,
    ending VARCHAR,
    theoretical TINYINT,
    exact_from UTINYINT,
    opening INTEGER,
    copy INTEGER NOT NULL,
    source VARCHAR,
    details VARCHAR
);

CREATE TABLE positions (
    player UBIGINT NOT NULL,
    opponent UBIGINT NOT NULL,
    game INTEGER NOT NULL,
    step UTINYINT NOT NULL,
    black BOOLEAN NOT NULL,
    move UTINYINT
);

CREATE VIEW game_list AS
SELECT
    games.id, black.name AS black, white.name AS white, events.name AS event, games.year,
    games.date, games.score, games.claimed, games.played, games.theoretical, games.exact_from,
    openings.name AS opening, games.plies, games.start, games.moves, games.result, games.komi,
    games.ending, games.black_discs, games.source, games.details
FROM games
LEFT JOIN players AS black ON black.id = games.black
LEFT JOIN players AS white ON white.id = games.white
LEFT JOIN events ON events.id = games.event
LEFT JOIN openings ON openings.id = games.opening;
"""

#: What makes two records the same game, beside `copy`: an import adds no game twice.
IDENTITY: Final = (
    "moves", "start", "black", "white", "event", "year", "date", "claimed", "result", "copy",
)  # fmt: skip

#: The columns of `games` that come as they are; `score` is made of them.
FACTS: Final = (
    "year", "date", "start", "moves", "plies", "claimed", "played", "raw", "black_discs",
    "result", "komi", "ending", "theoretical", "exact_from", "copy", "source", "details",
)  # fmt: skip
