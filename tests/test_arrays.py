"""Arrays of positions: the manners of NumPy, the errors, and what each function promises."""

from __future__ import annotations

import doctest
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import outflank.arrays as oa
from outflank import Square
from outflank.board import (
    Board,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Position,
    SquareSet,
    rules,
)
from strategies import any_positions

if TYPE_CHECKING:
    from collections.abc import Callable

START = rules.START_PLAYER, rules.START_OPPONENT
START_MOVES = rules.legal_mask(*START)

MASK_FUNCTIONS = [
    oa.legal_masks,
    oa.is_game_over,
    oa.final_scores,
    oa.raw_scores,
    oa.stable_discs,
]


def sample(count: int = 200, seed: int = 9) -> tuple[Any, Any]:
    return oa.random_positions(count, seed=seed)


# Types


@pytest.mark.parametrize("function", MASK_FUNCTIONS)
def test_no_dimensions_give_a_scalar(function: Callable[..., Any]) -> None:
    for argument in (START[0], np.uint64(START[0]), np.array(START[0], np.uint64)):
        assert isinstance(function(argument, START[1]), np.generic)
    assert oa.legal_masks(*START) == START_MOVES


@pytest.mark.parametrize(
    ("function", "dtype"),
    list(zip(MASK_FUNCTIONS, ["u8", "?", "i8", "i8", "u8"], strict=True)),
)
def test_results_have_the_promised_type(function: Callable[..., Any], dtype: str) -> None:
    assert function(*START).dtype == function(*sample()).dtype == np.dtype(dtype)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint32, ">u8"])
def test_other_unsigned_integers_are_widened(dtype: Any) -> None:
    masks = np.array([0b00000001, 0b10000001], dtype)
    opponent = np.array([0b00001110, 0b01111110], dtype)
    expected = [rules.legal_mask(1, 0b1110), rules.legal_mask(0b10000001, 0b1111110)]
    assert oa.legal_masks(masks, opponent).tolist() == expected


@pytest.mark.parametrize("dtype", [np.int64, np.int8, np.float64, np.complex128, np.bool_, object])
def test_other_types_are_no_masks(dtype: Any) -> None:
    with pytest.raises(TypeError, match=f"player must be .*, not {np.dtype(dtype)}"):
        oa.legal_masks(np.zeros(3, dtype), START[1])
    with pytest.raises(TypeError, match="opponent must be"):
        oa.legal_masks(START[0], np.zeros((), dtype))


@pytest.mark.parametrize("value", [1.5, [1.0, 2.0], "f5", None, [1, None], True])
def test_python_values_that_are_no_integers_are_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="player must be of"):
        oa.legal_masks(value, START[1])


@pytest.mark.parametrize("value", [-1, 1 << 64, [1, -1], [[1 << 63], [-1]], [1 << 70]])
def test_python_integers_must_fit_a_board(value: Any) -> None:
    with pytest.raises(OverflowError):
        oa.legal_masks(value, START[1])


def test_lists_of_python_integers_keep_every_bit() -> None:
    masks = [[1, (1 << 63) + 1], [0, (1 << 64) - 1]]
    assert oa.transform(masks, 0).tolist() == masks


def test_numbers_of_any_name_may_stand_in_lists() -> None:
    assert oa.transform([1, np.uint64(1 << 63)], 0).tolist() == [1, 1 << 63]
    board = Board.from_transcript("f5d6c3")
    assert oa.flips(*START, board.moves[0]) == rules.flips(*START, 37)
    assert oa.flips(*START, board.moves).tolist() == [rules.flips(*START, m) for m in board.moves]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, np.uint64, np.int32])
def test_squares_may_be_integers_of_any_width(dtype: Any) -> None:
    turned = oa.flips(*START, np.array([37, 0], dtype))
    assert turned.tolist() == [rules.flips(*START, 37), 0]


def test_a_list_of_arrays_is_as_strict_as_an_array() -> None:
    unsigned = np.array([1, 2], np.uint64)
    for wrong in ([np.array([1, 2])], [unsigned, np.array([1.0, 2.0])], [[np.array([1, 2])]]):
        with pytest.raises(TypeError, match="player must be of unsigned integers"):
            oa.legal_masks(wrong, 0)
    for right in ([unsigned, unsigned], [unsigned, [1, 2]], [np.uint64(1), 2, 1 << 63]):
        assert oa.legal_masks(right, 0).tolist() == np.zeros(np.shape(right)).tolist()
    with pytest.raises(TypeError, match="square must be of integers, not bool"):
        oa.flips(*START, [np.array([True])])
    with pytest.raises(OverflowError):
        oa.flips(*START, [np.array([1 << 63], np.uint64)])


