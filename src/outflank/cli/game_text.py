"""A game in words: its players, place, date and result, and what is noted of its moves."""

from __future__ import annotations

from collections.abc import Iterator

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.score import MOST_DISCS, Outcome
from outflank.board.square import Move
from outflank.cli.output import counted
from outflank.games.game import Game
from outflank.games.notes import MoveNote, Variation
from outflank.games.openings import opening_of


def introduction(game: Game) -> list[str]:
    """Lines that say who played, where and when, which opening, and how it ended."""
    names = " - ".join(f"{game.player(color) or 'unknown'} ({color})" for color in Color)
    when = game.date or (None if game.year is None else str(game.year))
    place = ", ".join(fact for fact in (game.event, when) if fact)
    opening = opening_of(game)
    named = "" if opening is None else f"Opening: {opening.name}."
    results = " ".join((_played(game.outcome(), game.plies), *_recorded(game)))
    lines = [names, place, game.source or "", named, results, *_remarks(game.comment)]
    return [line for line in lines if line]


def _played(outcome: Outcome | None, plies: int) -> str:
    """The result by the moves."""
    if outcome is None:
        return f"Not finished: {counted(plies, 'disc')} placed."
    verdict = f"{outcome.winner} wins" if outcome.winner else "Draw"
    left = f", {outcome.black}-{outcome.white} discs on the board" if outcome.empties else ""
    return f"{verdict}: {_discs(outcome.black_discs)} ({outcome.ending}{left})."


def _recorded(game: Game) -> Iterator[str]:
    """What the record claims, and whether the moves say otherwise."""
    doubt = " (the moves say otherwise)" if game.agrees is False else ""
    if game.black_discs is not None:
        yield f"Recorded: {_discs(game.black_discs)}{doubt}."
    if game.result is not None:
        komi = "" if game.komi is None else f", komi {game.komi:g}"
        yield f"Recorded: {game.result:+g} for Black{komi}{doubt}."
    if game.winner is not None:
        yield f"Recorded: {game.winner} won{doubt}."
    if game.ending is not None:
        yield f"Ended: {game.ending}."
    if game.theoretical is not None:
        start = "" if game.exact_from is None else f" from {game.exact_from} empties"
        yield f"Best play of both{start}: {_discs(game.theoretical)}."


def _discs(black: int) -> str:
    return f"Black {black}, White {MOST_DISCS - black}"


def _remarks(comment: str | None) -> list[str]:
    return (comment or "").splitlines()


def move_text(board: Board, move: Move, note: MoveNote) -> str:
    """A move in a line, with what is noted of it; the board is the one before it."""
    place = "pass" if move.is_pass else f"{board.ply + 1}. {move}"
    facts = [f"{board.turn} {place}"]
    if note.evaluation is not None:
        facts.append(f"value {note.evaluation:+g}")
    if note.seconds is not None:
        facts.append(f"{note.seconds:g} s")
    return ", ".join(facts)


def variation_text(variation: Variation) -> str:
    """The moves of a variation, with the value of the first where it is noted."""
    moves = " ".join(map(str, variation.moves))
    value = variation.notes[0].evaluation if variation.notes else None
    return moves if value is None else f"{moves} (value {value:+g})"
