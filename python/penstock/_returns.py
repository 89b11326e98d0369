"""Batches in GPU memory that were let go of, until they can be given back, and until the GPU is done with them.

Most are given back by the finalizer that lets go of them. Those that JAX has used wait here for a fence: JAX names no streams,
and its computations must not be called from a finalizer, which may run inside JAX. So do those on a stream that is being
captured, where nothing can be recorded. tend() looks after them; whoever waits for a batch calls it.
"""

from __future__ import annotations

import _thread
import atexit
import threading
import time
from collections import deque
from itertools import islice
from typing import Callable, Deque, List, NamedTuple, Optional, Sequence, Tuple

from ._cuda import Capturing, Mark
from ._errors import PipelineError
from ._gpu import Fence, GpuUse

MOST_BEHIND = 4
"""Batches that may wait for their fences when a consumer takes another one: the bound that the server has for events."""
LOOK_SECONDS = 0.001
_IDLE_SECONDS = 0.02
_LAST_LOOK_SECONDS = 1.0

# Batches whose work failed. What they lie in stays open, because some of the work may run.
_lost: List[GpuUse] = []


class _Round(NamedTuple):
    """Batches that were let go of before the fences were queued."""

    batches: List[Tuple[int, GpuUse]]
    fences: Sequence[Fence]


class Returns:
    """The batches of one connection.

    Args:
        give_back: called with a batch's number, and whether the server must look at the batch's event; None: the batch is
            never given back, because what became of the work on it is not known.
        tells: whether there is a server that looks at events.
    """

    def __init__(self, give_back: Callable[[int, Optional[bool]], None], tells: Callable[[], bool]) -> None:
        self._give_back = give_back
        self._tells = tells
        # Let go of. Finalizers append to it, at any place of any thread.
        self._gone: Deque[Tuple[int, GpuUse]] = deque()
        self._rounds: Deque[_Round] = deque()
        # Given back, while work on them runs: their memory must stay open here.
        self._running: Deque[Tuple[Sequence[Mark], GpuUse]] = deque()
        self._turn = threading.Lock()
        self._alone = False
        self._tended = False

    def let_go(self, number: int, gpu: GpuUse) -> None:
        """Nothing refers to the batch any more. Called by finalizers: it runs nothing of a framework, and waits for nothing."""
        if gpu.fences:
            self._gone.append((number, gpu))
        else:
            self._end(number, gpu)
        self._tend_alone()

    @property
    def waiting(self) -> bool:
        """Whether any batch waits to be given back."""
        return bool(self._gone or self._rounds)

    @property
    def behind(self) -> int:
        """Batches that wait for their fences."""
        return sum(len(one.batches) for one in list(self._rounds))

    def tend(self) -> None:
        """Queues fences behind what was let go of, and gives back what fences have passed. It does not wait."""
        if not (self.waiting or self._running) or not self._turn.acquire(blocking=False):
            return
        try:
            self._look()
            if self._gone:
                self._begin_round()
                self._look()
            self._look_at_running()
        finally:
            self._turn.release()

    def finish(self) -> None:
        """Waits for the fences of all that was let go of. What lies on a stream that is being captured goes on to wait."""
        self.tend()
        while self._rounds:
            time.sleep(LOOK_SECONDS)
            self.tend()

    def wait_for_work(self) -> None:
        """Waits for the GPU's work on batches that were given back: the server's memory can be closed then."""
        while True:
            try:
                marks, _memory = self._running.popleft()
            except IndexError:
                return
            for mark in marks:
                mark.wait()

    # ---- steps, each by one thread at a time ----

    def _begin_round(self) -> None:
        count = len(self._gone)
        # By their places, because finalizers may append meanwhile.
        makers = {key: make for i in range(count) for key, make in self._gone[i][1].fences.items()}
        try:
            # Batches stay in their place meanwhile: an interrupt must not lose them.
            fences: Sequence[Fence] = [make() for make in makers.values()]
        except Exception:  # JAX has failed, and the user's next call of it says so.
            for _ in range(count):
                self._lose(*self._gone.popleft())
            return
        one = _Round([], fences)
        self._rounds.append(one)
        # One call, which no signal interrupts.
        one.batches.extend(islice(iter(self._gone.popleft, None), count))

    def _look(self) -> None:
        while self._rounds:
            batches, fences = self._rounds[0]
            try:
                if not all(fence.is_ready() for fence in fences):
                    return
                known = True
            except Exception:
                known = False
            while batches:
                number, gpu = batches.pop(0)
                if known:
                    self._end(number, gpu)
                else:
                    self._lose(number, gpu)
            self._rounds.popleft()

    def _look_at_running(self) -> None:
        while True:
            try:
                one = self._running.popleft()
            except IndexError:
                return
            if not all(mark.is_reached() for mark in one[0]):
                self._running.appendleft(one)
                return

    def _lose(self, number: int, gpu: GpuUse) -> None:
        """The server keeps the batch until this process ends."""
        _lost.append(gpu)
        self._give_back(number, None)

    def _end(self, number: int, gpu: GpuUse) -> None:
        """Gives a batch back that no fence holds: at once, or with the server's event behind the streams that use it."""
        tells = self._tells()
        try:
            marks = gpu.end(tells)
        except Capturing:
            self._gone.append((number, gpu))
            return
        except PipelineError:  # CUDA has failed.
            self._lose(number, gpu)
            return
        if marks:
            self._running.append((marks, gpu))
        self._give_back(number, tells and bool(marks))

    # ---- behind close() ----

    def go_on_alone(self) -> None:
        """Nobody calls tend() any more: from now on a thread does while a batch waits."""
        self._alone = True
        self._tend_alone()

    def _tend_alone(self) -> None:
        if not self._alone or not (self.waiting or self._running) or self._tended or _exit.now:
            return
        self._tended = True
        try:
            # threading.Thread.start() takes locks, which the code that a finalizer has interrupted may hold.
            _thread.start_new_thread(self._tend_all, ())
        except RuntimeError:
            self._tended = False  # The interpreter ends, and the server's process sees that.

    def _tend_all(self) -> None:
        _exit.threads.append(None)
        try:
            while (self.waiting or self._running) and not _exit.now:
                self.tend()
                time.sleep(LOOK_SECONDS if self._rounds else _IDLE_SECONDS)
        finally:
            _exit.threads.pop()
            self._tended = False
        # One may have come between the last look and this.
        self._tend_alone()


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
    """Called behind the import of a framework that has fences: functions of atexit run in the opposite order of that in which
    they came."""
    atexit.register(_exit.come)
