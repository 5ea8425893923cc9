"""A small engine that speaks NBoard, and misbehaves in the ways that its first argument names.

``good`` plays the first legal move and thinks a millisecond a ply, from depth 1 on. Others:

* at the second ``go``: ``crash``, ``hang``, ``illegal``, ``nonsense``
* all the time: ``blanks`` (``=== d6 -1.00 0.0``, as Edax), ``bare`` (a move alone), ``chatty``,
  ``idle`` (never reaches the depth, but says that it waits), ``no-move`` (a ``go`` that is
  stopped ends without one), ``fickle`` (first thinks more of another move), ``dumb`` (never
  says a word), ``deaf`` (no pong in a search), ``digits`` (numbers that nobody can mean),
  ``floods`` (lines without end in a search)

What it is sent is written to the file of its second argument.
"""

import os
import select
import sys
import time
from pathlib import Path

from outflank.board import Board, Move
from outflank.games import read_ggf

MODES = sys.argv[1].split(",")
LOG = sys.argv[2] if len(sys.argv) > 2 else None


class Engine:
    def __init__(self):
        self.board, self.depth, self.asked, self.waiting = Board(), 5, 0, b""

    def lines(self):
        while True:
            while b"\n" in self.waiting:
                line, _, self.waiting = self.waiting.partition(b"\n")
                if LOG:
                    with Path(LOG).open("ab") as log:
                        log.write(line + b"\n")
                yield line.decode(errors="replace").strip()
            data = os.read(0, 1 << 16)
            if not data:
                return
            self.waiting += data

    def hurried(self):
        return bool(self.waiting) or bool(select.select([0], [], [], 0)[0])

    def serve(self):
        for line in self.lines():
            word, _, rest = line.partition(" ")
            if "chatty" in MODES:
                say("status working on it")
                print("more\n" * 500, file=sys.stderr, flush=True)
            if word == "quit":
                return
            if word in ("nboard", "ping", "set", "move", "hint", "go", "learn", "analyze"):
                getattr(self, word)(rest)

    def nboard(self, _version):
        say("set myname Fake")

    def ping(self, number):
        say(f"pong {number}")

    def set(self, text):
        name, _, value = text.partition(" ")
        try:
            if name == "depth":
                self.depth = int(value)
            if name == "game":
                self.board = read_ggf(value).board()
        except ValueError:
            pass

    def move(self, text):
        move = Move(text.split("/")[0])
        if move.is_pass or move.square in self.board.legal_moves:
            self.board.push(move)

    def hint(self, number):
        if self.board.must_pass:
            say("search PA +1.00 0 1")
            return
        moves = list(self.board.legal_moves)[: int(number or 1)]
        if "fickle" in MODES:
            say(f"search {list(self.board.legal_moves)[-1]} +9.00 0 1")
        for depth in self.deeper():
            for rank, square in enumerate(moves):
                line = f"{square}".upper()
                deep = "100%" if depth >= self.board.empties else depth
                say(f"search {line} {1 - rank}.00 0 {deep} free text")
        say(f"nodestats {100 * self.depth} 0.01")
        if "digits" in MODES:
            say(f"nodestats {'9' * 5000} 1")
            say(f"search A8 {'9' * 400},-{'9' * 400} 0 {'9' * 5000}")
        if "idle" in MODES:
            say("status Fake is waiting")

    def deeper(self):
        last = min(self.depth, self.board.empties)
        for depth in range(1, last if "idle" in MODES else last + 1):
            if self.hurried() and depth > 1:
                return
            time.sleep(0.001 if self.depth < 60 else 0.02)
            yield depth

    def go(self, _rest):
        self.asked += 1
        if self.board.is_game_over():
            return
        if self.board.must_pass:
            say("=== PA")
            return
        move = str(next(iter(self.board.legal_moves))).upper()
        if self.asked == 2 and self.misbehaves():
            return
        while "floods" in MODES:
            print("status still at it\n" * 1000, end="", flush=True)
        if "digits" in MODES:
            say(f"nodestats {'9' * 5000} 1")
        stopped = True
        if "fickle" in MODES:
            say(f"search {list(self.board.legal_moves)[-1]} +9.00 0 1")
        for depth in self.deeper():
            say(f"search {move} 0.50 0 {depth}")
            stopped = self.hurried()
        if "deaf" in MODES:
            time.sleep(600)
        if "no-move" in MODES and stopped:
            return
        if "blanks" in MODES:
            say(f"=== {move.lower()} -1.00 0.0")
        elif "bare" in MODES:
            say(f"==={move}")
        else:
            say(f"=== {move}/1.50/0.01")

    def misbehaves(self):
        if "crash" in MODES:
            os.kill(os.getpid(), 11)
        if "hang" in MODES:
            time.sleep(600)
        if "illegal" in MODES:
            say("=== A1/2/0.1")
        if "nonsense" in MODES:
            say("=== well")
        return {"illegal", "nonsense"} & set(MODES)

    def learn(self, _rest):
        say("learned")

    def analyze(self, _rest):
        say("analysis 0 +0.00")


def say(line):
    print(line, flush=True)


if "dumb" in MODES:
    time.sleep(600)
Engine().serve()
