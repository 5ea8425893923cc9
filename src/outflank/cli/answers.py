"""What ``outflank solve`` tells and keeps of a position: as JSON, and held against known scores."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from outflank.board.position import Position
from outflank.board.score import MOST_DISCS, Score
from outflank.board.square import PASS, Move

if TYPE_CHECKING:
    from outflank.engine import Solution
    from outflank.games.obf import Problem

WIN: Final = "win"
DRAW: Final = "draw"
LOSS: Final = "loss"
UNKNOWN: Final = "unknown"

#: What is told of a move: its score in discs, or who wins; None if that is not proved.
Worth: TypeAlias = int | str | None


class Question(NamedTuple):
    """What is asked of every position.

    Attributes:
        every_move: the worth of every legal move, not only of the best.
        wld: only whether the side to move wins, draws or loses.
    """

    every_move: bool = False
    wld: bool = False


@dataclass(frozen=True)
class Answer:
    """What is proved of a position, by the solver now or in an earlier run.

    Attributes:
        question: what was asked.
        position: 64 squares and the side.
        empties: number of empty squares.
        lower: proved: the side to move scores at least this, in discs.
        upper: proved: it scores at most this.
        best: the best moves found, ``pass`` included; empty only if the game is over.
        pv: the principal variation; empty unless the score is proved, and also if a limit
            came between the score and its line.
        nodes: positions searched.
        seconds: wall time.
        moves: the worth of every legal move, where that was asked; else None.
    """

    question: Question
    position: str
    empties: int
    lower: int
    upper: int
    best: tuple[str, ...]
    pv: tuple[str, ...]
    nodes: int
    seconds: float
    moves: Mapping[str, Worth] | None

    @classmethod
    def of(cls, solution: Solution, problem: Problem, question: Question) -> Answer:
        """The answer that a solution gives."""
        return cls(
            question=question,
            position=problem.board().to_text(),
            empties=problem.position.empties,
            lower=solution.lower,
            upper=solution.upper,
            best=tuple(str(move) for move in solution.best),
            pv=tuple(str(move) for move in solution.pv),
            nodes=solution.nodes,
            seconds=solution.seconds,
            moves=_worth_of_moves(solution, problem, question),
        )

    @classmethod
    def from_json(cls, text: str) -> Answer | None:
        """The answer that `to_json` wrote; None if the text is anything else."""
        try:
            values = json.loads(text)
            exact, moves = values["exact"], values.get("moves")
            answer = cls(
                question=Question("moves" in values, "result" in values),
                position=str(values["position"]),
                empties=int(values["empties"]),
                lower=int(values["score"] if exact else values["lower"]),
                upper=int(values["score"] if exact else values["upper"]),
                best=tuple(map(str, values["best"])),
                pv=tuple(map(str, values["pv"])),
                nodes=int(values["nodes"]),
                seconds=float(values["seconds"]),
                moves=None if moves is None else dict(moves),
            )
            if not answer.can_be:
                return None
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
            return None
        except RecursionError:  # brackets in brackets without end
            return None
        return answer if -MOST_DISCS <= answer.lower <= answer.upper <= MOST_DISCS else None

    @property
    def can_be(self) -> bool:
        """True if its moves can be played, and an exact score is that of its variation.

        Raises:
            OutflankError: the position cannot be read.
        """
        position = Position.from_text(self.position)
        if self.best and position.try_play(Move(self.best[0])) is None:
            return False
        for number, move in enumerate(map(Move, self.pv)):
            after = position.try_play(move)
            if after is None:
                return False
            position = after
            if position.is_game_over() and number < len(self.pv) - 1:
                return False
        if not (self.exact and self.pv):
            return True
        sign = 1 if len(self.pv) % 2 == 0 else -1
        return position.is_game_over() and sign * position.final_score == self.lower

    def to_json(self, line: int, **place: str) -> dict[str, Any]:
        """The JSON object; its schema stands in docs/commands.md.

        Args:
            line: number of the line on which the position stands.
            place: more about where it stands.
        """
        values: dict[str, Any] = {
            **place,
            "line": line,
            "position": self.position,
            "empties": self.empties,
            "score": self.lower if self.exact else None,
            "exact": self.exact,
            "best": list(self.best),
            "pv": list(self.pv),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }
        if not self.exact:
            values |= {"lower": self.lower, "upper": self.upper}
        if self.question.wld:
            values["result"] = self.result
        if self.question.every_move:
            values["moves"] = dict(self.moves or {})
        return values

    @property
    def exact(self) -> bool:
        """True if the score is proved."""
        return self.lower == self.upper

    @property
    def result(self) -> str | None:
        """Who wins, as far as it is proved."""
        return _result(self.lower, self.upper)

    @property
    def decided(self) -> bool:
        """True if the score, or the winner, that was asked for is proved; of all moves too."""
        decided = self.result is not None if self.question.wld else self.exact
        return decided and None not in (self.moves or {}).values()

    @property
    def solved(self) -> bool:
        """True if the question is answered to its end: with the line of best play."""
        return self.decided and (self.question.wld or self.has_line)

    @property
    def has_line(self) -> bool:
        """True if the line of best play is there, or the game is over."""
        return bool(self.pv) or not self.best

    @property
    def bounds(self) -> str:
        """The score or, if it is not proved, what is proved of it."""
        if self.exact:
            return Score(self.lower).short
        if self.upper == MOST_DISCS:
            return Score(self.lower, bound="lower").short if self.lower > -MOST_DISCS else UNKNOWN
        if self.lower == -MOST_DISCS:
            return Score(self.upper, bound="upper").short
        return f"{self.lower:+d} to {self.upper:+d}"

    def agrees(self, problem: Problem) -> bool | None:
        """Whether known scores of a problem are right; None where that is not known."""
        if any(self.disagreements(problem)):
            return False
        return True if problem.score is not None and self.decided else None

    def disagreements(self, problem: Problem) -> Iterator[str]:
        """What is proved against the scores that came with a problem, one thing after the other."""
        known = problem.score
        if known is None:
            return
        if not self.lower <= known <= self.upper:
            yield f"known {known:+d}, proved {self.bounds}"
        elif self.moves is None and self.exact:
            # What is called the best move must not be called a worse one there.
            for move, score in problem.scores.items():
                if str(move) in self.best and score != self.lower:
                    yield f"{move}: known {score:+d}, proved {self.lower:+d}"
        for move, score in problem.scores.items():
            worth = (self.moves or {}).get(str(move))
            if worth not in (None, _result(score, score) if self.question.wld else score):
                proved = f"{worth:+d}" if isinstance(worth, int) else worth
                yield f"{move}: known {score:+d}, proved {proved}"


def _worth_of_moves(
    solution: Solution, problem: Problem, question: Question
) -> dict[str, Worth] | None:
    """The worth of every legal move, the best first; None for one that was not got to."""
    if not question.every_move:
        return None
    scores = solution.moves or {}
    position = problem.position
    legal = [PASS] if position.must_pass else [Move(square) for square in position.legal_moves]
    legal.sort(key=lambda move: -scores[move].value if move in scores else MOST_DISCS)
    return {str(move): _worth(scores.get(move), question) for move in legal}


def _worth(score: Score | None, question: Question) -> Worth:
    if score is None:
        return None
    value = int(score.value)
    if question.wld:
        lower = -MOST_DISCS if score.bound == "upper" else value
        upper = MOST_DISCS if score.bound == "lower" else value
        return _result(lower, upper)
    return value if score.bound == "exact" else None


def _result(lower: int, upper: int) -> str | None:
    """Who wins by two bounds; None if they do not say."""
    if lower > 0:
        return WIN
    if upper < 0:
        return LOSS
    return DRAW if lower == upper == 0 else None
