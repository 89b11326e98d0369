"""Maps shared memory of the server into this process. A mapping lives as long as an object refers to it; the server's end
does not end it."""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import os
import sys
from collections import deque
from typing import Callable, Deque, Dict, Iterable, List, Optional

from ._errors import PipelineError, lied

_SEAL_SHRINK = 2  # F_SEAL_SHRINK


def check_sealed(descriptor: int, size: int) -> None:
    """Checks that the file has these bytes, and always will: a mapped page that is gone would end the process."""
    held = os.fstat(descriptor).st_size
    if not 0 < size <= held:
        raise lied(f"memory of {held} bytes as {size} bytes", "as many as there are")
    try:
        seals = fcntl.fcntl(descriptor, fcntl.F_GET_SEALS)
    except OSError:
        seals = 0
    if not seals & _SEAL_SHRINK:
        raise lied("memory that can shrink", "a memfd that is sealed against it")


class Mapping:
    """The first bytes of a segment, readable and writable. ``address`` does not change."""

    __slots__ = ("memory", "address", "size", "segment", "_export", "__weakref__")

    def __init__(self, segment: int, descriptor: int, size: int) -> None:
        # mmap keeps a copy of the descriptor where it cannot be told not to.
        if sys.version_info >= (3, 13):
            self.memory = mmap.mmap(descriptor, size, trackfd=False)
        else:
            self.memory = mmap.mmap(descriptor, size)
        self._export = ctypes.c_char.from_buffer(self.memory)
        self.address = ctypes.addressof(self._export)
        self.size = size
        self.segment = segment


class Segments:
    """The latest mapping of each segment of one connection."""

    def __init__(self) -> None:
        self._mappings: Dict[int, Mapping] = {}
        self._new: Deque[Mapping] = deque()
        self.on_map: List[Callable[[Mapping], None]] = []
        """Called with each new mapping, for what must be done once to memory, such as page-locking it."""

    def map(self, segment: int, descriptor: int, size: int) -> Mapping:
        """Maps a segment that is new, or larger than before. Takes the descriptor over."""
        try:
            check_sealed(descriptor, size)
            mapping = self._mappings[segment] = Mapping(segment, descriptor, size)
        except (OSError, OverflowError, ValueError) as error:
            raise PipelineError(
                "OUT_OF_MEMORY",
                f"This process cannot map {size} bytes of the server: {error}",
                hint="Let go of arrays, or raise the limits of open files (ulimit -n) and of address space (ulimit -v)",
            ) from None
        finally:
            os.close(descriptor)
        self._new.append(mapping)
        return mapping

    def tell_of_new(self) -> None:
        """Calls ``on_map`` with what was mapped since. Its functions run in the thread that takes a batch: CUDA has a device for each."""
        while self._new:
            mapping = self._new.popleft()
            for call in self.on_map:
                call(mapping)

    def get(self, segment: int) -> Optional[Mapping]:
        return self._mappings.get(segment)

    def forget(self, segments: Iterable[int]) -> None:
        """The server has freed these. Their memory goes when nothing refers to it any more."""
        for segment in segments:
            self._mappings.pop(segment, None)

    def clear(self) -> None:
        self._mappings.clear()
        self._new.clear()
