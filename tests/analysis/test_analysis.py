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
from outflank.board import PASS, Board, Color, Move, OutflankError, Position, Score
from outflank.games import Game, famous_game
from outflank.textbook import Article, minimax, solve

GAME = famous_game("murakami-logistello-1997-1")
QUICK = AnalysisOptions(depth=2, exact_from=12)
ARTICLE = AnalysisOptions(depth=2, exact_from=12, article=Article.MTDF)

# Nyanyan/Egaroucid issue 138: X must pass, -48.
MUST_PASS = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X"


@pytest.fixture(scope="module")
def report():
    return analyse(GAME, QUICK)


@pytest.fixture(scope="module")
def article_report():
    return analyse(GAME, ARTICLE)


def test_every_move_is_reported(report):
    assert report.complete
    assert tuple(move.move for move in report.moves) == GAME.moves
    assert [move.ply for move in report.moves if move.move != PASS] == list(range(1, 61))
    assert all(move.ply is None for move in report.moves if move.move == PASS)


def test_values_are_exact_where_promised_and_losses_only_there(report):
    for move, (board, _) in zip(report.moves, GAME.steps(), strict=True):
        exact = board.empties <= QUICK.exact_from
        assert move.exact is exact
        assert move.value.unit == "discs"
        assert (move.loss is not None) is exact
        assert (move.estimated_loss is None) is exact
        assert move.every_move
        assert set(move.values) == set(map(Move, board.legal_moves)) or move.move.is_pass
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


def test_an_article_values_by_its_evaluation_and_every_move_exactly_near_the_end(article_report):
    for move, (board, _) in zip(article_report.moves, GAME.steps(), strict=True):
        exact = board.empties <= ARTICLE.exact_from
        assert move.exact is exact
        assert move.value.unit == ("discs" if exact else "mtdf-article")
        assert move.estimated_loss is None
        assert move.every_move


def test_both_agree_on_what_is_exact(report, article_report):
    for ours, theirs in zip(report.moves, article_report.moves, strict=True):
        if theirs.exact:
            assert (ours.values, ours.best, ours.loss) == (theirs.values, theirs.best, theirs.loss)


def test_estimates_are_marked(report):
    estimates = [move for move in report.moves if not move.exact]
    assert len(estimates) == 48
    for move in estimates[:40]:
        assert move.best_value.bound == "estimate"
        assert move.depth == 2
        assert move.estimated_loss == move.best_value.value - move.value.value >= 0


def test_an_article_s_searched_values_are_minimax(article_report):
    settings = Article.MTDF.settings()
    for number in (0, 9, 20, 35):
        move = article_report.moves[number]
        board = [board for board, _ in GAME.steps()][number]
        assert move.best_value.value == minimax(board, ARTICLE.depth, settings).score


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


@pytest.mark.parametrize("article", [None, *Article])
@pytest.mark.parametrize("exact_from", [0, 20])
def test_a_forced_pass_is_the_one_move(exact_from, article):
    board = Board.from_text(MUST_PASS)
    options = AnalysisOptions(depth=1, exact_from=exact_from, article=article)
    values = move_values(board, options)
    assert list(values) == [PASS]
    assert values[PASS].proved is (exact_from > 0)
    if exact_from:
        assert values[PASS].value == -48


@pytest.mark.parametrize("article", [None, Article.PVS])
@pytest.mark.parametrize("exact_from", [0, 20])
def test_a_board_that_passes_by_itself_gets_the_same_values(exact_from, article):
    options = AnalysisOptions(depth=3, exact_from=exact_from, article=article, threads=1, hash_mb=1)
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
    *_, first = analyse_moves(Game.from_transcript("f5"), ARTICLE)
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
    assert all(move.every_move for move in report.moves)
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


def test_a_board_is_the_game_that_was_played_on_it():
    game = Game.from_transcript("f5d6c3")
    report = analyse(game.board(), QUICK)
    assert report.game == game
    assert report.moves == analyse(game, QUICK).moves
    assert len(list(analyse_moves(game.board(), QUICK))) == 3


@pytest.mark.parametrize("wrong", ["f5d6c3", Position.start(), None])
def test_what_is_no_game_is_refused(wrong):
    with pytest.raises(OutflankError, match="a Game or a Board is analysed, not a"):
        analyse(wrong, QUICK)
    with pytest.raises(OutflankError, match="a Game or a Board is analysed"):
        next(analyse_moves(wrong, QUICK))


def test_ctrl_c_keeps_what_was_done():
    def press(done, total):
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(AnalysisInterrupted) as caught:
        analyse(GAME, QUICK, press)
    kept = caught.value.report
    assert isinstance(kept, GameReport)
    assert not kept.complete
    assert tuple(move.move for move in kept.moves) == GAME.moves[-5:]


@pytest.mark.parametrize(
    "wrong",
    [
        {"depth": 0},
        {"depth": -1},
        {"depth": 61},
        {"exact_from": -1},
        {"exact_from": 61},
        {"time": 0},
        {"time": -1.0},
        {"level": 61, "article": None},
        {"level": "grandmaster"},
        {"depth": 3, "level": 3},
        {"threads": 0},
        {"threads": 257},
        {"depth": 21, "article": Article.MTDF},
        {"exact_from": 31, "article": Article.MTDF},
        {"time": 1.0, "article": Article.PVS},
        {"level": 1, "article": Article.PVS},
    ],
)
def test_options_that_cannot_be(wrong):
    with pytest.raises(OutflankError, match=next(iter(wrong))):
        AnalysisOptions(**wrong)


def test_what_is_to_be_proved():
    assert AnalysisOptions().seconds == 15
    assert AnalysisOptions(time=3).seconds == 3
    assert AnalysisOptions(level=3).seconds is None
    assert AnalysisOptions(depth=3).seconds is None
    assert AnalysisOptions(article=Article.PVS).seconds is None
    assert AnalysisOptions().exact_empties == 24
    assert AnalysisOptions(article=Article.PVS).exact_empties == 22
    assert AnalysisOptions(level=10).exact_empties == 20
    assert AnalysisOptions(level=0).exact_empties == 0
    assert AnalysisOptions(level=10, exact_from=4).exact_empties == 4


@pytest.mark.parametrize("article", [None, Article.PVS])
def test_an_empty_game(article):
    report = analyse(Game(), AnalysisOptions(article=article))
    assert report.complete
    assert report.moves == ()
