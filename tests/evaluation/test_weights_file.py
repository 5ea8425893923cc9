"""The files of weights: what is written is read, and nothing else is taken for it."""

import hashlib
import json
import os
import random
import time
import tracemalloc
import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evaluation.networks import GROUPS, RECIPE, are_equal, some_network
from outflank.board import OutflankError
from outflank.evaluation import (
    FeatureSet,
    NetworkWeights,
    PatternWeights,
    Weights,
    WeightsError,
    engine_features,
    load_evaluation_weights,
    load_ordering_weights,
    ordering_features,
    read_weights,
    shipped,
    weights,
    weights_file,
    write_weights,
)
from outflank.evaluation.network import free_patterns
from outflank.evaluation.ties import free_entries, places_among_free, tied_entries

FEATURES = ordering_features()
STEPS = FEATURES.steps_per_disc
LARGEST = weights.LARGEST_WEIGHT * STEPS
SHAPE = weights.shape_of_steps(FEATURES)

ENGINE = engine_features()

#: JSON of an object that holds itself, as it were, a hundred thousand times.
DEEP = b'{"kind":' * 10**5 + b"1" + b"}" * 10**5

both = pytest.mark.parametrize("features", [ordering_features(), engine_features()])


def some_weights(
    steps: np.ndarray | None = None, features: FeatureSet = FEATURES
) -> PatternWeights:
    """Weights of every size there is, most of them 0, which is faster to write."""
    if steps is None:
        draw = np.random.default_rng(1)
        steps = np.zeros(weights.shape_of_steps(features), np.int16)
        steps[:, ::20] = draw.integers(-LARGEST, LARGEST + 1, steps[:, ::20].shape)
    return PatternWeights(features, steps, RECIPE, STEPS)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with a few weights, and so a small one."""
    path = tmp_path_factory.mktemp("weights") / "whole"
    steps = np.zeros(SHAPE, np.int16)
    steps[:, ::100] = 7
    write_weights(path, some_weights(steps))
    return path.read_bytes()


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The same of the engine's network."""
    path = tmp_path_factory.mktemp("weights") / "network"
    write_weights(path, some_network(every=2000))
    return path.read_bytes()


@pytest.fixture(params=["tables", "network"])
def either(
    request: pytest.FixtureRequest, whole: bytes, network: bytes
) -> tuple[bytes, FeatureSet]:
    """Each file, and what it is for."""
    return {"tables": (whole, FEATURES), "network": (network, ENGINE)}[request.param]


@pytest.fixture
def refuses(tmp_path: Path) -> Callable[..., str]:
    """Reads content that must be refused by an error that names the file; hands back the error."""

    def read(content: bytes, features: FeatureSet = FEATURES) -> str:
        path = tmp_path / "some.weights"
        path.write_bytes(content)
        with pytest.raises(WeightsError) as caught:
            read_weights(path, features)
        assert str(caught.value).startswith(f"{path}: ")
        assert isinstance(caught.value, OutflankError)
        return str(caught.value)

    return read


def signed(content: bytes) -> bytes:
    """A body with the checksum it ought to have."""
    return content + hashlib.sha256(content).digest()


def header_of(content: bytes) -> dict[str, Any]:
    """What the header of a file says."""
    header: dict[str, Any] = json.loads(content[16 : 16 + int.from_bytes(content[12:16], "little")])
    return header


def rewritten(whole: bytes, packed: bytes | None = None, **header: Any) -> bytes:
    """A file with some values of its header, or its packed weights, replaced."""
    length = int.from_bytes(whole[12:16], "little")
    new = json.dumps(header_of(whole) | header).encode()
    prefix = whole[:12] + len(new).to_bytes(4, "little")
    return signed(prefix + new + (whole[16 + length : -32] if packed is None else packed))


@both
def test_what_is_written_is_read(features: FeatureSet, tmp_path: Path) -> None:
    path, wrote = tmp_path / "some.weights", some_weights(features=features)
    write_weights(path, wrote)
    read = read_weights(path, features)
    assert (read.steps == wrote.steps).all()
    assert (read.recipe, read.recipe_hash) == (RECIPE, wrote.recipe_hash)
    assert read.steps_per_disc == wrote.steps_per_disc


