"""Values of positions by the engine: proved ones stand, bounds are no scores, time is kept."""

import time

import pytest

from outflank.analysis import AnalysisOptions, MoveReport, analyse, best_moves, move_values
from outflank.analysis.bounds import Interval
from outflank.analysis.values import Valuation, Valuer, _together, open_engine
from outflank.board import Board, Color, Move, Score
from outflank.engine import Info
from outflank.games import Game, famous_game

GAME = famous_game("inoue-heiberg-1977")
BOARDS = {board.empties: (board, move) for board, move in GAME.steps() if not board.must_pass}
ONE, OTHER = Move("d3"), Move("c4")


def estimate(value):
    return Score(value, bound="estimate", selectivity=73)


def info(move, score):
    return Info(move, score, depth=9, selectivity=73)


def after(known, **facts):
    """What is known of the position after a move that is worth `known`."""
    return Valuation({}, True, -known, interval=-Interval.of(known), **facts)


def together(found, known):
    return _together(Board(), [info(ONE, found)], OTHER, after(known))


def test_what_was_searched_after_the_move_is_its_value():
    valuation = together(estimate(3), estimate(-2))
    assert valuation.values == {ONE: estimate(3), OTHER: estimate(-2)}
    assert valuation.best == (ONE,)
    assert (valuation.every_move, valuation.depth) == (False, 9)


def test_a_move_that_turns_out_better_is_the_best():
    valuation = together(estimate(3), estimate(5))
    assert valuation.best == (OTHER,)
    assert valuation.best_value == estimate(5)


def test_a_proved_move_does_not_prove_the_position():
    valuation = together(estimate(3), Score(6))
    assert valuation.best == (OTHER,)
    assert valuation.best_value == Score(6, bound="lower")


def test_an_estimate_is_not_more_than_the_proved_best():
    valuation = together(Score(2), estimate(9))
    assert valuation.values[OTHER] == Score(2, bound="upper")
    assert valuation.best == (ONE,)
    assert valuation.best_value == Score(2)


def test_equal_proved_moves_are_both_best():
    assert together(Score(2), Score(2)).best == (ONE, OTHER)


def test_an_upper_bound_is_no_best_move():
    assert best_moves({ONE: Score(2), OTHER: Score(8, bound="upper")}) == (ONE,)


def test_all_moves_of_a_position_in_order():
    board, _ = BOARDS[14]
    values = move_values(board, AnalysisOptions(depth=1, exact_from=14))
    assert list(values) == sorted(map(Move, board.legal_moves))
    assert all(score.proved for score in values.values())


def test_a_dear_position_has_the_moves_that_matter(monkeypatch):
    monkeypatch.setattr("outflank.analysis.values.AFFORDABLE", 0)
    options = AnalysisOptions(depth=2, exact_from=12)
    report = analyse(GAME, options)
    for move in report.moves:
        assert move.move in move.values
        assert set(move.best) <= set(move.values)
        if move.exact:
            assert move.loss >= 0
    assert not all(move.every_move for move in report.moves)
    full = [move.best_value for move in report.moves if move.exact]
    monkeypatch.undo()
    assert full == [move.best_value for move in analyse(GAME, options).moves if move.exact]


def test_time_is_kept_and_the_end_is_proved():
    started = time.perf_counter()
    report = analyse(GAME, AnalysisOptions(time=4.0, threads=1, hash_mb=8))
    assert time.perf_counter() - started < 8
    assert report.complete
    assert all(move.exact for move in report.moves[-10:])
    assert all(move.value is not None for move in report.moves)


def test_a_level_says_itself_what_is_exact():
    report = analyse(GAME, AnalysisOptions(level=3, threads=1, hash_mb=1))
    exact = {move.ply for move in report.moves if move.exact and move.ply}
    assert exact == set(range(55, 61))
    searched = [move for move in report.moves[:50] if len(move.values) > 1]
    assert {move.depth for move in searched} == {3}


