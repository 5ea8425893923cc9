"""Notes and variations of games: passes put in, numbers that must fit, moves that must be legal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conftest import bug_reports
from outflank.board import PASS, Color, IllegalMoveError, Move, OutflankError
from outflank.games import Game, MoveNote, Variation, write_ggf, write_json, write_pgn, write_sgf

PASSING = {row["id"]: row["moves"] for row in bug_reports("transcripts")}["azg-167"]


def moves(text: str) -> tuple[Move, ...]:
    return tuple(Move(text[at : at + 2]) for at in range(0, len(text), 2))


def test_passes_that_are_left_out_are_noted_as_nothing() -> None:
    whole = Game.from_transcript(PASSING)
    given = moves(whole.transcript())
    notes = tuple(MoveNote(seconds=float(number)) for number in range(len(given)))
    game = Game(moves=given, notes=notes)
    assert game.moves == whole.moves
    placed = [note for move, note in zip(game.moves, game.notes, strict=True) if move != PASS]
    assert tuple(placed) == notes
    assert {game.note(at) for at, move in enumerate(game.moves) if move == PASS} == {MoveNote()}


def test_notes_that_say_nothing_are_none() -> None:
    assert Game(moves=moves("f5d6"), notes=(MoveNote(), MoveNote())) == Game(moves=moves("f5d6"))
    assert Game(moves=moves("f5")).note(0) == MoveNote()


def test_notes_are_one_for_each_move() -> None:
    with pytest.raises(OutflankError, match="1 notes for 2 moves"):
        Game(moves=moves("f5d6"), notes=(MoveNote(seconds=1),))
    with pytest.raises(OutflankError, match="1 notes for 2 moves"):
        Game.of_legal_moves(moves("f5d6"), notes=(MoveNote(seconds=1),))


def test_a_variation_is_replayed_where_it_departs() -> None:
    inner = Variation(1, moves("d3"))
    game = Game(moves=moves("f5d6c3"), variations=(Variation(1, moves("f4e3"), (), (inner,)),))
    assert game.variations[0].variations == (inner,)
    assert Game(moves=moves("f5"), variations=(Variation(1, moves("d6")),)).variations[0].at == 1


def test_passes_are_put_into_variations_too() -> None:
    whole = Game.from_transcript(PASSING)
    game = Game(variations=(Variation(0, moves(whole.transcript())),))
    assert game.variations[0].moves == whole.moves


@pytest.mark.parametrize(
    ("variation", "error"),
    [
        (Variation(1, moves("f5")), IllegalMoveError),
        (Variation(3, moves("f5")), OutflankError),
        (Variation(-1, moves("f5")), OutflankError),
        (Variation(0, ()), OutflankError),
        (Variation(0, moves("f5"), (MoveNote(1.0),) * 2), OutflankError),
    ],
)
def test_variations_that_cannot_be(variation: Variation, error: type[Exception]) -> None:
    with pytest.raises(error):
        Game(moves=moves("f5d6"), variations=(variation,))


def test_variations_within_variations_have_an_end() -> None:
    deep = Variation(0, moves("f5"))
    for _ in range(100):
        deep = Variation(0, moves("f5"), (), (deep,))
    with pytest.raises(OutflankError, match="variations within variations"):
        Game(variations=(deep,))


def test_the_year_is_that_of_the_date() -> None:
    assert Game(date="2019-05-04").year == 2019
    assert Game(date="4 May 2019", year=2018).year == 2018
    assert Game.of_legal_moves((), date="2019").year == 2019


def test_a_game_has_no_other_facts() -> None:
    with pytest.raises(TypeError, match="colour"):
        Game.of_legal_moves((), colour="red")


@pytest.mark.parametrize("name", ["result", "komi"])
@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_unknown_is_none_and_no_number_else(name: str, number: float) -> None:
    with pytest.raises(OutflankError, match=name):
        Game(**{name: number})


@pytest.mark.parametrize("write", [write_ggf, write_sgf, write_pgn, write_json])
def test_a_value_that_is_no_number_is_refused_by_every_format(write) -> None:
    with pytest.raises(OutflankError):
        write(Game.from_transcript("f5", notes=(MoveNote(evaluation=float("nan")),)))


WHOLE = Game.from_transcript(PASSING)  # 59 white discs, 5 empty squares


@pytest.mark.parametrize(
    ("claim", "agrees"),
    [
        ({}, None),
        ({"black_discs": 0}, True),
        ({"black_discs": 5}, False),
        ({"result": -64}, True),
        ({"result": -59}, True),
        ({"result": -60.867, "komi": -3.133}, True),
        ({"result": -60.867}, False),
        ({"winner": Color.WHITE}, True),
        ({"winner": Color.BLACK}, False),
    ],
)
def test_what_is_claimed_is_held_against_what_was_played(claim, agrees) -> None:
    assert replace(WHOLE, **claim).agrees is agrees
    assert Game.from_transcript("f5", **claim).agrees is None


def test_final_discs_are_those_recorded_or_played() -> None:
    assert WHOLE.final_discs == 0
    assert replace(WHOLE, black_discs=5).final_discs == 5
    assert Game.from_transcript("f5").final_discs is None
