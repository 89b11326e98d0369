"""The host: a Node.js process that builds, runs and closes any number of pipelines for this process.

It is started when the first pipeline needs it, and again after it has died and in a process that was forked. It ends with this
process. ``_wire.py`` has the socket; this module has what is asked over it, and by whom.
"""

from __future__ import annotations

import itertools
import os
import socket
import threading
import time
import weakref
from queue import Empty, SimpleQueue
from threading import Lock, RLock
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .. import _messages as messages, _protocol as protocol
from .._batch import Batch, Lease, Output, OutputPlace
from .._errors import PenstockError, PipelineError, lied
from .._gpu import Exports, GpuUse
from .._messages import Check, Message
from .._node import find_package
from .._returns import LOOK_SECONDS, MAX_BEHIND, Returns
from .._segments import Mapping as Memory, Segments
from .._server import died, started
from .._tables import check_room
from . import _feeds, _host_protocol as host_protocol
from ._feeds import Feed, Room, Rooms
from ._wire import PIECE_SECONDS, Arrival, Wire

__all__ = ["Feed", "HostBatch", "HostedPipeline", "open_pipeline"]

_HELLO = 0
"""The number of the call that the host answers when it runs."""


class _Call:
    """A question to the host. ``unsent`` has its bytes until they are on their way."""

    __slots__ = ("number", "unsent", "answer", "bell", "abandoned")

    def __init__(self, number: int, message: Optional[Message]) -> None:
        self.number = number
        self.unsent = [] if message is None else [protocol.framed({**message, "id": number})]
        self.answer: Optional[Arrival] = None
        # Released when the answer has come, or when it is another thread's turn to read.
        self.bell = Lock()
        self.bell.acquire()
        # Nobody waits for the answer any more.
        self.abandoned = False

    def ring(self) -> None:
        try:
            self.bell.release()
        except RuntimeError:
            pass  # It rings already.

    def value(self, check: Check, what: str) -> Any:
        assert self.answer is not None
        message = self.answer.message
        if message["t"] == "refusal":
            raise PipelineError.from_info(message["error"])
        check(message["value"], what)
        return message["value"]


