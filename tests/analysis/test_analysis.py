"""Game reports: exact values where promised, losses only there, summaries, interrupts."""

import pytest

from outflank.analysis import (
    AnalysisInterrupted,
    AnalysisOptions,
    GameReport,
    MoveReport,
    PlayerSummary,
    analyse,
    analyse_moves,
    best_moves,
    move_values,
)
from outflank.board import PASS, Board, Color, Move, OutflankError, Score
from outflank.games import Game, famous_game
from outflank.textbook import Article, minimax, solve

GAME = famous_game("murakami-logistello-1997-1")
QUICK = AnalysisOptions(depth=2, exact_from=12)

# Nyanyan/Egaroucid issue 138: X must pass, -48.
MUST_PASS = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X"


@pytest.fixture(scope="module")
def report():
    return analyse(GAME, QUICK)


def test_every_move_is_reported(report):
    assert report.complete
    assert tuple(move.move for move in report.moves) == GAME.moves
    assert [move.ply for move in report.moves if move.move != PASS] == list(range(1, 61))
    assert all(move.ply is None for move in report.moves if move.move == PASS)


def test_values_are_exact_where_promised_and_losses_only_there(report):
    for move, (board, _) in zip(report.moves, GAME.steps(), strict=True):
        exact = board.empties <= QUICK.exact_from
        assert move.exact is exact
        assert move.value.unit == ("discs" if exact else "mtdf-article")
        assert (move.loss is not None) is exact
        assert move.color is board.turn


def test_exact_values_are_the_solver_s(report):
    for move, (board, played) in zip(report.moves, GAME.steps(), strict=True):
        if not move.exact:
            continue
        assert move.best_value.value == solve(board).score
        board.push(played)
        assert move.value.value == -solve(board).score
        assert move.loss == move.best_value.value - move.value.value >= 0


def test_the_last_value_is_the_result(report):
    last = report.moves[-1]
    score = GAME.outcome().score
    assert last.value.value == (score if last.color is Color.BLACK else -score)


def test_losses_add_up_to_the_difference_between_best_play_and_the_result(report):
    exact = [move for move in report.moves if move.exact]
    value = exact[0].best_value.value * (1 if exact[0].color is Color.BLACK else -1)
    for move in exact:
        value -= move.loss if move.color is Color.BLACK else -move.loss
    assert value == GAME.outcome().score


def test_searched_values_are_minimax(report):
    settings = Article.MTDF.settings()
    for number in (0, 9, 20, 35):
        move = report.moves[number]
        board = [board for board, _ in GAME.steps()][number]
        assert move.best_value.value == minimax(board, QUICK.depth, settings).score


@pytest.mark.parametrize("article", Article)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_greatest_value_is_that_of_a_search_from_the_position(article, depth):
    options = AnalysisOptions(depth=depth, exact_from=0, article=article)
    for board in (Board(), Board.from_transcript(GAME.transcript()[:60])):
        values = move_values(board, options)
        assert set(values) == {Move(square) for square in board.legal_moves}
        best = best_moves(values)
        wanted = minimax(board, depth, article.settings()).score
        assert {values[move].value for move in best} == {wanted}
        assert values[best[0]].unit == options.unit == f"{article}-article"


@pytest.mark.parametrize("exact_from", [0, 20])
def test_a_forced_pass_is_the_one_move(exact_from):
    board = Board.from_text(MUST_PASS)
    values = move_values(board, AnalysisOptions(depth=1, exact_from=exact_from))
    assert list(values) == [PASS]
    assert values[PASS].proved is (exact_from > 0)
    if exact_from:
        assert values[PASS].value == -48


@pytest.mark.parametrize("exact_from", [0, 20])
def test_a_board_that_passes_by_itself_gets_the_same_values(exact_from):
    options = AnalysisOptions(depth=3, exact_from=exact_from)
    for board, _ in list(GAME.steps())[-12:]:
        alone = board.copy()
        values = move_values(board, options)
        if not board.must_pass:
            alone.auto_pass = True
            assert move_values(alone, options) == values
            assert alone == board


def test_a_finished_game_has_no_values():
    assert move_values(GAME.board(), QUICK) == {}
    assert best_moves({}) == ()


def test_all_equal_best_moves_are_listed():
    first = next(analyse_moves(GAME, QUICK))
    assert [str(move) for move in first.best] == ["d3", "c4", "f5", "e6"]


def test_passes_are_shown_but_not_counted(report):
    passes = [move for move in report.moves if move.move == PASS]
    assert len(passes) == 2
    assert all(move.best == (PASS,) and move.loss == 0 for move in passes)
    counted = sum(report.summary(color).moves for color in Color)
    assert counted == 60


def move_report(ply, loss):
    value = Score(10 - (loss or 0)) if loss is not None else Score(3, "mtdf-article")
    best = Score(10) if loss is not None else value
    return MoveReport(
        ply, Color.BLACK, Move("f5"), value, (Move("f5"),), best, loss, loss is not None
    )


def test_a_summary():
    reports = [move_report(ply, loss) for ply, loss in enumerate([None, 0, 4, 4, 0, 2], 1)]
    summary = PlayerSummary.of(Color.BLACK, "Ann", reports)
    assert (summary.moves, summary.exact_moves, summary.discs_lost) == (6, 5, 10)
    assert summary.perfect_moves == 2
    assert summary.biggest_loss.ply == 3
    assert PlayerSummary.of(Color.WHITE, None, reports).moves == 0


def test_what_is_unknown_is_none():
    summary = PlayerSummary.of(Color.BLACK, None, [move_report(1, None)])
    assert summary.discs_lost is None
    assert summary.biggest_loss is None


def test_the_real_summary():
    """The record says that from 24 empties on Black could have 21 discs; he got 16."""
    report = analyse(GAME, AnalysisOptions(depth=1, exact_from=18))
    black, white = report.summary(Color.BLACK), report.summary(Color.WHITE)
    assert (black.discs_lost, str(black.biggest_loss.move)) == (10, "g2")
    assert 2 * GAME.theoretical - 64 - black.discs_lost == GAME.outcome().score
    assert (white.name, white.discs_lost) == ("Logistello", 0)


@pytest.mark.slow
def test_the_theoretical_result_of_the_record_is_ours():
    board = Board.from_transcript(GAME.transcript()[: 2 * (60 - GAME.exact_from)])
    assert board.empties == 24
    assert board.turn is Color.BLACK
    assert solve(board).score == 2 * GAME.theoretical - 64


def test_progress_is_told_after_every_move():
    told = []
    game = Game.from_transcript("f5d6c3")
    analyse(game, QUICK, lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_ctrl_c_keeps_what_was_done():
    def press(done, total):
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(AnalysisInterrupted) as caught:
        analyse(GAME, QUICK, press)
    kept = caught.value.report
    assert isinstance(kept, GameReport)
    assert not kept.complete
    assert tuple(move.move for move in kept.moves) == GAME.moves[:5]


@pytest.mark.parametrize(
    "wrong",
    [{"depth": 0}, {"depth": -1}, {"depth": 21}, {"exact_from": -1}, {"exact_from": 31}],
)
def test_options_that_cannot_be(wrong):
    with pytest.raises(OutflankError, match=next(iter(wrong))):
        AnalysisOptions(**wrong)


def test_an_empty_game():
    report = analyse(Game())
    assert report.complete
    assert report.moves == ()
