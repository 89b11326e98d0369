"""The CPU or a GPU, as calls and contexts take it."""

from __future__ import annotations

import threading
from typing import Any, ClassVar, List, Optional

from ._session import gpus


class _Entered(threading.local):
    def __init__(self) -> None:
        self.devices: List[Device] = []


_entered = _Entered()


class Device:
    """Where data lies and operators run. ``with Device("gpu", 1):`` makes it the current device of this thread.

    Args:
        name: ``"cpu"``, ``"gpu"``, or with a number ``"gpu:1"``; ``"cuda"`` is ``"gpu"``.
        device_id: number of the GPU among those that this process sees. Default: the current one.

    Attributes:
        device_type: ``"cpu"`` or ``"gpu"``.
        device_id: number of the GPU; None for the CPU.

    Raises ValueError for another name, and for a GPU that is not there.
    """

    CPU: ClassVar[Device]

    def __init__(self, name: str, device_id: Optional[int] = None) -> None:
        kind, colon, number = str(name).partition(":")
        kind = "gpu" if kind == "cuda" else kind
        if kind not in ("cpu", "gpu") or colon and not number.isdecimal():
            raise ValueError(f"Invalid device name: {name}")
        if colon and device_id is not None:
            raise ValueError(f"Invalid device name: {name}\nThe number should not appear in it when device_id is given")
        device_id = int(number) if colon else device_id
        if kind == "cpu" and device_id is not None:
            raise ValueError(f"Invalid device id: {device_id} for device type: cpu. Must be `None`")
        if kind == "gpu":
            device_id = _current_gpu() if device_id is None else _checked(device_id)
        self.device_type = kind
        self.device_id = device_id

    @staticmethod
    def current() -> Device:
        """The innermost device that this thread has entered; else GPU 0, or the CPU where there is no GPU."""
        if _entered.devices:
            return _entered.devices[-1]
        return Device("gpu", 0) if gpus() else Device("cpu")

    @staticmethod
    def default_device_id(device_type: str) -> Optional[int]:
        """The number that is meant where none is given: None for the CPU, else that of the current GPU."""
        if device_type not in ("cpu", "gpu"):
            raise ValueError(f"Invalid device type: {device_type}")
        return None if device_type == "cpu" else _current_gpu()

    @staticmethod
    def type_from_dlpack(dev_type: Any) -> str:
        """The type of DLPack's number of it."""
        names = {1: "cpu", 2: "gpu"}
        if int(dev_type) not in names:
            raise ValueError(f"Unsupported device type: {dev_type}")
        return names[int(dev_type)]

    @staticmethod
    def from_dlpack(dlpack_device: Any) -> Device:
        """The device of what has ``__dlpack_device__()``."""
        kind, number = dlpack_device.__dlpack_device__()
        name = Device.type_from_dlpack(kind)
        return Device(name, None if name == "cpu" else int(number))

    def __enter__(self) -> Device:
        _entered.devices.append(self)
        return self

    def __exit__(self, *_: Any) -> None:
        _entered.devices.pop()

    def __str__(self) -> str:
        return self.device_type if self.device_id is None else f"{self.device_type}:{self.device_id}"

    def __repr__(self) -> str:
        number = "" if self.device_id is None else f", device_id={self.device_id}"
        return f"Device(device_type={self.device_type!r}{number})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and (self.device_type, self.device_id) == (other.device_type, other.device_id)

    def __hash__(self) -> int:
        return hash((self.device_type, self.device_id))


def _current_gpu() -> int:
    for device in reversed(_entered.devices):
        if device.device_id is not None:
            return device.device_id
    return _checked(0)


def _checked(number: int) -> int:
    there = gpus()
    if number not in there:
        seen = f"It must be one of {there}" if there else "This process sees no GPU"
        raise ValueError(f"Invalid device id: {number} for device type: gpu. {seen}")
    return number


Device.CPU = Device("cpu")


def device(obj: Any, id: Optional[int] = None) -> Any:
    """The Device of a name, of a ``torch.device``, or of a Device; None for None. Raises TypeError for anything else."""
    if obj is None:
        return None
    if isinstance(obj, str):
        return Device(obj, id)
    is_torch = type(obj).__module__.partition(".")[0] == "torch" and hasattr(obj, "type") and hasattr(obj, "index")
    if not isinstance(obj, Device) and not is_torch:
        raise TypeError(f"Cannot convert {type(obj)} to Device")
    if id is not None:
        raise ValueError(f"Cannot specify id when passing a {type(obj).__name__}")
    return obj if isinstance(obj, Device) else Device(obj.type, obj.index)


__all__ = ["Device", "device"]
