"""The files of trained weights: small, checked, and true to what was trained.

A file says what it is, how it was made and that it is whole::

    magic       8 bytes   89 "OFW" 0D 0A 1A 0A   (a text transfer would damage it: it shows)
    version     4 bytes   of what follows, little-endian like all numbers
    header      4 bytes   length of the header
    header                JSON: kind, features, …, recipe, recipe_hash
    weights               compressed
    checksum   32 bytes   SHA-256 of everything before it

Weights are whole numbers. Only entries with a weight of their own are kept (see
`evaluation.ties`). Numbers of 16 bits are written as all low bytes, then all high bytes, which
halves what zlib makes of them.

**Version 1**, tables of pattern weights. Its header has `phases`, `entries` and
`steps_per_disc` besides. Weights change little from one phase to the next, so for each entry
the first phase is kept as it is and every other as its difference from the one before:
``int16[entries, phases]``.

**Version 2**, the network of the engine. Its header has `groups` (of each phase), `width`,
`patterns` and `rows` besides, and `sizes`, the lengths of four pieces that are compressed each
by itself::

    starts, moves, scales   int16
    weights                 int16[groups, patterns]
    kept                    a bit for each row of addends, in the same order: whether it is
                            here, or all 0
    addends                 int8[rows, width]: those rows

Nothing repeats in the addends, so they are packed by the frequencies of the bytes alone
(zlib's strategy ``Z_HUFFMAN_ONLY``): a seventh smaller than LZMA makes of all addends with
their rows of 0, and read ten times as fast.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outflank.evaluation import network
from outflank.evaluation.feature_sets import FeatureSet, engine_features
from outflank.evaluation.files import write_whole
from outflank.evaluation.network import NetworkWeights, free_patterns, shapes_of
from outflank.evaluation.weights import (
    PatternWeights,
    WeightsError,
    features_hash,
    hash_of_recipe,
    shape_of_steps,
)

Weights = PatternWeights | NetworkWeights

MAGIC: Final = b"\x89OFW\r\n\x1a\n"
PREFIX: Final = struct.Struct("<8sII")
CHECKSUM_BYTES: Final = 32

#: Versions, by what they hold.
TABLES, NETWORK = 1, 2

#: No file of ours is near this; one that claims to be larger is not read.
LARGEST_FILE: Final = 64 << 20


def write_weights(path: Path, weights: Weights) -> None:
    """Write a file of weights; whoever reads `path` meanwhile sees the old file or the new one."""
    if isinstance(weights, PatternWeights):
        version, (said, packed) = TABLES, _pack_tables(weights)
    else:
        version, (said, packed) = NETWORK, _pack_network(weights)
    said |= {
        "kind": weights.features.name,
        "features": features_hash(weights.features),
        "recipe": dict(weights.recipe),
        "recipe_hash": weights.recipe_hash,
    }
    header = json.dumps(said, sort_keys=True).encode()
    body = PREFIX.pack(MAGIC, version, len(header)) + header + packed
    write_whole(path, body + hashlib.sha256(body).digest())


def read_weights(path: Path, features: FeatureSet) -> Weights:
    """Read a file of weights.

    Args:
        path: the file.
        features: of the evaluation that the weights must be for.

    Raises:
        WeightsError: the file is damaged, or no file of weights, or of another version,
            kind or evaluation; the message names it.
        OSError: it cannot be read at all.
    """
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE)
    try:
        version, header, packed = _checked(content)
        _expect(header, "kind", features.name)
        _expect(header, "features", features_hash(features))
        if not isinstance(header["recipe"], dict):
            raise TypeError("the recipe is no JSON object")
        _expect(header, "recipe_hash", hash_of_recipe(header["recipe"]))
        if version == NETWORK and features is engine_features():
            return _unpack_network(header, packed)
        if version == TABLES:
            return _unpack_tables(header, packed, features)
        raise WeightsError(f"version {version} of the format, which this Outflank does not read")
    except WeightsError as error:
        raise WeightsError(f"{path}: {error}") from None
    except (KeyError, TypeError, ValueError, zlib.error) as error:
        # The checksum is right, so whoever wrote the file wrote this.
        raise WeightsError(f"{path}: not written by Outflank: {error}") from error


def _checked(content: bytes) -> tuple[int, dict[str, Any], bytes]:
    """Version, header and packed weights of a whole file."""
    if content[: len(MAGIC)] != MAGIC:
        raise WeightsError("no file of Outflank weights")
    if len(content) < PREFIX.size + CHECKSUM_BYTES:
        raise WeightsError("damaged: the file is cut short")
    _, version, length = PREFIX.unpack_from(content)
    if version not in (TABLES, NETWORK):
        raise WeightsError(
            f"version {version} of the format, but this Outflank reads {TABLES} and {NETWORK}"
        )
    body, checksum = content[:-CHECKSUM_BYTES], content[-CHECKSUM_BYTES:]
    if hashlib.sha256(body).digest() != checksum:
        raise WeightsError("damaged: the checksum is wrong (cut short, or changed)")
    header = json.loads(body[PREFIX.size : PREFIX.size + length])
    if not isinstance(header, dict):
        raise WeightsError("not written by Outflank: the header is no JSON object")
    return version, header, body[PREFIX.size + length :]


def _expect(header: Mapping[str, Any], key: str, wanted: object) -> None:
    if header[key] != wanted:
        raise WeightsError(f"{key} {header[key]!r}, but this Outflank needs {wanted!r}")


def _pack_tables(weights: PatternWeights) -> tuple[dict[str, Any], bytes]:
    """What the header says, and the weights by entry, as differences along the phases."""
    phases, entries = weights.steps.shape
    by_entry = weights.steps.T.copy()
    by_entry[:, 1:] = by_entry[:, 1:] - by_entry[:, :-1]  # wraps round, and back when it is read
    said = {"phases": phases, "entries": entries, "steps_per_disc": weights.steps_per_disc}
    return said, zlib.compress(_planes(by_entry), level=9)


def _unpack_tables(
    header: Mapping[str, Any], packed: bytes, features: FeatureSet
) -> PatternWeights:
    """The weights that `_pack_tables` packed."""
    phases, entries = shape_of_steps(features)
    _expect(header, "phases", phases)
    _expect(header, "entries", entries)
    steps_per_disc = header["steps_per_disc"]
    if not isinstance(steps_per_disc, int):
        raise TypeError("the steps per disc are no number")
    by_entry = _from_planes(_inflated(packed, 2 * phases * entries)).reshape(entries, phases)
    np.cumsum(by_entry, axis=1, dtype=np.int16, out=by_entry)
    steps = np.ascontiguousarray(by_entry.T)
    return PatternWeights(features, steps, header["recipe"], steps_per_disc)


def _pack_network(weights: NetworkWeights) -> tuple[dict[str, Any], bytes]:
    """What the header says, and the four pieces."""
    kept = weights.addends.any(axis=2)
    small = [weights.starts, weights.moves, weights.scales]
    by_frequency = zlib.compressobj(level=9, strategy=zlib.Z_HUFFMAN_ONLY)
    pieces = [
        zlib.compress(_planes(np.concatenate([part.reshape(-1) for part in small])), level=9),
        zlib.compress(_planes(weights.weights), level=9),
        zlib.compress(np.packbits(kept).tobytes(), level=9),
        by_frequency.compress(weights.addends[kept].tobytes()) + by_frequency.flush(),
    ]
    said = {
        "groups": list(weights.groups),
        "width": weights.addends.shape[2],
        "patterns": weights.addends.shape[1],
        "rows": int(np.count_nonzero(kept)),
        "sizes": [len(piece) for piece in pieces],
    }
    return said, b"".join(pieces)


def _unpack_network(header: Mapping[str, Any], packed: bytes) -> NetworkWeights:
    """The weights that `_pack_network` packed."""
    _expect(header, "width", network.WIDTH)
    _expect(header, "patterns", len(free_patterns()))
    groups, rows = tuple(map(int, header["groups"])), int(header["rows"])
    if len(groups) != network.PHASES or not 0 <= max(groups) < network.PHASES:
        raise TypeError(f"no groups of phases: {groups}")
    shapes = {name: shape for name, (_, shape) in shapes_of(max(groups) + 1).items()}
    *of_three, of_addends = _pieces(packed, header["sizes"])
    small, weights, kept = (
        _inflated(piece, size)
        for piece, size in zip(of_three, _sizes_of_three(shapes), strict=True)
    )
    addends = np.zeros(shapes["addends"], np.int8)
    here = np.unpackbits(np.frombuffer(kept, np.uint8), count=addends[..., 0].size).view(bool)
    found = np.frombuffer(_inflated(of_addends, rows * network.WIDTH), np.int8)
    addends.reshape(-1, network.WIDTH)[here] = found.reshape(rows, network.WIDTH)
    parts = _from_planes(small)
    named = {}
    for name in ("starts", "moves", "scales"):
        size = int(np.prod(shapes[name]))
        named[name], parts = parts[:size].reshape(shapes[name]), parts[size:]
    return NetworkWeights(
        groups=groups,
        weights=_from_planes(weights).reshape(shapes["weights"]),
        addends=addends,
        recipe=header["recipe"],
        **named,
    )


def _sizes_of_three(shapes: Mapping[str, tuple[int, ...]]) -> tuple[int, int, int]:
    """Bytes of all pieces but the last, which depends on how many rows are kept."""
    small = sum(2 * int(np.prod(shapes[name])) for name in ("starts", "moves", "scales"))
    configurations = int(np.prod(shapes["weights"]))
    return small, 2 * configurations, -(-configurations // 8)


def _pieces(packed: bytes, sizes: list[int]) -> list[bytes]:
    """The compressed pieces, one behind the other."""
    ends = np.cumsum([0, *sizes]).tolist()
    if ends[-1] != len(packed) or len(sizes) != 4:
        raise WeightsError("not written by Outflank: the pieces are of other sizes")
    return [packed[first:last] for first, last in zip(ends, ends[1:], strict=False)]


def _planes(numbers: NDArray[np.int16]) -> bytes:
    """The low bytes of all numbers, then their high bytes."""
    return numbers.astype("<i2").reshape(-1, 1).view(np.uint8).T.tobytes()


def _from_planes(planes: bytes) -> NDArray[np.int16]:
    """The numbers that `_planes` took apart."""
    pairs = np.frombuffer(planes, np.uint8).reshape(2, -1).T
    return np.ascontiguousarray(pairs).view("<i2").reshape(-1).astype(np.int16, copy=False)


def _inflated(packed: bytes, size: int) -> bytes:
    """So many bytes that were compressed, and not one more."""
    unpacker = zlib.decompressobj()
    found = unpacker.decompress(packed, size + 1)
    if len(found) != size or not unpacker.eof or unpacker.unused_data:
        raise WeightsError("not written by Outflank: the weights are of another size")
    return found
