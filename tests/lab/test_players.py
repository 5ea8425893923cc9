"""Players: their texts read, every wrong one refused at its place, moves legal and in time."""

import pickle
import random
import time

import pytest

from outflank.board import Board, Move
from outflank.engine import Info
from outflank.lab.players import (
    KINDS,
    Defaults,
    Kind,
    PlayerError,
    RandomPlayer,
    contender,
    contenders,
    register,
    whole,
)
from outflank.lab.specs import read_spec
from outflank.lab.timing import Clock, TimeControl, TimeError, Timer
from outflank.textbook import Article, mtdf, pvs

BOARD = Board.from_transcript("f5d6c3d3c4f4")

#: Seconds that the system may take to wake a thread.
SCHEDULING = 0.004
#: A busy machine may wake us late; a time that is not looked at would be used many times over.
LATE = 0.3


def clock_of(one):
    return Clock(one.control.move, one.control.main, one.control.increment)


class TestTexts:
    def test_quotes(self):
        spec = read_spec("gtp:'prog -a, b: c',time=1,name=\"x,y\"")
        assert [(part.key, part.value) for part in spec.parts] == [
            ("", "prog -a, b: c"),
            ("time", "1"),
            ("name", "x,y"),
        ]

    @pytest.mark.parametrize(
        ("text", "column", "reason"),
        [
            ("", 1, "begins with its kind"),
            ("Foo", 1, "begins with its kind"),
            ("foo:level=3", 1, "no kind of player: outflank, textbook, random"),
            ("outflank level=3", 9, "a colon is missing"),
            ("outflank:", 10, "something is missing"),
            ("outflank:depth=", 16, "something is missing"),
            ("outflank:depth=3,", 18, "something is missing"),
            ("outflank:name='a", 15, "a quote without an end"),
            ("outflank:name='a'b", 18, "a comma is missing"),
            ("outflank", 1, "no limit"),
            ("outflank:driver=pvs", 1, "no limit"),
            ("outflank:10", 10, "not key=value"),
            ("outflank:lvl=3", 10, "lvl is not an option of outflank"),
            ("outflank:level=99", 10, "not a level"),
            ("outflank:time=1,level=x", 17, "not a level"),
            ("outflank:depth=0", 10, "depth is 1 to 60"),
            ("outflank:depth=2.5", 10, "not a whole number"),
            ("outflank:depth=3,depth=4", 18, "depth stands twice"),
            ("outflank:depth=3,level=4", 18, "level and depth"),
            ("outflank:selectivity=99,level=4", 25, "level and selectivity"),
            ("outflank:depth=3,selectivity=50", 18, "selectivity is one of"),
            ("outflank:depth=3,driver=best", 18, "not a driver"),
            ("outflank:depth=3,evaluator=x", 18, "not an evaluation"),
            ("outflank:depth=3,hash=0", 18, "more than 0 MB"),
            ("outflank:depth=3,hash=x", 18, "not a number"),
            ("outflank:time=0", 10, "more than 0"),
            ("outflank:time=nan", 10, "finite"),
            ("outflank:time=1,clock=60", 17, "time and clock"),
            ("outflank:clock=60+1+1", 10, "a clock is"),
            ("outflank:clock=60+-1", 10, "0 or more"),
            ("textbook:depth=3", 1, "needs a word"),
            ("textbook:article,depth=3", 10, "mtdf-article, pvs-article"),
            ("textbook:pvs-article,mtdf-article", 22, "a second word"),
            ("textbook:pvs-article,nodes=3", 22, "nodes is not an option"),
            ("random:hard", 8, "not key=value"),
        ],
    )
    def test_a_wrong_text_is_refused_at_its_place(self, text, column, reason):
        with pytest.raises(PlayerError) as caught:
            contender(text)
        assert f"column {column}: " in str(caught.value)
        assert reason in str(caught.value)

    def test_names(self):
        names = [one.name for one in contenders(["random", "random", "random:name=[Bob]"])]
        assert names == ["random", "random #2", "(Bob)"]

    def test_what_decides_how_it_plays(self):
        one = contender("outflank:clock=60+0.5,exact-from=20,hash=8,threads=2")
        assert one.control == TimeControl(main=60, increment=0.5)
        assert one.options == {"exact-from": 20, "hash": 8, "threads": 2}
        assert pickle.loads(pickle.dumps(one)) == one
        assert str(one) == "outflank:exact-from=20,hash=8.0,threads=2 60+0.5"


class TestDefaults:
    def test_they_are_for_players_without_limits(self):
        defaults = Defaults(TimeControl(move=0.5), depth=4)
        assert contender("outflank", defaults).options == {"depth": 4}
        assert contender("outflank", defaults).control.move == 0.5
        assert contender("outflank:level=3", defaults).options == {"level": "3"}
        assert contender("outflank:level=3", defaults).control == TimeControl()
        assert contender("random", defaults).options == {}

    def test_a_player_that_knows_no_such_limit(self):
        with pytest.raises(PlayerError, match="textbook knows no nodes"):
            contender("textbook:pvs-article", Defaults(nodes=100))