def test_squares_must_be_integers() -> None:
    for wrong in (np.array([1.0]), np.array([True]), [1.5], "f5"):
        with pytest.raises(TypeError, match="square must be of integers"):
            oa.flips(*START, wrong)
    with pytest.raises(OverflowError):
        oa.flips(*START, np.array([1 << 63], np.uint64))
    with pytest.raises(OverflowError):
        oa.flips(*START, 1 << 63)


# Shapes


def test_arguments_broadcast() -> None:
    player, opponent = sample(6)
    square = np.arange(64)
    table = oa.flips(player.reshape(2, 3, 1), opponent.reshape(2, 3, 1), square)
    assert table.shape == (2, 3, 64)
    for i in range(6):
        row = oa.flips(player[i], opponent[i], square)
        assert np.array_equal(table.reshape(6, 64)[i], row)


def test_shapes_that_do_not_match_are_numpys_own_error() -> None:
    with pytest.raises(ValueError, match="shape mismatch"):
        oa.legal_masks(np.zeros(3, np.uint64), np.zeros(4, np.uint64))


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 8, 8)])
def test_empty_arrays_stay_empty(shape: tuple[int, ...]) -> None:
    none = np.zeros(shape, np.uint64)
    for function in MASK_FUNCTIONS:
        assert function(none, none).shape == shape
    assert oa.play(none, none, 64)[0].shape == shape
    assert oa.planes(none, none).shape == (*shape, 3, 8, 8)
    assert oa.pack(oa.unpack(none)).shape == shape
    assert oa.legal_masks([], []).shape == (0,)


def test_arrays_of_any_layout_are_read() -> None:
    player, opponent = sample(240)
    expected = oa.legal_masks(player, opponent)
    unaligned = np.frombuffer(b"?" + player.tobytes(), np.uint8)[1:].view(np.uint64)
    frozen = player.copy()
    frozen.flags.writeable = False
    assert np.array_equal(oa.legal_masks(unaligned, opponent), expected)
    assert np.array_equal(oa.legal_masks(frozen, opponent), expected)
    assert np.array_equal(oa.legal_masks(player[::-3], opponent[::-3]), expected[::-3])
    columns = player.reshape(12, 20).T, opponent.reshape(12, 20).T
    assert np.array_equal(oa.legal_masks(*columns), expected.reshape(12, 20).T)
    pairs = np.stack([player, opponent], axis=-1)
    assert np.array_equal(oa.legal_masks(pairs[:, 0], pairs[:, 1]), expected)


# out=


def test_out_takes_the_result() -> None:
    player, opponent = sample()
    for function in MASK_FUNCTIONS:
        expected = function(player, opponent)
        out = np.empty_like(expected)
        assert function(player, opponent, out=out) is out
        assert np.array_equal(out, expected)
    out = np.empty((), np.uint64)
    assert oa.legal_masks(*START, out=out) is out
    assert out == START_MOVES


def test_out_may_be_larger_or_scattered_or_an_input() -> None:
    player, opponent = sample()
    expected = oa.legal_masks(player, opponent)
    wide = np.zeros((2, 400), np.uint64)
    oa.legal_masks(player, opponent, out=wide[:, ::2])
    assert np.array_equal(wide[:, ::2], np.tile(expected, (2, 1)))
    assert not wide[:, 1::2].any()
    shifted = np.append(player, np.uint64(0))
    oa.legal_masks(shifted[:-1], opponent, out=shifted[1:])
    assert np.array_equal(shifted[1:], expected)
    oa.legal_masks(player, opponent, out=player)
    assert np.array_equal(player, expected)


def test_out_may_be_of_a_subclass() -> None:
    player, opponent = (array.reshape(10, 20) for array in sample())
    with pytest.warns(PendingDeprecationWarning):
        out = np.asmatrix(np.zeros((10, 20), np.uint64))
    assert oa.legal_masks(player, opponent, out=out) is out
    assert np.array_equal(out, oa.legal_masks(player, opponent))


