"""A report as one HTML page that needs nothing else: no network, no other file.

The page is put together from the files in ``page/`` and works without its script, too: then
it shows the end of the game, the graph and the tables. Whatever comes from a game, names
above all, is escaped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any, Final

from outflank.analysis.describe import CONVENTION
from outflank.analysis.graph import MARKED, WIDTH, Graph
from outflank.analysis.tally import LOSSLESS, Phase, Tally
from outflank.analysis.words import (
    accuracy_text,
    how_text,
    lead_text,
    loss_text,
    lost_text,
    mean_text,
    perfect_text,
    proved_text,
    time_text,
)
from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import OutflankError
from outflank.board.score import MOST_DISCS, Score
from outflank.board.svg import draw_svg
from outflank.board.wording import short
from outflank.games.game import Game

if TYPE_CHECKING:
    from outflank.analysis.report import GameReport, MoveReport
    from outflank.board.square import Move

#: Moves of the best line that are told, and that are drawn.
TOLD: Final = 12
DRAWN: Final = 8

#: Losses from which on a cell has the second and the third colour.
SECOND, THIRD = 4, 8

#: Columns that a phone has no room for.
WIDE_TOTALS: Final = ("a move", "moves", "proved lost", "time")
WIDE_MOVES: Final = ("best value", "How")

#: What may not stand within a script, however it is quoted.
_UNSAFE: Final = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}

#: What is drawn where no move is left.
NO_CHOICE: Final[dict[str, Any]] = {
    "move": None,
    "values": [],
    "line": [],
    "loses": False,
    "arrow": None,
}

_SIDES: Final = {Color.BLACK: "X", Color.WHITE: "O"}


def write_html(report: GameReport) -> str:
    """The page.

    Args:
        report: of a game, or of its last moves.

    Raises:
        OutflankError: no move was analysed.
    """
    if not report.moves:
        raise OutflankError("a report of no move makes no page")
    stops = list(_stops(report))
    end, graph = stops[-1], Graph(report)
    page = Template(_part("report.html"))
    return page.substitute(
        title=_safe(f"{_name(report.game, Color.BLACK)} – {_name(report.game, Color.WHITE)}"),
        css=_part("report.css"),
        script=_part("report.js"),
        heading=_heading(report.game),
        facts=_facts(report),
        black_card=_card(report.game, Color.BLACK, end["cards"]["black"]),
        white_card=_card(report.game, Color.WHITE, end["cards"]["white"]),
        board=_picture(report.game.board()),
        now=_safe(end["what"]),
        last=str(len(stops)),
        graph=graph.svg(),
        turning=_turning(report),
        totals=_totals(report),
        totals_hint=_totals_hint(report),
        convention=_safe(_convention(report)),
        moves=_moves(report),
        footer=_safe(_made(report)),
        data=_data(report, stops, graph),
    )


def _part(name: str) -> str:
    return files("outflank.analysis").joinpath("page", name).read_text(encoding="utf-8")


def _safe(text: str) -> str:
    """A text as HTML has it, quotes included; half characters are replaced."""
    return escape(text.encode(errors="replace").decode())


def _data(report: GameReport, stops: list[dict[str, Any]], graph: Graph) -> str:
    """What the script reads, such that nothing in it can end the script."""
    values = {
        "first": report.first,
        "begin": _begin(report),
        "width": WIDTH,
        "places": graph.places,
        "stops": stops,
    }
    return json.dumps(values, separators=(",", ":")).translate(_UNSAFE)


def _begin(report: GameReport) -> int:
    """What is shown first: the greatest loss, or else the end."""
    points = report.turning_points
    worst = max(points, key=lambda point: (point.move.lost or 0, point.move.exact), default=None)
    return len(report.moves) if worst is None else worst.number - report.first


def _name(game: Game, color: Color) -> str:
    return game.player(color) or f"unknown ({color})"


def _named(game: Game, color: Color) -> str:
    """A disc and the player's name, which may be written in either direction."""
    disc = f'<span class="disc {color.value}" role="img" aria-label="{color}"></span>'
    name = f'<span class="name"><bdi>{_safe(_name(game, color))}</bdi></span>'
    return f'<span class="player">{disc} {name}</span>'


