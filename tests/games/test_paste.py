"""Paste anything: mails, pages, logs, boards in every drawing; what is ambiguous is listed."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import records
from conftest import bug_reports
from outflank.board import Board, Color, OutflankError
from outflank.games import AmbiguousTextError, Game, famous_game, write_ggf, write_json, write_pgn
from outflank.games.sgf_writer import write_sgf

GAME = famous_game("murakami-logistello-1997-1")
MOVES = GAME.transcript()
START = "---------------------------OX------XO---------------------------"
PLAYED = Board.from_transcript("f5d6c3")


def rows(board, between=""):
    text = board.to_text()[:64]
    return [between.join(text[at : at + 8]) for at in range(0, 64, 8)]


@pytest.mark.parametrize("write", [write_ggf, write_sgf, write_pgn, write_json])
@pytest.mark.parametrize("noise", ["{}", "Hi Ann, look at this:\n\n{}\n\nNice (I think). Ben\n"])
def test_games_that_mark_themselves(write, noise):
    parsed = Game.parse(noise.format(write(GAME)))
    assert parsed.game.moves == GAME.moves
    assert parsed.game.black == GAME.black
    assert (
        parsed.format
        == {"ggf": "GGF", "sgf": "SGF", "pgn": "PGN", "json": "JSON"}[
            write.__name__[-4:].strip("_")
        ]
    )
    assert bool(parsed.skipped) == (noise != "{}")


def test_othello_quest():
    value = {"args": [{"players": [{"name": "Ann"}], "position": {"moves": [{"m": "f5"}]}}]}
    parsed = Game.parse(f"5:::{json.dumps(value)}")
    assert (parsed.format, parsed.game.black) == ("Othello Quest", "Ann")


class TestTranscripts:
    @pytest.mark.parametrize(
        "text",
        [
            "{}",
            "  {}  ",
            "The game went {}, as you know.",
            "<p>Score</p><b>{}</b><br/>",
            "> {}\n> Ben wrote this.",
            "2021-03-11 20:13:30 INFO moves={} time=300",
            "http://example.org/?kifu={}&x=1",
            "“{}”",
        ],
    )
    @pytest.mark.parametrize("moves", [MOVES, MOVES.upper()])
    def test_noise_around(self, text, moves):
        parsed = Game.parse(text.format(moves))
        assert parsed.format == "transcript"
        assert parsed.game.moves == GAME.moves

    def test_numbered_and_broken_into_lines(self):
        pairs = [MOVES[at : at + 4] for at in range(0, len(MOVES), 4)]
        text = "\n".join(f"{n}. {pair[:2]} {pair[2:]}" for n, pair in enumerate(pairs, 1))
        assert Game.parse(f"Black: Ann\nWhite: Ben\n\n{text}\n\n36-28").game.moves == GAME.moves

    def test_a_log_move_by_move(self):
        moves = ("f5", "d6", "c3", "d3")
        text = "\n".join(f"[12:00:{n:02}] player moves {move}" for n, move in enumerate(moves))
        assert Game.parse(text).game.transcript() == "f5d6c3d3"

    def test_moves_in_sentences_are_passed_over(self):
        parsed = Game.parse("I played c4 too early, F5 d6 c3 d3. Was e6 better? Or pass?")
        assert parsed.game.transcript() == "f5d6c3d3"
        assert len(parsed.skipped) == 2

    def test_the_same_game_twice(self):
        assert Game.parse(f"{MOVES}\n\nOn Monday Ann wrote:\n> {MOVES}").game.moves == GAME.moves

    def test_two_games(self):
        other = famous_game("murakami-logistello-1997-2").transcript()
        with pytest.raises(AmbiguousTextError, match=r"2 ways: line 1: .*; line 3: ") as caught:
            Game.parse(f"{MOVES}\nand\n{other}")
        assert len(caught.value.readings) == 2

    def test_what_breaks_the_rules(self):
        with pytest.raises(OutflankError, match='line 2: ply 4: "f5"') as caught:
            Game.parse("See:\nf5d6c3f5d3")
        assert caught.value.partial.transcript() == "f5d6c3"

    @pytest.mark.parametrize("text", ["", "  \n", "hello world", "<html></html>", "x" * 100])
    def test_nothing(self, text):
        with pytest.raises(OutflankError, match="no game and no position"):
            Game.parse(text)

    def test_too_long(self):
        with pytest.raises(OutflankError, match="read it as a file"):
            Game.parse("f5" * 600_000)

    @pytest.mark.parametrize("row", bug_reports("transcripts"), ids=lambda row: row["id"])
    def test_transcripts_of_bug_reports(self, row):
        try:
            moves = Board.from_transcript(row["moves"]).moves
        except OutflankError:
            with pytest.raises(OutflankError):
                Game.parse(row["moves"])
        else:
            assert Game.parse(row["moves"]).game.moves == moves


class TestBoards:
    @pytest.mark.parametrize(
        "text",
        [
            PLAYED.to_text(),
            PLAYED.to_text().replace(" ", ""),
            PLAYED.to_text().replace("X", "*"),
            PLAYED.to_text().lower(),
            f"Look: {PLAYED.to_text()}, what now?",
            "[8 " + " ".join(rows(PLAYED)) + " O]",
            "\n".join(rows(PLAYED)) + "\nO",
            "\n".join(rows(PLAYED)) + " O",
            "\n".join(rows(PLAYED, " ")) + "\n\nWhite to move",
            "  a b c d e f g h\n"
            + "\n".join(f"{n} {row} {n}" for n, row in enumerate(rows(PLAYED, " "), 1))
            + "\n  a b c d e f g h\nWhite to move",
            "\n".join(f"|{row}|" for row in rows(PLAYED, "|")) + "\nO to move",
            PLAYED.draw().replace("·", ".") + "\nturn: white",
        ],
    )
    def test_every_drawing(self, text):
        parsed = Game.parse(text)
        assert parsed.game is None
        assert (parsed.board, parsed.format) == (PLAYED, "board")

    def test_the_side_is_black_if_nothing_says(self):
        assert Game.parse(START).board == Board()

    @pytest.mark.parametrize("between", [" ", "\n", "\n\n1. "])
    def test_moves_behind_a_board(self, between):
        parsed = Game.parse(f"{PLAYED.to_text()}{between}d3 c4")
        assert parsed.format == "board and moves"
        assert parsed.game.transcript() == "d3c4"
        assert parsed.game.first is Color.WHITE

    def test_a_line_of_obf(self):
        parsed = Game.parse(f"{START} X; F5:+4; D3:-2; % easy")
        assert parsed.format == "OBF"
        assert parsed.game.comment == "easy"
        assert [one.notes[0].evaluation for one in parsed.game.variations] == [4.0, -2.0]

    def test_a_picture_of_the_game(self):
        parsed = Game.parse(f"{PLAYED.to_text()[:64]}\n\nThe game was f5d6c3 so far.")
        assert (parsed.format, parsed.game.transcript()) == ("transcript", "f5d6c3")

    def test_a_board_and_another_game(self):
        text = f"{Board.from_transcript('f5f6').to_text()}\n\nThe game was f5d6c3 so far."
        with pytest.raises(AmbiguousTextError, match="2 ways"):
            Game.parse(text)

    def test_two_boards(self):
        with pytest.raises(AmbiguousTextError):
            Game.parse(f"{START} X\nor\n{START} O")

    def test_lines_drawn_between_paragraphs(self):
        assert Game.parse(f"{'-' * 64}\nf5d6c3\n{'-' * 64}").game.transcript() == "f5d6c3"


@given(records.games(own_start=False), st.sampled_from([write_ggf, write_sgf, write_json]))
def test_any_game_with_moves_is_found(game, write):
    if game.moves or game.variations:
        assert Game.parse(f"see {write(game)} there").game.moves == game.moves


ALPHABET = 'f5d6c3D3e6 \n(;)[]{}"XO-*.8GM[Othello]B[f5]pass--<p>12:'


@given(st.text(ALPHABET, max_size=200))
def test_any_text(text):
    with suppress(OutflankError):
        Game.parse(text)
