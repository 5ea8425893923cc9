"""How values are told: marked where they are estimates, with how they were found, as JSON."""

from __future__ import annotations

from typing import Any

from outflank.board.score import DISCS, PROVED, Score


def is_estimate(score: Score) -> bool:
    """True if a value is thought, not known: neither proved nor a bound."""
    return score.bound == "estimate" or (score.bound == "exact" and score.selectivity != PROVED)


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


def worth(score: Score | None) -> str:
    """A value in words: what is not proved is said to be about so much.

    >>> worth(Score(4)), worth(Score(3, bound="estimate", selectivity=73))
    ('+4 discs', 'about +3 discs')
    """
    if score is None:
        return ""
    about = "about " if score.unit == DISCS and is_estimate(score) else ""
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
    return f"~{value}" if is_estimate(score) else value


def how(score: Score, depth: int | None) -> str:
    """How a value was found: ``exact``, or how deep and how surely.

    >>> how(Score(4), 20), how(Score(3, bound="estimate", selectivity=73), 12)
    ('exact', '12 plies deep, 73 %')
    >>> how(Score(3, bound="estimate", selectivity=None), 1)
    '1 ply deep'
    """
    if score.proved:
        return "exact"
    deep = [] if depth is None else [f"{depth} {'ply' if depth == 1 else 'plies'} deep"]
    sure = [] if score.selectivity in (None, PROVED) else [f"{score.selectivity:g} %"]
    return ", ".join(deep + sure)
