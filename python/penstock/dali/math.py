"""Arithmetic of the graph: the functions of DALI's ``nvidia.dali.math``, and what Python's operators record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List

from . import _recorders
from ._constants import constant_node
from ._graph import Graph, record
from .data_node import DataNode
from .types import ScalarConstant

_AS_PYTHON = (bool, int, float)

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...



def constant_text(operand: Any) -> str:
    """A number as an argument of the operator ``math``; empty for an operand that is an input."""
    if isinstance(operand, _AS_PYTHON):
        operand = ScalarConstant(operand)
    return operand.text() if isinstance(operand, ScalarConstant) else ""


def compute(operation: str, *operands: Any) -> DataNode:
    """Records an operation of penstock's ``math``. Numbers become constants; arrays become constant tensors."""
    constants = [constant_text(operand) for operand in operands]
    others = [operand for operand, text in zip(operands, constants) if not text]
    inputs: List[DataNode] = [value if isinstance(value, DataNode) else constant_node(value) for value in others]
    if not inputs:
        if not operands or Graph.current_or_none() is None:
            raise TypeError(f"Expected a DataNode for an operand of '{operation}' but received {', '.join(map(repr, operands))}")
        inputs, constants[0] = [constant_node(operands[0])], ""
    return record("math", inputs, {"operation": operation, "constants": constants})[0]


_recorders.compute = compute


def _function(name: str, operation: str, doc: str, operands: int, compute: Callable[..., Any]) -> Callable[..., Any]:
    def function(*given: Any) -> Any:
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


def functions(compute: Callable[..., Any]) -> Dict[str, Callable[..., Any]]:
    """The functions of this module over another way to compute an operation of operands."""

    def clamp(value: Any, lo: Any, hi: Any) -> Any:
        """``min(max(value, lo), hi)``."""
        return compute("clamp", value, lo, hi)

    unary = {name: _function(name, name, doc, 1, compute) for name, doc in _UNARY.items()}
    binary = {name: _function(name, name, doc, 2, compute) for name, doc in _BINARY.items()}
    return {**unary, **binary, "clamp": clamp}


globals().update(functions(compute))
__all__ = [*_UNARY, *_BINARY, "clamp"]
