"""Memory of the host that this process writes to. The file behind it has its full size from the start, so this process maps as much of
it as it needs."""

from __future__ import annotations

import os
from typing import Optional

from .._errors import PipelineError
from .._segments import Mapping, check_sealed

_LEAST_BYTES = 1 << 20


class Room:
    """A room by its number. Takes the descriptor over."""

    __slots__ = ("number", "_descriptor", "_mapping")

    def __init__(self, number: int, descriptor: int) -> None:
        self.number = number
        self._descriptor = descriptor
        self._mapping: Optional[Mapping] = None

    def memory(self, size: int) -> Mapping:
        """The room's memory, of at least so many bytes. Arrays in an earlier mapping of it stay valid."""
        mapping = self._mapping
        if mapping is not None and mapping.size >= size:
            return mapping
        # Batches vary in size.
        most = os.fstat(self._descriptor).st_size
        wanted = max(size, min(most, max(_LEAST_BYTES, size + size // 4)))
        try:
            check_sealed(self._descriptor, wanted)
            mapping = Mapping(self.number, self._descriptor, wanted)
        except (OSError, OverflowError, ValueError) as error:
            raise PipelineError(
                "OUT_OF_MEMORY",
                f"This process cannot map {wanted} bytes for a batch: {error}",
                hint="Use smaller batches, or raise the limits of open files (ulimit -n) and of address space (ulimit -v)",
            ) from None
        self._mapping = mapping
        return mapping

    def __del__(self) -> None:
        # The interpreter may be at its end.
        descriptor, self._descriptor = getattr(self, "_descriptor", -1), -1
        if descriptor >= 0:
            os.close(descriptor)
