"""Criteria against the games themselves; positions, players and exports against slow ways."""

import csv
from collections import Counter

import pytest

from conftest import ROOT
from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import OutflankError
from outflank.board.position import Position
from outflank.board.square import PASS, Move
from outflank.board.symmetry import SYMMETRIES, transform_square
from outflank.games import GameFileError, opening_names, read_games
from outflank.games.database import Criteria
from outflank.games.database.criteria import parse_range
from wthor_files import played_at_random


def has(name, part):
    return name is not None and part in name


def passes(game, position):
    form = position.canonical()
    boards = [*(board for board, _ in game.steps()), game.board()]
    return any(board.position.canonical() == form for board in boards)


def score(game):
    return 2 * game.black_discs - 64


TIGER = Board.from_transcript("f5d6c3d3c4").position

CASES = [
    (Criteria(), lambda game: True),
    (Criteria(player="MURAKAMI"), lambda game: has(game.black, "Mur") or has(game.white, "Mur")),
    (Criteria(player="elodie"), lambda game: has(game.black, "Élo") or has(game.white, "Élo")),
    (Criteria(black="logis"), lambda game: has(game.black, "Logis")),
    (Criteria(white="Ben"), lambda game: has(game.white, "Ben")),
    (
        Criteria(player="ben", against="elo"),
        lambda game: {game.black, game.white} == {"Ben Seeley", "Élodie Martin"},
    ),
    (
        Criteria(winner="murakami"),
        lambda game: has(game.black if score(game) > 0 else game.white, "Mura") and score(game),
    ),
    (Criteria(event="paris"), lambda game: has(game.event, "Paris")),
    (Criteria(years=(1998, None)), lambda game: game.year >= 1998),
    (Criteria(years=(None, 1997)), lambda game: game.year <= 1997),
    (Criteria(years=(1998, 2000)), lambda game: False),
    (Criteria(scores=(-20, 10)), lambda game: -20 <= score(game) <= 10),
    (Criteria(shortest=60), lambda game: game.plies >= 60),
    (Criteria(position=TIGER), lambda game: passes(game, TIGER)),
    (Criteria(position=TIGER.symmetries()[3]), lambda game: passes(game, TIGER)),
    (Criteria(opening="tiger"), lambda game: passes(game, TIGER)),
    (Criteria(opening="虎定石"), lambda game: passes(game, TIGER)),
    (
        Criteria(opening="scorp"),
        lambda game: any(passes(game, one.position) for one in opening_names().called("scorp")),
    ),
    (Criteria(opening="'; DROP TABLE games; --"), lambda game: False),
    (Criteria(player="%"), lambda game: False),
    (
        Criteria(player="logistello", opening="Tiger", scores=(None, -1), shortest=50),
        lambda game: game.year == 1997 and passes(game, TIGER) and score(game) < 0,
    ),
]


@pytest.mark.parametrize(("criteria", "wanted"), CASES)
def test_criteria(database, criteria, wanted):
    games = list(database.games())
    expected = [game for game in games if wanted(game)]
    assert list(database.games(criteria)) == expected
    assert database.count(criteria) == len(expected)
    found = database.find(criteria)
    assert sorted(record.id for record in found) == [
        1 + games.index(game) if games.count(game) == 1 else record_id
        for record_id, game in zip(sorted(record.id for record in found), expected, strict=True)
    ]
    assert [record.year for record in found] == sorted(
        (game.year for game in expected), reverse=True
    )
    assert len(database.find(criteria, limit=2)) == min(2, len(expected))


def test_what_cannot_be_meant():
    with pytest.raises(OutflankError, match="no year is from 2000 to 1990"):
        Criteria(years=(2000, 1990))
    with pytest.raises(OutflankError, match="no player is given"):
        Criteria(against="Ben")


@pytest.mark.parametrize(
    ("text", "limits"),
    [("5", (5, 5)), ("-5..", (-5, None)), ("..7", (None, 7)), ("-64..-40", (-64, -40))],
)
def test_ranges(text, limits):
    assert parse_range(text, "scores") == limits


@pytest.mark.parametrize("text", ["", "..", "x", "1-2", "1...2", "99999", "1..x"])
def test_no_ranges(text):
    with pytest.raises(OutflankError, match="are no years"):
        parse_range(text, "years")


def turn_to(position, other):
    """The symmetry that turns a position into another; None if there is none."""
    if position.empties != other.empties:
        return None
    images = position.symmetries()
    return next((turn for turn in range(SYMMETRIES) if images[turn] == other), None)


def slow_exploration(games, position):
    """For each move on the position: games, and the scores of the side to move."""
    scores, ended = {}, 0
    for game in games:
        board = game.root()
        for move in (*game.moves, None):
            turn = turn_to(board.position, position)
            if turn is not None:
                sign = 1 if board.turn is Color.BLACK else -1
                if move is None:
                    ended += 1
                else:
                    played = move if move == PASS else Move(transform_square(move, turn))
                    scores.setdefault(played, []).append(sign * score(game))
            if move is not None:
                board.push(move)
    return scores, ended


def positions_of(games):
    yield Position.start()
    yield TIGER.symmetries()[5]
    for game in games[:10:3]:
        boards = [board.position for board, _ in game.steps()]
        yield from boards[1::9]
        yield game.board().position
        yield from (board.position for board, move in game.steps() if move == PASS)


