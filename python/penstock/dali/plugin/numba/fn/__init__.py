"""``numba_function``."""

from .._function import numba_function
from . import experimental

__all__ = ["experimental", "numba_function"]
