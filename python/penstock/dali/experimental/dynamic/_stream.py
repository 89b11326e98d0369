"""CUDA streams of this process. Operators run on streams of the host; what is read of them is ordered in front of the later work of the
stream that takes it."""

from __future__ import annotations

import threading
from typing import Any, Dict, Optional

from ._device import Device

_NEW = object()


def _handle_of(stream: Any) -> int:
    """The address of a stream. Raises TypeError for what is none."""
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    for name in ("cuda_stream", "ptr", "handle"):
        if hasattr(stream, name):
            return int(getattr(stream, name))
    if isinstance(stream, int) and not isinstance(stream, bool):
        return stream
    raise TypeError(f"Expected a CUDA stream but received {type(stream)}")


def _device_of(stream: Any) -> Optional[int]:
    found = getattr(stream, "device_id", None)
    if found is None:
        found = getattr(stream, "device", None)
        for name in ("index", "id"):
            found = getattr(found, name, found)
    return found if isinstance(found, int) else None


class Stream:
    """A CUDA stream. ``stream()`` makes one.

    Attributes:
        handle: its address.
        device_id: number of its GPU.
    """

    create_new = _NEW

    def __init__(self, *, stream: Any = _NEW, device_id: Optional[int] = None) -> None:
        if stream is None:
            raise ValueError("The stream must not be None. To create a new stream, omit the stream parameter.")
        if stream is _NEW:
            stream = _created(device_id)
        self.handle = _handle_of(stream)
        found = _device_of(stream)
        if device_id is not None and found is not None and device_id != found:
            raise ValueError(f"The device_id {device_id} doesn't match the id {found} of the stream.")
        known = device_id if found is None else found
        self.device_id: int = known if known is not None else Device("gpu").device_id or 0
        # The user's object, which must live as long as this one.
        self._wrapped = stream

    def __cuda_stream__(self) -> Any:
        return (0, self.handle)

    def __eq__(self, other: object) -> bool:
        if other is None:
            return False
        try:
            made = stream(stream=other)
        except TypeError:
            return NotImplemented
        return made is not None and (self.handle, self.device_id) == (made.handle, made.device_id)

    def __hash__(self) -> int:
        return hash((self.handle, self.device_id))

    def __repr__(self) -> str:
        return f"Stream(handle={self.handle:#x}, device_id={self.device_id})"


def _created(device_id: Optional[int]) -> Any:
    try:
        import torch
    except ModuleNotFoundError:
        raise RuntimeError("A new stream is made by PyTorch, which is not installed: give a stream") from None
    return torch.cuda.Stream(device=device_id)


def stream(*, stream: Any = _NEW, device_id: Optional[int] = None) -> Optional[Stream]:
    """A Stream of what stands for one: one of PyTorch, what has ``__cuda_stream__()``, or an address. Without any it is a new one; None
    for None. Raises TypeError, and ValueError for a stream of another GPU than ``device_id``."""
    if stream is None:
        return None
    if isinstance(stream, Stream) and device_id in (None, stream.device_id):
        return stream
    return Stream(stream=stream, device_id=device_id)


_defaults: Dict[int, Stream] = {}


class _Current(threading.local):
    def __init__(self) -> None:
        self.streams: Dict[int, Stream] = {}


_tls = _Current()


def set_default_stream(cuda_stream: Any, /, device_id: Optional[int] = None) -> None:
    """Sets the stream of one GPU for the default contexts of all threads; None sets none. ``device_id``: by default the stream's."""
    made = stream(stream=cuda_stream, device_id=device_id)
    if made is not None:
        _defaults[made.device_id] = made
    else:
        _defaults.pop(Device("gpu", device_id).device_id or 0, None)


def get_default_stream(device_id: Optional[int] = None) -> Optional[Stream]:
    """What ``set_default_stream()`` has set for a GPU; None where it was not called."""
    return _defaults.get(device_id if device_id is not None else Device("gpu").device_id or 0)


def set_current_stream(cuda_stream: Any, /) -> None:
    """Sets the stream of this thread's default context on the current GPU; None sets none. It does not wait for work on the one before."""
    gpu = Device("gpu").device_id or 0
    made = stream(stream=cuda_stream, device_id=gpu)
    if made is None:
        _tls.streams.pop(gpu, None)
    else:
        _tls.streams[gpu] = made


def get_current_stream() -> Optional[Stream]:
    """The stream of this thread's default context on the current GPU; None where none was set."""
    return current_stream(Device("gpu").device_id)


def current_stream(device_id: Optional[int]) -> Optional[Stream]:
    """The stream that was set for a GPU, by this thread or for all."""
    if device_id is None:
        return None
    return _tls.streams.get(device_id) or _defaults.get(device_id)


__all__ = [
    *("Stream", "get_current_stream", "get_default_stream", "set_current_stream", "set_default_stream", "stream"),
]
