"""Shared memory of the server, as this process maps it. A mapping lives as long as anything refers to it; the server's end
does not end it."""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
from typing import Any, Callable, Dict, List, Optional


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
        self.known: Dict[bytes, Any] = {}
        """What is known of batches in the mappings (penstock._iterator), by their form; None of one that came once. It ends with any of them."""
        self.on_map: List[Callable[[Mapping], None]] = []
        """Called with each new mapping, for what must be done once to memory, such as page-locking it."""

    def map(self, segment: int, descriptor: int, size: int) -> Mapping:
        """Maps a segment that is new, or larger than before. Takes the descriptor over."""
        try:
            mapping = Mapping(segment, descriptor, size)
        finally:
            os.close(descriptor)
        self._mappings[segment] = mapping
        self.known.clear()
        for call in self.on_map:
            call(mapping)
        return mapping

    def get(self, segment: int) -> Optional[Mapping]:
        return self._mappings.get(segment)

    def clear(self) -> None:
        self._mappings.clear()
        self.known.clear()
