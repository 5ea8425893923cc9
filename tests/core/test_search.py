"""The search kernel and the drivers that move its window, on tables of any history."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from contexts import Context, left, masks
from core.evaluated import (
    evaluating,
    is_sound,
    margins,
    minimax,
    probe_window,
)
from exact import is_sound_in, with_empties
from outflank.board import Position
from outflank.core import context as slots
from outflank.core import team as teams
from outflank.core.drivers import mtdf, principal
from outflank.core.midgame import enter
from outflank.core.search import is_answer, predictor
from outflank.core.table import (
    NO_LOWER,
    NO_UPPER,
    PROVED,
    bucket_of,
    pack,
    selectivity_of,
    write,
)
from outflank.textbook import solve

pytestmark = pytest.mark.core

ONE_BUCKET, SMALL, ROOMY = 1, 1 << 4, 1 << 12


def exact(position: Position) -> int:
    """The score by the textbook's solver."""
    return solve(position).score


def going(count: int, empties: range, seed: int = 0) -> list[Position]:
    """Positions that are not over."""
    found: list[Position] = []
    number = 0
    while len(found) < count:
        position = with_empties(empties[number % len(empties)], seed + number)
        number += 1
        if not position.is_game_over():
            found.append(position)
    return found


@pytest.mark.parametrize("buckets", [ONE_BUCKET, SMALL, ROOMY])
@pytest.mark.parametrize("strict", [False, True])
def test_every_window_to_a_depth_is_answered_soundly(buckets: int, strict: bool) -> None:
    """One table for all positions of a depth; other depths only where they do not count."""
    context = evaluating(buckets)
    context.words[slots.STRICT] = strict
    for depth, seed in product((1, 2, 3, 4), range(6)):
        for position in going(1, range(6 + 8 * seed, 60), 10 * seed):
            if not strict:
                context.table.words[:] = 0
            value = minimax(context, position, depth)
            for alpha in (value - 3, value - 1, value, value + 1, -64, 63, value):
                if -64 <= alpha < 64:
                    found = probe_window(context, position, alpha, depth)
                    assert is_sound(found, alpha, value), f"{position.to_text()} {depth} {alpha}"


@pytest.mark.parametrize("buckets", [ONE_BUCKET, SMALL, ROOMY])
def test_every_window_to_the_end_is_answered_soundly(buckets: int) -> None:
    context = evaluating(buckets)
    for position in going(12, range(9, 14), 50):
        score = exact(position)
        for alpha in (-64, -1, 0, 63, *range(score - 3, score + 3)):
            if -64 <= alpha < 64:
                found = probe_window(context, position, alpha, position.empties)
                assert is_sound(found, alpha, score), f"{position.to_text()} {alpha}"


def window(
    context: Context, position: Position, alpha: int, beta: int, depth: int, guess: int | None
) -> int:
    """A whole window by `principal` or, with a guess, by `mtdf`."""
    bounds = np.int64(alpha), np.int64(beta)
    rest = np.int64(depth), *left(position)
    if depth < position.empties:
        enter(context.address, *masks(position), np.int64(position.empties))
    if guess is None:
        return int(principal(context.address, *masks(position), *bounds, *rest))
    return int(mtdf(context.address, *masks(position), *bounds, np.int64(guess), *rest))


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("guess", [None, -30, 0, 17])
def test_drivers_answer_every_window(wide: bool, guess: int | None) -> None:
    """Below, inside and above; to a depth and to the end, over one small table."""
    context = evaluating(SMALL)
    context.words[slots.STRICT] = 1
    context.words[slots.WIDE] = wide
    choices = random.Random(f"{wide} {guess}")
    for position in going(12, range(7, 40, 3), 30):
        for depth in (1, 2, 3):
            value = minimax(context, position, depth)
            for _ in range(4):
                alpha = choices.randint(-65, 64)
                beta = choices.randint(alpha + 1, 65)
                found = window(context, position, alpha, beta, depth, guess)
                assert is_sound_in(found, alpha, beta, value), f"{position.to_text()} {depth}"
            assert window(context, position, -65, 65, depth, guess) == value
    for position in going(5, range(8, 13), 31):
        score = exact(position)
        assert window(context, position, -65, 65, position.empties, guess) == score


@pytest.mark.parametrize("buckets", [SMALL, ROOMY])
@pytest.mark.parametrize("rash", [73, 99])
def test_what_multi_probcut_left_is_never_taken_for_proved(buckets: int, rash: int) -> None:
    """Margins of one disc cut off nearly everything, often wrongly; then the exact search."""
    context, block = evaluating(buckets), margins(rash)
    wrong = 0
    for position in going(10, range(14, 17), 70):
        score = exact(position)
        context.words[slots.SELECTIVITY], context.words[slots.MARGINS] = rash, block.address
        for alpha in range(-63, 64, 6):
            found = probe_window(context, position, alpha, position.empties)
            wrong += not is_sound(found, alpha, score)
        context.words[slots.SELECTIVITY], context.words[slots.MARGINS] = PROVED, 0
        for alpha in range(score - 3, score + 3):
            if -64 <= alpha < 64:
                found = probe_window(context, position, alpha, position.empties)
                assert is_sound(found, alpha, score), f"{position.to_text()} {alpha}"
    assert wrong > 0  # else nothing was tested


def test_entries_say_how_sure_they_are() -> None:
    context, block = evaluating(ROOMY), margins(87)
    context.words[slots.SELECTIVITY], context.words[slots.MARGINS] = 87, block.address
    for position in going(4, range(20, 40), 5):
        probe_window(context, position, 0, 8)
    data = context.table.words.reshape(-1, 8)[:, [2, 5]].ravel()
    kept = data[data != 0]
    assert len(kept) > 0
    assert {int(selectivity_of(word)) for word in kept} == {87}


