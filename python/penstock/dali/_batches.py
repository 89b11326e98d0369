"""Data that Python feeds: what the user gives, as arrays, and the batches that wait for their run."""

from __future__ import annotations

import threading
from collections import deque
from typing import Any, Deque, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._host import Feed
from ._cpu_tensors import TensorCPU, TensorListCPU, as_array
from ._foreign import host_copy, lies_on_gpu, say_that_it_is_copied
from ._gpu_tensors import TensorGPU, TensorListGPU


def feed_of(
    data: Any, layout: Optional[str], batch_size: int, device: str = "cpu", origins: Optional[Sequence[Tuple[int, int, str]]] = None
) -> Feed:
    """A batch as the host takes it; what lies on a GPU is copied. Raises TypeError and ValueError for what is no batch, and for one that
    is too large.

    Args:
        device: where the values are used: on the CPU, data in GPU memory is worth a warning.
        origins: what the samples are, where they were read before: the index, the epoch and the name of each.
    """
    if isinstance(data, TensorListGPU):
        data = _copied(data.as_cpu(), device)
    if isinstance(data, TensorListCPU):
        samples: Union[np.ndarray, List[np.ndarray]] = data._dense if data._dense is not None else data._samples
        layout = layout or data.layout()
    elif isinstance(data, (list, tuple)):
        samples = [_sample(one, device) for one in data]
        layout = layout or next((one.layout() for one in data if isinstance(one, (TensorCPU, TensorGPU))), None)
        _check_alike(samples)
    else:
        samples = _sample(data, device)
        if samples.ndim == 0:
            raise TypeError(f"Expected a batch, with a leading sample axis, but received a scalar {data!r}")
    if len(samples) > batch_size:
        raise ValueError(f"The external source callback returned an unexpected batch size. Expected batch_size <= {batch_size}, actual: {len(samples)}")
    if len(samples):
        ndim = samples.ndim - 1 if isinstance(samples, np.ndarray) else samples[0].ndim
        if layout and len(layout) != ndim:
            raise RuntimeError(f"The layout '{layout}' cannot describe {ndim}-dimensional data.")
    return Feed(samples, layout or "", origins)


def _copied(data: Any, device: str) -> Any:
    if device == "cpu":
        say_that_it_is_copied()
    return data


def _video_of(data: Any) -> Any:
    """The bytes of a video as a batch of one sample."""
    if isinstance(data, (bytes, bytearray, memoryview)):
        return [np.frombuffer(data, np.uint8)]
    return [data] if isinstance(data, np.ndarray) and data.ndim == 1 else data


def _sample(data: Any, device: str) -> np.ndarray:
    if isinstance(data, TensorGPU):
        data = data._array
    array = _copied(host_copy(data), device) if lies_on_gpu(data) else as_array(data)
    if array.dtype.kind not in "iufb":
        raise TypeError(f"Unsupported type of data: {type(data)}. Expected an array of numbers")
    return array


def _check_alike(samples: Sequence[np.ndarray]) -> None:
    for i, sample in enumerate(samples[1:], 1):
        if sample.dtype != samples[0].dtype:
            raise TypeError(f"Expected samples of one dtype but sample 0 has {samples[0].dtype} and sample {i} {sample.dtype}")
        if sample.ndim != samples[0].ndim:
            raise RuntimeError(f"Expected samples of one number of axes but sample 0 has {samples[0].ndim} and sample {i} {sample.ndim}")


class Waiting:
    """The batches that ``feed_input()`` has brought for one input."""

    def __init__(self, name: str, blocking: bool, repeat_last: bool, videos: bool = False, device: str = "cpu") -> None:
        self.name = name
        self.device = device
        self.videos = videos
        self.blocking = blocking
        self._repeat_last = repeat_last
        self._batches: Deque[Feed] = deque()
        self._last: Optional[Feed] = None
        self._changed = threading.Condition()

    def feed(self, data: Any, layout: Optional[str], batch_size: int, origins: Optional[Sequence[Tuple[int, int, str]]] = None) -> None:
        """What the user gives is the next batch. Raises as ``feed_of()``."""
        batch = feed_of(_video_of(data) if self.videos else data, layout, batch_size, self.device, origins)
        with self._changed:
            self._batches.append(batch)
            self._changed.notify()

    def take(self) -> Feed:
        """The batch of the next run. Raises RuntimeError where there is none."""
        with self._changed:
            while not self._batches:
                if self._repeat_last and self._last is not None:
                    return self._last
                if not self.blocking:
                    raise RuntimeError(f"No data was provided to the input operator '{self.name}'. Make sure to feed it properly.")
                self._changed.wait()
            taken = self._batches.popleft()
            if self._repeat_last:
                # The user may change the array before it is used again.
                samples = taken.samples
                self._last = Feed(samples.copy() if isinstance(samples, np.ndarray) else [one.copy() for one in samples], taken.layout)
            return taken

    @property
    def ready(self) -> bool:
        """Whether ``take()`` has a batch at once."""
        return bool(self._batches) or (self._repeat_last and self._last is not None)

    def __len__(self) -> int:
        return len(self._batches)


class Kinds:
    """Keeps the data of each input to one dtype, number of axes and layout."""

    def __init__(self) -> None:
        self._seen: Dict[str, Tuple[Any, int, str]] = {}

    def check(self, name: str, batch: Feed) -> None:
        """Raises RuntimeError for a batch that differs from those before it."""
        if not len(batch.samples):
            return
        first = batch.samples[0]
        kind = (first.dtype, first.ndim, batch.layout)
        seen = self._seen.setdefault(name, kind)
        for what, before, now in zip(("dtype", "number of axes", "layout"), seen, kind):
            if before != now:
                raise RuntimeError(f"Expected data of {what} {before}, as in the batches before, but received {now} for the input '{name}'")
