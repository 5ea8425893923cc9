"""The GTP server: its lines, its commands, passes, undo, time, and what must not end it."""

import io
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import bug_reports
from outflank.board import Board, Move
from outflank.engine import Limit
from outflank.games import famous_game
from outflank.protocols import Conversation, GtpServer, Thinker
from outflank.protocols.gtp_lines import clean, command_of
from protocols.talks import GTP, Live, answers, serve

# Zolomon/reversi-ai PR 6: after its moves Black must pass.
REPORTS = {row["id"]: row["moves"] for row in bug_reports("transcripts")}
PASSING = REPORTS["egaroucid-67"]
WHITE_MUST_PASS = Board.from_transcript(PASSING)
QUARRY = Board.from_transcript(REPORTS["azg-167"])


def plays(board, *, passes=False):
    """The commands that play a game."""
    turn, lines = board.root().turn, []
    for move in board.moves:
        if passes or not move.is_pass:
            lines.append(f"play {str(turn).lower()} {move}")
        turn = turn.other
    return "\n".join(lines) + "\n"


@pytest.fixture
def ask(engine):
    return lambda script, **options: answers(script, engine, **options)


class TestLines:
    @pytest.mark.parametrize(
        ("line", "answer"),
        [
            ("name", "= Outflank"),
            ("7 name", "=7 Outflank"),
            ("007 name", "=007 Outflank"),
            ("12345678901234567890 name", "=12345678901234567890 Outflank"),
            ("  8\tname   # a comment", "=8 Outflank"),
            ("na\x01me\x7f\r", "= Outflank"),
            ("NAME", "= Outflank"),
            ("5", "?5 no command"),
            ("5 nonsense", '?5 unknown command: "nonsense"'),
            ("-1 name", '? unknown command: "-1"'),
            ("9x name", '? unknown command: "9x"'),
            ("7 undo", "?7 cannot undo: there is no move to take back"),
            ("1 komi", "?1 syntax error: komi is missing"),
            (
                "1 komi 6 5",
                "?1 syntax error: komi is all that is wanted, and 2 words are there",
            ),
        ],
    )
    def test_one_line_one_answer(self, ask, line, answer):
        assert ask(f"{line}\n") == [answer]

    @pytest.mark.parametrize("line", ["", "   ", "\t\r", "# a comment", "\x01\x02"])
    def test_nothing_is_no_command(self, ask, line):
        assert ask(f"{line}\nname\n") == ["= Outflank"]

    def test_the_last_line_needs_no_end(self, ask):
        assert ask("1 name") == ["=1 Outflank"]

    def test_a_blank_follows_an_empty_answer(self, engine):
        # GoGui takes what follows the first blank; without one, the number.
        assert serve(GTP, "3 komi 0\n", engine) == "=3 \n\n"

    def test_a_line_that_is_too_long(self, ask):
        assert ask(f"4 play {'x' * (1 << 21)}\n5 name\n") == [
            "?4 a line of more than 1048576 characters",
            "=5 Outflank",
        ]

    def test_quit_is_answered_and_ends(self, ask):
        assert ask("1 quit\n2 name\n") == ["=1"]

    @given(st.binary(max_size=200))
    @settings(max_examples=100)
    def test_any_bytes(self, engine, content):
        script = content.decode("utf-8", "replace").replace("quit", "")
        told = []
        found = answers(f"{script}\n99 name\n", engine, complaints=told)
        assert found[-1] == "=99 Outflank"
        assert told == []

    def test_parts_of_lines(self):
        assert clean("\t7 \x00undo\r#x") == "7 undo"
        assert command_of("7  undo 3") == ("7", "undo 3")
        assert command_of("7undo") == ("", "7undo")


