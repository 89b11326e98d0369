"""The connection to a server: messages, shared memory, and batches that are given back.

Any thread may call it. One thread at a time reads the socket, for itself and for the others; batches are given back by
whichever thread lets go of the last array.
"""

from __future__ import annotations

import array
import json
import os
import select
import socket
import threading
import time
import weakref
from collections import deque
from typing import Any, Callable, Deque, Dict, List, NamedTuple, Optional, Sequence, Set, Tuple, Union

from . import _abi as abi, _protocol as protocol
from ._batch import Batch, OutputPlace
from ._errors import PenstockError, PipelineError, ServerDied, closed
from ._gpu import Exports, GpuUse
from ._returns import LOOK_SECONDS, MOST_BEHIND, Returns
from ._segments import Mapping, Segments

_RECEIVE_BYTES = 1 << 16

Message = Dict[str, Any]


class Handed(NamedTuple):
    """A batch that the server has handed over, or with no number the end of an epoch. ``gpu``: its parts in GPU memory, as the message
    has them; ``form``: as Batch has it."""

    iteration: int
    number: Optional[int]
    samples: int = 0
    epoch: int = 0
    mappings: Sequence[Mapping] = ()
    gpu: Sequence[Any] = ()
    form: Optional[bytes] = None


def _encode(message: Message) -> bytes:
    text = json.dumps(message, separators=(",", ":")).encode()
    return protocol.LENGTH.pack(len(text)) + text