def _heading(game: Game) -> str:
    return f"{_named(game, Color.BLACK)} – {_named(game, Color.WHITE)}"


def _facts(report: GameReport) -> str:
    """Result, event, opening: what is known."""
    game, opening = report.game, report.opening
    outcome = game.outcome()
    name = None if opening is None else opening.name
    if opening is not None and opening.japanese and opening.japanese != opening.name:
        name = f"{opening.name} ({opening.japanese})"
    facts = (
        f"{game.plies} discs placed, not finished" if outcome is None else str(outcome),
        _recorded(game),
        game.event,
        game.date or (None if game.year is None else str(game.year)),
        None if name is None else f"opening: {name}",
        game.source,
        None if report.complete else f"only the last {len(report.moves)} moves were analysed",
    )
    return " · ".join(f"<bdi>{_safe(str(fact))}</bdi>" for fact in facts if fact)


def _recorded(game: Game) -> str | None:
    """What the record claims, if the moves do not show just that."""
    outcome = game.outcome()
    if game.black_discs is not None:
        claimed = f"recorded: {game.black_discs}-{MOST_DISCS - game.black_discs}"
        return None if game.agrees else claimed
    if game.result is not None and (outcome is None or game.result != outcome.score):
        komi = "" if game.komi is None else f", komi {game.komi:g}"
        return f"recorded: {game.result:+g} for Black{komi}"
    return None


def _card(game: Game, color: Color, numbers: str) -> str:
    return f'{_named(game, color)} <span class="numbers">{_safe(numbers)}</span>'


def _picture(board: Board) -> str:
    """The end of the game, for readers without the script."""
    last = None if board.last_move is None or board.last_move.is_pass else board.last_move.square
    nothing = board.legal_moves - board.legal_moves
    return draw_svg(
        board.black, board.white, last=last, legal=nothing, legal_color=board.turn, scores={}
    )


def _stops(report: GameReport) -> Iterator[dict[str, Any]]:
    """What is shown of each move, on the board before it; and at last the end of the game."""
    boards = [board for board, _ in report.game.steps()][report.first :]
    points = {point.number - report.first: point.told for point in report.turning_points}
    lost, used = dict.fromkeys(Color, 0.0), dict.fromkeys(Color, 0.0)
    for number, (move, board) in enumerate(zip(report.moves, boards, strict=True)):
        yield {
            **_position(report, board, lost, used),
            **_choice(move),
            "what": _what(move),
            "told": [*_told(move, points.get(number)), *_remarked(report, number)],
            "shown": f"Best line: {_line(move.line)}" if move.line else "",
        }
        lost[move.color] += move.lost or 0
        used[move.color] += move.seconds or 0
    end = report.game.board()
    outcome = end.outcome()
    result = "Not finished" if outcome is None else f"The end: {outcome}"
    yield {
        **_position(report, end, lost, used),
        **NO_CHOICE,
        "what": result,
        "told": [lead_text(report.leads()[-1]).capitalize()],
        "shown": "",
    }


def _position(
    report: GameReport, board: Board, lost: dict[Color, float], used: dict[Color, float]
) -> dict[str, Any]:
    squares, side = board.to_text().split()
    discs = {Color.BLACK: board.black.bit_count(), Color.WHITE: board.white.bit_count()}
    last = board.last_move
    counts = ", ".join(f"{color} {discs[color]} discs" for color in Color)
    whose = "game over" if board.is_game_over() else f"{board.turn} to move"
    return {
        "board": squares,
        "side": side,
        "before": None if last is None or last.is_pass else str(last),
        "alt": f"Board: {counts}, {whose}",
        "cards": {
            color.value: _numbers(report, color, discs[color], lost[color], used[color])
            for color in Color
        },
    }


