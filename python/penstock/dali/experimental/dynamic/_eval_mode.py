"""When calls run."""

from __future__ import annotations

import threading
from enum import Enum
from typing import Any, List


class EvalMode(Enum):
    """When a call runs. A member is a context manager that sets the mode of this thread: ``with EvalMode.sync_cpu:``.

    Attributes:
        default: the mode where none is set: ``eager``.
        deferred: calls run when a result is read; a call whose results are not read never runs.
        eager: calls run soon and in order, while the caller goes on.
        sync_cpu: calls run before they return; work that is queued on a GPU may go on.
        sync_full: calls run before they return, and their work on a GPU is over.
    """

    deferred = 1
    eager = 2
    sync_cpu = 3
    sync_full = 4
    default = 2

    def __enter__(self) -> EvalMode:
        _tls.modes.append(self)
        return self

    def __exit__(self, *_: Any) -> None:
        _tls.modes.pop()

    @staticmethod
    def current() -> EvalMode:
        """The mode of calls that this thread makes now."""
        return _tls.modes[-1]


class _Modes(threading.local):
    def __init__(self) -> None:
        self.modes: List[EvalMode] = [EvalMode.default]


_tls = _Modes()
__all__ = ["EvalMode"]
