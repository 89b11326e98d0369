"""One batch in shared memory: its tables, and numpy arrays over its data.

The batch is given back when nothing refers to it any more: every array refers to it, through its ``base``, and so do
slices, views, and tensors that are made of it without a copy. No other batch is written to the memory before that.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _abi as abi
from ._gpu import GpuArray, GpuUse
from ._protocol import FREE, SEND_FLAGS, TAKE
from ._segments import Mapping

if TYPE_CHECKING:
    from ._connection import Connection

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
_SAMPLES = np.dtype(
    {
        "names": ["index", "epoch", "flags", "offset", "length"],
        "formats": ["<i8", "<i4", "<u4", "<i8", "<i8"],
        "offsets": [abi.S_INDEX, abi.S_EPOCH, abi.S_FLAGS, abi.S_SOURCE_OFFSET, abi.S_SOURCE_LENGTH],
        "itemsize": abi.SAMPLE_INFO_BYTES,
    }
)

Array = Any  # numpy.ndarray, whose type parameters depend on the pipeline, or GpuArray
Value = Union[Array, List[Array]]


class Held(np.ndarray):  # type: ignore[type-arg,unused-ignore]
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
        dense: all samples have one shape and lie one behind the other.
        on_gpu: its arrays are GpuArrays.
    """

    __slots__ = ("dtype", "dense", "on_gpu", "_batch", "_layout", "_mapping", "_part", "_tensors")

    def __init__(self, batch: Batch, place: OutputPlace) -> None:
        self._batch = batch
        self._mapping = mapping = batch.mappings[place.part]
        memory = mapping.memory
        (tables,) = struct.unpack_from("<q", memory, abi.H_OUTPUTS_OFFSET)
        table = tables + place.output * abi.OUTPUT_DESC_BYTES
        dtype, device, self._layout, self._tensors, _start, _bytes, dense = _OUTPUT.unpack_from(memory, table)
        self.dtype = _NUMPY[abi.DTYPES[dtype]]
        self.dense = dense != 0
        self.on_gpu = device != 0
        self._part = place.part

    @property
    def layout(self) -> str:
        layout: bytes = self._layout
        return layout.rstrip(b"\0").decode("ascii")

    def _whole(self) -> Tuple[int, Tuple[int, ...]]:
        """Where all samples are as one array, and its shape."""
        offset, _, ndim, _, *shape = _TENSOR.unpack_from(self._mapping.memory, self._tensors)
        return offset, (self._batch.count, *shape[:ndim])

    def held(self) -> Held:
        """All samples, with no batch yet. Only where the output is dense and in host memory, and has samples."""
        offset, shape = self._whole()
        return Held(shape, self.dtype, self._mapping.memory, offset)

    def _array(self, offset: int, shape: Tuple[int, ...]) -> Array:
        batch = self._batch
        if self.on_gpu:
            if batch.gpu is None:
                # No output of the batch has any bytes, so the server names no GPU.
                return np.empty(shape, self.dtype)
            part = batch.gpu.parts.get(self._part)
            if part is None:
                # This output has none.
                return GpuArray(batch, batch.gpu.device, 0, self.dtype, shape)
            # Of what is in GPU memory, the table has addresses.
            gpu, address = part.address(offset)
            return GpuArray(batch, gpu, address, self.dtype, shape)
        held = Held(shape, self.dtype, self._mapping.memory, offset)
        held.batch = batch
        return held.view(np.ndarray)

    def array(self) -> Array:
        """All samples as one array with a leading sample axis. Only where the output is dense."""
        if self._batch.count == 0:
            return np.empty((0,), self.dtype)
        return self._array(*self._whole())

    def samples(self) -> List[Array]:
        """One array for each sample."""
        rows = np.frombuffer(self._mapping.memory, _TENSORS, self._batch.count, self._tensors)
        places = zip(rows["offset"].tolist(), rows["ndim"].tolist(), rows["shape"].tolist())
        return [self._array(offset, tuple(shape[:ndim])) for offset, ndim, shape in places]

    def value(self, as_list: bool = False) -> Value:
        """An array where the output is dense, else a list with an array for each sample."""
        return self.array() if self.dense and not as_list else self.samples()


class Batch:
    """A batch as the server has handed it over, and the right to its memory: every array refers to it. Its end gives the batch back, in
    whatever thread that is.

    Attributes:
        connection: that of the server.
        raw: the server's number of it, which counts up, as messages have it.
        count: number of samples.
        raw_epoch: the epoch of its first sample, as messages have it.
        mappings: the shared memory of its parts.
        gpu: its parts in GPU memory and what uses them; None where there are none.
        form: what is equal in batches that are alike; None where no other batch is known to be.
    """

    __slots__ = ("connection", "raw", "count", "raw_epoch", "mappings", "gpu", "form", "__weakref__")

    # Set by who makes it, in a hand-over without a call.
    connection: Connection
    raw: bytes
    count: int
    raw_epoch: bytes
    mappings: Sequence[Mapping]
    gpu: Optional[GpuUse]
    form: Optional[bytes]

    @property
    def epoch(self) -> int:
        """The epoch of its first sample."""
        return int.from_bytes(self.raw_epoch, "little")

    @property
    def number(self) -> int:
        return int.from_bytes(self.raw, "little")

    def __del__(self) -> None:
        """In the common state it does what Connection.free() does, and by as few calls as it can. The request for another batch goes
        with it."""
        try:
            connection = self.connection
        except AttributeError:
            return  # An interrupt came while it was made.
        # No call before the try statement that an interrupt could come behind.
        try:
            if not connection.common:
                connection.free(self.number, self.gpu)
                return
            connection.held.discard(self.raw)
            try:
                connection.sending.pop()
            except IndexError:
                # Who sends now, sends this too.
                connection.outbox.append(FREE + self.raw)
                connection.flush()
                return
            asked = connection.asked
            if asked is None or connection.outbox:
                connection.outbox.append(FREE + self.raw)
                connection.send_waiting()
            else:
                connection.asked = None
                data = TAKE + asked + FREE + self.raw
                try:
                    sent = connection.send_bytes(data, SEND_FLAGS)
                except OSError:
                    # The socket is full, or the server has ended.
                    sent = 0
                if sent < len(data):
                    connection.outbox.appendleft(data[sent:])
            connection.sending.append(None)
        except BaseException:
            # Python has no place for an interrupt in a finalizer, and drops it; the loader tells of it.
            connection.held.discard(self.raw)
            connection.lose(connection.sending)
            raise
        if connection.outbox:
            connection.flush()
        if connection.closing:
            connection.drop_if_unused()

    def outputs(self) -> List[Output]:
        """The outputs, in the pipeline's order."""
        return [Output(self, place) for place in self.connection.places]

    def valid(self) -> Array:
        """Which samples are good: False for the placeholders of ``onError: 'placeholder'``."""
        good = np.ones(self.count, dtype=bool)
        for mapping in self.mappings:
            rows = np.frombuffer(mapping.memory, _SAMPLES, self.count, abi.HEADER_BYTES)
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

    def sources(self) -> Tuple[List[str], Array, Array]:
        """The same for all samples: their sources, and as arrays their indices and epochs."""
        memory = self.mappings[0].memory
        rows = np.frombuffer(memory, _SAMPLES, self.count, abi.HEADER_BYTES)
        places = zip(rows["offset"].tolist(), rows["length"].tolist())
        names = [memory[offset : offset + length].decode("utf-8") for offset, length in places]
        return names, rows["index"].copy(), rows["epoch"].copy()
