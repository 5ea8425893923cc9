"""``outflank warmup``: compiles every kernel now, so that no later command has to wait."""

from __future__ import annotations

import time

from outflank.cli.inputs import Json
from outflank.cli.output import Exit, say, say_json
from outflank.cli.progress import compiling


def warmup(*, json: Json = False) -> int:
    """Compile every kernel and keep it on disk for later commands.

    Args:
        json: write one JSON object for each kernel.
    """
    started = time.perf_counter()
    with compiling():
        from outflank.core import cache
        from outflank.core.compile import warm_up

        kernels = warm_up()
    if json:
        for kernel in kernels:
            say_json(
                {
                    "kernel": kernel.name,
                    "seconds": round(kernel.seconds, 6),
                    "cached": kernel.cached,
                }
            )
        return Exit.OK
    compiled = sum(not kernel.cached for kernel in kernels)
    folder = cache.folder()
    say(
        f"{len(kernels)} kernels ready, {compiled} of them compiled now, "
        f"{time.perf_counter() - started:.1f} s"
    )
    say(f"kept in {folder}" if folder else "kept nowhere: no folder can be written")
    return Exit.OK
