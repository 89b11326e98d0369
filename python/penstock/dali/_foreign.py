"""Arrays of other libraries, and those in GPU memory: how they come to host memory, where the host process reads what is fed."""

from __future__ import annotations

import warnings
from typing import Any, Tuple

import numpy as np

# DLPack's numbers of devices: CUDA, ROCm, and CUDA's managed memory.
_GPUS = (2, 10, 13)
_HOST = (1, 0)


def lies_on_gpu(data: Any) -> bool:
    """Whether it is an array in GPU memory, by DLPack or by the CUDA array interface."""
    if isinstance(data, (np.ndarray, np.generic, list, tuple, int, float)):
        return False
    if hasattr(data, "to_host"):
        return True
    place = getattr(data, "__dlpack_device__", None)
    return hasattr(data, "__cuda_array_interface__") if place is None else int(place()[0]) in _GPUS


def host_copy(data: Any) -> np.ndarray[Any, Any]:
    """A copy in host memory of an array in GPU memory, made by its library, which waits for the work that writes it. Raises TypeError where
    the library has no way."""
    # CuPy has get(), Numba copy_to_host(), PyTorch and Paddle cpu(), TensorFlow numpy().
    for name in ("to_host", "get", "copy_to_host"):
        if hasattr(data, name):
            return np.asarray(getattr(data, name)())
    if hasattr(data, "detach"):
        return np.asarray(data.detach().cpu().numpy())
    for name in ("cpu", "numpy"):
        if hasattr(data, name):
            return np.asarray(getattr(data, name)())
    if hasattr(data, "__array__"):
        try:
            return np.asarray(data)
        except (TypeError, ValueError, BufferError):
            pass
    try:
        # DLPack of 2024 and later: the library copies to the device that it is asked for.
        return np.asarray(np.from_dlpack(_OnHost(data)))
    except (AttributeError, TypeError, ValueError, BufferError, RuntimeError):
        pass
    raise TypeError(
        f"Expected an array that can be copied to host memory but received a {type(data).__module__}.{type(data).__qualname__} in GPU memory, "
        "whose library tells no way to copy it. Copy it to an array of numpy, and give that"
    )


class _OnHost:
    """An array, copied to host memory by its library when numpy asks for it."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __dlpack_device__(self) -> Any:
        return _HOST

    def __dlpack__(self, **_: Any) -> Any:
        return self._array.__dlpack__(max_version=(1, 0), dl_device=_HOST, copy=True)


def device_array(array: Any) -> Any:
    """What is in GPU memory of this process: the host cannot read it, so it goes there through host memory."""
    if hasattr(array, "to_host"):
        return array
    return _Device(array)


class _Device:
    """An array of another library in GPU memory."""

    def __init__(self, array: Any) -> None:
        self._array = array
        self.shape: Tuple[int, ...] = tuple(array.shape)
        self.dtype = np.dtype(str(array.dtype).rsplit(".", 1)[-1])
        self.device = int(array.__dlpack_device__()[1]) if hasattr(array, "__dlpack_device__") else 0

    @property
    def nbytes(self) -> int:
        return int(np.prod(self.shape)) * self.dtype.itemsize

    def to_host(self) -> Any:
        return host_copy(self._array)

    @property
    def __cuda_array_interface__(self) -> Any:
        return self._array.__cuda_array_interface__

    def __dlpack__(self, **kwargs: Any) -> Any:
        return self._array.__dlpack__(**kwargs)

    def __dlpack_device__(self) -> Any:
        return self._array.__dlpack_device__()


def say_that_it_is_copied() -> None:
    """Warns, once, that data in GPU memory is given where data in host memory is read."""
    warnings.warn(
        "Data in GPU memory is copied to host memory for an input on the CPU, which takes time. Give arrays in host memory, or say "
        'device="gpu" where the values are used on a GPU.',
        stacklevel=1,
    )
