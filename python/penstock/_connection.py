"""The connection to a server: messages, shared memory, and batches that are given back.

Any thread may call it. One thread of its own receives, another one sends. Python delivers interrupts to the main thread, so neither
loses a message. What other threads do is a single operation on a queue, or can be done again.
"""

from __future__ import annotations

import array
import itertools
import os
import select
import socket
import struct
import threading
import time
import weakref
from collections import deque
from queue import SimpleQueue
from threading import Lock, RLock
from typing import Any, Callable, Deque, Dict, List, Optional, Sequence, Tuple, Union

from . import _messages as messages, _protocol as protocol
from ._batch import Batch, Lease, OutputPlace
from ._errors import PenstockError, PipelineError, ServerDied, closed, lied
from ._gpu import Exports, GpuUse
from ._messages import Message
from ._returns import LOOK_SECONDS, MAX_BEHIND, Returns, take_all
from ._segments import Mapping, Segments
from ._tables import check_room

# A signal that comes between Python's last look for one and the system call does not interrupt the call, and its handler
# would run at the end of a wait that may have none. So a wait is made of pieces of this length.
_PIECE_SECONDS = 0.25
# After this many seconds a send looks whether the connection is being closed.
_SEND_SECONDS = 1


class End:
    """The end of an epoch, in place of a batch."""

    def __init__(self, iteration: int) -> None:
        self.iteration = iteration


