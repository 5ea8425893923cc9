"""`outflank convert` and `outflank show`: formats by name, faults told, a game on the terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from outflank.cli import keys
from outflank.cli.game_viewer import LineViewer, ScreenViewer, Viewer, obey
from outflank.games import famous_game, read_games, read_sgf

GAME = "murakami-logistello-1997-1"
TREE = read_sgf("(;GM[2]PB[Ann]EV[Cup];B[f5]C[good](;W[d6]V[-2];B[c3])(;W[f4];B[e3])(;W[f6]))")


class TestConvert:
    @pytest.mark.parametrize(
        ("name", "begins"),
        [
            ("a.sgf", "(;GM[2]"),
            ("a.ggf", "(;GM[Othello]"),
            ("a.pgn", "[Event "),
            ("a.json", '{"format"'),
            ("a.txt", "f5d6c3"),
            ("a.obf", "OOOXOOOO"),
        ],
    )
    def test_the_name_says_the_format(self, run, tmp_path, name, begins):
        ran = run("convert", GAME, "-o", tmp_path / name)
        assert ran.code == 0, ran
        assert ran.err == f"1 game written to {tmp_path / name}\n"
        assert (tmp_path / name).read_text()[:1] == begins[:1]
        if name != "a.obf":
            (game,) = read_games(tmp_path / name)
            assert game.moves == famous_game(GAME).moves

    def test_to_standard_output(self, run):
        ran = run("convert", "f5d6", "--to", "sgf-edax")
        assert "B[f5]" in ran.out
        assert ran.code == 0

    def test_a_result_by_the_moves(self, run):
        ran = run("convert", famous_game(GAME).transcript(), "--to", "pgn")
        assert '[Result "16-48"]' in ran.out

    def test_several_files_with_faults(self, run, tmp_path):
        (tmp_path / "a.txt").write_text("f5d6\n\nf5f5\n\nd3c3\n")
        ran = run("convert", tmp_path / "a.txt", tmp_path / "none.txt", GAME, "--to", "transcript")
        assert ran.code == 1
        assert len(ran.err.splitlines()) == 2
        assert len(ran.out.split()) == 3

    def test_one_game(self, run, tmp_path):
        (tmp_path / "a.txt").write_text("f5d6\n\nd3c3\n")
        assert (
            run("convert", tmp_path / "a.txt", "--game", 1, "--to", "transcript").out == "d3c3\n\n"
        )

    def test_wthor(self, run, tmp_path):
        assert run("convert", GAME, "-o", tmp_path / "a.wtb").code == 0
        (game,) = read_games(tmp_path / "a.wtb")
        assert game.black == "Murakami Takeshi"

    def test_an_encoding_that_is_told(self, run, tmp_path):
        (tmp_path / "a.sgf").write_bytes("(;GM[2]PB[村上];B[f5])".encode("euc_jp"))
        ran = run("convert", tmp_path / "a.sgf", "--encoding", "euc_jp", "-o", tmp_path / "b.sgf")
        assert ran.code == 0
        assert "村上" in (tmp_path / "b.sgf").read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("words", "code", "message"),
        [
            (("convert",), 2, "FILE is missing"),
            (("convert", GAME), 2, "--to FORMAT"),
            (("convert", GAME, "-o", "a.doc"), 1, "which format"),
            (("convert", GAME, "--to", "wthor"), 1, "WTHOR is no text"),
            (("convert", "-", "-", "--to", "sgf"), 2, "give it once"),
            (("convert", "nowhere.sgf", "--to", "sgf"), 1, "nowhere.sgf"),
        ],
    )
    def test_what_cannot_be_meant(self, refuses, words, code, message):
        assert message in refuses(code, *words).err


class TestShow:
    def test_as_text(self, run, tmp_path):
        from outflank.games import write_sgf

        (tmp_path / "a.sgf").write_text(write_sgf(TREE))
        ran = run("show", tmp_path / "a.sgf")
        assert ran.out.startswith("Ann (Black) - unknown (White)\nCup\n")
        assert "Black 1. f5\n    good\n    or: f4 e3\n" not in ran.out
        assert "White 2. d6, value +2\n    or: f4 e3\n    or: f6\n" in ran.out
        assert "White to move" in ran.out

    def test_a_place(self, run):
        assert "empty 59" in run("show", GAME, "--at", 1).out
        assert "empty 60" in run("show", GAME, "--at", 0).out

    def test_json(self, run):
        (value,) = run("show", "f5d6", "--json").objects
        assert value["moves"] == "f5d6"

    def test_what_can_be_read_of_a_broken_game(self, run):
        ran = run("show", "f5d6f5")
        assert ran.code == 1
        assert "ply 3" in ran.err
        assert "White 2. d6" in ran.out


class TestViewer:
    def test_there_and_back(self):
        viewer = Viewer(TREE)
        for key in ("", keys.RIGHT, "n"):
            assert obey(viewer, key)
        assert viewer.at_end
        viewer.next()
        assert viewer.board.transcript() == "f5d6c3"
        obey(viewer, "b")
        assert viewer.board.transcript() == "f5d6"
        obey(viewer, "g")
        assert viewer.board.transcript() == ""
        obey(viewer, "e")
        assert viewer.board.transcript() == "f5d6c3"
        assert not obey(viewer, "q")
        assert obey(viewer, "x")

    def test_variations_in_turn(self):
        viewer = Viewer(TREE, 1)
        assert "or: f4 e3" in viewer.told()
        assert "good" in viewer.told()
        seen = []
        for _ in range(3):
            obey(viewer, "v")
            seen.append(viewer.board.transcript())
            assert viewer.told()[0] == "in a variation, 1 deep"
            obey(viewer, "u")
        assert seen == ["f5f4", "f5f6", "f5f4"]
        obey(viewer, "v")
        obey(viewer, "b")
        obey(viewer, "b")
        assert viewer.board.transcript() == "f5"
        viewer.leave()
        assert viewer.board.transcript() == "f5"

    def test_lines(self, monkeypatch, capsys):
        monkeypatch.setattr("sys.stdin", io.StringIO("\n\nv\nb\nq\n"))
        LineViewer(Viewer(TREE)).run()
        out = capsys.readouterr().out
        assert "next: f5" in out
        assert "Black 1. f5" in out
        assert out.count("to move") == 5

    @pytest.mark.parametrize("size", [(80, 30), (40, 12), (20, 4)])
    def test_a_screen(self, size):
        class Keys:
            def __init__(self):
                self.left = ["", keys.ENTER, "s", "", "x", "v", "u", "q"]

            def read(self, seconds):
                return self.left.pop(0)

        width, height = size
        file = io.StringIO()
        console = Console(file=file, force_terminal=True, width=width, height=height)
        ScreenViewer(Viewer(TREE), Keys(), console).run()
        assert "Enter" in file.getvalue()
