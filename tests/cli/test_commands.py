"""The commands that search or count: figures, JSON keys, boards that are drawn, faults."""

import csv
import os
import re
import threading
import time
from pathlib import Path

import pytest

from outflank.board import Board
from outflank.games import famous_game
from outflank.textbook.evaluations import (
    CORNER_WORTH,
    MOBILITY_WORTH,
    MOVE_WORTH,
    SQUARE_WEIGHTS,
)

GAME = "murakami-logistello-1997-1"
MIDGAME = "----------X-------XXXX----XOOO---XXXOOOO-X-OOO--X---X----------- X"
START = "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------"
MUST_PASS = "OOOXXXXOOOOOOOOOOOOOOXOXOOOOXOXXOOOOXX-XOOOOOXX-OOXXXOXXOOOOOOOO X"
E115 = "---O----O-OOOOO-OOXOOOO-OXOXOXO-OOXOXOXXOOXOXXXXOOOOOOXXXXXXXXXX X"

PASS_IS_PLY = [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284]
PASS_FREE = [*PASS_IS_PLY[:8], 3005320, 24571420]


class TestPerft:
    @pytest.mark.parametrize(
        ("rule", "leaves"), [("--pass-is-ply", PASS_IS_PLY), ("--pass-free", PASS_FREE)]
    )
    @pytest.mark.parametrize("threads", [1, 2])
    def test_figures(self, run, rule, leaves, threads):
        ran = run("perft", 10, rule, "--threads", threads, "--json")
        assert ran.code == 0
        assert [row["leaves"] for row in ran.objects] == leaves
        assert [row["depth"] for row in ran.objects] == list(range(1, 11))
        assert set(ran.objects[0]) == {"depth", "leaves", "seconds"}

    def test_table(self, run):
        lines = run("perft", 4, "--pass-free").out.splitlines()
        assert lines[0] == "perft, a pass is free, 1 thread"
        assert lines[-1].split()[:2] == ["4", "244"]

    def test_passes_and_finished_games_above_the_split(self, run):
        for rule in ("--pass-is-ply", "--pass-free"):
            rows = run("perft", 12, rule, "--position", MUST_PASS, "--json").objects
            direct = [row["leaves"] for row in rows]
            assert direct[8:] == [direct[7]] * 4

    def test_a_system_that_gives_no_thread(self, refuses, monkeypatch):
        def refuse(thread):
            raise RuntimeError("can't start new thread")

        monkeypatch.setattr(threading.Thread, "start", refuse)
        assert "no more threads" in refuses(1, "perft", 10, "--threads", 1000).err

    def test_another_position(self, run):
        rows = run("perft", 2, "--position", "f5", "--json").objects
        assert [row["leaves"] for row in rows] == [3, 14]


