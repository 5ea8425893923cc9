"""Tables: keys against the articles' words, replacement, narrow keys, growth, true entries."""

from __future__ import annotations

import _thread
import copy
import pickle
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
from outflank.board import Board, Color, OutflankError
from outflank.textbook import (
    Evaluation,
    Fault,
    Keys,
    Kind,
    Ordering,
    Replacement,
    Settings,
    SettingsError,
    Table,
    alphabeta,
    minimax,
    pvs,
    random_midgame,
    tables,
)
from outflank.textbook.inspection import BOUNDS, Entry, look_up, seed
from outflank.textbook.keys import mixed, mtdf_key, pvs_key, zobrist_key
from outflank.textbook.tables import COLUMNS, DEPTH, FLAG, OPPONENT, PLAYER, VALUE
from strategies import reachable_boards

SETTINGS = Settings()
WORD = 2**64 - 1
ALL_KINDS = [
    Table.hash_map,
    lambda: Table.array(12, Keys.ZOBRIST),
    lambda: Table.array(12, Keys.PVS_ARTICLE),
]


def keyed(board: Board) -> tuple[np.uint64, np.uint64, np.int64]:
    turn = np.int64(1 if board.turn is Color.BLACK else -1)
    return np.uint64(board.black), np.uint64(board.white), turn


def plain_mtdf_key(board: Board) -> int:
    """``hash`` of the MTD(f) article."""
    key = board.black * 0x9E3779B97F4A7C15 & WORD
    key ^= (board.white + 0x165667B19E3779F9) * 0xC2B2AE3D27D4EB4F & WORD
    key ^= 0x27D4EB2F165667C5 if board.turn is Color.BLACK else 0x9E3779B97F4A7C15
    return key ^ key >> 29


def plain_pvs_key(board: Board) -> int:
    """``hash`` of the PVS article, with its fault."""
    key = 0x9E3779B97F4A7C15
    for square in range(64):
        if board.black >> square & 1:
            key ^= mixed(2 * square)
        elif board.white >> square & 1:
            key ^= mixed(2 * square + 1)
    return key ^ (0xABCDEF12345 if board.turn is Color.BLACK else 0x23456789ABCDF)


@given(reachable_boards())
def test_keys_are_the_articles_words(board: Board) -> None:
    assert mtdf_key(*keyed(board)) == plain_mtdf_key(board)
    faithful = np.int64(Fault.BLACK_A1_HASHES_AS_EMPTY)
    assert pvs_key(*keyed(board), faithful) == plain_pvs_key(board)


@given(reachable_boards(), st.integers(0, 63))
def test_every_disc_and_the_side_to_move_change_zobrists_key(board: Board, square: int) -> None:
    black, white, turn = keyed(board)
    key = zobrist_key(black, white, turn)
    bit = np.uint64(1 << square)
    assert key != zobrist_key(black, white, -turn)
    assert key != zobrist_key(black ^ bit, white, turn)
    assert key != zobrist_key(black, white ^ bit, turn)


def test_the_article_mixes_nothing_for_zero() -> None:
    assert mixed(0) == 0
    assert len({mixed(number) for number in range(129)}) == 129


@pytest.mark.parametrize("make", ALL_KINDS)
def test_an_entry_is_found_again_and_overwritten(make: type[Table]) -> None:
    table, board = make(), random_midgame(7, 18)
    assert look_up(table, board, SETTINGS) is None
    for entry in (Entry(-74, "exact", 8), Entry(12, "lower", 3), Entry(5, "upper", 4)):
        seed(table, board, SETTINGS, entry)
        assert look_up(table, board, SETTINGS) == entry
    other_side = Board(board.position.passed(), board.turn.other)
    other_colour = Board(board.position, board.turn.other)
    assert look_up(table, other_side, SETTINGS) is None
    assert look_up(table, other_colour, SETTINGS) is None


