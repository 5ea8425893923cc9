"""The transposition table: what is written is read, and what does not fit together is not."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from contexts import masks
from exact import with_empties
from outflank.board import Position
from outflank.core import table
from outflank.core.compile import kernel
from outflank.core.memory import Block
from strategies import any_positions, reachable_positions

pytestmark = pytest.mark.core

Part = np.int64

SCORES = st.integers(-100_000, 100_000)
DEPTHS = st.integers(0, 60)
PER_CENT = st.integers(0, 100)
BYTES = st.integers(0, 255)
MOVES = st.integers(-1, 63)


def pack(*parts: int) -> np.int64:
    return np.int64(table.pack(*(np.int64(part) for part in parts)))


def entry(depth: int = 12, age: int = 0, lower: int = -10, upper: int = 20, move: int = 19) -> Part:
    return pack(lower, upper, depth, 100, move, age)


def new_table(buckets: int = 1) -> Block:
    return Block(buckets * int(table.WORDS_PER_BUCKET))


def write(block: Block, position: Position, data: np.int64, bucket: int = 0) -> None:
    table.write(np.int64(block.address), np.int64(bucket), *masks(position), data)


def probe(block: Block, position: Position, bucket: int = 0) -> int:
    return int(table.probe(np.int64(block.address), np.int64(bucket), *masks(position)))


@given(SCORES, SCORES, DEPTHS, PER_CENT, MOVES, BYTES)
def test_every_part_comes_back(
    lower: int, upper: int, depth: int, selectivity: int, move: int, age: int
) -> None:
    data = pack(lower, upper, depth, selectivity, move, age)
    assert table.lower_of(data) == lower
    assert table.upper_of(data) == upper
    assert table.depth_of(data) == depth
    assert table.selectivity_of(data) == selectivity
    assert table.move_of(data) == move
    assert table.age_of(data) == age


def test_the_data_word_is_as_drawn() -> None:
    bounds = (131072 - 64) | (131072 + 3) << 18
    assert pack(-64, 3, 3, 100, 4, 6) == bounds | 3 << 36 | 100 << 42 | 5 << 49 | 6 << 56
    assert pack(0, 0, 0, 100, -1, 0) == 131072 | 131072 << 18 | 100 << 42


@given(DEPTHS, PER_CENT, DEPTHS, PER_CENT)
def test_an_entry_answers_what_asks_no_more_than_it_says(
    depth: int, selectivity: int, asked: int, sure: int
) -> None:
    data = pack(-2, 2, depth, selectivity, -1, 0)
    expected = depth >= asked and selectivity >= sure
    assert table.answers(data, np.int64(asked), np.int64(sure)) == expected


@given(any_positions())
def test_an_empty_table_holds_nothing(position: Position) -> None:
    assert probe(new_table(), position) == table.NO_ENTRY


@given(st.lists(any_positions(), min_size=1, max_size=3, unique=True))
def test_a_bucket_keeps_the_last_positions_written(positions: list[Position]) -> None:
    block = new_table()
    for number, position in enumerate(positions):
        write(block, position, entry(depth=number + 1))
    found = [probe(block, position) for position in positions]
    assert found[-1] == entry(depth=len(positions))
    if len(positions) <= 2:
        assert found == [entry(depth=number + 1) for number in range(len(positions))]


def test_a_position_has_one_entry_which_is_written_over() -> None:
    one, other = with_empties(20, 0), with_empties(20, 1)
    block = new_table()
    write(block, one, entry(depth=20))
    write(block, other, entry(depth=20))
    for position in (one, other):
        write(block, position, entry(depth=3, lower=4, upper=4))
        assert probe(block, position) == entry(depth=3, lower=4, upper=4)
    assert probe(block, one) == probe(block, other)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_entries_of_one_search_the_shallower_goes(order: tuple[int, int]) -> None:
    block, new = new_table(), with_empties(20, 9)
    positions = [with_empties(20, 0), with_empties(20, 1)]
    for number in order:
        write(block, positions[number], entry(depth=(15, 14)[number]))
    write(block, new, entry(depth=1))
    assert probe(block, new) == entry(depth=1)
    assert probe(block, positions[0]) == entry(depth=15)
    assert probe(block, positions[1]) == table.NO_ENTRY


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_an_entry_of_an_older_search_goes_however_deep(order: tuple[int, int]) -> None:
    block, new = new_table(), with_empties(20, 9)
    positions = [with_empties(20, 0), with_empties(20, 1)]
    for number in order:
        write(block, positions[number], entry(depth=(2, 30)[number], age=(5, 4)[number]))
    write(block, new, entry(depth=1, age=5))
    assert probe(block, new) == entry(depth=1, age=5)
    assert probe(block, positions[0]) == entry(depth=2, age=5)
    assert probe(block, positions[1]) == table.NO_ENTRY


@settings(max_examples=20)
@given(any_positions(), st.integers(1, 60), st.booleans())
def test_a_flipped_bit_makes_no_entry(position: Position, depth: int, first: bool) -> None:
    """Whichever of the 192 bits of an entry: it is lost, never wrong; its neighbour stays.

    Neighbours one disc apart are left out: a flipped bit of a position names the other.
    """
    neighbour = with_empties(20, 0)
    apart = position.player ^ neighbour.player | position.opponent ^ neighbour.opponent
    assume(apart.bit_count() > 1)
    data = {position: entry(depth=depth), neighbour: entry(depth=61)}
    block = new_table()
    for written in (position, neighbour) if first else (neighbour, position):
        write(block, written, data[written])
    words = block.words[0:3] if first else block.words[3:6]
    for word in range(3):
        for bit in range(64):
            flip = np.uint64(1 << bit).astype(np.int64)
            words[word] ^= flip
            assert probe(block, position) == table.NO_ENTRY
            assert probe(block, neighbour) == data[neighbour]
            words[word] ^= flip
    assert probe(block, position) == data[position]


@given(
    st.lists(reachable_positions(), min_size=2, max_size=2),
    st.lists(st.tuples(SCORES, SCORES, MOVES), min_size=2, max_size=2, unique=True),
    st.lists(st.booleans(), min_size=3, max_size=3),
)
def test_words_of_two_writers_read_as_one_writers_entry_or_none(
    positions: list[Position], parts: list[tuple[int, int, int]], second: list[bool]
) -> None:
    """Two threads write one entry at once and its words are mixed, in each of the eight ways."""
    written = []
    datas = [entry(lower=lower, upper=upper, move=move) for lower, upper, move in parts]
    for position, data in zip(positions, datas, strict=True):
        block = new_table()
        write(block, position, data)
        written.append(block.words[:3].copy())
    block = new_table()
    for word in range(3):
        block.words[word] = written[second[word]][word]
    for position, data in zip(positions, datas, strict=True):
        assert probe(block, position) in (table.NO_ENTRY, data) or positions[0] == positions[1]
        if positions[0] == positions[1]:
            assert probe(block, position) in (table.NO_ENTRY, *datas)


@given(any_positions(), st.integers(0, 20))
def test_a_bucket_is_within_the_table(position: Position, bits: int) -> None:
    buckets = 1 << bits
    word = int(table.bucket_of(*masks(position), np.int64(buckets - 1)))
    assert word % int(table.WORDS_PER_BUCKET) == 0
    assert 0 <= word // int(table.WORDS_PER_BUCKET) < buckets


def test_positions_of_games_spread_over_the_buckets() -> None:
    """Siblings too, which differ in a few bits: no bucket has much more than its share."""
    positions = set()
    for seed in range(400):
        position = with_empties(20, seed)
        positions.update(position.play_unchecked(square) for square in position.legal_moves)
    buckets = 256
    filled = np.zeros(buckets, np.int64)
    for position in positions:
        word = table.bucket_of(*masks(position), np.int64(buckets - 1))
        filled[int(word) // int(table.WORDS_PER_BUCKET)] += 1
    share = len(positions) / buckets
    deviations = ((filled - share) ** 2).sum() / share
    # Chi squared with 255 degrees of freedom: its mean is 255, its deviation 22.6.
    assert deviations < 255 + 6 * 22.6


ONE = np.int64(1)


@kernel("i8(u8, u8)")
def known_score(player: np.uint64, opponent: np.uint64) -> np.int64:
    """Some even score that a position determines."""
    mixed = (player ^ opponent >> np.uint64(3)) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64(mixed >> np.uint64(58)) - np.int64(32)


@kernel("void(i8, u8[::1], u8[::1], i8, i8[::1])")
def hammer(
    address: np.int64,
    players: np.ndarray,
    opponents: np.ndarray,
    rounds: np.int64,
    counts: np.ndarray,
) -> None:
    """Write and probe a bucket without end; counts: found, and found with another's score."""
    state = np.uint64(counts[0]) * np.uint64(2) + np.uint64(1)
    counts[0] = 0
    for number in range(rounds):
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        i = np.int64(state >> np.uint64(33)) % len(players)
        player, opponent = players[i], opponents[i]
        score = known_score(player, opponent)
        data = table.pack(
            score, score, number & np.int64(63), np.int64(100), number % np.int64(64), ONE
        )
        table.write(address, np.int64(0), player, opponent, data)
        i = np.int64(state >> np.uint64(20)) % len(players)
        found = table.probe(address, np.int64(0), players[i], opponents[i])
        if found != table.NO_ENTRY:
            counts[0] += 1
            expected = known_score(players[i], opponents[i])
            if table.lower_of(found) != expected or table.upper_of(found) != expected:
                counts[1] += 1


