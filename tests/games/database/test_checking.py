"""Claims against moves, komi, raw counts, and theoretical scores against proofs."""

import pytest

from outflank.board.board import Board
from outflank.games import Game
from outflank.games.database import Database, importing
from wthor_files import MATCH, header, played_at_random, wthor


class File:
    def __init__(self, games):
        self._games = games

    def games(self, on_fault=None):
        return iter(self._games)


@pytest.fixture
def checked(tmp_path, monkeypatch):
    """Checks games as if a file had held them."""

    def check(*games, **options):
        (tmp_path / "file").write_text("f5")
        monkeypatch.setattr(importing, "open_games", lambda path, encoding: File(games))
        with Database(tmp_path / "games.duckdb") as database:
            database.import_files([tmp_path / "file"])
            return database.check(**options)

    return check


WIPED = Board.from_transcript("e6f4e3f6g5d6e7f5c5")
OVER = played_at_random(3)


def test_a_komi_is_taken_off(checked):
    score = OVER.outcome().score
    found = checked(Game(moves=OVER.moves, result=score + 3.133, komi=-3.133))
    assert (found.agreeing, found.differing) == (1, 0)


def test_a_claim_without_the_empties_is_told_apart(checked):
    assert (WIPED.outcome().score, WIPED.outcome().raw) == (64, 13)
    found = checked(Game.from_board(WIPED, result=13.0), Game.from_board(WIPED, result=64.0))
    assert (found.raw, found.agreeing, found.differing) == (1, 1, 0)


def test_what_disagrees_is_listed(checked):
    games = [Game(moves=OVER.moves, black_discs=discs, source=f"game {discs}") for discs in (1, 2)]
    found = checked(*games, Game(moves=OVER.moves), Game(result=4.0), Game(), limit=1)
    assert (found.games, found.finished, found.differing, found.unclaimed) == (5, 3, 2, 1)
    assert (found.stopped, found.unknown) == (1, 1)
    (first,) = found.disagreements
    assert (first.source, first.what, first.claimed) == ("game 1", "result", -62)
    assert first.found == OVER.outcome().score


def with_theoretical(folder, discs):
    """A check, with a proof, of a game whose theoretical score at 10 empties is `discs`."""
    content = bytearray(wthor(1997, [(MATCH[0], 0, 0, 0, MATCH[0].black_discs)]))
    content[14], content[len(header()) + 7] = 10, discs
    folder.mkdir()
    (folder / "WTH_1997.wtb").write_bytes(content)
    with Database(folder / "games.duckdb") as database:
        database.import_files([folder / "WTH_1997.wtb"])
        return database.check(proofs=1)


def test_theoretical_scores_are_proved(tmp_path):
    found = with_theoretical(tmp_path / "wrong", 0)
    assert (found.proved, found.wrong) == (1, 1)
    (wrong,) = found.disagreements
    assert (wrong.what, wrong.claimed) == ("theoretical", -64)
    found = with_theoretical(tmp_path / "right", (wrong.found + 64) // 2)
    assert (found.proved, found.wrong, found.disagreements) == (1, 0, ())


@pytest.mark.slow
def test_real_theoretical_scores(shared_data, tmp_path):
    with Database(tmp_path / "games.duckdb") as database:
        database.import_files([shared_data / "wthor" / "WTH_1977.wtb"])
        found = database.check(proofs=1)
        assert (found.proved, found.wrong) == (1, 0)
