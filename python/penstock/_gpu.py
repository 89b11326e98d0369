"""Batches in GPU memory: the server's memory, as this process has it open, and arrays in it.

A batch is complete when it is handed over, so a consumer's stream waits for nothing. When the last array of a batch is
gone, an event is recorded after the work that the consumer has queued, or a fence of the framework is (_returns.py), and the
server uses the memory again when that is reached. No stream waits for work of the other process: its death could stop it
for good.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, Callable, Dict, Hashable, List, Mapping, NamedTuple, Optional, Protocol, Sequence, Set, Tuple

import numpy as np

from ._cuda import LEGACY_STREAM, Device, Mark, device_at, say_without_mps
from ._errors import PipelineError, invalid, lied

_HOST, _CUDA = 1, 2  # of DLPack
_BOOL = 6
_UNKNOWN_STREAM = -1
_THREAD_STREAM = 2


class _Opened:
    """Something of the server's, open until nothing refers to this object. ``closed`` is then called with its number."""

    def __init__(self, number: int, device: Device, closed: Callable[[int], None]) -> None:
        self.number = number
        self.device = device
        self._process = os.getpid()
        self._closed: Optional[Callable[[int], None]] = closed

    def _close(self) -> None:
        raise NotImplementedError

    def __del__(self) -> None:
        # A forked child has no part in it.
        if self._closed is None or self._process != os.getpid():
            return
        try:
            self._close()
        except PipelineError:
            pass  # The driver is at its end, with the process, or has failed, and the user's next call says so.
        closed, self._closed = self._closed, None
        closed(self.number)


class _Memory(_Opened):
    def __init__(self, number: int, device: Device, handle: bytes, closed: Callable[[int], None], size: int) -> None:
        self._closed = None
        self.size = size
        self.address = device.open_memory(handle)
        super().__init__(number, device, closed)

    def _close(self) -> None:
        self.device.close_memory(self.address)


class _Event(_Opened):
    def __init__(self, number: int, device: Device, handle: bytes, closed: Callable[[int], None]) -> None:
        self._closed = None
        self.event = device.open_event(handle)
        super().__init__(number, device, closed)

    def _close(self) -> None:
        self.device.close_event(self.event)


class Place(NamedTuple):
    """A piece of a batch's memory: what is at ``theirs`` ... in the server is in ``memory`` here."""

    memory: _Memory
    theirs: int
    size: int


class GpuPart(NamedTuple):
    """A part of a batch in GPU memory."""

    places: Sequence[Place]
    event: _Event

    def address(self, theirs: int, size: int) -> Tuple[Device, int]:
        """Where this process has ``size`` bytes that lie at an address of the server."""
        for memory, begin, room in self.places:
            if begin <= theirs < begin + max(room, 1) and theirs + size <= begin + room:
                return memory.device, memory.address + theirs - begin
        raise lied(f"a tensor of {size} bytes at {theirs:#x} in GPU memory", "it in memory that was named")


class Exports:
    """What this process has open of the server's, by number."""

    def __init__(self, closed: Callable[[int], None]) -> None:
        self._open: Dict[int, Any] = {}
        self._closed = closed

    def open(self, message: Mapping[str, Any]) -> None:
        """Opens what a message names. Raises CUDA_UNAVAILABLE and UNSUPPORTED where that is not possible."""
        number, size = message["id"], message["bytes"]
        if number in self._open:
            raise lied(f"GPU memory {number} twice", "it once")
        device, handle = device_at(message["bus"]), bytes.fromhex(message["ipc"])
        say_without_mps(device)
        opened: Any = _Memory(number, device, handle, self._closed, size) if size else _Event(number, device, handle, self._closed)
        self._open[number] = opened

    def has(self, number: int) -> bool:
        """Whether it is open."""
        return number in self._open

    def part(self, event: int, memory: Sequence[Sequence[int]]) -> GpuPart:
        """Parts of what is open."""
        places = [Place(self._opened(number, _Memory), at, size) for number, at, size in memory]
        for one, _at, size in places:
            if size > one.size:
                raise lied(f"{size} bytes of GPU memory {one.number}, which has {one.size}", "as many as there are")
        return GpuPart(places, self._opened(event, _Event))

    def _opened(self, number: int, kind: Any) -> Any:
        found = self._open.get(number)
        if not isinstance(found, kind):
            raise lied(f"the number {number} for GPU memory or an event", "one that was named before")
        return found

    def drop(self, numbers: Sequence[int]) -> None:
        """The server uses these no more. They are closed when no batch that is held refers to them."""
        for number in numbers:
            if self._open.pop(number, None) is None:
                # It was never opened here: that failed.
                self._closed(number)

    def clear(self) -> None:
        self._open.clear()