class Host:
    """The process and the connection to it. Any thread may call it."""

    def __init__(self) -> None:
        own, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with theirs:
                self.process = started(find_package(None, None), ["host", "--fd", str(theirs.fileno())], [theirs])
        except BaseException:
            own.close()
            raise
        self._wire = Wire(own, host_protocol.KINDS)
        self._calls: Dict[int, _Call] = {}
        self._numbers = itertools.count(1)
        self.pipelines = itertools.count(1)
        # Who may read, and who may write. A thread that an interrupt has kept from giving the right back has it still.
        self._reading = RLock()
        self._sending = RLock()
        # Copies of it are raised.
        self._failure: Optional[PenstockError] = None
        self._forked = False
        # Messages, and leases that have ended. None: the host has ended.
        self._outbox: SimpleQueue[Union[Message, Lease, None]] = SimpleQueue()
        # Of all batches that came and were not given back.
        self.held: Dict[int, Lease] = {}
        self.exports = Exports(lambda number: self._outbox.put({"t": "closed", "x": [number]}))
        self.returns = Returns(self.held, self._outbox.put, lambda: self._failure is None)
        # Whether there was ever a batch in GPU memory.
        self._uses_gpu = False
        self.rooms = Rooms(self._room)
        hello = self._calls[_HELLO] = _Call(_HELLO, None)
        _hosts.add(self)
        threading.Thread(target=self._give_back, name="penstock gives back", daemon=True).start()
        self.wait(hello)

    @property
    def is_alive(self) -> bool:
        return self._failure is None and not self._forked

    # ---- calls ----

    def call(self, message: Message) -> _Call:
        """A question that is not on its way before somebody waits for the answer."""
        made = _Call(next(self._numbers), message)
        self._calls[made.number] = made
        return made

    def ask(self, message: Message, check: Check = messages.anything) -> Any:
        """Asks, and waits for the answer."""
        call = self.call(message)
        try:
            self.wait(call)
        except BaseException:
            self.abandon(call)
            raise
        return call.value(check, message["t"])

    def post(self, message: Message) -> None:
        """Sends what has no answer."""
        self._check_process()
        self._send([protocol.framed(message)])

    def wait(self, call: _Call) -> Arrival:
        """Waits for the answer. An interrupt, which ends the wait, loses nothing: it can be waited for again."""
        self._check_process()
        self._send(call.unsent)
        while call.answer is None:
            if self._failure is not None:
                raise self._failure.again()
            piece = PIECE_SECONDS
            if self._uses_gpu and self.returns.waiting:
                # The batch that is waited for may need the memory of those that wait for the GPU.
                self.returns.tend()
                piece = LOOK_SECONDS
            self._read_or_wait(call, piece)
        return call.answer

    def abandon(self, call: _Call) -> None:
        """Nobody waits for the answer any more. If it is a batch, that is given back."""
        call.abandoned = True
        if call.unsent:
            self._calls.pop(call.number, None)
        elif call.answer is not None:
            self._return_unused(call.answer)

    def _send(self, unsent: List[bytes]) -> None:
        with self._sending:
            self._wire.put(unsent)
            while not self._wire.flush() and self._failure is None:
                pass

    def _read_or_wait(self, call: _Call, seconds: float) -> None:
        """One of the threads that wait reads, for all of them."""
        reading: Any = self._reading
        try:
            if reading.acquire(blocking=False):
                self._read(call, seconds)
            else:
                call.bell.acquire(timeout=seconds)
        finally:
            if reading._is_owned():
                reading.release()
                for other in list(self._calls.values()):
                    other.ring()

    def _read(self, call: _Call, seconds: float) -> None:
        wire = self._wire
        try:
            while call.answer is None:
                arrival = wire.arrival(seconds)
                if arrival is None:
                    if wire.ended:
                        self._fail(died(self.process))
                    return
                orphan = self._take(arrival)
                wire.dropped(arrival)
                if orphan:
                    self._return_unused(arrival)
        except PenstockError as error:
            # What cannot be true, or cannot be had, ends the connection.
            self._fail(error.again())

    def _take(self, arrival: Arrival) -> bool:
        """Deals with a message; doing it again changes nothing. True: nobody waits for it."""
        message = arrival.message
        kind = message["t"]
        if kind in ("reply", "refusal", "hello"):
            call = self._calls.get(message.get("id", _HELLO))
            if call is None or call.abandoned:
                self._calls.pop(message.get("id", _HELLO), None)
                return True
            call.answer = arrival
            call.ring()
            self._calls.pop(call.number, None)
        elif kind == "drop":
            self.exports.drop(message["x"])
        elif kind == "error":
            raise PipelineError.from_info(message["error"])
        return False

    def _return_unused(self, arrival: Arrival) -> None:
        for descriptor in arrival.descriptors:
            os.close(descriptor)
        value = arrival.message.get("value")
        if isinstance(value, dict) and "b" in value:
            self._outbox.put({"t": "free", "b": [value["b"]]})

    def _fail(self, failure: PenstockError) -> None:
        if self._failure is None:
            self._failure = failure
        self._wire.shut()
        self._outbox.put(None)
        for call in list(self._calls.values()):
            call.ring()

    def check_alive(self) -> None:
        """Raises ServerDied where the host has ended: its GPU memory is not valid any more."""
        if self._forked or self._failure is None and not self._wire.is_over:
            return
        if self._failure is None:
            self._fail(died(self.process))
        assert self._failure is not None
        raise self._failure.again()

    def _check_process(self) -> None:
        if self._forked:
            raise PipelineError(
                "UNSUPPORTED",
                "A pipeline that was built cannot be used in a process that was forked from its own",
                hint="Build the pipeline in the process that runs it",
            )

    # ---- batches ----

    def batch_of(self, arrival: Arrival, places: Sequence[OutputPlace], segments: Segments) -> Batch:
        """The batch that a pipeline has shared. Its end gives it back."""
        value: Message = arrival.message["value"]
        number, on_gpu = value["b"], value.get("g", ())
        batch = Batch({"iteration": 0, **value}, places, _mapped(value, arrival.descriptors, places, segments))
        for one in value.get("x", ()):
            self.exports.open(one)
        if any(part >= len(batch.mappings) for part, _event, _memory in on_gpu):
            raise lied("GPU memory of a part that the batch does not have", "that of its parts")
        if on_gpu:
            self._uses_gpu = True
            batch.gpu = GpuUse({part: self.exports.part(event, memory) for part, event, memory in on_gpu}, self.check_alive)
        self.held[number] = Lease(batch, self._let_go_of_gpu if on_gpu else self._outbox.put)
        return batch

    def _let_go_of_gpu(self, lease: Lease) -> None:
        if not self._forked:
            self.returns.let_go(lease)

    def keep_up(self) -> None:
        """Waits while the GPU is far behind: without that bound, a program that is ahead of it would take all memory."""
        if not self._uses_gpu:
            return
        self.returns.tend()
        while self.returns.behind >= MAX_BEHIND:
            time.sleep(LOOK_SECONDS)
            self.returns.tend()

    def _room(self, size: int, old: Optional[int]) -> Room:
        call = self.call({"t": "room", "bytes": size, **({} if old is None else {"old": old})})
        try:
            descriptors = self.wait(call).descriptors
        except BaseException:
            self.abandon(call)
            raise
        value = call.value(host_protocol.ROOM, "room")
        segments = Segments()
        if len(descriptors) != 1 or value["bytes"] < size:
            raise lied(f"a room of {value['bytes']} bytes with {len(descriptors)} descriptors", f"{size} bytes with one")
        return Room(value["room"], segments.map(value["room"], descriptors[0], value["bytes"]))

    # ---- the thread that gives back ----

    def _give_back(self) -> None:
        while self._give_some():
            pass
        # What this process has open is closed, and the host's process is no zombie.
        self.returns.wait_for_work()
        self.exports.clear()
        self.rooms.clear()
        with self._reading, self._sending:
            self._wire.close()
        self.process.wait()

    def _give_some(self) -> bool:
        """Waits for something to send; False when the host has ended. A function of its own, so that no variable refers to a batch
        meanwhile."""
        said: List[Message] = []
        freed: List[int] = []
        working: List[int] = []
        for one in self._from_outbox():
            if isinstance(one, Lease):
                works = self._end_of(one)
                if works is not None:
                    freed.append(one.number)
                if works:
                    working.append(one.number)
            elif one is None:
                return False
            else:
                said.append(one)
        if freed:
            said.append({"t": "free", "b": freed, **({"e": working} if working else {})})
        for message in said:
            self._send([protocol.framed(message)])
        if self._uses_gpu:
            self.returns.step(False)
        return True

    def _from_outbox(self) -> List[Union[Message, Lease, None]]:
        outbox = self._outbox
        try:
            found = [outbox.get(timeout=self.returns.pause(False) if self._uses_gpu else None)]
        except Empty:
            return []
        while not outbox.empty():
            found.append(outbox.get())
        return found

    def _end_of(self, lease: Lease) -> Optional[bool]:
        """Whether work on the GPU uses the batch until its event is reached; None: it is not given back, or was before."""
        if lease.number not in self.held:
            return None
        gpu = lease.gpu
        if gpu is not None and not gpu.has_ended:
            return None
        del self.held[lease.number]
        return False if gpu is None else self.returns.ended(gpu)

    def say(self, message: Message) -> None:
        """As post(), from a finalizer, which may run at any place of any thread."""
        self._outbox.put(message)

    # ---- forks ----

    def forked(self) -> None:
        """This is the copy of a host in a process that was forked from the host's own."""
        self._forked = True
        # A copy of the socket would keep the host from noticing that its process has ended.
        self._wire.close()


