"""The worker processes of a pipeline's parallel external sources."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from collections import deque
from contextlib import suppress
from multiprocessing import connection as mp_connection, spawn
from typing import Any, Deque, Dict, List, NamedTuple, Sequence, Tuple

from . import _alias
from ._pool_memory import Blocks
from ._pool_worker import Job, command, forked, receive, send, unpickled
from ._sources import Group, SourceKind
from .pickling import CallbackPickler

END_SECONDS = 5.0


class _Part(NamedTuple):
    """A task: its number, and the worker that has it."""

    number: int
    worker: int


class Pool:
    """Worker processes. They run until ``close()``.

    Args:
        groups: the sources.
        workers: how many processes.
        start_method: ``"fork"``: they begin with this process' memory; ``"spawn"``: they are new processes, and callbacks are pickled.
        pickler: the pipeline's ``py_callback_pickler``.
    """

    def __init__(self, groups: Sequence[Group], workers: int, start_method: str, pickler: Any) -> None:
        self._groups = list(groups)
        self._connections: List[Any] = []
        self._memory: List[Blocks] = []
        # A batch that is being used, one that is being made, and those that wait.
        self._blocks = 2 + sum(max(1, group.prefetch_queue_depth) for group in groups)
        self._processes: List[Any] = []
        self._count = 0
        # Batches that were asked for, in their order, by source; and answers that came before they were waited for.
        self._ahead: Dict[int, Deque[Tuple[int, List[_Part]]]] = {id(group): deque() for group in groups}
        self._answers: Dict[int, Tuple[str, Any]] = {}
        self._dropped: set[int] = set()
        jobs = [Job(group.source, group.batch_info) for group in groups if group.source is not None]
        try:
            if start_method == "fork":
                self._fork(jobs, workers)
            else:
                self._spawn(jobs, workers, CallbackPickler(pickler))
        except BaseException:
            self.close()
            raise

    def _fork(self, jobs: Sequence[Job], workers: int) -> None:
        context = multiprocessing.get_context("fork")
        for _ in range(workers):
            own, theirs = multiprocessing.Pipe()
            self._connections.append(own)
            descriptors = self._new_memory().descriptors
            process = context.Process(target=forked, args=(theirs, descriptors, list(self._connections), jobs), daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)

    def _spawn(self, jobs: Sequence[Job], workers: int, pickler: CallbackPickler) -> None:
        given = [(pickler.dumps(job.source.source), job.source.cycle, job.batch_info) for job in jobs]
        preparation = spawn.get_preparation_data("penstock worker")
        preparation.pop("authkey", None)
        for _ in range(workers):
            own, theirs = multiprocessing.Pipe()
            self._connections.append(own)
            self._processes.append(_Spawned(theirs, self._new_memory().descriptors))
            theirs.close()
            send(own, (_alias.installed(), preparation))
            send(own, (pickler.loads, pickler.loads_arguments, given))

    def _new_memory(self) -> Blocks:
        self._memory.append(Blocks(self._blocks))
        return self._memory[-1]

    def pids(self) -> List[int]:
        return [process.pid for process in self._processes]

    # ---- batches ----

    def next_batch(self, group: Group, batch_size: int, epoch: int) -> List[Any]:
        """The next batch: one for each output. Raises StopIteration at the end, and Exception for what a callback raised."""
        ahead = self._ahead[id(group)]
        while len(ahead) < max(1, group.prefetch_queue_depth):
            iteration = ahead[-1][0] + 1 if ahead else group.iteration
            ahead.append((iteration, self._ask(group, iteration, batch_size, epoch)))
        _, parts = ahead.popleft()
        answers = [self._wait(part) for part in parts]
        for kind, value in answers:
            if kind == "error":
                raise unpickled(value)
        if any(kind == "end" for kind, _ in answers):
            self.reset(group)
            group.reset()
            raise StopIteration
        item = answers[0][1] if group.batch else [sample for _, samples in answers for sample in samples]
        return group.took(item, batch_size)

    def reset(self, group: Group) -> None:
        """Drops what was asked for ahead."""
        ahead = self._ahead[id(group)]
        self._dropped.update(part.number for _, parts in ahead for part in parts if self._answers.pop(part.number, None) is None)
        ahead.clear()

    def _ask(self, group: Group, iteration: int, batch_size: int, epoch: int) -> List[_Part]:
        assert group.source is not None
        workers = len(self._connections)
        number = self._groups.index(group)
        if group.source.kind is not SourceKind.CALLABLE:
            # Its items have an order: one process has it.
            return [self._send(number % workers, number, epoch, None)]
        if group.batch:
            return [self._send((number + iteration) % workers, number, epoch, iteration)]
        step = -(-batch_size // workers)
        first = iteration * batch_size
        return [
            self._send(worker, number, epoch, (first + place, place, min(step, batch_size - place), iteration))
            for worker, place in enumerate(range(0, batch_size, step))
        ]

    def _send(self, worker: int, source: int, epoch: int, what: Any) -> _Part:
        self._count += 1
        try:
            send(self._connections[worker], (self._count, source, epoch, what, self._memory[worker].freed()))
        except OSError:
            raise self._died(worker) from None
        return _Part(self._count, worker)

    def _wait(self, part: _Part) -> Tuple[str, Any]:
        while part.number not in self._answers:
            try:
                number, kind, value = receive(self._connections[part.worker], self._memory[part.worker])
            except (EOFError, OSError):
                raise self._died(part.worker) from None
            if number in self._dropped:
                self._dropped.discard(number)
            else:
                self._answers[number] = (kind, value)
        return self._answers.pop(part.number)

    def _died(self, worker: int) -> RuntimeError:
        process = self._processes[worker]
        process.join(END_SECONDS)
        return RuntimeError(f"The worker process {process.pid} of an external source has ended: exit code {process.exitcode}")

    def close(self) -> None:
        """Ends the processes."""
        for connection in self._connections:
            # A process that was forked later may hold the other end too: closing it alone says nothing.
            with suppress(OSError):
                send(connection, None)
            connection.close()
        for process in self._processes:
            process.join(END_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()
        for memory in self._memory:
            memory.close()
        self._processes, self._connections, self._memory = [], [], []


class _Spawned:
    """A new process, with the methods of multiprocessing's."""

    def __init__(self, connection: mp_connection.Connection, descriptors: Sequence[int]) -> None:
        sys.stdout.flush()
        descriptor = connection.fileno()
        self._process = subprocess.Popen(command(descriptor, descriptors), pass_fds=[descriptor, *descriptors], stdin=subprocess.DEVNULL)
        self.pid = self._process.pid

    def join(self, seconds: Any = None) -> None:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            pass

    def is_alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self._process.kill()

    @property
    def exitcode(self) -> Any:
        return self._process.poll()
