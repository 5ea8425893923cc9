"""The weights of the engine's evaluation: what a file keeps of them, and kernels take.

Configurations that are tied by symmetry (see `evaluation.ties`) are kept once. What a
kernel takes is a block (drawn in `core.network`), which has all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from outflank.core import network
from outflank.core.memory import Block
