"""tensor(), batch(), as_tensor() and as_batch(): tensors and batches of data that the user has, copied or over the same memory."""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from ..._cpu_tensors import TensorCPU, TensorListCPU
from ..._foreign import device_array, lies_on_gpu
from ..._gpu_tensors import TensorGPU, TensorListGPU
from ...types import ENUM_DTYPES, DALIDataType, to_numpy_type
from . import _hooks
from ._device import device as device_of
from ._lineage import Local, Made, Picked, Source
from ._type import DType, dtype as dtype_of, type_id
from ._values import Batch, Tensor, Value, spread, stacked

# Numbers of Python have 32 bits.
_NARROW = {"int64": np.int32, "uint64": np.uint32, "float64": np.float32}


def tensor(data: Any, dtype: Any = None, device: Any = None, layout: Optional[str] = None, pad: bool = False) -> Tensor:
    """A Tensor with a copy of the data.

    Args:
        data: an array of numpy, what has DLPack or ``__array__``, a number, nested lists of numbers, a Tensor, or a Batch, whose samples
            become one tensor with a leading axis.
        dtype: type of the elements. Default: that of the data; numbers of Python are int32, float32 or bool.
        device: where the tensor is to be. Default: where the data is.
        layout: names of the axes. Default: those of the data.
        pad: samples of a Batch that have different shapes are padded with zeros.
    """
    return _tensor(data, dtype, device, layout, pad, True)


def as_tensor(data: Any, dtype: Any = None, device: Any = None, layout: Optional[str] = None, pad: bool = False) -> Tensor:
    """A Tensor over the memory of the data where that can be: see ``tensor()``. Because you may change that memory, a call that reads it
    runs before it returns."""
    return _tensor(data, dtype, device, layout, pad, False)


def batch(tensors: Any, dtype: Any = None, device: Any = None, layout: Optional[str] = None) -> Batch:
    """A Batch with a copy of the data.

    Args:
        tensors: a list of what makes a Tensor each, an array whose first axis counts the samples, a Batch, or an output of a pipeline.
        dtype, device, layout: as those of ``tensor()``; an empty list needs a dtype.
    """
    return _batch(tensors, dtype, device, layout, True)


def as_batch(tensors: Any, dtype: Any = None, device: Any = None, layout: Optional[str] = None) -> Batch:
    """A Batch over the memory of the data where that can be: see ``batch()`` and ``as_tensor()``."""
    return _batch(tensors, dtype, device, layout, False)


def _tensor(data: Any, dtype: Any, device: Any, layout: Optional[str], pad: bool, copy: bool) -> Tensor:
    if layout is not None and not isinstance(layout, str):
        raise ValueError(f"Layout must be a string, got {type(layout)}")
    if isinstance(data, Batch):
        if pad:
            data = _hooks.record("pad", [data], {})
        return converted(stacked(data), dtype, device, layout)  # type: ignore[no-any-return]
    if isinstance(data, Tensor):
        made = converted(data, dtype, device, layout)
        return _copied(made) if copy and made._source is data._source else made  # type: ignore[no-any-return]
    source = _source_of_one(data, dtype, layout, copy)
    return converted(Tensor(source), dtype, device, None)  # type: ignore[no-any-return]


def _source_of_one(data: Any, dtype: Any, layout: Optional[str], copy: bool) -> Source:
    """Data of the user as the source of a Tensor."""
    kind: Any = TensorGPU if isinstance(data, TensorGPU) or lies_on_gpu(data) else TensorCPU
    if isinstance(data, (TensorCPU, TensorGPU)):
        layout = data.layout() if layout is None else layout
        array, external, enum = data._array, True, None
    elif kind is TensorGPU:
        array, external, enum = data, True, None
    else:
        array, external, enum = _array_of(data, dtype)
    if copy and external and kind is TensorCPU:
        array, external = np.array(array), False
    samples: Any
    if kind is TensorGPU:
        samples = TensorListGPU([TensorGPU(device_array(array))], layout or "")
    else:
        samples = TensorListCPU([TensorCPU(array, layout)])
        samples._enum = enum
    return Local(samples, external)


def _array_of(data: Any, dtype: Any) -> Tuple[np.ndarray[Any, Any], bool, Optional[DALIDataType]]:
    """An array, whether its memory is the user's, and the dtype of elements that are members of an enum."""
    if data is None:
        raise TypeError("Tensors must be array-like types or numbers. Got `None`")
    if isinstance(data, np.ndarray) or hasattr(data, "__dlpack__") or hasattr(data, "__array__") and not isinstance(data, np.generic):
        tensor = TensorCPU(data)
        return tensor._array, True, None
    flat: List[Any] = [data]
    while isinstance(flat[0], (list, tuple)) and flat[0]:
        flat = list(flat[0])
    enum = ENUM_DTYPES.get(type(flat[0]))
    if any(isinstance(one, Value) for one in flat):
        data = _plain_numbers(data)
    try:
        array = np.array(data)
    except ValueError as error:
        raise TypeError(f"Expected numbers of one shape for a tensor but received {data!r}: {error}") from None
    if array.dtype.kind not in "iufb":
        raise TypeError(f"Expected numbers for a tensor but received {type(data)}: {data!r}")
    wanted = None if dtype is None else dtype_of(dtype).type_id
    if wanted is not None and wanted not in ENUM_DTYPES.values():
        return array.astype(to_numpy_type(wanted)), False, None
    if enum is not None or wanted is not None:
        return array.astype(np.int32), False, enum or wanted
    narrow: Any = _NARROW.get(array.dtype.name)
    return array if narrow is None else array.astype(narrow), False, None


