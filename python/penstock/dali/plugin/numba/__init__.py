"""DALI's plugin for Numba: functions that Numba compiles, on host memory."""

from __future__ import annotations

from . import experimental, fn
from ._function import NumbaFunction

__all__ = ["NumbaFunction", "experimental", "fn"]
