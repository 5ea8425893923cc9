"""The textbook's searches in plain Python, step by step: they tell everything that they do.

Evaluation, ordering and table are those of :mod:`outflank.textbook`, and so are value,
best move, nodes and probes; only the recursion is written again, because it must stop at
every step. Read next to `outflank.textbook.alphabeta`, `mtdf`, `pvs` and `aspiration`. The
family of MTD(f) differs in one line, the next window; only MTD(best) asks about the moves
of the root one by one, as :mod:`outflank.engine.strategies` does: A. Plaat, J. Schaeffer,
W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial
Intelligence 87, 1996.

>>> from outflank.board import Board
>>> from outflank.lab.recording import Search
>>> *_, end = record(Search(Board().to_text(), depth=2))
>>> end
SearchEnded(value=-10, best=Move('d3'), nodes=14, probes=2)
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np

from outflank.board.board import Board
from outflank.board.position import Position
from outflank.board.square import PASS, Move
from outflank.core.masks import NO_SQUARES
from outflank.core.rules import is_game_over, legal_mask, play_unchecked
from outflank.lab.recording import (
    INFINITY,
    Bound,
    DepthBegan,
    Driver,
    Event,
    LeafValued,
    MovesOrdered,
    MoveValued,
    NodeEntered,
    NodeLeft,
    Passed,
    ProbeBegan,
    ProbeEnded,
    Researched,
    Search,
    SearchEnded,
    Stored,
    TableHit,
    Use,
)
from outflank.textbook.aspiration import MARGIN
from outflank.textbook.faults import Fault
from outflank.textbook.inspection import BOUNDS
from outflank.textbook.orderings import PACKING, order_moves, square_of
from outflank.textbook.running import Root, arrays_for, position_of, root_of
from outflank.textbook.settings import Article, Settings
from outflank.textbook.slots import MOVE_ROWS, STORED, TABLE_FULL, first_depth
from outflank.textbook.tables import (
    DEPTH,
    FLAG,
    NOT_FOUND,
    VALUE,
    Kind,
    Table,
    bound_of,
    find,
    store,
    table_key,
    tightened,
)
from outflank.textbook.tree import is_leaf, leaf_value, pass_cost

#: A part of a search: it tells events, and in the end a value.
Steps = Generator[Event, None, int]

#: The upper end of MTD's next window, given the last answer and the bounds; the lower end
#: is one less. It lies above the lower bound, and not above the upper one.
NextBeta = Callable[[int, int, int], int]

#: What makes each driver of the family of MTD.
NEXT_BETA: Final[Mapping[Driver, NextBeta]] = MappingProxyType(
    {
        # Ask at the last answer; at the lower bound the question must be "more than that?".
        Driver.MTDF: lambda answer, lower, _upper: answer + 1 if answer == lower else answer,
        Driver.MTSSS: lambda _answer, _lower, upper: upper,
        Driver.MTDUAL: lambda _answer, lower, _upper: lower + 1,
        Driver.BISECTION: lambda _answer, lower, upper: lower + (upper - lower + 1) // 2,
    }
)


def record(search: Search) -> Iterator[Event]:
    """Search, and tell every step as it is made.

    Raises:
        OutflankError: the table would need more memory than it may have.
    """
    article = Article(search.article)
    settings = article.settings(faithful=search.faithful)
    table = article.table() if search.table else Table.none()
    recorder = Recorder(search.board, settings, table)
    return recorder.events(
        search.driver, search.depth, iterative=search.iterative, guess=search.guess or 0
    )


class _Memory:
    """The transposition table as the recursion sees it."""

    def __init__(self, settings: Settings, table: Table) -> None:
        self._table = table
        self.switches, _, _, self._control = arrays_for(settings, table)
        self.exists = table.kind is not Kind.NONE

    def find(self, here: Root) -> int | None:
        """The row of the position's entry; None if there is none."""
        key = table_key(*here, self.switches)
        row = find(self._table.entries, self.switches, key, *here)
        return None if row == NOT_FOUND else int(row)

    def hit(self, row: int, depth: int, alpha: int, beta: int) -> tuple[TableHit, int, int]:
        """What the entry in a row says, and the window after it."""
        entries = self._table.entries
        window = tightened(entries, *map(np.int64, (row, depth, alpha, beta)))
        low, high = map(int, window)
        if low >= high:
            use = Use.ANSWER
        else:
            use = Use.NOTHING if (low, high) == (alpha, beta) else Use.WINDOW
        value, bound = int(entries[row, VALUE]), Bound(BOUNDS[entries[row, FLAG]])
        entry_depth = int(entries[row, DEPTH])
        return TableHit(value, bound, entry_depth, use, _edge(low), _edge(high)), low, high

    def store(self, here: Root, depth: int, value: int, flag: np.int64) -> Stored:
        """Remember a result; a hash map that is full grows first."""
        key = table_key(*here, self.switches)
        what = key, *here, np.int64(depth), np.int64(value), flag
        store(self._table.entries, self.switches, self._control, *what)
        if self._control[TABLE_FULL]:
            self._control[TABLE_FULL] = 0
            self._table.grow()
            store(self._table.entries, self.switches, self._control, *what)
        self._table.stored = int(self._control[STORED])
        return Stored(value, Bound(BOUNDS[flag]), depth, self.find(here) is not None)


