"""``outflank selfplay --article pvs``: the article's program plays a game against itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from outflank.board.board import Board
from outflank.cli.output import draw, say, say_json
from outflank.cli.progress import compiling, progress

if TYPE_CHECKING:
    from outflank.textbook import PlayedMove, SelfPlay

#: Moves are written as they are played, so the columns have fixed widths.
ROW: Final = "{:>3}  {:<5}  {:<4} {:>5} {:>8} {:>12}"


def play_article(start: Board, *, faithful: bool, json: bool) -> None:
    """Let the PVS article's program play itself: depth 5 above 45 empties, 7 above 20, else 10.

    Args:
        start: where to begin.
        faithful: repeat the faults of the article's program, node for node.
        json: write one JSON object for each move.
    """
    with compiling():
        from outflank.textbook import Article, self_play

    if not json:
        say(ROW.format("ply", "side", "move", "depth", "score", "nodes"))
    with progress("playing") as tell:

        def watch(played: PlayedMove) -> None:
            _write_json(played) if json else say(_row(played))
            tell(played.ply, start.empties)

        game = self_play(Article.PVS.settings(faithful=faithful), start=start, watch=watch)
    if not json:
        _write_statistics(game)


def _row(played: PlayedMove) -> str:
    return ROW.format(
        played.ply, _colour(played).capitalize(), str(played.move), played.depth,
        f"{played.score:+d}", f"{played.nodes:,}",
    )  # fmt: skip


def _colour(played: PlayedMove) -> str:
    return "black" if played.before.endswith("X") else "white"


def _write_json(played: PlayedMove) -> None:
    say_json(
        {
            "ply": played.ply,
            "colour": _colour(played),
            "move": str(played.move),
            "empties": played.empties,
            "depth": played.depth,
            "score": played.score,
            "nodes": played.nodes,
            "position": played.before,
        }
    )


def _write_statistics(game: SelfPlay) -> None:
    """The end of the game, and what the article's program prints of it."""
    say()
    say(draw(game.board))
    say(str(game.board.outcome()))
    say(f"plies {len(game.moves)}, Black {game.black}, White {game.white}, score unit {game.unit}")
    say(
        f"nodes {game.nodes:,}, {game.seconds:.2f} s, "
        f"{game.milliseconds_per_move:.1f} ms a move (nodes are counted from the first move on)"
    )
    say(f"game {game.board.transcript()}")
