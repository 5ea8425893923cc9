"""Options of the trainings: where what is made lies, how much is made, from which seed."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter, validators

from outflank.cli.output import UsageError
from outflank.games.target import regular_target

#: How many times the positions of a recipe there may be.
MOST_SCALE: Final = 100

#: Names in the folder of a training that are the training's own.
OWN_NAME: Final = re.compile(
    r"(recipe|plan|reports?)\.json|.*\.npy|settling|(generation|phase|group)-\d+", re.IGNORECASE
)


def _check_scale(_type: Any, scale: float) -> None:
    if not 0 < scale <= MOST_SCALE:  # true of what is no number, too
        raise ValueError(f"Must be more than 0 and at most {MOST_SCALE}.")


Folder = Annotated[Path, Parameter(validator=validators.Path(file_okay=False))]
Output = Annotated[Path | None, Parameter(name=["--output", "-o"])]
Scale = Annotated[float, Parameter(validator=_check_scale)]
Seed = Annotated[int | None, Parameter(validator=validators.Number(gte=0, lt=1 << 63))]
WeightsFile = Annotated[
    Path | None, Parameter(validator=validators.Path(exists=True, dir_okay=False))
]


def output_path(output: Path | None, folder: Path, name: str) -> Path:
    """The file that is made; `name` is that in the folder if no other is asked for.

    Where a link is given it is the file that it leads to.

    Raises:
        UsageError: no file can be there, or the training keeps its own there.
        GameFileError: a pipe or a device is there.
        OSError: it cannot be written.
    """
    path = regular_target(output or folder / name)
    if not (path.parent.is_dir() or path.parent == folder) or path.is_dir():
        raise UsageError(f"--output {path}: no file can be written there")
    if _is_own(path, folder):
        raise UsageError(f"--output {path}: that is where the training keeps its own")
    _try(path)
    return path


def _is_own(path: Path, folder: Path) -> bool:
    """True if a training in the folder has another file, or a folder, at the path."""
    place, home = Path(os.path.realpath(path)), Path(os.path.realpath(folder))
    if home in place.parents:
        return OWN_NAME.fullmatch(place.name) is not None
    return place == home or place in home.parents


def _try(path: Path) -> None:
    """Find out before any work whether a file can be written there, or its folder be made.

    Raises:
        OSError: it cannot; the error names the path.
    """
    nearest = next(folder for folder in path.parents if folder.is_dir())
    probe = nearest / f".{path.name}.{secrets.token_hex(8)}"  # as long as that of `write_whole`
    try:
        probe.touch(exist_ok=False)
        probe.unlink()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
