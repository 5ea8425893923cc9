"""The file of ``solve --resume``: every answer as a JSON line, read back by the next run."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from outflank.board.errors import OutflankError
from outflank.cli.answers import Answer, Question
from outflank.cli.output import PROGRAM

#: How lines begin: only what begins like one may be one that a kill has cut in half.
BEGINNINGS: Final = ('{"line": ', '{"file": ')


class ResumeFile:
    """Answers kept on disk, one JSON object a line, each written as soon as it is known.

    A last line that a kill has cut in half is dropped. A file with any other line that
    is no answer is refused and left as it is.

    Args:
        path: the file; it is made if it does not exist.

    Raises:
        OutflankError: the file holds something else.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self._name = path.name
        self._answers: dict[tuple[Question, str], Answer] = {}
        if path.exists() and not path.is_file():
            raise OutflankError(f"{path}: answers are kept in a file, and this is none")
        text = path.read_bytes().decode(errors="replace") if path.exists() else ""
        *lines, last = text.split("\n")
        for number, line in enumerate(lines, 1):
            if line.strip():
                self._remember(self._read(line, number))
        whole = len(text) - len(last)
        ending = ""
        if last.strip() and (answer := self._read_last(last, len(lines) + 1)):
            self._remember(answer)
            whole, ending = len(text), "\n"
        self._file = path.open("a", encoding="ascii", newline="\n")
        # Only ASCII stands before the half line, so that characters are bytes.
        self._file.truncate(whole)
        self._file.write(ending)

    def find(self, position: str, question: Question) -> Answer | None:
        """The answer of an earlier run; None if there is none."""
        return self._answers.get((question, position))

    def keep(self, values: dict[str, Any]) -> None:
        """Add the JSON object of an answer."""
        self._file.write(f"{json.dumps(values)}\n")
        self._file.flush()

    def _remember(self, answer: Answer) -> None:
        if answer.solved:
            self._answers[answer.question, answer.position] = answer

    def _read(self, line: str, number: int) -> Answer:
        answer = Answer.from_json(line) if line.isascii() else None
        if answer is None:
            raise OutflankError(
                f"{self._name} line {number}: not an answer of {PROGRAM} solve: "
                "the file is left as it is"
            )
        return answer

    def _read_last(self, line: str, number: int) -> Answer | None:
        """A last line without its end, None if it was cut in half."""
        if any(line.startswith(ours) or ours.startswith(line) for ours in BEGINNINGS):
            try:
                json.loads(line)
            except (ValueError, RecursionError):
                return None
        return self._read(line, number)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
