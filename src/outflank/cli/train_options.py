"""Options of the trainings: where what is made lies, how much is made, from which seed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter, validators

from outflank.cli.output import UsageError

#: How many times the positions of a recipe there may be.
MOST_SCALE: Final = 100


def _check_scale(_type: Any, scale: float) -> None:
    if not 0 < scale <= MOST_SCALE:  # true of what is no number, too
        raise ValueError(f"Must be more than 0 and at most {MOST_SCALE}.")


Folder = Annotated[Path, Parameter(validator=validators.Path(file_okay=False))]
Output = Annotated[Path | None, Parameter(name=["--output", "-o"])]
Scale = Annotated[float, Parameter(validator=_check_scale)]
Seed = Annotated[int | None, Parameter(validator=validators.Number(gte=0, lt=1 << 64))]
WeightsFile = Annotated[
    Path | None, Parameter(validator=validators.Path(exists=True, dir_okay=False))
]


def output_path(output: Path | None, folder: Path, name: str) -> Path:
    """The file that is made; `name` is that in the folder if no other is asked for.

    Raises:
        UsageError: it cannot be written.
    """
    path = output or folder / name
    if not (path.parent.is_dir() or path.parent == folder) or path.is_dir():
        raise UsageError(f"--output {path}: no file can be written there")
    return path
