"""``node[...]``: the parts of samples."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional, Protocol

from . import _recorders
from ._graph import record
from .data_node import DataNode
from .math import compute

_MOST = 2**31 - 1
_LEAST = -(2**31)


class NewAxis:
    """``newaxis``, or with a letter for the layout ``newaxis("C")``."""

    def __init__(self, name: Optional[str] = None) -> None:
        if name is not None and not isinstance(name, str):
            raise TypeError("Axis name must be a single character string.")
        if name is not None and len(name) != 1:
            raise ValueError(f"Axis name must be a single character string. Got: {name!r}")
        self.name = name

    def __call__(self, name: Optional[str] = None) -> NewAxis:
        return NewAxis(name)


newaxis = NewAxis()


class Recorder(Protocol):
    """Records the calls that take parts of values: of a graph, or of imperative mode."""

    def holds(self, value: Any) -> bool:
        """Whether it is such a value."""

    def record(self, op: str, inputs: Any, args: Any, arg_inputs: Any = None) -> Any:
        """The output of a call."""

    def compute(self, operation: str, *operands: Any) -> Any:
        """The result of an operation of arithmetic."""


class _Nodes:
    def holds(self, value: Any) -> bool:
        return isinstance(value, DataNode)

    def record(self, op: str, inputs: Any, args: Any, arg_inputs: Any = None) -> Any:
        return record(op, inputs, args, arg_inputs=arg_inputs)[0]

    def compute(self, operation: str, *operands: Any) -> Any:
        return compute(operation, *operands)


class _Axis(NamedTuple):
    """What is taken of one axis: an index, which removes the axis, or a range."""

    at: Any = None
    low: Any = None
    high: Any = None
    step: Any = None

    @property
    def constant(self) -> bool:
        return all(value is None or isinstance(value, int) for value in self)

    @property
    def has_step(self) -> bool:
        # A node is compared by an operator.
        return self.step is not None and not (isinstance(self.step, int) and self.step == 1)

    @property
    def whole(self) -> bool:
        return all(value is None for value in self)


def indexed(node: Any, index: Any, via: Recorder = _Nodes()) -> Any:
    """Records what ``node[index]`` takes."""
    parts = index if isinstance(index, tuple) else (index,)
    if any(part is Ellipsis for part in parts):
        raise NotImplementedError("Ellipsis in indexing is not implemented")
    axes: List[_Axis] = []
    new: List[tuple[int, NewAxis]] = []
    left = 0
    for part in parts:
        if isinstance(part, NewAxis):
            new.append((left, part))
            left += 1
            continue
        axis = _axis_of(part, via)
        axes.append(axis)
        left += axis.at is None
    result = _take(node, axes, via)
    if not new:
        return result
    names = [one.name for _, one in new]
    layout = {} if None in names else {"newAxisNames": "".join(str(name) for name in names)}
    if not layout and any(name is not None for name in names):
        raise ValueError("New axis names must be specified for all new axes or for none of them")
    return via.record("expandDims", [result], {"axes": [place for place, _ in new], **layout})


def _place(value: Any, via: Recorder) -> Any:
    if value is None or via.holds(value):
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"Array index must be a scalar integer or a slice. Got: {type(value)}")
    return value.__index__()


def _axis_of(part: Any, via: Recorder) -> _Axis:
    if not isinstance(part, slice):
        if part is None:
            raise TypeError("Array index must not be None. Use dali.newaxis to add an axis")
        return _Axis(at=_place(part, via))
    return _Axis(None, _place(part.start, via), _place(part.stop, via), _place(part.step, via))


def _take(node: Any, axes: List[_Axis], via: Recorder) -> Any:
    while axes and axes[-1].whole:
        axes.pop()
    if not axes:
        return node
    if any(axis.has_step for axis in axes):
        return _strided(node, axes, via)
    if all(axis.constant or (place == 0 and axis.at is not None) for place, axis in enumerate(axes)):
        return _subscript(node, axes, via)
    return _dynamic(node, axes, via)


def _subscript(node: Any, axes: List[_Axis], via: Recorder) -> Any:
    """All places are known, but for an index of the first axis."""
    ranges: List[int] = []
    arg_inputs = {}
    for axis in axes:
        if axis.at is not None and not isinstance(axis.at, int):
            arg_inputs["index"] = axis.at
            ranges += [1, 0, 0]
        elif axis.at is not None:
            ranges += [1, axis.at, 0]
        elif axis.whole:
            ranges += [0, 0, 0]
        else:
            ranges += [2, axis.low or 0, _MOST if axis.high is None else axis.high]
    # A part lies together in memory only if all axes before it have single indices.
    together = all(kind == 1 for kind in ranges[::3][:-1])
    op = "subscript" if together else "subscriptCopy"
    return via.record(op, [node], {"ranges": ranges}, arg_inputs)


def _strided(node: Any, axes: List[_Axis], via: Recorder) -> Any:
    """Some ranges have steps. Places that differ by sample are taken first, without steps."""
    if any(axis.step is not None and not isinstance(axis.step, int) for axis in axes):
        raise NotImplementedError("A step that differs by sample is not implemented: Expected an integer")
    # Of what is cut to the range, each so many-th element from its first one on is taken.
    if any(not axis.constant and axis.step is not None and axis.step < 0 for axis in axes):
        raise NotImplementedError("A range backwards whose places differ by sample is not implemented: cut it first, then take [::-1]")
    if not all(axis.constant for axis in axes):
        node = _take(node, [_Axis() if axis.constant else axis._replace(step=None) for axis in axes], via)
        axes = [axis if axis.constant else _Axis(step=axis.step) for axis in axes if axis.constant or axis.at is None]
    ranges: List[int] = []
    for axis in axes:
        if axis.at is not None:
            ranges += [1, axis.at, 0]
        elif axis.low is axis.high is axis.step is None:
            ranges += [0, 0, 0]
        else:
            back = axis.step is not None and axis.step < 0
            low = (_MOST if back else 0) if axis.low is None else axis.low
            high = (_LEAST if back else _MOST) if axis.high is None else axis.high
            ranges += [2, low, high]
    steps = [1 if axis.step is None else axis.step for axis in axes]
    return via.record("subscriptCopy", [node], {"ranges": ranges, "steps": steps})


def _dynamic(node: Any, axes: List[_Axis], via: Recorder) -> Any:
    """Places differ by sample: one axis after the other is cut, the last one first, so that indices may remove axes."""
    shape = via.record("shapes", [node.cpu()], {"dtype": "int32"})
    result = node
    for place, axis in reversed(list(enumerate(axes))):
        if axis.whole:
            continue
        if axis.constant:
            result = _subscript(result, [_Axis()] * place + [axis], via)
            continue
        extent = _subscript(shape, [_Axis(place)], via)

        def from_start(value: Any, otherwise: Any) -> Any:
            """The place counted from the first one, as a node."""
            if value is None:
                return otherwise
            if not isinstance(value, int):
                value = via.record("cast", [value], {"dtype": "int32"})
                return value + (value < 0) * extent
            return extent * 0 + value if value >= 0 else extent + value

        def listed(value: Any) -> Any:
            return via.record("reshape", [value], {"shape": [1]})

        if axis.at is not None:
            start = listed(from_start(axis.at, None))
            result = via.record("slice", [result], {"shape": [1], "axes": [place]}, {"start": start})
            result = via.record("squeeze", [result], {"axes": [place]})
            continue
        low = via.compute("clamp", from_start(axis.low, extent * 0), 0, extent)
        high = via.compute("clamp", from_start(axis.high, extent), low, extent)
        result = via.record("slice", [result], {"axes": [place]}, {"start": listed(low), "end": listed(high)})
    return result


_recorders.indexed = indexed