def _mapped(
    value: Message, descriptors: Sequence[int], places: Sequence[OutputPlace], segments: Segments
) -> Sequence[Memory]:
    """The memory of a batch's parts."""
    parts: List[Tuple[int, int]] = value["p"]
    if len(parts) <= max((place.part for place in places), default=0):
        raise lied(f"a batch of {len(parts)} parts", "those of the pipeline's outputs")
    made = []
    unused = list(descriptors)
    for segment, size in parts:
        mapping = segments.get(segment)
        if mapping is None or mapping.size < size:
            if not unused:
                raise lied("a batch in memory that is new", "its descriptor with it")
            mapping = segments.map(segment, unused.pop(0), size)
        check_room(mapping, value["n"])
        made.append(mapping)
    return made


class HostBatch:
    """The outputs of one batch. Its memory stays as long as this object or an array of it does.

    Attributes:
        count: number of samples.
        outputs: the outputs, in the pipeline's order.
    """

    __slots__ = ("batch", "count", "outputs")

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.count = batch.count
        self.outputs: List[Output] = batch.outputs()

    def source(self, sample: int) -> Dict[str, Any]:
        """Where a sample came from: ``source`` (path or name), ``index`` in the data set, ``epoch``."""
        return self.batch.source(sample)


class HostedPipeline:
    """A pipeline that the host runs. Its methods are those of the pipeline in TypeScript; what they raise is a PipelineError, or
    ServerDied. ``text``: what ``serialize()`` gives."""

    def __init__(self, text: str, functions: Mapping[int, Callable[..., Any]]) -> None:
        self._text = text
        self._functions = functions
        self._host: Optional[Host] = None
        self._number = 0
        self.facts: Message = {}
        self._places: List[OutputPlace] = []
        self._segments = Segments()
        # Calls that an interrupt may have kept from being answered: they are waited for by the next call of their kind.
        self._building: Optional[_Call] = None
        self._sharing: Optional[_Call] = None
        self._turn = RLock()
        # Batches that were shared and not released.
        self._shared = 0
        self._closed = False

    def build(self) -> Message:
        """Builds the pipeline; returns what is known of it."""
        with self._turn:
            self._check_open()
            if self.facts:
                return self.facts
            if self._host is None:
                host = the_host()
                self._number = next(host.pipelines)
                self._host = host
            if self._building is None:
                self._building = self._host.call({"t": "build", "p": self._number, "text": self._text})
            self._host.wait(self._building)
            call, self._building = self._building, None
            facts = call.value(host_protocol.FACTS, "the facts of a pipeline")
            self._places = [OutputPlace(o["part"], o["output"], o.get("name")) for o in facts["outputs"]]
            self.facts = facts
            return self.facts

    def schedule(self, feeds: Optional[Mapping[str, Sequence[Feed]]] = None) -> None:
        """Asks for one more batch, of the data that is given, and returns at once."""
        self._fed({"t": "schedule"}, feeds or {})

    def feed(self, name: str, feeds: Sequence[Feed]) -> None:
        """Queues one batch for an input: a Feed for each output of it."""
        self._fed({"t": "feed"}, {name: feeds})

    def _fed(self, message: Message, feeds: Mapping[str, Sequence[Feed]]) -> None:
        host = self._built()
        message["p"] = self._number
        if not feeds:
            host.ask(message)
            return
        size, inputs, copies = _feeds.layout_of(feeds)
        room = host.rooms.take(size)
        # A room that is not given back is lost until the host ends: after an interrupt the host may still read it.
        _feeds.write(copies, room.memory)
        try:
            host.ask({**message, "feeds": {"room": room.number, "inputs": inputs}})
        except PipelineError:
            host.rooms.give(room)
            raise
        host.rooms.give(room)

    def share(self) -> HostBatch:
        """Waits for the oldest scheduled batch. An interrupt leaves it to the next call."""
        with self._turn:
            host = self._built()
            host.keep_up()
            if self._sharing is None:
                self._sharing = host.call({"t": "share", "p": self._number})
            arrival = host.wait(self._sharing)
            try:
                self._sharing.value(host_protocol.BATCH, "a batch")
                batch = HostBatch(host.batch_of(arrival, self._places, self._segments))
            except PenstockError:
                self._sharing = None
                raise
            self._segments.tell_of_new()
            self._shared += 1
            self._sharing = None
            return batch

    def release(self) -> None:
        """Says that the oldest shared batch is used no more, so that another one can be scheduled. Its arrays stay valid."""
        host = self._built()
        if not self._shared:
            raise PipelineError("NOTHING_SHARED", "release() was called, but no outputs are shared", hint="Call share() first")
        host.post({"t": "release", "p": self._number})
        self._shared -= 1

    def reset(self) -> None:
        """Begins the next epoch; what was scheduled or fed is dropped."""
        self._built().ask({"t": "reset", "p": self._number})

    def checkpoint(self) -> str:
        """The position in the data, as text."""
        return str(self._ask("checkpoint"))

    def reader_meta(self) -> Message:
        """Facts about the data sets of the readers, by name."""
        return dict(self._ask("readerMeta"))

    def epoch_size(self) -> Dict[str, int]:
        """Number of samples in the data sets of the readers, by name."""
        return dict(self._ask("epochSize"))

    def statistics(self) -> Message:
        """The work and the waits of every stage and operator so far."""
        return dict(self._ask("statistics"))

    def executor_statistics(self) -> Message:
        """Memory of each operator's outputs, by the operator's name."""
        return dict(self._ask("executorStatistics"))

    def _ask(self, what: str) -> Any:
        return self._built().ask({"t": "ask", "p": self._number, "what": what}, host_protocol.ANSWERS[what])

    def close(self) -> None:
        """Ends the pipeline's threads. Arrays that are held stay valid. A second call does nothing."""
        if self._closed:
            return
        self._closed = True
        host = self._host
        if host is None or not host.is_alive:
            return
        try:
            host.ask({"t": "close", "p": self._number})
        except PenstockError:
            pass  # The host has ended, and the pipeline with it.
        self._dropped(host)

    def _dropped(self, host: Host) -> None:
        sharing, self._sharing = self._sharing, None
        if sharing is not None:
            host.abandon(sharing)
        self._segments.clear()

    def _built(self) -> Host:
        self._check_open()
        if not self.facts:
            self.build()
        assert self._host is not None
        return self._host

    def _check_open(self) -> None:
        if self._closed:
            raise PipelineError("PIPELINE_CLOSED", "The pipeline is closed")

    def __del__(self) -> None:
        host = getattr(self, "_host", None)
        if host is None or self._closed or not host.is_alive:
            return
        self._closed = True
        # A finalizer must not wait, and no call is made for the answer.
        host.say({"t": "close", "id": next(host._numbers), "p": self._number})
        self._dropped(host)


def open_pipeline(text: str, *, functions: Optional[Mapping[int, Callable[..., Any]]] = None) -> HostedPipeline:
    """A pipeline of a text from ``serialize()``. It is built by the first call that needs it."""
    return HostedPipeline(text, functions or {})


_hosts: weakref.WeakSet[Host] = weakref.WeakSet()
_current: Optional[Host] = None
_starting = RLock()


def the_host() -> Host:
    """The host of this process, which is started where there is none that lives."""
    global _current
    with _starting:
        if _current is None or not _current.is_alive:
            _current = Host()
        return _current


def _after_fork() -> None:
    global _current, _starting
    for host in list(_hosts):
        host.forked()
    _current, _starting = None, RLock()


os.register_at_fork(after_in_child=_after_fork)
