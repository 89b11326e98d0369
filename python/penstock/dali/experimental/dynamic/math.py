"""Arithmetic on tensors and batches: the functions of ``penstock.dali.math``, on data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...math import __all__ as _names, functions
from ._call import compute

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...


globals().update(functions(compute))
__all__ = list(_names)