def test_an_out_that_cannot_take_the_result_is_refused() -> None:
    player, opponent = sample()
    with pytest.raises(TypeError, match="out must be of uint64, not int64"):
        oa.legal_masks(player, opponent, out=np.empty(200, np.int64))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="out must be an array, not list"):
        oa.legal_masks(player, opponent, out=[0] * 200)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="out has the shape"):
        oa.legal_masks(player, opponent, out=np.empty(1, np.uint64))
    frozen = np.empty(200, np.uint64)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="out is read-only"):
        oa.legal_masks(player, opponent, out=frozen)


# Moves


def test_play_turns_the_side() -> None:
    board = Board.from_transcript("f5d6c3")
    player, opponent = START
    for move in board.moves:
        player, opponent = oa.play(player, opponent, move)
    assert (player, opponent) == (board.position.player, board.position.opponent)


@pytest.mark.parametrize(
    ("move", "error", "message"),
    [
        (0, IllegalMoveError, 'move at index 2: "a1": it turns no disc'),
        (27, IllegalMoveError, 'move at index 2: "d4": the square is occupied'),
        (64, IllegalMoveError, 'move at index 2: "pass": a pass is legal only without a move'),
        (65, InvalidMoveError, "move at index 2: 65 is not a move"),
        (-1, InvalidMoveError, "move at index 2: -1 is not a move"),
    ],
)
def test_play_names_the_first_illegal_move(move: int, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        oa.play(*START, [19, 26, move, 0, 99])


def test_the_first_fault_is_named_whatever_thread_finds_it() -> None:
    moves = np.full((2, 200_000), 19)
    moves[1, [70_000, 199_999]] = 0
    with pytest.raises(IllegalMoveError, match=r"move at index \(1, 70000\)"):
        oa.play(*START, moves, threads=4)
    with pytest.raises(IllegalMoveError, match=r'^move: "a1"'):
        oa.play(*START, 0)


def test_a_pass_is_legal_only_when_it_is_due() -> None:
    stuck = Position.from_text("OX" + 62 * "-" + "X").passed()  # nothing for the side to move
    stuck = stuck if stuck.must_pass else stuck.passed()
    passed = oa.play(stuck.player, stuck.opponent, 64)
    assert passed == (stuck.opponent, stuck.player)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        oa.play(1, 0, 64)


def test_masks_that_overlap_are_no_position() -> None:
    with pytest.raises(InvalidPositionError, match=r"move at index 1: both sides .* on a1"):
        oa.play([START[0], 1], [START[1], 1], 19)


def test_flips_names_the_first_square_off_the_board() -> None:
    for wrong in (64, -1):
        with pytest.raises(InvalidMoveError, match=f"square {wrong} at index 1 is not on"):
            oa.flips(*START, [37, wrong, 100])
    assert oa.flips(*START, 27) == 0


def test_unchecked_play_survives_any_number() -> None:
    moves = np.array([-(1 << 63), -1, 65, (1 << 63) - 1])
    assert oa.play_unchecked(*START, moves)[0].shape == (4,)


# Symmetries


@given(st.lists(any_positions(), min_size=1, max_size=8))
def test_symmetries_turn_everything_alike(positions: list[Position]) -> None:
    player = np.array([p.player for p in positions], np.uint64)[:, None]
    opponent = np.array([p.opponent for p in positions], np.uint64)[:, None]
    images = oa.transform(player, np.arange(8)), oa.transform(opponent, np.arange(8))
    for row, position in enumerate(positions):
        expected = [(image.player, image.opponent) for image in position.symmetries()]
        assert list(zip(images[0][row], images[1][row], strict=True)) == expected
    for function in (oa.legal_masks, oa.stable_discs):
        turned = oa.transform(function(player, opponent), np.arange(8))
        assert np.array_equal(function(*images), turned)
    for function in (oa.is_game_over, oa.final_scores, oa.raw_scores):
        assert (function(*images) == function(player, opponent)).all()
    for turned, alone in zip(oa.canonical(*images), oa.canonical(player, opponent), strict=True):
        assert (turned == alone).all()


@given(any_positions())
def test_the_canonical_form_is_the_plain_rules(position: Position) -> None:
    least = position.canonical()
    assert oa.canonical(position.player, position.opponent) == (least.player, least.opponent)


def test_a_symmetry_that_is_none_is_refused() -> None:
    for wrong in (8, -1):
        with pytest.raises(ValueError, match=f"symmetry {wrong} at index 1 is none"):
            oa.transform(1, [0, wrong])


# Boards of squares


@given(st.lists(st.integers(0, 2**64 - 1)))
def test_pack_undoes_unpack(masks: list[int]) -> None:
    boards = oa.unpack(masks)
    assert boards.shape == (len(masks), 8, 8)
    assert oa.pack(boards).tolist() == oa.pack(boards * 2.5).tolist() == masks


def test_boards_are_rows_of_files() -> None:
    board = oa.unpack(SquareSet(["h1", "b3"]).mask)
    assert np.argwhere(board).tolist() == [[0, 7], [2, 1]]


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.int64, np.float16, np.float32])
def test_planes_are_player_opponent_and_moves(dtype: Any) -> None:
    player, opponent = sample(5000)
    planes = oa.planes(player.reshape(50, 100), opponent.reshape(50, 100), dtype)
    assert planes.shape == (50, 100, 3, 8, 8)
    assert planes.dtype == dtype
    for channel, masks in enumerate((player, opponent, oa.legal_masks(player, opponent))):
        assert np.array_equal(oa.pack(planes[:, :, channel]).ravel(), masks)
    assert oa.planes(*START).shape == (3, 8, 8)
    assert oa.planes(*START).dtype == np.float32