class Recorder:
    """One search at a time on a position; it tells its steps.

    Args:
        where: the position; as a `Board` where a fault depends on who is Black.
        settings: evaluation, ordering, faults.
        table: what is known already; it is used and added to.
    """

    def __init__(self, where: Position | Board, settings: Settings, table: Table) -> None:
        self._position = position_of(where)
        self._root = root_of(where)
        self._settings = settings
        self._table = table
        self._null_windows = False
        self._nodes = 0
        self._probes = 0
        self._best: Move | None = None

    def events(
        self, driver: Driver, depth: int, *, iterative: bool = False, guess: int = 0
    ) -> Generator[Event, None, None]:
        """Search to a depth, and tell every step as it is made; closed, it gives up.

        Args:
            driver: what moves the window.
            depth: plies, 1 to 60; a pass costs none.
            iterative: by way of depths 2, 4, 6, … (or 1, 3, 5, …), each value the next guess.
            guess: where a driver that guesses begins.

        Raises:
            OutflankError: the table is in use, holds values of another meaning, or would
                need more memory than it may have.
        """
        with self._table.in_use():
            self._table.claim(self._settings.meaning)
            self._memory = _Memory(self._settings, self._table)
            self._null_windows = driver is Driver.PVS
            self._nodes = self._probes = 0
            first = int(first_depth(np.int64(depth))) if iterative else depth
            for plies in range(first, depth + 1, 2):
                self._best = None
                yield DepthBegan(plies, guess if driver.guesses else None)
                guess = yield from self._to_depth(driver, plies, guess)
            yield SearchEnded(guess, self._best_move, self._nodes, self._probes)

    @property
    def _best_move(self) -> Move | None:
        return PASS if self._position.must_pass else self._best

    def _to_depth(self, driver: Driver, depth: int, guess: int) -> Steps:
        """The exact value to a depth."""
        if driver in NEXT_BETA:
            return (yield from self._mtd(depth, guess, NEXT_BETA[driver]))
        if driver is Driver.MTDBEST:
            return (yield from self._best_first(depth, guess))
        if driver is Driver.ASPIRATION:
            return (yield from self._aspiration(depth, guess))
        value, _, _ = yield from self._probe(depth, -INFINITY, INFINITY, -INFINITY, INFINITY)
        return value

    def _mtd(self, depth: int, guess: int, next_beta: NextBeta) -> Steps:
        """Null windows until the bounds meet."""
        answer, lower, upper = guess, -INFINITY, INFINITY
        while lower < upper:
            beta = next_beta(answer, lower, upper)
            answer, lower, upper = yield from self._probe(depth, beta - 1, beta, lower, upper)
        return answer

    def _aspiration(self, depth: int, guess: int) -> Steps:
        """A narrow window about the guess; if the value is outside, all that lies there."""
        alpha, beta = guess - MARGIN, guess + MARGIN
        value, lower, upper = yield from self._probe(depth, alpha, beta, -INFINITY, INFINITY)
        if value <= alpha:
            value, _, _ = yield from self._probe(depth, -INFINITY, value + 1, lower, upper)
        elif value >= beta:
            value, _, _ = yield from self._probe(depth, value - 1, INFINITY, lower, upper)
        return value

    def _best_first(self, depth: int, guess: int) -> Steps:
        """MTD(best): null windows tell which move is the best, and then what it is worth."""
        moves = self._ordered(self._root).moves
        if not moves:
            return (yield from self._mtd(depth, guess, NEXT_BETA[Driver.MTDF]))
        worths, alpha = {move: _Worth(guess) for move in moves}, guess - 1
        while True:
            best = max(moves, key=lambda move: worths[move].lower)
            floor = worths[best].lower
            rivals = [move for move in moves if worths[move].upper > floor]
            if rivals in ([], [best]):
                break
            alpha = max(min(alpha, _highest(worths) - 1), -INFINITY)
            if floor > -INFINITY:
                alpha = floor  # is another one worth more?
            yield from self._ask(depth, alpha, rivals, worths)
        worth = worths[best]
        while worth.lower < worth.upper:
            beta = NEXT_BETA[Driver.MTDF](worth.answer, worth.lower, worth.upper)
            yield from self._ask(depth, beta - 1, [best], worths)
        self._best = best
        return worth.answer

    def _ask(
        self, depth: int, alpha: int, asked: Sequence[Move], worths: Mapping[Move, _Worth]
    ) -> Iterator[Event]:
        """Probe with a null window of which only some of the root's moves are asked."""
        bounds = max(worth.lower for worth in worths.values()), _highest(worths)
        tree = self._some_moves(depth, alpha, asked, worths)
        yield from self._probe(depth, alpha, alpha + 1, *bounds, tree)

    def _some_moves(
        self, depth: int, alpha: int, asked: Sequence[Move], worths: Mapping[Move, _Worth]
    ) -> Steps:
        """Moves of the root until one is worth more than alpha; no node, and not in the table.

        Whoever is not asked is known to be worth no more than alpha.
        """
        here, raised = self._root, False
        yield NodeEntered(0, None, None, depth, _edge(alpha), _edge(alpha + 1))
        yield self._ordered(here, asked)
        for move in asked:
            there = Root(*play_unchecked(here.player, here.opponent, np.int64(move)), -here.color)
            value = -(yield from self._node(there, 1, move, depth - 1, -alpha - 1, -alpha))
            raised = value > alpha
            worths[move].learn(value, raised)
            if raised:
                self._best = move
            yield MoveValued(move, value, _edge(max(value, alpha)), raised, raised)
            if raised:
                break
        answer = value if raised else _highest(worths)
        yield NodeLeft(0, answer, Bound.LOWER if raised else Bound.UPPER)
        return answer

    def _probe(
        self,
        depth: int,
        alpha: int,
        beta: int,
        lower: int,
        upper: int,
        tree: Steps | None = None,
    ) -> Generator[Event, None, tuple[int, int, int]]:
        """Search the whole tree, or what is given of it; the answer and the bounds after it."""
        self._probes += 1
        number, before = self._probes, self._nodes
        yield ProbeBegan(number, _edge(alpha), _edge(beta), _edge(lower), _edge(upper))
        value = yield from tree or self._node(self._root, 0, None, depth, alpha, beta)
        if value > alpha:
            lower = value
        if value < beta:
            upper = value
        bound = _bound(value, alpha, beta)
        nodes = self._nodes - before
        yield ProbeEnded(number, value, bound, _edge(lower), _edge(upper), nodes, self._best_move)
        return value, lower, upper

    def _node(
        self, here: Root, level: int, move: Move | None, depth: int, alpha: int, beta: int
    ) -> Steps:
        """One position, fail soft: at most the value that is returned, that, or at least that."""
        squares = legal_mask(here.player, here.opponent)
        # As in its article, a root of PVS with moves is no node: not counted, not in the table.
        bare = self._null_windows and level == 0 and bool(squares)
        self._nodes += not bare
        number = None if bare else self._nodes
        yield NodeEntered(level, number, move, depth, _edge(alpha), _edge(beta))

        judged = alpha, beta
        row = None if bare else self._memory.find(here)
        if row is not None:
            hit, alpha, beta = self._memory.hit(row, depth, alpha, beta)
            yield hit
            if alpha >= beta:
                yield NodeLeft(level, hit.value, hit.bound)
                return hit.value
        if self._null_windows or not self._settings.faults & Fault.BOUND_JUDGED_AT_ENTRY:
            judged = alpha, beta

        if is_leaf(*here[:2], squares, np.int64(depth), self._memory.switches):
            value = int(leaf_value(*here, self._memory.switches))
            yield LeafValued(value, bool(is_game_over(*here[:2])))
            yield NodeLeft(level, value, Bound.EXACT)
            return value
        if squares == NO_SQUARES:
            value = yield from self._pass(here, level, depth, alpha, beta)
        else:
            value = yield from self._moves(here, level, depth, alpha, beta)
            if self._memory.exists and not bare:
                flag = bound_of(np.int64(value), *map(np.int64, judged))
                yield self._memory.store(here, depth, value, flag)
        yield NodeLeft(level, value, _bound(value, *judged))
        return value

    def _pass(self, here: Root, level: int, depth: int, alpha: int, beta: int) -> Steps:
        """The same board for the other side."""
        yield Passed()
        rest = depth - int(pass_cost(self._memory.switches))
        there = Root(here.opponent, here.player, -here.color)
        return -(yield from self._node(there, level + 1, PASS, rest, -beta, -alpha))

    def _moves(self, here: Root, level: int, depth: int, alpha: int, beta: int) -> Steps:
        """The best of all moves, or the first that reaches beta."""
        ordered = self._ordered(here)
        yield ordered
        best = -INFINITY
        for i, move in enumerate(ordered.moves):
            there = Root(*play_unchecked(here.player, here.opponent, np.int64(move)), -here.color)
            child = there, level + 1, move, depth - 1
            if i == 0 or not self._null_windows:
                value = -(yield from self._node(*child, -beta, -alpha))
            else:
                value = -(yield from self._node(*child, -alpha - 1, -alpha))
                if alpha < value < beta:
                    yield Researched(move, value, _edge(value), _edge(beta))
                    value = -(yield from self._node(*child, -beta, -value))
            best = max(best, value)
            raised = value > alpha
            if raised:
                alpha = value
                if level == 0:
                    self._best = move
            yield MoveValued(move, value, _edge(alpha), raised, alpha >= beta)
            if alpha >= beta:
                break
        return best

    def _ordered(self, here: Root, first: Sequence[Move] = ()) -> MovesOrdered:
        """The moves, in the order of the settings, but some before all others."""
        squares = legal_mask(here.player, here.opponent)
        row = np.empty(MOVE_ROWS, dtype=np.int64)
        count = order_moves(here.player, here.opponent, squares, self._memory.switches, row)
        numbers = {Move(int(square_of(word))): int(word // PACKING) for word in row[:count]}
        moves = dict.fromkeys((*first, *numbers))
        return MovesOrdered(tuple(moves), tuple(numbers[move] for move in moves))


@dataclass(slots=True)
class _Worth:
    """What is known of a move of the root: the last answer, at least, at most."""

    answer: int
    lower: int = -INFINITY
    upper: int = INFINITY

    def learn(self, value: int, raised: bool) -> None:
        """Take in what a null window answered, fail soft."""
        self.answer = value
        if raised:
            self.lower = value
        else:
            self.upper = value


def _highest(worths: Mapping[Move, _Worth]) -> int:
    """What the best move is worth at most."""
    return max(worth.upper for worth in worths.values())


def _edge(value: int) -> int | None:
    """An end of a window or a bound as it is told: None if it is none."""
    return value if -INFINITY < value < INFINITY else None


def _bound(value: int, alpha: int, beta: int) -> Bound:
    """What a value that a search of the window (alpha, beta) returned is."""
    if value <= alpha:
        return Bound.UPPER
    return Bound.LOWER if value >= beta else Bound.EXACT