def predicted(context: Context, position: Position, alpha: int, depth: int) -> tuple[int, int]:
    """The window, and its depth, that predicts the null window at alpha."""
    words = np.int64(alpha), np.int64(depth), np.int64(position.empties)
    enter(context.address, *masks(position), words[2])
    line, shallow = predictor(context.address, *masks(position), *words)
    return int(line), int(shallow)


def test_without_margins_nothing_is_cut_off() -> None:
    (position,) = going(1, range(30, 31))
    context = evaluating()
    assert predicted(context, position, 3, 8) == (3, 0)
    block = margins(73)
    context.words[slots.MARGINS] = block.address
    word = int(block.words[30 * 64 + 8])
    far, shallow = word & 0xFFFF, word >> 16
    assert predicted(context, position, -64, 8) == (-64 + far, shallow)
    assert predicted(context, position, 63, 8) == (63 - far, shallow)
    assert predicted(context, position, 3, 2) == (3, 0)
    (end,) = going(1, range(12, 13))
    assert predicted(context, end, 3, 12) == (3, 0)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("sure", [73, 100])
def test_which_entries_answer(strict: bool, sure: int) -> None:
    context = evaluating()
    context.words[slots.STRICT], context.words[slots.SELECTIVITY] = strict, sure
    for depth, certainty in product((3, 7, 8, 20), (73, 87, 100)):
        data = pack(*map(np.int64, (-2, 2, depth, certainty, 5, 0)))
        enough = depth >= 7 and certainty >= sure
        same = (depth, certainty) == (7, sure)
        expected = same if strict else enough
        assert is_answer(context.address, np.int64(data), np.int64(7)) is expected


@pytest.mark.parametrize("depth", [4, 6])
def test_moves_of_entries_are_checked(depth: int) -> None:
    """Entries without bounds that name occupied, illegal and no squares."""
    choices = random.Random(depth)
    for position in going(8, range(14, 50, 5), 90):
        fresh = evaluating(ROOMY)
        value = -64
        while (found := probe_window(fresh, position, value, depth)) > value:
            value = found
        context = evaluating(ROOMY)
        children = [position.play(square) for square in position.legal_moves]
        for known in (position, *children):
            square = choices.choice([s for s in range(65) if not known.legal_mask >> s & 1])
            data = pack(*map(np.int64, (NO_LOWER, NO_UPPER, depth, PROVED, square, 0)))
            mask = np.int64(context.words[slots.TABLE_MASK])
            bucket = bucket_of(*masks(known), mask)
            table = np.int64(context.table.address)
            write(table, bucket, *masks(known), np.int64(data))
        for alpha in (value - 1, value, value + 1):
            if -64 <= alpha < 64:
                assert is_sound(probe_window(context, position, alpha, depth), alpha, value)


def test_damaged_words_are_lost_not_believed() -> None:
    context, choices = evaluating(SMALL), random.Random(3)
    words = context.table.words
    for position in going(10, range(11, 14), 12):
        score = exact(position)
        for alpha in (score - 1, score, score - 3, score + 1):
            if not -64 <= alpha < 64:
                continue
            found = probe_window(context, position, alpha, position.empties)
            assert is_sound(found, alpha, score), position.to_text()
            for _ in range(20):
                words[choices.randrange(len(words))] ^= np.int64(1 << choices.randrange(63))


def test_a_search_is_stopped_at_its_limit() -> None:
    context = evaluating(ROOMY)
    position = going(1, range(40, 41), 3)[0]
    for limit in (1, 2, 10, 300):
        context.words[slots.NODES], context.words[slots.LIMIT] = 0, limit
        context.team.words[teams.STOP] = 0
        context.table.words[:] = 0
        probe_window(context, position, 0, 9)
        assert context.team.words[teams.STOP] == 1
        assert limit <= context.words[slots.NODES] < limit + 2_000


def test_a_stopped_search_writes_nothing_more() -> None:
    context = evaluating(ROOMY)
    for position in going(5, range(13, 40, 5), 6):
        probe_window(context, position, 0, 6)
        before = context.table.words.copy()
        context.team.words[teams.STOP] = 1
        probe_window(context, position, 4, 7)
        probe_window(context, position, -4, min(13, position.empties))
        assert (context.table.words == before).all()
        context.team.words[teams.STOP] = 0


@pytest.mark.parametrize("buckets", [ONE_BUCKET, ROOMY])
def test_stopped_anywhere_it_leaves_a_sound_table(buckets: int) -> None:
    position = going(1, range(13, 14), 2)[0]
    score, context = exact(position), evaluating(buckets)
    for limit in range(1, 400, 3):
        context.words[slots.NODES], context.words[slots.LIMIT] = 0, limit
        context.team.words[teams.STOP] = 0
        probe_window(context, position, -1 + limit % 3, position.empties)
        context.words[slots.LIMIT] = slots.NO_LIMIT
        context.team.words[teams.STOP] = 0
        if limit % 30 == 1:
            for alpha in (score - 1, score):
                if -64 <= alpha < 64:
                    found = probe_window(context, position, alpha, position.empties)
                    assert is_sound(found, alpha, score)
            context.table.words[:] = 0


def test_counters_count() -> None:
    context = evaluating(ROOMY)
    probe_window(context, Position.start(), 0, 8)
    cuts, first = (int(context.words[word]) for word in (slots.CUTS, slots.FIRST_CUTS))
    assert 0 < first <= cuts < context.words[slots.NODES]
    hits = int(context.words[slots.HITS])
    probe_window(context, Position.start(), 0, 8)
    assert context.words[slots.HITS] == hits + 1  # answered by its own entry
