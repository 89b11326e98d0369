"""Arithmetic of the graph: the functions of DALI's ``nvidia.dali.math``, and what Python's operators record."""

from __future__ import annotations

from typing import Any, Callable, List

from . import _recorders
from ._constants import constant_node
from ._graph import Graph, record
from .data_node import DataNode
from .types import ScalarConstant

_AS_PYTHON = (bool, int, float)


def compute(operation: str, *operands: Any) -> DataNode:
    """Records an operation of penstock's ``math``. Numbers become constants; arrays become constant tensors."""
    inputs: List[DataNode] = []
    constants: List[str] = []
    for operand in operands:
        value = operand
        if isinstance(value, _AS_PYTHON):
            value = ScalarConstant(value)
        if isinstance(value, ScalarConstant):
            constants.append(value.text())
            continue
        if not isinstance(value, DataNode):
            value = constant_node(value)
        inputs.append(value)
        constants.append("")
    if not inputs:
        if not operands or Graph.current_or_none() is None:
            raise TypeError(f"Expected a DataNode for an operand of '{operation}' but received {', '.join(map(repr, operands))}")
        inputs, constants[0] = [constant_node(operands[0])], ""
    return record("math", inputs, {"operation": operation, "constants": constants})[0]


_recorders.compute = compute


def _function(name: str, operation: str, doc: str, operands: int = 1) -> Callable[..., DataNode]:
    def function(*given: Any) -> DataNode:
        if len(given) != operands:
            raise TypeError(f"math.{name}() takes {operands} operand{'s' * (operands > 1)} but {len(given)} were given")
        return compute(operation, *given)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


_UNARY = {
    "sqrt": "Square root.",
    "rsqrt": "1 over the square root.",
    "cbrt": "Cube root.",
    "exp": "e to the power of the operand.",
    "log": "Natural logarithm.",
    "log2": "Logarithm to base 2.",
    "log10": "Logarithm to base 10.",
    "fabs": "Absolute value, in floats.",
    "abs": "Absolute value.",
    "floor": "The greatest whole number not above the operand, in floats.",
    "ceil": "The smallest whole number not below the operand, in floats.",
    "sin": "Sine of an angle in radians.",
    "cos": "Cosine of an angle in radians.",
    "tan": "Tangent of an angle in radians.",
    "asin": "Inverse sine, in radians.",
    "acos": "Inverse cosine, in radians.",
    "atan": "Inverse tangent, in radians.",
    "sinh": "Hyperbolic sine.",
    "cosh": "Hyperbolic cosine.",
    "tanh": "Hyperbolic tangent.",
    "asinh": "Inverse hyperbolic sine.",
    "acosh": "Inverse hyperbolic cosine.",
    "atanh": "Inverse hyperbolic tangent.",
}
_BINARY = {
    "min": "The smaller of two operands.",
    "max": "The greater of two operands.",
    "pow": "Base to the power of the exponent.",
    "fpow": "Base to the power of the exponent, in floats.",
    "atan2": "Angle of the point with y and x, in radians.",
}
for _name, _doc in _UNARY.items():
    globals()[_name] = _function(_name, _name, _doc)
for _name, _doc in _BINARY.items():
    globals()[_name] = _function(_name, _name, _doc, 2)


def clamp(value: Any, lo: Any, hi: Any) -> DataNode:
    """``min(max(value, lo), hi)``."""
    return compute("clamp", value, lo, hi)


__all__ = [*_UNARY, *_BINARY, "clamp"]
