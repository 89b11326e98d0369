"""What is fed to a pipeline: arrays are written to memory of the host, a room, which it reads before it answers."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from .. import _abi as abi
from .._errors import PipelineError
from .._segments import Mapping as Memory

Array = Any  # numpy.ndarray, whose type parameters depend on the data


class Feed(NamedTuple):
    """Data for one output of a source: a list with an array for each sample, or one array with a leading sample axis. ``layout``: names of
    a sample's axes. ``origins``: the index, the epoch and the name of each sample, where it was read before."""

    samples: Union[Sequence[Array], Array]
    layout: str = ""
    origins: Optional[Sequence[Tuple[int, int, str]]] = None


class _Written(NamedTuple):
    """An output of a feed as the message has it, and what is to be written where."""

    entry: Dict[str, Any]
    copies: List[Tuple[int, Array]]


class Layout:
    """Where feeds lie in a room.

    Attributes:
        end: the bytes of the room that are used.
    """

    def __init__(self) -> None:
        self.end = 0
        self._copies: List[Tuple[int, Array]] = []

    def add(self, what: str, feeds: Sequence[Feed]) -> List[Dict[str, Any]]:
        """How a message names the places of these feeds. ``what``: whose they are, for errors."""
        entries = []
        for feed in feeds:
            written, self.end = _placed(what, feed, -(-self.end // abi.ALIGN) * abi.ALIGN)
            entries.append(written.entry if feed.origins is None else {**written.entry, "origins": feed.origins})
            self._copies += written.copies
        return entries

    def write(self, memory: Memory) -> None:
        """Copies the arrays to their places."""
        _write(self._copies, memory)


def _write(copies: Sequence[Tuple[int, Array]], memory: Memory) -> None:
    for offset, array in copies:
        np.copyto(np.ndarray(array.shape, native(array.dtype), memory.memory, offset), array)


def native(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same in this machine's byte order."""
    return dtype if dtype.isnative else dtype.newbyteorder("=")


def _placed(what: str, feed: Feed, end: int) -> Tuple[_Written, int]:
    samples = feed.samples
    if isinstance(samples, np.ndarray):
        if samples.ndim == 0:
            raise wrong(what, "a single number", "a list of samples, or an array with a leading sample axis")
        count, shape = samples.shape[0], samples.shape[1:]
        entry = {"dtype": dtype_name(what, samples), "layout": feed.layout, "at": [[end, list(shape)]], "count": count}
        return _Written(entry, [(end, samples)] if samples.size else []), end + samples.nbytes
    arrays = [np.asarray(sample) for sample in samples]
    dtypes = {array.dtype for array in arrays}
    if len(dtypes) > 1:
        raise wrong(what, f"samples of {' and '.join(sorted(map(str, dtypes)))}", "one dtype for all samples of a batch")
    dtype = dtype_name(what, arrays[0]) if arrays else "uint8"
    at: List[Any] = []
    copies = []
    for array in arrays:
        at.append([end, list(array.shape)])
        if array.size:
            copies.append((end, array))
        end += array.nbytes
    return _Written({"dtype": dtype, "layout": feed.layout, "at": at}, copies), end


def dtype_name(what: str, array: Array) -> str:
    """The host's name of the array's dtype. Raises INVALID_INPUT where it has none."""
    found = str(native(array.dtype))
    if found not in abi.DTYPES:
        raise wrong(what, f"data of dtype {found}", f"one of {', '.join(abi.DTYPES)}")
    return found


def wrong(what: str, received: str, expected: str) -> PipelineError:
    """The error for data that cannot be fed."""
    return PipelineError("INVALID_INPUT", f"Expected {expected} but received {received} for {what}")
