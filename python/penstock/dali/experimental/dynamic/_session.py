"""What a host knows of imperative mode: the steps that user code takes are recorded, and go with the next question.

A value of the host has a number. When nothing refers to it any more, the host is told. An interrupt may come between any two steps of
Python: what was recorded leaves its queue only after it is on its way, and each further step may be done again.
"""

from __future__ import annotations

import itertools
import os
import weakref
from collections import deque
from threading import RLock
from typing import Any, Callable, Deque, Dict, List, NamedTuple, Optional, Tuple

from .... import _protocol as protocol
from ...._batch import Batch, OutputPlace
from ...._messages import Check, Message, anything
from ... import _host_protocol as host_protocol
from ..._errors import as_dali
from ..._feeds import Feed, Layout
from ..._process import Call, Host, the_host
from ..._rooms import Room

_PLACES = (OutputPlace(0, 0, None),)
_MAX_STEPS = 24
"""When so many steps are recorded they go without a question, so that their work begins."""


class Number:
    """The number of a value in the host, which keeps the value as long as this object lives."""

    __slots__ = ("value", "__weakref__")

    def __init__(self, value: int) -> None:
        self.value = value


class _Gone(weakref.ref[Number]):
    """Comes into a queue when nothing refers to a number any more: at any place of any thread."""

    __slots__ = ("value",)

    value: int

    def __new__(cls, number: Number, ended: Callable[[Any], None]) -> _Gone:
        made = super().__new__(cls, number, ended)
        made.value = number.value
        return made


class _Step:
    """A step as the message has it. ``feed``: data that goes with it."""

    __slots__ = ("message", "feed")

    def __init__(self, message: Message, feed: Optional[Feed]) -> None:
        self.message = message
        self.feed = feed


class _Framed(NamedTuple):
    """Steps that are about to be sent, and the message until it is on its way."""

    steps: Tuple[_Step, ...]
    gone: Tuple[_Gone, ...]
    room: Optional[Room]
    unsent: List[bytes]


class Session:
    """Imperative mode in one host. Any thread may use it."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._numbers = itertools.count(1)
        self._turn = RLock()
        self._steps: Deque[_Step] = deque()
        self._alive: Dict[int, _Gone] = {}
        self._gone: Deque[_Gone] = deque()
        self._framed: Optional[_Framed] = None
        # Rooms whose data is on its way: the next answer says that it was read.
        self._rooms: Deque[Room] = deque()
        self.ahead: Deque[Callable[[], None]] = deque()
        """What asks for more behind the next question: readers, for their next items."""
        threads = os.environ.get("DALI_NUM_THREADS")
        if chosen_threads is not None or threads:
            self.record({"s": "threads", "n": chosen_threads or int(threads or 0)})

    @property
    def is_alive(self) -> bool:
        return self.host.is_alive

    def numbers(self, count: int) -> List[Number]:
        """Numbers of new values, one behind the other."""
        with self._turn:
            made = [Number(next(self._numbers)) for _ in range(count)]
        for number in made:
            self._alive[number.value] = _Gone(number, self._gone.append)
        return made

    def record(self, step: Message, feed: Optional[Feed] = None) -> None:
        """Records a step. It goes with the next question, or when there are many."""
        self._steps.append(_Step(step, feed))
        if len(self._steps) >= _MAX_STEPS:
            self._put(True)

    def forget(self, step: Message) -> None:
        """Records a step from a finalizer, which may run at any place of any thread."""
        self._steps.append(_Step(step, None))

    def _put(self, at_once: bool) -> None:
        """Puts what was recorded into a message."""
        with self._turn:
            # Also what an interrupt has left half sent.
            while self._framed is not None or self._steps or self._gone:
                if self._framed is None:
                    # In this order: the steps of what is gone were recorded before.
                    gone = tuple(self._gone)
                    self._framed = self._frame(tuple(self._steps), gone)
                self._send(self._framed, at_once)
                self._framed = None

    def _send(self, framed: _Framed, at_once: bool) -> None:
        """Sends steps, and takes them out of their queues. Doing it again changes nothing."""
        self.host.post(framed.unsent, at_once)
        if framed.room is not None and framed.room not in self._rooms:
            self._rooms.append(framed.room)
        for step in framed.steps:
            if self._steps and self._steps[0] is step:
                self._steps.popleft()
        for one in framed.gone:
            self._alive.pop(one.value, None)
            if self._gone and self._gone[0] is one:
                self._gone.popleft()

    def _frame(self, steps: Tuple[_Step, ...], gone: Tuple[_Gone, ...]) -> _Framed:
        layout = Layout()
        messages = []
        fed = False
        for step in steps:
            message = step.message
            if step.feed is not None:
                fed = True
                message = {**message, "data": layout.add("data", [step.feed])[0]}
            messages.append(message)
        if gone:
            messages.append({"s": "drop", "v": [one.value for one in gone]})
        told: Message = {"t": "steps", "steps": messages}
        room = None
        if fed:
            room = self.host.take_room()
            layout.write(room.memory(max(1, layout.end)))
            told = {**told, "room": room.number, "bytes": layout.end}
        return _Framed(steps, gone, room, [protocol.framed(told)])

    def begin(self, message: Message) -> Call:
        """A question, which goes with what was recorded when somebody waits."""
        with self._turn:
            self._put(False)
            call = self.host.call(message)
            self.host.begin(call)
        return call

    def wait(self, call: Call) -> None:
        """Waits for the answer; what asks for more goes along."""
        with self._turn:
            rooms = tuple(self._rooms)
            while call.answer is None and self.ahead:
                self.ahead[0]()
                self.ahead.popleft()
        self.host.wait(call)
        with self._turn:
            for room in rooms:
                if self._rooms and self._rooms[0] is room:
                    self._rooms.popleft()
                    self.host.give_room(room)

    def ask(self, message: Message, check: Check = anything) -> Any:
        """Asks, and waits for the answer."""
        call = self.begin(message)
        try:
            self.wait(call)
        except BaseException:
            self.host.abandon(call)
            raise
        with as_dali():
            return call.value(check, message["t"])

    def batch_of(self, call: Call) -> Batch:
        """The value that a question ``read`` was answered by. After an interrupt the next call gives the same."""
        with as_dali():
            call.value(host_protocol.BATCH, "a value")
            return self.host.batch_of(call, _PLACES, self.host.values)


_sessions: weakref.WeakKeyDictionary[Host, Session] = weakref.WeakKeyDictionary()
_making = RLock()
_current: Optional[Session] = None
chosen_threads: Optional[int] = None
"""What set_num_threads() was called with."""


def session() -> Session:
    """The session of this process's host, which is started where there is none that lives."""
    global _current
    if _current is None or not _current.is_alive:
        with _making:
            host = the_host()
            found = _sessions.get(host)
            if found is None:
                found = _sessions[host] = Session(host)
            _current = found
    return _current


def choose_threads(number: Optional[int]) -> None:
    """Sets the number of threads of contexts that were made without one."""
    global chosen_threads
    chosen_threads = number
    if _current is not None and _current.is_alive:
        _current.record({"s": "threads", "n": number})


_gpus: Optional[List[int]] = None


def gpus() -> List[int]:
    """Numbers of the GPUs that the host sees."""
    global _gpus
    if _gpus is None:
        _gpus = list(session().ask({"t": "gpus"}, host_protocol.GPUS))
    return _gpus


def _after_fork() -> None:
    global _making, _current
    _making, _current = RLock(), None


os.register_at_fork(after_in_child=_after_fork)
