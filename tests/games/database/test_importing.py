"""Imports: every game once, all or nothing, in one piece after kills, faults told."""

import os
import shutil
import signal
import subprocess
import sys
import textwrap

import pytest

from outflank.board.board import Board
from outflank.games import Game, GameFileError, open_games, opening_names, opening_of, write_ggf
from outflank.games.database import Criteria, Database, DatabaseError, importing
from outflank.games.notes import MoveNote, Variation
from outflank.games.openings import parse_openings


def all_games(files):
    return [game for file in files for game in open_games(file).games()]


def test_every_game_comes_out_as_it_went_in(database, files):
    assert list(database.games()) == all_games(files)


def test_the_same_files_bring_nothing_new(tmp_path, files):
    with Database(tmp_path / "games.duckdb") as database:
        first = database.import_files(files)
        assert [(one.name, one.games, one.new, one.known) for one in first] == [
            ("WTH_1997.wtb", 6, 6, 0),
            ("WTH_2001.wtb", 10, 10, 0),
        ]
        before = database.connection.sql("FROM games ORDER BY id").fetchall()
        again = database.import_files([*files, *files])
        assert [one.new for one in again] == [0, 0, 0, 0]
        assert database.connection.sql("FROM games ORDER BY id").fetchall() == before


def test_a_game_that_stands_twice_in_its_file_is_two_and_once_in_another_is_none(tmp_path, files):
    with Database(tmp_path / "games.duckdb") as database:
        database.import_files(files)
        shutil.copy(files[1], tmp_path / "copy.wtb")
        for name in ("WTH.JOU", "WTH.TRN"):
            shutil.copy(files[1].parent / name, tmp_path)
        assert [one.new for one in database.import_files([tmp_path / "copy.wtb"])] == [0]
        assert database.check().doubles == 1


def test_batches_and_runs_change_nothing(tmp_path, files, filled, monkeypatch):
    monkeypatch.setattr(importing, "BATCH", 3)
    monkeypatch.setattr(importing, "RUN", 200)
    with Database(tmp_path / "games.duckdb") as small, Database(filled) as whole:
        small.import_files(files)
        for table in ("games", "positions", "openings"):
            query = f"SELECT * FROM {table} ORDER BY ALL"
            assert small.connection.sql(query).fetchall() == whole.connection.sql(query).fetchall()


def test_games_are_named_by_their_openings(database):
    for record in database.find():
        found = opening_of(record.game())
        assert record.opening == (None if found is None else found.name)


def test_other_names_rename_the_games(tmp_path, files):
    with Database(tmp_path / "games.duckdb") as database:
        database.import_files(files)
        mine = opening_names().adding(parse_openings("f5f6 Mine", "mine.txt"))
        database.import_files([], names=mine)
        assert len(database.openings()) == len(mine) == 100
        assert database.count(Criteria(opening="mine")) == database.count(
            Criteria(position=Board.from_transcript("f5f6"))
        )
        assert "Diagonal" not in {record.opening for record in database.find()}
        # A later import leaves the names as they are.
        database.import_files(files)
        assert "Mine" in {opening.name for opening in database.openings()}


def test_faults_are_told_and_the_rest_is_read(tmp_path, files):
    broken = tmp_path / "broken.txt"
    broken.write_text("f5d6c3\n\nf5d5\n\nf5f4\n")
    missing = tmp_path / "missing.wtb"
    faults = []
    with Database(tmp_path / "games.duckdb") as database:
        told = database.import_files([broken, missing, *files], on_fault=faults.append)
        assert [(one.games, one.new, one.faults) for one in told] == [
            (2, 2, 1),
            (0, 0, 1),
            (6, 6, 0),
            (10, 10, 0),
        ]
        assert 'broken.txt line 3: ply 2: "d5"' in str(faults[0])
        assert isinstance(faults[1], FileNotFoundError)


def test_without_a_listener_a_fault_leaves_the_old_state(tmp_path, files):
    broken = tmp_path / "broken.txt"
    broken.write_text("f5d6c3\n\nf5d5\n")
    with Database(tmp_path / "games.duckdb") as database:
        database.import_files(files[:1])
        with pytest.raises(GameFileError):
            database.import_files([files[1], broken])
        assert database.count() == 6


def test_what_formats_other_than_wthor_know_is_kept(tmp_path):
    board = Board.from_transcript("f5d6c3d3c4")
    start = Board.from_text("--OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXX O")
    games = [
        Game.from_board(
            board,
            black="A",
            white="B",
            date="2003-12-15",
            result=-22.87,
            komi=-3.133,
            ending="time",
            black_time="05:00",
            comment="a remark",
            notes=tuple(MoveNote(1.5 * at, at, "ü") for at in range(5)),
            variations=(Variation(2, board.moves[2:3], (MoveNote(2.0),)),),
            others={"RB": "1720"},
        ),
        Game.from_transcript("a6", start),
    ]
    with Database(tmp_path / "games.duckdb") as database:
        import_as_file(database, tmp_path, games)
        first, second = database.find(limit=2)
        assert (first.claimed, first.played, first.score, first.year) == (-26, None, -26, 2003)
        assert second.start == start.to_text()
    assert write_ggf(games[0])


