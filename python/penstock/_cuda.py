"""CUDA's driver, called through ctypes: memory and events of the server's process, opened by their IPC handles. Nothing of
PyTorch or JAX is needed, and nothing is loaded before the first batch in GPU memory comes."""

from __future__ import annotations

import ctypes
import os
import threading
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Optional, Sequence

from ._errors import PipelineError

_LIBRARY = "libcuda.so.1"
_LAZY_PEER_ACCESS = 1
_DISABLE_TIMING = 2
_NON_BLOCKING = 1
LEGACY_STREAM = 1
"""The number of the legacy default stream, in CUDA and in DLPack."""

_SAME_PROCESS = 201  # CUDA_ERROR_INVALID_CONTEXT, which is what CUDA gives for a handle of the process itself


class _IpcHandle(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_byte * 64)]


class Driver:
    """The driver's functions. One for the process; ``driver()`` gives it."""

    def __init__(self, path: str) -> None:
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            raise _unavailable(f"Expected CUDA's driver for outputs in GPU memory but it cannot be loaded: {error}") from None
        self.library = library
        # The device of the tests, whose memory is the host's.
        self.emulated = hasattr(library, "penstock_emulated_device")
        try:
            self.call("cuInit", 0)
        except PipelineError as error:
            raise _unavailable(f"CUDA's driver does not start: {error.detail}") from None

    def call(self, name: str, *args: Any) -> None:
        """Calls a function of the driver. Raises INTERNAL, and OUT_OF_MEMORY, with CUDA's name for the error."""
        code = int(getattr(self.library, name)(*args))
        if code:
            raise _Failed(name, code, self._name_of(code))

    def _name_of(self, code: int) -> str:
        text = ctypes.c_char_p()
        self.library.cuGetErrorName(code, ctypes.byref(text))
        return text.value.decode() if text.value else f"error {code}"


class _Failed(PipelineError):
    def __init__(self, call: str, code: int, name: str) -> None:
        self.number = code
        super().__init__("OUT_OF_MEMORY" if code == 2 else "INTERNAL", f"{call}() gave {name}")


def _unavailable(message: str, hint: Optional[str] = None) -> PipelineError:
    hint = hint or "Look at `nvidia-smi`; in a container, start it with access to the GPU. Or end the pipeline on the CPU, with cpu()"
    return PipelineError("CUDA_UNAVAILABLE", message, hint=hint)


_lock = threading.Lock()
_driver: Optional[Driver] = None
_devices: Dict[str, Device] = {}


def driver() -> Driver:
    """The driver. Raises CUDA_UNAVAILABLE where there is none, or no GPU."""
    global _driver
    with _lock:
        if _driver is None:
            # The tests name the library of the emulated device.
            _driver = Driver(os.environ.get("PENSTOCK_CUDA_DRIVER", _LIBRARY))
        return _driver


