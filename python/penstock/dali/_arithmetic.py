"""Python's operators on values of the graph, as operations of the operator ``math``."""

from __future__ import annotations

from typing import Any, Callable

from . import _recorders


def _binary(operation: str) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        return self._compute(operation, self, other)

    return method


def _reflected(operation: str) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        return self._compute(operation, other, self)

    return method


def _unary(operation: str) -> Callable[[Any], Any]:
    def method(self: Any) -> Any:
        return self._compute(operation, self)

    return method


class Arithmetic:
    """What DataNode and ScalarConstant have in common, and, with another ``_compute``, values of imperative mode."""

    def _compute(self, operation: str, *operands: Any) -> Any:
        return _recorders.compute(operation, *operands)

    __add__ = _binary("add")
    __radd__ = _reflected("add")
    __sub__ = _binary("sub")
    __rsub__ = _reflected("sub")
    __mul__ = _binary("mul")
    __rmul__ = _reflected("mul")
    __pow__ = _binary("pow")
    __rpow__ = _reflected("pow")
    __truediv__ = _binary("div")
    __rtruediv__ = _reflected("div")
    __floordiv__ = _binary("floorDiv")
    __rfloordiv__ = _reflected("floorDiv")
    __mod__ = _binary("mod")
    __rmod__ = _reflected("mod")
    __eq__ = _binary("eq")
    __ne__ = _binary("ne")
    __lt__ = _binary("lt")
    __le__ = _binary("le")
    __gt__ = _binary("gt")
    __ge__ = _binary("ge")
    __and__ = _binary("bitAnd")
    __rand__ = _reflected("bitAnd")
    __or__ = _binary("bitOr")
    __ror__ = _reflected("bitOr")
    __xor__ = _binary("bitXor")
    __rxor__ = _reflected("bitXor")
    __lshift__ = _binary("lshift")
    __rlshift__ = _reflected("lshift")
    __rshift__ = _binary("rshift")
    __rrshift__ = _reflected("rshift")
    __neg__ = _unary("neg")

    def __pos__(self) -> Any:
        return self

    __hash__ = object.__hash__
    # Comparisons of numpy's arrays with it are left to it.
    __array_ufunc__ = None
