"""``numba_function`` under the name that it had before."""

from .._function import numba_function

__all__ = ["numba_function"]
