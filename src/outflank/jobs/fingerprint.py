"""What two machines, or two runs, must have in common for equal chunks to give equal rows."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from typing import Final, NamedTuple

from outflank.core.cache import PACKAGE, source_hash

NAME: Final = "outflank"

#: Where the evaluation's files lie; their own room would load kernels.
WEIGHTS: Final = PACKAGE / "evaluation" / "data"


class Fingerprint(NamedTuple):
    """What makes chunks: two runs of the same fingerprint make equal rows of equal chunks.

    Attributes:
        version: of the package.
        kernels: hash of the kernels' sources and of what compiles them.
        weights: hash of the evaluation's files.
    """

    version: str
    kernels: str
    weights: str

    def against(self, ours: Fingerprint) -> str:
        """What is different, in words."""
        if self.version != ours.version:
            return f"{NAME} {self.version}, here it is {ours.version}"
        what = [
            f"{name} {theirs[:8]}, here {here[:8]}"
            for name, theirs, here in zip(self._fields, self, ours, strict=True)
            if theirs != here
        ]
        return f"{NAME} {self.version} with other {' and other '.join(what)}"


@cache
def fingerprint() -> Fingerprint:
    """That of this process."""
    content = hashlib.sha256()
    for path in sorted(WEIGHTS.iterdir()):
        if path.is_file():
            content.update(path.name.encode() + path.read_bytes())
    return Fingerprint(version(NAME), source_hash(), content.hexdigest()[:20])
