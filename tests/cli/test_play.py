"""outflank play: by a person at a pipe and by a program, passes, undo, the end of the input."""

import io

import pytest

from outflank.board import Board, Color
from outflank.cli.announcers import Speaker

# Zolomon/reversi-ai PR 6: after this Black has no move and White has three.
BLACK_MUST_PASS = "--------------------------XXXXX---XXX-X---XXXXXX----X-X------OOO X"
QUICK = ("--depth", "1", "--exact-from", "0")


def events(ran, kind):
    return [told for told in ran.objects if told["event"] == kind]


def test_a_game_against_the_engine(run):
    ran = run("play", *QUICK, "--plain", stdin="f5\nquit\n")
    assert ran.code == 0
    assert ran.err == ""
    assert "Black to move: d3 c4 f5 e6" in ran.out
    assert "Black plays f5" in ran.out
    assert "White plays" in ran.out
    assert "left after 2 discs" in ran.out


def test_the_end_of_the_input_is_polite(run):
    ran = run("play", *QUICK, stdin="f5")
    assert ran.code == 0
    assert "the input ended after 2 discs" in ran.out
    assert "> " not in ran.out  # nobody sees a prompt


def test_a_terminal_is_prompted(monkeypatch, capsys):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr("sys.stdin", Terminal("f5\n"))
    assert Speaker().ask(Color.BLACK) == "f5"
    assert capsys.readouterr().out == "Black> "


def test_one_disc_is_no_plural(run):
    ran = run("play", "--side", "both", stdin="f5\nquit\n")
    assert "left after 1 disc\n" in ran.out
    assert "game f5" in ran.out


def test_the_engine_begins_if_the_person_is_white(run):
    ran = run("play", "--side", "white", *QUICK, "--json", stdin="")
    moves = events(ran, "move")
    assert [move["colour"] for move in moves] == ["black"]
    assert (moves[0]["unit"], moves[0]["bound"]) == ("discs", "estimate")
    assert moves[0]["clock"] is None


@pytest.mark.parametrize("article", ["mtdf", "pvs"])
def test_the_program_of_an_article(run, article):
    ran = run("play", "--side", "white", *QUICK, "--article", article, "--json", stdin="hint\n")
    (move,) = events(ran, "move")
    (hint,) = events(ran, "hint")
    assert move["unit"] == hint["unit"] == f"{article}-article"


def test_a_weak_level_by_default_with_mistakes_of_its_own(run):
    def games(*words):
        ran = run("play", "--side", "white", *words, "--json", stdin="")
        return [move["move"] for move in events(ran, "move")]

    assert games("--seed", 1) == games("--seed", 1) == games("--level", "Beginner", "--seed", 1)
    assert len({games("--level", "first-steps", "--seed", seed)[0] for seed in range(20)}) > 1


def test_hints_are_better_than_a_weak_level_plays(run):
    ran = run("play", "--side", "both", "--level", "first-steps", "--json", stdin="hint\n" * 2)
    first, second = events(ran, "hint")
    assert first == second
    (best,) = run("best", "--depth", 12, "--json").objects
    assert first["move"] == best["best"][0]


def test_the_engine_s_clock_runs(run):
    ran = run("play", "--clock", 0.05, "--increment", 0.5, "--json", stdin="f5\n")
    clocks = [move["clock"] for move in events(ran, "move")]
    assert clocks[0] is None
    assert 0.5 <= clocks[1] < 3.5
    assert " left)" in run("play", "--clock", 0.05, stdin="f5\n").out


def test_a_time_for_each_move(run):
    ran = run("play", "--time", 0.1, stdin="f5\n")
    assert "White plays" in ran.out


def test_two_people(run):
    ran = run("play", "--side", "both", "--json", stdin="f5\nd6\nc3\n")
    assert [move["move"] for move in events(ran, "move")] == ["f5", "d6", "c3"]
    assert all(move["value"] is None for move in events(ran, "move"))


def test_what_can_be_typed(run):
    ran = run("play", *QUICK, stdin="moves\nhint\nboard\nhelp\n?\n\nMOVES\n")
    assert ran.out.count("d3 c4 f5 e6\n") >= 3
    assert "hint: " in ran.out
    assert ran.out.count("undo    take back") == 2


