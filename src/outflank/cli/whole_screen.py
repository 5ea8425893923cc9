"""A whole screen on which something is shown until somebody leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

    from outflank.cli.console import Console


def show(
    console: Console,
    picture: Callable[[], RenderableType],
    state: Callable[[], object],
    turn: Callable[[], bool],
) -> None:
    """Show a picture, anew whenever something has changed, and clear the screen at the end.

    Args:
        console: the terminal.
        picture: what is to be seen now.
        state: what the picture shows: where it and the size of the screen are as they were,
            nothing is drawn.
        turn: waits for a key or for what is due, and does it; False to leave.
    """
    from rich.live import Live

    with Live(
        console=console,
        screen=True,
        auto_refresh=False,
        get_renderable=picture,
        vertical_overflow="crop",
        redirect_stdout=False,  # what it would put there says of itself that it is ASCII
        redirect_stderr=False,
    ) as live:
        shown: object = None
        going_on = True
        while going_on:
            now = state(), console.size
            if now != shown:
                live.refresh()
                shown = now
            going_on = turn()
        live.refresh()  # where the picture stays no key does anything any more
