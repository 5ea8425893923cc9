"""The graph of a report as a picture by Matplotlib (extra ``plot``): equal reports, equal files."""

from __future__ import annotations

import io
import re
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from outflank.analysis.turning import LEAST_PROVED
from outflank.board.color import Color
from outflank.board.errors import OutflankError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from outflank.analysis.report import GameReport

INCHES: Final = (9.0, 5.0)
DOTS_PER_INCH: Final = 150

#: The two kinds of pictures, by the ends of their names.
FORMATS: Final = (".svg", ".png")

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

#: Signs of a name that are drawn.
LONGEST_NAME: Final = 60

LEAD_COLOR, LOSS_COLOR, EDGE = "#0072b2", "#d55e00", "#444444"
FILLS: Final = {Color.BLACK: "#202020", Color.WHITE: "#ffffff"}

MISSING: Final = 'plots need Matplotlib: pip install "outflank[plot]"'


def check_plot(path: Path) -> None:
    """Find out before any work whether a picture can be made.

    Raises:
        OutflankError: its name ends as no picture that is known, or Matplotlib is missing.
    """
    if path.suffix.lower() not in FORMATS:
        raise OutflankError(f"{path}: a plot is a file {' or '.join(FORMATS)}")
    if find_spec("matplotlib") is None:
        raise OutflankError(MISSING)


def plot(report: GameReport, kind: str = "svg") -> bytes:
    """The picture: Black's lead after every move, and below it what each move lost.

    Args:
        report: of at least one move.
        kind: ``svg`` or ``png``.

    Raises:
        OutflankError: no move was analysed, or Matplotlib is not installed.
    """
    if not report.moves:
        raise OutflankError("a report of no move makes no plot")
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise OutflankError(MISSING) from None
    written = io.BytesIO()
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(SETTINGS)
        figure = Figure(figsize=INCHES, layout="constrained", facecolor="white")
        upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
        _draw_leads(upper, report)
        _draw_losses(lower, report)
        figure.suptitle(_title(report), parse_math=False)
        figure.savefig(written, format=kind, dpi=DOTS_PER_INCH, metadata=_metadata(kind))
    content = written.getvalue()
    return re.sub(rb"[ \t]+$", b"", content, flags=re.MULTILINE) if kind == "svg" else content


def _metadata(kind: str) -> dict[str, Any]:
    """No date, which would make every file another one."""
    return {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}


def _title(report: GameReport) -> str:
    game = report.game
    names = (game.player(color) or f"unknown ({color})" for color in Color)
    title = " – ".join(_cut(name) for name in names)
    return "".join(sign if sign.isprintable() else " " for sign in title)


def _cut(name: str) -> str:
    """A name with no more signs than there is room for: Matplotlib sets every one of a million."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def _draw_leads(axes: Axes, report: GameReport) -> None:
    leads = [(at, lead) for at, lead in enumerate(report.leads(), report.first) if lead is not None]
    places, values = [at for at, _ in leads], [lead.value for _, lead in leads]
    proved = [lead.value if lead.proved else float("nan") for _, lead in leads]
    axes.axhline(0, color=EDGE, linewidth=1)
    axes.plot(places, values, color=LEAD_COLOR, linewidth=1.2, linestyle="--", label="estimate")
    axes.plot(places, proved, color=LEAD_COLOR, linewidth=2.2, label="proved")
    for color, fill in FILLS.items():
        own = [
            (at, lead.value)
            for at, lead in leads
            if at > report.first and report.moves[at - report.first - 1].color is color
        ]
        axes.scatter(*_columns(own), s=22, color=fill, edgecolors=EDGE, linewidths=0.8, zorder=3)
    for point in report.turning_points:
        lead = report.leads()[point.number - report.first + 1]
        if lead is not None:
            _name_point(axes, point.number + 1, lead.value, f"{point.move.ply}. {point.move.move}")
    axes.set_ylabel("Black's lead (discs)")
    axes.margins(x=0.02, y=0.15)
    axes.legend(frameon=False, loc="best")


def _name_point(axes: Axes, x: int, y: float, text: str) -> None:
    axes.annotate(
        text, (x, y), xytext=(-5, -10), textcoords="offset points", ha="right", fontsize=8,
        color=LOSS_COLOR, parse_math=False,
    )  # fmt: skip


def _draw_losses(axes: Axes, report: GameReport) -> None:
    from matplotlib.patches import Patch

    for color, fill in FILLS.items():
        own = [
            (at, move.lost)
            for at, move in enumerate(report.moves, report.first + 1)
            if move.color is color and move.lost
        ]
        places, lost = _columns(own)
        edges = [LOSS_COLOR if loss >= LEAST_PROVED else EDGE for loss in lost]
        axes.bar(places, lost, color=fill, edgecolor=edges, linewidth=1)
    axes.set_ylabel("lost")
    axes.set_xlabel("move (passes counted)")
    axes.invert_yaxis()
    keys = [
        Patch(facecolor=fill, edgecolor=EDGE, label=str(color)) for color, fill in FILLS.items()
    ]
    axes.legend(handles=keys, frameon=False, ncols=2, loc="lower left")


def _columns(pairs: list[tuple[int, float]]) -> tuple[list[int], list[float]]:
    return [place for place, _ in pairs], [value for _, value in pairs]