def test_a_hint_is_legal_and_changes_nothing(run):
    ran = run("play", "--side", "both", *QUICK, "--json", stdin="f5\nhint\nmoves\n")
    (hint,) = events(ran, "hint")
    (moves,) = events(ran, "moves")
    assert hint["move"] in moves["legal"] == ["f4", "d6", "f6"]


@pytest.mark.parametrize("word", ["d4", "a1", "z9", "f", "f5d6", "pass", "--", "quit now"])
def test_what_cannot_be_played_is_told_and_changes_nothing(run, word):
    ran = run("play", "--side", "both", "--json", stdin=f"{word}\nmoves\n")
    assert ran.code == 0
    assert len(events(ran, "error")) == 1
    assert events(ran, "moves")[0]["legal"] == ["d3", "c4", "f5", "e6"]


def test_undo_takes_back_the_answer_too(run):
    ran = run("play", *QUICK, "--json", stdin="f5\nundo\nmoves\n")
    assert events(ran, "undo") == [{"event": "undo", "moves": 2}]
    assert events(ran, "moves")[0]["legal"] == ["d3", "c4", "f5", "e6"]
    assert events(ran, "end")[0]["moves"] == []


def test_undo_takes_back_one_move_of_two_people(run):
    ran = run("play", "--side", "both", "--json", stdin="f5\nd6\nundo\n")
    assert events(ran, "end")[0]["moves"] == ["f5"]


@pytest.mark.parametrize("side", ["black", "white"])
def test_undo_without_a_move_of_one_s_own(run, side):
    ran = run("play", "--side", side, *QUICK, "--json", stdin="undo\n")
    assert events(ran, "undo") == []
    assert "no move of yours" in events(ran, "error")[0]["message"]


@pytest.mark.parametrize("stdin", ["", "quit\n"])
def test_a_finished_game_is_over_once(run, stdin):
    assert run("play", "X" * 64, stdin=stdin).out.count("Game over") == 1


def test_a_pass_that_is_due_at_once_is_told_and_played(run):
    ran = run("play", "--side", "both", "--position", BLACK_MUST_PASS, stdin="")
    assert "Black has no move and passes" in ran.out
    assert "White to move: " in ran.out


def test_passes_on_the_way_are_told_and_undone_as_one_step(run):
    # oers/reversatile issue 22: a pass of White is due after ply 58.
    moves = (
        "D3C5F6F5F4C3C4D2E2B4D1F3B5E3F2F1A4D6E6E7F7B6E8C6B3A5D7A3E1A6G1A2C2C7B8D8C8G8G6H6G5H5G4"
        "H4H3G7H8F8H7A8A7B7A1B2G3G2H2H1"
    )
    board = Board.from_transcript(moves)
    passer = str(board.turn)
    typed = "".join(f"{moves[i : i + 2]}\n" for i in range(0, len(moves), 2))
    ran = run("play", "--side", "both", stdin=typed)
    assert f"{passer} has no move and passes" in ran.out
    ran = run("play", "--side", "both", "--json", stdin=f"{typed}undo\n")
    assert events(ran, "undo") == [{"event": "undo", "moves": 1}]
    assert len(events(ran, "end")[0]["moves"]) == 57


def test_a_whole_game_ends_with_its_result(run):
    moves = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8"
    moves += "G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
    typed = "".join(f"{moves[i : i + 2]}\n" for i in range(0, len(moves), 2))
    ran = run("play", "--side", "both", stdin=typed)
    assert "Game over: draw 32-32 (full board)" in ran.out
    ran = run("play", "--side", "both", "--json", stdin=typed)
    (end,) = events(ran, "end")
    assert end["reason"] == "over"
    assert end["outcome"]["winner"] is None


def test_a_position_where_nothing_is_left_to_play(run):
    assert "Game over" in run("play", "--position", "X" * 64).out


def test_a_position_with_a_fault(refuses):
    refuses(1, "play", "--position", "X" * 63)


def test_ctrl_c_keeps_the_moves(run, monkeypatch):
    from outflank import Engine

    def play(self, board, limit):
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "play", play)
    ran = run("play", "--json", stdin="f5\n")
    assert (ran.code, ran.err) == (130, "outflank: interrupted\n")
    (end,) = events(ran, "end")
    assert (end["reason"], end["moves"]) == ("interrupted", ["f5"])
