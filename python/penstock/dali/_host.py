"""Pipelines that the host runs: a Node.js process that builds, runs and closes any number of them for this process."""

from __future__ import annotations

import math
import os
import re
from threading import RLock
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from .. import _protocol as protocol
from .._batch import Batch, Output, OutputPlace
from .._errors import PenstockError, PipelineError, lied
from .._messages import Message
from .._segments import Segments
from . import _host_protocol as host_protocol
from ._feeds import Feed, Layout
from ._functions import Function
from ._process import Call, Host, the_host
from ._rooms import Room

__all__ = ["Feed", "HostBatch", "HostedPipeline", "open_pipeline", "the_host"]

# How the host names the call of a function as the cause of an error.
_CALL = re.compile(r"call (\d+)")


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


class _Scheduled(NamedTuple):
    """A batch that was scheduled: its number, the room that has its data, the message until it is on its way, and the call that asks for the
    batch, which may be on its way before share() waits for it."""

    number: int
    room: Optional[Room]
    unsent: List[bytes]
    call: Call


class _State(NamedTuple):
    """What changes at once, so that no interrupt comes between.

    Attributes:
        scheduled: batches that were scheduled and not shared, oldest first. An interrupt may have kept the call for the oldest from being
            answered: the next call of share() waits for it.
        shared: batches that were shared and not released.
    """

    scheduled: Tuple[_Scheduled, ...]
    shared: int