def test_planes_broadcast() -> None:
    player, opponent = sample(3)
    assert oa.planes(player[:, None] & ~opponent, opponent).shape == (3, 3, 3, 8, 8)


def test_what_is_no_board_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the shape \(..., 8, 8\), not \(64,\)"):
        oa.pack(np.zeros(64))
    with pytest.raises(TypeError, match="boards are of bool, integers or floats"):
        oa.pack(np.full((8, 8), "x"))
    with pytest.raises(TypeError, match="boards are of bool, integers or floats"):
        oa.planes(*START, dtype="datetime64[s]")


# Random positions


def test_random_positions_depend_on_the_seed_alone() -> None:
    player, opponent = oa.random_positions(10_000, seed=1, threads=1)
    again = oa.random_positions(10_000, seed=1, threads=3)
    first = oa.random_positions(100, seed=1)
    other = oa.random_positions(10_000, seed=2)
    assert np.array_equal(player, again[0])
    assert np.array_equal(opponent, again[1])
    assert np.array_equal(player[:100], first[0])
    assert not np.array_equal(player, other[0])
    assert not np.array_equal(oa.random_positions(100)[0], oa.random_positions(100)[0])


def test_random_positions_of_a_seed_never_change() -> None:
    player, opponent = oa.random_positions(3, empties=50, seed=2026)
    assert player.tolist() == [0x8103018000000, 0x40201E40000000, 0x80C241C000000]
    assert opponent.tolist() == [0x2030200804081000, 0x203E200000, 0x201800700000]


def test_random_positions_have_the_empties_asked_for() -> None:
    empties = np.arange(61)
    player, opponent = oa.random_positions(61, empties=empties, seed=1)
    assert np.array_equal(64 - np.bitwise_count(player | opponent), empties)
    assert not (player & opponent).any()
    assert (player[60], opponent[60]) == START
    spread = 64 - np.bitwise_count(np.bitwise_or(*oa.random_positions(20_000, seed=1)))
    counts = np.bincount(spread, minlength=61)
    assert counts.size == 61
    assert counts.min() > 200  # 328 expected


def test_random_positions_reach_every_first_move_evenly() -> None:
    player, opponent = oa.random_positions(4000, empties=59, seed=1)
    _, counts = np.unique(np.stack([player, opponent]), axis=1, return_counts=True)
    assert len(counts) == 4
    assert counts.min() > 900


@pytest.mark.parametrize("empties", [-1, 61, [5, -1], [[5], [6]], [1, 2, 3]])
def test_empties_that_no_game_has_are_refused(empties: Any) -> None:
    with pytest.raises(ValueError, match="empties must be"):
        oa.random_positions(2, empties=empties)


def test_a_count_of_positions_is_a_number() -> None:
    assert oa.random_positions(0)[0].shape == (0,)
    with pytest.raises(ValueError, match="negative"):
        oa.random_positions(-1)
    with pytest.raises(TypeError):
        oa.random_positions(2.0)  # type: ignore[arg-type]


