"""CUDA's driver, called through ctypes: memory and events of the server's process, opened by their IPC handles. Nothing of
PyTorch or JAX is needed, and nothing is loaded before the first batch in GPU memory comes.

Other libraries capture streams while these calls run, in any thread: XLA for its command buffers, PyTorch for its graphs. So each
call runs in the relaxed mode, in which CUDA does not refuse it because of another stream's capture; none is recorded on a stream
that is captured; and none waits for the whole context (cuCtxSynchronize, cuCtxRecordEvent), which would end every capture in
it, in all modes."""

from __future__ import annotations

import ctypes
import logging
import os
import threading
from contextlib import contextmanager, nullcontext
from typing import Any, ContextManager, Dict, Iterator, List, Optional, Sequence

from ._errors import PipelineError

_LIBRARY = "libcuda.so.1"
_LAZY_PEER_ACCESS = 1
_DISABLE_TIMING = 2
_NON_BLOCKING = 1
_RELAXED = 2  # CU_STREAM_CAPTURE_MODE_RELAXED
_MPS_ENABLED = 133  # CU_DEVICE_ATTRIBUTE_MPS_ENABLED
LEGACY_STREAM = 1
"""The number of the legacy default stream, in CUDA and in DLPack."""

_SAME_PROCESS = 201  # CUDA_ERROR_INVALID_CONTEXT, which is what CUDA gives for a handle of the process itself

_NOT_READY = 600
# What the legacy stream gives while a stream that waits for it is captured.
_CAPTURE_IMPLICIT = 906


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
        # The emulated device captures nothing.
        self._exchange_mode = getattr(library, "cuThreadExchangeStreamCaptureMode", None)
        try:
            with self.relaxed():
                self.call("cuInit", 0)
        except PipelineError as error:
            raise _unavailable(f"CUDA's driver does not start: {error.detail}") from None

    def call(self, name: str, *args: Any) -> None:
        """Calls a function of the driver. Raises INTERNAL, and OUT_OF_MEMORY, with CUDA's name for the error."""
        code = int(getattr(self.library, name)(*args))
        if code:
            raise _Failed(name, code, self._name_of(code))

    @contextmanager
    def relaxed(self) -> Iterator[None]:
        """Calls of this thread do not end captures of others meanwhile: CUDA counts many as unsafe beside a capture, which is
        meant for work that belongs to it, and ends it for them."""
        mode = ctypes.c_int(_RELAXED)
        if self._exchange_mode is not None:
            self._exchange_mode(ctypes.byref(mode))
        try:
            yield
        finally:
            # Now it has the mode from before.
            if self._exchange_mode is not None:
                self._exchange_mode(ctypes.byref(mode))

    def _name_of(self, code: int) -> str:
        text = ctypes.c_char_p()
        self.library.cuGetErrorName(code, ctypes.byref(text))
        return text.value.decode() if text.value else f"error {code}"


class _Failed(PipelineError):
    def __init__(self, call: str, code: int, name: str) -> None:
        self.number = code
        super().__init__("OUT_OF_MEMORY" if code == 2 else "INTERNAL", f"{call}() gave {name}")


class Capturing(Exception):
    """A stream is being captured: what is recorded on it now would become a part of the graph."""


def _unavailable(message: str, hint: Optional[str] = None) -> PipelineError:
    hint = hint or "Look at `nvidia-smi`; in a container, start it with access to the GPU. Or end the pipeline on the CPU, with cpu()"
    return PipelineError("CUDA_UNAVAILABLE", message, hint=hint)


_log = logging.getLogger("penstock")
_said_mps = False


def say_without_mps(device: Device) -> None:
    """Logs, once in this process, that it shares a GPU with its server by taking turns."""
    global _said_mps
    if _said_mps or device.shares_by_mps() is not False:
        return
    _said_mps = True
    _log.warning(
        "This process and the pipeline's take turns on GPU %d, which slows both. CUDA MPS lets them work at the same time: run "
        "`nvidia-cuda-mps-control -d` before both start (`echo quit | nvidia-cuda-mps-control` ends it); docs/python/README.md says more",
        device.number,
    )


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


def relaxed() -> ContextManager[None]:
    """As Driver.relaxed(), for calls that a framework makes; nothing where there is no driver of CUDA's."""
    try:
        return driver().relaxed()
    except PipelineError:
        return nullcontext()


