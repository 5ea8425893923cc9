"""How the engine's lines are told: a value in words, a line as a JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from outflank.board.score import DISCS, PROVED, Score
from outflank.board.square import Move
from outflank.cli.output import counted

if TYPE_CHECKING:
    from outflank.engine import Info

#: What stands for a value that is not known.
UNKNOWN: Final = ""


def move_of(info: Info) -> Move:
    """The move of a line that was found where the game goes on."""
    if info.move is None:
        raise ValueError("there is no move: the game is over")
    return info.move


def describe_score(score: Score | None) -> dict[str, Any]:
    """A score as a part of a JSON object; `null` where nothing is known."""
    if score is None:
        return dict.fromkeys(("value", "unit", "bound", "selectivity"))
    return {
        "value": score.value,
        "unit": score.unit,
        "bound": score.bound,
        "selectivity": score.selectivity,
    }


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


def worth(score: Score | None) -> str:
    """A value in words: what is not proved is said to be about so much.

    >>> worth(Score(4)), worth(Score(3, bound="estimate", selectivity=73))
    ('+4 discs', 'about +3 discs')
    """
    if score is None:
        return UNKNOWN
    about = "about " if score.unit == DISCS and _is_estimate(score) else ""
    return f"{about}{score.short} {score.unit}"


def short(score: Score, digits: int | None = None) -> str:
    """A value for a table: an estimate is marked by ``~``.

    Args:
        score: the value.
        digits: behind the point; None for as many as it has, two at most.

    >>> short(Score(4)), short(Score(3, bound="estimate", selectivity=73), 2)
    ('+4', '~+3.00')
    """
    value = score.short if digits is None else score.fixed(digits)
    return f"~{value}" if _is_estimate(score) else value


def _is_estimate(score: Score) -> bool:
    return score.bound == "estimate" or (score.bound == "exact" and score.selectivity != PROVED)


def how(score: Score, depth: int | None) -> str:
    """How a value was found: ``exact``, or how deep and how surely.

    >>> how(Score(4), 20), how(Score(3, bound="estimate", selectivity=73), 12)
    ('exact', '12 plies deep, 73 %')
    >>> how(Score(3, bound="estimate", selectivity=None), 12)
    '12 plies deep'
    """
    if score.proved:
        return "exact"
    deep = [] if depth is None else [f"{counted(depth, 'ply')} deep"]
    sure = [] if score.selectivity in (None, PROVED) else [f"{score.selectivity:g} %"]
    return ", ".join(deep + sure)