def test_explorations_are_those_of_the_slow_way(database):
    games = list(database.games())
    for position in positions_of(games):
        found = database.explore(position)
        scores, ended = slow_exploration(games, position)
        assert found.ended == ended
        merged = Counter()
        for one in found.moves:
            together = [s for move in (one.move, *one.equal) for s in scores.pop(move, [])]
            tally = one.tally
            merged.update(games=tally.games)
            assert tally.games == len(together) == tally.won + tally.drawn + tally.lost
            assert tally.won == sum(s > 0 for s in together)
            assert tally.mean == pytest.approx(sum(together) / len(together))
            after = opening_names().at(position.play_unchecked(one.move))
            assert one.opening == (None if after is None else after.name)
        assert not scores
        assert found.tally.games == merged["games"] + ended
        counts = [one.tally.games for one in found.moves]
        assert counts == sorted(counts, reverse=True)


def test_the_four_first_moves_are_one(database):
    found = database.explore(Board())
    (only,) = found.moves
    assert str(only.move) == "f5"
    assert set(map(str, only.equal)) == {"d3", "c4", "e6"}
    assert only.tally.games == found.tally.games == database.count()
    assert (found.tally.first_year, found.tally.last_year) == (1997, 2001)
    assert found.tally.players[0][1] == max(
        Counter(game.black for game in database.games() if game.black).values()
    )


def test_only_the_games_that_are_meant_count(database):
    criteria = Criteria(years=(1997, 1997), winner="Logistello")
    found = database.explore(Board(), criteria)
    assert found.tally.games == database.count(criteria) == 6
    assert dict(found.tally.players) == {"Murakami Takeshi": 3, "Logistello": 3}


def test_a_position_that_nobody_had(database):
    found = database.explore(played_at_random(1234).board())
    assert (found.tally.games, found.moves, found.ended, found.tally.mean) == (0, (), 0, None)


def test_players(database):
    standings = {one.name: one for one in database.players()}
    games = list(database.games())
    for name, one in standings.items():
        own = [score(g) for g in games if g.black == name]
        own += [-score(g) for g in games if g.white == name]
        assert one.games == len(own)
        assert one.black == sum(g.black == name for g in games)
        assert (one.won, one.drawn, one.lost) == (
            sum(s > 0 for s in own),
            own.count(0),
            sum(s < 0 for s in own),
        )
        assert one.mean == pytest.approx(sum(own) / len(own))
    assert [one.name for one in database.players("ELO")] == ["Élodie Martin"]
    assert len(database.players(limit=1)) == 1
    assert [one.games for one in database.players("mura", Criteria(years=(1998, None)))] == []


def test_tables_are_exported(database, tmp_path):
    criteria = Criteria(years=(1997, 1997))
    for suffix in (".csv", ".parquet"):
        path = tmp_path / f"it's{suffix}"
        assert database.export(path, criteria) == 6
        assert database.connection.sql(
            f"SELECT count(*), min(year) FROM '{str(path).replace(chr(39), chr(39) * 2)}'"
        ).fetchall() == [(6, 1997)]
    with (tmp_path / "it's.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["score"] for row in rows] == [str(r.score) for r in database.find(criteria)]
    assert sorted(file.suffix for file in tmp_path.iterdir()) == [".csv", ".parquet"]


@pytest.mark.parametrize("suffix", [".ggf", ".sgf", ".txt", ".json", ".pgn", ".wtb"])
def test_games_are_exported(database, tmp_path, suffix):
    path, criteria = tmp_path / f"games{suffix}", Criteria(years=(1997, 1997))
    assert database.export(path, criteria) == 6
    games = list(database.games(criteria))
    assert [game.moves for game in read_games(path)] == [game.moves for game in games]


def test_what_wthor_cannot_hold_is_told(database, tmp_path):
    faults = []
    written = database.export(tmp_path / "games.wtb", on_fault=faults.append)
    assert written + len(faults) == 16
    assert faults
    with pytest.raises(GameFileError):
        database.export(tmp_path / "games.wtb")


def test_an_unknown_form_is_told(database, tmp_path):
    with pytest.raises(OutflankError, match=r"which format.* or a table: \.csv"):
        database.export(tmp_path / "games.xyz")


def test_an_export_that_fails_leaves_what_was_there(database, tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        database.export(tmp_path / "nowhere" / "games.csv")
    assert list(tmp_path.iterdir()) == []


def test_the_sql_of_the_docs_runs(database):
    page = (ROOT / "docs" / "database.md").read_text(encoding="utf-8")
    statements = page.split("```sql")[1].split("```")[0].split(";")
    for statement in filter(str.strip, statements):
        database.connection.sql(statement).fetchall()
    columns = {name for name, *_ in database.connection.sql("DESCRIBE games").fetchall()}
    columns |= {name for name, *_ in database.connection.sql("DESCRIBE positions").fetchall()}
    assert {name for name in columns if f"`{name}`" not in page} == set()


def test_a_check_finds_no_fault_in_sound_games(database):
    found = database.check()
    assert (found.games, found.differing, found.disagreements) == (16, 0, ())
    assert found.stopped == 1
    assert found.doubles == 1
    assert found.theoretical == 16


def test_words_of_a_name_in_any_order(database):
    both, one = (Criteria(player=name) for name in ("takeshi MURA", "mura"))
    assert database.count(both) == database.count(one) > 0
    assert database.count(Criteria(player="takeshi seeley")) == 0
    assert [one.name for one in database.players("takeshi  murakami")] == ["Murakami Takeshi"]


def test_names_that_nothing_has(database):
    from outflank.games.database import UnknownName

    assert database.unknown_names(Criteria(player="mura", event="paris", opening="tiger")) == []
    asked = Criteria(player="Murakame", against="nobody", event="Pariss", opening="tigre")
    assert database.unknown_names(asked) == [
        UnknownName("player", "Murakame", "Murakami Takeshi"),
        UnknownName("player", "nobody", None),
        UnknownName("event", "Pariss", "Open de Paris"),
        UnknownName("opening", "tigre", "Tiger"),
    ]
