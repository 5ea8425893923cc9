"""Broken files of every kind: a game or an error of ours, never another exception, never a hang."""

from __future__ import annotations

import random
import time
import warnings
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board import OutflankError
from outflank.games import Game, GameWarning, famous_games, parse_games
from outflank.games.ggf import write_ggf
from outflank.games.ggf_file import written_lines
from outflank.games.json_text import write_json
from outflank.games.pgn_writer import write_pgn
from outflank.games.sgf_writer import write_sgf
from outflank.games.wthor_writer import WthorWriter
from records import games

GAMES = [game for game in famous_games().values() if game.year == 1997][:2]


def wthor(found):
    writer = WthorWriter()
    for game in found:
        writer.add(game)
    return writer.to_bytes()


FILES = {
    "a.sgf": "\n".join(map(write_sgf, GAMES)).encode(),
    "a.ggf": "\n".join(written_lines((game, write_ggf(game)) for game in GAMES)).encode(),
    "a.pgn": "\n".join(map(write_pgn, GAMES)).encode(),
    "a.json": "\n".join(map(write_json, GAMES)).encode(),
    "a.txt": "\n".join(game.transcript() for game in GAMES).encode(),
    "a.wtb": wthor(GAMES),
}

#: What often breaks readers.
PIECES = [b"(", b")", b"[", b"]", b"{", b"}", b'"', b"\\", b";", b"\0", b"\xff", b"\n", b"\r"]
PIECES += [b"B[]", b"(;", b"9" * 400, b"--", b"PA", b"\xe9", b"\xef\xbb\xbf", b"1-0", b"[%eval"]