def import_as_file(database, tmp_path, games):
    """Import games as if a file held them, and find them again."""
    (tmp_path / "file").write_text("f5")

    class File:
        def games(self, on_fault=None):
            return iter(games)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(importing, "open_games", lambda path, encoding: File())
        database.import_files([tmp_path / "file"])
    assert list(database.games()) == games


def test_names_that_are_no_text_do_no_harm(tmp_path):
    odd = Game(black="\ud800", white="a\0b", year=10**9, black_discs=200)
    with Database(tmp_path / "games.duckdb") as database:
        (tmp_path / "file").write_text("f5")

        class File:
            def games(self, on_fault=None):
                return iter([odd])

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(importing, "open_games", lambda path, encoding: File())
            database.import_files([tmp_path / "file"])
        (record,) = database.find()
        assert (record.black, record.white, record.year) == ("?", "a\0b", None)
        assert (record.claimed, record.result) == (None, None)


KILLED = """
    import os, signal, sys
    from outflank.games.database import Database, importing

    class Killing(importing._Import):
        def _write_positions(self):
            super()._write_positions()
            print("written", flush=True)
            os.kill(os.getpid(), getattr(signal, sys.argv[1]))

    importing._Import = Killing
    try:
        Database(sys.argv[2]).import_files(sys.argv[3:])
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.mark.parametrize("kind", ["SIGKILL", "SIGINT"])
def test_a_killed_import_leaves_the_old_state(tmp_path, files, kind):
    path = tmp_path / "games.duckdb"
    with Database(path) as database:
        database.import_files(files[:1])
    script = tmp_path / "killed.py"
    script.write_text(textwrap.dedent(KILLED))
    ran = subprocess.run(
        [sys.executable, script, kind, path, files[1]],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ},
    )
    assert "written" in ran.stdout, ran
    assert ran.returncode == (130 if kind == "SIGINT" else -signal.SIGKILL), ran
    with Database(path) as database:
        assert database.count() == 6
        assert database.connection.sql("SELECT count(*) FROM players").fetchall() == [(2,)]
        assert [one.new for one in database.import_files(files)] == [0, 10]


def test_progress_is_told_in_bytes(tmp_path, files):
    told = []
    with Database(tmp_path / "games.duckdb") as database:
        database.import_files(files, progress=lambda done, total: told.append((done, total)))
    sizes = [file.stat().st_size for file in files]
    assert told == [(sizes[0], sum(sizes)), (sum(sizes), sum(sizes))]


@pytest.mark.slow
def test_all_of_wthor(shared_data, tmp_path):
    paths = sorted((shared_data / "wthor").glob("*.wtb"))
    with Database(tmp_path / "games.duckdb") as database:
        told = database.import_files(paths)
        # The file with size and depth byte zero holds a game of 1977 once more.
        assert sum(one.new for one in told) == database.count() == 102_340
        found = database.check()
        assert (found.finished, found.agreeing, found.stopped) == (101_927, 101_927, 413)
        assert sum(one.new for one in database.import_files(paths)) == 0
        start = database.explore(Board())
        assert (start.tally.games, start.moves[0].tally.games) == (102_340, 102_340)


def test_a_real_year(shared_data, tmp_path):
    path = shared_data / "wthor" / "WTH_1983.wtb"
    with Database(tmp_path / "games.duckdb") as database:
        (told,) = database.import_files([path])
        assert (told.games, told.new, told.faults) == (199, 199, 0)
        assert list(database.games()) == list(open_games(path).games())
        assert database.check().agreeing + database.check().stopped == 199


def test_a_record_that_was_changed_is_told(tmp_path, files):
    import duckdb

    path = tmp_path / "games.duckdb"
    with Database(path) as database:
        database.import_files(files)
    with duckdb.connect(str(path)) as other:
        other.execute("UPDATE games SET moves = 'zz' WHERE id = 2")
    with (
        Database(path) as database,
        pytest.raises(DatabaseError, match="game 2 of the database: its record is damaged"),
    ):
        list(database.games())


def test_an_error_within_an_import_is_told_and_not_what_follows_it(tmp_path, files):
    import duckdb

    path = tmp_path / "games.duckdb"
    with Database(path) as database:
        database.import_files(files[:1])
    with duckdb.connect(str(path)) as other:
        other.execute("ALTER TABLE positions RENAME TO places")
    with Database(path) as database, pytest.raises(DatabaseError, match="tables were changed"):
        database.import_files(files[1:])
