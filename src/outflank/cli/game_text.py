"""A game in words: its players, place, date and result, and what is noted of its moves."""

from __future__ import annotations

from collections.abc import Iterator

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.score import MOST_DISCS
from outflank.board.square import Move
from outflank.cli.output import counted
from outflank.games.game import Game
from outflank.games.notes import MoveNote, Variation


def introduction(game: Game) -> list[str]:
    """Lines that say who played, where and when, and how it ended."""
    names = " - ".join(f"{game.player(color) or 'unknown'} ({color})" for color in Color)
    when = game.date or (None if game.year is None else str(game.year))
    place = ", ".join(fact for fact in (game.event, when) if fact)
    lines = [names, place, game.source or "", " ".join(_results(game)), *_remarks(game.comment)]
    return [line for line in lines if line]


def _results(game: Game) -> Iterator[str]:
    outcome = game.outcome()
    if outcome is None:
        yield f"Not finished: {counted(game.plies, 'disc')} placed."
    else:
        yield f"{outcome}."
    if game.black_discs is not None:
        yield f"Recorded: Black {game.black_discs}, White {MOST_DISCS - game.black_discs}."
    if game.result is not None:
        komi = "" if game.komi is None else f", komi {game.komi:g}"
        yield f"Recorded: {game.result:+g} for Black{komi}."
    if game.winner is not None:
        yield f"Recorded: {game.winner} won."
    if game.ending is not None:
        yield f"Ended: {game.ending}."


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
