"""The file of trained pattern weights: small, checked, and true to what was trained.

A file says what it is, how it was made and that it is whole::

    magic       8 bytes   89 "OFW" 0D 0A 1A 0A   (a text transfer would damage it: it shows)
    version     4 bytes   of this layout, little-endian like all numbers
    header      4 bytes   length of the header
    header                JSON: kind, features, phases, entries, steps_per_disc, recipe, recipe_hash
    weights               compressed with zlib
    checksum   32 bytes   SHA-256 of everything before it

The weights are whole steps, `steps_per_disc` of them to a disc. Only entries with
a weight of their own are kept (see `evaluation.ties`). Weights change little from
one phase to the next, so for each entry the first phase is kept as it is and every
other as its difference from the one before: ``int16[entries, phases]``, all low
bytes first and then all high bytes. That halves what zlib makes of it.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outflank.board.errors import OutflankError
from outflank.evaluation.feature_sets import SQUARES, FeatureSet
from outflank.evaluation.files import write_whole
from outflank.evaluation.ties import free_entries, places_among_free

MAGIC: Final = b"\x89OFW\r\n\x1a\n"
VERSION: Final = 1
PREFIX: Final = struct.Struct("<8sII")
CHECKSUM_BYTES: Final = 32

#: Largest weight in discs: more than a weight ever is, and little enough that the sum of a
#: position's weights stays far below what a search takes for infinite.
LARGEST_WEIGHT: Final = 120

#: No file of ours is near this; one that claims to be larger is not read.
LARGEST_FILE: Final = 64 << 20


class WeightsError(OutflankError):
    """A file of weights that is damaged, or foreign, or of another version or evaluation."""


@dataclass(frozen=True, slots=True)
class PatternWeights:
    """Trained weights of the pattern evaluation, and how they were made.

    Attributes:
        features: of the evaluation that they are for.
        steps: int16 of shape (phases, free entries), in steps; see `free_entries`.
        recipe: everything that decided them, as JSON values.
        steps_per_disc: how fine the steps are; divides 64.
    """

    features: FeatureSet
    steps: NDArray[np.int16] = field(repr=False)
    recipe: Mapping[str, Any]
    steps_per_disc: int

    def __post_init__(self) -> None:
        shape = shape_of_steps(self.features)
        if self.steps.shape != shape or self.steps.dtype != np.int16:
            raise WeightsError(
                f"weights are int16 of shape {shape}, "
                f"not {self.steps.dtype} of shape {self.steps.shape}"
            )
        units = self.features.units_per_disc
        if self.steps_per_disc < 1 or units % self.steps_per_disc:
            raise WeightsError(f"steps per disc must divide {units}, not {self.steps_per_disc}")
        largest = max(int(self.steps.max()), -int(self.steps.min())) / self.steps_per_disc
        if largest > LARGEST_WEIGHT:
            raise WeightsError(f"weights are at most {LARGEST_WEIGHT} discs, not {largest:g}")

    @classmethod
    def from_discs(
        cls, features: FeatureSet, discs: NDArray[np.float32], recipe: Mapping[str, Any]
    ) -> PatternWeights:
        """Round weights in discs, of shape (phases, free entries), to steps."""
        limited = np.clip(discs, -LARGEST_WEIGHT, LARGEST_WEIGHT)
        steps = np.rint(limited * features.steps_per_disc).astype(np.int16)
        return cls(features, steps, recipe, features.steps_per_disc)

    @property
    def recipe_hash(self) -> str:
        """Names the recipe: equal recipes, equal hash."""
        return hash_of_recipe(self.recipe)

    def table(self, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
        """The table that kernels read: int16 of shape (phases, entries), in 1/64 disc.

        Args:
            out: an array of that shape to write it into; None for a new one.
        """
        places = places_among_free(self.features)
        units = np.int16(self.features.units_per_disc // self.steps_per_disc)
        table = np.empty((len(self.steps), len(places)), np.int16) if out is None else out
        for row, steps in zip(table, self.steps, strict=True):
            np.take(steps * units, places, out=row)
        return table


def hash_of_recipe(recipe: Mapping[str, Any]) -> str:
    """Sixteen hexadecimal digits that name a recipe, whatever the order of its keys."""
    text = json.dumps(recipe, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def shape_of_steps(features: FeatureSet) -> tuple[int, int]:
    """Phases and free entries."""
    return len(features.empties), len(free_entries(features))


def features_hash(features: FeatureSet) -> str:
    """Names the evaluation that weights are for: the shapes, their order and the phases."""
    shapes = [f"{shape:016x}" for shape in features.shapes]
    phases = features.phases[:SQUARES]  # an empty board adds nothing
    return hashlib.sha256(json.dumps([shapes, phases]).encode()).hexdigest()[:16]


def write_weights(path: Path, weights: PatternWeights) -> None:
    """Write a file of weights; whoever reads `path` meanwhile sees the old file or the new one."""
    header = json.dumps(
        {
            "kind": weights.features.name,
            "features": features_hash(weights.features),
            "phases": weights.steps.shape[0],
            "entries": weights.steps.shape[1],
            "steps_per_disc": weights.steps_per_disc,
            "recipe": dict(weights.recipe),
            "recipe_hash": weights.recipe_hash,
        },
        sort_keys=True,
    ).encode()
    body = PREFIX.pack(MAGIC, VERSION, len(header)) + header + _pack(weights.steps)
    write_whole(path, body + hashlib.sha256(body).digest())


def read_weights(path: Path, features: FeatureSet) -> PatternWeights:
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
        header, packed = _checked(content)
        phases, entries = shape_of_steps(features)
        _expect(header, "kind", features.name)
        _expect(header, "features", features_hash(features))
        _expect(header, "phases", phases)
        _expect(header, "entries", entries)
        recipe, steps_per_disc = header["recipe"], header["steps_per_disc"]
        if not isinstance(recipe, dict) or not isinstance(steps_per_disc, int):
            raise TypeError("the recipe is no JSON object, or the steps no number")
        _expect(header, "recipe_hash", hash_of_recipe(recipe))
        weights = PatternWeights(features, _unpack(packed, phases, entries), recipe, steps_per_disc)
    except WeightsError as error:
        raise WeightsError(f"{path}: {error}") from None
    except (KeyError, TypeError, ValueError, zlib.error) as error:
        # The checksum is right, so whoever wrote the file wrote this.
        raise WeightsError(f"{path}: not written by Outflank: {error}") from error
    return weights


def _checked(content: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and packed weights of a whole file of this version."""
    if content[: len(MAGIC)] != MAGIC:
        raise WeightsError("no file of Outflank weights")
    if len(content) < PREFIX.size + CHECKSUM_BYTES:
        raise WeightsError("damaged: the file is cut short")
    _, version, length = PREFIX.unpack_from(content)
    if version != VERSION:
        raise WeightsError(f"version {version} of the format, but this Outflank reads {VERSION}")
    body, checksum = content[:-CHECKSUM_BYTES], content[-CHECKSUM_BYTES:]
    if hashlib.sha256(body).digest() != checksum:
        raise WeightsError("damaged: the checksum is wrong (cut short, or changed)")
    header = json.loads(body[PREFIX.size : PREFIX.size + length])
    if not isinstance(header, dict):
        raise WeightsError("not written by Outflank: the header is no JSON object")
    return header, body[PREFIX.size + length :]