class HostedPipeline:
    """A pipeline that the host runs. Its methods are those of the pipeline in TypeScript; what they raise is a PipelineError, or
    ServerDied. ``text``: what ``serialize()`` gives; for an image processor, ``processor``, its settings. ``ahead``: the host may hand the
    next batch over before it is asked for; a checkpoint then counts it as taken."""

    def __init__(self, text: str, functions: Mapping[int, Function], processor: bool = False, ahead: bool = False) -> None:
        self._text = text
        self._ahead = ahead
        self._processor = processor
        self._functions = functions
        self._host: Optional[Host] = None
        self._number = 0
        self.facts: Message = {}
        self._places: List[OutputPlace] = []
        self._segments = Segments()
        # An interrupt may have kept it from being answered: the next call of build() waits for it.
        self._building: Optional[Call] = None
        self._turn = RLock()
        self._state = _State((), 0)
        # Rooms of batches that failed or were dropped: work on them may go on. The next batch that is shared has passed all of it.
        self._left: List[Room] = []
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
                host.functions.add(self._number, self._functions)
            if self._building is None:
                functions = list(self._functions)
                message = {"t": "build", "p": self._number, "text": self._text, "functions": functions, "folder": _folder()}
                if self._processor:
                    message["processor"] = True
                self._building = self._host.call(message)
            self._host.wait(self._building)
            call, self._building = self._building, None
            facts = call.value(host_protocol.FACTS, "the facts of a pipeline")
            self._places = [OutputPlace(o["part"], o["output"], o.get("name")) for o in facts["outputs"]]
            self._ahead = self._ahead and facts["ahead"]
            self.facts = facts
            return self.facts

    def schedule(self, feeds: Optional[Mapping[str, Sequence[Feed]]] = None, at_once: bool = True) -> None:
        """Asks for one more batch, of the data that is given, and returns at once. What is wrong with the data is raised by the share() of
        the batch. Without ``at_once`` the host is asked together with what is sent next."""
        with self._turn:
            host = self._built()
            state = self._state
            if len(state.scheduled) + state.shared >= self.facts["depth"]:
                message = f"{self.facts['depth']} batches are scheduled or shared already, as many as prefetch_queue_depth allows"
                raise PipelineError("QUEUE_FULL", message, hint="Call share() and release() first, or raise prefetch_queue_depth")
            number = next(host.numbers)
            said, room = self._told({"t": "schedule", "s": number}, feeds or {})
            call = host.call({"t": "share", "p": self._number, "s": number})
            asked = _Scheduled(number, room, [protocol.framed(said)], call)
            self._state = state._replace(scheduled=(*state.scheduled, asked))
            # Where share() follows, the oldest batch is for that call, and the one after it for the next.
            self._tell(host, (1 if at_once else 2) if self._ahead else 0)
            if at_once:
                host.post([])

    def _tell(self, host: Host, asked_for: int) -> None:
        """Says what was scheduled, and asks for some of the oldest batches: with the message that is sent next. The host shares batches in
        the order in which it is asked for them."""
        for place, one in enumerate(self._state.scheduled):
            if one.unsent:
                host.post(one.unsent, False)
            if place < asked_for and one.call.unsent:
                host.begin(one.call)

    def feed(self, name: str, feeds: Sequence[Feed]) -> None:
        """Queues one batch for an input: a Feed for each output of it."""
        host = self._built()
        said, room = self._told({"t": "feed"}, {name: feeds})
        try:
            host.ask(said)
        except PipelineError:
            self._was_read([room])
            raise
        self._was_read([room])

    def _told(self, message: Message, feeds: Mapping[str, Sequence[Feed]]) -> Tuple[Message, Optional[Room]]:
        """A message with what is fed, and the room that has it."""
        said = {**message, "p": self._number}
        if not feeds:
            return said, None
        layout = Layout()
        inputs = {name: layout.add(f"the input '{name}'", feed) for name, feed in feeds.items()}
        room = self._built().take_room()
        layout.write(room.memory(layout.end))
        return {**said, "feeds": {"room": room.number, "bytes": layout.end, "inputs": inputs}}, room

    def _was_read(self, rooms: Sequence[Optional[Room]]) -> None:
        """The host reads them no more. After an interrupt that is not known, and a room is not used again."""
        for room in rooms:
            if room is not None:
                self._built().give_room(room)

    def _leave(self, scheduled: Sequence[_Scheduled]) -> None:
        """These batches do not come."""
        self._left += [one.room for one in scheduled if one.room is not None]

    def share(self) -> HostBatch:
        """Waits for the oldest scheduled batch. An interrupt leaves it to the next call."""
        with self._turn:
            host = self._built()
            host.keep_up()
            # Also what an interrupt has kept from being sent.
            self._tell(host, 1)
            scheduled = self._state.scheduled
            if not scheduled:
                host.ask({"t": "share", "p": self._number, "s": 0})
                raise lied("a batch that was not scheduled", "why there is none")
            host.wait(scheduled[0].call)
            return self._taken(host, scheduled[0].call)

    def _taken(self, host: Host, call: Call) -> HostBatch:
        """The batch that a call has given."""
        asked = self._state.scheduled[:1]
        over = self._state._replace(scheduled=self._state.scheduled[1:])
        try:
            call.value(host_protocol.BATCH, "a batch")
            batch = HostBatch(host.batch_of(call, self._places, self._segments))
            self._segments.tell_of_new()
            self._state = over._replace(shared=over.shared + 1)
            # From here on the batch is the user's alone.
            call.batch = None
        except PenstockError as error:
            self._state = over
            self._leave(asked)
            raise error from self._cause_of(error)
        left, self._left = self._left, []
        self._was_read([*left, *(one.room for one in asked)])
        return batch

    def run(self, feeds: Optional[Mapping[str, Sequence[Feed]]] = None) -> HostBatch:
        """Releases what is shared, schedules one more batch and shares the oldest. An interrupt leaves a batch that was scheduled to the
        next call."""
        with self._turn:
            self._built()
            while self._state.shared:
                self.release(False)
            self.schedule(feeds, False)
            return self.share()

    def _cause_of(self, error: PenstockError) -> Optional[BaseException]:
        """The exception of a function that has failed the batch."""
        call = _CALL.fullmatch(getattr(error, "cause", None) or "")
        return self._host.functions.cause(self._number, int(call[1])) if call and self._host else None

    def release(self, at_once: bool = True) -> None:
        """Says that the oldest shared batch is used no more, so that another one can be scheduled. Its arrays stay valid. Without ``at_once``
        the host is told together with what is sent next."""
        host = self._built()
        state = self._state
        if not state.shared:
            raise PipelineError("NOTHING_SHARED", "release() was called, but no outputs are shared", hint="Call share() first")
        # A batch that is asked for ahead needs no memory of this one.
        host.post([protocol.framed({"t": "release", "p": self._number})], at_once and not self._ahead)
        self._state = state._replace(shared=state.shared - 1)

    def reset(self) -> None:
        """Begins the next epoch; what was scheduled or fed is dropped."""
        with self._turn:
            host = self._built()
            # The host would answer with batches of the next epoch. What is shared has memory that this process must know.
            while any(not asked.call.unsent for asked in self._state.scheduled):
                try:
                    self.share()
                    self.release(False)
                except PipelineError:
                    pass  # It was asked for, and is dropped.
            host.ask({"t": "reset", "p": self._number})
            dropped, self._state = self._state.scheduled, self._state._replace(scheduled=())
            self._leave(dropped)

    def set_weights(self, name: str, weights: Sequence[float], from_sample: Optional[int]) -> int:
        """Changes the weights of a mixture; the number of the sample from which on they hold."""
        numbers = [float(weight) for weight in weights]
        # JSON has no others.
        if not all(math.isfinite(weight) for weight in numbers):
            raise ValueError(f"Expected finite numbers for weights but received {list(weights)}")
        said: Message = {"t": "setWeights", "p": self._number, "name": name, "weights": numbers}
        if from_sample is not None:
            said["from"] = int(from_sample)
        return int(self._built().ask(said, host_protocol.ANSWERS["setWeights"]))

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
        if host is None:
            return
        try:
            if host.is_alive:
                self._leave(self._state.scheduled)
                call = host.call(self._end())
                host.free_after(call.number, self._left)
                host.wait_for(call)
        except PenstockError:
            pass  # The host has ended, and the pipeline with it.
        self._dropped(host)

    def _end(self) -> Message:
        """The message that ends it."""
        return {"t": "close", "p": self._number}

    def _dropped(self, host: Host) -> None:
        self._left = []
        scheduled, self._state = self._state.scheduled, _State((), 0)
        for asked in scheduled:
            host.abandon(asked.call)
        host.functions.remove(self._number)
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
        number = next(host.numbers)
        self._leave(self._state.scheduled)
        host.free_after(number, self._left)
        host.say({**self._end(), "id": number})
        self._dropped(host)


def _folder() -> str:
    """Where this process is; nothing where that folder is gone."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def open_pipeline(text: str, *, functions: Optional[Mapping[int, Function]] = None, ahead: bool = False) -> HostedPipeline:
    """A pipeline of a text from ``serialize()``. It is built by the first call that needs it. ``ahead``: as of HostedPipeline."""
    return HostedPipeline(text, functions or {}, ahead=ahead)
