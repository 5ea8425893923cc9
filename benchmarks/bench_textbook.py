"""The textbook beside the articles: the same searches, in milliseconds.

Run ``python benchmarks/bench_textbook.py``. The articles' own milliseconds are those
that they print, on their machine.
Times are of a warm process (kernels loaded from disk), on the wall.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import measure

from outflank import textbook

#: Milliseconds that the MTD(f) article prints for its midgame at depth 8.
ARTICLE_MTDF, ARTICLE_ALPHA_BETA = 735, 1361

DEPTH = 8
ABLATION_DEPTH = 7


def searches() -> dict[str, Callable[[], object]]:
    """Name and run of each search of the table."""
    midgame = textbook.random_midgame(seed=7, plies=18)
    faithful = textbook.Article.MTDF.settings(faithful=True)

    def fresh() -> textbook.Table:
        return textbook.Article.MTDF.table()

    return {
        f"MTD(f), depth {DEPTH}": lambda: textbook.iterative_mtdf(
            midgame, DEPTH, faithful, fresh()
        ),
        f"alpha-beta, depth {DEPTH}": lambda: textbook.alphabeta(midgame, DEPTH, faithful, fresh()),
        f"ablation, depth {ABLATION_DEPTH}, 8 rows": lambda: list(
            textbook.ablation(depths=(ABLATION_DEPTH,))
        ),
        "self-play, 60 moves": partial(
            textbook.self_play,
            textbook.Article.PVS.settings(faithful=True),
        ),
    }


def main() -> None:
    """Print the table."""
    options = measure.parser(__doc__.partition("\n")[0]).parse_args()
    seconds = measure.medians(searches(), options.rounds)
    articles = {
        f"MTD(f), depth {DEPTH}": ARTICLE_MTDF,
        f"alpha-beta, depth {DEPTH}": ARTICLE_ALPHA_BETA,
    }
    unit = measure.unit(options)
    print(measure.machine())
    print(f"{'':28} {'ms':>8} {'P':>7} {'article, ms':>12}")
    for name, median in seconds.items():
        article = articles.get(name, "")
        print(f"{name:28} {median * 1e3:8.1f} {median / unit:7.3f} {article:>12}")
    print(f"P = {unit:.4f} s, median of {options.rounds}")


if __name__ == "__main__":
    main()
