"""``outflank bench --against COMMAND``: our engine and an external one on the same positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from outflank.cli.bench_endgame import numbers
from outflank.cli.found import short
from outflank.cli.output import Exit, complain, counted, make_table, say, say_json, say_table
from outflank.cli.programs import ending_programs
from outflank.cli.progress import Counter, compiling, progress
from outflank.protocols.limits import ANSWER_LIMIT, COLD_START_LIMIT

if TYPE_CHECKING:
    from outflank.board.board import Board
    from outflank.board.score import Score
    from outflank.engine import Limit
    from outflank.lab.against import Comparison, Duel
    from outflank.protocols.client import ExternalEngine

COLUMNS: Final = ("position", "<ours", "score", "seconds", "<theirs", "score", "seconds", "ratio")

#: Positions, their empty squares, and plies, if nothing else is asked for.
POSITIONS, EMPTIES, DEPTH = 20, 40, 12

#: Seconds below which a time says little of the search: a round trip takes a part of it.
MEASURABLE: Final = 0.02

#: Digits behind the point of values that are not all whole.
VALUE_DIGITS: Final = 2

#: Seconds that the other engine has to solve a position.
SOLVING_LIMIT: Final = 600.0


@dataclass(frozen=True, slots=True)
class Meeting:
    """What both engines are asked.

    Attributes:
        boards: the positions.
        numbers: what they are called.
        ours: limit of our searches.
        theirs: limit of theirs.
        values: ask them what the best move is worth, not only for a move.
        patience: seconds for an answer of theirs.
        how: what is done, in words.
        depth: plies; None if it is not the same everywhere.
    """

    boards: Sequence[Board]
    numbers: Sequence[int]
    ours: Limit
    theirs: Limit
    values: bool
    patience: float
    how: str
    depth: int | None


def play(
    command: str,
    protocol: str,
    depth: int | None,
    games: str | None,
    positions: int | None,
    json: bool,
) -> int:
    """Let both engines search positions of the midgame, ours first, and tell what each took."""
    with compiling():
        from outflank.engine import Limit
        from outflank.lab.samples import sample_boards
    boards = sample_boards(EMPTIES, positions or POSITIONS, games)
    plies = depth or DEPTH
    tells = protocol == "nboard"
    limit = Limit(depth=plies)
    meeting = Meeting(
        boards,
        range(1, len(boards) + 1),
        ours=limit,
        theirs=limit if tells else Limit(),
        values=False,
        patience=ANSWER_LIMIT,
        how=f"depth {plies}" if tells else f"depth {plies} for ours alone",
        depth=plies,
    )
    return _meet(command, protocol, meeting, json)


def solve(command: str, protocol: str, first: int | None, last: int | None, json: bool) -> int:
    """Let both engines solve FFO positions, ours first, and tell what each took.

    Over GTP the other one can only be asked for a move, which it chooses as its command says.

    Raises:
        UsageError: the first comes after the last.
    """
    first, last = numbers(first, last)
    with compiling():
        from outflank.board.board import Board
        from outflank.engine import Limit
        from outflank.engine.limit import DEEPEST
        from outflank.lab import ffo
    tells = protocol == "nboard"
    problems = ffo.suite(first, last)
    meeting = Meeting(
        [Board.from_text(problem.text) for problem in problems],
        [problem.number for problem in problems],
        ours=Limit(exact_from=DEEPEST),
        theirs=Limit(depth=DEEPEST) if tells else Limit(),
        values=tells,
        patience=SOLVING_LIMIT,
        how="solved" if tells else "solved by ours alone",
        depth=None,
    )
    return _meet(command, protocol, meeting, json)


def _meet(command: str, protocol: str, meeting: Meeting, json: bool) -> int:
    """Ask both engines, and tell each answer and the sum."""
    from outflank.lab.against import Comparison, duels
    from outflank.protocols import open_engine

    found: list[Duel] = []
    opened = partial(open_engine, start_limit=COLD_START_LIMIT, answer_limit=meeting.patience)
    with ending_programs(), opened(protocol, command) as theirs:
        with progress("bench") as report:
            asked = meeting.boards, meeting.ours, meeting.theirs
            count = Counter(report, len(meeting.boards))
            answers = duels(theirs, *asked, count, values=meeting.values)
            for number, duel in zip(meeting.numbers, answers, strict=True):
                found.append(duel)
                if json:
                    say_json(_object(number, duel))
        comparison = Comparison.of(found)
        _tell(found, comparison, theirs, meeting, json)
    if warning := _warning(comparison):
        complain(warning)
    return Exit.OK


def _tell(
    found: Sequence[Duel],
    comparison: Comparison,
    theirs: ExternalEngine,
    meeting: Meeting,
    json: bool,
) -> None:
    name = f"{theirs.name} {theirs.version}".strip()
    if json:
        say_json({"engine": name, "depth": meeting.depth, **asdict(comparison)})
        return
    digits = _digits(found)
    rows = (_row(*row, digits) for row in zip(meeting.numbers, found, strict=True))
    say_table(make_table(COLUMNS, rows))
    say(
        f"{counted(comparison.positions, 'position')}, {meeting.how}: "
        f"ours {comparison.ours:.3f} s, {name} {comparison.theirs:.3f} s"
    )
    say(
        f"our time by theirs {comparison.ratio} (geometric mean, standard error); "
        f"the same move on {comparison.agreeing}"
    )


def _warning(comparison: Comparison) -> str:
    """What is to be said of times that are too short to measure a search; empty if none is."""
    medians = {"ours": comparison.our_median, "theirs": comparison.their_median}
    short = [f"{who} {1000 * one:.1f} ms" for who, one in medians.items() if one < MEASURABLE]
    if not short:
        return ""
    return (
        f"the median time is {' and '.join(short)}: of so short a time the protocol, not the "
        "search, is a large part; search longer to compare"
    )


def _digits(found: Sequence[Duel]) -> int:
    """Digits behind the point of all values of a table: none if all are whole."""
    scores = [info.score for duel in found for info in (duel.ours, duel.theirs)]
    whole = all(score is None or float(score.value).is_integer() for score in scores)
    return 0 if whole else VALUE_DIGITS


def _value(score: Score | None, digits: int) -> str:
    """A value, an estimate marked as in other tables."""
    return "" if score is None else short(score, digits)


def _row(number: int, duel: Duel, digits: int) -> tuple[str, ...]:
    ours, theirs = duel.seconds
    return (
        str(number),
        str(duel.ours.move),
        _value(duel.ours.score, digits),
        f"{ours:.4f}",
        str(duel.theirs.move),
        _value(duel.theirs.score, digits),
        f"{theirs:.4f}",
        f"{duel.ratio:.3f}",
    )


def _object(number: int, duel: Duel) -> dict[str, object]:
    ours, theirs = duel.seconds
    return {
        "number": number,
        "position": duel.board.to_text(),
        "moves": [str(move) for move in duel.board.moves],
        "ours": str(duel.ours.move),
        "theirs": str(duel.theirs.move),
        "our_score": duel.ours.score.value if duel.ours.score else None,
        "their_score": duel.theirs.score.value if duel.theirs.score else None,
        "our_seconds": round(ours, 6),
        "their_seconds": round(theirs, 6),
        "our_nodes": duel.ours.nodes,
        "their_nodes": duel.theirs.nodes,
    }
