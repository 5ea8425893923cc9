"""``outflank nboard``: our engine for NBoard and other programs that speak its protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from outflank.cli.engines import SETUP, STRENGTH, Setup, Strength
from outflank.cli.inputs import Seed
from outflank.cli.output import Exit
from outflank.cli.serving import LogFile, Server, serve
from outflank.protocols.nboard_lines import is_last, is_urgent

if TYPE_CHECKING:
    from outflank.protocols import Conversation, Thinker


def nboard(
    *,
    strength: Strength = STRENGTH,
    setup: Setup = SETUP,
    seed: Seed | None = None,
    log: LogFile = None,
) -> int:
    """Speak NBoard's protocol, version 2, on standard input and output.

    The depth that is chosen in NBoard is the engine's level, within the clock of the
    game. What you ask for here counts more than that depth.

    Args:
        strength: how well and how long the engine thinks.
        setup: how the engine is set up.
        seed: of the mistakes that a weak level makes.
        log: a file to which all that is said is added, with the time.
    """
    serve(_server, strength, setup, seed, log, is_urgent=is_urgent, is_last=is_last)
    return Exit.OK


def _server(talk: Conversation, thinker: Thinker, complain: Callable[[str], None]) -> Server:
    from outflank.protocols.nboard import NBoardServer

    return NBoardServer(talk, thinker, complain)