def test_an_array_keeps_the_deeper_of_two_positions_in_one_place() -> None:
    table, first, second = Table.array(0), random_midgame(1, 15), random_midgame(2, 22)
    seed(table, first, SETTINGS, Entry(1, "exact", 5))
    seed(table, second, SETTINGS, Entry(2, "exact", 4))
    assert look_up(table, first, SETTINGS) == Entry(1, "exact", 5)
    assert look_up(table, second, SETTINGS) is None
    seed(table, second, SETTINGS, Entry(3, "exact", 5))
    assert look_up(table, first, SETTINGS) is None
    assert look_up(table, second, SETTINGS) == Entry(3, "exact", 5)


@pytest.mark.parametrize(
    ("replacement", "kept"),
    [
        (Replacement.DEEPER, {1: 5}),
        (Replacement.LATER, {3: 2}),
        (Replacement.EARLIER, {0: 4}),
        (Replacement.TWO_TIER, {1: 5, 3: 2}),
    ],
)
def test_which_of_four_positions_keep_their_place(
    replacement: Replacement, kept: dict[int, int]
) -> None:
    bits = 1 if replacement is Replacement.TWO_TIER else 0
    table = Table.array(bits, replacement=replacement)
    boards = [random_midgame(number, 10 + number) for number in range(4)]
    for number, depth in enumerate((4, 5, 3, 2)):
        seed(table, boards[number], SETTINGS, Entry(number, "exact", depth))
    for number, board in enumerate(boards):
        found = look_up(table, board, SETTINGS)
        expected = Entry(number, "exact", kept[number]) if number in kept else None
        assert found == expected, number


@pytest.mark.parametrize("replacement", Replacement)
def test_a_position_replaces_its_own_entry(replacement: Replacement) -> None:
    table, first, second = (
        Table.array(1, replacement=replacement),
        *map(random_midgame, (1, 2), (15, 22)),
    )
    for board, depth in ((first, 5), (second, 3), (second, 2), (first, 1)):
        seed(table, board, SETTINGS, Entry(depth, "exact", depth))
        found = look_up(table, board, SETTINGS)
        assert found in (Entry(depth, "exact", depth), None)
    entries = [tuple(row[[PLAYER, OPPONENT]]) for row in table.entries if row[FLAG]]
    assert len(entries) == len(set(entries)), "a position has two entries"


@pytest.mark.parametrize("key_bits", [1, 4, 64])
def test_with_narrow_keys_only_the_faithful_programs_mix_positions_up(key_bits: int) -> None:
    first, second = random_midgame(1, 15), random_midgame(2, 22)
    for faults in (Fault(0), Fault.KEY_ONLY_COMPARED):
        settings = Settings(faults=faults)
        table = Table.hash_map(key_bits=key_bits)
        for number in range(8):
            seed(table, random_midgame(number, 20), settings, Entry(number, "exact", 5))
        seed(table, first, settings, Entry(99, "exact", 5))
        assert look_up(table, first, settings) == Entry(99, "exact", 5)
        mixed_up = bool(faults) and key_bits == 1
        assert (look_up(table, second, settings) is not None) == mixed_up


def test_a_full_hash_map_grows_and_forgets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.textbook.tables.FIRST_ROWS", 4)
    table, board = Table.hash_map(), random_midgame(7, 18)
    first = alphabeta(board, 3, SETTINGS, table)
    before = {tuple(row) for row in table.entries if row[FLAG]}
    assert len(before) == table.stored
    assert table.stored * 2 <= len(table.entries)
    assert first.nodes == alphabeta(board, 3, SETTINGS).nodes
    other = random_midgame(8, 30)
    assert alphabeta(other, 5, SETTINGS, table).nodes == alphabeta(other, 5, SETTINGS).nodes
    assert before <= {tuple(row) for row in table.entries}


def assert_entries_are_true(table: Table) -> None:
    for entry in table.entries[table.entries[:, FLAG] != 0]:
        discs = naive.discs(*(int(np.uint64(entry[column])) for column in (PLAYER, OPPONENT)))
        board = Board.from_text("".join(discs).translate(str.maketrans("po.", "XO-")))
        value, claim = minimax(board, int(entry[DEPTH]), SETTINGS).score, entry[VALUE]
        true = {"exact": value == claim, "lower": value >= claim, "upper": value <= claim}
        assert true[BOUNDS[entry[FLAG]]], (board.to_text(), entry)


