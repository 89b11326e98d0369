"""Tensor and Batch, which users hold. Their methods give one another, so both stand in one file; what a method does stands in a file by
its subject."""

from __future__ import annotations

import math
from typing import Any, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

from ..._arithmetic import Arithmetic
from ..._cpu_tensors import TensorCPU
from ..._gpu_tensors import TensorGPU
from . import _hooks
from ._device import Device, device as device_of
from ._lineage import Made, Picked, Samples, Source, facts_of
from ._type import DType


class Value(Arithmetic):
    """What a Tensor and a Batch have in common. ``data``: what ``as_tensor()`` or ``as_batch()`` takes, as the keywords are theirs; or a
    source of samples."""

    def __init__(self, data: Any, **options: Any) -> None:
        self._source: Source = data if isinstance(data, Source) else self._made_of(data, **options)._source

    @staticmethod
    def _made_of(data: Any, **options: Any) -> Value:
        raise NotImplementedError

    def _compute(self, operation: str, *operands: Any) -> Any:
        return _hooks.compute(operation, *operands)

    @property
    def device(self) -> Device:
        """Where the elements lie, or will lie."""
        return self._source.device

    @property
    def dtype(self) -> DType:
        """The type of the elements. Waits only where it depends on data."""
        return DType.from_type_id(self._source.facts().dtype)

    @property
    def layout(self) -> Optional[str]:
        """Names of a sample's axes, such as ``"HWC"``; None when unknown."""
        return self._source.facts().layout or None

    @property
    def itemsize(self) -> int:
        """Bytes of an element."""
        return self.dtype.bytes