class Fence(Protocol):
    """A small computation that a framework has queued after others, as a jax.Array."""

    def is_ready(self) -> bool:
        """Whether it is done."""


class GpuUse:
    """How a batch in GPU memory is used: the streams on which its arrays were imported, and the function that makes fences after the work of
    frameworks that name no streams, by the framework's device."""

    __slots__ = ("parts", "check", "fences", "waits", "made", "marks", "lost", "_streams")

    def __init__(self, parts: Mapping[int, GpuPart], check: Callable[[], None]) -> None:
        self.parts = parts
        self.check = check
        self.fences: Dict[Hashable, Callable[[], Fence]] = {}
        # Whether fences must pass after the end of the last array, and those that were made then.
        self.waits = False
        self.made: Optional[Sequence[Fence]] = None
        # What end() gave after that, or that the end of the work cannot be known.
        self.marks: Optional[Sequence[Mark]] = None
        self.lost = False
        # By the number of the device.
        self._streams: Dict[int, Set[int]] = {}

    @property
    def has_ended(self) -> bool:
        return self.marks is not None or self.lost

    @property
    def device(self) -> Device:
        """That of the first part."""
        return next(iter(self.parts.values())).event.device

    def on_stream(self, device: Device, stream: int) -> None:
        """Notes work of a stream."""
        self._streams.setdefault(device.number, set()).add(stream)

    def record_stream(self, stream: int) -> None:
        """Notes work of a stream of any of the batch's devices."""
        for part in self.parts.values():
            self.on_stream(part.event.device, int(stream) or LEGACY_STREAM)

    def end(self, tells: bool) -> List[Mark]:
        """Records the server's events after all streams; ``tells``: there is a server for them. Returns marks beside the
        events; none: the batch is free at once. Raises Capturing where a stream takes no event now."""
        events: Dict[Device, List[ctypes.c_void_p]] = {}
        for part in self.parts.values():
            if part.event.device.number in self._streams:
                events.setdefault(part.event.device, []).append(part.event.event)
        return [
            device.record(some if tells else (), sorted(self._streams[device.number])) for device, some in events.items()
        ]


