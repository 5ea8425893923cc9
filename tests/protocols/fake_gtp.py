"""A small engine that speaks GTP, and misbehaves in the ways that its first argument names.

``good`` plays the first legal move. Other words, several with commas between:

* at the second ``genmove``: ``crash`` (with a complaint), ``hang``, ``illegal``, ``nonsense``,
  ``waits`` (for GoGui's interruption; with ``moveless`` it has no move then)
* all the time: ``implied`` (passes by itself, refuses passes), ``loses-ids``, ``blank-id`` (as
  Edax), ``chatty`` (lines outside of answers, and complaints), ``old`` (few commands, no
  whole list), ``whole-seconds``, ``no-reg``, ``gogui`` (can be set up), ``stubborn`` (ignores
  SIGTERM and the end of its input), ``parent`` (starts a process that lives on), ``digits``
  (answers to numbers that nobody has), ``endless`` (answers that do not end), ``floods``
  (lines outside of answers without end), ``floods-empty`` (the same, empty)
* at its start: ``slow``, ``dumb`` (never says a word), ``go`` (plays another game)

What it is sent is written to the file of its second argument.
"""

import signal
import subprocess
import sys
import time
from pathlib import Path

from outflank.board import Board, OutflankError, Position, Square

MODES = sys.argv[1].split(",")
LOG = sys.argv[2] if len(sys.argv) > 2 else None
COLORS = {"b": "black", "w": "white", "black": "black", "white": "white"}


class RefusalError(Exception):
    pass


class Engine:
    def __init__(self):
        self.board = Board()
        self.asked = 0

    def answer(self, words):
        command, *arguments = words
        names = self.names()
        if command not in names:
            raise RefusalError("unknown command")
        return getattr(self, "do_" + command.replace("-", "_"))(*arguments) or ""

    def names(self):
        every = [name[3:] for name in dir(self) if name.startswith("do_")]
        names = [name.replace("gogui_", "gogui-") for name in every]
        if "gogui" not in MODES:
            names = [name for name in names if "gogui-setup" not in name]
        if "waits" not in MODES:
            names.remove("gogui-interrupt")
        if "no-reg" in MODES:
            names.remove("reg_genmove")
        if "old" in MODES:
            names = ["protocol_version", "name", "play", "genmove", "clear_board", "quit"]
        return names

    def do_protocol_version(self):
        return "2"

    def do_name(self):
        return "Fake"

    def do_version(self):
        return "1.0"

    def do_list_commands(self):
        return "\n".join(self.names())

    def do_known_command(self, name):
        return "true" if name in self.names() else "false"

    def do_quit(self):
        return ""

    def do_boardsize(self, size):
        if size != "8":
            raise RefusalError("unacceptable size")

    def do_clear_board(self):
        self.board = Board()

    def do_komi(self, _komi):
        pass

    def do_set_game(self, name):
        if name != "Othello" or "go" in MODES:
            raise RefusalError("unsupported game")

    def do_list_games(self):
        return "Othello"

    def do_time_settings(self, main, byo, stones):
        if "whole-seconds" in MODES and "." in main + byo:
            raise RefusalError("syntax error")

    def do_time_left(self, color, seconds, stones):
        self.do_time_settings(seconds, "0", stones)

    def do_gogui_setup(self, *stones):
        masks = {"b": 0, "w": 0}
        for color, square in zip(stones[::2], stones[1::2], strict=True):
            masks[color] |= Square(square).mask
        self.board = Board(Position(masks["b"], masks["w"]))

    def do_gogui_setup_player(self, color):
        board = self.board
        if color == "w":
            self.board = Board(Position(board.white, board.black), "white")

    def do_gogui_interrupt(self):
        return ""

    def do_play(self, color, move):
        self.turn(COLORS[color.lower()], is_pass=move.lower() == "pass")
        self.board.push(move.lower())

    def do_genmove(self, color):
        move = self.move(color)
        if move.lower() not in ("pass", "resign") and Square(move) in self.board.legal_moves:
            self.board.push(move)
        return move

    def do_reg_genmove(self, color):
        return self.move(color)

    def do_undo(self):
        if not self.board.moves:
            raise RefusalError("cannot undo")
        self.board.pop()

    def turn(self, color, *, is_pass=False):
        if "implied" in MODES and is_pass:
            raise RefusalError("syntax error")
        if str(self.board.turn).lower() != color:
            if not self.board.must_pass:
                raise RefusalError("wrong color")
            self.board.push("pass")

    def move(self, color):
        self.asked += 1
        if self.asked == 2:
            self.misbehave()
            if "illegal" in MODES:
                return "A1"
            if "nonsense" in MODES:
                return "resign"
        if self.board.is_game_over():
            return "pass"
        if self.board.must_pass and str(self.board.turn).lower() == COLORS[color.lower()]:
            return "pass"
        self.turn(COLORS[color.lower()])
        return str(Square(min(self.board.legal_moves))).upper()

    def misbehave(self):
        if "crash" in MODES:
            print("out of luck", file=sys.stderr, flush=True)
            sys.exit(3)
        if "hang" in MODES:
            time.sleep(600)
        if "waits" in MODES:
            while sys.stdin.readline().strip() != "# interrupt":
                pass
            if "moveless" in MODES:
                raise RefusalError("interrupted")


def say(sign, number, text):
    if "loses-ids" in MODES:
        number = ""
    if "blank-id" in MODES and number:
        number = f" {number}"
    if "chatty" in MODES:
        print("thinking about it\n", flush=True)
        print("and\nmore\n" * 500, file=sys.stderr, flush=True)
    if "digits" in MODES:
        number = "1" * 5000
    print(f"{sign}{number} {text}\n", end="", flush=True)
    while "endless" in MODES:
        print("more\n" * 1000, end="", flush=True)
    print(flush=True)


def begin():
    if "stubborn" in MODES:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if "parent" in MODES:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        print(f"child {child.pid}", file=sys.stderr, flush=True)
    if "slow" in MODES:
        time.sleep(0.5)
    if "dumb" in MODES:
        time.sleep(600)
    while "floods" in MODES or "floods-empty" in MODES:
        print("more\n" * 1000 if "floods" in MODES else "\n" * 1000, end="", flush=True)


def main():
    begin()
    engine = Engine()
    for line in sys.stdin:
        if LOG:
            with Path(LOG).open("a") as log:
                log.write(line)
        words = line.partition("#")[0].split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            continue
        try:
            say("=", number, engine.answer(words))
        except (RefusalError, OutflankError) as error:
            say("?", number, str(error) or "illegal move")
        except (TypeError, KeyError):
            say("?", number, "syntax error")
        if words[0] == "quit" and "stubborn" not in MODES:
            return
    while "stubborn" in MODES:
        time.sleep(600)


main()
