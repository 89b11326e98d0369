"""``tensor[...]`` and ``batch.slice[...]``: parts of samples."""

from __future__ import annotations

from typing import Any, List

from ..._cpu_tensors import TensorListCPU
from ..._indexing import NewAxis, indexed
from . import _hooks
from ._lineage import Local, Made
from ._values import Tensor, Value


class _Via:
    """Records what takes parts, for ``_indexing.py``."""

    def holds(self, value: Any) -> bool:
        return isinstance(value, Value)

    def record(self, op: str, inputs: Any, args: Any, arg_inputs: Any = None) -> Any:
        return _hooks.record(op, inputs, args, arg_inputs)

    def compute(self, operation: str, *operands: Any) -> Any:
        return _hooks.compute(operation, *operands)


_VIA = _Via()


def _sliced(value: Any, ranges: Any) -> Any:
    parts: List[Any] = list(ranges) if isinstance(ranges, tuple) else [ranges]
    if sum(part is Ellipsis for part in parts) > 1:
        raise ValueError("Only one Ellipsis is allowed.")
    taken = sum(not isinstance(part, NewAxis) and part is not Ellipsis for part in parts)
    if any(part is Ellipsis for part in parts):
        place = next(i for i, part in enumerate(parts) if part is Ellipsis)
        parts[place : place + 1] = [slice(None)] * max(0, value.ndim - taken)
    elif taken > 1 or value._source.samples is not None:
        _check(taken, value)
    parts = [_plain(part, value) for part in parts]
    if all(isinstance(part, slice) and part in (slice(None), slice(0, None), slice(None, None, 1), slice(0, None, 1)) for part in parts):
        return value
    source = value._source
    constant = all(_is_constant(part) for part in parts)
    there = isinstance(source.samples, TensorListCPU)
    strided = any(isinstance(part, slice) and part.step not in (None, 1) for part in parts)
    if not constant or not there and not strided:
        return indexed(value, tuple(parts), _VIA)
    if source.device.device_type != "cpu":
        raise NotImplementedError("Strided slicing on a GPU is not implemented: call .cpu() first")
    if there:
        return type(value)(Local(_part(source.samples, parts), source.external))
    return type(value)(Made(source.count, source.device, lambda: _part(source.read(), parts)))


def _check(taken: int, value: Any) -> None:
    if taken > value.ndim:
        raise ValueError(f"Number of ranges ({taken}) is greater than the number of dimensions of the tensor ({value.ndim})")


def _plain(part: Any, of: Any) -> Any:
    """A tensor of one number is that number where a Tensor is cut."""
    if isinstance(part, Tensor) and isinstance(of, Tensor):
        return int(part)
    if isinstance(part, slice) and isinstance(of, Tensor):
        return slice(*(int(x) if isinstance(x, Tensor) else x for x in (part.start, part.stop, part.step)))
    return part


def _is_constant(part: Any) -> bool:
    numbers = [part.start, part.stop, part.step] if isinstance(part, slice) else [part]
    return not any(isinstance(number, (Value, NewAxis)) for number in numbers)


def _part(samples: Any, parts: List[Any]) -> TensorListCPU:
    """Parts of samples that are there, over their memory."""
    layout = samples.layout()
    kept = [i for i in range(samples._ndim) if i >= len(parts) or isinstance(parts[i], slice)]
    for sample in samples._samples:
        for axis, part in enumerate(parts):
            if not isinstance(part, slice) and not -sample.shape[axis] <= part < sample.shape[axis]:
                raise IndexError(f"Index {part} is out of bounds for dimension {axis} with size {sample.shape[axis]}")
    # With an ellipsis numpy gives an array of no axes in place of a number.
    made = [sample[(*parts, ...)] for sample in samples._samples]
    return TensorListCPU._of(made, None, samples._dtype, "".join(layout[i] for i in kept) if layout else "", samples._sources)


_hooks.indexed = _sliced
