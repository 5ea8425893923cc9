"""How long programs have to answer, in seconds."""

from __future__ import annotations

from typing import Final

#: For the first answer of a program.
START_LIMIT: Final = 10.0

#: For the first answer of one that may have to be compiled first, as ours.
COLD_START_LIMIT: Final = 60.0

#: For a move where no time and no clock say how long.
ANSWER_LIMIT: Final = 60.0

#: For what needs no thought.
QUICK: Final = 10.0
