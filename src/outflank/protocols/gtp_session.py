"""Commands of GTP sent to a program, and its answers, read with the faults that engines have.

An answer begins with ``=`` or ``?`` and the command's number, and ends with an empty line.
Numbers are sent with every command. Answers without one, or with a blank before it as Edax
writes them (``? 1 cannot undo``), are taken; those of an earlier command are passed over.
"""

from __future__ import annotations

import re
import time
from collections import deque
from dataclasses import dataclass
from typing import Final

from outflank.board.errors import quoted
from outflank.protocols.program import Program

#: The number of the first command: no answer's text begins with such a one by chance.
FIRST_NUMBER: Final = 1001

#: Lines outside of answers that are kept, and characters that an answer may have.
KEPT_NOISE: Final = 100
LONGEST_ANSWER: Final = 1 << 20

#: How an answer begins. More digits than any number has that we send are noise.
_ANSWER: Final = re.compile(r"([=?])([0-9]{0,18})(?![0-9])(.*)")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program answered to a command.

    Attributes:
        accepted: True for ``=``, False for ``?``.
        text: what follows, without the number; lines are kept.
        number: written directly behind the sign; None if there was none.
    """

    accepted: bool
    text: str
    number: int | None

    @property
    def line(self) -> str:
        """The text on one line."""
        return " ".join(self.text.split())


class GtpSession:
    """A conversation with a program that speaks GTP.

    Args:
        program: it is ended by whoever started it.

    Attributes:
        noise: lines outside of answers that were passed over, the last of them.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.noise: deque[str] = deque(maxlen=KEPT_NOISE)
        self._number = FIRST_NUMBER - 1

    def ask(self, command: str, seconds: float) -> Answer:
        """Send a command and wait for its answer.

        Args:
            command: with its arguments.
            seconds: that the answer may take.

        Raises:
            ProtocolError: none came in time, or the program has ended; it is ended then.
        """
        return self.answer(command, self.send(command, seconds), seconds)

    def send(self, command: str, seconds: float) -> float:
        """Send a command; the time, by `time.monotonic`, at which its answer is due."""
        self._number += 1
        deadline = time.monotonic() + seconds
        self.program.send(f"{self._number} {command}", seconds)
        return deadline

    def answer(self, command: str, deadline: float, seconds: float) -> Answer:
        """The answer to the command that was sent last; arguments and errors as `receive`."""
        while True:
            answer = self.receive(command, deadline, seconds)
            if answer.number is None or answer.number == self._number:
                return self._without_number(answer)

    def command(self, command: str, seconds: float) -> str:
        """The text of the answer to a command that cannot be refused.

        Raises:
            ProtocolError: it was refused, or as `ask`.
        """
        return self.accepted(command, self.ask(command, seconds))

    def accepted(self, command: str, answer: Answer) -> str:
        """The text of an answer; `command` is for the error.

        Raises:
            ProtocolError: it is a refusal; the program is ended.
        """
        if not answer.accepted:
            refusal = quoted(answer.line) if answer.line else "no reason"
            self.program.fail(f"it refuses {quoted(command)}: {refusal}")
        return answer.text

    def receive(self, command: str, deadline: float, seconds: float) -> Answer:
        """The next answer, whichever command it belongs to; `command` is for the error.

        Raises:
            ProtocolError: none came before the deadline, or one that does not end, or the
                program has ended.
        """
        while not (begun := _ANSWER.fullmatch(line := self._line(command, deadline, seconds))):
            if line.strip():
                self.noise.append(line)
        lines, length = [begun[3]], len(begun[3])
        while (line := self._line(command, deadline, seconds)).strip():
            lines.append(line)
            length += len(line) + 1
            if length > LONGEST_ANSWER:
                self.program.fail(f"its answer to {quoted(command)} does not end")
        number = int(begun[2]) if begun[2] else None
        return Answer(begun[1] == "=", "\n".join(lines).strip(), number)

    def _line(self, command: str, deadline: float, seconds: float) -> str:
        line = self.program.read(deadline)
        if line is None:
            self.program.fail(f"no answer to {quoted(command)} within {seconds:g} s")
        return line

    def _without_number(self, answer: Answer) -> Answer:
        """The answer without a number that stands behind a blank."""
        number, _, rest = answer.text.partition(" ")
        if answer.number is None and number == str(self._number):
            return Answer(answer.accepted, rest.strip(), None)
        return answer