class Device:
    """A GPU as this process numbers it, with the context that PyTorch and JAX use too."""

    def __init__(self, cuda: Driver, number: int, device: int) -> None:
        self.cuda = cuda
        self.number = number
        self._context = ctypes.c_void_p()
        cuda.call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), device)
        # On which events of several streams are brought together.
        self._joining: Optional[ctypes.c_void_p] = None
        self._spare: List[ctypes.c_void_p] = []
        self._guard = threading.RLock()

    @contextmanager
    def current(self) -> Iterator[None]:
        """Makes the device's context that of the thread meanwhile."""
        self.cuda.call("cuCtxPushCurrent_v2", self._context)
        try:
            yield
        finally:
            self.cuda.call("cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))

    def open_memory(self, handle: bytes) -> int:
        """The address of memory of another process. Raises UNSUPPORTED where the processes cannot share it."""
        address = ctypes.c_void_p()
        with self.current():
            self._open("cuIpcOpenMemHandle_v2", address, handle, ctypes.c_uint(_LAZY_PEER_ACCESS))
        return address.value or 0

    def open_event(self, handle: bytes) -> ctypes.c_void_p:
        """An event of another process."""
        event = ctypes.c_void_p()
        with self.current():
            self._open("cuIpcOpenEventHandle", event, handle)
        return event

    def _open(self, name: str, result: ctypes.c_void_p, handle: bytes, *flags: Any) -> None:
        try:
            self.cuda.call(name, ctypes.byref(result), _IpcHandle.from_buffer_copy(handle), *flags)
        except _Failed as error:
            if error.number == _SAME_PROCESS:
                hint = "CUDA shares memory between two processes only; within one, use the outputs' dlpack()"
            else:
                hint = "Both processes must be in one container, or in two with one IPC and PID namespace (docker run --ipc=host --pid=host)"
            raise PipelineError(
                "UNSUPPORTED", f"The server's GPU memory cannot be opened in this process: {error.detail}", hint=hint
            ) from None

    def close_memory(self, address: int) -> None:
        """Ends open_memory(). Waits for all work of this process on the device, which may still use the memory."""
        self.synchronize()
        with self.current():
            self.cuda.call("cuIpcCloseMemHandle", ctypes.c_void_p(address))

    def synchronize(self) -> None:
        """Waits for all work of this process on the device."""
        with self.current():
            self.cuda.call("cuCtxSynchronize")

    def close_event(self, event: ctypes.c_void_p) -> None:
        with self.current():
            self.cuda.call("cuEventDestroy_v2", event)

    def read(self, address: int, to: int, size: int) -> None:
        """Copies to host memory, and returns when that is done."""
        with self.current():
            self.cuda.call("cuMemcpyDtoH_v2", ctypes.c_void_p(to), ctypes.c_void_p(address), ctypes.c_size_t(size))

    def record(self, events: Sequence[ctypes.c_void_p], streams: Sequence[int], everything: bool) -> None:
        """Records events of the server behind what is queued on these streams now; ``everything``: behind all work of this
        process on the device."""
        with self._guard, self.current():
            try:
                self._record(events, streams, everything)
            except _Failed:
                if everything:
                    raise
                # The user may have ended a stream; its work is among all work.
                self._record(events, streams, True)

    def _record(self, events: Sequence[ctypes.c_void_p], streams: Sequence[int], everything: bool) -> None:
        if not everything and len(streams) == 1:
            stream: Any = ctypes.c_void_p(streams[0])
        else:
            stream = self._joined(streams, everything)
        for event in events:
            self.cuda.call("cuEventRecord", event, stream)

    def _joined(self, streams: Sequence[int], everything: bool) -> ctypes.c_void_p:
        """A stream that waits for others. It is this object's own, so that no stream of the user waits for another."""
        if self._joining is None:
            made = ctypes.c_void_p()
            self.cuda.call("cuStreamCreate", ctypes.byref(made), _NON_BLOCKING)
            self._joining = made
        event = self._spare.pop() if self._spare else self._event()
        if everything:
            if self._records_all(event):
                self.cuda.call("cuStreamWaitEvent", self._joining, event, 0)
            else:
                self.cuda.call("cuCtxSynchronize")
        else:
            for stream in streams:
                self.cuda.call("cuEventRecord", event, ctypes.c_void_p(stream))
                self.cuda.call("cuStreamWaitEvent", self._joining, event, 0)
        # A wait is for what the event stood for at that time, so the event can be recorded again at once.
        self._spare.append(event)
        return self._joining

    def _records_all(self, event: ctypes.c_void_p) -> bool:
        """Records an event behind all work of the context. False: a driver before CUDA 12.5 cannot."""
        try:
            self.cuda.call("cuCtxRecordEvent", self._context, event)
            return True
        except (_Failed, AttributeError):
            return False

    def _event(self) -> ctypes.c_void_p:
        event = ctypes.c_void_p()
        self.cuda.call("cuEventCreate", ctypes.byref(event), _DISABLE_TIMING)
        return event


def device_at(bus: str) -> Device:
    """The GPU at a place on the PCI bus. Raises CUDA_UNAVAILABLE where this process does not see it."""
    cuda = driver()
    with _lock:
        if bus in _devices:
            return _devices[bus]
        seen = []
        count = ctypes.c_int()
        cuda.call("cuDeviceGetCount", ctypes.byref(count))
        for number in range(count.value):
            device = ctypes.c_int()
            text = ctypes.create_string_buffer(16)
            cuda.call("cuDeviceGet", ctypes.byref(device), number)
            cuda.call("cuDeviceGetPCIBusId", text, len(text), device)
            seen.append(text.value.decode().lower())
            if seen[-1] == bus.lower():
                _devices[bus] = Device(cuda, number, device.value)
                return _devices[bus]
    raise _unavailable(
        f"Expected the server's GPU, at {bus}, but this process sees {', '.join(seen) or 'none'}",
        hint="Make both processes see the same GPUs (CUDA_VISIBLE_DEVICES), or choose the GPU with device_id",
    )
