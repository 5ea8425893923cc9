"""Our engine among other programs, and other engines in ours: GTP and NBoard's protocol.

======================  ===============================================================
module                  what it is for
======================  ===============================================================
``gtp``                 the server that `outflank gtp` runs
``gtp_lines``           lines of GTP before anything is made of them
``gtp_game``            a game as GTP tells it: moves with colours, passes told or not, undo
``gtp_clock``           clocks with a main time and Canadian overtime
``nboard``              the server that `outflank nboard` runs
``nboard_lines``        lines of NBoard, as those of GTP
``nboard_game``         a game as NBoard tells it, with the times of its moves
``nboard_clock``        a clock told in a record, as `nboard_game` reads it
``conversation``        lines in both directions, and what of them ends a search
``thinker``             our engine as a server uses it
``words``               colours, moves and messages as protocols write them
``limits``              seconds that programs have to answer
``program``             a child process that speaks lines, with time limits, and its end
``gtp_session``         commands of GTP and their answers
``nboard_session``      lines of NBoard, and when they have ended
``client``              what clients of both protocols share: deadlines, checked moves
``gtp_client``          an external engine that speaks GTP
``nboard_client``       an external engine that speaks NBoard
``external``            `open_engine`: an external engine behind the shapes of ours
``conformance``         whether an engine keeps to its protocol, check by check
``conformance_gtp``     the checks of GTP
``conformance_nboard``  those of NBoard
======================  ===============================================================

The names below are imported when they are first used: whoever needs one side of the room
does not load the other.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from outflank.protocols.conversation import Conversation
    from outflank.protocols.external import open_engine
    from outflank.protocols.gtp import GtpServer
    from outflank.protocols.nboard import NBoardServer
    from outflank.protocols.program import ProtocolError, end_on_signals
    from outflank.protocols.thinker import Thinker

__all__ = [
    "Conversation",
    "GtpServer",
    "NBoardServer",
    "ProtocolError",
    "Thinker",
    "end_on_signals",
    "open_engine",
]

_MODULES: Final = {
    "Conversation": "conversation",
    "GtpServer": "gtp",
    "NBoardServer": "nboard",
    "ProtocolError": "program",
    "Thinker": "thinker",
    "end_on_signals": "program",
    "open_engine": "external",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