class Connection:
    """One consumer of a server. ``died`` makes the error for a server that has ended unasked; ``private``: the server is for this
    connection alone."""

    # An attribute of a class with slots is one line of the processor's caches, where one in a dict is several.
    __slots__ = (
        "common", "iteration", "lost", "plain", "known", "receive", "poll", "reading", "batches", "outbox", "asked", "held", "sending", "send_bytes",
        "sleepers", "closing", "segments", "places", "exports", "facts", "returns", "_socket", "_end", "_died", "_private",
        "_forked", "_buffer", "_receive_into", "_rest", "_expects", "_begun", "_descriptors", "_news", "_replies", "_calls", "_failure", "_freed", "_closed_exports", "_on_gpu", "_uses_gpu",
        "__weakref__",
    )  # fmt: skip

    def __init__(self, connected: socket.socket, died: Callable[[], PenstockError], private: bool) -> None:
        self._socket = connected
        # What LoaderIterator and Batch do of the hand-over themselves, they do while this is true: host memory, and nothing has failed, ended or
        # is being closed.
        self.common = True
        # The loop's number of the epoch that it takes part in; 0: none.
        self.iteration = 0
        self.receive = connected.recv
        self._receive_into = connected.recvmsg_into
        self.send_bytes = connected.send
        readable = select.poll()
        readable.register(connected, select.POLLIN)
        self.poll = readable.poll
        self._end = select.poll()
        self._end.register(connected, select.POLLRDHUP)
        self._died = died
        # The server ends with this connection, and leaves batches that are held alone. Another server would use their
        # memory again.
        self._private = private
        # This process was forked from the connection's own: the batches are its parent's.
        self._forked = False
        self.segments = Segments()
        self.known = self.segments.known
        self.exports = Exports(self._closed_export)
        self.facts: Message = {}
        self.places: List[OutputPlace] = []
        # Received and not yet read as messages.
        self._buffer = memoryview(bytearray(_RECEIVE_BYTES))
        self._rest = bytearray()
        # Whether a message with descriptors was announced. Before the answer none comes.
        self._expects = False
        # Whether a batch of the iteration has come: those of one before do not come any more.
        self._begun = False
        # What comes next begins a message without descriptors, and if it is a batch, then of the iteration.
        self.plain = False
        self._descriptors: Deque[int] = deque()
        # A list of one thing, which who reads the socket takes out: taking it and giving it back cost a third of what a lock costs that has
        # left the caches. The others sleep until there are news.
        self.reading: List[None] = [None]
        self._news = threading.Condition()
        self.sleepers = 0
        # Whether an interrupt came while messages were received or sent, or a batch was taken from those that are there: a message may be
        # missing, and the next batch may never be asked for.
        self.lost = False
        self.batches: Deque[Handed] = deque()
        self._replies: Dict[int, Message] = {}
        self._calls = 0
        # Copies of it are raised.
        self._failure: Optional[PenstockError] = None
        # To be sent. Batches are given back by finalizers, which may run at any place of any thread, also of one that is
        # sending: they only append, and send if no other call does.
        # As `reading`, for who sends.
        self.sending: List[None] = [None]
        self.outbox: Deque[bytes] = deque()
        # The batch behind which another one is to be asked for. Who reads sets it where there is none, and who is sending takes it.
        self.asked: Optional[bytes] = None
        self._freed: Deque[Tuple[int, bool]] = deque()
        self._closed_exports: Deque[int] = deque()
        # Batches that are held, and those of them in GPU memory. Finalizers change them, so they are changed by single
        # operations only.
        self.held: Set[bytes] = set()
        # It refers to what the batches have open here, which the garbage collector must not take before they are given back.
        self._on_gpu: Dict[int, GpuUse] = {}
        # Whether there was ever a batch in GPU memory.
        self._uses_gpu = False
        self.returns = Returns(self._give_back, lambda: not isinstance(self._failure, ServerDied))
        self.closing = False
        _connections.add(self)

    # ---- sending ----

    def send(self, message: Message) -> None:
        self._check_process()
        self.outbox.append(_encode(message))
        self.flush()

    def free(self, batch: int, gpu: Optional[GpuUse] = None) -> None:
        if self._forked:
            return
        if gpu is not None:
            self.returns.let_go(batch, gpu)
            return
        raw = protocol.number_bytes(batch)
        self.outbox.append(protocol.FREE + raw)
        self.held.discard(raw)
        self.flush()
        self.drop_if_unused()

    def _give_back(self, batch: int, working: Optional[bool]) -> None:
        """``working``: work on the GPU uses the batch until its event is reached; None: it is not given back."""
        if working is not None:
            self._freed.append((batch, working))
        self.held.discard(protocol.number_bytes(batch))
        self._on_gpu.pop(batch, None)
        self.flush()
        if not self._on_gpu:
            _lingering.discard(self)
        self.drop_if_unused()

    def drop_if_unused(self) -> None:
        """After a batch was given back: the last one ends a connection that is being closed."""
        if self.closing and not self._keeps:
            self._drop()

    @property
    def _keeps(self) -> bool:
        """Whether something is held that ends with the socket: what a server uses again, or what is its process's."""
        return bool(self._on_gpu if self._private else self.held)

    @property
    def lingers(self) -> bool:
        """Whether close() was called, and what is held keeps the connection and the server."""
        return self.closing and self._keeps

    def _closed_export(self, number: int) -> None:
        self._closed_exports.append(number)
        self.flush()

    def flush(self) -> None:
        """Sends what waits, unless another call does."""
        while self.outbox or self.asked is not None or self._freed or self._closed_exports:
            try:
                try:
                    self.sending.pop()
                except IndexError:
                    return
                all_sent = self.send_waiting()
                self.sending.append(None)
            except BaseException:
                self.lose(self.sending)
                raise
            if not all_sent:
                return

    def lose(self, right: Optional[List[None]] = None) -> None:
        """An interrupt came, and nobody knows what it has lost. ``right``: what this thread may have taken out, the right to send or to read."""
        self.lost, self.common = True, False
        # Others find out with it that something is lost, and close() has something to say.
        if right is not None and not right:
            right.append(None)

    def send_waiting(self) -> bool:
        """Sends what waits. False: the socket takes nothing more now; the next call of send() goes on."""
        outbox, asked = self.outbox, self.asked
        if asked is not None:
            self.asked = None
            outbox.append(protocol.TAKE + asked)
        freed, working = [], []
        while self._freed:
            batch, works = self._freed.popleft()
            freed.append(batch)
            if works:
                working.append(batch)
        if working:
            outbox.append(_encode({"t": "free", "b": freed, "e": working}))
        else:
            outbox.extend([protocol.FREE + protocol.number_bytes(batch) for batch in freed])
        if self._closed_exports:
            ended = []
            while self._closed_exports:
                ended.append(self._closed_exports.popleft())
            outbox.append(_encode({"t": "closed", "x": ended}))
        while outbox:
            # One call for all of them, which wakes the server once.
            data = outbox.popleft()
            while outbox:
                data += outbox.popleft()
            try:
                sent = self.send_bytes(data, protocol.SEND_FLAGS)
            except BlockingIOError:
                sent = 0
            except OSError:
                # The server has ended; whoever waits for a message learns why.
                outbox.clear()
                return False
            if sent < len(data):
                outbox.appendleft(data[sent:])
                return False
        return True

    # ---- receiving ----

    def wait(self, ready: Callable[[], Any], deadline: Optional[float] = None) -> bool:
        """Receives until ``ready()``. False: ``deadline`` (of time.monotonic()) has passed before. Raises the failure of
        the server where nothing that is ready came before it."""
        self._check_process()
        while not ready():
            if self._failure is not None:
                # What was received before it comes first.
                if ready():
                    break
                raise self._failure.again()
            piece = protocol.PIECE_SECONDS
            if deadline is not None:
                piece = min(piece, deadline - time.monotonic())
                if piece <= 0:
                    return False
            if self._uses_gpu and self.returns.waiting:
                # The batch that is waited for may need the memory of those that wait for the GPU.
                piece = min(piece, LOOK_SECONDS)
            if self._read_by(self._receive, piece) is None:
                self._sleep(ready, piece)
        return True

    def readable(self, timeout: float) -> bool:
        """Whether something can be received within ``timeout``. False also where another thread reads."""
        return bool(self._read_by(self.poll, timeout * 1000))

    def _read_by(self, read: Callable[..., Any], *arguments: Any) -> Any:
        """What a call gives that waits for the socket or reads it. None: another thread does."""
        reading, taken = self.reading, False
        try:
            try:
                reading.pop()
            except IndexError:
                return None
            taken = True
            return read(*arguments)
        except BaseException:
            if not taken:
                self.lose(reading)
            raise
        finally:
            # No call in front of it that an interrupt could come behind.
            if taken:
                reading.append(None)
                self.wake()

    def wake(self) -> None:
        """Those who wait for what another one has received, or for its end."""
        if self.sleepers:
            with self._news:
                self._news.notify_all()

    def _look(self) -> bool:
        """Takes in what is there already, as wait() does, but by as little code as possible. False: nothing is."""
        if self._forked:
            return False
        return bool(self._read_by(self._read))

    def _sleep(self, ready: Callable[[], Any], timeout: float) -> None:
        """Until the thread that reads the socket has received something."""
        with self._news:
            self.sleepers += 1
            try:
                # That thread looks for sleepers when it does not read any more.
                if not self.reading and not ready():
                    self._news.wait(timeout)
            finally:
                self.sleepers -= 1

    def _receive(self, timeout: float) -> bool:
        """Takes in what is there, or what comes within ``timeout``. False: nothing is."""
        if self._uses_gpu:
            self.returns.tend()
        self.flush()
        # Ctrl-C interrupts the wait, and nothing is lost.
        return self._read() or bool(self.poll(timeout * 1000)) and self._read()

    def _read(self) -> bool:
        """Takes in what is there. False: nothing is."""
        if self.lost:
            raise PipelineError("ABORTED", "A message of the server was lost to an interrupt", hint="Make a new loader")
        try:
            return self._take_in()
        except BaseException:
            self.lose()
            raise

    def _take_in(self) -> bool:
        try:
            count, control, _flags, _address = self._receive_into([self._buffer], protocol.CONTROL_BYTES, protocol.CONTROL_FLAGS)
        except BlockingIOError:
            return False
        except OSError:
            count, control = 0, []
        self.sort_in(self._buffer[:count], control)
        return True

    def sort_in(self, data: Union[bytes, bytearray, memoryview], control: Sequence[Tuple[int, int, bytes]] = ()) -> None:
        """Sorts in what was received."""
        for level, kind, payload in control:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                descriptors = array.array("i")
                descriptors.frombytes(payload[: len(payload) - len(payload) % descriptors.itemsize])
                self._descriptors.extend(descriptors)
                self._expects = False
        count = len(data)
        if not count:
            self._fail(self._died() if self._failure is None else self._failure)
            return
        if self._rest:
            self._rest += data
            data, count = self._rest, len(self._rest)
        at = 0
        while count >= at + protocol.LENGTH.size:
            (length,) = protocol.LENGTH.unpack_from(data, at)
            begin = at + protocol.LENGTH.size
            if count < begin + length:
                break
            at = begin + length
            if data[begin] == protocol.BATCH_MARK:
                self._take_batch(data, begin)
            else:
                self._take(json.loads(bytes(data[begin:at])))
        if at < count or self._rest:
            self._rest = bytearray(data[at:count])
        self.plain = self._begun and not self._rest and not self._expects

    def _take_batch(self, data: Union[bytes, bytearray, memoryview], at: int) -> None:
        """Sorts a batch in; maps the memory that comes with it."""
        _mark, parts, iteration, number, epoch, count, form = protocol.BATCH.unpack_from(data, at)
        begin = at + protocol.BATCH.size
        end = begin + parts * protocol.PART.size
        mappings = [self._mapped(*part) for part in protocol.PART.iter_unpack(data[begin:end])]
        alike = bytes(data[at - protocol.LENGTH.size : end][protocol.ALIKE]) if form else None
        self._begun = iteration == self.iteration
        self.batches.append(Handed(iteration, number, count, epoch, mappings, form=alike))

    def _mapped(self, segment: int, size: int) -> Mapping:
        mapping = self.segments.get(segment)
        if mapping is not None and mapping.size >= size:
            return mapping
        return self.segments.map(segment, self._descriptors.popleft(), size)

    def _fail(self, failure: PenstockError) -> None:
        with self._news:
            self.common = False
            if self._failure is None:
                self._failure = failure

    def _take(self, message: Message) -> None:
        """Sorts a message in that is JSON: all but batches in host memory."""
        kind = message["t"]
        if kind == "batch":
            mappings = [self._mapped(segment, size) for segment, _used, size in message["p"]]
            try:
                for one in message.get("x", ()):
                    self.exports.open(one)
            except PipelineError as error:
                self._fail(error)
                return
            self.batches.append(
                Handed(message["iteration"], message["b"], message["n"], message["e"], mappings, message["g"])
            )
        elif kind == "end":
            self.batches.append(Handed(message["iteration"], None))
        elif kind == "drop":
            self.exports.drop(message["x"])
        elif kind == "descriptors":
            # Until they have come, nothing is received without them. The answer goes with the next wait.
            self._expects = True
            self.outbox.append(_encode(message))
        elif kind in ("reply", "refusal"):
            with self._news:
                self._replies[message["id"]] = message
        elif kind == "error":
            self._fail(PipelineError.from_info(message["error"]))
        elif kind == "hello":
            self._check_hello(message)
            self.places = [OutputPlace(o["part"], o["output"], o.get("name")) for o in message["outputs"]]
            self.facts = message

    def _check_hello(self, message: Message) -> None:
        if message.get("version") == protocol.VERSION and message.get("abi") == abi.HASH:
            return
        raise PipelineError(
            "NATIVE_UNAVAILABLE",
            f"The server's penstock-data has protocol {message.get('version')} and memory layout {message.get('abi')}, "
            f"but this penstock has {protocol.VERSION} and {abi.HASH}",
            hint="Install the Python package and the npm package of one version",
        )

    # ---- what a loader calls ----

    def hello(self, deadline: Optional[float]) -> None:
        """Waits until the server has built the pipeline."""
        if not self.wait(lambda: bool(self.facts), deadline):
            raise PipelineError("STALLED", "The server has not built the pipeline in time", hint="Raise start_timeout")

    def begin(self, iteration: int) -> None:
        """Begins an epoch; its batches carry the number ``iteration``."""
        self._begun = self.plain = False
        self.iteration = iteration
        self.send({"t": "begin", "iteration": iteration})

    def next_batch(self, iteration: int) -> Optional[Batch]:
        """The next batch of the epoch; None at its end."""
        batches = self.batches
        while True:
            if self.outbox or self.asked is not None:
                self.flush()
            if self._uses_gpu:
                self.returns.tend()
                if self.returns.behind >= MOST_BEHIND:
                    # Without this bound, a consumer that is ahead of its GPU would take all memory.
                    time.sleep(LOOK_SECONDS)
                    continue
            if not batches and not (self._look() and batches):
                self.wait(batches.__len__)
            try:
                try:
                    its, number, count, epoch, mappings, on_gpu, form = batches.popleft()
                except IndexError:
                    continue  # Another thread was faster.
                if number is None:
                    if its == iteration:
                        # Other threads may wait for it as well. The next iteration throws it away.
                        batches.appendleft(Handed(its, None))
                        return None
                elif its == iteration:
                    return self._batch_of(number, count, epoch, mappings, on_gpu, form)
                else:
                    # It was under way when its epoch was left.
                    self.free(number)
            except BaseException:
                self.lose()
                raise

    def _batch_of(
        self, number: int, count: int, epoch: int, mappings: Sequence[Mapping], on_gpu: Sequence[Any], form: Optional[bytes]
    ) -> Batch:
        """A batch that was handed over; asks for the one behind it."""
        # It is sent when the batch before it is given back, which a loop does next, or with the next wait.
        raw = protocol.number_bytes(number)
        self.outbox.append(protocol.TAKE + raw)
        batch = Batch()
        batch.gpu = None
        batch.mappings, batch.count, batch.form = mappings, count, form
        batch.raw, batch.raw_epoch = raw, epoch.to_bytes(4, "little")
        if on_gpu:
            self._uses_gpu = True
            self.common = False
            parts = {part: self.exports.part(event, memory) for part, event, memory in on_gpu}
            batch.gpu = self._on_gpu[number] = GpuUse(parts, self.check_alive)
        # Its end gives it back, also where an interrupt comes behind this.
        batch.connection = self
        self.held.add(raw)
        return batch

    def check_alive(self) -> None:
        """Raises ServerDied where the server has ended: its GPU memory is not valid any more."""
        if isinstance(self._failure, ServerDied):
            raise self._failure.again()
        if self._forked or not self._end.poll(0):
            return
        died = self._died()
        self._fail(died)
        raise died.again()

    def leave(self) -> None:
        """Leaves the epoch: what was handed over and not taken is given back."""
        self.iteration = 0
        self.send({"t": "leave"})

    def call(self, name: str) -> Any:
        """Asks the server; returns its answer."""
        with self._news:
            self._calls += 1
            number = self._calls
        self.send({"t": "call", "id": number, "name": name})
        self.wait(lambda: number in self._replies)
        with self._news:
            reply = self._replies.pop(number)
        if reply["t"] == "refusal":
            raise PipelineError.from_info(reply["error"])
        return reply["value"]

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
        self.flush()
        if self._keeps and not isinstance(self._failure, ServerDied):
            # The server keeps what is held as long as the socket is open.
            self.send({"t": "leave"})
            self.closing = True
            if self._keeps:
                self._linger()
                return
        self._drop()
        # Of a server that has died.
        self._linger()

    def _linger(self) -> None:
        """Arrays that are held are let go of when no loader refers to this object any more."""
        if self._on_gpu:
            _lingering.add(self)
        self.returns.go_on_alone()

    def _drop(self) -> None:
        """Closes the descriptors of this process."""
        # Before the server frees what this process has open.
        self.returns.wait_for_work()
        self.exports.clear()
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()
        while self._descriptors:
            os.close(self._descriptors.popleft())
        self.segments.clear()
        self.batches.clear()

    def _check_process(self) -> None:
        if self._forked:
            raise PipelineError(
                "UNSUPPORTED",
                "A loader that was started cannot be used in a process that was forked from its own",
                hint="Make the loader in the process that iterates over it",
            )


_connections: weakref.WeakSet[Connection] = weakref.WeakSet()
# Those that were closed while batches in GPU memory were held: the garbage collector must not take their memory first.
_lingering: Set[Connection] = set()


def _after_fork() -> None:
    # A copy of the socket would keep the server from noticing that the parent has ended.
    for connection in list(_connections):
        connection._forked = True
        connection.common = False
        connection._socket.close()


os.register_at_fork(after_in_child=_after_fork)
__all__ = ["Connection", "ServerDied"]
