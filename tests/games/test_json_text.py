"""JSON: our own, which loses nothing, and that of Othello Quest; whatever is broken is told."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import bug_reports
from outflank.board import Board
from outflank.games import GameFileError, write_json
from outflank.games.json_text import JsonFile
from records import games

PASSING = Board.from_transcript(
    {row["id"]: row["moves"] for row in bug_reports("transcripts")}["azg-167"]
)


def read(text, faults=None):
    return list(JsonFile("x.json", text).games(None if faults is None else faults.append))


@given(st.lists(games(), min_size=1, max_size=3))
def test_everything_comes_back(found):
    again = read("".join(f"{write_json(game)}\n" for game in found))
    assert [replace(game, source=None) for game in again] == found
    assert [game.source for game in again] == [f"x.json line {n + 1}" for n in range(len(found))]


@given(games())
def test_indented_and_in_a_list(game):
    value = json.loads(write_json(game))
    for text in (json.dumps(value, indent=2), json.dumps([value, value], indent=1)):
        assert {replace(again, source=None).moves for again in read(text)} == {game.moves}


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("{", "not JSON"),
            ("[" * 100_000, "not JSON"),
            ('{"a": 1}', "no game"),
            ('{"moves": 3}', "moves: a text is wanted"),
            ('{"moves": "f5f5"}', "ply 2"),
            ('{"moves": "f5", "notes": [{}, {}]}', "2 notes for 1 moves"),
            ('{"moves": "f5", "notes": [3]}', "notes: a list of objects"),
            ('{"moves": "f5", "notes": [{"seconds": "x"}]}', "seconds: a number"),
            ('{"moves": "f5", "year": 1.5}', "year: a number"),
            ('{"moves": "f5", "komi": NaN}', "not JSON"),
            ('{"moves": "f5", "komi": true}', "komi: a number"),
            ('{"moves": "f5", "komi": 1' + "0" * 400 + "}", "komi: a number"),
            ('{"moves": "f5", "year": 1' + "0" * 9000 + "}", "not JSON"),
            ('{"moves": "f5", "winner": "red"}', "winner"),
            ('{"moves": "f5", "ending": "bored"}', "ending"),
            ('{"moves": "f5", "others": {"a": 1}}', "others"),
            ('{"moves": "f5", "start": "XO"}', "64 squares"),
            ('{"moves": "f5", "variations": [{"at": 9, "moves": "f5"}]}', "variation at move 9"),
            ('{"moves": "f5", "variations": [{"at": 1, "moves": "f5"}]}', "occupied"),
            ('{"format": "chess", "moves": ""}', "no game"),
        ],
    )
    def test_every_one_names_its_place(self, text, message):
        with pytest.raises(GameFileError, match=r"x\.json line 1: ") as caught:
            read(text)
        assert message in str(caught.value)

    def test_one_of_many(self):
        faults = []
        text = '{"moves": "f5"}\n{"moves": "f5"\n{"moves": "a1"}\n{"moves": "d3"}\n'
        found = read(text, faults)
        assert [game.transcript() for game in found][-1] == "d3"
        assert faults


QUEST = {
    "created": "2021-03-11T20:13:30.123Z",
    "tcb": 300000,
    "players": [{"name": "Ann", "oldR": 1500.4}, {"id": "ben"}],
    "position": {
        "moves": [{"m": "f5", "t": 1200}, {"m": "d6", "t": 800}, {"s": "RESIGN"}],
    },
}


class TestOthelloQuest:
    def test_a_game(self):
        (game,) = read(json.dumps(QUEST))
        assert game.transcript() == "f5d6"
        assert (game.black, game.white) == ("Ann", "ben")
        assert (game.date, game.black_time) == ("2021-03-11 20:13:30", "05:00")
        assert [note.seconds for note in game.notes] == [1.2, 0.8]
        assert game.others == {"RB": "1500.4"}
        assert game.ending == "resigned"

    @pytest.mark.parametrize("indent", [None, 2])
    def test_wherever_it_lies(self, indent):
        for value in ({"name": "x", "args": [QUEST]}, [QUEST, QUEST]):
            assert {game.black for game in read(json.dumps(value, indent=indent))} == {"Ann"}

    def test_a_bare_list_with_passes(self):
        for written in (True, False):
            moves = [
                {"m": "-" if move.is_pass else str(move)}
                for move in PASSING.moves
                if written or not move.is_pass
            ]
            (game,) = read(json.dumps([*moves, {"m": "-"}]))
            assert game.moves == PASSING.moves

    @pytest.mark.parametrize("move", [{"m": "f9"}, {"m": 3}, 7, {"m": "d4"}])
    def test_faults(self, move):
        with pytest.raises(GameFileError, match=r"x\.json line 1: ply 2") as caught:
            read(json.dumps({"moves": [{"m": "f5"}, move]}))
        assert caught.value.partial.transcript() == "f5"