def read_all(content, name):
    """Every game of the content; each is whole and legal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GameWarning)
        with suppress(OutflankError):
            for game in parse_games(content, name).games(str):
                assert game.board().moves == game.moves


def mutated(content, seed):
    """The content with a few pieces cut out, doubled, or put in."""
    chance = random.Random(seed)
    changed = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(changed) + 1)
        length = chance.choice([1, 1, 2, 5, 40])
        match chance.randrange(4):
            case 0:
                del changed[at : at + length]
            case 1:
                changed[at:at] = changed[at : at + length]
            case 2:
                changed[at:at] = chance.choice(PIECES)
            case _:
                changed[at : at + 1] = bytes([chance.randrange(256)])
    return bytes(changed)


@settings(max_examples=150)
@given(name=st.sampled_from(sorted(FILES)), seed=st.integers(0, 2**32))
def test_mutated_files(name, seed):
    read_all(mutated(FILES[name], seed), name)


@settings(max_examples=40)
@given(game=games(), write=st.sampled_from([write_sgf, write_json]), seed=st.integers(0, 2**32))
def test_mutated_games_with_everything(game, write, seed):
    read_all(mutated(write(game).encode(), seed), "x")


@settings(max_examples=60)
@given(name=st.sampled_from(sorted(FILES)), seed=st.integers(0, 2**32))
def test_pasted_pieces_of_files(name, seed):
    text = mutated(FILES[name], seed).decode("latin-1")
    try:
        parsed = Game.parse(text)
    except OutflankError:
        return
    assert (parsed.game is None) != (parsed.board is None)


@given(st.binary(max_size=300), st.sampled_from(["x.sgf", "x.wtb", "x"]))
def test_any_bytes(content, name):
    read_all(content, name)


@pytest.mark.parametrize(
    "content",
    [
        b"(;" * 100_000,
        b"(;GM[2]" + b"(;B[f5])" * 20_000,
        b"(;GM[Othello]" + b"PB[x]" * 50_000,
        b"(;GM[Othello" * 10_000,
        b"(;GM[2](;FF[4" * 10_000 + b"\\]",
        b'[{"moves":"f5"}' + b'\n]\n{"moves":"f5"}' * 10_000,
        b'{"moves":' * 20_000,
        b'[{"m":' * 20_000,
        b'[Event "x"]\n' * 20_000,
        b"1. f5 {" * 20_000,
        b"[" * 200_000,
        b"a1" * 200_000,
        b"X" * 200_000,
        b"--------\n" * 20_000,
        b"1 " * 100_000,
        b"(;GM[Othello]BO[8 " + b"- " * 100_000,
    ],
)
def test_long_nonsense_is_read_in_a_moment(content):
    read_all(content, "x")
    if len(content) < 1 << 20:
        with suppress(OutflankError):
            Game.parse(content.decode())


@pytest.mark.parametrize("seed", range(20))
def test_mutated_real_files(shared_data, seed):
    real = [*(shared_data / "ggf").iterdir(), shared_data / "wthor" / "WTH_1977.wtb"]
    for path in sorted(real):
        read_all(mutated(path.read_bytes(), seed), path.name)


BOARD = b"X" * 20 + b"-" * 44

#: What is repeated, and what stands before it: each made a reader go back and forth once.
LONG: dict[str, tuple[bytes, bytes]] = {
    "blanks": (b"", b" "),
    "blanks behind a bracket": (b"(", b" "),
    "lines behind a bracket": (b"(", b"\n"),
    "values without end": (b"", b"(;GM["),
    "games of GGF without end": (b"", b"(;GM[Othello]x"),
    "broken objects": (b"", b'{"x":,}\n'),
    "broken lists": (b"[", b"{}]\n"),
    "comments of PGN on one move": (b'[Event "x"]\n\n1. f5 ', b"{a} "),
    "a command of PGN without end": (b'[Event "x"]\n\n1. f5 {[%eval', b" "),
    "comments of SGF on one move": (b"(;GM[2];B[f5]", b";C[x]"),
    "escaped brackets": (b"(;GM[2];B[f5]C[", b"\\]"),
    "a position and a semicolon": (BOARD + b" X ;", b" "),
    "a position and blanks": (BOARD + b" ", b" "),
    "a position and a turn": (BOARD + b" turn", b" "),
    "positions and moves": (b"", BOARD + b" X\nf5\n"),
    "a move and points": (b"f5 1", b"."),
    "comments of HTML": (b"<a>", b"<!--"),
    "scripts": (b"<a>", b"<script "),
    "punycode": (b"(;GM[2]CA[punycode]C[\xff", b"a-b"),
}


@pytest.mark.parametrize("name", LONG)
def test_time_grows_with_the_length_and_not_faster(name):
    begun, piece = LONG[name]
    content = begun + piece * (150_000 // len(piece))

    def run():
        read_all(content, "x")
        with suppress(OutflankError):
            Game.parse(content.decode("latin-1"))

    started = time.process_time()
    run()
    assert time.process_time() - started < 8  # those that went back and forth took minutes


@pytest.mark.parametrize("told", ["[]", "{}", "7", "null"])
def test_an_entry_of_othello_quest_may_say_anything(told):
    text = f'[{{"m": "f5"}}, {{"s": {told}}}]'
    (game,) = parse_games(text.encode(), "x").games()
    assert game.transcript() == "f5"


@pytest.mark.parametrize("name", ["punycode", "idna", "unicode_escape", "raw_unicode_escape"])
def test_what_is_no_encoding_of_texts_is_refused(name):
    with pytest.raises(OutflankError, match="no encoding"):
        parse_games(b"f5d6", "x", name)


def test_many_comments_on_one_move_are_lines_of_its_note():
    for text in ("(;GM[2];B[f5]C[a];C[b];C[c])", '[Event "x"]\n\n1. f5 {a} {b} {c} *'):
        (game,) = parse_games(text.encode(), "x").games()
        assert game.note(0).comment == "a\nb\nc"


def test_hidden_parts_of_a_page_are_no_text():
    page = "<style>a{}</style><!-- c4 --><p>f5 d6<script>c3</script> c3 <script>"
    assert Game.parse(page).game.transcript() == "f5d6c3"