class TestCompare:
    def test_the_golden_figures_of_the_mtdf_article(self, run, golden):
        with (golden / "mtdf-article-cases.tsv").open() as file:
            rows = [row for row in csv.reader(file, delimiter="\t") if not row[0].startswith("#")]
        for row in rows[:8]:
            board, depth, wanted = row[2], row[3], [int(figure) for figure in row[4:8]]
            ran = run("compare", "--faithful", "--position", board, "--depths", depth, "--json")
            found = {made["algorithm"]: made for made in ran.objects}
            mtdf, full = found["mtdf"], found["alphabeta"]
            assert [mtdf["score"], mtdf["nodes"], full["score"], full["nodes"]] == wanted
            if row[8] != "-" and row[8] != "a9":
                assert mtdf["position"] == board

    def test_the_article_s_own_midgame(self, run):
        rows = run("compare", "--faithful", "--depths", "4,6", "--json").objects
        assert {row["position"] for row in rows} == {MIDGAME}
        figures = [(r["depth"], r["score"], r["nodes"]) for r in rows if r["algorithm"] != "pvs"]
        assert figures == [(4, -74, 668), (4, -74, 644), (6, -70, 5715), (6, -70, 7882)]
        assert rows[-1]["best"] == "g4"

    def test_json_keys(self, run):
        keys = {"position", "depth", "algorithm", "score", "nodes", "seconds", "best"}
        for article in ("mtdf", "pvs"):
            rows = run("compare", "--article", article, "--depths", "2,4", "--json").objects
            assert [row["algorithm"] for row in rows] == ["mtdf", "alphabeta", "pvs"] * 2
            assert all(set(row) == keys for row in rows)
            assert len({row["score"] for row in rows if row["depth"] == 4}) == 1

    def test_the_golden_ablation(self, run, golden):
        with (golden / "pvs-article-ablation.tsv").open() as file:
            wanted = {
                (int(row[0]), *(part == "true" for part in row[1:4])): (
                    row[4],
                    int(row[5]),
                    int(row[6]),
                )
                for row in csv.reader(file, delimiter="\t")
                if not row[0].startswith("#")
            }
        ran = run("compare", "--article", "pvs", "--faithful", "--ablation", "--json")
        found = {
            (row["depth"], row["pvs"], row["table"], row["ordering"]): (
                row["best"], row["score"], row["nodes"],
            )
            for row in ran.objects
        }  # fmt: skip
        assert found == wanted
        assert {row["algorithm"] for row in ran.objects if row["pvs"]} == {"pvs"}

    def test_tables(self, run):
        ran = run("compare", "--depths", "2,4")
        assert ran.code == 0
        assert ran.err == ""
        assert re.search(r"4 +-74 / 668 / [\d.]+ +-74 / 644 /", ran.out)
        assert "-3.7 %" in ran.out
        assert "saves are nodes against full-window alpha-beta" in ran.out.splitlines()[-4]
        assert "yes" in run("compare", "--ablation", "--depths", "2").out

    def test_a_disagreement_is_a_warning(self, run, monkeypatch):
        from dataclasses import replace

        from outflank import textbook

        search = textbook.pvs
        monkeypatch.setattr(textbook, "pvs", lambda *given: replace(search(*given), score=1))
        ran = run("compare", "--depths", "2,4", "--json")
        assert ran.code == 0
        lines = ran.err.splitlines()
        assert len(lines) == 2
        assert lines[0].startswith("outflank: warning: depth 2: the algorithms disagree: MTD(f)")

    def test_a_finished_game(self, run):
        rows = run("compare", "--position", "X" * 64, "--depths", "2", "--json").objects
        assert [row["best"] for row in rows] == [None] * 3

    def test_a_position_with_a_fault(self, refuses):
        refuses(1, "compare", "--position", MIDGAME[1:], "--depths", "2")