class TestRegistry:
    def test_a_kind_of_ones_own(self, monkeypatch):
        monkeypatch.setattr("outflank.lab.players.KINDS", dict(KINDS))
        with pytest.raises(PlayerError, match="kind random"):
            register("random", Kind(lambda options: RandomPlayer()))

        class First:
            def __init__(self, square):
                self.square = square

            def new_game(self, seed): ...
            def close(self): ...
            def move(self, board, clock):
                return Info(Move(min(board.legal_moves)))

        kinds = {**KINDS, "first": Kind(lambda options: First(options[""]), word=whole)}
        monkeypatch.setattr("outflank.lab.players.KINDS", kinds)
        player = contender("first:7,time=1").make()
        assert player.square == 7


class TestMoves:
    @pytest.mark.parametrize(
        "text",
        [
            "outflank:level=3",
            "outflank:level=beginner",
            "outflank:depth=4,selectivity=100,driver=mtdf",
            "outflank:nodes=500",
            "outflank:time=0.05",
            "outflank:clock=1+0.1",
            "textbook:pvs-article,depth=3",
            "textbook:mtdf-article,depth=3",
            "textbook:pvs-article,time=0.05",
            "textbook:mtdf-article,clock=1",
            "random",
        ],
    )
    def test_legal_moves_and_equal_games_of_equal_seeds(self, text):
        one = contender(text)
        player = one.make()
        moves = []
        for _ in range(2):
            player.new_game(3)
            moves.append(player.move(BOARD.copy(), clock_of(one)).move)
        player.close()
        assert set(moves) <= set(BOARD.legal_moves)
        assert moves[0] == moves[1] or one.control != TimeControl()

    @pytest.mark.parametrize("article", Article)
    def test_the_textbook_player_finds_the_value_of_its_depth(self, article):
        search = mtdf if article is Article.MTDF else pvs
        for plies in (6, 30, 50):
            board, draw = Board(), random.Random(plies)
            while board.ply < plies:
                board.push(draw.choice(list(board.legal_moves) or [64]))
            if board.must_pass or board.is_game_over():
                continue
            for depth in (1, 4):
                player = contender(f"textbook:{article}-article,depth={depth},time=5").make()
                info = player.move(board, Clock(move=5))
                result = search(board, min(depth, board.empties), article.settings())
                assert info.score.value == result.score
                assert info.depth == min(depth, board.empties)
                after = board.copy()
                after.push(info.move)
                rest = min(depth, board.empties) - 1
                if rest and not after.must_pass:
                    assert -search(after, rest, article.settings()).score == result.score

    @pytest.mark.parametrize("article", ["pvs-article", "mtdf-article"])
    @pytest.mark.parametrize("seconds", [0.01, 0.1])
    def test_the_textbook_player_keeps_its_time(self, article, seconds):
        player = contender(f"textbook:{article},time={seconds}").make()
        taken, depths = [], []
        for _ in range(5):
            started = time.perf_counter()
            depths.append(player.move(BOARD.copy(), Clock(move=seconds)).depth)
            taken.append(time.perf_counter() - started)
        # A busy machine may be late by some milliseconds, which are not the player's.
        assert min(taken) < seconds + SCHEDULING
        assert max(taken) < seconds + LATE
        assert min(depths) >= 1

    def test_the_textbook_player_proves_the_end_and_stops(self):
        player = contender("textbook:pvs-article,time=20").make()
        board, draw = Board(), random.Random(5)
        while board.empties > 6:
            board.push(draw.choice(list(board.legal_moves) or [64]))
        if not board.must_pass:
            started = time.perf_counter()
            assert player.move(board, Clock(move=20)).depth == board.empties
            assert time.perf_counter() - started < 5


class TestTime:
    def test_a_clock(self):
        timer = Timer(TimeControl(main=2, increment=0.5), margin=0.1)
        assert timer.clock() == Clock(left=2, increment=0.5)
        assert timer.spend(1) == 0
        assert timer.clock().left == 1.5
        assert timer.spend(1.55) == 0  # within the margin
        assert timer.clock().left == 0.5
        assert timer.spend(0.7) == pytest.approx(0.1)

    def test_seconds_of_each_move(self):
        timer = Timer(TimeControl(move=1), margin=0)
        assert timer.clock() == Clock(move=1)
        assert timer.spend(1) == 0
        assert timer.spend(1.25) == 0.25

    def test_no_limit(self):
        timer = Timer(TimeControl(), margin=0)
        assert timer.clock() == Clock()
        assert timer.spend(1e9) == 0

    @pytest.mark.parametrize(
        "wrong",
        [
            {"move": 0},
            {"main": -1},
            {"move": 1, "main": 1},
            {"increment": 1},
            {"main": float("inf")},
        ],
    )
    def test_no_time(self, wrong):
        with pytest.raises(ValueError, match=r"seconds|clock"):
            TimeControl(**wrong)

    @pytest.mark.parametrize("text", ["", "x", "1+", "1+2+3", "1,5"])
    def test_no_clock(self, text):
        with pytest.raises(TimeError, match="a clock is"):
            TimeControl.of_clock(text)
