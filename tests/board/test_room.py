"""The room stands alone: drawing a board loads no compiled code."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
from outflank.board import Board
Board.from_transcript("f5d6").draw()
Board()._repr_svg_()
loaded = {name.partition(".")[0] for name in sys.modules}
assert not loaded & {"numba", "numpy", "llvmlite", "rich", "cyclopts"}, loaded
assert not [name for name in sys.modules if name.startswith("outflank.core")]
"""


def test_a_board_is_drawn_without_numba_or_numpy() -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", PROGRAM], check=True)