class TestBest:
    def test_the_article_s_best_move_is_marked(self, run):
        ran = run("best", MIDGAME, "--article", "mtdf", "--depth", 6)
        assert ran.code == 0
        assert "Best: g4 (-70 mtdf-article, 6 plies deep)" in ran.out
        row = next(line for line in ran.out.splitlines() if line.startswith(" 4"))
        assert row.split()[7] == "*"

    def test_the_article_s_json(self, run):
        (found,) = run("best", MIDGAME, "--article", "mtdf", "--depth", 6, "--json").objects
        assert found["best"] == ["g4"]
        assert found["value"] == -70
        assert found["unit"] == "mtdf-article"
        assert found["exact"] is False
        assert found["position"] == MIDGAME
        assert found["colour"] == "black"
        assert set(found["values"]) == {str(s) for s in Board.from_text(MIDGAME).legal_moves}

    def test_the_engine_s_best_move_is_marked(self, run):
        ran = run("best", "f5", "--depth", 4)
        assert (ran.code, ran.err) == (0, "")
        best, line = ran.out.splitlines()[-2:]
        move = re.fullmatch(r"Best: (\S+) \(about [+-]\d+ discs, 4 plies deep, 73 %\)", best)[1]
        assert line.startswith(f"Line: {move} ")
        assert ran.out.count("*") == 1

    @pytest.mark.parametrize("article", [(), ("--article", "mtdf")])
    def test_plain_discs(self, run, article):
        out = run("best", MIDGAME, "--depth", 2, "--plain", *article).out
        assert out.isascii()
        assert "X X X X" in out

    def test_json(self, run):
        (found,) = run("best", MIDGAME, "--depth", 6, "--selectivity", 100, "--json").objects
        assert found["position"] == MIDGAME
        assert found["colour"] == "black"
        assert found["best"] == found["pv"][:1]
        assert (found["unit"], found["bound"], found["exact"]) == ("discs", "estimate", False)
        assert (found["depth"], found["selectivity"], len(found["pv"])) == (6, 100, 6)
        assert found["nodes"] > 0
        assert "move" not in found

    def test_options_reach_the_engine(self, run):
        words = ("best", MIDGAME, "--json", "--depth", 5, "--selectivity", 100)
        found = [
            run(*words, "--driver", driver, "--threads", threads, "--hash", 1).objects[0]["value"]
            for driver in ("pvs", "mtdf", "aspiration", "alphabeta")
            for threads in (1, 2)
        ]
        assert len(set(found)) == 1
        (other,) = run(*words, "--evaluator", "mtdf-article").objects
        assert other["unit"] == "mtdf-article"
        assert run(*words[:3], "--nodes", 1).objects[0]["depth"] == 1
        started = time.monotonic()
        assert run(*words[:3], "--time", 0.2).code == 0
        assert time.monotonic() - started < 2

    @pytest.mark.parametrize("article", [(), ("--article", "mtdf")])
    def test_exact(self, run, article):
        (found,) = run("best", E115, *article, "--json").objects
        assert (found["value"], found["exact"]) == (36, True)
        assert set(found["best"]) <= {"h2", "h4"}
        if article:
            assert found["best"] == ["h2", "h4"]
            assert len(found["values"]) == 11
        assert "exact" in run("best", E115, *article).out

    @pytest.mark.parametrize("article", [(), ("--article", "pvs")])
    def test_a_forced_pass(self, run, article):
        (found,) = run("best", MUST_PASS, *article, "--json").objects
        assert (found["best"], found["value"]) == (["pass"], -48)
        assert "must pass" in run("best", MUST_PASS, *article).out

    @pytest.mark.parametrize("article", [(), ("--article", "pvs")])
    def test_the_end_of_a_game(self, run, article):
        (found,) = run("best", "X" * 64, *article, "--json").objects
        assert (found["best"], found["value"], found["exact"]) == ([], None, None)
        assert "Game over" in run("best", "X" * 64, *article).out

    def test_a_transcript_with_a_fault_is_refused(self, refuses):
        assert refuses(1, "best", "f5d4").out == ""

    def test_standard_input(self, run):
        assert run("best", "-", "--depth", 1, "--json", stdin="f5").objects[0]["colour"] == "white"


class TestHint:
    def test_the_table_of_the_last_iteration(self, run):
        ran = run("hint", "f5", "--lines", 2, "--depth", 3)
        assert (ran.code, ran.err) == (0, "")
        header, *rows = ran.out.splitlines()
        assert header.split()[:2] == ["depth", "value"]
        assert [row.split()[:3] for row in rows] == [["3", "73", "%"]] * 2
        assert all("~" in row for row in rows)

    def test_json_tells_every_iteration(self, run):
        rows = run("hint", "f5", "--lines", 9, "--depth", 3, "--json").objects
        assert [(row["depth"], row["line"]) for row in rows] == [
            (depth, line) for depth in (1, 2, 3) for line in (1, 2, 3)
        ]
        assert all(row["pv"][0] == row["move"] for row in rows)
        last = [row["value"] for row in rows[-3:]]
        assert last == sorted(last, reverse=True)
        assert {"probes", "researches", "table_hits", "first_move_rate"} <= set(rows[0])

    def test_exact(self, run):
        rows = run("hint", E115, "--lines", 3, "--json").objects
        last = rows[-3:]
        assert {row["move"] for row in last[:2]} == {"h2", "h4"}
        assert [row["exact"] for row in last] == [True] * 3
        assert "exact" in run("hint", E115).out

    def test_a_forced_pass_and_the_end(self, run):
        assert run("hint", MUST_PASS, "--json").objects[-1]["move"] == "pass"
        (over,) = run("hint", "X" * 64, "--json").objects
        assert (over["move"], over["value"], over["exact"]) == (None, 64, True)
        assert "Game over" in run("hint", "X" * 64).out

    def test_time_is_kept_and_what_is_there_is_told(self, run):
        started = time.monotonic()
        ran = run("hint", "--time", 0.3, "--json")
        assert time.monotonic() - started < 2
        assert ran.objects[-1]["depth"] > 3

    def test_a_level(self, run):
        assert run("hint", "f5", "--level", "casual", "--json").objects[-1]["depth"] == 2


