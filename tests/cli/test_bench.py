"""``outflank bench``: right scores, its own totals, its targets, and the signature."""

import re

import pytest

from outflank.board import Square
from outflank.cli import bench_against
from outflank.games import famous_game
from outflank.lab import endgame, ffo, figures, midgame, speed

EASY = "--XXX---X-OOOO--X-OOOOOOXXXOOOOOXXOOOOOOXOOOOOOO-OOOOOO--OOOOOOO X; B3:+8; F1:+4;"


def test_a_position_is_solved_and_told(run):
    ran = run("bench", "--first", 1, "--last", 2)
    assert ran.code == 0
    assert "+18" in ran.out
    assert "M nodes a P" in ran.out


def test_json_has_one_object_a_position(run):
    ran = run("bench", "endgame", "--first", 5, "--last", 6, "--runs", 2, "--json")
    assert [row["number"] for row in ran.objects] == [5, 6]
    assert all(row["right"] for row in ran.objects)
    assert set(ran.objects[0]) == {
        "number", "empties", "score", "right", "best", "nodes", "seconds", "cpu",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "numbers"),
    [(["--first", 45], [45]), (["--last", 39], [39]), (["--first", 43], [43, 44])],
)
def test_one_end_of_the_suite_alone(run, monkeypatch, options, numbers):
    """The other end is as usual, or the same where that would be none."""
    asked = []
    monkeypatch.setattr(endgame, "run", lambda problems, *_: asked.extend(problems) or iter(()))
    run("bench", *options, "--json")
    assert [problem.number for problem in asked] == numbers


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["opening"], "SUITE"),
        (["midgame", "--first", 3], "bench midgame has no use for --first: it takes --only"),
        (["--last", 60], "--last"),
        (["--first", 0], "--first"),
        (["--runs", 0], "--runs"),
        (["--first", 45, "--last", 44], "--first 45 comes after --last 44"),
        (["--targets", "--first", 3], "bench endgame --targets has no use for --first"),
        (["--signature", "--threads", 2], "has no use for --threads: it takes --json"),
        (["--signature", "--runs", 2], "has no use for --runs"),
        (["--bulk", "file.obf"], "bench endgame has no use for --bulk"),
        (["--targets", "--only", "speed"], "has no use for --only"),
        (["--only", "speed", "--first", 10], "bench endgame has no use for --only"),
        (["--positions", 2], "has no use for --positions"),
        (["--depth", 16], "has no use for --depth"),
        (["--games", "games.txt"], "has no use for --games"),
        (["drivers", "--signature"], "--signature is for the endgame suite, not for drivers"),
        (["midgame", "--targets"], "--targets is for the endgame suite, not for midgame"),
        (["--targets", "--signature"], "exclude each other"),
        (["drivers", "--only", "speed"], "bench drivers has no use for --only"),
        (["drivers", "--bulk", "file.obf"], "has no use for --bulk"),
        (["midgame", "--depth", 3], "has no use for --depth"),
        (["midgame", "--threads", 2], "has no use for --threads"),
        (["perft", "--positions", 2], "bench perft has no use for --positions"),
        (["perft", "--depth", 13], "bench perft goes to depth 12, not 13"),
        (["bulk", "--depth", 2], "bench bulk has no use for --depth"),
        (["bulk", "--signature"], "--signature is for the endgame suite, not for bulk"),
        (["protocols", "--runs", 2], "bench protocols has no use for --runs"),
        (["midgame", "--protocol", "gtp"], "bench midgame has no use for --protocol"),
        (["midgame", "--against", "x"], "--against is for the endgame suite, not for midgame, or"),
        (["--against", "x", "--signature"], "--signature and --against exclude each other"),
        (["endgame", "--against", "x", "--depth", 3], "has no use for --depth"),
        (["endgame", "--against", "x", "--first", 3, "--last", 2], "comes after"),
        (["--against", "x", "--runs", 2], "bench --against has no use for --runs"),
    ],
)
def test_what_cannot_be_meant(refuses, options, reason):
    ran = refuses(2, "bench", *options)
    assert reason in ran.err
    assert ran.out == ""


