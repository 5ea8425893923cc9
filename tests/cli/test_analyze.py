"""Files that ``outflank analyze`` writes, many games, queries of a database, and misuse."""

import json

import pytest

from outflank.games import famous_game, read_ggf

GAME = "murakami-logistello-1997-1"
QUICK = ("--depth", "1", "--exact-from", "12")
TWO_GAMES = "".join(
    f"{famous_game(f'murakami-logistello-1997-{number}').transcript()}\n" for number in (1, 2)
)


@pytest.fixture
def two(tmp_path):
    path = tmp_path / "two.txt"
    path.write_text(TWO_GAMES)
    return path


class TestFiles:
    def test_a_page(self, run, tmp_path):
        path = tmp_path / "report.html"
        assert run("analyze", GAME, *QUICK, "--report", path).code == 0
        assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")

    def test_the_report_as_json_beside_the_moves(self, run, tmp_path):
        path = tmp_path / "report.json"
        ran = run("analyze", GAME, *QUICK, "--json", "--report", path)
        report = json.loads(path.read_text())
        assert report["moves"] == ran.objects[::-1]
        assert len(report["players"]) == 2

    def test_a_plot(self, run, tmp_path):
        pytest.importorskip("matplotlib")
        run("analyze", "f5d6c3", *QUICK, "--plot", tmp_path / "graph.png")
        assert (tmp_path / "graph.png").read_bytes().startswith(b"\x89PNG")

    def test_the_game_with_values(self, run, tmp_path):
        run("analyze", GAME, *QUICK, "--save", tmp_path / "game.ggf")
        game = read_ggf((tmp_path / "game.ggf").read_text())
        assert all(note.evaluation is not None for note in game.notes)
        run("analyze", GAME, *QUICK, "--save", tmp_path / "game.sgf")
        assert (tmp_path / "game.sgf").read_text().startswith("(;GM[2]")

    @pytest.mark.parametrize(
        ("option", "name"),
        [("--report", "x.pdf"), ("--save", "x.wtb"), ("--report", "none/x.html")],
    )
    def test_what_cannot_be_written_is_told_before_any_work(self, refuses, tmp_path, option, name):
        assert name in refuses(2, "analyze", GAME, option, tmp_path / name).err

    def test_a_plot_that_is_no_picture(self, refuses, tmp_path):
        pytest.importorskip("matplotlib")
        assert ".svg or .png" in refuses(1, "analyze", GAME, "--plot", tmp_path / "x.gif").err


class TestMany:
    def test_a_table_and_again(self, run, two, tmp_path):
        path = tmp_path / "losses.csv"
        ran = run("analyze", two, GAME, "--all", "-o", path, *QUICK)
        assert ran.code == 0
        summary, head, *rows = ran.out.splitlines()
        assert summary.startswith(f"{path}: 3 games, ")
        assert head.split()[:3] == ["player", "year", "games"]
        assert {row.split()[0] for row in rows} == {"Logistello", "unknown", "Murakami"}
        assert run("analyze", path, "--table").out.splitlines() == [head, *rows]
        least = run("analyze", path, "--table", "--least", 2, "--json").objects
        assert [(row["player"], row["games"]) for row in least] == [(None, 4)]

    def test_a_fault_is_told_and_the_rest_is_analysed(self, run, tmp_path):
        path = tmp_path / "games.txt"
        path.write_text("f5d6c3\n\nf5d4\n\nf5f6\n")
        ran = run("analyze", path, tmp_path / "none.txt", "--all", "-o", tmp_path / "x.jsonl",
                  *QUICK)  # fmt: skip
        assert ran.code == 1
        assert len((tmp_path / "x.jsonl").read_text().splitlines()) == 4
        assert ran.err.count("\n") == 2
        assert "line 3" in ran.err
        assert "none.txt: no such file" in ran.err

    def test_a_real_file(self, run, shared_data, tmp_path):
        path = shared_data / "wthor" / "WTH_1977.wtb"
        ran = run("analyze", path, "--all", "-o", tmp_path / "x.jsonl", *QUICK, "--json")
        assert ran.objects[0]["rows"] == 12
        assert sum(row["games"] for row in ran.objects[1:]) == 24
        assert {row["year"] for row in ran.objects[1:]} == {1977}

    def test_a_query_of_a_database(self, run, refuses, two, tmp_path):
        pytest.importorskip("duckdb")
        base = tmp_path / "games.duckdb"
        path = tmp_path / "game.ggf"
        run("analyze", GAME, *QUICK, "--save", path)
        assert run("db", "import", "--database", base, path, two).code == 0
        rows = run("analyze", "--database", base, "--player", "logistello", "--list", "--json")
        assert [row["black"] for row in rows.objects] == ["Murakami Takeshi"]
        moves = run("analyze", "-d", base, "--player", "logistello", *QUICK, "--json").objects
        assert len(moves) == 62
        run("analyze", "-d", base, "--all", "-o", tmp_path / "x.csv", *QUICK)
        assert len((tmp_path / "x.csv").read_text().splitlines()) > 3
        told = refuses(1, "analyze", "-d", base, "--player", "nobody").err
        assert 'the query finds no game; no player of the database is called "nobody"' in told
        assert "finds no game" in refuses(1, "analyze", "-d", base, "--years", "1900", "--list").err
        assert "the query finds" in refuses(1, "analyze", "-d", base, "--game", "99").err

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["a.txt", "b.txt"], "--all takes several"),
            ([GAME, "--all"], "-o FILE is missing"),
            ([GAME, "-o", "x.csv"], "-o is for --all"),
            ([GAME, "--least", "2"], "--least is for --all"),
            ([GAME, "--all", "-o", "x.csv", "--time", "3"], "--time and --all exclude"),
            ([GAME, "--all", "-o", "x.csv", "--report", "x.html"], "--report and --all"),
            ([GAME, "--all", "--table", "-o", "x.csv"], "--all and --table"),
            ([GAME, "--all", "-o", "x.csv", "--level", "3", "--depth", "4"], "exclude each other"),
            (["a.csv", "b.csv", "--table"], "--table takes one FILE"),
            (["--table"], "--table takes one FILE"),
            ([GAME, "--player", "x"], "a query of a database"),
            ([], "a FILE is missing"),
        ],
    )
    def test_misuse(self, refuses, words, said):
        assert said in refuses(2, "analyze", *words).err

    def test_a_file_that_is_no_result(self, refuses, two):
        assert "a result is a file" in refuses(1, "analyze", two, "--table").err

    def test_no_game(self, run, tmp_path):
        ran = run("analyze", tmp_path / "none.txt", "--all", "-o", tmp_path / "x.csv")
        assert ran.code == 1
        assert "no game to analyse" in ran.err
