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
`patterns`, `moves` and `rows` besides, and `sizes`, the lengths of four pieces that are
compressed each by itself::

    starts, scales   int16[plies, lanes], int16[phases]
    weights          int16[groups, patterns], int16[phases, moves]
    kept             a bit for each row of addends, in the same order: 1, or 0 if all are 0
    addends          int8[rows, width]: the rows that are kept

Nothing repeats in the addends, so they are packed by the frequencies of the bytes alone
(zlib's strategy ``Z_HUFFMAN_ONLY``). That is smaller than what LZMA makes of them, and is
read ten times as fast.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
import zlib
from collections.abc import Mapping
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outflank.board.errors import quoted
from outflank.evaluation import network
from outflank.evaluation.feature_sets import FeatureSet
from outflank.evaluation.files import CHECKSUM_BYTES, read_at_most, write_whole
from outflank.evaluation.network import NetworkWeights, Rows, free_patterns
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

#: Versions, by what they hold.
TABLES, NETWORK = 1, 2

#: Pieces of a file of version 2.
PIECES: Final = 4

#: No file of ours is near this; of a larger one no more is read.
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


def read_weights(path: Path | str, features: FeatureSet) -> Weights:
    """Read a file of weights.

    Args:
        path: the file.
        features: of the evaluation that the weights must be for.

    Raises:
        WeightsError: the file is damaged, or no file of weights, or of another version,
            kind or evaluation; the message names it.
        OSError: it cannot be read at all; the error names it.
    """
    content = read_at_most(Path(path), LARGEST_FILE + 1)
    try:
        version, header, packed = _checked(content)
        _expect(header, "kind", features.name)
        _expect(header, "features", features_hash(features))
        if not isinstance(_said(header, "recipe"), dict):
            raise _foreign("the recipe is no JSON object")
        _expect(header, "recipe_hash", hash_of_recipe(header["recipe"]))
        if version == TABLES:
            return _unpack_tables(header, packed, features)
        if not features.has_network:
            raise WeightsError(f"version {version} of the format is for no {features.name}")
        return _unpack_network(header, packed)
    except WeightsError as error:
        raise WeightsError(f"{path}: {error}") from None
    except (ValueError, RecursionError, zlib.error) as error:
        # Neither JSON (or brackets in brackets without end) nor what zlib compressed.
        raise WeightsError(f"{path}: {_foreign(str(error))}") from error


def _checked(content: bytes) -> tuple[int, dict[str, Any], bytes]:
    """Version, header and packed weights of a whole file."""
    if content[: len(MAGIC)] != MAGIC:
        raise WeightsError("no file of Outflank weights")
    if len(content) > LARGEST_FILE:
        raise WeightsError("larger than any file of weights")
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
        raise _foreign("the header is no JSON object")
    return version, header, body[PREFIX.size + length :]


def _foreign(reason: str) -> WeightsError:
    """The error of a file whose checksum is right: so whoever wrote it wrote this."""
    return WeightsError(f"not written by Outflank: {reason}")


def _said(header: Mapping[str, Any], key: str) -> Any:
    """What the header says there."""
    if key not in header:
        raise _foreign(f"the header says no {key}")
    return header[key]


def _expect(header: Mapping[str, Any], key: str, wanted: str | int) -> None:
    """Refuse a header that says anything else there, be it of the same worth (`1.0`, `true`)."""
    found = _said(header, key)
    if type(found) is not type(wanted) or found != wanted:
        needed = quoted(str(wanted))
        raise WeightsError(f"{key} {quoted(str(found))}, but this Outflank needs {needed}")


def _whole_numbers(header: Mapping[str, Any], key: str, count: int) -> list[int]:
    """So many numbers of the header, each whole and within 0 and `LARGEST_FILE`."""
    found = _said(header, key)
    if not isinstance(found, list) or len(found) != count:
        raise _foreign(f"{key} {quoted(str(found))}: not {count} numbers")
    return [_whole_number(each, key) for each in found]


def _whole_number(found: object, key: str) -> int:
    """A number of the header, if it is whole and within 0 and `LARGEST_FILE`."""
    if type(found) is not int or not 0 <= found <= LARGEST_FILE:
        raise _foreign(f"{key} {quoted(str(found))}: no whole number that there may be")
    return found


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
    steps_per_disc = _whole_number(_said(header, "steps_per_disc"), "steps_per_disc")
    by_entry = _from_planes(_inflated(packed, 2 * phases * entries)).reshape(entries, phases)
    np.cumsum(by_entry, axis=1, dtype=np.int16, out=by_entry)
    steps = np.ascontiguousarray(by_entry.T)
    return PatternWeights(features, steps, header["recipe"], steps_per_disc)


def _pack_network(weights: NetworkWeights) -> tuple[dict[str, Any], bytes]:
    """What the header says, and the four pieces."""
    both = weights.patterns, weights.moves
    addends = np.concatenate([rows.addends.reshape(-1, network.WIDTH) for rows in both])
    kept = addends.any(axis=1)
    by_frequency = zlib.compressobj(level=9, strategy=zlib.Z_HUFFMAN_ONLY)
    pieces = [
        zlib.compress(_planes(_flat(weights.starts, weights.scales)), level=9),
        zlib.compress(_planes(_flat(*(rows.weights for rows in both))), level=9),
        zlib.compress(np.packbits(kept).tobytes(), level=9),
        by_frequency.compress(addends[kept].tobytes()) + by_frequency.flush(),
    ]
    said = {
        "groups": list(weights.groups),
        "width": network.WIDTH,
        "patterns": len(free_patterns()),
        "moves": network.MOVES,
        "rows": int(np.count_nonzero(kept)),
        "sizes": [len(piece) for piece in pieces],
    }
    return said, b"".join(pieces)


def _unpack_network(header: Mapping[str, Any], packed: bytes) -> NetworkWeights:
    """The weights that `_pack_network` packed."""
    _expect(header, "width", network.WIDTH)
    _expect(header, "patterns", len(free_patterns()))
    _expect(header, "moves", network.MOVES)
    groups = tuple(_whole_numbers(header, "groups", network.PHASES))
    if max(groups) >= network.PHASES:
        raise _foreign(f"groups of phases {quoted(str(groups))}")
    starts, scales = (network.PLIES, network.LANES), (network.PHASES,)
    patterns = max(groups) + 1, len(free_patterns())
    moves = network.PHASES, network.MOVES
    pieces = _pieces(packed, _whole_numbers(header, "sizes", PIECES))
    of_small, of_weights, of_kept, of_addends = pieces
    small = _parts(_from_planes(_inflated(of_small, 2 * _size(starts, scales))), starts, scales)
    count = _size(patterns, moves)
    weights = _parts(_from_planes(_inflated(of_weights, 2 * count)), patterns, moves)
    kept = np.frombuffer(_inflated(of_kept, -(-count // 8)), np.uint8)
    here = np.unpackbits(kept, count=count).view(bool)
    # The bits, not the header, say how many rows there are: never more than there is room for.
    _expect(header, "rows", int(np.count_nonzero(here)))
    addends = _unpack_addends(here, of_addends).reshape(-1)
    wide = _parts(addends, (*patterns, network.WIDTH), (*moves, network.WIDTH))
    return NetworkWeights(
        groups=groups,
        patterns=Rows(weights[0], wide[0]),
        moves=Rows(weights[1], wide[1]),
        starts=small[0],
        scales=small[1],
        recipe=header["recipe"],
    )


def _unpack_addends(here: NDArray[np.bool_], packed: bytes) -> NDArray[np.int8]:
    """All rows of addends: those that are `here`, in order, and zeros."""
    rows = int(np.count_nonzero(here))
    addends = np.zeros((len(here), network.WIDTH), np.int8)
    found = np.frombuffer(_inflated(packed, rows * network.WIDTH), np.int8)
    addends[here] = found.reshape(rows, network.WIDTH)
    return addends


def _pieces(packed: bytes, sizes: list[int]) -> list[bytes]:
    """The compressed pieces, one behind the other."""
    if sum(sizes) != len(packed):
        raise _foreign("the pieces are of other sizes")
    return [packed[first:last] for first, last in pairwise(accumulate(sizes, initial=0))]


def _flat(*arrays: NDArray[np.int16]) -> NDArray[np.int16]:
    """All numbers, one array behind the other."""
    return np.concatenate([array.reshape(-1) for array in arrays])


def _size(*shapes: tuple[int, ...]) -> int:
    """How many numbers arrays of these shapes have in all."""
    return sum(math.prod(shape) for shape in shapes)


def _parts(flat: NDArray[Any], *shapes: tuple[int, ...]) -> list[NDArray[Any]]:
    """The arrays of these shapes that were put one behind the other."""
    ends = list(accumulate(math.prod(shape) for shape in shapes))
    parts = np.split(flat, ends[:-1])
    return [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]


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
        raise _foreign("the weights are of another size")
    return found