def _numbers(report: GameReport, color: Color, discs: int, lost: float, used: float) -> str:
    """A player's numbers until now: discs, what was lost, the clock."""
    total = report.summary(color).total
    parts = [f"{discs} disc{'s' * (discs != 1)}"]
    if total.lost is not None:
        parts.append(f"lost {'~' * (total.estimated and lost > 0)}{round(lost, 1):g}")
    if total.seconds is not None:
        clock = report.game.black_time if color is Color.BLACK else report.game.white_time
        allowed = (clock or "").split("/")[0]
        parts.append(time_text(used) + (f" of {allowed}" if allowed else ""))
    return " · ".join(parts)


def _choice(report: MoveReport) -> dict[str, Any]:
    """What is drawn on the board."""
    loses = (report.lost or 0) >= LOSSLESS
    sides = [_SIDES[report.color], _SIDES[report.color.other]]
    better = report.best[0]
    return {
        "move": None if report.move.is_pass else str(report.move),
        "values": [
            [str(move), _tight(score), move in report.best]
            for move, score in report.values.items()
            if not move.is_pass
        ],
        "line": [[str(move), sides[at % 2]] for at, move in enumerate(report.line[:DRAWN])],
        "loses": loses,
        "arrow": str(better) if loses and not better.is_pass else None,
    }


def _tight(score: Score) -> str:
    """A value as it fits into a square."""
    sign = {"lower": "≥", "upper": "≤"}.get(score.bound, "")
    return f"{sign}{round(score.value):+d}".replace("-", "−")


def _what(report: MoveReport) -> str:
    if report.ply is None:
        return f"{report.color} passes"
    return f"{report.ply}. {report.move} by {report.color}"


def _told(report: MoveReport, point: str | None) -> Iterator[str]:
    """What there is to say of a move."""
    if report.forced:
        yield "There was no other move." if report.ply else "There is no move."
    elif point is not None:
        yield f"{point[0].upper()}{point[1:]}."
    elif report.lost is None:
        yield f"Best: {_line(report.best)}."
    elif report.lost < LOSSLESS:
        yield "Loses nothing."
    else:
        yield f"Loses {loss_text(report)}; best: {_line(report.best)}."
    values = _minus(f"value {short(report.value)}, best {short(report.best_value)}")
    yield f"For {report.color}: {values} ({how_text(report)})."
    if report.seconds is not None:
        yield f"Thought for {time_text(report.seconds)}."


def _remarked(report: GameReport, number: int) -> Iterator[str]:
    """What the record itself says of a move."""
    comment = report.game.note(report.first + number).comment
    if comment:
        yield f"Recorded: {comment}"


def _line(moves: Sequence[Move]) -> str:
    return " ".join(str(move) for move in moves[:TOLD])


def _turning(report: GameReport) -> str:
    points = report.turning_points
    if not points:
        return ""
    items = "\n".join(
        f'<li><button type="button" data-to="{point.number - report.first}">'
        f'<span class="disc {point.move.color.value}" role="img" aria-label="{point.move.color}">'
        f"</span> {_safe(str(point))}</button></li>"
        for point in points
    )
    return (
        '<section aria-labelledby="turning-title">\n<h2 id="turning-title">Turning points</h2>\n'
        f'<ol class="turning">\n{items}\n</ol>\n</section>'
    )


def _totals(report: GameReport) -> str:
    """Both players, the whole game and its phases."""
    timed = any(move.seconds is not None for move in report.moves)
    heads = ("Player", "lost", "accuracy", "perfect", "a move", "moves", "proved lost")
    rows = []
    for color in Color:
        summary = report.summary(color)
        rows.append(_tally_row(_named(report.game, color), summary.total, "total", timed))
        rows += [
            _tally_row(str(phase), summary.phases[phase], "phase", timed)
            for phase in Phase
            if summary.phases[phase].moves
        ]
    return _table("totals", (*heads, *(("time",) if timed else ())), rows, wide=WIDE_TOTALS)