class TestTargets:
    """With easy positions in the place of the suite's."""

    @pytest.fixture(autouse=True)
    def easy(self, monkeypatch, tmp_path):
        def suite(first, last):
            easy = ffo.suite(1, 10)
            return [easy[number % 10]._replace(number=number) for number in range(first, last + 1)]

        monkeypatch.setattr(figures, "suite", suite)
        monkeypatch.setattr(figures, "unit", lambda: 0.2)
        monkeypatch.setattr(figures, "memory_beside_the_table", lambda: 190.0)
        self.bulk = tmp_path / "bulk.obf"
        self.bulk.write_text(f"{EASY}\n" * 3)

    def test_table(self, run):
        ran = run("bench", "endgame", "--targets", "--runs", 1, "--bulk", self.bulk)
        assert (ran.code, ran.err) == (0, "")
        heading, *rows = ran.out.splitlines()
        assert heading.split() == ["what", "figure", "target", "seconds"]
        assert [row.partition("  ")[0] for row in rows] == [
            "FFO 40-44",
            "FFO 40-44, nodes",
            "FFO 40-44, nodes a P",
            "FFO 40-49",
            "memory beside the table",
            "FFO 1-39",
            "FFO 45-47, two threads against one",
            "bulk of 12 empties",
        ]
        assert "≤ 10" in rows[0]
        assert "≥ 3,500" in rows[-1]

    def test_json(self, run):
        rows = run("bench", "endgame", "--targets", "--runs", 2, "--json").objects
        assert len(rows) == 8
        for row in rows:
            assert set(row) == {"what", "value", "unit", "target", "least", "met", "seconds"}
        *measured, bulk = rows
        assert (bulk["value"], bulk["met"]) == (None, None)
        for row in measured:
            assert row["met"] == (
                row["value"] >= row["target"] if row["least"] else row["value"] <= row["target"]
            )

    def test_progress_comes_to_its_end(self):
        told = []
        assert len(list(figures.figures(2, progress=lambda: told.append(1)))) == 8
        assert len(told) == figures.steps(2)

    def test_a_wrong_score_is_told(self, refuses):
        self.bulk.write_text(EASY.replace("+8", "+10"))
        ran = refuses(1, "bench", "--targets", "--runs", 1, "--bulk", self.bulk)
        assert "bulk.obf line 1: known +10, proved +8" in ran.err

    def test_a_file_that_is_not_there_or_broken(self, refuses):
        ran = refuses(1, "bench", "--targets", "--bulk", "missing.obf")
        assert "missing.obf: no such file" in ran.err
        self.bulk.write_text(f"{EASY}\nhello\n")
        assert "bulk.obf line 2" in refuses(1, "bench", "--targets", "--bulk", self.bulk).err

    def test_a_wrong_score_of_the_suite(self, refuses, monkeypatch):
        right = figures.suite
        monkeypatch.setattr(
            figures, "suite", lambda *ends: [p._replace(score=2) for p in right(*ends)]
        )
        assert "the score is wrong" in refuses(1, "bench", "--targets", "--runs", 1).err


def test_an_unknown_suite_or_number_is_a_usage_error(run):
    assert run("bench", "opening").code == 2
    assert run("bench", "midgame", "--only", "nothing").code == 2
    assert run("bench", "drivers", "--depth", 0).code == 2
    assert run("bench", "--last", 60).code == 2


def test_every_midgame_measurement_is_told(run):
    ran = run("bench", "midgame", "--positions", 1, "--runs", 2, "--json", "--only", "selective")
    assert ran.code == 0
    (row,) = ran.objects
    assert row["name"] == "depth 12, 73 %, mean"
    assert (row["positions"], row["unit"]) == (1, "s")
    assert row["value"] > 0
    assert row["in_p"] > 0
    assert row["nodes"] > 0
    assert row["reached"] is (row["in_p"] <= row["must"])


