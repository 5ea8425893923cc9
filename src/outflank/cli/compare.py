"""``outflank compare``: what MTD(f), alpha-beta and PVS cost on one position, depth by depth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from outflank.board.board import Board
from outflank.cli.inputs import ArticleName, Flag, Json, Text, Words, article_board, read_depths
from outflank.cli.output import Exit, complain, draw, make_table, say, say_json, say_table
from outflank.cli.progress import compiling, progress

if TYPE_CHECKING:
    from rich.table import Table

    from outflank.textbook import Article, Result, Settings

#: The depths that each article shows.
DEPTHS: Final = {"mtdf": "4,6,8", "pvs": "3,5,7"}

NAMES: Final = {"mtdf": "MTD(f)", "alphabeta": "alpha-beta", "pvs": "PVS"}
COLUMNS: Final = ("depth", *NAMES.values(), "MTD(f) saves", "PVS saves", "<best")
ABLATION_COLUMNS: Final = (
    "depth", "<PVS", "<table", "<ordering", "score", "nodes", "seconds", "nodes saved", "<best",
)  # fmt: skip


LEGEND: Final = "score / nodes / seconds; saves are nodes against full-window alpha-beta"
ABLATION_LEGEND: Final = "nodes saved are against the search with none of the three"


class Row(NamedTuple):
    """One search; the last three are None but in an ablation, where they say what was on."""

    depth: int
    algorithm: str
    result: Result
    pvs: bool | None = None
    table: bool | None = None
    ordering: bool | None = None


def compare(
    *words: Words,
    position: Text | None = None,
    article: ArticleName = "mtdf",
    depths: str = "",
    ablation: Flag = False,
    faithful: Flag = False,
    json: Json = False,
) -> int:
    """Compare search algorithms on one position, each on a fresh table.

    Args:
        words: 64 squares and a side, or a transcript, or - for standard input; nothing is
            the article's own position: its midgame (mtdf), the start of a game (pvs).
        position: the same as an option.
        article: whose evaluation, ordering and table are used.
        depths: plies, such as 2,4,6; nothing is the article's 4,6,8 (mtdf) or 3,5,7 (pvs).
        ablation: switch PVS, table and ordering off one by one instead.
        faithful: repeat the faults of the article's program, node for node.
        json: write one JSON object for each search.
    """
    plies = read_depths(depths or DEPTHS[article])
    with compiling():
        from outflank.textbook import Article

    board = article_board(article, words, position)
    settings = Article(article).settings(faithful=faithful)
    if ablation:
        searches = _ablation(board, plies, settings)
    else:
        searches = _comparison(board, plies, settings, Article(article))
    rows: list[Row] = []
    total = len(plies) * (8 if ablation else 3)
    if not json:
        say(draw(board))
        say(f"{board.turn} to move, {board.empties} empties; scores in {settings.unit}")
    try:
        with progress("searching") as tell:
            for row in searches:
                rows.append(row)
                tell(len(rows), total)
                if json:
                    say_json(_describe(board, row))
    finally:
        # What was found before Ctrl-C is not lost.
        if not json and rows:
            say_table(_ablation_table(rows) if ablation else _comparison_table(rows))
    _warn_of_disagreement(rows)
    return Exit.OK


def _comparison(
    board: Board, depths: Iterable[int], settings: Settings, article: Article
) -> Iterator[Row]:
    """All three algorithms at every depth."""
    from outflank.textbook import alphabeta, iterative_mtdf, pvs

    searches = {"mtdf": iterative_mtdf, "alphabeta": alphabeta, "pvs": pvs}
    for search in searches.values():
        search(board, 1, settings, article.table())  # the first call of a kernel takes longer
    for depth in depths:
        for name, search in searches.items():
            yield Row(depth, name, search(board, depth, settings, article.table()))


def _ablation(board: Board, depths: Iterable[int], settings: Settings) -> Iterator[Row]:
    """PVS, and alpha-beta as PVS without null windows, with and without table and ordering."""
    from outflank.textbook import ablation

    for row in ablation(board, depths, settings):
        algorithm = "pvs" if row.pvs else "alphabeta"
        yield Row(row.depth, algorithm, row.result, row.pvs, row.table, row.ordering)


def _describe(board: Board, row: Row) -> dict[str, Any]:
    result = row.result
    values: dict[str, Any] = {
        "position": board.to_text(),
        "depth": row.depth,
        "algorithm": row.algorithm,
        "score": result.score,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "best": None if result.best is None else str(result.best),
    }
    if row.pvs is not None:
        values |= {"pvs": row.pvs, "table": row.table, "ordering": row.ordering}
    return values


def _comparison_table(rows: list[Row]) -> Table:
    """The articles' table, a row for each depth; savings are against full-window alpha-beta."""
    table = make_table(COLUMNS, title=LEGEND)
    for depth, of_depth in groupby(rows, key=lambda row: row.depth):
        results = {row.algorithm: row.result for row in of_depth}
        full = results.get("alphabeta")
        costs = [_cost(results[name]) if name in results else "" for name in NAMES]
        savings = [_saved(results.get(name), full) for name in ("mtdf", "pvs")]
        table.add_row(str(depth), *costs, *savings, _best(next(iter(results.values()))))
    return table


def _ablation_table(rows: list[Row]) -> Table:
    """A row for each combination; savings are against everything switched off."""
    table = make_table(ABLATION_COLUMNS, title=ABLATION_LEGEND)
    for depth, of_depth in groupby(rows, key=lambda row: row.depth):
        bare: Result | None = None
        for row in of_depth:
            bare = bare or row.result
            result = row.result
            table.add_row(
                str(depth),
                *("yes" if part else "no" for part in (row.pvs, row.table, row.ordering)),
                f"{result.score:+d}",
                f"{result.nodes:,}",
                f"{result.seconds:.4f}",
                _saved(result, bare),
                _best(result),
            )
    return table


def _cost(result: Result) -> str:
    return f"{result.score:+d} / {result.nodes:,} / {result.seconds:.4f}"


def _saved(result: Result | None, full: Result | None) -> str:
    """Nodes saved in per cent; below 0 where it took more."""
    if result is None or full is None or not full.nodes:
        return ""
    return f"{100 * (1 - result.nodes / full.nodes):.1f} %"


def _best(result: Result) -> str:
    return "" if result.best is None else str(result.best)


def _warn_of_disagreement(rows: list[Row]) -> None:
    """All searches of one depth must find one score; anything else is a fault worth a warning."""
    for depth, of_depth in groupby(rows, key=lambda row: row.depth):
        scores = {(NAMES[row.algorithm], row.result.score) for row in of_depth}
        if len({score for _, score in scores}) > 1:
            found = ", ".join(f"{name} {score:+d}" for name, score in sorted(scores))
            complain(f"warning: depth {depth}: the algorithms disagree: {found}")
