"""The game with what was found: values, remarks, better lines; what it said before is kept."""

from dataclasses import replace

import pytest

from outflank.analysis import AnalysisOptions, analyse, annotate
from outflank.analysis.annotate import playable
from outflank.board import Board, Move
from outflank.games import Game, famous_game, read_ggf, write_ggf
from outflank.games.notes import MoveNote, Variation
from outflank.textbook import Article

GAME = famous_game("murakami-logistello-1997-1")
OPTIONS = AnalysisOptions(depth=1, exact_from=14)


@pytest.fixture(scope="module")
def report():
    return analyse(GAME, OPTIONS)


def test_every_move_has_its_value(report):
    game = annotate(report)
    assert game.moves == GAME.moves
    assert [note.evaluation for note in game.notes] == [move.value.value for move in report.moves]


def test_better_lines_are_variations(report):
    game = annotate(report)
    losing = [at for at, move in enumerate(report.moves) if (move.lost or 0) >= 0.5]
    assert [variation.at for variation in game.variations] == losing
    for variation in game.variations:
        move = report.moves[variation.at]
        assert variation.moves[0] in move.best
        assert variation.notes[0].evaluation == move.best_value.value
        assert game.notes[variation.at].comment.startswith("loses ")


def test_what_the_game_said_is_kept():
    notes = tuple(MoveNote(1.0, 2.5, f"remark {at}") for at in range(3))
    other = Variation(1, (Move("f6"),))
    game = Game.from_transcript("f5f4c3", black="Ann", notes=notes, variations=(other,))
    found = annotate(analyse(game, OPTIONS))
    assert [note.seconds for note in found.notes] == [2.5] * 3
    assert all(note.comment.startswith("remark ") for note in found.notes)
    assert found.variations[0] == other
    assert found.black == "Ann"


def test_values_in_other_units_are_not_written():
    game = Game.from_transcript("f5d6", notes=(MoveNote(1.0), MoveNote()))
    options = AnalysisOptions(depth=1, exact_from=0, article=Article.MTDF)
    assert annotate(analyse(game, options)).notes == (MoveNote(1.0), MoveNote())[:2]


def test_ggf_takes_it(report):
    game = annotate(report)
    again = read_ggf(write_ggf(replace(game, variations=())))
    assert [note.evaluation for note in again.notes] == [note.evaluation for note in game.notes]


def test_a_line_is_played_as_far_as_it_is_legal():
    line = tuple(map(Move, ("f5", "d6", "f5", "c3")))
    board = Board()
    assert playable(board, line) == line[:2]
    assert board == Board()
