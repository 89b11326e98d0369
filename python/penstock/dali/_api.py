"""Keeps a pipeline to one way of running it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterator, Optional

from .types import PipelineAPIType


class ApiCheck:
    """The way in which a pipeline is run: the first call decides."""

    def __init__(self) -> None:
        self.kind: Optional[PipelineAPIType] = None
        self.enabled = True
        # Inside a call of one way, calls of others are its own.
        self._inside = False

    @contextmanager
    def of(self, kind: PipelineAPIType) -> Iterator[None]:
        """Around a call of one way. Raises RuntimeError where the pipeline is run in another one."""
        if self._inside or not self.enabled:
            yield
            return
        if self.kind is None:
            self.kind = kind
        elif self.kind is not kind:
            raise RuntimeError(
                f"Mixing pipeline API type. Currently used: {self.kind}, but trying to use: {kind}"
            )
        self._inside = True
        try:
            yield
        finally:
            self._inside = False
