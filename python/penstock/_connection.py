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
import struct
import threading
import time
import weakref
from collections import deque
from typing import Any, Callable, Deque, Dict, List, NamedTuple, Optional, Sequence, Set, Tuple, Union

from . import _abi as abi
from ._batch import Batch, Lease, OutputPlace
from ._errors import PenstockError, PipelineError, ServerDied, closed
from ._gpu import Exports, GpuUse
from ._returns import LOOK_SECONDS, MOST_BEHIND, Returns
from ._segments import Mapping, Segments

PROTOCOL_VERSION = 3
"""Must be that of src/bridge/protocol.ts."""

_LENGTH = struct.Struct("<I")
# A trainer's turn leaves little of this package in the processor's caches, so what runs for each batch calls as little as it can: a
# hand-over of which all is cold takes many times as long. So the messages of each hand-over have fixed places; all others are JSON.
# A batch in host memory, behind its length: mark, parts, samples, epoch, iteration, number; then for each part its segment and the bytes to map.
_BATCH_MARK = 1
_BATCH = struct.Struct("<HHIIQQ")
_PART = struct.Struct("<QQ")
# A message about one batch with its length: the length, mark, number of the batch.
_ABOUT = struct.Struct("<IHQ")
_ABOUT_BYTES, _TAKE_MARK, _FREE_MARK = 10, 2, 3
_RECEIVE_BYTES = 1 << 16
_MOST_DESCRIPTORS = 64
# A signal that comes between Python's last look for one and the system call does not interrupt the call, and its handler
# would run at the end of a wait that may have none. So a wait is made of pieces of this length.
_PIECE_SECONDS = 0.25
_CONTROL_BYTES = socket.CMSG_SPACE(_MOST_DESCRIPTORS * 4)
_RECEIVE_FLAGS = int(socket.MSG_CMSG_CLOEXEC) | int(socket.MSG_DONTWAIT)
_SEND_FLAGS = int(socket.MSG_DONTWAIT) | int(socket.MSG_NOSIGNAL)

Message = Dict[str, Any]


class Handed(NamedTuple):
    """A batch that the server has handed over, or with no number the end of an epoch. ``gpu``: its parts in GPU memory, as the message
    has them."""

    iteration: int
    number: Optional[int]
    samples: int = 0
    epoch: int = 0
    mappings: Sequence[Mapping] = ()
    gpu: Sequence[Any] = ()


def _encode(message: Message) -> bytes:
    text = json.dumps(message, separators=(",", ":")).encode()
    return _LENGTH.pack(len(text)) + text


