"""``outflank train selfplay``: games of the engine against itself, by the million."""

from __future__ import annotations

from typing import Annotated, Final

from outflank.cli.bulk import DEEP, DOERS, Deep, Doers, Output, checked_output, do, read_range
from outflank.cli.inputs import Json, Seed, Text, number
from outflank.cli.progress import compiling

Games = Annotated[int, number(1, 10_000_000)]

#: Random plies at the beginning of each game, and the most that there may be.
RANDOM_PLIES: Final = "8-30"
MOST_PLIES: Final = 59


def selfplay(
    *,
    output: Output = None,
    games: Games = 1000,
    random_plies: Text = RANDOM_PLIES,
    seed: Seed = 0,
    deep: Deep = DEEP,
    doers: Doers = DOERS,
    json: Json = False,
) -> int:
    """Play games of the engine against itself, each begun with random plies of its own.

    What is done is kept: after Ctrl-C, a crash or a full disk the same command goes on, and
    the result is the same.

    Args:
        output: must be given: the result, .parquet, .csv or .jsonl.
        games: how many.
        random_plies: how many are drawn for each game: a number between these two.
        seed: of what is drawn; the same seed, the same games.
        deep: how deep and how surely moves are searched.
        doers: who does it.
        json: write one JSON object at the end.
    """
    output = checked_output(output)
    doers.check()
    plies = read_range("--random-plies", random_plies, 0, MOST_PLIES)
    depths = deep.depths()
    with compiling():
        from outflank.jobs.selfplay import SelfPlayWork
    work = SelfPlayWork(games, depths, plies, seed)
    return do(work, output, doers, "playing", "game", json)
