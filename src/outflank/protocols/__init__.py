"""Our engine among other programs: it answers over GTP and over NBoard's protocol.

=================  =====================================================================
module             what it is for
=================  =====================================================================
``gtp``            the server that `outflank gtp` runs
``gtp_lines``      lines of GTP before anything is made of them
``gtp_game``       a game as GTP tells it: moves with colours, passes told or not, undo
``gtp_clock``      clocks with a main time and Canadian overtime
``nboard``         the server that `outflank nboard` runs
``nboard_lines``   lines of NBoard, as those of GTP
``nboard_game``    a game as NBoard tells it, with the times of its moves
``conversation``   lines in both directions, and what of them ends a search
``thinker``        our engine as a server uses it
``words``          colours, moves and messages as protocols write them
=================  =====================================================================

The names below are imported when they are first used: whoever needs one side of the room
does not load the other.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from outflank.protocols.conversation import Conversation
    from outflank.protocols.gtp import GtpServer
    from outflank.protocols.nboard import NBoardServer
    from outflank.protocols.thinker import Thinker

__all__ = ["Conversation", "GtpServer", "NBoardServer", "Thinker"]

_MODULES: Final = {
    "Conversation": "conversation",
    "GtpServer": "gtp",
    "NBoardServer": "nboard",
    "Thinker": "thinker",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
