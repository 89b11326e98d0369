"""Memory that worker processes write large answers to, and this process reads in place. A worker has some blocks, each a file in memory that
grows with its answers. A block is the worker's again when no array of its last answer is left; the next task says so.
"""

from __future__ import annotations

import mmap
import os
import weakref
from collections import deque
from typing import Any, Deque, Dict, List, NamedTuple, Optional, Sequence

import numpy as np

LEAST_BYTES = 1 << 16
"""Smaller answers go through the connection."""
_ALIGN = 64


class Written(NamedTuple):
    """What a worker has written: the block, and the bytes of each buffer in it."""

    block: int
    sizes: Sequence[int]


def _places(sizes: Sequence[int]) -> List[int]:
    """Where each buffer begins, and behind them where the last one ends."""
    places, at = [], 0
    for size in sizes:
        places.append(at)
        at += -(-size // _ALIGN) * _ALIGN
    return [*places, at]


class Writer:
    """The worker's side. ``descriptors``: of the blocks."""

    def __init__(self, descriptors: Sequence[int]) -> None:
        self._descriptors = descriptors
        self._maps: Dict[int, Any] = {}
        self._free: Deque[int] = deque(range(len(descriptors)))

    def free(self, blocks: Sequence[int]) -> None:
        self._free.extend(blocks)

    def write(self, buffers: Sequence[memoryview]) -> Optional[Written]:
        """Copies the buffers to a block; None where they are small or no block is free."""
        sizes = [buffer.nbytes for buffer in buffers]
        *places, end = _places(sizes)
        if end < LEAST_BYTES or not self._free:
            return None
        block = self._free.popleft()
        memory = self._maps.get(block)
        if memory is None or memory.size < end:
            descriptor = self._descriptors[block]
            # Answers vary in size.
            size = end + end // 4
            os.ftruncate(descriptor, size)
            memory = self._maps[block] = np.frombuffer(mmap.mmap(descriptor, size), np.uint8)
        for place, size, buffer in zip(places, sizes, buffers):
            memory[place : place + size] = np.frombuffer(buffer, np.uint8)
        return Written(block, sizes)


class Blocks:
    """This process' side: makes the blocks of one worker."""

    def __init__(self, count: int) -> None:
        self.descriptors = [os.memfd_create("penstock worker") for _ in range(count)]
        self._maps: Dict[int, mmap.mmap] = {}
        self._freed: Deque[int] = deque()

    def read(self, written: Written) -> List[memoryview]:
        """The buffers, in place."""
        *places, end = _places(written.sizes)
        memory = self._maps.get(written.block)
        if memory is None or len(memory) < end:
            # Arrays in an earlier mapping keep it.
            descriptor = self.descriptors[written.block]
            memory = self._maps[written.block] = mmap.mmap(descriptor, os.fstat(descriptor).st_size)
        base = np.frombuffer(memory, np.uint8, end)
        weakref.finalize(base, self._freed.append, written.block).atexit = False
        whole: memoryview = base.data
        return [whole[place : place + size] for place, size in zip(places, written.sizes)]

    def freed(self) -> List[int]:
        """The blocks that no array refers to since the last call."""
        return [self._freed.popleft() for _ in range(len(self._freed))]

    def close(self) -> None:
        """Arrays stay valid."""
        self._maps.clear()
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = []
