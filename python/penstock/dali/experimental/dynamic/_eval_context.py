"""The threads, the device and the stream that calls run with."""

from __future__ import annotations

import itertools
import os
import threading
import weakref
from typing import Any, Dict, List, Optional

from . import _session
from ._device import Device
from ._session import Session
from ._stream import Stream, current_stream, stream as stream_of

_MAX_PER_CPU = 100


def get_num_threads() -> int:
    """The number of threads of contexts that were made without one: what ``set_num_threads()`` was called with, else
    ``DALI_NUM_THREADS``, else the number of CPUs that this process may use."""
    if _session.chosen_threads is not None:
        return _session.chosen_threads
    given = os.environ.get("DALI_NUM_THREADS")
    return int(given) if given else len(os.sched_getaffinity(0))


def set_num_threads(n: Optional[int]) -> None:
    """Sets the number of threads of contexts that were made without one; None goes back to the default. Call it once, before any work:
    later each such context starts anew. Raises TypeError, and ValueError unless n is from 1 to 100 for each CPU."""
    if n is not None:
        n = _checked(n)
    _session.choose_threads(n)


def _checked(n: Any) -> int:
    if isinstance(n, bool) or not isinstance(n, int):
        raise TypeError("The number of threads must be an integer")
    most = _MAX_PER_CPU * (os.cpu_count() or 1)
    if not 1 <= n <= most:
        raise ValueError(f"The number of threads must be positive and at most {_MAX_PER_CPU} for each CPU ({most}); got {n}.")
    return n


class EvalContext:
    """The threads, the device and the stream that calls run with: ``with EvalContext(num_threads=4):``. Calls outside of any context use
    the default one of their thread.

    Args:
        num_threads: threads for operators on the CPU. Default: ``get_num_threads()``, whose changes it follows.
        device_id: number of the GPU. Default: the current device.
        cuda_stream: a stream of this process. Results that are read while the context is current are ordered in front of later work on it.
    """

    def __init__(self, *, num_threads: Optional[int] = None, device_id: Optional[int] = None, cuda_stream: Any = None) -> None:
        self._num_threads = None if num_threads is None else _checked(num_threads)
        self._device = Device.current() if device_id is None else Device("gpu", device_id)
        self._cuda_stream = None if cuda_stream is None else stream_of(stream=cuda_stream, device_id=device_id)
        self._is_default = False
        self._number = next(_numbers)
        self._told: weakref.WeakSet[Session] = weakref.WeakSet()

    @staticmethod
    def default() -> EvalContext:
        """The context of this thread's calls outside of any other."""
        if _tls.default is None:
            made = EvalContext.__new__(EvalContext)
            made._num_threads = made._cuda_stream = None
            made._is_default = True
            made._number = 0
            _tls.default = made
        return _tls.default

    @staticmethod
    def current() -> EvalContext:
        """The innermost context that this thread has entered, else the default one."""
        return _tls.entered[-1] if _tls.entered else EvalContext.default()

    @staticmethod
    def _number_here(to: Session) -> int:
        """The number by which a host knows the current context."""
        return EvalContext.current()._number_in(to)

    def _number_in(self, to: Session) -> int:
        if self._number and to not in self._told:
            step: Dict[str, Any] = {"s": "context", "c": self._number, "device": str(self._device)}
            if self._num_threads is not None:
                step["numThreads"] = self._num_threads
            to.record(step)
            self._told.add(to)
        return self._number

    @property
    def device_id(self) -> Optional[int]:
        """Number of the context's GPU; None where its device is the CPU."""
        return (Device.current() if self._is_default else self._device).device_id

    @property
    def num_threads(self) -> int:
        """Number of threads for operators on the CPU."""
        return self._num_threads or get_num_threads()

    @property
    def cuda_stream(self) -> Optional[Stream]:
        """The stream in front of whose later work results are ordered; None where none was set."""
        return self._cuda_stream or current_stream(self.device_id)

    def evaluate_all(self) -> None:
        """Waits until all calls that were made in the context have run. Raises the first error among them."""
        to = _session.session()
        to.ask({"t": "finish", "c": self._number_in(to)})

    def __enter__(self) -> EvalContext:
        _tls.entered.append(self)
        if not self._is_default:
            self._device.__enter__()
        return self

    def __exit__(self, *_: Any) -> None:
        _tls.entered.pop()
        if not self._is_default:
            self._device.__exit__()

    def __del__(self) -> None:
        # The interpreter may be at its end.
        for to in list(getattr(self, "_told", ())):
            if to.is_alive:
                to.forget({"s": "leave", "c": self._number})


_numbers = itertools.count(1)


class _Contexts(threading.local):
    def __init__(self) -> None:
        self.default: Optional[EvalContext] = None
        self.entered: List[EvalContext] = []


_tls = _Contexts()
__all__ = ["EvalContext", "get_num_threads", "set_num_threads"]