@pytest.mark.parametrize("every", [7, 100_000])
def test_a_network_that_is_written_is_read(every: int, tmp_path: Path) -> None:
    path, wrote = tmp_path / "some.weights", some_network(every=every)
    write_weights(path, wrote)
    read = read_weights(str(path), ENGINE)
    assert isinstance(read, NetworkWeights)
    assert are_equal(read, wrote)
    assert (read.recipe, read.recipe_hash) == (RECIPE, wrote.recipe_hash)


@pytest.mark.parametrize("make", [some_weights, some_network])
def test_equal_weights_make_equal_files(make: Callable[[], Weights], tmp_path: Path) -> None:
    for name in "ab":
        write_weights(tmp_path / name, make())
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_every_cut_is_noticed(
    either: tuple[bytes, FeatureSet], refuses: Callable[..., str]
) -> None:
    content, features = either
    lengths = [*range(60), *range(60, len(content), 997), len(content) - 1]
    for length in lengths:
        error = refuses(content[:length], features)
        assert "damaged" in error or (length < 8 and "no file of Outflank weights" in error)


def test_every_changed_byte_is_noticed(
    either: tuple[bytes, FeatureSet], refuses: Callable[..., str]
) -> None:
    content, features = either
    draw = random.Random(1)
    places = [*range(40), *draw.sample(range(len(content)), 60), len(content) - 1]
    for place in places:
        changed = bytearray(content)
        changed[place] ^= 1 << draw.randrange(8)
        refuses(bytes(changed), features)


def test_added_bytes_are_noticed(whole: bytes, refuses: Callable[..., str]) -> None:
    assert "damaged" in refuses(whole + b"\n")
    assert "no file" in refuses(b"\n" + whole)


def test_a_text_transfer_is_noticed(whole: bytes, refuses: Callable[..., str]) -> None:
    assert "no file of Outflank weights" in refuses(whole.replace(b"\r\n", b"\n"))


@pytest.mark.parametrize("content", [b"", b"x", b"PK\3\4 a zip", b"\x93NUMPY", bytes(100)])
def test_foreign_files_are_refused(content: bytes, refuses: Callable[..., str]) -> None:
    assert "no file of Outflank weights" in refuses(content)


def test_another_version_says_so(whole: bytes, refuses: Callable[..., str]) -> None:
    newer = signed(whole[:8] + (3).to_bytes(4, "little") + whole[12:-32])
    assert "version 3 of the format, but this Outflank reads 1 and 2" in refuses(newer)
    other = signed(whole[:8] + (2).to_bytes(4, "little") + whole[12:-32])
    assert "version 2 of the format is for no ordering" in refuses(other)


def test_weights_for_something_else_say_so(whole: bytes, refuses: Callable[..., str]) -> None:
    wanted = 'kind "ordering", but this Outflank needs "evaluation"'
    assert wanted in refuses(whole, engine_features())
    assert 'features "0000"' in refuses(rewritten(whole, features="0000"))
    assert 'phases "3"' in refuses(rewritten(whole, phases=3))
    assert 'recipe_hash "x"' in refuses(rewritten(whole, recipe_hash="x"))


def test_a_network_for_something_else_says_so(network: bytes, refuses: Callable[..., str]) -> None:
    wanted = 'kind "evaluation", but this Outflank needs "ordering"'
    assert wanted in refuses(network, FEATURES)
    for key in ("features", "width", "patterns", "moves"):
        assert f'{key} "3"' in refuses(rewritten(network, **{key: 3}), ENGINE)


