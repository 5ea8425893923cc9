"""How the engine's lines are told: a value in words, a line as a JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from outflank.board.square import Move
from outflank.board.wording import describe_score, how, short, worth

if TYPE_CHECKING:
    from outflank.engine import Info

__all__ = [
    "UNKNOWN",
    "describe_counters",
    "describe_info",
    "describe_score",
    "how",
    "move_of",
    "short",
    "worth",
]

#: What stands for a value that is not known.
UNKNOWN: Final = ""


def move_of(info: Info) -> Move:
    """The move of a line that was found where the game goes on."""
    if info.move is None:
        raise ValueError("there is no move: the game is over")
    return info.move


def describe_info(info: Info) -> dict[str, Any]:
    """A line as a JSON object; the schema stands in docs/commands.md."""
    return {
        "move": None if info.move is None else str(info.move),
        **describe_score(info.score),
        "exact": info.exact,
        "depth": info.depth,
        "pv": [str(move) for move in info.pv],
        "nodes": info.nodes,
        "seconds": None if info.seconds is None else round(info.seconds, 6),
    }


def describe_counters(info: Info) -> dict[str, Any]:
    """What happened inside the search, as a part of a JSON object."""
    counters = info.counters
    return {
        "probes": counters.probes,
        "researches": counters.researches,
        "table_hits": counters.table_hits,
        "first_move_rate": counters.first_move_rate,
    }
