"""Matches: who meets whom, files that are gone on with, processes, forfeits, an early end."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from lab.fakes import OPENINGS, Scripted, crash, quick_match
from outflank.board import OutflankError
from outflank.games import read_ggf
from outflank.lab import match_workers
from outflank.lab.match import Format, Match, MatchError, play_match
from outflank.lab.match_file import GameKey, MatchFile
from outflank.lab.match_workers import Arena, WorkerError
from outflank.lab.players import KINDS, Kind, contenders
from outflank.lab.referee import Ending, Rules
from outflank.lab.sprt import Sprt, Verdict

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does")


def play(match, path, concurrency=1, games=None):
    """Play a match, or some games of it; the games that were played now, and the results."""
    with MatchFile(path, match.identity) as file:
        results = match.results(file)
        with closing(play_match(match, file, results, concurrency)) as played:
            return list(islice(played, games)), results


def content(records):
    return {one.key: (one.black, one.played.board.transcript()) for one in records}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "games.ggf"


@pytest.fixture
def scripted(monkeypatch):
    """A kind of players that fail at the third move."""
    made = []

    def make(options):
        made.append(Scripted(3, crash))
        return made[-1]

    monkeypatch.setitem(KINDS, "scripted", Kind(make, needs_limit=False))
    return made


class TestSchedule:
    def test_pairs_with_colours_swapped(self):
        tasks = list(quick_match(4).tasks())
        assert [(task.black, task.white) for task in tasks] == [(0, 1), (1, 0)] * 2
        assert tasks[0].opening.moves == tasks[1].opening.moves != tasks[2].opening.moves
        assert len({task.seed for task in tasks}) == 4

    def test_round_robin_and_gauntlet(self):
        players = ("random",) * 4
        robin, gauntlet = quick_match(2, players), quick_match(2, players, format=Format.GAUNTLET)
        assert robin.pairings == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
        assert gauntlet.pairings == ((0, 1), (0, 2), (0, 3))
        assert (robin.all_games, gauntlet.all_games) == (12, 6)
        assert len({task.opening.transcript() for task in robin.tasks()}) == 1

    def test_a_longer_match_begins_as_the_shorter_one(self):
        short, long = quick_match(4), quick_match(8)
        assert short.identity == long.identity
        assert [task.key for task in short.tasks()] == [task.key for task in long.tasks()][:4]
        assert [t.seed for t in short.tasks()] == [t.seed for t in long.tasks()][:4]

    @pytest.mark.parametrize(
        "other",
        [
            {"seed": 1},
            {"rules": Rules(adjudicate=8)},
            {"players": ("outflank:level=1", "random")},
            {"players": ("random", "outflank:level=2")},
            {"players": ("random", "outflank:level=1,time=9")},
        ],
    )
    def test_what_makes_another_match(self, other):
        assert quick_match(**other).identity != quick_match().identity

    @pytest.mark.parametrize(
        ("settings", "reason"),
        [
            ({"players": ("random",)}, "two players"),
            ({"games": 5}, "even"),
            ({"games": 0}, "at least 2"),
            ({"seed": -1}, "seed"),
            ({"players": ("random",) * 3, "sprt": Sprt(0, 5)}, "two players, not more"),
        ],
    )
    def test_impossible_settings_are_refused(self, settings, reason):
        with pytest.raises(MatchError, match=reason):
            quick_match(**settings)

    def test_names_tell_players_apart(self):
        one = contenders(["random"])
        with pytest.raises(MatchError, match="one name"):
            Match(one + one, 2, OPENINGS)


class TestPlaying:
    def test_every_game_is_kept_and_counted(self, path):
        match = quick_match()
        records, results = play(match, path)
        assert len(records) == results.games == 10
        lines = path.read_text().splitlines()
        assert len(lines) == 10
        first = read_ggf(lines[0])
        assert (first.black, first.white) == ("random", "outflank:level=1")
        assert first.result == records[0].played.score
        side = results.standing(0)
        assert side.games == 10
        assert side.pairs.pairs == 5
        assert side.points + results.standing(1).points == 10
        assert side.pairs.mean == pytest.approx(side.points / 10)
        assert results.ranking()[0] == int(side.points < 5)

    def test_discs_are_those_of_the_first_player(self, path):
        records, results = play(quick_match(), path)
        signed = [record.played.score * (1 if record.key.leg == 0 else -1) for record in records]
        assert results.tallies[0].discs.value == pytest.approx(sum(signed) / 10)

    def test_two_processes_play_the_same_games(self, path, tmp_path):
        match = quick_match()
        alone, _ = play(match, path)
        together, _ = play(match, tmp_path / "other.ggf", concurrency=2)
        assert content(together) == content(alone)

    def test_a_player_that_cannot_be_made_ends_the_match(self, path, monkeypatch):
        def make(options):
            raise OutflankError("no such program")

        monkeypatch.setitem(KINDS, "absent", Kind(make, needs_limit=False))
        with pytest.raises(OutflankError, match="no such program"):
            play(quick_match(players=("absent", "random")), path)

    def test_an_error_in_a_process_comes_here(self, path, monkeypatch):
        # The kind is known only here: in the process it cannot be made.
        monkeypatch.setitem(KINDS, "absent", Kind(lambda options: Scripted(), needs_limit=False))
        with pytest.raises(WorkerError, match="ended with code"):
            play(quick_match(players=("absent", "random")), path, concurrency=2)

    @pytest.mark.parametrize(
        ("code", "told"),
        [
            (3, "has ended with code 3"),
            (-9, "was ended by SIGKILL"),
            (128 + 15, "was ended by SIGTERM"),
        ],
    )
    def test_how_a_process_ended_is_told(self, code, told):
        assert match_workers._ending(code) == told

    def test_a_player_that_crashed_is_made_anew(self, path, scripted):
        records, results = play(quick_match(4, ("scripted", "random")), path)
        assert all(record.played.ending is Ending.CRASH for record in records)
        assert len(scripted) == 4
        assert all(player.closed for player in scripted)
        side = results.standing(0)
        assert (side.losses, side.forfeits) == (4, {Ending.CRASH: 4})
        assert results.tallies[0].discs is None
        assert len(results.forfeited) == 4
        assert "RuntimeError" in records[0].played.detail

    def test_players_stay_for_the_next_game_with_a_seed_of_its_own(self, scripted):
        match = quick_match(4, ("scripted", "random"))
        arena, (first, *others) = Arena(match.contenders, Rules()), match.tasks()
        arena.play(first)  # in it the player crashes, so another one is made
        arena.play(others[0])
        scripted.clear()
        healthy = arena._player(0)
        healthy.at = None
        for task in others:
            assert arena.play(task).played.ending is Ending.PLAYED
        assert scripted == [healthy]
        assert len(set(healthy.seeds)) == len(others)
        assert not healthy.closed
        arena.close()
        assert healthy.closed

    def test_a_test_ends_a_match_early(self, path):
        match = quick_match(400, sprt=Sprt(0, 100, model="logistic"))
        records, results = play(match, path)
        assert results.verdict(match.sprt) is Verdict.H0
        assert len(records) < 100
        assert play(match, path)[0] == []


class TestFiles:
    def test_a_match_goes_on_where_it_was(self, path, tmp_path):
        match = quick_match()
        whole, expected = play(match, tmp_path / "whole.ggf")
        first, _ = play(match, path, games=3)
        rest, results = play(match, path)
        assert content(first) | content(rest) == content(whole)
        assert not set(content(first)) & set(content(rest))
        assert results.standing(0).pairs == expected.standing(0).pairs
        assert results.tallies[0].discs == expected.tallies[0].discs
        assert play(match, path)[0] == []

    def test_what_is_read_counts_as_what_was_played(self, path, scripted):
        for players in (("random", "outflank:level=1,time=9"), ("scripted", "random")):
            match = quick_match(players=players, rules=Rules(adjudicate=6))
            target = path.with_name(players[0])
            _, results = play(match, target)
            with MatchFile(target, match.identity) as file:
                again = match.results(file)
                assert again.standing(0) == results.standing(0)
                assert again.standing(1) == results.standing(1)
                assert again.tallies[0].discs == results.tallies[0].discs

    def test_more_games_go_on_and_fewer_count_fewer(self, path):
        play(quick_match(4), path)
        assert len(play(quick_match(10), path)[0]) == 6
        assert play(quick_match(4), path)[1].games == 4

    @pytest.mark.parametrize("cut", [1, 5, 40, 300])
    def test_a_line_that_was_cut_short_is_dropped(self, path, cut):
        match = quick_match(4)
        played = content(play(match, path)[0])
        path.write_bytes(path.read_bytes()[:-cut])
        again, results = play(match, path)
        last = GameKey(0, 1, 1)
        assert content(again) == {last: played[last]}
        assert results.games == 4

    def test_a_file_of_another_match_is_left_as_it_is(self, path):
        play(quick_match(4), path)
        before = path.read_bytes()
        with pytest.raises(OutflankError, match="line 1: a game of another match"):
            play(quick_match(4, seed=1), path)
        assert path.read_bytes() == before

    @pytest.mark.parametrize("text", ["hello", "hello\n", "(;GM[Othello]PC[x];)\n", "\n", "\xff\n"])
    def test_any_other_file_is_left_as_it_is(self, path, text):
        path.write_text(text, encoding="latin-1")
        with pytest.raises(OutflankError, match=r"line 1: .*left as it is"):
            play(quick_match(4), path)
        assert path.read_text(encoding="latin-1") == text

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
    def test_what_is_no_file_is_refused_at_once(self, path):
        os.mkfifo(path)
        devices = [device for device in ("/dev/full", "/dev/zero") if Path(device).exists()]
        for one in (path, *map(Path, devices)):
            with pytest.raises(OutflankError, match=f"{one}: not a regular file"):
                play(quick_match(4), one)

    def test_a_broken_game_in_the_middle_is_refused(self, path):
        play(quick_match(4), path)
        lines = path.read_text().splitlines(keepends=True)
        for broken in (lines[1].replace("B[", "W[", 1), lines[0], lines[1].replace("MT[", "MX[")):
            path.write_text(lines[0] + broken + lines[2])
            with pytest.raises(OutflankError, match="line 2: "):
                play(quick_match(4), path)

    def test_a_game_from_another_opening_is_noticed(self, path):
        match = quick_match(4)
        play(match, path)
        lines = path.read_text().splitlines(keepends=True)
        key = f"MT[{match.identity} 0 0 0]"
        swapped = lines[2].replace(f"MT[{match.identity} 0 1 0]", key)
        path.write_text(swapped)
        with pytest.raises(MatchError, match="another opening"):
            play(match, path)

    @pytest.mark.parametrize(
        ("reason", "old", "new"),
        [
            ("no such pairing", " 0 0 0]", " 7 0 0]"),
            ("do not end with its result", "RE[", "RE[-"),
            ("it was not between", " 0 0 0]", " 0 0 1]"),
        ],
    )
    def test_a_game_that_cannot_be_of_the_match(self, path, reason, old, new):
        match = quick_match(4)
        play(match, path)
        lines = path.read_text().splitlines(keepends=True)
        assert old in lines[0]
        changed = lines[0].replace(old, new, 1).replace("RE[--", "RE[").replace("RE[-+", "RE[-")
        path.write_text(changed)
        with pytest.raises(OutflankError, match=reason):
            play(match, path)

    def test_one_process_at_a_time(self, path):
        match = quick_match(4)
        with (
            MatchFile(path, match.identity),
            pytest.raises(OutflankError, match="another process"),
        ):
            MatchFile(path, match.identity)
        MatchFile(path, match.identity).close()

    def test_clocks_stand_in_the_record(self, path):
        match = quick_match(2, ("outflank:level=1,clock=75+0.5", "random"))
        play(match, path)
        record = read_ggf(path.read_text().splitlines()[0])
        assert (record.black_time, record.white_time) == ("01:15/00:00.500/", None)


QUIETLY = {"capture_output": True, "text": True}

SCRIPT = """
import sys
from pathlib import Path
from lab.fakes import quick_match
from lab.test_match import play