@pytest.mark.parametrize(
    "header",
    [
        {"groups": None},
        {"groups": []},
        {"groups": [0] * 15},
        {"groups": [0] * 14 + [99]},
        {"groups": ["x"] * 15},
        {"groups": [group + 0.7 for group in GROUPS]},
        {"groups": "".join(map(str, GROUPS))},
        {"groups": [*GROUPS[:-1], -1]},
        {"groups": [*GROUPS[:-1], True]},
        {"groups": {str(group): 0 for group in range(15)}},
        {"rows": -1},
        {"rows": 1},
        {"rows": 3},
        {"rows": 20_000_000},
        {"rows": 10**40},
        {"rows": None},
        {"width": 14.0},
        {"sizes": None},
        {"sizes": [1, 2, 3]},
        {"sizes": [0, 0, 0, 0]},
        {"sizes": ["a", "b", "c", "d"]},
        {"sizes": [1 << 63, 1 << 63, 1 << 63, 1 << 63]},
        {"recipe": 7},
    ],
)
def test_a_network_whose_header_lies_is_refused(
    header: dict[str, Any], network: bytes, refuses: Callable[..., str]
) -> None:
    refuses(rewritten(network, **header), ENGINE)


def pieces_of(network: bytes) -> list[bytes]:
    """The four pieces of a network's file."""
    packed = network[16 + int.from_bytes(network[12:16], "little") : -32]
    ends = np.cumsum([0, *header_of(network)["sizes"]])
    return [packed[first:last] for first, last in pairwise(ends)]


def with_piece(network: bytes, number: int, content: bytes, **header: Any) -> bytes:
    """The file with other content in one of the pieces, whose sizes are right."""
    pieces = pieces_of(network)
    pieces[number] = zlib.compress(content)
    sizes = [len(piece) for piece in pieces]
    return rewritten(network, b"".join(pieces), sizes=sizes, **header)


def test_pieces_of_other_sizes_are_refused(network: bytes, refuses: Callable[..., str]) -> None:
    for number, piece in enumerate(pieces_of(network)):
        content = zlib.decompress(piece)
        for other in (content[:-1], content + b"x", bytes(1 << 26), b""):
            assert "not written by Outflank" in refuses(with_piece(network, number, other), ENGINE)


def test_as_many_rows_are_read_as_are_marked(network: bytes, refuses: Callable[..., str]) -> None:
    """Neither more, whatever they fill, nor one for all."""
    most = weights_file.LARGEST_FILE + (25 << 20)  # room to read a file in, and what is kept
    for rows in (1, 10_000_000):
        lying = with_piece(network, 3, bytes(14 * rows), rows=rows)
        tracemalloc.start()
        try:
            assert f'rows "{rows}", but this Outflank needs' in refuses(lying, ENGINE)
            assert tracemalloc.get_traced_memory()[1] < most
        finally:
            tracemalloc.stop()


def test_sizes_that_only_sum_up_are_refused(network: bytes, refuses: Callable[..., str]) -> None:
    first, second, *others = header_of(network)["sizes"]
    for sizes in ([-1, first + second + 1, *others], [first + 0.5, second - 0.5, *others]):
        assert "sizes" in refuses(rewritten(network, sizes=sizes), ENGINE)


def test_what_the_header_does_not_say_is_named(
    either: tuple[bytes, FeatureSet], refuses: Callable[..., str]
) -> None:
    content, features = either
    for key in header_of(content):
        said = header_of(content)
        del said[key]
        assert f"the header says no {key}" in refuses(with_header(content, said), features)


def with_header(content: bytes, said: dict[str, Any]) -> bytes:
    """The file with a header of its own."""
    new, length = json.dumps(said).encode(), int.from_bytes(content[12:16], "little")
    return signed(content[:12] + len(new).to_bytes(4, "little") + new + content[16 + length : -32])


def test_an_error_is_short_whatever_the_header_says(
    either: tuple[bytes, FeatureSet], refuses: Callable[..., str]
) -> None:
    content, features = either
    for key in header_of(content):
        for value in ("x" * 1_000_000, [7] * 1_000_000, 10**4000, {"x\n" * 5000: 1}):
            error = refuses(rewritten(content, **{key: value}), features)
            assert len(error.splitlines()) == 1
            assert len(error) < 400


