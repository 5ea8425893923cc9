"""Plots of experiments as SVG, readable on any background.

Every line has a colour that nobody confuses, and a marker of its own, too.
"""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Final

from outflank.analysis.figures import BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION, drawn
from outflank.lab.experiments.experiment import Plot, Series

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLORS: Final = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, "#000000")
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X")

INCHES: Final = (7.2, 4.4)

#: More names of places than this are turned, or they would overlap.
LEVEL_NAMES: Final = 8

#: A logarithmic axis that spans less has the marks of a linear one: no power of ten is near.
NARROW: Final = 8.0


def svg(plot: Plot) -> str:
    """The plot as the text of an SVG file.

    Raises:
        PlotError: Matplotlib is not installed.
    """
    return drawn(lambda figure: _draw(figure, plot), INCHES, "svg", plot.title).decode()


def _draw(figure: Figure, plot: Plot) -> None:
    axes = figure.add_subplot()
    styles = cycle(zip(COLORS, MARKERS, strict=True))
    for series, (color, marker) in zip(plot.series, styles, strict=False):
        axes.errorbar(
            series.x,
            series.y,
            yerr=_errors(series),
            label=series.name,
            color=color,
            marker=marker,
            markersize=5,
            linewidth=1.5,
            capsize=2.5,
        )
    if plot.reference is not None:
        axes.axhline(plot.reference, color="#000000", linewidth=1.0, linestyle="--", zorder=1)
    if plot.log_y:
        _logarithmic(axes)
    _ticks(axes, plot)
    axes.set_xlabel(plot.x_label)
    axes.set_ylabel(plot.y_label)
    if len(plot.series) > 1:
        axes.legend(frameon=False)


def _logarithmic(axes: Axes) -> None:
    """A logarithmic axis whose numbers are plain ones, also where it spans less than a decade."""
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

    axes.set_yscale("log")
    low, high = axes.get_ylim()
    narrow = high / low < NARROW
    axes.yaxis.set_major_locator(
        MaxNLocator(6, steps=(1, 2, 5, 10)) if narrow else LogLocator(subs=(1, 2, 5))
    )
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))


def _ticks(axes: Axes, plot: Plot) -> None:
    """Marks on the horizontal axis: where something was measured, if those are few places."""
    places = sorted({x for series in plot.series for x in series.x})
    if plot.names:
        turned = 30 if len(plot.names) > LEVEL_NAMES else 0
        axes.set_xticks(range(len(plot.names)), plot.names, rotation=turned)
    elif all(float(x).is_integer() for x in places):
        axes.set_xticks(places, [f"{x:g}" for x in places])


def _errors(series: Series) -> list[list[float]] | None:
    """How far the intervals reach down and up, as Matplotlib takes it."""
    if not series.low or not series.high:
        return None
    pairs = zip(series.y, series.low, series.high, strict=True)
    below, above = zip(*((y - low, high - y) for y, low, high in pairs), strict=True)
    return [list(below), list(above)]
