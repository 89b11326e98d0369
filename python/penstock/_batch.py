"""One batch in shared memory: its tables, and numpy arrays over its data.

The batch is given back when nothing refers to it any more: every array holds the lease, through its ``base``, and so do
slices, views, and tensors that are made of it without a copy. No other batch is written to the memory before that.
"""

from __future__ import annotations

import struct
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _abi as abi
from ._gpu import GpuArray, GpuUse
from ._segments import Mapping

_OUTPUT = struct.Struct("<ii8sqqqI")
_TENSOR = struct.Struct(f"<qqii{abi.MAX_DIMS}i")
_SAMPLE = struct.Struct("<qiIqqq")

_NUMPY = {name: np.dtype(name) for name in abi.DTYPES}
_TENSORS = np.dtype(
    {
        "names": ["offset", "bytes", "ndim", "shape"],
        "formats": ["<i8", "<i8", "<i4", ("<i4", (abi.MAX_DIMS,))],
        "offsets": [abi.D_OFFSET, abi.D_BYTES, abi.D_NDIM, abi.D_SHAPE],
        "itemsize": abi.SAMPLE_DESC_BYTES,
    }
)
_FLAGS = np.dtype(
    {"names": ["flags"], "formats": ["<u4"], "offsets": [abi.S_FLAGS], "itemsize": abi.SAMPLE_INFO_BYTES}
)

Array = Any  # numpy.ndarray, whose type parameters depend on the pipeline, or GpuArray
Value = Union[Array, List[Array]]


class Lease:
    """Keeps a batch's memory from being used again. Its end gives the batch back, in whatever thread that is. ``gpu``: its
    parts in GPU memory and what uses them; None where there are none."""

    __slots__ = ("mappings", "number", "gpu", "_release", "__weakref__")

    def __init__(
        self,
        number: int,
        mappings: Sequence[Mapping],
        release: Callable[[int, Optional[GpuUse]], None],
        gpu: Optional[GpuUse] = None,
    ) -> None:
        self.number = number
        self.mappings = mappings
        self.gpu = gpu
        self._release = release

    def __del__(self) -> None:
        self._release(self.number, self.gpu)


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
        dense: all samples have one shape and lie one behind the other.
        on_gpu: its arrays are GpuArrays.
    """

    __slots__ = ("dtype", "dense", "on_gpu", "_batch", "_layout", "_mapping", "_part", "_tensors")

    def __init__(self, batch: Batch, place: OutputPlace) -> None:
        self._batch = batch
        self._mapping = mapping = batch.mappings[place.part]
        memory = mapping.memory
        (table,) = struct.unpack_from("<q", memory, abi.H_OUTPUTS_OFFSET)
        dtype, device, self._layout, self._tensors, _start, _bytes, dense = _OUTPUT.unpack_from(
            memory, table + place.output * abi.OUTPUT_DESC_BYTES
        )
        self.dtype = _NUMPY[abi.DTYPES[dtype]]
        self.dense = dense != 0
        self.on_gpu = device != 0
        self._part = place.part

    @property
    def layout(self) -> str:
        layout: bytes = self._layout
        return layout.rstrip(b"\0").decode("ascii")

    def _array(self, offset: int, shape: Tuple[int, ...]) -> Array:
        lease = self._batch.lease
        if self.on_gpu:
            if lease.gpu is None:
                # No output of the batch has any bytes, so the server names no GPU.
                return np.empty(shape, self.dtype)
            part = lease.gpu.parts.get(self._part)
            if part is None:
                # This output has none.
                return GpuArray(lease, lease.gpu.device, 0, self.dtype, shape)
            # Of what is in GPU memory, the table has addresses.
            gpu, address = part.address(offset)
            return GpuArray(lease, gpu, address, self.dtype, shape)
        # The array refers to the view through its base, and the view to the lease.
        return np.ndarray(shape, self.dtype, self._mapping.view(lease), offset)

    def array(self) -> Array:
        """All samples as one array with a leading sample axis. Only where the output is dense."""
        count = self._batch.count
        if count == 0:
            return np.empty((0,), self.dtype)
        offset, _, ndim, _, *shape = _TENSOR.unpack_from(self._mapping.memory, self._tensors)
        return self._array(offset, (count, *shape[:ndim]))

    def samples(self) -> List[Array]:
        """One array for each sample."""
        rows = np.frombuffer(self._mapping.memory, _TENSORS, self._batch.count, self._tensors)
        places = zip(rows["offset"].tolist(), rows["ndim"].tolist(), rows["shape"].tolist())
        return [self._array(offset, tuple(shape[:ndim])) for offset, ndim, shape in places]

    def value(self, as_list: bool = False) -> Value:
        """An array where the output is dense, else a list with an array for each sample."""
        return self.array() if self.dense and not as_list else self.samples()


class Batch:
    """A batch as the server has handed it over.

    Attributes:
        number: the server's number of it, which counts up.
        count: number of samples.
        epoch: the epoch of its first sample.
        mappings: the shared memory of its parts.
        lease: what keeps the memory; every array refers to it.
    """

    __slots__ = ("number", "count", "epoch", "mappings", "lease", "_places")

    def __init__(
        self,
        number: int,
        count: int,
        epoch: int,
        mappings: Sequence[Mapping],
        lease: Lease,
        places: Sequence[OutputPlace],
    ) -> None:
        self.number = number
        self.count = count
        self.epoch = epoch
        self.mappings = mappings
        self.lease = lease
        self._places = places

    def outputs(self) -> List[Output]:
        """The outputs, in the pipeline's order."""
        return [Output(self, place) for place in self._places]

    def valid(self) -> Array:
        """Which samples are good: False for the placeholders of ``onError: 'placeholder'``."""
        good = np.ones(self.count, dtype=bool)
        for mapping in self.mappings:
            rows = np.frombuffer(mapping.memory, _FLAGS, self.count, abi.HEADER_BYTES)
            good &= (rows["flags"] & abi.SAMPLE_INVALID) == 0
        return good

    def source(self, sample: int) -> Dict[str, Any]:
        """Where sample ``sample`` came from: ``source`` (path or name), ``index`` in the data set, ``epoch``."""
        if not 0 <= sample < self.count:
            raise IndexError(f"Expected a sample of 0..{self.count - 1} but received {sample}")
        memory = self.mappings[0].memory
        index, epoch, _flags, offset, length, _ordinal = _SAMPLE.unpack_from(
            memory, abi.HEADER_BYTES + sample * abi.SAMPLE_INFO_BYTES
        )
        return {"source": memory[offset : offset + length].decode("utf-8"), "index": index, "epoch": epoch}
