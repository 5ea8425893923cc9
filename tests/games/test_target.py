"""What is written where no plain file is: links, pipes, devices, folders."""

import os
import stat
import threading

import pytest

from outflank.games import Game, write_games
from outflank.games.errors import GameFileError

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")

GAMES = [Game.from_transcript("f5d6c3")]


def test_a_link_stays_one(tmp_path):
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    link.symlink_to(real)
    for _ in range(2):
        assert write_games(link, GAMES) == 1
        assert link.is_symlink()
        assert real.read_text().strip() == "f5d6c3"


def test_a_pipe_takes_the_games_and_stays_one(tmp_path):
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    descriptor = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_games(pipe, GAMES)
        assert os.read(descriptor, 100).strip() == b"f5d6c3"
    finally:
        os.close(descriptor)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_pipe_that_nobody_reads_is_told(tmp_path):
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="nobody reads this pipe"):
        write_games(pipe, GAMES)


def test_more_than_a_pipe_holds(tmp_path):
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    descriptor, read = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), bytearray()
    os.set_blocking(descriptor, True)

    def reader():
        while piece := os.read(descriptor, 1 << 16):
            read.extend(piece)

    thread = threading.Thread(target=reader, daemon=True)
    opened = os.open(pipe, os.O_WRONLY)  # until the games are written, the reader sees no end
    thread.start()
    write_games(pipe, GAMES * 20_000)
    os.close(opened)
    thread.join(30)
    os.close(descriptor)
    assert read.count(b"f5d6c3") == 20_000


def test_files_of_wthor_are_files(tmp_path):
    pipe = tmp_path / "pipe.wtb"
    os.mkfifo(pipe)
    over = Game.from_transcript("f5d6c3", black_discs=40)
    with pytest.raises(GameFileError, match="not a regular file"):
        write_games(pipe, [over])


@pytest.mark.parametrize("name", ["", "folder/none.txt", "x" * 300])
def test_the_path_is_named_and_not_a_hidden_file(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OSError) as caught:  # noqa: PT011 (which one depends on the system)
        write_games(name, GAMES, "transcript")
    assert caught.value.filename == (name or ".")
    assert list(tmp_path.iterdir()) == []