def _expect(header: Mapping[str, Any], key: str, wanted: object) -> None:
    if header[key] != wanted:
        raise WeightsError(f"{key} {header[key]!r}, but this Outflank needs {wanted!r}")


def _pack(steps: NDArray[np.int16]) -> bytes:
    """Weights by entry, as differences along the phases, split into planes of bytes."""
    by_entry = steps.T.astype("<i2")
    by_entry[:, 1:] = by_entry[:, 1:] - by_entry[:, :-1]  # wraps round, and back when it is read
    planes = by_entry.reshape(-1, 1).view(np.uint8).T
    return zlib.compress(planes.tobytes(), level=9)


def _unpack(packed: bytes, phases: int, entries: int) -> NDArray[np.int16]:
    """The weights that `_pack` packed."""
    size = 2 * phases * entries
    unpacker = zlib.decompressobj()
    planes = unpacker.decompress(packed, size + 1)
    if len(planes) != size or not unpacker.eof or unpacker.unused_data:
        raise WeightsError("not written by Outflank: the weights are of another size")
    pairs = np.frombuffer(planes, np.uint8).reshape(2, -1).T
    steps = np.ascontiguousarray(pairs).view("<i2").reshape(-1, phases)
    np.cumsum(steps, axis=1, dtype=np.int16, out=steps)
    return np.ascontiguousarray(steps.T)
