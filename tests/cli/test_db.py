"""``outflank db``: every command as text and as JSON, and what is refused."""

import pytest

from outflank.games import read_games
from wthor_files import make_folder


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return make_folder(tmp_path_factory.mktemp("wthor"))


@pytest.fixture(scope="module")
def filled(tmp_path_factory, files):
    from outflank.games.database import Database

    path = tmp_path_factory.mktemp("database") / "games.duckdb"
    with Database(path) as database:
        database.import_files(files)
    return path


@pytest.fixture
def usual(filled, monkeypatch):
    """The user's own database."""
    monkeypatch.setenv("OUTFLANK_DATABASE", str(filled))
    return filled


def test_import_tells_what_is_new(run, tmp_path, files):
    path = tmp_path / "new" / "games.duckdb"
    ran = run("db", "import", *files, "-d", path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"16 new games of 2 files; {path} holds 16\n"
    ran = run("db", "import", *files, "--database", path, "--json")
    assert [(one["name"], one["new"], one["known"]) for one in ran.objects] == [
        ("WTH_1997.wtb", 0, 6),
        ("WTH_2001.wtb", 0, 10),
    ]
    ran = run("db", "import", *files, "-d", path)
    assert "WTH_1997.wtb      6    0      6       0" in ran.out


def test_import_goes_on_after_faults(run, tmp_path, files):
    names = files[0].parent / "WTH.JOU"
    ran = run("db", "import", names, tmp_path / "none.wtb", *files, "-d", tmp_path / "g.duckdb")
    assert ran.code == 1
    first, second = ran.err.splitlines()
    assert first == "outflank: WTH.JOU: a WTHOR file of names (.JOU or .TRN) holds no games"
    assert second.endswith("none.wtb: no such file or directory")
    assert "16 new games of 4 files" in ran.out


def test_import_takes_names_of_openings(run, refuses, tmp_path, files):
    names, path = tmp_path / "names.txt", tmp_path / "games.duckdb"
    names.write_text("f5f6 Mine\n")
    assert run("db", "import", files[0], "--openings", names, "-d", path).code == 0
    assert "Mine" in run("db", "explore", "f5f6", "-d", path).out
    names.write_text("f5f5 Mine\n")
    ran = refuses(1, "db", "import", files[0], "--openings", names, "-d", path)
    assert "names.txt line 1: ply 2" in ran.err


def test_find_lists_games(run, usual):
    ran = run("db", "find", "--player", "murakami", "--limit", "2", "--opening", "tiger")
    assert ran.code == 0
    head, *rows, foot = ran.out.splitlines()
    assert head.split() == ["game", "year", "Black", "score", "White", "event", "opening", "plies"]
    assert len(rows) == 2
    assert "Murakami Takeshi" in rows[0]
    assert foot == "4 games, 2 of them shown; scores are Black's discs minus White's"
    (first, *_) = run("db", "find", "--years", "1997", "--json").objects
    assert first["black"] == "Murakami Takeshi"
    assert (first["score"], first["theoretical"]) == (-32, -32)
    assert first["moves"].startswith("f5d6c3d3c4")
    ran = run("db", "find", "--event", "nowhere")
    assert (ran.code, ran.out) == (0, "0 games; scores are Black's discs minus White's\n")


def test_explore_tells_moves(run, usual):
    ran = run("db", "explore", "c4e3f6e6")
    assert ran.code == 0
    title, head, first, *_, foot = ran.out.splitlines()
    assert title.endswith("3 games, 1997")
    assert head.split()[:7] == ["move", "games", "%", "won", "drawn", "lost", "mean"]
    assert first.split()[:3] == ["f5", "3", "100.0"]
    assert foot == "won, drawn, lost and the mean score are those of Black, who is to move"
    place, move = run("db", "explore", "--position", "c4e3f6e6", "--json").objects
    assert (place["type"], place["games"], place["first_year"]) == ("position", 3, 1997)
    assert (move["move"], move["opening"], move["games"]) == ("f5", "Tiger", 3)
    assert move["players"][0] == {"player": "Murakami Takeshi", "games": 3}
    ran = run("db", "explore", "f5f4e3d2")
    assert "0 games" in ran.out


def test_explore_takes_the_name_of_an_opening(run, refuses, usual):
    ran = run("db", "explore", "tiger")
    assert ran.out == run("db", "explore", "f5d6c3d3c4").out
    assert ran.out.startswith("Tiger (f5d6c3d3c4): ")
    assert run("db", "explore").out.startswith("start of the game: 16 games")
    assert run("db", "explore", "f5d6c3").out.startswith("position without a name: ")
    ran = refuses(1, "db", "explore", "tigre")
    assert ran.err.endswith('"tigre" is no position, and no opening: did you mean Tiger?\n')
    ran = refuses(1, "db", "explore", "mass")
    assert " openings: " in ran.err
    assert "64 squares" in refuses(1, "db", "explore", "XO").err


@pytest.mark.parametrize("command", ["find", "explore", "players", "export -o none.ggf"])
def test_names_that_nobody_has_are_told(run, usual, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    ran = run("db", *command.split(), "--player", "Murakame")
    assert (ran.code, ran.err) == (
        0,
        'outflank: no player of the database is called "Murakame": '
        "did you mean Murakami Takeshi?\n",
    )


def test_players_are_listed(run, usual):
    ran = run("db", "players", "logi")
    assert ran.out.splitlines()[1].split()[:6] == ["Logistello", "6", "3", "6", "0", "0"]
    (one,) = run("db", "players", "mura", "--json").objects
    assert (one["games"], one["lost"], one["won"]) == (6, 6, 0)
    ran = run("db", "players", "zzz")
    assert ran.out == "no player of that name\n"
    assert '"zzz"' in ran.err


def test_export_writes_files(run, usual, tmp_path):
    path = tmp_path / "games.ggf"
    ran = run("db", "export", "-o", path, "--years", "1997")
    assert ran.out == f"6 games written to {path}\n"
    assert len(list(read_games(path))) == 6
    table = tmp_path / "games.csv"
    (told,) = run("db", "export", "-o", table, "--json").objects
    assert told == {"file": str(table), "games": 16}
    assert len(table.read_text(encoding="utf-8").splitlines()) == 17


def test_check_tells_its_findings(run, usual):
    ran = run("db", "check")
    assert ran.code == 0
    assert "       16  games\n       15  go on to the end\n" in ran.out
    (told,) = run("db", "check", "--json").objects
    assert (told["type"], told["agreeing"], told["stopped"]) == ("check", 15, 1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("db import", "a FILE of games is missing"),
        ("db export", "-o FILE is missing: where the games are written"),
        ("db find --years x", '"x" are no years: a number, or two as in 10..20, 10.. or ..20'),
        ("db find --years 2000..1990", "no year is from 2000 to 1990"),
        ("db find --against Ben", "the other player is meant where no player is given"),
        ("db find --limit 0", "Invalid value"),
        ("db find --player ", "--player: the name is empty"),
        ("db find --player --black", '"--black"'),
        ("db find Ben", '"Ben" is one word too many'),
        ("db explor", 'no command "explor": did you mean explore?'),
        ("db import --jsn", '"--jsn"'),
        ("db find --database ", '"" names no file'),
    ],
)
def test_what_cannot_be_meant(refuses, usual, words, message):
    assert message in refuses(2, *words.split(" ")).err


def test_what_is_no_database(refuses, tmp_path):
    ran = refuses(1, "db", "find", "-d", tmp_path / "none.duckdb")
    assert "no such database: outflank db import FILE makes one" in ran.err
    (tmp_path / "text").write_text("no database")
    assert "text: " in refuses(1, "db", "players", "-d", tmp_path / "text").err


@pytest.mark.parametrize(
    "tables",
    [
        "CREATE TABLE about(application VARCHAR, schema INTEGER)",
        "CREATE TABLE about(application VARCHAR, schema INTEGER);"
        "INSERT INTO about VALUES ('outflank games', 1), ('outflank games', 2)",
        "CREATE TABLE about(x INTEGER)",
        "CREATE TABLE about(application VARCHAR, schema INTEGER);"
        "INSERT INTO about VALUES ('outflank games', 1)",
    ],
)
def test_databases_that_look_like_ours(refuses, tmp_path, tables):
    import duckdb

    path = tmp_path / "other.duckdb"
    with duckdb.connect(str(path)) as other:
        other.execute(tables)
    ran = refuses(1, "db", "find", "-d", path)
    assert "other.duckdb: a DuckDB database, but none of games" in ran.err


@pytest.mark.parametrize("name", [":memory:", "md:x", "sqlite:x", "~x", "http:x"])
def test_names_that_mean_something_else_to_duckdb_are_files(
    run, tmp_path, monkeypatch, files, name
):
    monkeypatch.chdir(tmp_path)
    assert run("db", "import", *files, "-d", name).code == 0
    assert (tmp_path / name).is_file()
    assert run("db", "find", "-d", name).code == 0


def test_names_that_are_no_text_are_refused(refuses, usual, tmp_path, files):
    odd = tmp_path / "x\udcff.duckdb"
    assert "name is no text" in refuses(1, "db", "import", *files, "-d", odd).err
    assert "is no text" in refuses(1, "db", "export", "-o", odd.with_suffix(".csv")).err
    assert "--player: " in refuses(2, "db", "find", "--player", "a\udcff").err
    assert "is no text" in refuses(2, "db", "players", "a\udcff").err


def test_a_position_that_cannot_be_read_is_told(refuses, usual):
    assert "ply 2" in refuses(1, "db", "explore", "f5f5").err
    assert "ply 2" in refuses(1, "db", "find", "--position", "f5f5").err


def test_without_duckdb(refuses, usual, monkeypatch):
    monkeypatch.setattr("outflank.games.database.errors.find_spec", lambda name: None)
    ran = refuses(1, "db", "find")
    assert ran.err == 'outflank: a database of games needs DuckDB: pip install "outflank[db]"\n'


def test_help_names_every_command(run):
    out = run("db", "--help").out
    for name in ("import", "find", "explore", "players", "export", "check"):
        assert name in out
