"""Pictures by Matplotlib (extra ``plot``): the same content makes the same file, byte for byte."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from outflank.board.errors import OutflankError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DOTS_PER_INCH: Final = 150

#: Whatever the user's own settings say; ids are drawn from the salt, text stays text.
SETTINGS: Final = {
    "svg.hashsalt": "outflank",
    "svg.fonttype": "none",
    "font.family": ["DejaVu Sans", "sans-serif"],
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "axes.spines.top": False,
    "axes.spines.right": False,
}

MISSING: Final = 'plots need Matplotlib: pip install "outflank[plot]"'

#: Colours that nobody confuses: M. Okabe and K. Ito, "Color universal design" (2008).
BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
)  # fmt: skip


class PlotError(OutflankError):
    """Plots cannot be made here."""


def drawn(
    draw: Callable[[Figure], None], inches: tuple[float, float], kind: str, title: str | None = None
) -> bytes:
    """The content of a picture's file.

    Args:
        draw: draws on the figure, which is empty.
        inches: its width and height.
        kind: ``svg`` or ``png``.
        title: written into the file, where nobody sees it.

    Raises:
        PlotError: Matplotlib is not installed.
    """
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise PlotError(MISSING) from None
    written = io.BytesIO()
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        figure = Figure(figsize=inches, layout="constrained", facecolor="white")
        draw(figure)
        figure.savefig(written, format=kind, dpi=DOTS_PER_INCH, metadata=_metadata(kind, title))
    content = written.getvalue()
    return re.sub(rb"[ \t]+$", b"", content, flags=re.MULTILINE) if kind == "svg" else content


def _metadata(kind: str, title: str | None) -> dict[str, Any]:
    """No date, which would make every file another one."""
    named = {} if title is None else {"Title": title}
    return named | ({"Date": None, "Creator": None} if kind == "svg" else {"Software": None})
