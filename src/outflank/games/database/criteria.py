"""Which games are meant: by player, event, year, score, opening, position, length; as SQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from outflank.board.board import Board
from outflank.board.errors import OutflankError, quoted
from outflank.board.position import Position

#: A lowest and a highest number, both among what is meant; None is no limit.
Range = tuple[int | None, int | None]


@dataclass(frozen=True)
class Criteria:
    """What a game must have, all of it; what is None or empty does not matter.

    Names of people and events are found by parts of their words, in any order, whatever the
    case and the accents.

    Attributes:
        player: one of the two.
        against: the other one; with `player` only.
        black: the player of Black.
        white: the player of White.
        winner: who won.
        event: tournament or match.
        years: first and last.
        scores: lowest and highest, in discs, Black's minus White's.
        opening: that the game went through, by a name of it: that of one, or else a part of
            the names of some.
        position: that the game went through, however the board is turned.
        shortest: the fewest discs placed.

    Raises:
        OutflankError: a range that holds no number, or `against` without `player`.
    """

    player: str | None = None
    against: str | None = None
    black: str | None = None
    white: str | None = None
    winner: str | None = None
    event: str | None = None
    years: Range = (None, None)
    scores: Range = (None, None)
    opening: str | None = None
    position: Position | Board | None = None
    shortest: int | None = None

    def __post_init__(self) -> None:
        if self.against and not self.player:
            raise OutflankError("the other player is meant where no player is given")
        for what, (lowest, highest) in (("year", self.years), ("score", self.scores)):
            if lowest is not None and highest is not None and lowest > highest:
                raise OutflankError(f"no {what} is from {lowest} to {highest}")


ALL: Final = Criteria()

#: That a column has every word of a value inside: records say "Murakami Takeshi", people the
#: other way round, too.
HOLDS: Final = (
    "list_bool_and(list_transform("
    r"string_split_regex(trim(lower(strip_accents({value}))), '\s+'), "
    "lambda word: contains(lower(strip_accents({column})), word)))"
)


class Condition(NamedTuple):
    """A condition on the table ``games``, and the values that it names.

    Attributes:
        sql: for WHERE.
        values: by their name in `sql`.
    """

    sql: str
    values: dict[str, Any]


def condition(criteria: Criteria) -> Condition:
    """What `criteria` say as SQL; no text of theirs is part of the SQL."""
    parts: list[str] = []
    values: dict[str, Any] = {}

    def add(sql: str, **named: Any) -> None:
        parts.append(sql)
        values.update(named)

    if criteria.player:
        _add_player(add, criteria.player, criteria.against)
    if criteria.black:
        add(f"games.black IN {_named('players', 'black')}", black=criteria.black)
    if criteria.white:
        add(f"games.white IN {_named('players', 'white')}", white=criteria.white)
    if criteria.winner:
        who = "CASE WHEN games.score > 0 THEN games.black WHEN games.score < 0 THEN games.white END"
        add(f"{who} IN {_named('players', 'winner')}", winner=criteria.winner)
    if criteria.event:
        add(f"games.event IN {_named('events', 'event')}", event=criteria.event)
    _add_range(add, "year", criteria.years)
    _add_range(add, "score", criteria.scores)
    if criteria.shortest is not None:
        add("games.plies >= $shortest", shortest=criteria.shortest)
    if criteria.opening:
        add(f"games.id IN ({_THROUGH_OPENING})", opening=criteria.opening)
    if criteria.position is not None:
        at = canonical(criteria.position)
        add(f"games.id IN ({_THROUGH_POSITION})", player=at.player, opponent=at.opponent)
    return Condition(" AND ".join(parts) or "true", values)


def canonical(where: Position | Board) -> Position:
    """The form in which the position index has a position, or that of a board."""
    return (where.position if isinstance(where, Board) else where).canonical()


def parse_range(text: str, what: str) -> Range:
    """A number, or two with ``..`` between them, of which either may be missing.

    Raises:
        OutflankError: the text is neither.

    >>> parse_range("1997", "years"), parse_range("-10..", "scores")
    ((1997, 1997), (-10, None))
    """
    first, dots, last = text.partition("..")
    try:
        lowest = int(first) if first.strip() else None
        highest = int(last) if last.strip() else None
    except ValueError:
        raise OutflankError(_unreadable(text, what)) from None
    if lowest is highest is None or max(abs(lowest or 0), abs(highest or 0)) > MOST:
        raise OutflankError(_unreadable(text, what))
    return (lowest, highest) if dots else (lowest, lowest)


#: The greatest number that can be meant as a year or a score.
MOST: Final = 9999


def _unreadable(text: str, what: str) -> str:
    return f"{quoted(text)} are no {what}: a number, or two as in 10..20, 10.. or ..20"


def _add_player(add: Any, player: str, against: str | None) -> None:
    """The player on either side, and the other one opposite."""
    one, other = _named("players", "one"), _named("players", "other")
    if not against:
        add(f"(games.black IN {one} OR games.white IN {one})", one=player)
        return
    add(
        f"(games.black IN {one} AND games.white IN {other} "
        f"OR games.white IN {one} AND games.black IN {other})",
        one=player,
        other=against,
    )


def _add_range(add: Any, column: str, limits: Range) -> None:
    for name, sign, limit in zip(("lowest", "highest"), (">=", "<="), limits, strict=True):
        if limit is not None:
            add(f"games.{column} {sign} ${column}_{name}", **{f"{column}_{name}": limit})


def _named(table: str, value: str) -> str:
    """The numbers of the names that have a text inside."""
    return f"(SELECT id FROM {table} WHERE {HOLDS.format(column='name', value=f'${value}')})"


_THROUGH_POSITION: Final = """
    SELECT game FROM positions
    WHERE positions.player = $player AND positions.opponent = $opponent
"""

#: A name is one of those between commas; only where nothing is called so, parts of names count.
_THROUGH_OPENING: Final = """
    WITH
        called AS (
            SELECT player, opponent, list_contains(
                list_transform(
                    string_split(concat_ws(', ', name, japanese), ', '), lambda one: lower(one)
                ),
                lower(trim($opening))
            ) AS exact
            FROM openings
            WHERE contains(lower(concat_ws(', ', name, japanese)), lower(trim($opening)))
        ),
        meant AS (SELECT * FROM called WHERE exact OR NOT (SELECT bool_or(exact) FROM called))
    SELECT game FROM positions JOIN meant USING (player, opponent)
"""
