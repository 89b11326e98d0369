"""The host's process, and what is asked of it by which thread. ``_wire.py`` has the socket, ``_host.py`` the pipelines.

The process is started when the first pipeline needs it, and again after it has died and in a process that was forked. It ends with this
process.
"""

from __future__ import annotations

import itertools
import os
import socket
import threading
import time
import weakref
from collections import deque
from queue import SimpleQueue
from threading import Lock, RLock
from typing import Any, Deque, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .. import _messages as messages, _protocol as protocol
from .._batch import Batch, Lease, OutputPlace
from .._errors import PenstockError, PipelineError, lied
from .._gpu import Exports, GpuUse
from .._messages import Check, Message
from .._node import find_package
from .._returns import LOOK_SECONDS, MAX_BEHIND, Returns, take_all
from .._segments import Mapping as Memory, Segments
from .._server import died, started
from .._tables import check_room
from . import _host_protocol as host_protocol
from ._functions import Functions
from ._rooms import Room
from ._wire import PIECE_SECONDS, Arrival, Wire

_LOOK_SECONDS = 0.05
"""After this time a batch that has ended is given back, also where this process sends nothing else."""
_HELLO = 0
"""The number of the call that the host answers when it runs."""


class Call:
    """A question to the host. ``unsent`` has its bytes until they are on their way."""

    __slots__ = ("number", "unsent", "answer", "batch", "bell")

    def __init__(self, number: int, message: Optional[Message]) -> None:
        self.number = number
        self.unsent = [] if message is None else [protocol.framed({**message, "id": number})]
        self.answer: Optional[Arrival] = None
        # What batch_of() has made of the answer: an interrupt must not end it before it is given to the user.
        self.batch: Optional[Batch] = None
        # Released when the answer has come, or when it is another thread's turn to read.
        self.bell = Lock()
        self.bell.acquire()

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
        own_calls, their_calls = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with theirs, their_calls:
                arguments = ["host", "--fd", str(theirs.fileno()), "--calls", str(their_calls.fileno())]
                self.process = started(find_package(None, None), arguments, [theirs, their_calls])
        except BaseException:
            own.close()
            own_calls.close()
            raise
        self._wire = Wire(own, host_protocol.KINDS)
        self._calls_wire = Wire(own_calls, host_protocol.CALLS)
        self._calls: Dict[int, Call] = {}
        self.numbers = itertools.count(1)
        self.pipelines = itertools.count(1)
        # Who may read, and who may write. A thread that an interrupt has kept from giving the right back has it still.
        self._reading = RLock()
        self._sending = RLock()
        # Copies of it are raised.
        self._failure: Optional[PenstockError] = None
        self._forked = False
        # Leases of batches in host memory that have ended, and those whose message is on its way. They go with the next message; the
        # thread that gives back looks for what is left.
        self._ended: Deque[Lease] = deque()
        self._freeing: Optional[Tuple[Tuple[Lease, ...], List[bytes]]] = None
        # Messages, and other leases that have ended. None: the host has ended.
        self._outbox: SimpleQueue[Union[Message, Lease, None]] = SimpleQueue()
        # Of all batches that came and were not given back.
        self.held: Dict[int, Lease] = {}
        self.exports = Exports(lambda number: self._outbox.put({"t": "closed", "x": [number]}))
        self.returns = Returns(self.held, self._outbox.put, lambda: self._failure is None)
        # Whether there was ever a batch in GPU memory.
        self._uses_gpu = False
        self.functions = Functions(self._calls_wire, self._fail)
        self.values = Segments()
        """The memory of values of imperative mode."""
        # All rooms, so that none is garbage while a pipeline has it: in a cycle, a room would end before the pipeline gives it back.
        self._all_rooms: List[Room] = []
        # Memory for feeds that none uses at present.
        self._rooms: Deque[Room] = deque()
        # Rooms by the number of the call after which none uses them.
        self._used: Dict[int, Sequence[Room]] = {}
        self._hello = self._calls[_HELLO] = Call(_HELLO, None)
        _hosts.add(self)
        threading.Thread(target=self._give_back, name="penstock gives back", daemon=True).start()

    @property
    def is_alive(self) -> bool:
        return self._failure is None and not self._forked

    # ---- calls ----

    def call(self, message: Message) -> Call:
        """A question that is not on its way before somebody waits for the answer."""
        return Call(next(self.numbers), message)

    def ask(self, message: Message, check: Check = messages.anything) -> Any:
        """Asks, and waits for the answer."""
        call = self.call(message)
        self.wait_for(call)
        return call.value(check, message["t"])

    def wait_for(self, call: Call) -> None:
        """As wait(), for a call that is not waited for again after an interrupt."""
        try:
            self.wait(call)
        except BaseException:
            self.abandon(call)
            raise

    def post(self, unsent: List[bytes], at_once: bool = True) -> None:
        """Sends a message that has no answer, and takes it out of its list. Without ``at_once`` it goes with the next message."""
        self._check_process()
        self._send(unsent, at_once)

    def begin(self, call: Call) -> None:
        """Has the question go with the next message."""
        self._check_process()
        if call.unsent:
            self._calls[call.number] = call
        self._send(call.unsent, at_once=False)

    def wait(self, call: Call) -> Arrival:
        """Waits for the answer. An interrupt, which ends the wait, loses nothing: it can be waited for again."""
        self._check_process()
        if call.unsent:
            self._calls[call.number] = call
        elif call.answer is None and not self._wire.has_unsent:
            # What has come already needs no message: which batches have ended is said with the next one.
            self._read_or_wait(call, 0)
        if call.answer is None or self._wire.has_unsent:
            # Also what an interrupt has left half sent.
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

    def abandon(self, call: Call) -> None:
        """Nobody waits for the answer any more. If it is a batch, that is given back."""
        waits = self._calls.pop(call.number, None)
        if call.batch is not None:
            # It has the memory of the answer, and its end gives it back.
            call.batch = None
        elif waits is None and call.answer is not None:
            self._return_unused(call.answer)
        # Else it was not asked, or who reads the answer finds no call for it.

    def _send(self, unsent: List[bytes], at_once: bool = True) -> None:
        sending: Any = self._sending
        try:
            sending.acquire()
            self._free_ended()
            self._wire.put(unsent)
            while at_once and not self._wire.flush() and self._failure is None:
                pass
        finally:
            _release(sending)

    def _free_ended(self) -> None:
        """Puts the batches that have ended into a message. An interrupt leaves the rest of it to the next call."""
        if self._freeing is None:
            leases = tuple(self._ended)
            if not leases:
                return
            self._freeing = leases, [protocol.framed({"t": "free", "b": [lease.number for lease in leases]})]
        leases, unsent = self._freeing
        self._wire.put(unsent)
        for lease in leases:
            self.held.pop(lease.number, None)
            if self._ended and self._ended[0] is lease:
                self._ended.popleft()
        self._freeing = None

    def _read_or_wait(self, call: Call, seconds: float) -> None:
        """One of the threads that wait reads, for all of them."""
        reading: Any = self._reading
        try:
            if reading.acquire(blocking=False):
                self._read(call, seconds)
            else:
                call.bell.acquire(timeout=seconds)
        finally:
            if _release(reading):
                for other in list(self._calls.values()):
                    other.ring()

    def _read(self, call: Call, seconds: float) -> None:
        wire = self._wire
        try:
            while call.answer is None:
                arrival = wire.arrival(seconds)
                if arrival is None:
                    if wire.ended:
                        self._fail(died(self.process))
                    return
                self._take(arrival)
                wire.dropped(arrival)
                # Only now: until then, the message may come here again.
                number = arrival.message.get("id", _HELLO)
                if self._calls.pop(number, None) is None:
                    self._return_unused(arrival)
                # An interrupt between the two leaves them unused.
                self._rooms.extend(self._used.pop(number, ()))
        except PenstockError as error:
            # What cannot be true, or cannot be had, ends the connection.
            self._fail(error.again())

    def _take(self, arrival: Arrival) -> None:
        """Deals with a message; doing it again changes nothing."""
        message = arrival.message
        kind = message["t"]
        if kind in ("reply", "refusal", "hello"):
            call = self._calls.get(message.get("id", _HELLO))
            if call is not None:
                call.answer = arrival
                call.ring()
        elif kind == "drop":
            self.exports.drop(message["x"])
        elif kind == "unmap":
            self.values.forget(message["s"])
        elif kind == "error":
            raise PipelineError.from_info(message["error"])

    def _return_unused(self, arrival: Arrival) -> None:
        """Gives back what came with an answer that nobody waits for."""
        for descriptor in arrival.descriptors:
            os.close(descriptor)
        value = arrival.message.get("value")
        if isinstance(value, dict) and "b" in value:
            self._outbox.put({"t": "free", "b": [value["b"]]})

    def _fail(self, failure: PenstockError) -> None:
        if self._failure is None:
            self._failure = failure
        self._wire.shut()
        self._calls_wire.shut()
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

    def batch_of(self, call: Call, places: Sequence[OutputPlace], segments: Segments) -> Batch:
        """The batch that a pipeline has shared; its end gives it back. After an interrupt the next call gets the same one."""
        assert call.answer is not None
        message, descriptors, _end = call.answer
        if call.batch is None:
            call.batch = self._made(message["value"], _mapped(message["value"], descriptors, places, segments), places)
        batch = call.batch
        if batch.number not in self.held:
            self.held[batch.number] = Lease(batch, self._let_go_of_gpu if batch.gpu else self._ended.append)
        return batch

    def _made(self, value: Message, mappings: Sequence[Memory], places: Sequence[OutputPlace]) -> Batch:
        batch, on_gpu = Batch({"iteration": 0, **value}, places, mappings), value.get("g", ())
        for one in value.get("x", ()):
            if not self.exports.has(one["id"]):
                self.exports.open(one)
        if any(part >= len(mappings) for part, _event, _memory in on_gpu):
            raise lied("GPU memory of a part that the batch does not have", "that of its parts")
        if on_gpu:
            self._uses_gpu = True
            batch.gpu = GpuUse({part: self.exports.part(event, memory) for part, event, memory in on_gpu}, self.check_alive)
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

    def take_room(self) -> Room:
        """Memory for a feed, which is the caller's own until it is given back."""
        try:
            return self._rooms.popleft()
        except IndexError:
            pass
        call = self.call({"t": "room"})
        try:
            descriptors = self.wait(call).descriptors
        except BaseException:
            self.abandon(call)
            raise
        value = call.value(host_protocol.ROOM, "room")
        if len(descriptors) != 1:
            raise lied(f"a room with {len(descriptors)} descriptors", "one")
        room = Room(value["room"], descriptors[0])
        self._all_rooms.append(room)
        return room

    def give_room(self, room: Room) -> None:
        """The host has read what was in it."""
        self._rooms.append(room)

    def free_after(self, number: int, rooms: Sequence[Room]) -> None:
        """None uses the rooms any more when the host has answered the call."""
        if rooms:
            self._used[number] = rooms

    # ---- the thread that gives back ----

    def _give_back(self) -> None:
        while self._give_some():
            pass
        # What this process has open is closed, and the host's process is no zombie.
        self.returns.wait_for_work()
        self.exports.clear()
        self._rooms.clear()
        self._used.clear()
        self._all_rooms.clear()
        with self._reading, self._sending:
            self._wire.close()
        if not self.functions.runs:
            self._calls_wire.close()
        self.process.wait()

    def _give_some(self) -> bool:
        """Waits for something to send; False when the host has ended. A function of its own, so that no variable refers to a batch
        meanwhile."""
        pause = self.returns.pause(False) if self._uses_gpu else None
        if pause is None and self.held:
            pause = _LOOK_SECONDS
        found = take_all(self._outbox, pause)
        if any(one is None for one in found):
            return False
        said = [one for one in found if not isinstance(one, Lease) and one is not None]
        said += self.returns.message_of(one for one in found if isinstance(one, Lease))
        for message in said:
            self._send([protocol.framed(message)])
        if self._ended:
            self._send([])
        if self._uses_gpu:
            self.returns.step(False)
        return True

    def say(self, message: Message) -> None:
        """As post(), from a finalizer, which may run at any place of any thread."""
        self._outbox.put(message)

    # ---- forks ----

    def forked(self) -> None:
        """This is the copy of a host in a process that was forked from the host's own."""
        self._forked = True
        # A copy of the socket would keep the host from noticing that its process has ended.
        self._wire.close()
        self._calls_wire.close()


def _release(lock: Any) -> bool:
    """Releases an RLock however often this thread has acquired it: an interrupt may have come in place of an earlier release. False: it
    has not acquired it."""
    owned: bool = lock._is_owned()
    while lock._is_owned():
        lock.release()
    return owned


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


_hosts: weakref.WeakSet[Host] = weakref.WeakSet()
_current: Optional[Host] = None
_starting = RLock()


def the_host() -> Host:
    """The host of this process, which is started where there is none that lives. It answers when Node.js has loaded its code, so a call of
    this function ahead of the first pipeline saves time."""
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
