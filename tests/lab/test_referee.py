"""The referee: games to their end, every way to lose without being beaten, exact adjudication."""

import pytest

from lab.fakes import Scripted, a_pass, crash, illegal, no_move, slow
from outflank.board import BLACK, PASS, WHITE, Board, OutflankError
from outflank.engine import solve
from outflank.games.ggf import MoveNote
from outflank.lab.referee import Ending, Rules, Seat, play_game
from outflank.lab.timing import Clock, TimeControl

NO_LIMIT = TimeControl()


def played(black=None, white=None, opening=None, rules=None, control=NO_LIMIT):
    seats = {
        BLACK: Seat(black or Scripted(), control),
        WHITE: Seat(white or Scripted(), control),
    }
    return play_game(opening or Board(), seats, 5, rules or Rules())


def test_a_game_to_its_end():
    opening = Board.from_transcript("f5d6c3")
    game = played(opening=opening)
    assert game.ending is Ending.PLAYED
    assert game.board.moves[:3] == opening.moves
    assert game.score == game.board.outcome().score
    assert len(game.notes) == len(game.board.moves)
    assert opening.ply == 3
    for move, note in list(zip(game.board.moves, game.notes, strict=True))[3:]:
        if move == PASS:
            assert note == MoveNote()
        else:
            assert note.evaluation == 1.5
            assert note.seconds >= 0
    assert all(note == MoveNote() for note in game.notes[:3])


def test_passes_are_played_without_asking():
    # White must pass, then Black ends the game.
    board = Board.from_text("X" * 8 * 7 + "XXXXOO--" + " X")
    white = Scripted(1, crash)
    game = played(white=white, opening=board)
    assert game.ending is Ending.PLAYED
    assert white.asked <= 1


@pytest.mark.parametrize(
    ("then", "ending", "detail"),
    [
        (crash, Ending.CRASH, "White: RuntimeError: something [broke]"),
        (illegal, Ending.ILLEGAL, "White: d4"),
        (no_move, Ending.ILLEGAL, "White: None"),
        (a_pass, Ending.ILLEGAL, "White: pass"),
    ],
)
def test_forfeits(then, ending, detail):
    game = played(white=Scripted(3, then))
    assert (game.ending, game.score, game.detail) == (ending, 64, detail)
    assert game.ending.forfeited
    assert game.board.turn is WHITE
    assert len(game.notes) == len(game.board.moves)
    assert played(black=Scripted(1, then)).score == -64


def test_failing_at_the_start_of_a_game():
    class Dead(Scripted):
        def new_game(self, seed):
            crash(None)

    for seats, score in (({"white": Dead()}, 64), ({"black": Dead()}, -64)):
        game = played(**seats)
        assert (game.ending, game.score, game.board.ply) == (Ending.CRASH, score, 0)


class TestTime:
    def test_a_move_that_takes_too_long(self):
        game = played(black=Scripted(2, slow(0.15)), control=TimeControl(move=0.05))
        assert (game.ending, game.score) == (Ending.TIME, -64)
        assert "s too late" in game.detail

    def test_the_margin(self):
        control, rules = TimeControl(move=0.05), Rules(margin=30)
        game = played(black=Scripted(2, slow(0.15)), control=control, rules=rules)
        assert game.ending is Ending.PLAYED

    def test_a_clock(self):
        black = Scripted(3, slow(0.5))
        control = TimeControl(main=0.4, increment=0.01)
        game = played(black=black, control=control, rules=Rules(margin=0))
        assert game.ending is Ending.TIME
        assert black.clocks[0] == Clock(left=0.4, increment=0.01)
        assert black.clocks[1].left == pytest.approx(0.41, abs=0.1)


def test_adjudication_is_exact():
    game = played(rules=Rules(adjudicate=10))
    assert game.ending is Ending.ADJUDICATED
    assert game.board.empties <= 10
    solution = solve(game.board.position)
    assert solution.exact
    assert game.score == (solution.lower if game.board.turn is BLACK else -solution.lower)


def test_both_sides_draw_by_different_seeds():
    black, white = Scripted(), Scripted()
    played(black, white)
    assert black.seeds != white.seeds


@pytest.mark.parametrize("wrong", [{"adjudicate": 0}, {"adjudicate": 61}, {"margin": -1}])
def test_no_rules(wrong):
    with pytest.raises(OutflankError):
        Rules(**wrong)