class GpuArray:
    """An array in GPU memory: an output of a pipeline, or one sample of it, without a copy. Other libraries take it by
    ``__dlpack__`` (``torch.from_dlpack``) or ``__cuda_array_interface__`` (CuPy, Numba), and JAX by ``penstock.jax.as_array``.

    Attributes:
        shape: as numpy's.
        dtype: numpy's dtype.
        device: the GPU's number in this process.
    """

    __slots__ = ("shape", "dtype", "_device", "_address", "_lease")

    def __init__(
        self, lease: Any, device: Device, address: int, dtype: np.dtype[Any], shape: Tuple[int, ...]
    ) -> None:
        self._lease = lease
        self._device = device
        self._address = address
        self.dtype = dtype
        self.shape = shape

    @property
    def device(self) -> int:
        return self._device.number

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("an array without axes has no length")
        return self.shape[0]

    def __getitem__(self, rows: slice) -> GpuArray:
        """A range of the first axis; a framework's own tensors have all other views."""
        if not isinstance(rows, slice) or rows.step not in (None, 1) or not self.shape:
            raise invalid(
                f"Expected a range of rows such as [2:5] but received [{rows!r}]",
                hint="Make a tensor of your framework of the array, which can be indexed in all ways",
            )
        begin, end, _ = rows.indices(self.shape[0])
        shape = (max(0, end - begin), *self.shape[1:])
        row = self.nbytes // max(1, self.shape[0])
        return GpuArray(self._lease, self._device, self._address + begin * row, self.dtype, shape)

    def record_stream(self, stream: int) -> None:
        """Says that work on a stream (a cudaStream_t as a number) uses the batch, which a library that was not told the
        stream through ``__dlpack__`` cannot know: the memory is used again only after the work that is queued there when
        the last array is gone."""
        self._lease.gpu.record_stream(stream)

    def fenced(self, key: Hashable, fence: Callable[[], Fence]) -> None:
        """Says that a framework uses the batch which names no streams: the memory is used again when a fence is ready that was
        made after the end of the last array. ``key`` stands for the framework's device."""
        gpu: GpuUse = self._lease.gpu
        gpu.fences[key] = fence
        gpu.waits = True

    def without_stream(self) -> GpuArrayWithoutStream:
        """What a framework imports that has fences."""
        return GpuArrayWithoutStream(self)

    def to_host(self) -> np.ndarray[Any, np.dtype[Any]]:
        """A copy in host memory, in numpy's array."""
        self._lease.gpu.check()
        made = np.empty(self.shape, self.dtype)
        if made.nbytes:
            self._device.read(self._address, made.ctypes.data, made.nbytes)
        return made

    @property
    def __cuda_array_interface__(self) -> Dict[str, Any]:
        """The interface's version 3. It does not tell which streams will use the array; they are taken for the default stream
        and those that it waits for. Work of non-blocking streams is named by record_stream()."""
        self._lease.gpu.check()
        self._lease.gpu.on_stream(self._device, LEGACY_STREAM)
        return {
            "version": 3,
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._address if self.size else 0, False),
            "strides": None,
            # The batch is complete: nothing need be waited for.
            "stream": None,
        }

    def __dlpack_device__(self) -> Tuple[int, int]:
        return (_HOST, 0) if self._device.cuda.emulated else (_CUDA, self._device.number)

    def __dlpack__(
        self,
        *,
        stream: Optional[int] = None,
        max_version: Optional[Tuple[int, int]] = None,
        dl_device: Optional[Tuple[int, int]] = None,
        copy: Optional[bool] = None,
    ) -> Any:
        """A capsule for another library, in the form that all of them take.

        Args:
            stream: the stream that will use the array, as in DLPack: a cudaStream_t, 1 for the legacy default stream, 2
                for the thread's; None stands for 1, and so does -1, which tells none.
            max_version, dl_device, copy: as in the array API; only the array's own device, without a copy.
        """
        if copy:
            raise BufferError("Expected copy=False or None: this array gives its own memory")
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError(f"Expected the device {self.__dlpack_device__()} but received {tuple(dl_device)}")
        if stream is not None and (not isinstance(stream, int) or stream < -1 or stream == 0):
            raise invalid(f"Expected a stream as DLPack numbers it but received {stream!r}", hint="1 is the default stream")
        self._lease.gpu.check()
        # The legacy stream waits for the threads' own: which one is meant would depend on the thread that asks.
        legacy = stream is None or stream in (_UNKNOWN_STREAM, _THREAD_STREAM)
        self._lease.gpu.on_stream(self._device, LEGACY_STREAM if legacy else stream)
        return _capsule(self)


class GpuArrayWithoutStream:
    """An array for a library whose streams are not those that it names to ``__dlpack__``."""

    __slots__ = ("_array",)

    def __init__(self, array: GpuArray) -> None:
        self._array = array

    def __dlpack_device__(self) -> Tuple[int, int]:
        return self._array.__dlpack_device__()

    def __dlpack__(self, **_: Any) -> Any:
        self._array._lease.gpu.check()
        return _capsule(self._array)


class _Interface:
    """What numpy makes an array of, which is never read: it carries the lease, and numpy's code makes and frees capsules,
    also when the interpreter ends."""

    __slots__ = ("__array_interface__", "lease")

    def __init__(self, array: GpuArray, typestr: str) -> None:
        self.lease = array._lease
        self.__array_interface__ = {
            "version": 3,
            "data": (array._address, False),
            "typestr": typestr,
            "shape": array.shape,
        }


class _Tensor(ctypes.Structure):
    """The beginning of DLPack's DLManagedTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
    ]


_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = ctypes.c_void_p
_pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]


def _capsule(array: GpuArray) -> Any:
    # numpy's capsule says that the memory is the host's; what else is in it is right. Not all of its versions have bool.
    is_bool = array.dtype == np.bool_
    capsule = np.asarray(_Interface(array, "|u1" if is_bool else array.dtype.str)).__dlpack__()
    tensor = _Tensor.from_address(_pointer_of(capsule, b"dltensor"))
    tensor.device_type, tensor.device_id = array.__dlpack_device__()
    if is_bool:
        tensor.code = _BOOL
    return capsule
