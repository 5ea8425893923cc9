"""outflank match: tables, JSON, going on, and what cannot be meant refused in one line."""

import re
import signal
import time

import pytest

from outflank.games import read_ggf

QUICK = ("outflank:level=1", "random")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.ggf"


@pytest.fixture
def openings(tmp_path):
    path = tmp_path / "openings.txt"
    path.write_text("f5d6c3\nf5f4e3\nf5f6e6f4\n")
    return path


@pytest.fixture
def match(run, path, openings):
    def run_match(*words, players=QUICK):
        return run("match", *players, "-o", path, "--openings", openings, *words)

    return run_match


class TestTables:
    def test_two_players(self, match, path):
        ran = match("--games", 6)
        assert (ran.code, ran.err) == (0, "")
        head, row, *rest = ran.out.splitlines()
        assert head.split()[:6] == ["player", "against", "games", "won", "drawn", "lost"]
        found = re.match(r"outflank:level=1 +random +6 +(\d) +(\d) +(\d) +((\d ){5})", row)
        won, drawn, lost = map(int, found.groups()[:3])
        assert won + drawn + lost == 6
        assert sum(map(int, found[4].split())) == 3
        assert any(line.startswith("player") and "ms a move" in line for line in rest)
        assert len(path.read_text().splitlines()) == 6

    def test_more_players(self, match):
        players = (*QUICK, "textbook:pvs-article,depth=1")
        lines = match("--games", 2, players=players).out.splitlines()
        assert [len(block.splitlines()) for block in "\n".join(lines).split("\n\n")] == [4, 5]

    def test_a_gauntlet(self, match):
        players = (*QUICK, "random:name=Bob")
        rows = match("--games", 2, "--gauntlet", "--json", players=players).objects
        pairings = [row for row in rows if row["type"] == "pairing"]
        assert [(row["player"], row["against"]) for row in pairings] == [
            ("outflank:level=1", "random"),
            ("outflank:level=1", "Bob"),
        ]

    def test_the_test_is_told(self, match):
        ran = match("--games", 6, "--sprt", "0,5")
        assert "SPRT of 0 against 5 normalized Elo" in ran.out
        assert "-2.94 to +2.94" in ran.out

    def test_late_moves_are_told(self, match):
        players = ("outflank:level=6,time=0.0001,overhead=0", "random")
        ran = match("--games", 2, "--margin", 0, players=players)
        assert ran.code == 0
        assert "2 time" in ran.out
        assert "s too late" in ran.out


class TestJson:
    def test_games_and_results(self, match, path):
        ran = match("--games", 4, "--json", "--sprt", "0,5,0.1,0.1", "--elo", "logistic")
        *rest, sprt = ran.objects
        games = [row for row in rest if row["type"] == "game"]
        assert len(games) == 4
        for row, line in zip(games, path.read_text().splitlines(), strict=True):
            record = read_ggf(line)
            assert row["score"] == record.result
            assert row["black"] == record.black
            assert row["moves"] == [str(move) for move in record.moves]
            assert row["seconds"] == [note.seconds for note in record.notes]
            assert (row["ending"], row["detail"]) == ("played", None)
        (pairing,) = (row for row in rest if row["type"] == "pairing")
        assert pairing["games"] == 4
        assert sum(pairing["pairs"]) == 2
        players = [row for row in rest if row["type"] == "player"]
        assert [row["place"] for row in players] == [1, 2]
        assert sum(row["points"] for row in players) == 4
        assert (sprt["type"], sprt["elo"]) == ("sprt", "logistic")
        assert sprt["accepted"] in (None, "H0", "H1")

    def test_adjudication(self, match):
        rows = match("--games", 2, "--adjudicate", 8, "--json").objects
        assert {row["ending"] for row in rows if row["type"] == "game"} <= {"adjudicated", "played"}


class TestGoingOn:
    def test_the_same_command_goes_on(self, match, path):
        whole = match("--games", 6, "--json").objects
        kept = path.read_text().splitlines(keepends=True)
        path.write_text("".join(kept[:3]) + kept[3][:50])
        rest = match("--games", 6, "--json").objects
        assert [row["type"] for row in rest[:3]] == ["game"] * 3
        assert [row["moves"] for row in rest[:3]] == [row["moves"] for row in whole[3:6]]

        def pairing(rows):
            return next(row for row in rows if row["type"] == "pairing")

        assert pairing(rest) == pairing(whole)

    def test_another_match_is_refused(self, match, refuses, path, openings):
        match("--games", 2)
        before = path.read_bytes()
        words = ("match", *QUICK, "-o", path, "--openings", openings, "--games", 2, "--seed", 3)
        assert "a game of another match" in refuses(1, *words).err
        assert path.read_bytes() == before

    def test_ctrl_c_keeps_the_games(self, start, path, openings):
        words = ("match", "outflank:time=0.02", "random", "--openings", str(openings))
        process = start(*words, "-o", str(path))
        end = time.monotonic() + 60
        while not (path.exists() and path.read_bytes().count(b"\n") >= 2):
            assert time.monotonic() < end
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 130
        assert b"kept in" in err
        assert b"the same command goes on" in err
        assert b"Traceback" not in err
        assert b"random" in out


class TestRandomOpenings:
    def test_they_are_the_default(self, run, path):
        ran = run("match", "random", "random", "-o", path, "--games", 2, "--opening-plies", 12)
        assert ran.code == 0
        assert "random #2" in ran.out


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    [
        (("random",), 2, "two players"),
        (("random", "foo"), 2, 'player "foo", column 1'),
        (("random", "outflank"), 2, "no limit"),
        (("random", "random", "--games", "3"), 2, "even"),
        (("random", "random", "--games", "1"), 2, "games"),
        (("random", "outflank:depht=3"), 2, "depht is not an option"),
        (("random", "outflank:time=abc"), 2, '"abc"'),
        (("random", "random", "--sprt", "5,0"), 2, "the lower one"),
        (("random", "random", "random", "--sprt", "0,5"), 2, "not more"),
        (("random", "random", "--sprt", "5"), 2, "two Elo differences"),
        (("random", "random", "--gauntlet", "--round-robin"), 2, "give one of them"),
        (("random", "random", "--time", "1", "--clock", "60"), 2, "give one of them"),
        (("random", "random", "--time", "0"), 2, "time"),
        (("random", "random", "--clock", "soon"), 2, "a clock is"),
        (("random", "random", "--adjudicate", "0"), 2, "1 to 60"),
        (("random", "random", "--openings", "absent.txt"), 1, "absent.txt"),
        (
            ("random", "random", "--openings", __file__, "--opening-plies", "4"),
            2,
            "random openings",
        ),
        (("random", "random", "--elo", "other"), 2, "elo"),
        (("random", "--gauntlett"), 2, "gauntlett"),
    ],
)
def test_what_cannot_be_meant_is_refused(refuses, path, words, code, reason):
    ran = refuses(code, "match", *words, "-o", path)
    assert reason in ran.err
    assert not path.exists()


def test_the_file_must_be_named(refuses):
    assert refuses(2, "match", *QUICK).err.startswith("outflank: -o FILE is missing")


def test_openings_that_come_again_are_warned_of(match):
    ran = match("--games", 10)
    assert "3 openings for 5 game pairs" in ran.err


def test_a_wrong_opening_is_named(refuses, path, tmp_path):
    file = tmp_path / "wrong.txt"
    file.write_text("f5d6\nf5a1\n")
    ran = refuses(1, "match", *QUICK, "-o", path, "--openings", file)
    assert "wrong.txt line 2: ply 2" in ran.err