def test_the_midgame_table(run, monkeypatch):
    figures = [
        midgame.Figure("fast", 6e6, "nodes/s", 1.5e6, 0.02, 20, 7, must=1.4e6, at_least=True),
        midgame.Figure("slow", 0.7, "ratio", None, None, 20, 7, must=0.62),
        midgame.Figure("free", 0.5, "s", 2.0, None, 1, None, must=None),
    ]
    made = {figure.name: lambda _settings, made=figure: made for figure in figures}
    monkeypatch.setattr(midgame, "MEASUREMENTS", made)
    ran = run("bench", "midgame")
    assert ran.code == 0
    lines = [line for line in ran.out.splitlines() if line.split()[:1] in (["fast"], ["slow"])]
    assert "1,500,000" in lines[0]
    assert "missed" not in lines[0]
    assert lines[1].split()[-1] == "missed"


def test_positions_of_a_file_of_games(run, tmp_path):
    games = tmp_path / "games.txt"
    games.write_text(transcript_of(60) + "\n", encoding="utf-8")
    ran = run("bench", "drivers", "--games", games, "--depth", 2, "--json")
    assert ran.code == 0
    assert all(row["positions"] == 1 for row in ran.objects)
    games.write_text(transcript_of(10) + "\n", encoding="utf-8")
    ran = run("bench", "midgame", "--only", "stop", "--games", games)
    assert ran.code != 0
    assert "no game has a position with 40 empty squares" in ran.err
    assert run("bench", "midgame", "--games", tmp_path / "absent.wtb").code != 0


def transcript_of(plies):
    return famous_game("murakami-logistello-1997-1").transcript()[: 2 * plies]


def test_drivers_are_compared_on_the_same_positions(run):
    ran = run("bench", "drivers", "--positions", 2, "--depth", 7, "--json")
    assert ran.code == 0
    assert [(row["depth"], row["driver"]) for row in ran.objects] == [
        (depth, driver) for depth in (6, 7) for driver in ("pvs", "mtdf", "aspiration", "alphabeta")
    ]
    for row in ran.objects:
        assert row["positions"] == 2
        assert row["nodes"] > 0
        if row["driver"] == "pvs":
            assert row["node_ratio"] == {"mean": 1.0, "error": 0.0}
        if row["driver"] in {"pvs", "alphabeta"}:
            assert row["probes"] == 1
    table = run("bench", "drivers", "--positions", 1, "--depth", 3).out
    assert "1 position;" in table
    assert "mtdf" in table


class TestSpeed:
    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch):
        monkeypatch.setattr(speed, "unit", lambda: 0.2)
        monkeypatch.setattr(speed, "BULK_EMPTIES", 6)
        monkeypatch.setattr(speed, "ROUND_TRIPS", 5)

    def test_perft(self, run):
        (row,) = run("bench", "perft", "--depth", 7, "--runs", 2, "--json").objects
        assert (row["name"], row["unit"], row["reached"]) == ("perft 7", "leaves/s", True)
        assert "perft 5" in run("bench", "perft", "--depth", 5).out

    def test_bulk(self, run):
        ran = run("bench", "bulk", "--positions", 40, "--threads", 2, "--json")
        (row,) = ran.objects
        assert (row["positions"], row["unit"]) == (40, "positions/s")

    def test_protocols(self, run, fake):
        for protocol in ("gtp", "nboard"):
            words = ("--command", fake(protocol), "--protocol", protocol, "--json")
            rows = run("bench", "protocols", *words).objects
            assert [row["name"] for row in rows] == [
                f"{protocol}, first answer",
                f"{protocol}, round trip",
            ]
            assert all((row["positions"], row["unit"]) == (None, "s") for row in rows)

    def test_protocols_table(self, run, fake):
        lines = run("bench", "protocols", "--command", fake("gtp")).out.splitlines()
        assert lines[0].split() == ["what", "value", "unit"]
        assert re.fullmatch(r"gtp, round trip +[\d,.]+  (µs|s) *", lines[2])

    def test_a_program_that_fails(self, refuses):
        ran = refuses(1, "bench", "protocols", "--command", "no-such-program")
        assert "was found" in ran.err


