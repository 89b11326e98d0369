"""``node[...]``: the parts of samples."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional

from . import _recorders
from ._graph import record
from .data_node import DataNode
from .math import compute

_MOST = 2**31 - 1


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


class _Axis(NamedTuple):
    """What is taken of one axis: an index, which removes the axis, or a range."""

    at: Any = None
    low: Any = None
    high: Any = None
    step: Any = None

    @property
    def constant(self) -> bool:
        return not any(isinstance(value, DataNode) for value in self)

    @property
    def whole(self) -> bool:
        return all(value is None for value in self)


def indexed(node: DataNode, index: Any) -> DataNode:
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
        axis = _axis_of(part)
        axes.append(axis)
        left += axis.at is None
    result = _take(node, axes)
    if not new:
        return result
    names = [one.name for _, one in new]
    layout = {} if None in names else {"newAxisNames": "".join(str(name) for name in names)}
    if not layout and any(name is not None for name in names):
        raise ValueError("New axis names must be specified for all new axes or for none of them")
    return record("expandDims", [result], {"axes": [place for place, _ in new], **layout})[0]


def _place(value: Any) -> Any:
    if value is None or isinstance(value, DataNode):
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"Array index must be a scalar integer or a slice. Got: {type(value)}")
    return value.__index__()


def _axis_of(part: Any) -> _Axis:
    if not isinstance(part, slice):
        if part is None:
            raise TypeError("Array index must not be None. Use dali.newaxis to add an axis")
        return _Axis(at=_place(part))
    return _Axis(None, _place(part.start), _place(part.stop), _place(part.step))


def _take(node: DataNode, axes: List[_Axis]) -> DataNode:
    while axes and axes[-1].whole:
        axes.pop()
    if not axes:
        return node
    if any(axis.step not in (None, 1) for axis in axes):
        raise NotImplementedError("Strided slicing is not implemented")
    if all(axis.constant or (place == 0 and axis.at is not None) for place, axis in enumerate(axes)):
        return _subscript(node, axes)
    return _dynamic(node, axes)


def _subscript(node: DataNode, axes: List[_Axis]) -> DataNode:
    """All places are known, but for an index of the first axis."""
    ranges: List[int] = []
    arg_inputs = {}
    for axis in axes:
        if isinstance(axis.at, DataNode):
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
    return record(op, [node], {"ranges": ranges}, arg_inputs=arg_inputs)[0]


def _dynamic(node: DataNode, axes: List[_Axis]) -> DataNode:
    """Places differ by sample: one axis after the other is cut, the last one first, so that indices may remove axes."""
    shape = node.shape(dtype="int32")
    result = node
    for place, axis in reversed(list(enumerate(axes))):
        if axis.whole:
            continue
        if axis.constant:
            result = _subscript(result, [_Axis()] * place + [axis])
            continue
        extent = shape[place]

        def from_start(value: Any, otherwise: Any) -> Any:
            """The place counted from the first one, as a node."""
            if value is None:
                return otherwise
            if isinstance(value, DataNode):
                value = record("cast", [value], {"dtype": "int32"})[0]
                return value + (value < 0) * extent
            return extent * 0 + value if value >= 0 else extent + value

        def listed(value: DataNode) -> DataNode:
            return record("reshape", [value], {"shape": [1]})[0]

        if axis.at is not None:
            start = listed(from_start(axis.at, None))
            result = record("slice", [result], {"shape": [1], "axes": [place]}, arg_inputs={"start": start})[0]
            result = record("squeeze", [result], {"axes": [place]})[0]
            continue
        low = compute("clamp", from_start(axis.low, extent * 0), 0, extent)
        high = compute("clamp", from_start(axis.high, extent), low, extent)
        result = record("slice", [result], {"axes": [place]}, arg_inputs={"start": listed(low), "end": listed(high)})[0]
    return result


_recorders.indexed = indexed