class Connection:
    """One consumer of a server. ``died`` makes the error for a server that has ended unasked; ``private``: the server is for this
    connection alone, ends with it, and leaves batches that are held alone. Another server would use their memory again."""

    def __init__(self, connected: socket.socket, died: Callable[[], PenstockError], private: bool) -> None:
        connected.settimeout(None)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("@ll", _SEND_SECONDS, 0))
        self._socket = connected
        self._over = select.poll()
        self._over.register(connected, select.POLLRDHUP)
        self._died = died
        self._private = private
        # This process was forked from the connection's own: the batches are its parent's.
        self._forked = False
        # The loop's number of the epoch that it takes part in; 0: none.
        self.iteration = 0
        self.facts: Message = {}
        # Of the last epoch that has begun, where epochs are counted.
        self.epoch: Message = {}
        self.places: List[OutputPlace] = []
        self.segments = Segments()
        self.exports = Exports(lambda number: self._outbox.put({"t": "closed", "x": [number]}))
        # What has come and is not taken, and who may take it: a thread that an interrupt has kept from giving the right back has it still.
        self.batches: Deque[Union[Batch, End]] = deque()
        self.turn = RLock()
        self._calls = itertools.count(1)
        # Where the answers to calls go.
        self._answers: Dict[int, List[Message]] = {}
        # Copies of it are raised.
        self._failure: Optional[PenstockError] = None
        # Locks that are released when something has come. Each belongs to one wait.
        self._bells: List[Any] = []
        # Messages, and leases that have ended. None: close() was called.
        self._outbox: SimpleQueue[Union[Message, Lease, None]] = SimpleQueue()
        # Of all batches that came and were not given back.
        self.held: Dict[int, Lease] = {}
        self.returns = Returns(self.held, self._outbox.put, lambda: not self._ended)
        # Whether there was ever a batch in GPU memory.
        self._uses_gpu = False
        # The server has ended.
        self._ended = False
        self._closing = False
        # Of the threads that receive and send, which nothing interrupts: what was received is sorted in.
        self._sorting = Lock()
        # close() has done what it does while batches are held.
        self._settled = False
        # Received with messages that were not read yet.
        self._descriptors: Deque[int] = deque()
        _connections.add(self)
        self._receiver = threading.Thread(target=self._receive_all, name="penstock receives", daemon=True)
        self._sender = threading.Thread(target=self._send_all, name="penstock sends", daemon=True)
        self._receiver.start()
        self._sender.start()

    # ---- waiting ----

    def wait(self, ready: Callable[[], Any], deadline: Optional[float] = None) -> bool:
        """Waits until ``ready()``. False: ``deadline`` (of time.monotonic()) has passed before. Raises the failure of the server
        where nothing that is ready came before it."""
        self._check_process()
        bell: Any = None
        while not ready():
            if bell is None:
                # It is there before the next look, so that no news come between.
                bell = Lock()
                bell.acquire()
                self._bells.append(bell)
                continue
            if self._failure is not None:
                # What was received before it comes first.
                if ready():
                    break
                raise self._failure.again()
            piece = _PIECE_SECONDS if deadline is None else min(_PIECE_SECONDS, deadline - time.monotonic())
            if piece <= 0:
                return False
            if self._uses_gpu and self.returns.waiting:
                # The batch that is waited for may need the memory of those that wait for the GPU.
                self.returns.tend()
                piece = min(piece, LOOK_SECONDS)
            if bell.acquire(timeout=piece):
                bell = None
        return True

    def _ring(self) -> None:
        try:
            while True:
                self._bells.pop().release()
        except IndexError:
            pass

    def _fail(self, failure: PenstockError) -> None:
        if self._failure is None:
            self._failure = failure
        self._ring()

    def check_alive(self) -> None:
        """Raises ServerDied where the server has ended: its GPU memory is not valid any more."""
        if self._forked or not self._over.poll(0):
            return
        self._fail(self._died())
        if isinstance(self._failure, ServerDied):
            raise self._failure.again()

    # ---- the thread that receives ----

    def _receive_all(self) -> None:
        rest = bytearray()
        while not self._ended:
            try:
                data, control, flags, _address = self._socket.recvmsg(
                    protocol.RECEIVE_BYTES, protocol.CONTROL_BYTES, protocol.RECEIVE_FLAGS
                )
            except OSError:
                data, control, flags = b"", [], 0
            try:
                self._take_descriptors(control, bool(flags & socket.MSG_CTRUNC))
                rest += data
                with self._sorting:
                    self._sort_in(rest)
            except Exception as error:
                # What cannot be true, or cannot be had, ends the connection. An error that was raised refers to frames, and so to
                # batches in their variables.
                wrong = error.again() if isinstance(error, PenstockError) else PipelineError("INTERNAL", f"A message cannot be taken: {error!r}")
                self._fail(wrong)
                return
            if not data:
                self._ended = True
                self._fail(self._died() if self._failure is None else self._failure)
            self._ring()

    def _take_descriptors(self, control: Sequence[Tuple[int, int, bytes]], truncated: bool) -> None:
        """``truncated``: descriptors came for which this process has no room."""
        for level, kind, payload in control:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                descriptors = array.array("i")
                descriptors.frombytes(payload[: len(payload) - len(payload) % descriptors.itemsize])
                self._descriptors.extend(descriptors)
        if truncated:
            raise PipelineError(
                "OUT_OF_MEMORY",
                "This process has no room for the descriptor of a batch's memory",
                hint="Let go of arrays, or raise its limit of open files (ulimit -n)",
            )
        if len(self._descriptors) > protocol.MAX_DESCRIPTORS:
            raise lied(f"{len(self._descriptors)} descriptors without batches", f"at most {protocol.MAX_DESCRIPTORS}")

    def _sort_in(self, rest: bytearray) -> None:
        for message in messages.split(rest):
            self._take(message)

    def _take(self, message: Message) -> None:
        kind = message["t"]
        if kind == "batch":
            self._hand(self._batch_of(message))
        elif kind == "epoch":
            self.epoch = message
        elif kind == "end":
            self._hand(End(message["iteration"]))
        elif kind == "drop":
            self.exports.drop(message["x"])
        elif kind in ("reply", "refusal"):
            answer = self._answers.pop(message["id"], None)
            if answer is None:
                raise lied(f"an answer to call {message['id']}", "one to a call that was made")
            answer.append(message)
        elif kind == "error":
            self._fail(PipelineError.from_info(message["error"]))
        elif kind == "hello":
            if self.facts:
                raise lied("`hello` twice", "it once")
            self.places = [OutputPlace(o["part"], o["output"], o.get("name")) for o in message["outputs"]]
            self.facts = message

    def _batch_of(self, message: Message) -> Batch:
        """A batch that was handed over. Its end gives it back."""
        number, on_gpu = message["b"], message.get("g", ())
        batch = Batch(message, self.places, self._mapped(message["p"], message["n"]))
        for one in message.get("x", ()):
            self.exports.open(one)
        if any(part >= len(batch.mappings) for part, _event, _memory in on_gpu):
            raise lied("GPU memory of a part that the batch does not have", "that of its parts")
        if on_gpu:
            self._uses_gpu = True
            batch.gpu = GpuUse({part: self.exports.part(event, memory) for part, event, memory in on_gpu}, self.check_alive)
        if number in self.held:
            raise lied(f"batch {number} twice", "it once")
        self.held[number] = Lease(batch, self._let_go_of_gpu if on_gpu else self._outbox.put)
        return batch

    def _let_go_of_gpu(self, lease: Lease) -> None:
        if not self._forked:
            self.returns.let_go(lease)

    def _mapped(self, parts: Sequence[Tuple[int, int]], samples: int) -> Sequence[Mapping]:
        """The mappings of a batch's parts: of their segments, with the parts' bytes."""
        if not self.facts or len(parts) <= max((place.part for place in self.places), default=0):
            raise lied(f"a batch of {len(parts)} parts", "those of the outputs of `hello`")
        made = []
        for segment, size in parts:
            mapping = self.segments.get(segment)
            if mapping is None or mapping.size < size:
                if not self._descriptors:
                    raise lied("a batch in memory that is new", "its descriptor with it")
                mapping = self.segments.map(segment, self._descriptors.popleft(), size)
            check_room(mapping, samples)
            made.append(mapping)
        return made

    def _hand(self, one: Union[Batch, End]) -> None:
        """One more that can be taken."""
        if len(self.batches) >= protocol.MAX_UNREAD:
            raise lied(f"more than {protocol.MAX_UNREAD} batches", "as many as were asked for")
        if not self._closing:
            self.batches.append(one)

    # ---- the thread that sends ----

    def _send_all(self) -> None:
        while not (self._closing and not self._keeps):
            self._send_some()
        # Before the server frees what this process has open.
        self.returns.wait_for_work()
        self.exports.clear()
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._receiver.join()
        self._socket.close()
        while self._descriptors:
            os.close(self._descriptors.popleft())
        self.segments.clear()
        self.batches.clear()
        self._settled = True

    def _send_some(self) -> None:
        """Waits for something to send. A function of its own, so that no variable refers to a batch meanwhile."""
        said: List[Message] = []
        found = take_all(self._outbox, self.returns.pause(self._closing) if self._uses_gpu else None)
        for one in found:
            if isinstance(one, Lease):
                continue
            if one is not None:
                said.append(one)
            elif not self._closing:
                said.append({"t": "leave"})
                with self._sorting:
                    self._closing = True
                    self.batches.clear()
        said += self.returns.message_of(one for one in found if isinstance(one, Lease))
        self._send(b"".join(map(protocol.framed, said)))
        if self._uses_gpu:
            self.returns.step(self._closing)
        if self._closing:
            # Leases of batches that were not taken have ended by now, and are in the outbox.
            with self._sorting:
                self._settled = self._outbox.empty() and self._keeps

    def _send(self, data: bytes) -> None:
        while data and not self._ended:
            try:
                data = data[self._socket.send(data, protocol.SEND_FLAGS) :]
            except BlockingIOError:
                if self._failure is not None:
                    return
            except OSError:
                # The server has ended; the threads that wait for a message learn why.
                return

    @property
    def _keeps(self) -> bool:
        """Whether something is held that ends with the socket: what a server uses again, or what is its process's."""
        if self._private or self._ended:
            return any(lease.gpu is not None for lease in list(self.held.values()))
        return bool(self.held)

    @property
    def lingers(self) -> bool:
        """Whether close() was called, and what is held keeps the connection and the server, or this thread does."""
        return self._closing and not self._ended and self._keeps or self._is_own_thread

    @property
    def _is_own_thread(self) -> bool:
        """The garbage collector may end a loader in any thread."""
        return threading.current_thread() in (self._receiver, self._sender)

    # ---- what a loader calls ----

    def send(self, message: Message) -> None:
        self._check_process()
        self._outbox.put(message)

    def hello(self, deadline: Optional[float]) -> None:
        """Waits until the server has built the pipeline."""
        if not self.wait(lambda: bool(self.facts), deadline):
            raise PipelineError("STALLED", "The server has not built the pipeline in time", hint="Raise start_timeout")

    def begin(self, iteration: int) -> None:
        """Begins an epoch; its batches carry the number ``iteration``."""
        self._go_to(iteration, {"t": "begin", "iteration": iteration})

    def leave(self) -> None:
        """Leaves the epoch: what was handed over and not taken is given back."""
        self._go_to(0, {"t": "leave"})

    def _go_to(self, iteration: int, message: Message) -> None:
        self._check_process()
        self.iteration = iteration
        self.batches.clear()
        self._ring()
        self.send(message)

    def next_batch(self, iteration: int) -> Optional[Batch]:
        """The next batch of the epoch, which stays the next one until took(); None at its end, or when the loop is in another."""
        batches = self.batches
        while True:
            if self._uses_gpu:
                self.returns.tend()
                if self.returns.behind >= MAX_BEHIND:
                    # Without this bound, a consumer that is ahead of its GPU would take all memory.
                    time.sleep(LOOK_SECONDS)
                    continue
            self.wait(lambda: batches or self.iteration != iteration)
            if self.iteration != iteration:
                return None
            try:
                one = batches[0]
                if one.iteration != iteration:
                    # It was under way when its epoch was left.
                    batches.remove(one)
                    continue
            except (IndexError, ValueError):
                continue  # Another thread has left the epoch.
            if isinstance(one, End):
                return None
            self.segments.tell_of_new()
            return one

    def took(self, batch: Batch) -> None:
        """Asks for another batch after the one that is taken. The next call does what an interrupt leaves out."""
        self._outbox.put({"t": "take", "b": batch.number})
        try:
            self.batches.remove(batch)
        except ValueError:
            pass  # Another thread has left the epoch.

    def call(self, name: str, **more: int) -> Any:
        """Asks the server; returns its answer. ``more``: what the question has beside its name."""
        number = next(self._calls)
        answer: List[Message] = []
        self._answers[number] = answer
        self.send({"t": "call", "id": number, "name": name, **more})
        self.wait(lambda: answer)
        if answer[0]["t"] == "refusal":
            raise PipelineError.from_info(answer[0]["error"])
        return messages.answer_of(name, answer[0]["value"])

    # ---- end ----

    def finish(self) -> None:
        """Waits for JAX's work on what was let go of. In front of close(), which finalizers call too."""
        if not self._forked:
            self.returns.finish()

    def close(self) -> None:
        """Ends the connection. Arrays that are held stay valid."""
        self._fail(closed())
        if self._forked:
            return
        self._outbox.put(None)
        while not (self._settled or self._is_own_thread) and self._sender.is_alive():
            time.sleep(LOOK_SECONDS)

    def _check_process(self) -> None:
        if self._forked:
            raise PipelineError(
                "UNSUPPORTED",
                "A loader that was started cannot be used in a process that was forked from its own",
                hint="Make the loader in the process that iterates over it",
            )


_connections: weakref.WeakSet[Connection] = weakref.WeakSet()


def _after_fork() -> None:
    # A copy of the socket would keep the server from noticing that the parent has ended.
    for connection in list(_connections):
        connection._forked = True
        connection._socket.close()


os.register_at_fork(after_in_child=_after_fork)
__all__ = ["Connection", "ServerDied"]