@pytest.mark.parametrize("search", [alphabeta, pvs])
def test_a_search_that_was_interrupted_leaves_only_true_entries(search: type) -> None:
    table = Table.array(6)
    threading.Timer(0.15, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        search(random_midgame(7, 18), 30, SETTINGS, table)
    # The deep ones cannot be checked in time.
    table.entries[table.entries[:, DEPTH] > 4] = 0
    assert_entries_are_true(table)
    # And the table still serves.
    board = random_midgame(3, 20)
    assert search(board, 4, SETTINGS, table).score == minimax(board, 4, SETTINGS).score


def test_a_table_serves_searches_of_one_meaning() -> None:
    table, board = Table.hash_map(), random_midgame(7, 18)
    alphabeta(board, 3, SETTINGS, table)
    pvs(board, 3, Settings("mtdf-article", "none"), table)
    for settings in (Settings("pvs-article"), Settings(faults=Fault.END_UNSCALED)):
        with pytest.raises(OutflankError, match="clear it or make another"):
            alphabeta(board, 3, settings, table)
    table.clear()
    assert (table.stored, int(np.count_nonzero(table.entries))) == (0, 0)
    alphabeta(board, 3, Settings("pvs-article"), table)


def test_no_table_serves_every_search() -> None:
    table, board = Table.none(), random_midgame(7, 18)
    assert alphabeta(board, 3, SETTINGS, table).score != 0
    alphabeta(board, 3, Settings("pvs-article"), table)
    assert (table.kind, table.stored) == (Kind.NONE, 0)


@pytest.mark.parametrize("bits", [-1, 27])
def test_an_array_has_a_sensible_size(bits: int) -> None:
    with pytest.raises(OutflankError, match=f"an array table is 0 to 26, not {bits}"):
        Table.array(bits)
    assert Table.array(3).entries.shape == (8, COLUMNS)


@pytest.mark.parametrize("key_bits", [0, 65])
def test_a_key_has_a_sensible_size(key_bits: int) -> None:
    with pytest.raises(OutflankError, match=f"bits of a key is 1 to 64, not {key_bits}"):
        Table.hash_map(key_bits=key_bits)


def test_a_table_says_what_it_is() -> None:
    assert repr(Table.array(4)) == "<Table array, keys zobrist, 16 rows>"


def test_keys_may_be_named() -> None:
    assert Table.array(4, "zobrist").keys is Keys.ZOBRIST  # type: ignore[arg-type]
    assert Table.hash_map("pvs-article").keys is Keys.PVS_ARTICLE  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Table.array(4, "md5"), "keys 'md5' is not one of mtdf-article, pvs-article"),
        (lambda: Table.hash_map(5), "keys 5 is not one of"),
        (lambda: Table.array(2.0), "an array table is a whole number, not 2.0"),
        (lambda: Table.array(4, replacement="lru"), "replacement 'lru' is not one of deeper"),
        (lambda: Table.array(0, replacement="two-tier"), "an array table is 1 to 26, not 0"),
        (lambda: Table.array("4"), "an array table is a whole number, not '4'"),
        (lambda: Table.hash_map(key_bits=1.5), "bits of a key is a whole number, not 1.5"),
    ],
)
def test_tables_that_cannot_be(make: Callable[[], Table], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        make()


def test_the_codes_of_a_kind_of_choice_are_its_places() -> None:
    for choice in (Evaluation, Ordering, Keys, Kind, Replacement):
        assert [member.code for member in choice] == list(range(len(choice)))


@pytest.mark.parametrize("make", ALL_KINDS)
def test_a_table_serves_one_search_at_a_time(make: Callable[[], Table]) -> None:
    table, board = make(), random_midgame(7, 18)
    entry = Entry(1, "exact", 5)
    with table.in_use():
        for use in (
            lambda: alphabeta(board, 3, SETTINGS, table),
            lambda: seed(table, board, SETTINGS, entry),
            table.clear,
        ):
            with pytest.raises(OutflankError, match="in use by another search"):
                use()
    assert alphabeta(board, 3, SETTINGS, table).score == minimax(board, 3, SETTINGS).score


def test_two_threads_on_one_table_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each counted its own entries once: the map filled up, and both probed it for ever."""
    monkeypatch.setattr("outflank.textbook.tables.FIRST_ROWS", 4)
    table, done = Table.hash_map(), []

    def search(number: int) -> None:
        for depth in (3, 4, 5, 6):
            try:
                done.append(alphabeta(random_midgame(number, 18), depth, SETTINGS, table).score)
            except OutflankError as error:
                done.append(str(error))

    threads = [threading.Thread(target=search, args=(n,), daemon=True) for n in (7, 8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert len(done) == 8
    assert all(isinstance(found, int) or "in use" in found for found in done)
    assert table.stored == np.count_nonzero(table.entries[:, FLAG])


def test_many_searches_may_do_without_a_table_at_once() -> None:
    table = Table.none()
    with table.in_use():
        assert alphabeta(random_midgame(7, 18), 2, SETTINGS, table).nodes > 1


@pytest.mark.parametrize(
    "twin_of", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))]
)
def test_a_copy_holds_the_same_and_is_free(twin_of: Callable[[Table], Table]) -> None:
    table, board = Table.array(10), random_midgame(7, 18)
    alphabeta(board, 4, SETTINGS, table)
    with table.in_use():
        twin = twin_of(table)
        assert np.array_equal(twin.entries, table.entries)
        assert repr(twin) == repr(table)
        with pytest.raises(OutflankError, match="clear it"):
            alphabeta(board, 4, Settings("pvs-article"), twin)
        assert alphabeta(board, 4, SETTINGS, twin).nodes == 1


def test_a_hash_map_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.textbook.tables.FIRST_ROWS", 16)
    monkeypatch.setattr("outflank.textbook.tables.MOST_ROWS", 1024)
    table, board = Table.hash_map(), random_midgame(7, 18)
    alphabeta(board, 2, SETTINGS, table)
    before = {tuple(row) for row in table.entries if row[FLAG]}
    with pytest.raises(OutflankError, match=r"more than 512 entries .* use Table\.array"):
        alphabeta(board, 7, SETTINGS, table)
    assert len(table.entries) == 1024
    assert {tuple(row) for row in table.entries if row[FLAG]} == before
    assert table.stored == len(before)
    assert alphabeta(board, 3, SETTINGS, table).score == minimax(board, 3, SETTINGS).score


def test_the_largest_hash_map_fits_two_gibibytes_with_what_undoes_a_search() -> None:
    assert 2 * tables.MOST_ROWS * tables.ROW_BYTES <= 2 * tables.GIBIBYTE
    assert Table.hash_map().entries.nbytes == tables.FIRST_ROWS * tables.ROW_BYTES
    rows = tables.FIRST_ROWS
    while rows < tables.MOST_ROWS:
        rows *= tables.GROWTH
    assert rows == tables.MOST_ROWS


def test_the_seconds_of_growing_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.textbook.tables.FIRST_ROWS", 16)
    grow = Table.grow

    def grow_slowly(table: Table) -> None:
        time.sleep(0.1)
        grow(table)

    monkeypatch.setattr(Table, "grow", grow_slowly)
    assert alphabeta(random_midgame(7, 18), 3, SETTINGS).seconds > 0.1


def test_seeding_grows_a_full_hash_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.textbook.tables.FIRST_ROWS", 4)
    table, seeds = Table.hash_map(), range(40)
    for number in seeds:
        seed(table, random_midgame(number, 20), SETTINGS, Entry(number, "exact", 5))
    for number in seeds:
        found = look_up(table, random_midgame(number, 20), SETTINGS)
        assert found == Entry(number, "exact", 5)
    assert table.stored == len(seeds)


def test_a_table_that_knew_the_score_needs_no_move() -> None:
    table, board = Table.hash_map(), random_midgame(7, 18)
    first, again = (alphabeta(board, 3, SETTINGS, table) for _ in range(2))
    assert first.best is not None
    assert (again.best, again.score, again.nodes) == (None, first.score, 1)
