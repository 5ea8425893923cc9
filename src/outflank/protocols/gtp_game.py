"""A game as GTP tells it: every move with its colour, passes told or left out, undo."""

from __future__ import annotations

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import OutflankError
from outflank.board.square import PASS, Move
from outflank.games.game import Game


class GtpGame:
    """A game with the moves that `undo` takes back, one by one.

    Programs for Go pass when they like, twice at the end of a game; Othello has passes of
    its own, and they are forced. So a move of the other colour implies the pass that is
    due, and is taken back together with it; and after the end of the game a pass of
    either colour is a move that changes nothing.

    Attributes:
        board: the position, with the moves that led there.
    """

    def __init__(self, board: Board | None = None) -> None:
        self.board = board or Board()
        self._steps: list[int] = []  # moves on the board for each move that was told

    @classmethod
    def of_game(cls, game: Game, before: int | None = None) -> GtpGame:
        """A game that was read.

        Args:
            game: the game.
            before: number of the disc before which it is left; None for its end.
        """
        replayed = cls(game.root())
        for move in game.moves:
            if before is not None and replayed.board.ply >= before - 1:
                break
            replayed.play(replayed.board.turn, move)
        return replayed

    def turn_of(self, color: Color) -> Board:
        """A copy of the board with that colour to move, after the pass that may be due.

        After the end of the game it is either colour's turn.

        Raises:
            OutflankError: the other side has to move.
        """
        board = self.board.copy()
        if board.turn is not color and not board.is_game_over():
            if not board.must_pass:
                raise OutflankError(f"wrong color: {board.turn} is to move")
            board.push(PASS)
        return board

    def play(self, color: Color, move: Move) -> None:
        """Play a move.

        Raises:
            OutflankError: the rules forbid it; nothing has changed.
        """
        board = self.turn_of(color)
        if not (move.is_pass and board.is_game_over()):
            board.push(move)
        self._steps.append(len(board.moves) - len(self.board.moves))
        self.board = board

    def undo(self) -> None:
        """Take back the last move, and the pass that it implied.

        Raises:
            OutflankError: there is none.
        """
        if not self._steps:
            raise OutflankError("cannot undo: there is no move to take back")
        for _ in range(self._steps.pop()):
            self.board.pop()
