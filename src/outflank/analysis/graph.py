"""The graph of a report as SVG: Black's lead after every move, and what each move lost."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from outflank.analysis.words import lead_text, loss_text
from outflank.board.color import Color
from outflank.board.score import Score

if TYPE_CHECKING:
    from outflank.analysis.report import GameReport, MoveReport

WIDTH: Final = 720
LEFT, RIGHT = 12, 708

#: The upper part, of the lead, and the lower one, of the losses.
TOP, BOTTOM = 16, 216
BARS, HEIGHT = 250, 330
PLIES_AT: Final = 240

#: The scales grow by so many discs, and show at least so many.
STEP: Final = 8

#: Discs that a move must lose for its point to be marked.
MARKED: Final = 2

POINT_RADIUS: Final = 4.5
WIDEST_BAR: Final = 8.0


class Graph:
    """Places of the moves of a report in its graph.

    Args:
        report: of at least one move.
    """

    def __init__(self, report: GameReport) -> None:
        self._moves = report.moves
        self._leads = report.leads()
        known = [abs(lead.value) for lead in self._leads if lead is not None]
        self._most = _rounded_up(max(known, default=0))
        self._most_lost = _rounded_up(max((move.lost or 0 for move in self._moves), default=0))

    @property
    def places(self) -> list[float]:
        """Where each move stands from left to right, and last the end of the game."""
        marks = [self._across(number) for number in range(1, len(self._moves) + 1)]
        return [*marks, marks[-1]]

    def svg(self) -> str:
        """A whole ``<svg>`` element, coloured by the page's style."""
        last = self.places[-1]
        alt = escape(self._alt())
        return "\n".join(
            [
                f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{alt}">',
                *self._grid(),
                *self._lines(),
                *self._bars(),
                f'<line id="here" class="here" x1="{last}" x2="{last}" y1="{TOP}" y2="{HEIGHT}"/>',
                *self._points(),
                "</svg>",
            ]
        )

    def _alt(self) -> str:
        """What the graph shows, in words."""
        lost = sorted(self._moves, key=lambda move: -(move.lost or 0))[:3]
        worst = [f"{_named(move)} loses {loss_text(move)}" for move in lost if move.lost]
        return ". ".join(
            [
                f"Graph of {len(self._moves)} moves: at first {lead_text(self._leads[0])}",
                f"at the end {lead_text(self._leads[-1])}",
                *([f"Most was lost by: {'; '.join(worst)}"] if worst else []),
            ]
        )

    def _across(self, number: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * number / len(self._moves), 1)

    def _up(self, lead: float) -> float:
        middle, half = (TOP + BOTTOM) / 2, (BOTTOM - TOP) / 2
        return round(middle - half * lead / self._most, 1)

    def _grid(self) -> Iterator[str]:
        for share in (1, 0.5, 0, -0.5, -1):
            lead, y = share * self._most, self._up(share * self._most)
            kind = "zero" if lead == 0 else "grid"
            yield f'<line class="{kind}" x1="{LEFT}" x2="{RIGHT}" y1="{y}" y2="{y}"/>'
            few = "" if abs(share) == 1 else ' class="few"'
            side = Color.BLACK if lead > 0 else Color.WHITE
            if lead:
                above = y + 14 if share == 1 else y - 4
                yield f'<text x="{LEFT + 4}" y="{above}"{few}>{side} +{abs(lead):g}</text>'
        for number, move in enumerate(self._moves, 1):
            if move.ply and move.ply % 10 == 0:
                x = self._across(number)
                few = "" if move.ply % 20 == 0 else ' class="few"'
                anchor = "end" if x > RIGHT - STEP else "middle"
                yield f'<text x="{x}" y="{PLIES_AT}" text-anchor="{anchor}"{few}>{move.ply}</text>'
        yield f'<line class="zero" x1="{LEFT}" x2="{RIGHT}" y1="{BARS}" y2="{BARS}"/>'

    def _lines(self) -> Iterator[str]:
        """Segments between known leads; dashed unless both ends are proved."""
        places = [
            (self._across(number), self._up(lead.value), lead.proved)
            for number, lead in enumerate(self._leads)
            if lead is not None
        ]
        if len(places) < 2:
            return
        zero = self._up(0)
        area = "L".join(f"{x} {y}" for x, y, _ in places)
        yield (f'<path class="area" d="M{places[0][0]} {zero}L{area}L{places[-1][0]} {zero}z"/>')
        for solid in (True, False):
            path = "".join(
                f"M{x} {y}L{to_x} {to_y}"
                for (x, y, proved), (to_x, to_y, to_proved) in pairwise(places)
                if (proved and to_proved) is solid
            )
            if path:
                yield f'<path class="lead{"" if solid else " guess"}" d="{path}"/>'

    def _bars(self) -> Iterator[str]:
        width = round(min(WIDEST_BAR, 0.7 * (RIGHT - LEFT) / len(self._moves)), 1)
        for number, move in enumerate(self._moves, 1):
            if move.lost:
                height = round((HEIGHT - 4 - BARS) * move.lost / self._most_lost, 1)
                x = round(self._across(number) - width / 2, 1)
                yield (
                    f'<rect class="bar {move.color.value}" x="{x}" y="{BARS}" width="{width}" '
                    f'height="{height}"/>'
                )
        if any(move.lost for move in self._moves):
            yield f'<text x="{LEFT + 4}" y="{HEIGHT - 6}">lost {self._most_lost:g}</text>'

    def _points(self) -> Iterator[str]:
        for number, (move, lead) in enumerate(zip(self._moves, self._leads[1:], strict=True), 1):
            if lead is None:
                continue
            loses = " loses" if (move.lost or 0) >= MARKED else ""
            yield (
                f'<circle class="point {move.color.value}{loses}" cx="{self._across(number)}" '
                f'cy="{self._up(lead.value)}" r="{POINT_RADIUS}">'
                f"<title>{escape(_told(move, lead))}</title></circle>"
            )


def _rounded_up(discs: float) -> int:
    return max(STEP, STEP * -(-round(discs) // STEP))


def _named(move: MoveReport) -> str:
    number = "" if move.ply is None else f"{move.ply}. "
    return f"{number}{move.move} by {move.color}"


def _told(move: MoveReport, lead: Score | None) -> str:
    lost = f"; loses {loss_text(move)}" if move.lost else ""
    return f"{_named(move)}: {lead_text(lead)}{lost}"
