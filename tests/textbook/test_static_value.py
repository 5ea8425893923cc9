"""The bare evaluation: the horizon of every search, and the value of a finished game."""

from hypothesis import given

from outflank.board import PASS, Position
from outflank.textbook import Article, minimax, static_value
from strategies import reachable_positions


@given(reachable_positions())
def test_one_ply_of_minimax_is_the_best_static_value(position: Position) -> None:
    settings = Article.PVS.settings()
    if position.legal_moves:
        replies = [
            -static_value(position.play_unchecked(square), settings).score
            for square in position.legal_moves
        ]
        assert minimax(position, 1, settings).score == max(replies)


def test_a_due_pass_is_crossed() -> None:
    """After this game White has no move: the value is Black's, turned."""
    position = Position.from_text(
        "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X"
    )
    assert position.must_pass
    assert static_value(position).score == -static_value(position.play(PASS)).score
