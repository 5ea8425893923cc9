"""``outflank levels``: the engine's playing strengths, and what each of them means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from outflank.cli.inputs import Json
from outflank.cli.output import Exit, make_table, say, say_json, say_table
from outflank.cli.progress import compiling

if TYPE_CHECKING:
    from outflank.engine import Level

COLUMNS: Final = ("<level", "depth", "certainty", "exact from", "<and before, less surely", "noise")


def levels(*, json: Json = False) -> int:
    """List the levels: how deep, how surely, from how many empties on to the end of the game.

    Args:
        json: write one JSON object for each level.
    """
    with compiling():
        from outflank.engine import LEVELS

    if json:
        for level in LEVELS.values():
            say_json(_describe(level))
        return Exit.OK
    say_table(make_table(COLUMNS, map(_row, LEVELS.values())))
    say(
        "\nDepth in plies, certainty of the search in per cent: 100 leaves nothing out on "
        "suspicion.\nFrom so many empties on the game is searched to its end: exactly, or "
        "(empties@per cent) almost.\nNoise is the error in discs that a level makes on purpose "
        "in play and selfplay.\nA level says what is searched, not for how long: the highest "
        "take hours for a move."
    )
    return Exit.OK


def _describe(level: Level) -> dict[str, Any]:
    return {
        "level": level.name,
        "depth": level.depth,
        "selectivity": level.selectivity,
        "endgame": [list(pair) for pair in level.endgame],
        "noise": level.noise,
    }


def _row(level: Level) -> tuple[str, ...]:
    exact = [str(empties) for empties, surely in level.endgame if surely == 100]
    passes = [f"{empties}@{surely}" for empties, surely in level.endgame if surely != 100]
    return (
        level.name,
        str(level.depth),
        f"{level.selectivity} %",
        " ".join(exact),
        " ".join(passes),
        f"{level.noise:g}" if level.noise else "",
    )
