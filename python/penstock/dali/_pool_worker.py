"""A worker process of parallel external sources: it runs their callbacks, and sends what they give.

A task is ``(number, source, epoch, what, freed)``: ``freed`` are the blocks of ``_pool_memory.py`` that are used no more, and ``what`` is a batch's number, ``(sample, place, count, iteration)`` for so many samples of a
batch, or None for the next item of an iterable. The answer is ``(number, kind, value)``: kind is ok, end or error.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._foreign import lies_on_gpu
from ._pool_memory import Blocks, Writer, Written
from ._sources import Source, SourceKind
from .tensors import TensorCPU, TensorListCPU
from .types import BatchInfo, SampleInfo

PARENT_SECONDS = 1.0


class Job(NamedTuple):
    """A source as a worker needs it."""

    source: Source
    batch_info: bool


def send(connection: Connection, message: Any, memory: Optional[Writer] = None) -> None:
    """Sends a message; the bytes of its arrays go as they are, or through ``memory``."""
    made: List[pickle.PickleBuffer] = []
    content = pickle.dumps(message, protocol=5, buffer_callback=made.append)
    buffers = [buffer.raw() for buffer in made]
    written = memory.write(buffers) if memory else None
    left = [] if written else buffers
    connection.send_bytes(pickle.dumps((len(left), written, content)))
    for buffer in left:
        connection.send_bytes(buffer)


def receive(connection: Connection, memory: Optional[Blocks] = None) -> Any:
    left, written, content = pickle.loads(connection.recv_bytes())
    buffers: List[Any] = [connection.recv_bytes() for _ in range(left)]
    if written:
        assert memory is not None
        buffers = memory.read(Written(*written))
    return pickle.loads(content, buffers=buffers)


def serve(connection: Connection, descriptors: Sequence[int], jobs: Sequence[Job]) -> None:
    """Runs tasks until None comes, the other side closes the connection, or its process has ended. ``descriptors``: of its blocks."""
    memory = Writer(descriptors)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = os.getppid()
    answers: SimpleQueue[Any] = SimpleQueue()
    # Batches are made while those before them wait to be taken.
    threading.Thread(target=_send_all, args=(connection, answers, memory), daemon=True).start()
    ended: Dict[int, int] = {}
    while True:
        while not connection.poll(PARENT_SECONDS):
            if os.getppid() != parent:
                return
        try:
            task = receive(connection)
        except (EOFError, OSError):
            return
        if task is None:
            return
        number, source, epoch, what, freed = task
        memory.free(freed)
        answers.put((number, *_answer(jobs[source], source, epoch, what, ended)))


def _send_all(connection: Connection, answers: SimpleQueue[Any], memory: Writer) -> None:
    try:
        while True:
            send(connection, answers.get(), memory)
    except OSError:
        os._exit(0)


def _answer(job: Job, number: int, epoch: int, what: Any, ended: Dict[int, int]) -> Tuple[str, Any]:
    """``ended``: the last epoch of each source whose end has come; what was asked for ahead in it gets the end again."""
    try:
        if ended.get(number) == epoch:
            return "end", None
        return "ok", _asked(job, epoch, what)
    except StopIteration:
        if job.source.kind is not SourceKind.CALLABLE:
            ended[number] = epoch
        return "end", None
    except Exception as error:
        text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            return "error", (text, None)
        return "error", (text, error)


def _asked(job: Job, epoch: int, what: Any) -> Any:
    if what is None:
        return plain(job.source.next())
    if isinstance(what, int):
        return plain(job.source.next(BatchInfo(what, epoch) if job.batch_info else what))
    sample, place, count, iteration = what
    return [plain(job.source.next(SampleInfo(sample + i, place + i, iteration, epoch))) for i in range(count)]


def plain(item: Any) -> Any:
    """Tensors as arrays of numpy, in the lists and tuples that they came in."""
    if isinstance(item, (list, tuple)):
        return type(item)(plain(one) for one in item) if type(item) in (list, tuple) else [plain(one) for one in item]
    if isinstance(item, TensorListCPU):
        return [plain(item.at(i)) for i in range(len(item))]
    if lies_on_gpu(item):
        raise TypeError(
            f"Expected data in host memory of a parallel source but received a {type(item).__module__}.{type(item).__qualname__} in GPU memory: "
            "worker processes have no GPU. Use parallel=False, or give arrays in host memory"
        )
    if isinstance(item, TensorCPU) or not hasattr(item, "detach"):
        return np.ascontiguousarray(item) if np.ndim(item) else np.asarray(item)
    return np.ascontiguousarray(item.detach().numpy())


# ---- how it begins ----


def forked(connection: Connection, descriptors: Sequence[int], others: Sequence[Connection], jobs: Sequence[Job]) -> None:
    """In a process that was forked. ``others``: the parent's ends of connections, which would keep them open."""
    for other in others:
        other.close()
    serve(connection, descriptors, jobs)


def spawned(descriptor: int, descriptors: Sequence[int]) -> None:
    """In a new process. It gets the parent's main module, as multiprocessing's processes do, and the pickled callbacks."""
    from multiprocessing import spawn

    connection = Connection(descriptor)
    aliased, preparation = receive(connection)
    if aliased:
        from ._alias import install

        install()
    spawn.prepare(preparation)
    loads, arguments, given = receive(connection)
    jobs = []
    for data, cycle, batch_info in given:
        jobs.append(Job(Source(loads(data, **arguments), cycle or None), batch_info))
    serve(connection, descriptors, jobs)


def command(descriptor: int, descriptors: Sequence[int]) -> List[str]:
    """What starts ``spawned()``."""
    code = f"import sys; sys.path[:] = {sys.path!r}; from penstock.dali._pool_worker import spawned; spawned({descriptor}, {list(descriptors)})"
    return [sys.executable, "-c", code]


def unpickled(error: Optional[Tuple[str, Any]]) -> Exception:
    """What a callback has raised, as it is raised here."""
    assert error is not None
    text, cause = error
    made = Exception(f"Exception traceback received from worker process:\n\n{text}")
    made.__cause__ = cause
    return made
