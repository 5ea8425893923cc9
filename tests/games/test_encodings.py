"""Encodings: what is told or marks itself is read in silence, a guess is told."""

from __future__ import annotations

import pytest

from outflank.games import GameFileError, GameWarning, parse_games, read_games
from outflank.games.encodings import decode

JAPANESE = "(;GM[2]PB[村上 健]PW[為則 英司]EV[オセロ];B[f5])"
WESTERN = "(;GM[2]PB[Élodie Châtelain]PW[Ångström];B[f5])"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("text", [JAPANESE, WESTERN])
def test_unicode_is_read_in_silence(text, encoding):
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("text", "encoding", "told"),
    [
        (JAPANESE, "shift_jis", "Shift-JIS"),
        (JAPANESE, "iso2022_jp", "ISO-2022-JP"),
        (WESTERN, "latin-1", "Latin-1"),
        ("(;GM[2]C[don’t “think” – it’s lost];B[f5])", "cp1252", "Latin-1"),
        ("(;GM[2]PB[村上];B[f5])", "shift_jis", "Shift-JIS"),
        ("(;GM[2]PB[ムラカミ];B[f5])", "cp932", "Shift-JIS"),
        ("(;GM[2]C[Génie à Nîmes: Böse Überraschung];B[f5])", "latin-1", "Latin-1"),
    ],
)
def test_a_guess_is_right_and_told(text, encoding, told):
    with pytest.warns(GameWarning, match=rf"x\.sgf: the encoding is not UTF-8: {told}"):
        assert decode(text.encode(encoding), "x.sgf") == text


@pytest.mark.parametrize("encoding", ["shift_jis", "latin-1", "utf-8", "euc_jp"])
def test_what_is_told_is_read_in_silence(encoding, tmp_path):
    name = "Élodie" if encoding == "latin-1" else "村上"
    path = tmp_path / "a.sgf"
    path.write_bytes(f"(;GM[2]PB[{name}];B[f5])".encode(encoding))
    (game,) = read_games(path, encoding=encoding)
    assert game.black == name


@pytest.mark.parametrize("encoding", ["Shift_JIS", "ISO-8859-1"])
def test_sgf_names_its_encoding(encoding):
    name = "Élodie" if encoding == "ISO-8859-1" else "村上"
    content = f"(;GM[2]CA[{encoding}]PB[{name}];B[f5])".encode(encoding)
    (game,) = parse_games(content, "a.sgf").games()
    assert game.black == name


def test_a_name_that_is_wrong_or_none_is_a_guess_again():
    for told in ("UTF-8", "martian"):
        with pytest.warns(GameWarning):
            text = decode(f"(;GM[2]CA[{told}]PB[é];B[f5])".encode("latin-1"))
        assert "PB[é]" in text


def test_what_is_not_in_the_encoding_that_was_told():
    with pytest.raises(GameFileError, match=r"a line 2: byte 0xe9 is not utf-8"):
        decode(b"x\n\xe9", "a", "utf-8")
    for told in ("martian", "rot13", "hex", "\0"):
        with pytest.raises(GameFileError, match="no encoding"):
            decode(b"x", "a", told)