class TestLevels:
    def test_table(self, run):
        lines = run("levels").out.splitlines()
        assert lines[1].split() == ["first-steps", "1", "100", "%", "1", "24"]
        assert ["21", "21", "73", "%", "24", "27@98", "30@87"] in [line.split() for line in lines]

    def test_json(self, run):
        rows = {row["level"]: row for row in run("levels", "--json").objects}
        assert list(rows)[6:] == [str(number) for number in range(61)]
        assert rows["beginner"]["noise"] > 0 == rows["4"]["noise"]
        assert rows["12"] == {
            "level": "12", "depth": 12, "selectivity": 73, "endgame": [[21, 100], [24, 98]],
            "noise": 0.0,
        }  # fmt: skip


class TestSelfplay:
    def test_a_game(self, run):
        ran = run("selfplay", "--level", 2)
        assert (ran.code, ran.err) == (0, "")
        assert re.search(r"^plies \d+, game ([a-h][1-8])+$", ran.out, re.MULTILINE)
        assert re.search(r" nodes, [\d.]+ s$", ran.out)

    def test_json(self, run):
        *moves, game = run("selfplay", "--level", 1, "--json").objects
        assert "".join(move["move"] for move in moves) == game["transcript"]
        board = Board.from_transcript(game["transcript"])
        assert game["outcome"]["score"] == board.outcome().score
        assert moves[0]["position"] == Board().to_text()
        assert {"game", "ply", "colour", "empties", "value", "unit", "depth"} <= set(moves[0])

    def test_the_same_words_play_the_same_games(self, run):
        words = ("selfplay", "--level", "casual", "--games", 2, "--json")
        first, second = (self.games(run(*words)) for _ in range(2))
        assert first == second
        assert len(set(first)) == 2
        assert self.games(run(*words, "--seed", 1)) != first

    @staticmethod
    def games(ran):
        return [row["transcript"] for row in ran.objects if "transcript" in row]

    def test_several_games_are_told_one_a_line(self, run):
        ran = run("selfplay", "--level", 1, "--games", 3)
        rows = [line.split() for line in ran.out.splitlines()[1:4]]
        assert [row[0] for row in rows] == ["1", "2", "3"]
        for _, discs, score, moves in rows:
            board = Board.from_transcript(moves)
            assert (board.ply, board.outcome().score) == (int(discs), int(score))

    def test_random_plies(self, run):
        rows = run("selfplay", "--level", 1, "--random-plies", 4, "--json").objects
        assert rows[0]["ply"] == 5

    @pytest.mark.parametrize("article", [(), ("--article", "pvs")])
    def test_from_a_position(self, run, article):
        rows = run("selfplay", "--position", E115, *article, "--json").objects
        assert rows[0]["colour"] == "black"
        assert rows[0]["empties"] == 11

    @pytest.mark.parametrize("article", [(), ("--article", "pvs")])
    def test_from_a_finished_game(self, run, article):
        ran = run("selfplay", "--position", "X" * 64, *article)
        assert ran.code == 0
        assert "plies 0" in ran.out

    def test_the_golden_game(self, run, golden):
        with (golden / "pvs-article-selfplay.tsv").open() as file:
            rows = [row for row in csv.reader(file, delimiter="\t") if not row[0].startswith("#")]
        ran = run("selfplay", "--faithful", "--json")
        found = [
            [str(m[k]) for k in ("ply", "empties", "depth", "move", "score", "nodes", "position")]
            for m in ran.objects
        ]
        assert found == rows

    def test_statistics(self, run):
        out = run("selfplay", "--article", "pvs", "--faithful").out
        assert "plies 60, Black 47, White 17" in out
        assert "nodes 883,009" in out


