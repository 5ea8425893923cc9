"""``outflank gtp``: our engine for programs that speak the Go Text Protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from outflank.cli.engines import SETUP, STRENGTH, Setup, Strength
from outflank.cli.inputs import Seed
from outflank.cli.output import Exit
from outflank.cli.serving import LogFile, Server, serve
from outflank.protocols.gtp_lines import is_last, is_urgent

if TYPE_CHECKING:
    from outflank.protocols import Conversation, Thinker


def gtp(
    *,
    strength: Strength = STRENGTH,
    setup: Setup = SETUP,
    seed: Seed | None = None,
    log: LogFile = None,
) -> int:
    """Speak GTP, version 2, on standard input and output: for GoGui, Sabaki, Quarry.

    The engine thinks as long as the clock allows that it is told of (time_settings,
    time_left), and else at level 10. What you ask for here counts more than that.

    Args:
        strength: how well and how long the engine thinks.
        setup: how the engine is set up.
        seed: of the mistakes that a weak level makes.
        log: a file to which all that is said is added, with the time.
    """
    serve(_server, strength, setup, seed, log, is_urgent=is_urgent, is_last=is_last)
    return Exit.OK


def _server(talk: Conversation, thinker: Thinker, complain: Callable[[str], None]) -> Server:
    from outflank.protocols.gtp import GtpServer

    return GtpServer(talk, thinker, complain)