def _plain_numbers(data: Any) -> Any:
    """Nested lists with tensors of one element as numbers."""
    if isinstance(data, Value):
        return np.asarray(data)
    return [_plain_numbers(one) for one in data] if isinstance(data, (list, tuple)) else data


def _batch(given: Any, dtype: Any, device: Any, layout: Optional[str], copy: bool) -> Batch:
    if isinstance(given, Batch):
        made = converted(given, dtype, device, layout)
        return _copied(made) if copy and made._source is given._source else made  # type: ignore[no-any-return]
    if isinstance(given, (TensorListCPU, TensorListGPU)):
        whole = TensorListCPU(given) if isinstance(given, TensorListCPU) else given
        made = converted(Batch(Local(whole, True)), dtype, device, layout)
        return _copied(made) if copy and made._source.external else made  # type: ignore[no-any-return]
    if not isinstance(given, (list, tuple)) and (isinstance(given, Tensor) or not hasattr(given, "__iter__") or hasattr(given, "shape")):
        return converted(_samples_of(given, dtype, layout, copy), dtype, device, None)  # type: ignore[no-any-return]
    return _joined(list(given), dtype, device, layout, copy)


def _samples_of(given: Any, dtype: Any, layout: Optional[str], copy: bool) -> Batch:
    """A batch of the parts of data along its first axis. ``layout``: of a sample."""
    whole = _tensor(given, dtype if not isinstance(given, Tensor) else None, None, None, False, copy)
    source = whole._source
    if not isinstance(source, Local):
        made = spread(whole)
        return made if layout is None else converted(made, None, None, layout)
    if whole.ndim == 0:
        raise ValueError("Cannot create a batch from a scalar")
    array = source.read()[0]._array
    if isinstance(source.samples, TensorListGPU):
        raise TypeError("Expected a list of tensors in GPU memory but received one tensor: use as_batch(list(tensor))")
    own = whole.layout[1:] if whole.layout else None
    return Batch(Local(TensorListCPU(array, own if layout is None else layout), source.external))


def _joined(given: Sequence[Any], dtype: Any, device: Any, layout: Optional[str], copy: bool) -> Batch:
    """A batch of a list of samples."""
    if not given:
        if dtype is None:
            raise ValueError("Element type must be specified if the list is empty")
        empty = TensorListCPU([])
        empty._dtype = np.dtype(to_numpy_type(type_id(dtype_of(dtype))))
        empty._layout = layout or ""
        return converted(Batch(Local(empty)), None, device, None)  # type: ignore[no-any-return]
    for number, one in enumerate(given):
        if one is None:
            raise TypeError(f"Tensors must be array-like types or numbers. Got `None` at index {number}")
        if isinstance(one, Batch):
            raise ValueError("A list of Batch objects is not a valid argument type")
    tensors = [_tensor(one, dtype, device, layout, False, copy and not isinstance(one, Tensor)) for one in given]
    first = tensors[0]._source
    if all(isinstance(one._source, Local) for one in tensors):
        samples: Any = type(first.read())([one._storage for one in tensors], layout or tensors[0].layout)
        samples._enum = getattr(first.read(), "_enum", None)
        return Batch(Local(samples, any(one._source.external for one in tensors)))
    return _from_calls(tensors)


def _from_calls(tensors: Sequence[Tensor]) -> Batch:
    """A batch of tensors that are results of calls: of one batch, or else they are read."""
    sources = [one._source for one in tensors]
    first = sources[0]
    if all(isinstance(one, Picked) and isinstance(first, Picked) and one._from is first._from for one in sources):
        assert isinstance(first, Picked)
        return Batch(Picked(first._from, [row for one in sources for row in one._all]))  # type: ignore[attr-defined]

    def make() -> Any:
        samples = [one.read() for one in sources]
        return type(samples[0])([one[0] for one in samples], samples[0].layout())

    return Batch(Made(len(sources), first.device, make))


def _copied(value: Any) -> Any:
    """The value in memory of its own."""
    source = value._source
    if isinstance(source.samples, TensorListCPU):
        samples = source.samples
        dense = None if samples._dense is None else samples._dense.copy()
        each = None if dense is not None else [sample.copy() for sample in samples._samples]
        made = TensorListCPU._of(each, dense, samples._dtype, samples.layout(), samples._sources)
        made._enum = samples._enum
        return type(value)(Local(made))
    return value.to_device(value.device, force_copy=True)


def converted(value: Any, dtype: Any, device: Any, layout: Optional[str]) -> Any:
    """A Tensor or Batch with the dtype, the device and the layout that the user asks for."""
    if layout is not None and layout != (value.layout or ""):
        value = _hooks.record("reshape", [value], {"layout": layout})
    if device is not None and device_of(device) != value.device:
        value = value.to_device(device)
    if dtype is not None and dtype_of(dtype) != value.dtype:
        kind = dtype_of(dtype)
        if kind.kind is DType.Kind.enum or kind.type_id is None:
            raise ValueError(f"Invalid dtype: {kind}")
        value = _hooks.record("cast", [value], {"dtype": np.dtype(to_numpy_type(kind.type_id)).name})
    return value


DType.make = staticmethod(tensor)
_hooks.converted = converted
_hooks.as_tensor = as_tensor
_hooks.as_batch = as_batch
__all__ = ["as_batch", "as_tensor", "batch", "tensor"]