def test_one_thread_and_a_depth_give_the_same_twice():
    options = AnalysisOptions(depth=3, exact_from=10, threads=1, hash_mb=1)
    assert analyse(GAME, options) == analyse(GAME, options)


def test_a_game_that_stops_early_has_a_value_for_its_last_move(monkeypatch):
    monkeypatch.setattr("outflank.analysis.values.AFFORDABLE", 0)
    game = Game.from_transcript("f5d6c3")
    report = analyse(game, AnalysisOptions(depth=4, threads=1, hash_mb=1))
    assert [str(move.move) for move in report.moves] == ["f5", "d6", "c3"]
    assert report.moves[-1].value.bound == "estimate"


def test_a_forced_move_is_worth_what_comes_after_it():
    options = AnalysisOptions(depth=2, threads=1, hash_mb=1)
    valuer = Valuer(options, open_engine(options))
    board, move = next(
        (board, move)
        for board, move in GAME.steps()
        if len(board.legal_moves) == 1 and board.empties > 1
    )
    known = Valuation({}, True, estimate(7), depth=5, line=(OTHER,), interval=Interval(-2, 8))
    assert valuer.value(board, move, known, None) == Valuation(
        {move: estimate(-7)},
        True,
        estimate(-7),
        depth=6,
        line=(move, OTHER),
        interval=Interval(-8, 2),
    )


def test_a_finished_game_is_worth_its_result():
    options = AnalysisOptions(depth=2, threads=1, hash_mb=1)
    board = GAME.board()
    valuation = Valuer(options, open_engine(options)).value(board, None, None, None)
    sign = 1 if board.turn is Color.BLACK else -1
    assert valuation.best_value == Score(sign * GAME.outcome().score)
    assert move_values(board, options) == {}


@pytest.mark.parametrize("bound", ["lower", "upper"])
def test_bounds_give_no_exact_loss(bound):
    valuation = together(estimate(3), Score(1, bound=bound))
    report = MoveReport.of(1, Color.BLACK, OTHER, valuation)
    assert report.loss is None
    assert not report.exact
    assert report.estimated_loss == 2


def test_a_later_proof_corrects_an_earlier_estimate():
    """White thinks Black's move is worth -2; what follows proves that it is worth +6 at least."""
    lines = [info(ONE, estimate(3)), info(OTHER, estimate(2))]
    proved = Valuation({}, True, estimate(-9), interval=Interval(high=-6))
    valuation = _together(Board(), lines, OTHER, proved)
    assert valuation.values == {ONE: estimate(3), OTHER: Score(6, bound="lower")}
    assert valuation.best == (OTHER,)
    assert valuation.best_value == Score(6, bound="lower")
    assert valuation.interval == Interval(6, 64)
    proved = Valuation({}, True, estimate(9), interval=Interval(low=6))
    valuation = _together(Board(), lines, ONE, proved)
    assert valuation.values == {ONE: Score(-6, bound="upper"), OTHER: estimate(2)}
    assert valuation.best == (OTHER,)


def test_a_bound_of_the_one_move_that_was_looked_at_is_none_of_the_position():
    proved = Valuation({}, True, estimate(9), interval=Interval(low=6))
    valuation = _together(Board(), [info(ONE, estimate(3))], ONE, proved)
    assert valuation.values == {ONE: Score(-6, bound="upper")}
    assert valuation.best_value == estimate(-6)
    assert valuation.interval == Interval()


def test_the_line_goes_on_with_what_follows_the_move_that_was_played():
    line = (Move("c3"), Move("f6"), Move("f5"))
    lines = [Info(ONE, estimate(3), depth=9, selectivity=73, pv=(ONE, Move("c5")))]
    assert _together(Board(), lines, ONE, after(estimate(3), line=line)).line == (ONE, *line)
    assert _together(Board(), lines, ONE, after(estimate(3))).line == (ONE, Move("c5"))
    assert _together(Board(), lines, OTHER, after(estimate(1), line=line)).line[0] == ONE
    assert _together(Board(), lines, OTHER, after(estimate(9), line=line)).line == (OTHER, *line)