class Tensor(Value):
    """One array. It is lazy: the evaluation mode decides when a result is computed, at the latest when it is read. ``tensor()``,
    ``as_tensor()`` and operators make tensors."""

    @staticmethod
    def _made_of(data: Any, **options: Any) -> Value:
        made: Value = _hooks.as_tensor(data, **options)
        return made

    @property
    def shape(self) -> Tuple[int, ...]:
        """Extents, outermost first. Waits only where they depend on data."""
        return tuple(self._source.facts().shapes[0])

    @property
    def ndim(self) -> int:
        """Number of axes; 0 for a scalar."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.size * self.itemsize

    def evaluate(self) -> Tensor:
        """Waits until the tensor is computed. Returns it. Raises the error of its call."""
        self._source.read()
        return self

    @property
    def _storage(self) -> Any:
        """The TensorCPU or TensorGPU."""
        return self._source.read()[0]

    def item(self) -> Any:
        """The only element as a number of Python. Raises ValueError where there are more or none."""
        array = np.asarray(self.cpu())
        if array.size != 1:
            raise ValueError(f"Tensor has {array.size} elements, expected 1")
        return array.item()

    def cpu(self) -> Tensor:
        """The tensor in host memory: itself where it is there."""
        return self.to_device("cpu")

    def gpu(self, index: Optional[int] = None) -> Tensor:
        """The tensor in GPU memory: itself where it is there. ``index``: number of the GPU; the current one by default."""
        return self.to_device(Device("gpu", index))

    def to_device(self, device: Any, force_copy: bool = False) -> Tensor:
        """The tensor on a device: itself where it is there, unless ``force_copy``."""
        made: Tensor = _moved(self, device, force_copy)
        return made

    def torch(self, copy: bool = False) -> Any:
        """The tensor as PyTorch's, over the same memory unless ``copy``. Raises RuntimeError without PyTorch."""
        made = _torch().from_dlpack(self._storage)
        return made.clone() if copy else made

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        storage = self._storage
        if not isinstance(storage, TensorCPU):
            raise TypeError("This is not a CPU tensor. Use `.cpu()` to get the array interface.")
        return storage.__array__(dtype, copy)

    @property
    def __cuda_array_interface__(self) -> Any:
        # Asking for it must not compute a tensor of the CPU.
        if self.device.device_type != "gpu":
            raise AttributeError("This is not a GPU tensor. Use `.gpu()` to get the CUDA array interface.")
        return self._storage.__cuda_array_interface__

    def __dlpack__(self, stream: Any = None, dl_device: Any = None, **_: Any) -> Any:
        return self._storage.__dlpack__(**({} if stream is None else {"stream": stream}))

    def __dlpack_device__(self) -> Any:
        return self._storage.__dlpack_device__()

    def __getitem__(self, ranges: Any) -> Tensor:
        made: Tensor = _hooks.indexed(self, ranges)
        return made

    def __iter__(self) -> Iterator[Tensor]:
        return (self[i] for i in range(len(self)))

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of a tensor without axes")
        return self.shape[0]

    def __bool__(self) -> bool:
        return bool(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __index__(self) -> int:
        item = self.item()
        if not isinstance(item, int):
            raise TypeError(f"Expected a tensor of whole numbers for an index but its dtype is {self.dtype}")
        return item

    def __str__(self) -> str:
        return f"Tensor(\n{_shown(self._source.read()[0])})"

    __repr__ = __str__


class Batch(Value):
    """Samples of one dtype, one layout and one number of axes, whose shapes may differ. It is lazy as a Tensor is. ``batch()``,
    ``as_batch()`` and operators make batches. A batch has no ``[]``: ``tensors`` takes samples, ``slice`` takes parts of each."""

    @staticmethod
    def _made_of(data: Any, **options: Any) -> Value:
        made: Value = _hooks.as_batch(data, **options)
        return made

    @property
    def batch_size(self) -> int:
        """Number of samples."""
        return self._source.count

    @property
    def shape(self) -> List[Tuple[int, ...]]:
        """The shape of each sample. Waits only where shapes depend on data."""
        return [tuple(shape) for shape in self._source.facts().shapes]

    @property
    def ndim(self) -> int:
        """Number of axes of a sample."""
        shapes = self._source.facts().shapes
        return len(shapes[0]) if shapes else 0

    @property
    def size(self) -> int:
        """Number of elements in all samples."""
        return sum(math.prod(shape) for shape in self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes of all samples."""
        return self.size * self.itemsize

    @property
    def tensors(self) -> TensorList:
        """The samples, to be taken by number, by a slice or by a list of numbers."""
        return TensorList(self)

    @property
    def slice(self) -> Slices:
        """Takes a part of each sample: ``batch.slice[start:stop]``, where numbers may be batches, with one number for each sample."""
        return Slices(self)

    def select(self, sample_range: Any) -> Union[Batch, Tensor]:
        """A sample by its number as a Tensor; samples by a slice or by a list of numbers as a Batch; all of them for ``...``."""
        return self if sample_range is ... else self.tensors[sample_range]

    def evaluate(self) -> Batch:
        """Waits until the batch is computed. Returns it. Raises the error of its call."""
        self._source.read()
        return self

    @property
    def _storage(self) -> Any:
        """The TensorListCPU or TensorListGPU."""
        return self._source.read()

    def cpu(self) -> Batch:
        """The batch in host memory: itself where it is there."""
        return self.to_device("cpu")

    def gpu(self, index: Optional[int] = None) -> Batch:
        """The batch in GPU memory: itself where it is there. ``index``: number of the GPU; the current one by default."""
        return self.to_device(Device("gpu", index))

    def to_device(self, device: Any, force_copy: bool = False) -> Batch:
        """The batch on a device: itself where it is there, unless ``force_copy``."""
        made: Batch = _moved(self, device, force_copy)
        return made

    def torch(self, copy: Optional[bool] = None, pad: bool = False) -> Any:
        """All samples as one tensor of PyTorch. Samples of different shapes are padded with zeros where ``pad``.

        Args:
            copy: True always copies, False raises where a copy is needed; by default one is made where it is needed.

        Raises RuntimeError without PyTorch, and for samples of different shapes without ``pad``.
        """
        torch = _torch()
        whole = _padded(self) if pad else self
        samples = whole._storage
        if not samples.is_dense_tensor() and len({tuple(shape) for shape in samples.shape()}) > 1:
            raise RuntimeError("Expected a dense batch, but its samples have different shapes: use `pad=True`")
        joined = getattr(samples, "_dense", None) is not None
        if copy is False and (pad or not joined):
            raise ValueError("The samples do not lie one after the other: a copy is needed")
        made = torch.from_dlpack(samples.as_tensor())
        return made.clone() if copy and joined else made

    @staticmethod
    def broadcast(sample: Any, batch_size: int, device: Any = None, dtype: Any = None) -> Batch:
        """A batch of ``batch_size`` times the same sample. Raises ValueError for a Batch, and for less than one sample."""
        if isinstance(sample, Batch):
            raise ValueError("Cannot broadcast a Batch")
        if batch_size < 1:
            raise ValueError(f"Expected at least one sample but received {batch_size}")
        one = _hooks.as_tensor(sample, dtype=dtype, device=device)._source
        return Batch(Picked(_as_batch_source(one), [0] * batch_size))

    def __iter__(self) -> Iterator[Tensor]:
        return iter(self.tensors)

    def __str__(self) -> str:
        return f"Batch(\n{_shown(self._source.read())})"

    __repr__ = __str__


class TensorList:
    """The samples of a batch: ``batch.tensors``."""

    def __init__(self, batch: Batch, indices: Optional[Sequence[int]] = None) -> None:
        self._batch = batch
        self._indices = range(batch.batch_size) if indices is None else indices

    def __len__(self) -> int:
        return len(self._indices)

    def __getitem__(self, selection: Any) -> Any:
        if isinstance(selection, slice):
            return self._picked(list(self._indices[selection]))
        if isinstance(selection, (list, tuple, np.ndarray)):
            return self._picked([self._indices[int(i)] for i in selection])
        return Tensor(Picked(self._batch._source, self._indices[selection.__index__()]))

    def _picked(self, rows: List[int]) -> Batch:
        if rows == list(range(self._batch.batch_size)):
            return self._batch
        return Batch(Picked(self._batch._source, rows))

    def select(self, selection: Any) -> Any:
        """As brackets."""
        return self[selection]

    def tolist(self) -> List[Tensor]:
        """A list of the samples."""
        return list(self)

    def __iter__(self) -> Iterator[Tensor]:
        return (self[i] for i in range(len(self)))

    def as_batch(self, copy: bool = False) -> Batch:
        """The samples as a Batch."""
        picked = self._picked(list(self._indices))
        return picked.to_device(picked.device, force_copy=True) if copy else picked


class Slices:
    """Takes parts of samples: ``batch.slice``."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    def __getitem__(self, ranges: Any) -> Batch:
        made: Batch = _hooks.indexed(self._batch, ranges)
        return made


def stacked(batch: Batch) -> Tensor:
    """All samples as one tensor with a leading axis. Raises ValueError, when it is read, where shapes differ."""
    source = batch._source

    def make() -> Samples:
        samples = source.read()
        if not samples.is_dense_tensor() and len({tuple(shape) for shape in samples.shape()}) > 1:
            raise ValueError("The batch has a non-uniform shape. To convert it to a tensor, `pad` argument must be ``True``")
        whole = samples.as_tensor()
        return type(samples)([whole], whole.layout())

    return Tensor(Made(1, source.device, make))


def spread(tensor: Tensor) -> Batch:
    """The parts of a tensor along its first axis as the samples of a batch. Raises ValueError for a scalar."""
    shape = tensor.shape
    if not shape:
        raise ValueError("Cannot create a batch from a scalar")
    source = tensor._source

    def make() -> Samples:
        whole: Any = source.read()
        if isinstance(whole[0], TensorGPU):
            array = whole[0]._array
            return type(whole)([array[i] for i in range(shape[0])], whole.layout()[1:])  # type: ignore[no-any-return]
        return type(whole)(whole[0])  # type: ignore[no-any-return]

    return Batch(Made(shape[0], source.device, make))


def _as_batch_source(of: Source) -> Source:
    """The source of a Tensor, as one of a batch of one sample."""
    if of.samples is not None or isinstance(of, Made):
        made = Made(1, of.device, of.read)
        made.external = of.external
        return made
    batch: Batch = _hooks.record("copy", [Tensor(of)], {}, batch_size=1)
    return batch._source


def _moved(value: Any, device: Any, force_copy: bool) -> Any:
    wanted = device_of(device)
    if value.device == wanted and not force_copy:
        return value
    return _hooks.record("copy", [value], {}, device=wanted)


def _padded(batch: Batch) -> Batch:
    made: Batch = _hooks.record("pad", [batch], {})
    return made


def _torch() -> Any:
    try:
        import torch
    except ModuleNotFoundError:
        raise RuntimeError("torch() requires PyTorch to be installed.") from None
    return torch


def _shown(storage: Any) -> str:
    return str(storage.as_cpu())


__all__ = ["Batch", "Slices", "Tensor", "TensorList", "Value", "facts_of", "spread", "stacked"]
