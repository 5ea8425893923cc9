"""A file that is no file of games, but has one in its text: a saved mail."""

from __future__ import annotations

import pytest

from outflank.games import Game, GameFileError
from outflank.games.pasted import PastedFile, game_among_text
from outflank.games.transcripts import TranscriptFile

MAIL = """Hi Ann,

my game of last night, I was black:

> f5d6c3d3c4f4
> c5b3

On a4 paper. Best, Bob
"""


def found_in(text: str) -> PastedFile | None:
    return game_among_text(TranscriptFile("mail.txt", text))


@pytest.mark.parametrize(
    "text",
    [
        MAIL,
        MAIL.replace("> ", ""),
        'From: Bob\n\n{"format": "outflank-game", "version": 1, "moves": "f5d6c3d3c4f4c5b3"}\n',
        "My game\n(;GM[2]SZ[8];B[fe];W[df];B[cc];W[dc];B[cd];W[fd];B[ce];W[bc])\nBob",
    ],
)
def test_the_game_of_a_mail(text: str) -> None:
    found = found_in(text)
    assert found is not None
    assert found.game(0).transcript() == "f5d6c3d3c4f4c5b3"
    assert found.game(0).source == "mail.txt"
    assert not found.has_game(1)


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3\n\nhello\n",  # transcripts with a faulty line
        "hello\n\nf5d6c3\n\nf5f6e6\n",
        "hello",
        "f5d6c3d9",
        "",
        "# no game\n",
    ],
)
def test_a_file_of_transcripts_is_none(text: str) -> None:
    assert found_in(text) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Hi,\nf5 d6 c3 d3 c4 h8\n", 'mail.txt line 2: ply 6: "h8": it turns no disc'),
        ("Hi,\nsee you\n", "nor is there a game further down"),
        ("a: f5d6c3d3c4, b: f5f6e6f4e3", "mail.txt: the text can be read in 2 ways"),
    ],
)
def test_what_is_wrong_is_told_once(text: str, told: str) -> None:
    found = found_in(text)
    assert found is not None
    faults: list[GameFileError] = []
    assert list(found.games(faults.append)) == []
    [fault] = faults
    assert told in str(fault)


def test_what_was_read_of_a_broken_game_is_kept() -> None:
    found = found_in("Hi,\nf5 d6 c3 d3 c4 h8\n")
    assert found is not None
    assert isinstance(found.found, GameFileError)
    assert isinstance(found.found.partial, Game)
    assert found.found.partial.transcript() == "f5d6c3d3c4"
