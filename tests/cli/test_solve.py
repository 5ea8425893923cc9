"""outflank solve: answers in both shapes, known scores, every form of input, limits, resuming."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from outflank.board import Position
from outflank.cli.answers import Answer
from outflank.games import famous_game, read_obf

# Positions of 12 empties with the score of every move, of the WTHOR base.
EASY = "--XXX---X-OOOO--X-OOOOOOXXXOOOOOXXOOOOOOXOOOOOOO-OOOOOO--OOOOOOO X"
EASY_OBF = f"{EASY}; B3:+8; F1:+4;"
SECOND = "--XXOO----XOOOOXOOOOXOOXOOOOOXXXOOOOXOXXOOOXXXXXO-XOXO---X-OOOO- X"
SECOND_OBF = f"{SECOND}; B2:+4; A2:-6; G7:-16; G1:-18; C8:-28;"
LOST_OBF = "OOOOOOOOOOOOXOOO-XOXXOXO--XOXOOO--XOOOOO---OOOXO--XOOOOO--XXXXXO X; C6:-50;"
# Bug reports of other programs: a forced pass taken for the end, an exact score 4 discs off.
MUST_PASS = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X"
E139 = "--OX-OO---OOOO-X-OOOO-OX-OOOOOXXXOOXXOXX-OOOOOOXXOXX-O-XO--XXXXX X"
GAME_OVER = "O" * 62 + "-- O"
#: Number 55 of the FFO suite: minutes, whatever the machine.
HARD = "--------X-X------XXXXOOOOOXOXX--OOOXXXX-OOXXXX--O-OOOX-----OO--- O"
START = "-" * 27 + "OX------XO" + "-" * 27

KEYS = [
    "line", "position", "empties", "score", "exact", "best", "pv", "nodes", "seconds",
]  # fmt: skip
KNOWN = ["known", "right"]


@pytest.fixture
def write(tmp_path):
    """Write a file of lines, and hand back its path."""

    def write_lines(*lines, name="file.obf"):
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines))
        return path

    return write_lines


class TestAnswers:
    def test_json(self, run, write):
        ran = run("solve", write("% a comment", EASY_OBF, "", LOST_OBF), "--json")
        assert (ran.code, ran.err) == (0, "")
        first, second = ran.objects
        assert list(first) == list(second) == [*KEYS, *KNOWN]
        assert (first["known"], first["right"]) == (8, True)
        assert (first["line"], second["line"]) == (2, 4)
        assert first["position"] == EASY
        assert (first["empties"], first["score"], first["exact"]) == (12, 8, True)
        assert first["best"] == ["b3"]
        assert (second["score"], second["best"]) == (-50, ["c6"])
        assert isinstance(first["nodes"], int)
        assert first["seconds"] > 0

    def test_the_principal_variation_is_worth_the_score(self, run, write):
        for row in run("solve", write(EASY, SECOND, MUST_PASS, E139), "--json").objects:
            position = Position.from_text(row["position"])
            for move in row["pv"]:
                position = position.play(move)
            assert position.is_game_over()
            sign = -1 if len(row["pv"]) % 2 else 1
            assert sign * position.final_score == row["score"]
            assert row["pv"][0] == row["best"][0]

    def test_table(self, run, write):
        ran = run("solve", write(EASY_OBF, SECOND))
        assert (ran.code, ran.err) == (0, "")
        lines = ran.out.splitlines()
        assert re.fullmatch(
            r" +line empties +score +known +nodes +seconds +nodes/s +best", lines[0]
        )
        assert re.fullmatch(r" +1 +12 +\+8 +\+8 right +[\d,]+ +[\d.]+ +[\d,]+ +b3", lines[1])
        assert re.fullmatch(r" +2 +12 +\+4 +[\d,]+ +[\d.]+ +[\d,]+ +b2", lines[2])
        assert re.fullmatch(
            r"2 of 2 positions solved; [\d,]+ nodes, [\d.]+ s, [\d,]+ nodes/s; "
            r"known scores: 1 right, 0 wrong",
            lines[-1],
        )

    def test_without_known_scores_nothing_is_said_of_them(self, run, write):
        assert "known" not in run("solve", write(EASY, SECOND)).out

    def test_every_move(self, run, write):
        ran = run("solve", write(EASY_OBF, SECOND_OBF), "--all", "--json")
        first, second = ran.objects
        assert list(first) == [*KEYS, "moves", *KNOWN]
        assert first["moves"] == {"b3": 8, "f1": 4}
        assert second["moves"] == {"b2": 4, "a2": -6, "g7": -16, "g1": -18, "c8": -28}
        assert list(second["moves"]) == ["b2", "a2", "g7", "g1", "c8"]
        assert "b2 +4  a2 -6  g7 -16  g1 -18  c8 -28" in run("solve", SECOND, "--all").out

    def test_every_best_move(self, run):
        (row,) = run("solve", "--all", "--json", "---O----O-OOOOO-OOXOOOO-OXOXOXO-OOXOXOXX"
                     "OOXOXXXXOOOOOOXXXXXXXXXX X").objects  # fmt: skip
        assert (row["score"], row["best"]) == (36, ["h2", "h4"])

    def test_win_draw_loss(self, run, write, shared_data):
        path = shared_data / "endgame" / "ntest_solver6_exact.obf"
        known = {1: "win", 0: "draw", -1: "loss"}
        wanted = [known[(p.score > 0) - (p.score < 0)] for p in read_obf(path)]
        ran = run("solve", path, "--wld", "--json")
        assert [row["result"] for row in ran.objects] == wanted
        assert (ran.code, ran.err) == (0, "")
        assert set(wanted) == {"win", "draw", "loss"}
        assert "known scores: 69 right, 0 wrong" in run("solve", path, "--wld").out
        for row in ran.objects:
            if row["exact"]:
                assert list(row) == [*KEYS, "result", *KNOWN]
            else:  # a bound is never called the score
                assert row["score"] is None
                assert row["lower"] < row["upper"]

    def test_win_draw_loss_of_every_move(self, run):
        (row,) = run("solve", SECOND, "--wld", "--all", "--json").objects
        assert row["result"] == "win"
        assert row["moves"] == {move: "win" if move == "b2" else "loss" for move in row["moves"]}
        assert "b2 win" in run("solve", SECOND, "--wld", "--all").out

    @pytest.mark.parametrize("options", [[], ["--all"], ["--wld"], ["--all", "--wld"]])
    def test_passes_and_finished_games(self, run, write, options):
        path = write(MUST_PASS, GAME_OVER, "X" * 63 + "- O")
        passes, over, wiped = run("solve", path, "--json", *options).objects
        assert passes["best"] == ["pass"]
        assert (over["best"], over["pv"], over["score"]) == ([], [], 64)
        assert (wiped["best"], wiped["score"], wiped["exact"]) == ([], -64, True)
        if not options:
            assert passes["score"] == -48
        if "--all" in options:
            assert list(passes["moves"]) == ["pass"]
            assert over["moves"] == {}
        assert "game over" in run("solve", path, *options).out

    @pytest.mark.parametrize(
        "options",
        [["--driver", "pvs"], ["--driver", "mtdf"], ["--threads", "2"], ["--hash", "1"]],
    )
    def test_options_change_no_score(self, run, shared_data, options):
        path = shared_data / "endgame" / "fforum-1-19.obf"
        ran = run("solve", path, *options)
        assert (ran.code, ran.err) == (0, "")
        assert "19 of 19 positions solved" in ran.out
        assert "known scores: 19 right, 0 wrong" in ran.out

    def test_every_move_of_the_real_sample(self, run, shared_data):
        path = shared_data / "endgame" / "wthor_sample_12empties_exact.obf"
        ran = run("solve", path, "--all")
        assert (ran.code, ran.err) == (0, "")
        assert "known scores: 489 right, 0 wrong" in ran.out


class TestInput:
    def test_every_form(self, run, write):
        board = famous_game("murakami-logistello-1997-1").board()
        while board.empties < 12:
            board.pop()
        moves = board.transcript()
        squares = board.to_text().split()[0]
        drawn = [squares[i : i + 8] for i in range(0, 64, 8)]
        side = board.to_text()[-1]
        path = write(board.to_text(), moves, *drawn, side, "", f"{board.to_text()};")
        rows = run("solve", path, "--json").objects
        assert [row["line"] for row in rows] == [1, 2, 3, 13]
        assert {row["position"] for row in rows} == {board.to_text()}
        assert len({row["score"] for row in rows}) == 1
        for words in ([moves], [" ".join(drawn), side], [*drawn, side], [board.to_text()]):
            (row,) = run("solve", *words, "--json").objects
            assert row["position"] == board.to_text()

    def test_standard_input(self, run):
        ran = run("solve", "-", "--json", stdin=f"{EASY_OBF}\n{SECOND}")
        assert [row["score"] for row in ran.objects] == [8, 4]
        ran = run("solve", "-", "--json", stdin=f"{EASY}\nhello")
        assert ran.code == 1
        assert ran.err.startswith("outflank: standard input line 2: ")

    @pytest.mark.parametrize(
        "words", [[EASY], [*EASY.split()], [EASY.replace(" ", "")], [f"{EASY};"], [EASY_OBF]]
    )
    def test_a_position_in_words(self, run, words):
        ran = run("solve", *words)
        assert (ran.code, ran.err) == (0, "")
        assert re.search(r"\n +1 +12 +\+8 ", ran.out)
        assert "\nprincipal variation: b3 " in ran.out

    def test_several_files(self, run, write):
        first, second = write(EASY, name="a.obf"), write(SECOND, EASY, name="b.txt")
        rows = run("solve", first, second, "--json").objects
        assert [(row["file"], row["line"]) for row in rows] == [
            ("a.obf", 1), ("b.txt", 1), ("b.txt", 2),
        ]  # fmt: skip
        assert "\nb.txt line 2 " in run("solve", first, second).out

    @pytest.mark.parametrize("json_or_not", [[], ["--json"]])
    def test_broken_lines_are_told_and_the_others_solved(self, run, write, json_or_not):
        path = write(EASY_OBF, "hello", SECOND_OBF[1:], f"{EASY}; A9:+4;", SECOND_OBF)
        ran = run("solve", path, *json_or_not)
        assert ran.code == 1
        lines = ran.err.splitlines()
        assert [line.split(":")[1] for line in lines] == [f" file.obf line {i}" for i in (2, 3, 4)]
        assert "63" in lines[1]
        assert '"A9"' in lines[2]
        assert lines[2].endswith("; the position is solved without what the line says is known")
        if json_or_not:
            assert [row["line"] for row in ran.objects] == [1, 4, 5]
        else:
            assert "3 of 3 positions solved" in ran.out

    @pytest.mark.parametrize("known", ["C4:+8", "A1:+4", "B3:+99", "B3:+8; B3:+4", "B3:+8; +4"])
    def test_what_is_known_and_cannot_be_is_left_out(self, run, write, known):
        path = write(f"{EASY}; {known};", SECOND_OBF)
        ran = run("solve", path, "--json")
        assert ran.code == 1
        assert ran.err.startswith("outflank: file.obf line 1: ")
        assert [(row["score"], row["known"], row["right"]) for row in ran.objects] == [
            (8, None, None),
            (4, 4, True),
        ]
        words = run("solve", f"{EASY}; {known};", "--json")
        assert (words.code, words.objects[0]["score"]) == (1, 8)

    def test_an_illegal_transcript_is_not_solved_where_it_breaks_off(self, run, write):
        ran = run("solve", write(EASY_OBF, "", "f5d6a1"), "--json")
        assert ran.code == 1
        assert [row["line"] for row in ran.objects] == [1]

    def test_a_missing_file_among_others(self, run, write, tmp_path):
        ran = run("solve", write(EASY), tmp_path / "none.obf", tmp_path, "--json")
        assert ran.code == 1
        assert [row["score"] for row in ran.objects] == [8]
        missing, folder = ran.err.splitlines()
        assert re.fullmatch(r"outflank: .*none\.obf: no such file or directory", missing)
        assert str(tmp_path) in folder

    @pytest.mark.parametrize(
        ("content", "place"),
        [
            (b"", "empty"),
            (b"\n% nothing\n", "empty"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\r", "binary"),
            (bytes(range(256)), "binary"),
            (b"hello", "line 1"),
        ],
    )
    def test_what_holds_no_position(self, refuses, tmp_path, content, place):
        path = tmp_path / "file.obf"
        path.write_bytes(content)
        ran = refuses(1, "solve", path)
        assert ran.err.startswith("outflank: file.obf")
        assert place in ran.err
        assert ran.out == ""
        refuses(1, "solve", "-", stdin=content)

    @pytest.mark.parametrize(
        ("word", "reason"),
        [
            ("missing.obf", '"missing.obf": no such file, and no position'),
            ("f5d4", 'ply 2: "d4"'),
            (EASY[1:], "this text has 63"),
            ("a" * 5000, "no such file"),
        ],
    )
    def test_words_that_are_neither_file_nor_position(self, refuses, word, reason):
        assert reason in refuses(1, "solve", word).err

    def test_files_that_cannot_be_read(self, refuses, tmp_path):
        assert str(tmp_path) in refuses(1, "solve", tmp_path).err

    @pytest.mark.parametrize(
        ("options", "reason"),
        [
            (["--hash", 10**8], "does not fit in the memory"),
            (["--hash", 10**17], "does not fit in the memory"),
            (["--hash", 10**30], "not a whole number that can be meant"),
            (["--hash", 0], "--hash"),
            (["--threads", 0], "--threads"),
            (["--threads", 1000], "threads"),
            (["--time", 0], "--time"),
            (["--time", "nan"], "--time"),
            (["--time", "inf"], "--time"),
            (["--driver", "negamax"], "--driver"),
            (["--foo"], '"--foo"'),
        ],
    )
    def test_options_that_cannot_be_meant(self, refuses, options, reason):
        ran = refuses(2, "solve", EASY, *options)
        assert reason in ran.err
        assert ran.out == ""

    def test_no_word(self, refuses):
        assert "FILE" in refuses(2, "solve").err


def test_small_and_large_positions_in_the_order_of_the_file(run, write, tmp_path):
    """Whoever solves them, and whether some are known already."""
    large = famous_game("murakami-logistello-1997-1").board()
    while large.empties < 16:
        large.pop()
    lines = [EASY, large.to_text(), SECOND, MUST_PASS, large.to_text(), EASY]
    kept = tmp_path / "kept.jsonl"
    run("solve", write(SECOND, name="other.obf"), "--resume", kept)
    for options in ([], ["--threads", "2"], ["--threads", "2", "--resume", kept]):
        rows = run("solve", write(*lines), "--json", *options).objects
        assert [row["position"] for row in rows] == lines
        assert [row["line"] for row in rows] == list(range(1, 7))
        assert all(row["exact"] and row["pv"] for row in rows)


def test_an_answer_is_solved_only_with_its_line(run, write):
    (values,) = run("solve", write(EASY), "--json").objects
    values = {key: value for key, value in values.items() if key not in {"known", "right"}}
    whole = Answer.from_json(json.dumps(values))
    assert (whole.decided, whole.solved) == (True, True)
    lineless = Answer.from_json(json.dumps(values | {"pv": []}))
    assert (lineless.decided, lineless.solved) == (True, False)
    winner = Answer.from_json(json.dumps(values | {"pv": [], "result": "win"}))
    assert (winner.decided, winner.solved) == (True, True)
    over = {"position": "X" * 64 + " X", "empties": 0, "score": 64, "best": [], "pv": []}
    finished = Answer.from_json(json.dumps(values | over))
    assert (finished.decided, finished.solved) == (True, True)


@pytest.mark.parametrize(
    "change",
    [
        {"best": ["z9"]},
        {"best": ["d4"]},
        {"pv": ["a1", "a1"]},
        {"score": 30},
        {"position": "?"},
        {"nodes": "many"},
    ],
)
def test_an_answer_that_cannot_be_is_none(run, write, change):
    (values,) = run("solve", write(EASY), "--json").objects
    assert Answer.from_json(json.dumps(values | change)) is None
    assert Answer.from_json('{"line": ' + "[" * 100_000) is None


class TestKnownScores:
    @pytest.mark.parametrize("json_or_not", [[], ["--json"]])
    @pytest.mark.parametrize("options", [[], ["--all"]])
    def test_a_wrong_score(self, run, write, json_or_not, options):
        path = write(EASY_OBF, EASY_OBF.replace("+8", "+10"))
        ran = run("solve", path, *json_or_not, *options)
        assert ran.code == 1
        told = ran.err.splitlines()
        assert told[0] == "outflank: file.obf line 2: known +10, proved +8"
        if json_or_not:
            assert [(row["known"], row["right"]) for row in ran.objects] == [(8, True), (10, False)]
        if options:
            assert told[1] == "outflank: file.obf line 2: b3: known +10, proved +8"
        if not json_or_not:
            assert re.search(r"\n +2 +12 +\+8 +\+10 wrong ", ran.out)
            assert "known scores: 1 right, 1 wrong" in ran.out

    def test_a_wrong_score_of_a_move(self, run, write):
        path = write(EASY_OBF.replace("F1:+4", "F1:+6"))
        assert run("solve", path).code == 0
        ran = run("solve", path, "--all")
        assert ran.code == 1
        assert ran.err == "outflank: file.obf line 1: f1: known +6, proved +4\n"

    def test_a_best_move_that_is_called_worse(self, run, write):
        ran = run("solve", write(f"{EASY}; B3:+6; +8;"))
        assert ran.code == 1
        assert ran.err == "outflank: file.obf line 1: b3: known +6, proved +8\n"

    def test_a_lone_score(self, run, write):
        assert run("solve", write(f"{EASY}; +8;")).code == 0
        ran = run("solve", write(f"{EASY}; +6;"))
        assert ran.code == 1
        assert "known +6, proved +8" in ran.err

    def test_a_wrong_winner(self, run, write):
        assert run("solve", write(f"{EASY}; +64;"), "--wld").code == 0
        ran = run("solve", write(f"{EASY}; +0;"), "--wld")
        assert ran.code == 1
        assert re.search(r"known \+0, proved ≥ \+\d+", ran.err)
        ran = run("solve", write(EASY_OBF.replace("F1:+4", "F1:-4")), "--wld", "--all")
        assert ran.err == "outflank: file.obf line 1: f1: known -4, proved win\n"

    def test_words(self, run):
        ran = run("solve", EASY_OBF.replace("+8", "+10"))
        assert ran.err == "outflank: position: known +10, proved +8\n"


class TestLimits:
    def test_what_may_take_very_long_is_told_beforehand(self, run, write, monkeypatch):
        monkeypatch.setattr("outflank.cli.solve._solve_each", lambda *_: None)
        path = write(EASY, f"{START} X")
        warning = "outflank: warning: file.obf line 2: 60 empties may take very long"
        assert run("solve", path).err.startswith(warning)
        assert run("solve", path, "--time", 1).err == run("solve", HARD).err == ""

    @pytest.mark.parametrize("position", [f"{START} X", HARD])
    @pytest.mark.parametrize("options", [[], ["--all"], ["--wld"]])
    def test_a_time_limit_gives_bounds(self, run, write, position, options):
        path = write(f"{position}; +0;", EASY)
        started = time.monotonic()
        ran = run("solve", path, "--time", 0.5, "--json", *options)
        assert time.monotonic() - started < 30
        assert ran.code == 0
        hard, easy = ran.objects
        assert (hard["score"], hard["exact"]) == (None, False)
        assert -64 <= hard["lower"] < hard["upper"] <= 64
        assert hard["pv"] == []
        assert 0.45 < hard["seconds"] < 10
        if "--all" in options:
            assert None in hard["moves"].values()
        assert easy["best"] == ["b3"] or options == ["--wld"]

    def test_a_bound_is_not_shown_as_a_score(self, run, write):
        ran = run("solve", write(f"{HARD}; +0;", EASY), "--time", 0.5)
        assert re.search(r"\n +1 +29 +(unknown|[≥≤] [+-]\d+|[+-]\d+ to [+-]\d+) +\+0  ", ran.out)
        assert "1 of 2 positions solved; 1 not to the end: bounds are shown, not scores" in ran.out
        assert "known scores: 0 right, 0 wrong" in ran.out

    def test_signs_where_they_cannot_be_written(self, start):
        words = ("solve", f"{EASY}; +0;", "--wld")
        process = start(*words, environment={"PYTHONIOENCODING": "ascii"})
        out, err = process.communicate(timeout=120)
        assert process.returncode == 1
        assert b"known +0, proved >= +" in err
        assert (out + err).isascii()


class TestResume:
    def test_what_is_solved_is_not_solved_again(self, run, write, tmp_path):
        path, kept = write(EASY_OBF, SECOND_OBF), tmp_path / "kept.jsonl"
        first = run("solve", path, "--json", "--resume", kept)
        assert first.code == 0
        assert [json.loads(line) for line in kept.read_text().splitlines()] == first.objects
        again = run("solve", path, "--json", "--resume", kept)
        assert again.out == first.out
        assert len(kept.read_text().splitlines()) == 2
        assert "2 of them in an earlier run" in run("solve", path, "--resume", kept).out

    @pytest.mark.parametrize("options", [[], ["--all"], ["--wld"], ["--all", "--wld"]])
    def test_a_half_line_is_dropped_and_solved_again(self, run, write, tmp_path, options):
        path, kept = write(EASY_OBF, SECOND_OBF), tmp_path / "kept.jsonl"
        whole = run("solve", path, "--json", "--resume", kept, *options).objects
        text = kept.read_text()
        second = text.index("\n") + 1
        for cut in (second - 1, second, second + 1, second + 5, second + 60, len(text) - 2):
            kept.write_text(text[:cut])
            ran = run("solve", path, "--json", "--resume", kept, *options)
            assert (ran.code, ran.err) == (0, "")
            kept_rows = [json.loads(line) for line in kept.read_text().splitlines()]
            assert kept_rows == ran.objects
            assert kept_rows[0] == whole[0]
            assert kept_rows[1]["best"] == whole[1]["best"]

    @pytest.mark.parametrize("options", [[], ["--all"]])
    def test_a_score_without_its_line_is_solved_again(self, run, write, tmp_path, options):
        """A limit may come between the two."""
        path, kept = write(EASY_OBF, GAME_OVER), tmp_path / "kept.jsonl"
        (whole, over) = run("solve", path, "--json", "--resume", kept, *options).objects
        assert whole["pv"]
        kept.write_text(f"{json.dumps({**whole, 'pv': []})}\n{json.dumps(over)}\n")
        ran = run("solve", path, "--resume", kept, *options)
        assert "1 of them in an earlier run" in ran.out
        assert len(kept.read_text().splitlines()) == 3
        assert "2 of them in an earlier run" in run("solve", path, "--resume", kept, *options).out

    def test_a_last_line_without_its_end_is_kept(self, run, write, tmp_path):
        path, kept = write(EASY_OBF), tmp_path / "kept.jsonl"
        run("solve", path, "--resume", kept)
        text = kept.read_text()
        kept.write_text(text.removesuffix("\n"))
        assert "1 of them in an earlier run" in run("solve", path, "--resume", kept).out
        assert kept.read_text() == text

    def test_another_question_is_asked_anew(self, run, write, tmp_path):
        path, kept = write(SECOND), tmp_path / "kept.jsonl"
        for options in ([], ["--all"], ["--wld"], ["--all", "--wld"]):
            assert "earlier" not in run("solve", path, "--resume", kept, *options).out
        for options in ([], ["--all"], ["--wld"], ["--all", "--wld"]):
            assert "earlier" in run("solve", path, "--resume", kept, *options).out
        assert len(kept.read_text().splitlines()) == 4

    def test_bounds_are_not_kept(self, run, write, tmp_path):
        kept = tmp_path / "kept.jsonl"
        run("solve", write(HARD, EASY), "--time", 0.2, "--resume", kept)
        (row,) = map(json.loads, kept.read_text().splitlines())
        assert (row["line"], row["exact"]) == (2, True)

    def test_kept_answers_are_held_against_known_scores(self, run, write, tmp_path):
        kept = tmp_path / "kept.jsonl"
        run("solve", write(EASY_OBF), "--resume", kept)
        ran = run("solve", write(EASY_OBF.replace("+8", "+10")), "--resume", kept)
        assert ran.code == 1
        assert "known +10, proved +8" in ran.err

    @pytest.mark.parametrize(
        "content",
        [
            f"{EASY_OBF}\n",
            "f5d6c3",
            '{"name": "settings"}',
            '{"line": 1}',
            "[1, 2]\n",
            '{"line": 1, "position": "?", "exact": true, "score": 99, "empties": 1,'
            ' "best": [], "pv": [], "nodes": 1, "seconds": 1}\n',
        ],
    )
    def test_a_file_of_something_else_is_left_as_it_is(self, refuses, write, tmp_path, content):
        kept = tmp_path / "kept.jsonl"
        kept.write_text(content)
        ran = refuses(1, "solve", write(EASY), "--resume", kept)
        assert "kept.jsonl line 1: not an answer" in ran.err
        assert kept.read_text() == content

    def test_a_file_that_cannot_be_written(self, refuses, write, tmp_path):
        assert str(tmp_path) in refuses(1, "solve", write(EASY), "--resume", tmp_path).err


@pytest.mark.skipif(os.name == "nt", reason="SIGINT cannot be sent to one process on Windows")
class TestInterrupt:
    @pytest.mark.parametrize("options", [[], ["--all"], ["--threads", "2"]])
    def test_json(self, start, write, tmp_path, options):
        kept = tmp_path / "kept.jsonl"
        path = write(EASY, HARD, SECOND)
        process = start("solve", str(path), "--json", "--resume", str(kept), *options)
        solved = json.loads(process.stdout.readline())
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 130
        assert err.decode().splitlines()[-1] == "outflank: interrupted"
        (row,) = map(json.loads, out.splitlines())
        assert (row["line"], row["score"], row["exact"]) == (2, None, False)
        assert -64 <= row["lower"] < row["upper"] <= 64
        assert list(map(json.loads, kept.read_text().splitlines())) == [solved]

    def test_table(self, start, write):
        process = start("solve", str(write(EASY, HARD, SECOND)))
        assert b"empties" in process.stdout.readline()
        assert b"+8" in process.stdout.readline()
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 130
        assert b"1 of 3 positions solved; 1 not to the end: bounds are shown" in out


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_the_bar_on_a_terminal_takes_nothing_from_standard_output(write):
    import pty

    terminal, end = pty.openpty()
    path = write(*[EASY] * 20)
    with subprocess.Popen(
        [sys.executable, "-m", "outflank", "solve", str(path), "--json"],
        stdout=subprocess.PIPE,
        stderr=end,
        env={**os.environ, "TERM": "xterm"},
    ) as process:
        os.close(end)
        rows = [json.loads(line) for line in process.stdout]
    os.close(terminal)
    assert process.returncode == 0
    assert len(rows) == 20