if __name__ == "__main__":
    play(quick_match(200, ("outflank:time=0.02", "random")), Path(sys.argv[1]), int(sys.argv[2]))
"""


def games_in(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def alive(pid):
    """True unless a process has ended; what nobody has waited for has ended, too."""
    found = subprocess.run(["ps", "-o", "stat=", str(pid)], check=False, **QUIETLY)
    return bool(found.stdout.strip()) and not found.stdout.startswith("Z")


def children(pid):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], check=False, **QUIETLY)
    return [int(word) for word in found.stdout.split()]


@pytest.mark.parametrize(
    ("concurrency", "how"), [(1, signal.SIGKILL), (2, signal.SIGKILL), (2, signal.SIGINT)]
)
def test_a_killed_match_loses_no_game_and_leaves_no_process(path, tmp_path, concurrency, how):
    script = tmp_path / "run.py"
    script.write_text(SCRIPT)
    folders = [str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    process = subprocess.Popen(
        [sys.executable, str(script), str(path), str(concurrency)],
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(lambda: games_in(path) >= 2)
        started = children(process.pid)
        process.send_signal(how)
        process.wait(30)
        wait_for(lambda: not any(map(alive, started)), 30)
    finally:
        process.kill()
        process.wait()
    match = quick_match(200, ("outflank:time=0.02", "random"))
    kept = games_in(path)
    with MatchFile(path, match.identity) as file:
        assert len(file.games) == kept >= 2
        more = match.results(file)
        assert more.games == kept
    _, results = play(match, path, games=1)
    assert results.games == kept + 1


def test_results_know_moves_and_late_ones(path):
    match = quick_match(2, ("random", "outflank:level=1,time=0.0001"), rules=Rules(margin=9))
    records, results = play(match, path)
    side = results.standing(1)
    assert 0 < side.late <= side.moves
    assert side.longest <= side.seconds
    thought = sum(note.seconds is not None for one in records for note in one.played.notes)
    assert side.moves + results.standing(0).moves == thought
    assert results.standing(0).late == 0