def test_a_file_that_is_too_large_is_not_read_on(
    network: bytes, refuses: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights_file, "LARGEST_FILE", len(network) - 1)
    assert "larger than any file of weights" in refuses(network, ENGINE)
    assert "larger than any file of weights" in refuses(network + bytes(100), ENGINE)


@pytest.mark.parametrize(
    "steps_per_disc", [0, -8, 3, 128, 1.5, 8.0, True, 10**4000, "8", None, [8]]
)
def test_steps_that_cannot_be_are_refused(
    steps_per_disc: object, whole: bytes, refuses: Callable[..., str]
) -> None:
    refuses(rewritten(whole, steps_per_disc=steps_per_disc))


def test_wrong_contents_with_a_right_checksum_are_refused(
    whole: bytes, refuses: Callable[..., str]
) -> None:
    size = 2 * SHAPE[0] * SHAPE[1]
    for packed in (
        b"",
        b"not compressed",
        zlib.compress(bytes(size - 1)),
        zlib.compress(bytes(size + 1)),
        zlib.compress(bytes(1 << 27)),
        zlib.compress(bytes(size)) + b"more",
        zlib.compress(bytes(size))[:-1],
    ):
        assert "not written by Outflank" in refuses(rewritten(whole, packed=packed))
    headers = (b"", b"{", b"[]", b"{}", b"1", b'{"kind": "ordering"}', b"\xff", DEEP, b"[" * 10**5)
    for header in headers:
        body = whole[:12] + len(header).to_bytes(4, "little") + header
        assert "not written by Outflank" in refuses(signed(body))
    assert "not written by Outflank" in refuses(signed(whole[:12] + b"\xff" * 4 + whole[16:-32]))
    for recipe in (7, None, []):
        assert "not written by Outflank" in refuses(rewritten(whole, recipe=recipe))


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_weights(tmp_path / "nothing", FEATURES)


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "some.weights"
    path.write_bytes(b"old")

    def fail(_descriptor: int) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="no space"):
        write_weights(path, some_weights())
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [(path.name, b"old")]


class TestShipped:
    @pytest.mark.parametrize(
        ("features", "most"), [(ordering_features(), 700_000), (engine_features(), 3_300_000)]
    )
    def test_it_is_small_and_says_how_it_was_made(self, features: FeatureSet, most: int) -> None:
        path = shipped.shipped_file(features)
        found = read_weights(path, features)
        assert path.stat().st_size <= most
        assert found.recipe["name"] == features.name

    @pytest.mark.parametrize(
        ("load", "most"), [(load_ordering_weights, 0.1), (load_evaluation_weights, 0.1)]
    )
    def test_it_is_read_in_a_moment(self, load: Callable[[], object], most: float) -> None:
        seconds = []
        for _ in range(5):  # processor's time, and the best of some: the machine may be busy
            for cached in (
                shipped.load_weights, tied_entries, free_entries, places_among_free, free_patterns
            ):  # fmt: skip
                cached.cache_clear()
            started = time.process_time()
            load()
            seconds.append(time.process_time() - started)
        assert min(seconds) < most

    def test_each_is_read_once(self) -> None:
        assert load_ordering_weights() is load_ordering_weights()
        assert load_evaluation_weights() is load_evaluation_weights()
        assert load_evaluation_weights() is not load_ordering_weights()

    def test_a_damaged_one_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "ordering.weights"
        path.write_bytes(shipped.shipped_file(FEATURES).read_bytes()[:-1])
        monkeypatch.setattr(shipped, "FOLDER", tmp_path)
        shipped.load_weights.cache_clear()
        with pytest.raises(WeightsError, match="damaged") as caught:
            load_ordering_weights()
        assert str(path) in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_nobody_waits_at_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match=r"a pipe, not a regular file: '.*pipe'"):
        read_weights(tmp_path / "pipe", FEATURES)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="Linux's own")
def test_what_can_be_opened_and_not_read_is_named() -> None:
    with pytest.raises(OSError, match="'/proc/self/mem'"):
        read_weights("/proc/self/mem", FEATURES)
