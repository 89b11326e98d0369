"""Pipelines that the host runs: a Node.js process that builds, runs and closes any number of them for this process."""

from __future__ import annotations

import os
import re
from threading import RLock
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from .. import _protocol as protocol
from .._batch import Batch, Output, OutputPlace
from .._errors import PenstockError, PipelineError
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
    """A batch that was asked for: its number, the room that has its data, and the message until it is on its way."""

    number: int
    room: Optional[Room]
    unsent: List[bytes]


class _State(NamedTuple):
    """What changes at once, so that no interrupt comes between.

    Attributes:
        sharing: the call that asks for the oldest batch: an interrupt may have kept it from being answered, and the next call of share()
            waits for it.
        scheduled: batches that were scheduled and not shared, oldest first.
        shared: batches that were shared and not released.
    """

    sharing: Optional[Call]
    scheduled: Tuple[_Scheduled, ...]
    shared: int


class HostedPipeline:
    """A pipeline that the host runs. Its methods are those of the pipeline in TypeScript; what they raise is a PipelineError, or
    ServerDied. ``text``: what ``serialize()`` gives."""

    def __init__(self, text: str, functions: Mapping[int, Function]) -> None:
        self._text = text
        self._functions = functions
        self._host: Optional[Host] = None
        self._number = 0
        self.facts: Message = {}
        self._places: List[OutputPlace] = []
        self._segments = Segments()
        # An interrupt may have kept it from being answered: the next call of build() waits for it.
        self._building: Optional[Call] = None
        self._turn = RLock()
        self._state = _State(None, (), 0)
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
                self._building = self._host.call(message)
            self._host.wait(self._building)
            call, self._building = self._building, None
            facts = call.value(host_protocol.FACTS, "the facts of a pipeline")
            self._places = [OutputPlace(o["part"], o["output"], o.get("name")) for o in facts["outputs"]]
            self.facts = facts
            return self.facts

    def schedule(self, feeds: Optional[Mapping[str, Sequence[Feed]]] = None) -> None:
        """Asks for one more batch, of the data that is given, and returns at once. What is wrong with the data is raised by the share() of
        the batch."""
        self._schedule(feeds, True)

    def _schedule(self, feeds: Optional[Mapping[str, Sequence[Feed]]], at_once: bool) -> None:
        with self._turn:
            host = self._built()
            state = self._state
            if len(state.scheduled) + state.shared >= self.facts["depth"]:
                message = f"{self.facts['depth']} batches are scheduled or shared already, as many as prefetch_queue_depth allows"
                raise PipelineError("QUEUE_FULL", message, hint="Call share() and release() first, or raise prefetch_queue_depth")
            number = next(host.numbers)
            said, room = self._told({"t": "schedule", "s": number}, feeds or {})
            asked = _Scheduled(number, room, [protocol.framed(said)])
            self._state = state._replace(scheduled=(*state.scheduled, asked))
            host.post(asked.unsent, at_once)

    def feed(self, name: str, feeds: Sequence[Feed]) -> None:
        """Queues one batch for an input: a Feed for each output of it."""
        host = self._built()
        said, room = self._told({"t": "feed"}, {name: feeds})
        try:
            host.ask(said)
        except PipelineError:
            self._was_read(room)
            raise
        self._was_read(room)

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

    def _was_read(self, room: Optional[Room]) -> None:
        """The host has read what is in the room. After an interrupt that is not known, and the room is not used again."""
        if room is not None:
            self._built().give_room(room)

    def share(self) -> HostBatch:
        """Waits for the oldest scheduled batch. An interrupt leaves it to the next call."""
        with self._turn:
            host = self._built()
            host.keep_up()
            # What an interrupt has kept from being sent.
            for asked in self._state.scheduled:
                if asked.unsent:
                    host.post(asked.unsent)
            state = self._state
            call = state.sharing
            if call is None:
                number = state.scheduled[0].number if state.scheduled else 0
                call = host.call({"t": "share", "p": self._number, "s": number})
                self._state = state._replace(sharing=call)
            host.wait(call)
            return self._taken(host, call)

    def _taken(self, host: Host, call: Call) -> HostBatch:
        """The batch that a call has given."""
        asked = self._state.scheduled[:1]
        over = self._state._replace(sharing=None, scheduled=self._state.scheduled[1:])
        try:
            call.value(host_protocol.BATCH, "a batch")
            batch = HostBatch(host.batch_of(call, self._places, self._segments))
            self._segments.tell_of_new()
            self._state = over._replace(shared=over.shared + 1)
            # From here on the batch is the user's alone.
            call.batch = None
            return batch
        except PenstockError as error:
            self._state = over
            raise error from self._cause_of(error)
        finally:
            if self._state.sharing is None:
                for one in asked:
                    self._was_read(one.room)

    def run(self, feeds: Optional[Mapping[str, Sequence[Feed]]] = None) -> HostBatch:
        """Releases what is shared, schedules one more batch and shares the oldest. An interrupt leaves a batch that was scheduled to the
        next call."""
        with self._turn:
            self._built()
            while self._state.shared:
                self._release(False)
            self._schedule(feeds, False)
            return self.share()

    def _cause_of(self, error: PenstockError) -> Optional[BaseException]:
        """The exception of a function that has failed the batch."""
        call = _CALL.fullmatch(getattr(error, "cause", None) or "")
        return self._host.functions.cause(self._number, int(call[1])) if call and self._host else None

    def release(self) -> None:
        """Says that the oldest shared batch is used no more, so that another one can be scheduled. Its arrays stay valid."""
        self._release(True)

    def _release(self, at_once: bool) -> None:
        host = self._built()
        state = self._state
        if not state.shared:
            raise PipelineError("NOTHING_SHARED", "release() was called, but no outputs are shared", hint="Call share() first")
        host.post([protocol.framed({"t": "release", "p": self._number})], at_once)
        self._state = state._replace(shared=state.shared - 1)

    def reset(self) -> None:
        """Begins the next epoch; what was scheduled or fed is dropped."""
        with self._turn:
            self._built().ask({"t": "reset", "p": self._number})
            dropped, self._state = self._state.scheduled, self._state._replace(scheduled=())
            for asked in dropped:
                self._was_read(asked.room)

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
                host.ask({"t": "close", "p": self._number})
        except PenstockError:
            pass  # The host has ended, and the pipeline with it.
        self._dropped(host)

    def _dropped(self, host: Host) -> None:
        sharing, self._state = self._state.sharing, _State(None, (), 0)
        if sharing is not None:
            host.abandon(sharing)
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
        host.say({"t": "close", "id": next(host.numbers), "p": self._number})
        self._dropped(host)


def _folder() -> str:
    """Where this process is; nothing where that folder is gone."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def open_pipeline(text: str, *, functions: Optional[Mapping[int, Function]] = None) -> HostedPipeline:
    """A pipeline of a text from ``serialize()``. It is built by the first call that needs it."""
    return HostedPipeline(text, functions or {})
