"""``outflank play``: a game in the terminal against a textbook engine, or between two people."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Literal

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import OutflankError
from outflank.board.square import Move
from outflank.cli.announcers import Announcer, Reporter, Speaker
from outflank.cli.inputs import (
    ArticleName,
    Depth,
    Empties,
    Flag,
    Json,
    Text,
    Words,
    analysis_options,
    read_board,
    standard_input,
)
from outflank.cli.output import Exit
from outflank.cli.progress import compiling, working

if TYPE_CHECKING:
    from outflank.analysis import AnalysisOptions
    from outflank.board.score import Score

Side = Literal["black", "white", "both"]

#: How strong the engine is by default: it answers at once on any machine.
DEPTH: Final = 6
EXACT_FROM: Final = 14


def play(
    *words: Words,
    position: Text | None = None,
    side: Side = "black",
    depth: Depth = DEPTH,
    exact_from: Empties = EXACT_FROM,
    article: ArticleName = "mtdf",
    plain: Flag = False,
    json: Json = False,
) -> int:
    """Play a game: type a square such as f5, or moves, hint, undo, board, help, quit.

    Args:
        words: where to begin: 64 squares and a side, or a transcript, or - for standard
            input; nothing is the start of a game.
        position: the same as an option.
        side: the colour that you play; both: no engine plays.
        depth: plies that the engine searches, 1 to 20.
        exact_from: empties from which on the engine plays perfectly, 0 to 26.
        article: whose search and evaluation the engine uses.
        plain: draw with X and O.
        json: write one JSON object for each event.
    """
    board = read_board(words, position)
    standard_input()
    with compiling():
        options = analysis_options(depth, exact_from, article)
    announcer: Announcer = Reporter() if json else Speaker(unicode=False if plain else None)
    people = set(Color) if side == "both" else {Color(side)}
    if sys.stdin.isatty():
        with suppress(ImportError):  # only where the platform has it
            import readline  # noqa: F401 (importing it lets the arrow keys edit a line)
    _Table(board, people, options, announcer).play()
    return Exit.OK


class _Table:
    """A game in progress: who sits where, and what is done with what is typed."""

    def __init__(
        self, board: Board, people: set[Color], options: AnalysisOptions, announcer: Announcer
    ) -> None:
        self._board = board
        self._people = people
        self._options = options
        self._announcer = announcer

    def play(self) -> None:
        """Until the game is over, the player quits, or the input ends."""
        self._announcer.position(self._board)
        self._pass_automatically()
        while not self._board.is_game_over():
            if self._board.turn not in self._people:
                self._push(*self._best())
                continue
            try:
                word = self._announcer.ask(self._board.turn).strip().lower()
            except EOFError:
                self._announcer.ended(self._board, "the input ended")
                return
            if word == "quit":
                self._announcer.ended(self._board, "left")
                return
            self._obey(word)
        self._announcer.ended(self._board, "over")

    def _pass_automatically(self) -> None:
        """From now on forced passes are played by the board; one may be due at once."""
        known = len(self._board.moves)
        self._board.auto_pass = True
        if len(self._board.moves) > known:
            self._tell_passes(known)
            self._announcer.position(self._board)

    def _obey(self, word: str) -> None:
        """Do what one line says; what cannot be done is told and changes nothing."""
        match word:
            case "":
                pass
            case "moves":
                self._announcer.moves(self._board)
            case "hint":
                self._announcer.hint(*self._best())
            case "undo":
                self._undo()
            case "board":
                self._announcer.position(self._board)
            case "help" | "?":
                self._announcer.help()
            case _:
                self._try_to_push(word)

    def _try_to_push(self, word: str) -> None:
        try:
            self._push(Move(word), None)
        except OutflankError as error:
            self._announcer.refused(str(error))

    def _push(self, move: Move, value: Score | None) -> None:
        """Play a move, tell it and the passes that it forces, and show the board."""
        mover = self._board.turn
        known = len(self._board.moves)
        self._board.push(move)
        self._announcer.moved(mover, move, value)
        self._tell_passes(known + 1)
        self._announcer.position(self._board)

    def _tell_passes(self, known: int) -> None:
        """Tell the automatic passes after the first `known` moves: one at most, before a turn."""
        for move in self._board.moves[known:]:
            self._announcer.moved(self._board.turn.other, move, None)

    def _best(self) -> tuple[Move, Score]:
        """The first of the best moves, and its value."""
        from outflank.analysis import best_moves, move_values

        with working("thinking"):
            values = move_values(self._board, self._options)
        move = best_moves(values)[0]
        return move, values[move]

    def _undo(self) -> None:
        """Take back moves until it is a person's turn again; all or nothing."""
        earlier = self._board.copy()
        count = 0
        try:
            while count == 0 or earlier.turn not in self._people:
                earlier.pop()
                count += 1
        except IndexError:
            self._announcer.refused("there is no move of yours to take back")
            return
        self._board = earlier
        self._announcer.undone(count)
        self._announcer.position(earlier)