class TestCommands:
    def test_every_command_is_listed_and_known(self, ask):
        listed = ask("list_commands\n")[0].removeprefix("= ").splitlines()
        wanted = (
            "protocol_version name version known_command list_commands quit boardsize "
            "clear_board komi play genmove reg_genmove undo time_settings time_left set_game "
            "list_games loadsgf showboard final_score gogui-rules_game_id gogui-rules_board "
            "gogui-rules_board_size gogui-rules_legal_moves gogui-rules_side_to_move "
            "gogui-rules_final_result gogui-analyze_commands"
        )
        assert set(wanted.split()) <= set(listed)
        script = "".join(f"known_command {name}\n" for name in listed)
        assert set(ask(script)) == {"= true"}
        assert ask("known_command nonsense\nknown_command\n") == ["= false"] * 2

    def test_what_it_is(self, ask):
        assert ask("protocol_version\nlist_games\nset_game othello\nset_game Go\n") == [
            "= 2",
            "= Othello",
            "=",
            '? unsupported game: "Go", only Othello',
        ]
        assert ask("version\n")[0].startswith("= 0.")

    @pytest.mark.parametrize(
        ("text", "answer"),
        [("8", "="), ("19", "? unacceptable size"), ("x", "? syntax error"), ("", "? syntax")],
    )
    def test_size(self, ask, text, answer):
        assert ask(f"boardsize {text}\n")[0].startswith(answer)

    def test_komi_changes_nothing(self, ask):
        assert ask("komi 6.5\n") == ["="]
        assert ask("komi x\n")[0].startswith("? syntax error: komi")

    def test_boards(self, ask):
        board, rules = ask("play b f5\nshowboard\ngogui-rules_board\n")[1:]
        assert board == "= \n" + str(Board.from_transcript("f5"))
        rows = rules.removeprefix("= ").split("\n")
        assert len(rows) == 8
        # Row 8 comes first: GoGui counts rows from the bottom.
        assert rows[3] == ". . . X X X . ."
        assert rows[4] == ". . . O X . . ."

    def test_rules_for_gogui(self, ask):
        assert ask(
            "gogui-rules_game_id\ngogui-rules_board_size\ngogui-rules_side_to_move\n"
            "gogui-rules_legal_moves\ngogui-rules_final_result\nplay b f5\n"
            "gogui-rules_side_to_move\n"
        ) == ["= Othello", "= 8", "= black", "= D3 C4 F5 E6", "= unknown", "=", "= white"]

    def test_values_of_all_moves(self, ask):
        assert "outflank-values" in ask("gogui-analyze_commands\n")[0]
        words = ask("outflank-values\n")[0].split()[1:]
        assert sorted(words[::2]) == ["C4", "D3", "E6", "F5"]
        assert all(-64 <= float(value) <= 64 for value in words[1::2])


class TestMoves:
    @pytest.mark.parametrize(
        ("line", "answer"),
        [
            ("play black f5", "="),
            ("play B F5", "="),
            ("play w f4", "? illegal move: wrong color: Black is to move"),
            ("play b a1", '? illegal move: ply 1: "a1": it turns no disc'),
            ("play b d4", '? illegal move: ply 1: "d4": the square is occupied'),
            ("play b pass", '? illegal move: ply 1: "pass": a pass is legal only'),
            ("play b", "? syntax error: no vertex, and Black need not pass"),
            ("play b j9", '? syntax error: "j9" is not a vertex'),
            ("play b resign", "? syntax error"),
            ("play grey f5", '? "grey" is not a color'),
            ("play", "? syntax error: play COLOR VERTEX"),
            ("play b f5 d6", "? syntax error: play COLOR VERTEX"),
            ("genmove w", "? wrong color: Black is to move"),
            ("genmove", "? syntax error: a color is missing"),
            ("reg_genmove w", "? wrong color"),
        ],
    )
    def test_one_move(self, ask, line, answer):
        found, legal = ask(f"{line}\ngogui-rules_legal_moves\n")
        assert found.startswith(answer)
        assert (legal == "= D3 C4 F5 E6") is (answer != "=")

    def test_a_move_of_ours_is_played(self, ask):
        move, side = ask("genmove b\ngogui-rules_side_to_move\n")
        assert Move(move.removeprefix("= ")) in map(Move, Board().legal_moves)
        assert move == move.upper()
        assert side == "= white"

    def test_one_that_is_only_asked_for_is_not(self, ask):
        first, second, side = ask("reg_genmove b\nreg_genmove b\ngogui-rules_side_to_move\n")
        assert first == second
        assert side == "= black"

    def test_a_whole_game_of_ours(self, ask):
        found = ask("genmove b\ngenmove w\n" * 34 + "final_score\n")
        board = Board()
        for answer in found[:-1]:
            move = Move(answer.removeprefix("= "))
            if board.is_game_over():
                assert move.is_pass
            else:
                board.push(move)
        score = board.outcome().score
        assert found[-1] == ("= 0" if score == 0 else f"= {'B' if score > 0 else 'W'}+{abs(score)}")


