"""What is fed to a pipeline: arrays are written to memory of the host, a room, which it reads before it answers."""

from __future__ import annotations

from collections import deque
from typing import Any, Callable, Deque, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from .. import _abi as abi
from .._errors import PipelineError
from .._segments import Mapping as Memory

Array = Any  # numpy.ndarray, whose type parameters depend on the data


class Feed(NamedTuple):
    """Data for one output of a source: a list with an array for each sample, or one array with a leading sample axis. ``layout``: names of
    a sample's axes."""

    samples: Union[Sequence[Array], Array]
    layout: str = ""


class Room(NamedTuple):
    number: int
    memory: Memory


class Rooms:
    """The rooms of a host that no feed uses at present. ``ask``: gets one of so many bytes, in place of another one."""

    def __init__(self, ask: Callable[[int, Optional[int]], Room]) -> None:
        self._ask = ask
        self._free: Deque[Room] = deque()

    def take(self, size: int) -> Room:
        """A room that is the caller's own until it is given back."""
        try:
            room = self._free.popleft()
        except IndexError:
            return self._ask(size, None)
        # Batches vary in size, and a larger room is asked for seldom.
        return room if room.memory.size >= size else self._ask(size + size // 4, room.number)

    def give(self, room: Room) -> None:
        """The host has read what was in it."""
        self._free.append(room)

    def clear(self) -> None:
        """The host has ended."""
        self._free.clear()


class _Written(NamedTuple):
    """An output of a feed as the message has it, and what is to be written where."""

    entry: Dict[str, Any]
    copies: List[Tuple[int, Array]]


_ALIGN = abi.ALIGN


def layout_of(inputs: Mapping[str, Sequence[Feed]]) -> Tuple[int, Dict[str, List[Dict[str, Any]]], List[Tuple[int, Array]]]:
    """The bytes that feeds take in a room, how the message names them, and what is written where."""
    end = 0
    entries: Dict[str, List[Dict[str, Any]]] = {}
    copies: List[Tuple[int, Array]] = []
    for name, feeds in inputs.items():
        entries[name] = []
        for feed in feeds:
            end = -(-end // _ALIGN) * _ALIGN
            written, end = _placed(name, feed, end)
            entries[name].append(written.entry)
            copies += written.copies
    return end, entries, copies


def write(copies: Sequence[Tuple[int, Array]], memory: Memory) -> None:
    """Copies arrays to their places."""
    for offset, array in copies:
        np.copyto(np.ndarray(array.shape, _native(array.dtype), memory.memory, offset), array)


def _native(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return dtype if dtype.isnative else dtype.newbyteorder("=")


def _placed(name: str, feed: Feed, end: int) -> Tuple[_Written, int]:
    samples = feed.samples
    if isinstance(samples, np.ndarray):
        if samples.ndim == 0:
            raise _wrong(name, "a single number", "a list of samples, or an array with a leading sample axis")
        count, shape = samples.shape[0], samples.shape[1:]
        entry = {"dtype": _dtype(name, samples), "layout": feed.layout, "at": [[end, list(shape)]], "count": count}
        return _Written(entry, [(end, samples)] if samples.size else []), end + samples.nbytes
    arrays = [np.asarray(sample) for sample in samples]
    dtypes = {array.dtype for array in arrays}
    if len(dtypes) > 1:
        raise _wrong(name, f"samples of {' and '.join(sorted(map(str, dtypes)))}", "one dtype for all samples of a batch")
    dtype = _dtype(name, arrays[0]) if arrays else "uint8"
    at: List[Any] = []
    copies = []
    for array in arrays:
        at.append([end, list(array.shape)])
        if array.size:
            copies.append((end, array))
        end += array.nbytes
    return _Written({"dtype": dtype, "layout": feed.layout, "at": at}, copies), end


def _dtype(name: str, array: Array) -> str:
    found = str(_native(array.dtype))
    if found not in abi.DTYPES:
        raise _wrong(name, f"data of dtype {found}", f"one of {', '.join(abi.DTYPES)}")
    return found


def _wrong(name: str, received: str, expected: str) -> PipelineError:
    return PipelineError("INVALID_INPUT", f"Expected {expected} but received {received} for the input '{name}'", op="externalSource")
