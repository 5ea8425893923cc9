"""Draws what a command prints as an SVG picture for the README.

Usage: python tools/picture.py docs/images/analyze.svg outflank analyze murakami-logistello-1997-1
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

#: Rows of the middle of a long output that are left out.
KEPT_ABOVE, KEPT_BELOW = 20, 38
#: Rich's picture loads its font from the net; the reader's own monospaced font will do.
FONT_FACES = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def main() -> None:
    """Run the command and write the picture."""
    target, *command = sys.argv[1:]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = printed.rstrip().splitlines()
    if len(lines) > KEPT_ABOVE + KEPT_BELOW:
        lines = [*lines[:KEPT_ABOVE], " …", *lines[-KEPT_BELOW:]]
    width = max(map(len, lines)) + 2
    console = Console(record=True, width=width, file=io.StringIO(), color_system=None)
    console.print(Text("\n".join(lines)))
    picture = console.export_svg(title=" ".join(command))
    Path(target).write_text(FONT_FACES.sub("", picture), encoding="utf-8")


if __name__ == "__main__":
    main()