class Connection:
    """One consumer of a server. ``died`` makes the error for a server that has ended unasked; ``private``: the server is for this
    connection alone."""

    def __init__(self, connected: socket.socket, died: Callable[[], PenstockError], private: bool) -> None:
        self._socket = connected
        self._readable = select.poll()
        self._readable.register(connected, select.POLLIN)
        self._end = select.poll()
        self._end.register(connected, select.POLLRDHUP)
        self._died = died
        # The server ends with this connection, and leaves batches that are held alone. Another server would use their
        # memory again.
        self._private = private
        # This process was forked from the connection's own: the batches are its parent's.
        self._forked = False
        self.segments = Segments()
        self.exports = Exports(self._closed_export)
        self.facts: Message = {}
        self._places: List[OutputPlace] = []
        # Received and not yet read as messages.
        self._buffer = memoryview(bytearray(_RECEIVE_BYTES))
        self._buffers = [self._buffer]
        self._rest = bytearray()
        self._descriptors: Deque[int] = deque()
        # Received messages, by who waits for them. Whose claim stands in the dict reads the socket; the others sleep until
        # there are news.
        self._claims: Dict[None, object] = {}
        self._news = threading.Condition()
        self._sleepers = 0
        self._intact = True
        self._batches: Deque[Handed] = deque()
        self._replies: Dict[int, Message] = {}
        self._calls = 0
        # Copies of it are raised.
        self._failure: Optional[PenstockError] = None
        # To be sent. Batches are given back by finalizers, which may run at any place of any thread, also of one that is
        # sending: they only append, and send if no other call does.
        self._sending = threading.Lock()
        self._outbox: Deque[bytes] = deque()
        self._freed: Deque[Tuple[int, bool]] = deque()
        self._closed_exports: Deque[int] = deque()
        # Batches that are held, and those of them in GPU memory. Finalizers change them, so they are changed by single
        # operations only.
        self._held: Set[int] = set()
        # It refers to what the batches have open here, which the garbage collector must not take before they are given back.
        self._on_gpu: Dict[int, GpuUse] = {}
        # Whether there was ever a batch in GPU memory.
        self._uses_gpu = False
        self.returns = Returns(self._give_back, lambda: not isinstance(self._failure, ServerDied))
        self._closing = False
        _connections.add(self)

    # ---- sending ----

    def send(self, message: Message) -> None:
        self._check_process()
        self._outbox.append(_encode(message))
        self._flush()

    def _free(self, batch: int, gpu: Optional[GpuUse] = None) -> None:
        if self._forked:
            return
        if gpu is not None:
            self.returns.let_go(batch, gpu)
            return
        self._freed.append((batch, False))
        self._held.discard(batch)
        self._flush()
        if self._closing and not self._keeps:
            self._drop()

    def _give_back(self, batch: int, working: Optional[bool]) -> None:
        """``working``: work on the GPU uses the batch until its event is reached; None: it is not given back."""
        if working is not None:
            self._freed.append((batch, working))
        self._held.discard(batch)
        self._on_gpu.pop(batch, None)
        self._flush()
        if not self._on_gpu:
            _lingering.discard(self)
        if self._closing and not self._keeps:
            self._drop()

    @property
    def _keeps(self) -> bool:
        """Whether something is held that ends with the socket: what a server uses again, or what is its process's."""
        return bool(self._on_gpu if self._private else self._held)

    @property
    def lingers(self) -> bool:
        """Whether close() was called, and what is held keeps the connection and the server."""
        return self._closing and self._keeps

    def _closed_export(self, number: int) -> None:
        self._closed_exports.append(number)
        self._flush()

    def _flush(self) -> None:
        while (self._freed or self._outbox or self._closed_exports) and self._sending.acquire(False):
            try:
                if not self._send_waiting():
                    return
            finally:
                self._sending.release()

    def _send_waiting(self) -> bool:
        """Sends what waits. False: the socket takes nothing more now; the next call of send() goes on."""
        outbox = self._outbox
        freed, working = [], []
        while self._freed:
            batch, works = self._freed.popleft()
            freed.append(batch)
            if works:
                working.append(batch)
        if working:
            outbox.append(_encode({"t": "free", "b": freed, "e": working}))
        else:
            outbox.extend([_ABOUT.pack(_ABOUT_BYTES, _FREE_MARK, batch) for batch in freed])
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
                sent = self._socket.send(data, _SEND_FLAGS)
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
        claim = object()
        while not ready():
            if self._failure is not None:
                # What was received before it comes first.
                if ready():
                    break
                raise self._failure.again()
            piece = _PIECE_SECONDS
            if deadline is not None:
                piece = min(piece, deadline - time.monotonic())
                if piece <= 0:
                    return False
            if self._uses_gpu and self.returns.waiting:
                # The batch that is waited for may need the memory of those that wait for the GPU.
                piece = min(piece, LOOK_SECONDS)
            try:
                # An interrupt at any place leaves no claim behind.
                if self._claims.setdefault(None, claim) is claim:
                    self._receive(piece)
                else:
                    self._sleep(ready, piece)
            finally:
                self._end_claim(claim)
        return True

    def _end_claim(self, claim: object) -> None:
        if self._claims.get(None) is claim:
            del self._claims[None]
            if self._sleepers:
                with self._news:
                    self._news.notify_all()

    def _look(self) -> bool:
        """Takes in what is there already, as wait() does, but by as little code as possible. False: nothing is."""
        if self._forked:
            return False
        claim = object()
        try:
            return self._claims.setdefault(None, claim) is claim and self._read()
        finally:
            self._end_claim(claim)

    def _sleep(self, ready: Callable[[], Any], timeout: float) -> None:
        """Until the thread that reads the socket has received something."""
        with self._news:
            self._sleepers += 1
            try:
                # That thread looks for sleepers behind its claim's end.
                if self._claims and not ready():
                    self._news.wait(timeout)
            finally:
                self._sleepers -= 1

    def _receive(self, timeout: float) -> None:
        """Takes in what is there, or what comes within ``timeout``."""
        if self._uses_gpu:
            self.returns.tend()
        self._flush()
        # Ctrl-C interrupts the wait, and nothing is lost.
        if not self._read() and self._readable.poll(timeout * 1000):
            self._read()

    def _read(self) -> bool:
        """Takes in what is there. False: nothing is."""
        if not self._intact:
            raise PipelineError("ABORTED", "A message of the server was lost to an interrupt", hint="Make a new loader")
        self._intact = False
        came = self._take_in()
        self._intact = True
        return came

    def _take_in(self) -> bool:
        try:
            count, control, _flags, _address = self._socket.recvmsg_into(self._buffers, _CONTROL_BYTES, _RECEIVE_FLAGS)
        except BlockingIOError:
            return False
        except OSError:
            count, control = 0, []
        for level, kind, payload in control:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                descriptors = array.array("i")
                descriptors.frombytes(payload[: len(payload) - len(payload) % descriptors.itemsize])
                self._descriptors.extend(descriptors)
        if not count:
            self._fail(self._died() if self._failure is None else self._failure)
            return True
        data: Union[memoryview, bytearray] = self._buffer
        if self._rest:
            self._rest += data[:count]
            data, count = self._rest, len(self._rest)
        at = 0
        while count >= at + _LENGTH.size:
            (length,) = _LENGTH.unpack_from(data, at)
            begin = at + _LENGTH.size
            if count < begin + length:
                break
            at = begin + length
            if data[begin] == _BATCH_MARK:
                self._take_batch(data, begin)
            else:
                self._take(json.loads(bytes(data[begin:at])))
        if at < count or self._rest:
            self._rest = bytearray(data[at:count])
        return True

    def _take_batch(self, data: Union[memoryview, bytearray], at: int) -> None:
        """Sorts a batch in; maps the memory that comes with it."""
        _mark, parts, count, epoch, iteration, number = _BATCH.unpack_from(data, at)
        begin = at + _BATCH.size
        mappings = [self._mapped(*_PART.unpack_from(data, begin + i * _PART.size)) for i in range(parts)]
        self._batches.append(Handed(iteration, number, count, epoch, mappings))

    def _mapped(self, segment: int, size: int) -> Mapping:
        mapping = self.segments.get(segment)
        if mapping is not None and mapping.size >= size:
            return mapping
        return self.segments.map(segment, self._descriptors.popleft(), size)

    def _fail(self, failure: PenstockError) -> None:
        with self._news:
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
            self._batches.append(
                Handed(message["iteration"], message["b"], message["n"], message["e"], mappings, message["g"])
            )
        elif kind == "end":
            self._batches.append(Handed(message["iteration"], None))
        elif kind == "drop":
            self.exports.drop(message["x"])
        elif kind in ("reply", "refusal"):
            with self._news:
                self._replies[message["id"]] = message
        elif kind == "error":
            self._fail(PipelineError.from_info(message["error"]))
        elif kind == "hello":
            self._check_hello(message)
            self._places = [OutputPlace(o["part"], o["output"], o.get("name")) for o in message["outputs"]]
            self.facts = message

    def _check_hello(self, message: Message) -> None:
        if message.get("version") == PROTOCOL_VERSION and message.get("abi") == abi.HASH:
            return
        raise PipelineError(
            "NATIVE_UNAVAILABLE",
            f"The server's penstock-data has another memory layout ({message.get('abi')}) than this penstock ({abi.HASH})",
            hint="Install the Python package and the npm package of one version",
        )

    # ---- what a loader calls ----

    def hello(self, deadline: Optional[float]) -> None:
        """Waits until the server has built the pipeline."""
        if not self.wait(lambda: bool(self.facts), deadline):
            raise PipelineError("STALLED", "The server has not built the pipeline in time", hint="Raise start_timeout")

    def begin(self, iteration: int) -> None:
        """Begins an epoch; its batches carry the number ``iteration``."""
        self.send({"t": "begin", "iteration": iteration})

    def next_batch(self, iteration: int) -> Optional[Batch]:
        """The next batch of the epoch; None at its end."""
        batches = self._batches
        while True:
            if self._outbox:
                self._flush()
            if self._uses_gpu:
                self.returns.tend()
                if self.returns.behind >= MOST_BEHIND:
                    # Without this bound, a consumer that is ahead of its GPU would take all memory.
                    time.sleep(LOOK_SECONDS)
                    continue
            if not batches and not (self._look() and batches):
                self.wait(batches.__len__)
            try:
                its, number, count, epoch, mappings, on_gpu = batches.popleft()
            except IndexError:
                continue  # Another thread was faster.
            if number is None:
                if its == iteration:
                    return None
                continue
            if its != iteration:
                # It was under way when its epoch was left.
                self._free(number)
                continue
            # It is sent when the batch before it is given back, which a loop does next, or with the next wait.
            self._outbox.append(_ABOUT.pack(_ABOUT_BYTES, _TAKE_MARK, number))
            self._held.add(number)
            gpu = None
            if on_gpu:
                self._uses_gpu = True
                parts = {part: self.exports.part(event, memory) for part, event, memory in on_gpu}
                gpu = self._on_gpu[number] = GpuUse(parts, self.check_alive)
            return Batch(number, count, epoch, mappings, Lease(number, mappings, self._free, gpu), self._places)

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
        self._flush()
        if self._keeps and not isinstance(self._failure, ServerDied):
            # The server keeps what is held as long as the socket is open.
            self.send({"t": "leave"})
            self._closing = True
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
        self._batches.clear()

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
        connection._socket.close()


os.register_at_fork(after_in_child=_after_fork)
__all__ = ["Connection", "ServerDied"]
