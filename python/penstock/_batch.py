"""One batch in shared memory: its tables, and numpy arrays over its data.

The batch is given back when nothing refers to it any more: every array refers to it, through its ``base``, and so do
slices, views, and tensors that are made of it without a copy. No other batch is written to the memory before that.
"""

from __future__ import annotations

import weakref
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _abi as abi, _tables as tables
from ._errors import lied
from ._gpu import GpuArray, GpuUse
from ._messages import Message
from ._segments import Mapping

Array = Any  # numpy.ndarray, whose type parameters depend on the pipeline, or GpuArray
Value = Union[Array, List[Array]]


class BatchArray(np.ndarray):  # type: ignore[type-arg,unused-ignore]
    """The array that all arrays of an output refer to, through their bases: numpy leaves out bases between arrays of one type only. It
    refers to the batch."""

    __slots__ = ("batch",)

    batch: Any


class OutputPlace(NamedTuple):
    """Where an output lies in a batch: the part, and its number in that part."""

    part: int
    output: int
    name: Optional[str]


class Output:
    """One output of one batch.

    Attributes:
        dtype: numpy's dtype.
        layout: names of a sample's axes, such as ``"HWC"``; ``""`` when unknown.
        dense: all samples have one shape and lie one after the other.
        on_gpu: its arrays are GpuArrays.
    """

    __slots__ = ("dtype", "layout", "dense", "on_gpu", "_batch", "_mapping", "_part", "_table")

    def __init__(self, batch: Batch, place: OutputPlace) -> None:
        self._batch = batch
        self._mapping = batch.mappings[place.part]
        self._table = table = tables.output_of(self._mapping, place.output, batch.count)
        self.dtype, self.layout, self.on_gpu, self.dense = table.dtype, table.layout, table.on_gpu, table.dense
        self._part = place.part

    @property
    def count(self) -> int:
        """Number of samples."""
        return self._batch.count

    def _whole(self) -> tables.Place:
        """Where all samples are as one array, and its shape."""
        return tables.whole_of(self._mapping, self._table, self._batch.count)

    def _array(self, offset: int, shape: Tuple[int, ...]) -> Array:
        batch = self._batch
        if self.on_gpu:
            size = self.dtype.itemsize * int(np.prod(shape, dtype=object))
            part = None if batch.gpu is None else batch.gpu.parts.get(self._part)
            if part is not None:
                # Of what is in GPU memory, the table has addresses.
                gpu, address = part.address(offset, size)
                return GpuArray(batch, gpu, address, self.dtype, shape)
            if size:
                raise lied(f"a tensor of {size} bytes in GPU memory", "the memory with it")
            # Only of what has bytes the server names the memory.
            return np.empty(shape, self.dtype) if batch.gpu is None else GpuArray(batch, batch.gpu.device, 0, self.dtype, shape)
        whole = BatchArray(shape, self.dtype, self._mapping.memory, offset)
        whole.batch = batch
        return whole.view(np.ndarray)

    def array(self) -> Array:
        """All samples as one array with a leading sample axis. Only where the output is dense."""
        if self._batch.count == 0:
            return np.empty((0,), self.dtype)
        return self._array(*self._whole())

    def samples(self) -> List[Array]:
        """One array for each sample."""
        places = tables.tensors_of(self._mapping, self._table, self._batch.count)
        return [self._array(offset, shape) for offset, shape in places]

    def value(self, as_list: bool = False) -> Value:
        """An array where the output is dense, else a list with an array for each sample."""
        return self.array() if self.dense and not as_list else self.samples()


class Batch:
    """A batch as the server has handed it over, and the right to its memory: every array refers to it, and its end gives the batch back.

    Attributes:
        iteration: the loop's number of the epoch that it belongs to.
        number: the server's number of it, which counts up.
        count: number of samples.
        epoch: the epoch of its first sample.
        valid_count: how many of its samples belong to the iterator's epoch, where that is counted; -1: it belongs to no item.
        places: where its outputs are.
        mappings: the shared memory of its parts.
        gpu: its parts in GPU memory and what uses them; None where there are none.
    """

    __slots__ = ("iteration", "number", "count", "epoch", "valid_count", "places", "mappings", "gpu", "__weakref__")

    def __init__(self, message: Message, places: Sequence[OutputPlace], mappings: Sequence[Mapping]) -> None:
        self.iteration: int = message["iteration"]
        self.number: int = message["b"]
        self.count: int = message["n"]
        self.epoch: int = message["e"]
        self.valid_count: int = message["v"] if "v" in message else self.count
        self.places = places
        self.mappings = mappings
        self.gpu: Optional[GpuUse] = None

    def outputs(self) -> List[Output]:
        """The outputs, in the pipeline's order."""
        return [Output(self, place) for place in self.places]

    def valid(self) -> Array:
        """Which samples are good: False for the placeholders of ``onError: 'placeholder'``."""
        return ~self._flagged(abi.SAMPLE_INVALID)

    def padded(self) -> Array:
        """Which samples repeat the one before them, because the reader has ``padLastBatch``."""
        return self._flagged(abi.SAMPLE_PADDED)

    def _flagged(self, bit: int) -> Array:
        found = np.zeros(self.count, dtype=bool)
        for mapping in self.mappings:
            found |= (tables.samples_of(mapping, self.count)["flags"] & bit) != 0
        return found

    def source(self, sample: int) -> Dict[str, Any]:
        """Where sample ``sample`` came from: ``source`` (path or name), ``index`` in the data set, ``epoch``."""
        if not 0 <= sample < self.count:
            raise IndexError(f"Expected a sample of 0..{self.count - 1} but received {sample}")
        index, epoch, _flags, offset, length = tables.samples_of(self.mappings[0], self.count)[sample].tolist()
        return {"source": tables.source_at(self.mappings[0], offset, length), "index": index, "epoch": epoch}

    def sources(self) -> Tuple[List[str], Array, Array]:
        """The same for all samples: their sources, and as arrays their indices and epochs."""
        rows = tables.samples_of(self.mappings[0], self.count)
        places = zip(rows["offset"].tolist(), rows["length"].tolist())
        names = [tables.source_at(self.mappings[0], offset, length) for offset, length in places]
        return names, rows["index"].copy(), rows["epoch"].copy()


class Lease(weakref.ref[Batch]):
    """What the server lent for a batch. When nothing refers to the batch any more, the lease is given to ``ended``: at any place of any
    thread. So an interrupt can end it early, unless it is not written in Python."""

    __slots__ = ("number", "gpu")

    number: int
    gpu: Optional[GpuUse]

    def __new__(cls, batch: Batch, ended: Callable[[Any], None]) -> Lease:
        made = super().__new__(cls, batch, ended)
        made.number, made.gpu = batch.number, batch.gpu
        return made