# Transcripts


def test_a_fault_names_row_and_ply_and_keeps_the_game() -> None:
    with pytest.raises(IllegalMoveError, match='row 1: ply 3: "d6": the square is occ') as caught:
        oa.from_transcripts(["f5", "f5d6d6", "zz"])
    assert caught.value.board is not None
    assert caught.value.board.transcript() == "f5d6"
    assert caught.value.ply == 3
    with pytest.raises(InvalidMoveError, match="row 0: ply 1"):
        oa.tokens(["hello"])


def test_faults_may_be_kept() -> None:
    games = oa.from_transcripts(["f5d6c3", "f5d6d6", "zz", ""], errors="keep")
    assert games.valid.tolist() == [True, False, False, True]
    assert games.lengths.tolist() == [3, 2, 0, 0]
    assert games.moves.tolist() == [[37, 43, 18], [37, 43, -1], [-1] * 3, [-1] * 3]
    assert games.final[0][2] == START[0]
    with pytest.raises(ValueError, match="errors is"):
        oa.from_transcripts([], errors="ignore")  # type: ignore[arg-type]


def test_implied_passes_are_actions_of_their_own() -> None:
    text = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3"
    text += "b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
    board = Board.from_transcript(text)
    games = oa.from_transcripts([text, text.upper()])
    assert games.moves.tolist() == [list(board.moves)] * 2
    assert games.final[0].tolist() == [board.position.player] * 2
    assert oa.is_game_over(*games.final).all()


@pytest.mark.parametrize(
    "texts",
    [
        ["f5d6", "c4"],
        ("f5d6", "c4"),
        iter(["f5d6", "c4"]),
        [b"f5d6", b"c4"],
        np.array(["f5d6", "c4"]),
        np.array([b"f5d6", b"c4"]),
        np.array(["f5d6", "c4"], object),
    ],
    ids=lambda texts: type(texts).__name__,
)
def test_texts_may_come_in_any_row(texts: Any) -> None:
    assert oa.tokens(texts).tolist() == [[37, 43], [26, -1]]


def test_texts_must_be_many_strings() -> None:
    for wrong in (
        "f5d6",
        b"f5d6",
        [1, 2],
        np.array([["f5"], ["c4"]]),
        [b"f5", 3],
        5,
        np.array("f5d6"),
        np.array(b"f5d6"),
    ):
        with pytest.raises(TypeError):
            oa.from_transcripts(wrong)  # type: ignore[arg-type]


def test_tokens_are_padded_and_never_cut() -> None:
    assert oa.tokens(["f5d6", ""], length=3).tolist() == [[37, 43, -1], [-1, -1, -1]]
    assert oa.tokens([]).shape == (0, 0)
    assert oa.tokens(["f5"]).dtype == np.int64
    with pytest.raises(ValueError, match="a game has 2 moves, passes included: more than 1"):
        oa.tokens(["f5d6"], length=1)


# The module


def test_the_examples_of_the_docstrings() -> None:
    failed, tried = doctest.testmod(oa)
    assert tried > 5
    assert failed == 0


def test_every_function_is_listed() -> None:
    assert sorted(oa.__all__) == oa.__all__
    assert all(getattr(oa, name).__doc__ for name in oa.__all__)
    assert dir(oa) == oa.__all__


def test_the_package_alone_does_not_load_numpy() -> None:
    code = "import sys, outflank; sys.exit('numpy' in sys.modules or 'numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("shape", [(0,), (1,), (1, 1), (2, 3)])
def test_arrays_that_numpy_broadcast_are_taken_without_a_warning(shape: tuple[int, ...]) -> None:
    player, opponent = np.broadcast_arrays(np.zeros(shape, np.uint64), np.uint64(1))
    assert oa.legal_masks(player, opponent).shape == shape
    assert oa.planes(player, 0).shape == (*shape, 3, 8, 8)


def test_what_is_no_mask_is_refused() -> None:
    with pytest.raises(TypeError, match="masked array"):
        oa.legal_masks(np.ma.array(np.zeros(2, np.uint64), mask=[True, False]), 0)
    with pytest.raises(TypeError, match="not Square"):
        oa.legal_masks(Square("f5"), 0)