def turned(position: Position, squares: int) -> Position:
    """The same position with the discs of some squares turned."""
    squares &= position.player | position.opponent
    return Position(position.player ^ squares, position.opponent ^ squares)


def test_words_of_two_bounds_are_no_position_with_some_discs_turned() -> None:
    """Bounds that differ in a bit or two, mixed, as a thread may see them between two stores."""
    for seed in range(40):
        position = with_empties(20, seed)
        datas = [pack(lower, 64, 20, 100, -1, 1) for lower in (0, 2)]
        block = new_table()
        for data in datas:
            write(block, position, data)
        block.words[2] = datas[0]
        difference = int(datas[0] ^ datas[1])
        assert probe(block, position) == table.NO_ENTRY
        for square in range(64):
            assert probe(block, turned(position, 1 << square)) == table.NO_ENTRY
        assert probe(block, turned(position, difference)) == table.NO_ENTRY


def test_two_threads_on_one_bucket_never_read_a_wrong_entry() -> None:
    positions = [with_empties(20, seed) for seed in range(3)]
    positions += [turned(positions[0], 1 << square) for square in range(64)]
    positions = list(dict.fromkeys(positions))[:6]
    players, opponents = (
        np.array([getattr(position, side) for position in positions], np.uint64)
        for side in ("player", "opponent")
    )
    block = new_table()
    counts = [np.array([seed, 0], np.int64) for seed in (1, 2)]
    threads = [
        threading.Thread(
            target=hammer,
            args=(np.int64(block.address), players, opponents, np.int64(5_000_000), count),
        )
        for count in counts
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for found, wrong in counts:
        assert found > 0
        assert wrong == 0
