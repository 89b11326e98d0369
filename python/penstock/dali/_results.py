"""What a function gives, written to a room sample by sample: a sample that was just made is in the processor's caches, and the next one
is made in the memory that it had."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

import numpy as np

from .. import _abi as abi
from ._feeds import dtype_name, native, wrong
from ._rooms import Room

_WHAT = "the result of a function"


def _aligned(end: int) -> int:
    return -(-end // abi.ALIGN) * abi.ALIGN


class _Output:
    """One output. ``next`` and ``end``: what is left of its place."""

    __slots__ = ("dtype", "name", "at", "next", "end")

    def __init__(self) -> None:
        self.dtype: Optional[np.dtype[Any]] = None
        self.name = "uint8"
        self.at: List[Any] = []
        self.next = self.end = 0


class Results:
    """The results for ``count`` samples, from byte ``end`` of a room on. Samples of one size lie one behind the other: each output has a place
    for as many as its first one. What has no room there comes behind all places.

    Attributes:
        end: the bytes of the room that are used.
    """

    def __init__(self, room: Room, end: int, outputs: int, count: int) -> None:
        self.end = end
        self._room = room
        self._outputs = [_Output() for _ in range(outputs)]
        self._count = count
        self._added = 0

    def add(self, sample: Sequence[Any]) -> None:
        """What the function gives for one sample: an array for each output."""
        if len(sample) != len(self._outputs):
            raise ValueError(f"Expected {len(self._outputs)} outputs of a sample but received {len(sample)}")
        for output, value in zip(self._outputs, sample):
            self._write(output, np.asarray(value))
        self._added += 1

    def _write(self, output: _Output, array: Any) -> None:
        size = array.nbytes
        if output.dtype is None:
            output.dtype, output.name = array.dtype, dtype_name(_WHAT, array)
            output.next = _aligned(self.end)
            self.end = output.end = output.next + size * self._count
        elif array.dtype != output.dtype:
            both = sorted((str(output.dtype), str(array.dtype)))
            raise wrong(_WHAT, f"samples of {' and '.join(both)}", "one dtype for all samples of a batch")
        if output.next + size <= output.end:
            offset = output.next
            output.next += size
        else:
            offset = _aligned(self.end)
            self.end = offset + size
        output.at.append([offset, list(array.shape)])
        if size:
            memory = self._room.memory(self.end).memory
            np.copyto(np.ndarray(array.shape, native(output.dtype), memory, offset), array)

    def layout(self) -> List[Dict[str, Any]]:
        """How a message names the places. Raises ValueError where samples are missing."""
        if self._added != self._count:
            raise ValueError(f"Expected results for {self._count} samples but received {self._added}")
        return [{"dtype": output.name, "layout": "", "at": output.at} for output in self._outputs]
