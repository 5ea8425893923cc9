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


def test_a_game_is_introduced_in_one_way(run):
    shown = run("show", GAME).out.split("\n\n")[0]
    analysed = run("analyze", GAME, "--depth", 1, "--exact-from", 4).out.split("\n\n")[0]
    assert shown == analysed
    assert "Opening: " in shown
    ran = run("show", "-", stdin="(;GM[2]RE[W+2]KM[0.5];B[f5])")
    assert "Recorded: -2 for Black, komi 0.5." in ran.out


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

    def test_the_game_of_a_mail(self, run, tmp_path):
        (tmp_path / "mail.txt").write_text("Hi Ann,\n\n> f5d6c3d3c4f4c5b3c2b4e3\n\nBest, Bob\n")
        ran = run("convert", tmp_path / "mail.txt", "--to", "transcript")
        assert (ran.code, ran.out) == (0, "f5d6c3d3c4f4c5b3c2b4e3\n\n")
        assert (
            ran.err == "outflank: mail.txt: a game was found in the text: f5d6c3d3c4f4c5b3c2b4…\n"
        )

    def test_a_text_without_a_game_is_one_fault(self, refuses):
        ran = refuses(1, "convert", "-", "--to", "sgf", stdin="Hi Ann,\n\nsee you\n")
        assert "standard input line 1" in ran.err

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


@pytest.mark.parametrize("command", [("analyze", "--list"), ("show",), ("convert", "--to", "pgn")])
def test_the_encoding_is_told(run, tmp_path, command):
    path = tmp_path / "a.sgf"
    path.write_bytes("(;GM[2]PB[村上]PW[Ben];B[f5])".encode("shift_jis"))
    ran = run(*command, path, "--encoding", "shift_jis")
    assert "村上" in ran.out
    assert ran.err == ""
    assert run(*command, path, "--encoding", "utf-8").code == 1


def test_a_truncated_file_is_told_by_show(run, tmp_path, shared_data):
    path = tmp_path / "a.wtb"
    path.write_bytes((shared_data / "wthor" / "WTH_1977.wtb").read_bytes()[:-9])
    ran = run("show", path, "--game", 0)
    assert ran.code == 1
    assert "1. " in ran.out


@pytest.mark.parametrize(
    ("pasted", "told"),
    [
        ("Hi Ann, look: F5 d6 c3. What now? Ben", 'read as transcript; passed over: "Hi Ann'),
        ("(;GM[2]PB[Ann];B[fe];W[df];B[cc])", "read as SGF"),
        ('[Event "x"]\n\n1. f5 d6 2. c3 *', "read as PGN"),
    ],
)
def test_a_position_is_found_in_what_is_pasted(run, pasted, told):
    ran = run("board", "-", stdin=pasted)
    assert ran.code == 0
    assert ran.out == run("board", "f5d6c3").out
    assert told in ran.err


@pytest.mark.parametrize(
    ("pasted", "told"),
    [("f5 d6 z9", "ply 3"), ("(;GM[2];B[f5])(;GM[2];B[f5];W[f4])", "2 ways"), ("nothing", '"n"')],
)
def test_a_fault_in_what_is_pasted_stays_one(run, pasted, told):
    ran = run("board", "-", stdin=pasted)
    assert ran.code != 0
    assert told in ran.err