class TestPasses:
    def test_the_board_is_where_white_must_pass(self):
        assert WHITE_MUST_PASS.must_pass
        assert str(WHITE_MUST_PASS.turn) == "White"

    @pytest.mark.parametrize("line", ["play w pass", "play white PASS", "play w", "genmove w"])
    def test_told(self, ask, line):
        *_, legal, answer, side = ask(
            f"{plays(WHITE_MUST_PASS)}gogui-rules_legal_moves\n{line}\ngogui-rules_side_to_move\n"
        )
        assert legal == "= pass"
        assert answer == ("= pass" if line == "genmove w" else "=")
        assert side == "= black"

    def test_left_out(self, ask):
        *_, move, side = ask(f"{plays(WHITE_MUST_PASS)}genmove b\ngogui-rules_side_to_move\n")
        assert len(move) == len("= A1")
        assert side == "= white"

    def test_undo_takes_back_what_was_told(self, ask):
        script = plays(WHITE_MUST_PASS)
        legal = "gogui-rules_legal_moves\n"
        # A pass that was left out goes with its move, one that was told by itself.
        assert ask(f"{script}genmove b\nundo\n{legal}")[-1] == "= pass"
        assert ask(f"{script}genmove w\nundo\n{legal}")[-1] == "= pass"
        assert ask(f"{script}play w pass\ngenmove b\nundo\n{legal}")[-1] != "= pass"

    @pytest.mark.parametrize("passes", [True, False])
    def test_a_game_there_and_back(self, ask, passes):
        script = plays(QUARRY, passes=passes)
        count = script.count("\n")
        back = "undo\n" * (count + 1)
        found = ask(f"{script}final_score\n{back}showboard\n")
        assert found[count] == "= W+64"
        assert set(found[:count]) == set(found[count + 1 : -2]) == {"="}
        assert found[-2].startswith("? cannot undo")
        assert found[-1] == f"= \n{Board()}"

    def test_after_the_end(self, ask):
        over = plays(QUARRY)
        count = over.count("\n")
        found = ask(
            f"{over}genmove b\ngenmove w\nreg_genmove b\nplay b pass\nplay w\nplay b a1\n"
            "gogui-rules_legal_moves\ngogui-rules_final_result\noutflank-values\n"
            "undo\nundo\nundo\nundo\nfinal_score\nundo\nfinal_score\n"
        )[count:]
        assert found[:3] == ["= pass"] * 3
        assert found[3:5] == ["="] * 2
        assert found[5] == '? illegal move: ply 56: "a1": the game is over'
        assert found[6] == found[8] == "="
        assert found[7] == "= White wins 64-0 (wipe-out, 0-59 discs on the board)"
        assert found[9:13] == ["="] * 4
        assert found[13] == "= W+64"
        assert found[15].startswith("? cannot score")


