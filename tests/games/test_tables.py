"""Tables of games: CSV, JSON lines, Parquet; what is taken of a row, and what is refused."""

import json
import sys

import duckdb
import pytest

from outflank.games import GameFileError, famous_games, parse_games

FIRST = famous_games()["murakami-logistello-1997-1"].transcript()
SECOND = famous_games()["murakami-logistello-1997-5"].transcript()
NAMES = ("game", "seed", "random_plies", "moves", "score", "exact_from")
ROWS = [(0, 1, 8, FIRST, -32, 12), (1, 1, 30, SECOND, 26, 8), (2, 1, 9, "f5d6c3", 0, 10)]


def as_csv(mark=","):
    return "".join(f"{mark.join(map(str, row))}\n" for row in [NAMES, *ROWS])


def as_json():
    return "".join(f"{json.dumps(dict(zip(NAMES, row, strict=True)))}\n" for row in ROWS)


@pytest.fixture
def as_parquet(tmp_path):
    """A function that makes the content of a Parquet file of a query over our rows."""

    def make(query="SELECT * FROM rows ORDER BY game"):
        path = tmp_path / "made.parquet"
        with duckdb.connect() as database:
            database.execute(
                "CREATE TABLE rows (game BIGINT, seed BIGINT, random_plies TINYINT, "
                "moves VARCHAR, score TINYINT, exact_from TINYINT)"
            )
            database.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)", ROWS)
            database.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
        return path.read_bytes()

    return make


def check(content, unit, first=1):
    games = list(parse_games(content, "x").games())
    assert [game.transcript() for game in games] == [row[3] for row in ROWS]
    assert [game.claimed for game in games] == [-32, 26, 0]
    assert [game.black_discs for game in games] == [game.theoretical for game in games]
    assert [game.exact_from for game in games] == [12, 8, 10]
    assert [game.source for game in games] == [f"x {unit} {first + row}" for row in range(3)]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_csv(mark, encoding):
    check(as_csv(mark).encode(encoding), "line", 2)
    check(as_csv(mark).replace("\n", "\r\n").encode(encoding), "line", 2)


def test_json_lines():
    check(as_json().encode(), "line")


def test_parquet(as_parquet):
    check(as_parquet(), "row")
    assert parse_games(as_parquet(), "x").game(1).transcript() == SECOND


def test_other_columns():
    text = (
        'Black,White,"moves",date,result,year,komi,remark\n'
        '"Ann, a friend",Ben,"f5 d6, c3",2019-05-04,-3.5,2019.0,,"""so"""\n'
    )
    (game,) = parse_games(text.encode(), "x").games()
    assert (game.black, game.white, game.date) == ("Ann, a friend", "Ben", "2019-05-04")
    assert (game.transcript(), game.result, game.year) == ("f5d6c3", -3.5, 2019)
    assert (game.komi, game.black_discs, game.theoretical) == (None, None, None)


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("3,f5d6", "line 3: a row of 2 cells, but the first line names 3 columns"),
        ("3,f5d6,4,5", "line 3: a row of 4 cells"),
        ("3,f5d7,4", "line 3: ply 2"),
        ("3,f5d6,x", 'line 3: "x" is not a number: score'),
        ("3,f5d6,3", "line 3: score: 3 is none"),
        ("3,f5d6,-66", "line 3: score: -66 is none"),
        ('3,f5d6,"4" x', "line 3: not a row"),
    ],
)
def test_a_faulty_row_is_told_and_left_out(row, fault):
    faults = []
    text = f"game,moves,score\n1,f5d6c3,2\n{row}\n\n4,f5f6,-2\n"
    games = list(parse_games(text.encode(), "x").games(faults.append))
    assert [game.source for game in games] == ["x line 2", "x line 5"]
    assert len(faults) == 1
    assert str(faults[0]).startswith(f"x {fault}")


@pytest.mark.parametrize("text", ["game,moves,score\n", "moves\n"])
def test_a_table_without_rows(text):
    with pytest.raises(GameFileError, match="x: empty"):
        list(parse_games(text.encode(), "x").games())


def test_other_parquet_files_are_refused(as_parquet, monkeypatch):
    with pytest.raises(GameFileError, match="x: no table of games: none of its columns"):
        parse_games(as_parquet("SELECT game FROM rows"), "x")
    with pytest.raises(GameFileError, match="x: "):
        parse_games(as_parquet()[:200], "x")
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(GameFileError, match=r'x: Parquet files need DuckDB: pip install "outfl'):
        parse_games(b"PAR1", "x")
