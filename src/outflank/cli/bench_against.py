"""``outflank bench --against COMMAND``: our engine and an external one on the same positions."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from outflank.cli.output import Exit, counted, make_table, say, say_json, say_table
from outflank.cli.programs import ending_programs
from outflank.cli.progress import Counter, compiling, progress

if TYPE_CHECKING:
    from outflank.lab.against import Comparison, Duel
    from outflank.protocols.client import ExternalEngine

COLUMNS: Final = ("position", "<ours", "score", "seconds", "<theirs", "score", "seconds", "ratio")

#: Positions, their empty squares, and plies, if nothing else is asked for.
POSITIONS, EMPTIES, DEPTH = 20, 40, 12

#: Seconds until the first answer, for an engine that has to be compiled first.
START_LIMIT: Final = 60.0


def against(
    command: str,
    protocol: str,
    depth: int | None,
    games: str | None,
    positions: int | None,
    json: bool,
) -> int:
    """Let both engines search the same positions, ours first, and tell what each took."""
    with compiling():
        from outflank.engine import Limit
        from outflank.lab.against import Comparison, duels
        from outflank.lab.samples import sample_boards
        from outflank.protocols import open_engine
    boards = sample_boards(EMPTIES, positions or POSITIONS, games)
    limit = Limit(depth=depth or DEPTH)
    found: list[Duel] = []
    with ending_programs(), open_engine(protocol, command, start_limit=START_LIMIT) as theirs:
        their_limit = limit if protocol == "nboard" else Limit()
        with progress("bench") as report:
            count = Counter(report, len(boards))
            for duel in duels(theirs, boards, limit, their_limit, count):
                found.append(duel)
                if json:
                    say_json(_object(duel))
        _tell(found, Comparison.of(found), theirs, depth or DEPTH, protocol, json)
    return Exit.OK


def _tell(
    found: list[Duel],
    comparison: Comparison,
    theirs: ExternalEngine,
    depth: int,
    protocol: str,
    json: bool,
) -> None:
    name = f"{theirs.name} {theirs.version}".strip()
    if json:
        say_json({"engine": name, "depth": depth, **asdict(comparison)})
        return
    say_table(make_table(COLUMNS, (_row(number, duel) for number, duel in enumerate(found, 1))))
    how = f"depth {depth}" if protocol == "nboard" else f"depth {depth} for ours alone"
    say(
        f"{counted(comparison.positions, 'position')}, {how}: ours {comparison.ours:.3f} s, "
        f"{name} {comparison.theirs:.3f} s"
    )
    say(
        f"our time by theirs {comparison.ratio} (geometric mean, standard error); "
        f"the same move on {comparison.agreeing}"
    )


def _row(number: int, duel: Duel) -> tuple[str, ...]:
    ours, theirs = duel.seconds
    return (
        str(number),
        str(duel.ours.move),
        duel.ours.score.short if duel.ours.score else "",
        f"{ours:.4f}",
        str(duel.theirs.move),
        duel.theirs.score.short if duel.theirs.score else "",
        f"{theirs:.4f}",
        f"{duel.ratio:.3g}",
    )


def _object(duel: Duel) -> dict[str, object]:
    ours, theirs = duel.seconds
    return {
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