class TestAgainst:
    def test_json(self, run, fake):
        words = ("--positions", 2, "--depth", 3, "--json")
        *rows, total = run("bench", "--against", fake("gtp"), *words).objects
        assert len(rows) == 2
        for row in rows:
            assert row["ours"] in {str(Square(square)) for square in range(64)}
            assert row["our_seconds"] > 0
            assert row["their_score"] is None
        assert (total["engine"], total["depth"], total["positions"]) == ("Fake 1.0", 3, 2)
        assert total["ratio"]["mean"] > 0

    def test_table(self, run, fake):
        words = ("--positions", 1, "--depth", 2, "--protocol", "nboard")
        ran = run("bench", "--against", fake("nboard"), *words)
        assert ran.code == 0
        assert re.fullmatch(
            r"outflank: the median time is .*ms: .* protocol, .* search longer to compare\n",
            ran.err,
        )
        lines = ran.out.splitlines()
        assert lines[0].split()[:3] == ["position", "ours", "score"]
        assert lines[-2].startswith("1 position, depth 2: ours")
        assert "the same move on" in lines[-1]

    def test_no_warning_where_the_search_is_measured(self, run, fake, monkeypatch):
        monkeypatch.setattr(bench_against, "MEASURABLE", 0.0)
        ran = run("bench", "--against", fake("gtp"), "--positions", 1, "--depth", 2, "--json")
        assert (ran.err, ran.objects[-1]["our_median"]) == ("", ran.objects[-1]["ours"])

    def test_values_have_one_form(self, run, fake):
        words = ("--positions", 2, "--depth", 2, "--protocol", "nboard")
        rows = run("bench", "--against", fake("nboard"), *words).out.splitlines()[1:3]
        for row in rows:
            _, _, ours, _, _, theirs, _, ratio = row.split()
            assert re.fullmatch(r"~?[-+]\d+\.\d\d", ours)
            assert re.fullmatch(r"~[-+]\d+\.\d\d", theirs)
            assert re.fullmatch(r"\d+\.\d\d\d", ratio)

    @pytest.mark.parametrize("protocol", ["gtp", "nboard"])
    def test_the_endgame(self, run, fake, protocol):
        words = ("--first", 2, "--last", 3, "--protocol", protocol, "--json")
        command = fake(protocol, "gogui")
        *rows, total = run("bench", "endgame", "--against", command, *words).objects
        assert [row["number"] for row in rows] == [2, 3]
        assert [row["our_score"] for row in rows] == [10, 2]
        assert all((row["their_score"] is None) == (protocol == "gtp") for row in rows)
        assert all(0 < row["their_seconds"] < 10 for row in rows)
        assert (total["positions"], total["depth"]) == (2, None)

    def test_an_engine_that_cannot_be_set_up(self, refuses, fake):
        ran = refuses(1, "bench", "endgame", "--against", fake("gtp"), "--last", 2)
        assert "the game does not begin at the usual start" in ran.err

    def test_the_endgame_s_table(self, run, fake):
        words = ("--first", 2, "--last", 2, "--protocol", "nboard")
        lines = run("bench", "endgame", "--against", fake("nboard"), *words).out.splitlines()
        assert lines[-2].startswith("1 position, solved: ours")

    def test_a_real_engine(self, run, grhino):
        ran = run("bench", "--against", grhino, "--positions", 3, "--depth", 4)
        assert ran.code == 0
        assert "GTP GRhino" in ran.out

    @pytest.mark.parametrize("modes", ["dumb", "crash"])
    def test_one_that_fails(self, refuses, fake, modes, monkeypatch):
        monkeypatch.setattr(bench_against, "COLD_START_LIMIT", 0.3)
        fault = "within 0.3 s" if modes == "dumb" else "exit status 3"
        monkeypatch.setattr(bench_against, "POSITIONS", 3)
        words = ("--depth", 2, "--json") if modes == "dumb" else ("--depth", 2)
        assert fault in refuses(1, "bench", "--against", fake("gtp", modes), *words).err
