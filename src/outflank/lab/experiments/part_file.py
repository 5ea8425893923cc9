"""The file of a run that is not finished: a line of JSON for each unit that was measured."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from outflank.evaluation.files import hold
from outflank.games.content import refuse_irregular
from outflank.lab.experiments.data_file import Columns, DataError, checked
from outflank.lab.experiments.experiment import AS_MEANT, Row

SUFFIX: Final = ".part"

#: How lines begin: only what begins so may be a line that a kill has cut short.
_BEGINNINGS: Final = (b'{"header": ', b'["')


class PartFile:
    """Keeps the rows of each unit on disk, those of a unit whole or not at all.

    A last line that a kill has cut short is dropped. A file with any other line that is
    none of this run is refused and left as it is, unless the run is to be renewed. While it
    is open no other process can go on with the run (where the system can lock files). Before
    the first unit nothing is in it, and it is deleted when it is closed.

    Args:
        path: the file; it is made if it does not exist.
        columns: of the rows.
        identity: what must be equal for the run to be the same.
        facts: what else the header is to say; of a run that goes on, what it said.
        renew: begin anew where the file holds something else.

    Raises:
        DataError: the file holds something else, and is not to be renewed.
        OutflankError: another process has it open, or it is no regular file.
        OSError: it cannot be read or written.
    """

    def __init__(
        self,
        path: Path,
        columns: Columns,
        identity: Mapping[str, str],
        facts: Mapping[str, str],
        *,
        renew: bool = False,
    ) -> None:
        self._path = path
        self._columns = columns
        self._units: dict[str, list[Row]] = {}
        self._header: Mapping[str, str] = {}
        refuse_irregular(path)
        self._file = path.open("a+b", buffering=0)
        try:
            self._hold()
            self._go_on(identity, renew)
            if not self._units:
                self._file.truncate(0)
                self._header = {**identity, **facts}
        except BaseException:
            self._file.close()
            raise

    @property
    def header(self) -> Mapping[str, str]:
        """What the run is, and what it was begun with."""
        return self._header

    @property
    def units(self) -> Mapping[str, Sequence[Row]]:
        """The rows of the units that were measured, by their keys."""
        return self._units

    def keep(self, key: str, rows: Sequence[Row]) -> None:
        """Add a unit.

        Raises:
            OSError: it cannot be written; then nothing of it is in the file.
            TypeError: a row does not fit the columns.
        """
        unit = [key, [checked(row, self._columns) for row in rows]]
        self._append(unit) if self._units else self._append({"header": self._header}, unit)
        self._units[key] = list(rows)

    def remove(self) -> None:
        """Delete the file: the run is finished."""
        self._path.unlink()

    def _hold(self) -> None:
        refusal = f"{self._path.name}: another process runs this experiment"
        hold(self._file, refusal)
        # Who had it until now may have finished and deleted it.
        if not self._path.exists() or not os.path.samestat(
            os.fstat(self._file.fileno()), self._path.stat()
        ):
            raise DataError(refusal)

    def _go_on(self, identity: Mapping[str, str], renew: bool) -> None:
        """Take what the file holds of this run."""
        self._file.seek(0)
        try:
            self._read(self._file.readall(), identity)
        except DataError:
            if not renew:
                raise
            self._units.clear()

    def _append(self, *values: Any) -> None:
        lines = "".join(f"{json.dumps(value)}\n" for value in values).encode()
        size = self._file.seek(0, os.SEEK_END)
        if self._file.write(lines) != len(lines):
            self._file.truncate(size)
            raise OSError(f"{self._path.name}: not written: no space left")

    def _read(self, content: bytes, identity: Mapping[str, str]) -> None:
        *whole, last = content.split(b"\n")
        if len(whole) == 1 and not last and _is_header(whole[0]):
            return  # of a run that has measured nothing
        for number, line in enumerate(whole, 1):
            try:
                self._take(json.loads(line), identity)
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
                reason = error if isinstance(error, DataError) else "not a unit of an experiment"
                raise self._refusal(number, str(reason)) from None
        if last and not any(last.startswith(b) or b.startswith(last) for b in _BEGINNINGS):
            raise self._refusal(len(whole) + 1, "not a unit of an experiment")
        self._file.truncate(len(content) - len(last))

    def _take(self, value: Any, identity: Mapping[str, str]) -> None:
        if not self._header:
            self._header = _checked_header(value["header"])
            _refuse_another(self._header, identity)
            return
        key, rows = value
        if not isinstance(key, str) or not isinstance(rows, list):
            raise TypeError("a key and its rows")
        if key in self._units:
            raise DataError("the same unit a second time")
        if rows:  # what gave nothing is measured again
            self._units[key] = [self._row(cells) for cells in rows]

    def _row(self, cells: Any) -> Row:
        """The cells of a row, each of the type of its column."""
        if not isinstance(cells, list):
            raise TypeError("a row is a list of cells")
        row = dict(zip(self._columns, cells, strict=True))
        return dict(zip(self._columns, checked(row, self._columns), strict=True))

    def _refusal(self, number: int, reason: str) -> DataError:
        return DataError(f"{self._path.name} line {number}: {reason}; the file is left as it is")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._units and self._path.exists():
            self._path.unlink()
        self._file.close()


def _is_header(line: bytes) -> bool:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and isinstance(value.get("header"), dict)


def _checked_header(header: Mapping[str, Any]) -> dict[str, str]:
    """The header, each key and value of which must be text on one line."""
    for text in (text for pair in header.items() for text in pair):
        if not isinstance(text, str) or len(text.splitlines()) > 1:
            raise TypeError("a header is text")
        text.encode()  # half a surrogate pair is no text
    return dict(header)


def _refuse_another(header: Mapping[str, str], identity: Mapping[str, str]) -> None:
    if (other := difference(header, identity)) is not None:
        raise DataError(
            f"a run that was begun with other {other}: go on with those, or begin anew by --renew"
        )


def difference(header: Mapping[str, str], identity: Mapping[str, str]) -> str | None:
    """In what a run differs, such as ``positions (3, not all)``; None if in nothing."""
    for key, value in identity.items():
        if header.get(key) != value:
            return f"{key} ({_told(key, header.get(key))}, not {_told(key, value)})"
    return None


def _told(key: str, value: str | None) -> str:
    """A value of a header as people say it."""
    if value == AS_MEANT:
        return "all" if key == "positions" else "unlimited"
    return "unknown" if value is None else value