class Device:
    """A GPU as this process numbers it, with the context that PyTorch and JAX use too."""

    def __init__(self, cuda: Driver, number: int, device: int) -> None:
        self.cuda = cuda
        self.number = number
        self._device = device
        self._context = ctypes.c_void_p()
        with cuda.relaxed():
            cuda.call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), device)
        # On which events of several streams are brought together.
        self._joining: Optional[ctypes.c_void_p] = None
        self._spare: List[ctypes.c_void_p] = []
        self._guard = threading.RLock()

    @contextmanager
    def current(self) -> Iterator[None]:
        """Makes the device's context that of the thread meanwhile, and the thread's calls relaxed."""
        with self.cuda.relaxed():
            self.cuda.call("cuCtxPushCurrent_v2", self._context)
            try:
                yield
            finally:
                self.cuda.call("cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))

    def shares_by_mps(self) -> Optional[bool]:
        """Whether CUDA MPS lets processes work on the GPU at the same time; without it they take turns. None: the driver does not say."""
        ask = getattr(self.cuda.library, "cuDeviceGetAttribute", None)
        enabled = ctypes.c_int()
        if ask is None or ask(ctypes.byref(enabled), _MPS_ENABLED, self._device):
            return None
        return bool(enabled.value)

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
        """Ends open_memory(). No work of this process may use the memory any more: see record()."""
        with self.current():
            self.cuda.call("cuIpcCloseMemHandle", ctypes.c_void_p(address))

    def close_event(self, event: ctypes.c_void_p) -> None:
        with self.current():
            self.cuda.call("cuEventDestroy_v2", event)

    def read(self, address: int, to: int, size: int) -> None:
        """Copies to host memory, and returns when that is done."""
        with self.current():
            self.cuda.call("cuMemcpyDtoH_v2", ctypes.c_void_p(to), ctypes.c_void_p(address), ctypes.c_size_t(size))

    def record(self, events: Sequence[ctypes.c_void_p], streams: Sequence[int]) -> Mark:
        """Records events of the server after the work that is queued on these streams now. The mark is reached with them.

        Raises:
            Capturing: one of the streams is being captured. Nothing was recorded.
        """
        with self._guard, self.current():
            for stream in streams:
                if self._captures(stream):
                    raise Capturing
            mark = self._event()
            try:
                behind = self._joined(streams)
                self.cuda.call("cuEventRecord", mark, behind)
            except _Failed:
                # The user may have ended a stream, whose work goes on. CUDA has no other wait for it than this one, which
                # ends captures.
                self.cuda.call("cuCtxSynchronize")
                behind = self._joined(())
                self.cuda.call("cuEventRecord", mark, behind)
            for event in events:
                self.cuda.call("cuEventRecord", event, behind)
            return Mark(self, mark)

    def _captures(self, stream: int) -> bool:
        if not hasattr(self.cuda.library, "cuStreamIsCapturing"):
            return False
        status = ctypes.c_int()
        try:
            self.cuda.call("cuStreamIsCapturing", ctypes.c_void_p(stream), ctypes.byref(status))
        except _Failed as error:
            # Of a stream that has ended, record() hears itself.
            return error.number == _CAPTURE_IMPLICIT
        return status.value != 0

    def _joined(self, streams: Sequence[int]) -> ctypes.c_void_p:
        """The stream, or one that waits for all. That is this object's own, so that no stream of the user waits for another."""
        if len(streams) == 1:
            return ctypes.c_void_p(streams[0])
        if self._joining is None:
            made = ctypes.c_void_p()
            self.cuda.call("cuStreamCreate", ctypes.byref(made), _NON_BLOCKING)
            self._joining = made
        event = self._event()
        for stream in streams:
            self.cuda.call("cuEventRecord", event, ctypes.c_void_p(stream))
            self.cuda.call("cuStreamWaitEvent", self._joining, event, 0)
        # A wait is for what the event stood for at that time, so the event can be recorded again at once.
        self.recycle(event)
        return self._joining

    def is_reached(self, event: ctypes.c_void_p) -> bool:
        with self.current():
            try:
                self.cuda.call("cuEventQuery", event)
            except _Failed as error:
                if error.number == _NOT_READY:
                    return False
                raise
        return True

    def wait_for(self, event: ctypes.c_void_p) -> None:
        with self.current():
            self.cuda.call("cuEventSynchronize", event)

    def recycle(self, event: ctypes.c_void_p) -> None:
        """The event is not needed any more."""
        self._spare.append(event)

    def _event(self) -> ctypes.c_void_p:
        if self._spare:
            return self._spare.pop()
        event = ctypes.c_void_p()
        self.cuda.call("cuEventCreate", ctypes.byref(event), _DISABLE_TIMING)
        return event


class Mark:
    """A place after work that was queued, as an event of this process: one of the server may end with the server."""

    def __init__(self, device: Device, event: ctypes.c_void_p) -> None:
        self._device = device
        self._event: Optional[ctypes.c_void_p] = event

    def is_reached(self) -> bool:
        """Whether the work is over. True also where CUDA has failed: nothing runs any more then."""
        event = self._event
        try:
            if event is None or not self._device.is_reached(event):
                return event is None
            self._device.recycle(event)
        except PipelineError:
            pass
        self._event = None
        return True

    def wait(self) -> None:
        """Waits for the work."""
        event = self._event
        if event is None:
            return
        try:
            self._device.wait_for(event)
        except PipelineError:
            pass  # As above.
        self._event = None


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