class TestWarmup:
    def test_text_and_json(self, run):
        assert "kernels ready" in run("warmup").out
        rows = run("warmup", "--json").objects
        assert {"kernel", "seconds", "cached"} == set(rows[0])
        assert "core.rules.legal_mask" in {row["kernel"] for row in rows}


QUICK = ("--depth", "1", "--exact-from", "10")


class TestAnalyze:
    def test_json(self, run):
        ran = run("analyze", GAME, *QUICK, "--json")
        assert ran.code == 0
        assert ran.err == ""
        moves = ran.objects
        assert [m["number"] for m in moves] == list(range(62, 0, -1))
        moves.reverse()
        assert "".join(m["move"] for m in moves if m["ply"]) == famous_game(GAME).transcript()
        assert [m["ply"] for m in moves if m["move"] == "pass"] == [None, None]
        assert (moves[0]["loss"], moves[0]["exact"]) == (None, False)
        assert (moves[0]["unit"], moves[0]["bound"], moves[0]["depth"]) == ("discs", "estimate", 1)
        assert set(moves[0]["values"]) == {"d3", "c4", "f5", "e6"}
        assert moves[0]["estimated_loss"] >= 0
        assert moves[-1] == {
            "number": 62,
            "ply": 60,
            "colour": "white",
            "move": "a1",
            "value": 32,
            "unit": "discs",
            "bound": "exact",
            "selectivity": 100,
            "best": ["a1"],
            "best_value": 32,
            "best_unit": "discs",
            "best_bound": "exact",
            "best_selectivity": 100,
            "loss": 0,
            "estimated_loss": None,
            "exact": True,
            "depth": 1,
            "values": {"a1": 32},
            "every_move": True,
            "line": ["a1"],
            "phase": "endgame",
            "forced": True,
            "seconds": None,
        }

    def test_estimates_are_marked(self, run):
        ran = run("analyze", "-", *QUICK, stdin="f5d6")
        assert "estimates (~)" in ran.out
        assert re.search(r"\n +1 +Black +f5 +~[+-]\d+ .* ~\d+ +1 ply deep, 73 %", ran.out)

    def test_a_transcript_itself(self, run):
        for words in ("f5d6", "F5 D6", "1. f5 2. d6"):
            rows = run("analyze", words, *QUICK, "--json").objects
            assert [row["move"] for row in rows] == ["d6", "f5"]
        ran = run("analyze", "f5d6a1", *QUICK, "--json")
        assert (ran.code, len(ran.objects)) == (1, 2)
        assert ran.err.startswith("outflank: transcript line 1: ply 3")
        whole = famous_game(GAME).transcript(passes=True)
        numbered = " ".join(f"{i}. {whole[2 * i : 2 * i + 2]}" for i in range(len(whole) // 2))
        assert run("analyze", numbered, "--list").code == 0

    @pytest.mark.parametrize("name", ["f5.txt", "game1.txt", "e4-games.wtb", "a1b2c3d4.wtb.old"])
    def test_a_file_that_is_not_there(self, refuses, name):
        assert "no such file" in refuses(1, "analyze", name).err

    def test_a_near_miss_of_a_name(self, refuses):
        err = refuses(1, "analyze", "murakami-logistelo-1997-3").err
        assert "did you mean murakami-logistello-1997-3?" in err

    def test_whose_value_is_not_exact_is_said(self):
        from outflank import Move, Score
        from outflank.analysis import MoveReport
        from outflank.analysis.words import how_text
        from outflank.board import Color

        exact, guess = Score(4), Score(6, bound="estimate", selectivity=73)

        def told(value, best):
            move = Move("f5")
            return how_text(
                MoveReport(1, Color.BLACK, move, value, (move,), best, None, False, depth=9)
            )

        assert told(exact, guess) == "best: 9 plies deep, 73 %"
        assert told(guess, exact) == "played: 9 plies deep, 73 %"
        assert told(guess, guess) == "9 plies deep, 73 %"
        assert told(exact, exact) == "exact"

    def test_a_level_and_a_time(self, run):
        rows = run("analyze", "-", "--level", 3, "--json", stdin="f5d6").objects
        assert {row["depth"] for row in rows} == {3}
        rows = run("analyze", "-", "--time", 0.2, "--hash", 1, "--threads", 2, "--json",
                   stdin="f5d6").objects  # fmt: skip
        assert [row["move"] for row in rows] == ["d6", "f5"]

    def test_an_article(self, run):
        rows = run("analyze", GAME, *QUICK, "--article", "pvs", "--json").objects
        assert rows[-1]["unit"] == "pvs-article"
        assert rows[0]["unit"] == "discs"

    def test_units_are_explained(self, run):
        for article, worths in (
            ("mtdf", (CORNER_WORTH, MOVE_WORTH)),
            ("pvs", (SQUARE_WEIGHTS[0][0], MOBILITY_WORTH)),
        ):
            out = run("analyze", "-", *QUICK, "--article", article, stdin="f5d6").out
            corner, move = worths
            assert f"{article}-article units are not discs" in out
            assert f"a corner counts {corner}, a move {move}" in out

    def test_without_exact_moves_nothing_is_perfect(self, run):
        out = run("analyze", "-", *QUICK, stdin="f5d6").out
        assert re.search(r"\nBlack +game +1 +~\d+ +~\d+\.\d\d +\d of 1 +\d+ % *\n", out)
        out = run("analyze", "-", *QUICK, "--article", "mtdf", stdin="f5d6").out
        assert re.search(r"\nBlack +game +1 *\n", out)
        assert re.search(r"\nWhite +game +1 *\n", out)

    def test_a_list_of_a_text(self, run, refuses, tmp_path):
        path = tmp_path / "games.txt"
        path.write_text(f"f5d6c3\n{famous_game(GAME).transcript()}\n")
        ran = run("analyze", path, "--list", "--json")
        assert [(row["game"], row["plies"], row["black_discs"]) for row in ran.objects] == [
            (0, 3, None),
            (1, 60, 16),
        ]
        path.write_text("f5d6c3\n\nf5d4\n\nf5f6\n\nhello\n")
        ran = run("analyze", path, "--list", "--json")
        assert [row["plies"] for row in ran.objects] == [3, 1, 2, 0]
        assert [row["fault"] is None for row in ran.objects] == [True, False, True, False]
        assert (ran.code, ran.err.count("\n")) == (1, 2)
        refuses(1, "analyze", "-", "--list")

    def test_a_list_of_a_wthor_file(self, run, refuses, shared_data, tmp_path):
        path = shared_data / "wthor" / "WTH_1997.wtb"
        lines = run("analyze", path, "--list").out.splitlines()
        assert len(lines) == 7682
        assert " ".join(lines[1495].split()) == (
            "1494 Murakami Takeshi Logistello (buro) 16-48 60 1997 Match Murakami-Logistello"
        )
        (row,) = run("analyze", GAME, "--list", "--json").objects
        assert (row["black"], row["white"], row["year"]) == ("Murakami Takeshi", "Logistello", 1997)
        cut = tmp_path / "cut.wtb"
        cut.write_bytes(path.read_bytes()[:100])
        ran = refuses(1, "analyze", cut, "--list")
        assert "truncated" in ran.err
        assert len(ran.out.splitlines()) == 2

    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ('[Event "x"]\n1. f5 d6', "PGN"),
            ('\ufeff\n[Black "x"]', "PGN"),
            ("(;GM[Othello]PC[x]", "GGF, of which games are read"),
            ("\n(;FF[4]", "SGF, or GGF of another game"),
            ("(;GM[Go]", "SGF, or GGF of another game"),
        ],
    )
    def test_other_formats_are_told_by_name(self, refuses, text, name):
        for command in ("board", "best"):
            ran = refuses(1, command, text)
            assert f"looks like {name}" in ran.err

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
    def test_an_endless_file_is_refused_at_once(self, refuses):
        assert "zero: a binary file" in refuses(1, "analyze", "/dev/zero").err

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
    @pytest.mark.parametrize(
        "words", ["solve", "lab watch --recording", "lab run pass-ply -o . --games"]
    )
    def test_a_named_pipe_is_not_waited_for(self, refuses, tmp_path, words, monkeypatch):
        monkeypatch.chdir(tmp_path)
        os.mkfifo("pipe")
        assert "not a regular file" in refuses(1, *words.split(), "pipe").err

    @pytest.mark.skipif(not Path("/dev/fd").exists(), reason="there are no such devices here")
    def test_a_pipe_of_the_shell_is_read(self, run):
        reader, writer = os.pipe()
        os.write(writer, b"f5d6c3\n")
        os.close(writer)
        try:
            assert run("analyze", f"/dev/fd/{reader}", "--list").code == 0
        finally:
            os.close(reader)

    def test_long_names_keep_to_their_columns(self, run):
        text = f"(;GM[Othello]PC[{'E' * 99}]PB[{'B' * 99}]PW[White]TY[8]RE[?]BO[8 {START} *];)"
        head, row = run("analyze", "-", "--list", stdin=text).out.splitlines()
        assert row.startswith(f"     0  {'B' * 19}…  White   ")
        assert row.index("White") == head.index("White")
        assert row.endswith(f"  {'E' * 39}…")

    def test_a_name_cannot_command_the_terminal(self, run, tmp_path):
        path = tmp_path / "\x1b[2J\x07.txt"
        path.write_text("f5d6")
        ran = run("analyze", path, *QUICK)
        assert "\\x1b[2J\\x07.txt line 1" in ran.out
        path.write_text("f5d4")
        ran = run("analyze", path, *QUICK)
        for written in (ran.out, ran.err):
            assert written.replace("\n", "").isprintable()

    def test_text(self, run):
        out = run("analyze", GAME, "--depth", 1, "--exact-from", 18).out
        assert out.startswith("Murakami Takeshi (Black) - Logistello (White)\n")
        assert (
            "White wins: Black 16, White 48 (full board). Recorded: Black 16, White 48. "
            "Best play of both from 24 empties: Black 21, White 43.\n"
        ) in out
        assert re.search(r"\n 43 +Black +g2 +-30 +g7 +-22 +8 +exact *\n", out)
        assert re.search(r"\n +Black +pass ", out)
        assert re.search(r"Murakami Takeshi \(Black\) +game +29 +~\d.* 10 in 8 moves *\n", out)
        assert re.search(r"\n +endgame +9 +", out)
        assert "\nOpening: " in out
        assert "\nTurning points:\n" in out
        assert "\nBlack, 43. g2 loses 8: it " in out

    def test_a_text_of_several_games(self, run, tmp_path):
        path = tmp_path / "games.txt"
        path.write_text("f5d6c3\nf5f6e6f4\n")
        ran = run("analyze", path, *QUICK, "--json")
        assert [move["move"] for move in ran.objects] == ["c3", "d6", "f5"]
        assert ran.code == 0
        assert (
            ran.err
            == "outflank: games.txt holds several games: this is game 0; --game takes another\n"
        )
        ran = run("analyze", path, "--game", 1, *QUICK, "--json")
        assert len(ran.objects) == 4
        assert ran.err == ""

    def test_standard_input(self, run):
        ran = run("analyze", "-", *QUICK, "--json", stdin="f5d6\nc3\n")
        assert [move["move"] for move in ran.objects] == ["c3", "d6", "f5"]

    def test_a_real_wthor_file(self, run, shared_data):
        path = shared_data / "wthor" / "WTH_1997.wtb"
        ran = run("analyze", path, "--game", 1494, *QUICK, "--json")
        assert ran.code == 0
        same = run("analyze", GAME, *QUICK, "--json").objects
        assert [row["move"] for row in ran.objects] == [row["move"] for row in same]
        assert "Logistello (buro) (White)" in run("analyze", path, "--game", 1494, *QUICK).out

    def test_a_truncated_wthor_file(self, refuses, shared_data, tmp_path):
        whole = (shared_data / "wthor" / "WTH_1977.wtb").read_bytes()
        path = tmp_path / "cut.wtb"
        path.write_bytes(whole[:-100])
        ran = refuses(1, "analyze", path, "--game", 3, *QUICK, "--json")
        assert "12 games" in ran.err
        assert "after 10" in ran.err
        assert len(ran.objects) >= 60
        assert refuses(1, "analyze", path, "--game", 11, *QUICK).out == ""

    def test_the_moves_before_an_illegal_one_are_analysed(self, refuses):
        moves = famous_game(GAME).transcript()
        broken = moves[:38] + "h8" + moves[40:]
        ran = refuses(1, "analyze", "-", *QUICK, "--json", stdin=broken)
        assert [move["ply"] for move in ran.objects] == list(range(19, 0, -1))
        assert 'line 1: ply 20: "h8"' in ran.err
        assert (
            "Not finished: 19 discs placed." in refuses(1, "analyze", "-", *QUICK, stdin=broken).out
        )

    @pytest.mark.parametrize(
        ("content", "place"),
        [
            (b"", "empty"),
            (b"\n\n# nothing\n", "empty"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\r", "binary"),
            (bytes(range(256)), "binary"),
            (b"hello", "ply 1"),
        ],
    )
    def test_what_is_no_game(self, refuses, tmp_path, content, place):
        path = tmp_path / "game.txt"
        path.write_bytes(content)
        ran = refuses(1, "analyze", path)
        assert "game.txt" in ran.err
        assert place in ran.err
        assert ran.out == ""
        refuses(1, "analyze", "-", stdin=content)

    def test_files_that_cannot_be_read(self, refuses, tmp_path):
        assert "no such file" in refuses(1, "analyze", tmp_path / "none.txt").err
        assert GAME in refuses(1, "analyze", "kasparov").err
        assert str(tmp_path) in refuses(1, "analyze", tmp_path).err
        assert "name is empty" in refuses(1, "analyze", "").err

    def test_a_game_that_is_not_there(self, refuses, tmp_path):
        assert "no game 99999" in refuses(1, "analyze", GAME, "--game", 99999).err
        path = tmp_path / "game.txt"
        path.write_text("f5d6")
        assert "no game 7" in refuses(1, "analyze", path, "--game", 7).err

    def test_the_defaults_are_those_that_the_help_names(self, run):
        from outflank.analysis import AnalysisOptions, options
        from outflank.cli import best, hint, play, selfplay
        from outflank.textbook import Article

        def help_of(command):
            return " ".join(run(command, "--help").out.replace("│", " ").split())

        engine, article = AnalysisOptions(), AnalysisOptions(article=Article.MTDF)
        text = help_of("analyze")
        assert f"it takes {engine.seconds:g} seconds if nothing says how long" in text
        assert f"({engine.exact_empties} if neither" in text
        assert f"--depth (1 to {options.ARTICLE_DEEPEST}; {article.plies})" in text
        exact = f"(0 to {options.ARTICLE_MOST_EMPTIES}; {article.exact_empties})"
        assert f"--exact-from {exact}" in text
        assert f"--depth ({article.plies}) and --exact-from ({article.exact_empties})" in help_of(
            "best"
        )
        assert f"at level {best.LEVEL} if nothing says" in help_of("best")
        assert f"thinks for {hint.TIME:g} seconds" in help_of("hint")
        assert f"at level {play.LEVEL} if nothing says" in help_of("play")
        assert f"--depth ({play.ARTICLE_DEPTH})" in help_of("play")
        assert f"--exact-from ({play.ARTICLE_EXACT_FROM})" in help_of("play")
        assert f"at level {selfplay.LEVEL} if nothing says" in help_of("selfplay")
        assert f"({selfplay.RANDOM_PLIES} if there are several games" in help_of("selfplay")