def _tally_row(name: str, tally: Tally, kind: str, timed: bool) -> str:
    cells = (
        lost_text(tally),
        accuracy_text(tally),
        perfect_text(tally),
        mean_text(tally),
        str(tally.moves),
        proved_text(tally),
        *((time_text(tally.seconds),) if timed else ()),
    )
    heads = ("lost", "accuracy", "perfect", *WIDE_TOTALS)
    written = "".join(
        f'<td class="number{" wide" if head in WIDE_TOTALS else ""}">{_safe(cell)}</td>'
        for head, cell in zip(heads, cells, strict=False)
    )
    return f'<tr class="{kind}"><th scope="row">{name}</th>{written}</tr>'


def _totals_hint(report: GameReport) -> str:
    hint = (
        "~ marks what rests on estimates. Accuracy: 100 % for a move that loses nothing, halved "
        "by every four discs lost, in the mean over moves where there was a choice. Opening: "
        "more than 40 empty squares, endgame: 20 or fewer."
    )
    unknown = " What is not known in discs is left empty." if report.options.article else ""
    return _safe(hint + unknown)


def _convention(report: GameReport) -> str:
    unit = (
        "" if report.options.article is None else f" Before the exact ones: {report.options.unit}."
    )
    return f"{CONVENTION[0].upper()}{CONVENTION[1:]}; ~ marks estimates.{unit}"


def _moves(report: GameReport) -> str:
    timed = any(move.seconds is not None for move in report.moves)
    heads = (
        "",
        "Move",
        "value",
        "Best",
        "best value",
        "lost",
        "How",
        *(("time",) if timed else ()),
    )
    rows = [_move_row(number, move, timed) for number, move in enumerate(report.moves)]
    return _table("moves", heads, rows, wide=WIDE_MOVES)


def _move_row(number: int, report: MoveReport, timed: bool) -> str:
    ply = "" if report.ply is None else f"{report.ply}."
    name = _safe(f"{ply} {report.move}".strip())
    disc = f'<span class="disc {report.color.value}" role="img" aria-label="{report.color}"></span>'
    lost = report.lost or 0
    level = 0 if lost < MARKED else 1 if lost < SECOND else 2 if lost < THIRD else 3
    time = f'<td class="number">{_safe(time_text(report.seconds))}</td>' if timed else ""
    return (
        f'<tr id="m{number}"><td>{disc}</td>'
        f'<th scope="row"><button type="button" data-to="{number}">{name}</button></th>'
        f'<td class="number">{_safe(_minus(short(report.value)))}</td>'
        f"<td>{_safe(_line(report.best))}</td>"
        f'<td class="number wide">{_safe(_minus(short(report.best_value)))}</td>'
        f'<td class="number loss-{level}">{_safe(loss_text(report))}</td>'
        f'<td class="wide">{_safe(how_text(report))}</td>{time}</tr>'
    )


def _minus(text: str) -> str:
    return text.replace("-", "−")


def _table(kind: str, heads: Sequence[str], rows: Sequence[str], wide: Sequence[str] = ()) -> str:
    """A table; heads that begin with a small letter stand above numbers."""
    written = "".join(
        f'<th scope="col" class="{"number" if head[:1].islower() else ""}'
        f'{" wide" if head in wide else ""}">{head}</th>'
        for head in heads
    )
    body = "\n".join(rows)
    head = f"<thead><tr>{written}</tr></thead>"
    return f'<table class="{kind}">{head}\n<tbody>\n{body}\n</tbody></table>'


def _made(report: GameReport) -> str:
    options = report.options
    given = {
        "level": options.level,
        "seconds": options.seconds,
        "depth": options.plies,
        "article": options.article and str(options.article),
    }
    how = ", ".join(f"{name} {value}" for name, value in given.items() if value is not None)
    return (
        f"Made by Outflank ({how}; exact from {options.exact_empties} empties where time allowed)."
    )
