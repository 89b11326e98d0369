"""Keeps batches in GPU memory that Python has dropped, until they can be given back and the GPU is done with them.

Most are given back by the finalizer that lets go of them. Those that JAX has used wait here for a fence: JAX names no streams,
and its computations must not be called from a finalizer, which may run inside JAX. So do those on a stream that is being
captured, where nothing can be recorded. tend() gives them back; a thread that waits for a batch calls it.
"""

from __future__ import annotations

import atexit
import time
from queue import Empty, SimpleQueue
from typing import Callable, Dict, Iterable, List, Optional, Sequence, Tuple, TypeVar

from ._batch import Lease
from ._cuda import Capturing, Mark
from ._errors import PipelineError
from ._gpu import GpuUse
from ._messages import Message

MAX_BEHIND = 4
"""Batches that may wait for their fences when a consumer takes another one: the bound that the server has for events."""
LOOK_SECONDS = 0.001
_IDLE_SECONDS = 0.02
_LAST_LOOK_SECONDS = 1.0

# Batches whose work failed. What they lie in stays open, because some of the work may run.
_lost: List[GpuUse] = []


T = TypeVar("T")


def take_all(queue: SimpleQueue[T], seconds: Optional[float]) -> List[T]:
    """Waits until something is in the queue, at most so long, and takes all out."""
    try:
        found = [queue.get(timeout=seconds)]
    except Empty:
        return []
    while not queue.empty():
        found.append(queue.get())
    return found


class Returns:
    """The batches of one connection, whose leases let_go() gets when nothing refers to them any more. What an interrupt keeps it from doing,
    tend() does.

    Args:
        held: the leases of batches that were not given back.
        end: called with a lease that has ended; a second time is nothing.
        tells: whether there is a server that looks at events.
    """

    def __init__(self, held: Dict[int, Lease], end: Callable[[Lease], None], tells: Callable[[], bool]) -> None:
        self._held = held
        self._end = end
        self._tells = tells
        # Given back, while work on them runs: their memory must stay open here. Of the thread that sends.
        self._running: List[Tuple[Sequence[Mark], GpuUse]] = []

    def let_go(self, lease: Lease) -> None:
        """Gives a batch back that no fence holds. It is called by finalizers, in any thread: it runs nothing of a framework, and waits for
        nothing."""
        assert lease.gpu is not None
        self._end_use(lease.gpu)
        # Where the use has not ended, the thread that sends may have to look after it from now on.
        self._end(lease)

    def _end_use(self, gpu: GpuUse) -> bool:
        """Ends the use at once, or with the server's event after the streams that use the batch. False: it cannot end yet."""
        try:
            if not (gpu.waits or gpu.lost):
                gpu.marks = gpu.end(self._tells())
        except Capturing:
            return False
        except PipelineError:  # CUDA has failed.
            gpu.lost = True
        return not gpu.waits

    def _gone(self) -> List[Tuple[Lease, GpuUse]]:
        """Those that were let go of, and that the server has not got back."""
        all_held = [(lease, lease.gpu) for lease in list(self._held.values()) if lease() is None]
        return [(lease, gpu) for lease, gpu in all_held if gpu is not None]

    @property
    def behind(self) -> int:
        """Batches that wait for their fences."""
        return sum(gpu.waits for _lease, gpu in self._gone())

    @property
    def waiting(self) -> bool:
        """Whether the use of any batch has not ended."""
        return not all(gpu.has_ended for _lease, gpu in self._gone())

    def tend(self) -> None:
        """Queues fences after dropped batches, and gives back batches whose fences have passed. It does not wait."""
        for lease, gpu in self._gone():
            try:
                if gpu.waits and gpu.made is None:
                    gpu.made = [make() for make in gpu.fences.values()]
                if gpu.waits and gpu.made is not None and all(fence.is_ready() for fence in gpu.made):
                    gpu.waits = False
            except Exception:  # The framework has failed, and the user's next call of it says so.
                gpu.waits, gpu.lost = False, True
            # Also where an interrupt came when it had ended.
            if gpu.has_ended or self._end_use(gpu):
                self._end(lease)

    def finish(self) -> None:
        """Waits for the fences of all that was let go of. What lies on a stream that is being captured goes on to wait."""
        self.tend()
        while self.behind:
            time.sleep(LOOK_SECONDS)
            self.tend()

    # ---- the thread that sends ----

    def pause(self, alone: bool) -> Optional[float]:
        """The time after which step() must be called again; ``alone``: after close(), when tend() is not called."""
        if alone and not _exit.now and self.waiting:
            return LOOK_SECONDS
        return _IDLE_SECONDS if self._running else None

    def step(self, alone: bool) -> None:
        """Looks after what was given back, and after what waits."""
        self._running = [one for one in self._running if not all(mark.is_reached() for mark in one[0])]
        if not alone:
            return
        _exit.threads.append(None)
        try:
            if not _exit.now:
                self.tend()
        finally:
            _exit.threads.pop()

    def message_of(self, leases: Iterable[Lease]) -> List[Message]:
        """Ends the leases that the server does not have back; the message that says so, or nothing."""
        works = {lease.number: self._end_of(lease) for lease in leases if self._may_end(lease)}
        freed = [number for number, works_on in works.items() if works_on is not None]
        working = [number for number in freed if works[number]]
        return [{"t": "free", "b": freed, **({"e": working} if working else {})}] if freed else []

    def _may_end(self, lease: Lease) -> bool:
        """False where the batch was given back before, or its use has not ended."""
        return lease.number in self._held and (lease.gpu is None or lease.gpu.has_ended)

    def _end_of(self, lease: Lease) -> Optional[bool]:
        """Whether work on the GPU uses the batch until its event is reached; None: it is never given back."""
        del self._held[lease.number]
        return False if lease.gpu is None else self._ended(lease.gpu)

    def _ended(self, gpu: GpuUse) -> Optional[bool]:
        if gpu.marks is None:
            _lost.append(gpu)
            return None
        if gpu.marks:
            self._running.append((gpu.marks, gpu))
        return bool(gpu.marks) and self._tells()

    def wait_for_work(self) -> None:
        """Waits for the GPU's work on batches that were given back: the server's memory can be closed then."""
        for marks, _memory in self._running:
            for mark in marks:
                mark.wait()
        self._running = []


class _Exit:
    """The end of the interpreter, before which threads leave the frameworks."""

    def __init__(self) -> None:
        self.now = False
        self.threads: List[None] = []

    def come(self) -> None:
        self.now = True
        end = time.monotonic() + _LAST_LOOK_SECONDS
        while self.threads and time.monotonic() < end:
            time.sleep(LOOK_SECONDS)


_exit = _Exit()


def before_exit_of_framework() -> None:
    """Called after the import of a framework that has fences: functions of atexit run in the opposite order of that in which
    they came."""
    atexit.register(_exit.come)