class TestFiles:
    @pytest.fixture
    def sgf(self, tmp_path):
        path = tmp_path / "a game.sgf"
        path.write_text("(;GM[2]SZ[8];B[fe];W[d6];B[c3])")
        return path

    def test_a_game(self, ask, sgf):
        found = ask(f"loadsgf {sgf}\nshowboard\nundo\nshowboard\n")
        assert found[1] == f"= \n{Board.from_transcript('f5d6c3')}"
        assert found[3] == f"= \n{Board.from_transcript('f5d6')}"

    def test_before_a_move(self, ask, sgf):
        assert ask(f"loadsgf {sgf} 3\nshowboard\n")[1] == f"= \n{Board.from_transcript('f5d6')}"
        assert ask(f"loadsgf {sgf} 1\nshowboard\n")[1] == f"= \n{Board()}"
        assert ask(f"loadsgf {sgf} 99\nshowboard\n")[1] == f"= \n{Board.from_transcript('f5d6c3')}"

    @pytest.mark.parametrize("words", ["", "no such file", "/", "{0} 0"])
    def test_what_cannot_be_loaded_changes_nothing(self, ask, sgf, words):
        found = ask(f"play b f5\nloadsgf {words.format(sgf)}\nshowboard\n")
        assert found[1].startswith(("? cannot load file", "? syntax error"))
        assert found[2] == f"= \n{Board.from_transcript('f5')}"

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
    def test_what_is_no_file_is_not_waited_for(self, ask, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        for path in (tmp_path / "pipe", "/dev/null"):
            assert ask(f"loadsgf {path}\n")[0] == f"? cannot load file: {path}: not a regular file"

    def test_a_broken_game(self, ask, tmp_path):
        path = tmp_path / "broken.sgf"
        path.write_text("(;GM[2];B[f5];W[a1])")
        assert '"a1": it turns no disc' in ask(f"loadsgf {path}\n")[0]


class Remembering:
    """An engine that remembers what it was asked."""

    def __init__(self, engine):
        self.asked = []
        self._engine = engine
        self.options = engine.options

    def configure(self, **changes):
        self._engine.configure(**changes)
        self.options = self._engine.options

    def new_game(self):
        self._engine.new_game()

    def play(self, board, limit):
        self.asked.append((self.options.level, limit))
        return self._engine.play(board, Limit(depth=1))


class TestTime:
    def asked(self, engine, script, level=None, limit=None):
        remembering = Remembering(engine)
        answers(script, remembering, level=level, limit=limit)
        return remembering.asked

    def test_without_a_clock(self, engine):
        assert self.asked(engine, "genmove b\n") == [(10, Limit())]
        assert self.asked(engine, "time_settings 0 0 0\ngenmove b\n") == [(10, Limit())]
        assert self.asked(engine, "genmove b\n", 3, Limit(nodes=9)) == [(3, Limit(nodes=9))]

    def test_with_one(self, engine):
        script = "time_settings 300 0 0\ngenmove b\ntime_left w 20 0\ngenmove w\ngenmove b\n"
        (level, first), (_, second), (_, third) = self.asked(engine, script)
        assert level is None
        assert first == Limit(clock=300)
        assert second == Limit(clock=20)
        assert 299 < third.clock < 300

    def test_what_the_user_says_counts_but_not_more_than_the_clock(self, engine):
        script = "time_settings 300 0 0\ngenmove b\n"
        limit = Limit(time=5, depth=3)
        assert self.asked(engine, script, None, limit) == [(None, Limit(depth=3, clock=300))]
        assert self.asked(engine, script, "club") == [("club", Limit(clock=300))]

    def test_another_game_sets_the_clocks_anew(self, engine):
        script = "time_settings 300 0 0\ntime_left b 5 0\nclear_board\ngenmove b\n"
        assert self.asked(engine, script) == [(None, Limit(clock=300))]

    def test_overtime(self, engine):
        script = "time_settings 0 30 10\ngenmove b\n"
        assert self.asked(engine, script) == [(None, Limit(clock=30, moves=10))]

    @pytest.mark.parametrize(
        "line",
        [
            "time_settings 1 2",
            "time_settings a 0 0",
            "time_settings -1 0 0",
            "time_settings 0 0 1.5",
            "time_left b 10",
            "time_left x 10 0",
            "time_left b -10 0",
            "time_left b nan 0",
        ],
    )
    def test_what_cannot_be(self, ask, line):
        assert ask(f"{line}\n")[0].startswith("? ")


class TestEnds:
    def test_a_search_ends_by_the_comment_of_gogui(self, engine):
        with Live(GTP, engine) as server:
            server.send("1 genmove b")
            assert server.is_silent(0.1)
            server.send("# interrupt")
            assert server.next("=1 ")[3:].strip()
            server.send("2 name")
            assert server.next("=2") == "=2 Outflank"

    @pytest.mark.parametrize("end", ["quit", None])
    def test_a_search_ends_with_the_conversation(self, engine, end, monkeypatch):
        monkeypatch.setattr("outflank.protocols.conversation.TOGETHER", 0.01)
        with Live(GTP, engine) as server:
            server.send("1 genmove b")
            assert server.is_silent(0.2)
            if end:
                server.send(end)
            else:
                server.end_input()
            assert server.next("=1 ")

    def test_a_script_gets_its_answer(self, ask):
        whole = ask("reg_genmove b\nquit\n", level=None, limit=Limit(depth=10))
        assert whole == [
            *ask("reg_genmove b\n", level=None, limit=Limit(depth=10)),
            "=",
        ]

    def test_a_fault_of_ours_is_answered_and_told(self, engine):
        class Broken(Remembering):
            def play(self, board, limit):
                raise RuntimeError("out of\norder")

        told = []
        found = answers("1 genmove b\n2 name\n", Broken(engine), complaints=told)
        assert found == ["?1 internal error: RuntimeError: out of order", "=2 Outflank"]
        assert told == ["genmove: RuntimeError: out of\norder"]

    def test_nobody_reads_any_more(self, engine):
        class Gone(io.StringIO):
            def write(self, text):
                raise BrokenPipeError

        with Conversation(io.StringIO("name\n"), Gone()) as talk, pytest.raises(BrokenPipeError):
            GtpServer(talk, Thinker(engine), pytest.fail).serve()

    def test_a_famous_game(self, ask):
        game = famous_game("murakami-logistello-1997-1")
        outcome = game.outcome()
        found = ask(f"{plays(game.board())}final_score\n")
        assert found[-1] == f"= {str(outcome.winner)[0]}+{abs(outcome.score)}"
