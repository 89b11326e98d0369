"""Functions of this process that the host calls for its pipelines, with whole batches. A thread of their own waits for the calls: a
function may take long, and may use other pipelines meanwhile."""

from __future__ import annotations

import threading
from threading import Lock
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence

from .. import _protocol as protocol
from .._batch import Batch, Lease, OutputPlace
from .._errors import PenstockError, PipelineError, lied
from .._messages import Message
from . import _host_protocol as host_protocol
from ._feeds import Feed, Layout
from ._rooms import Room
from ._wire import Arrival, Wire

Function = Callable[[List[List[Any]]], Sequence[Sequence[Any]]]
"""Gets a list with the samples of each input, and gives one with the samples of each output."""


class InputLease(Lease):
    """What the host lent for the inputs of a call. ``number``: the call's."""

    __slots__ = ()


class Functions:
    """``wire``: the socket for calls. ``ended``: gets the lease of a call whose inputs nothing refers to any more. ``failed``: called with
    what cannot be true of the host."""

    def __init__(self, wire: Wire, ended: Callable[[Any], None], failed: Callable[[PenstockError], None]) -> None:
        self._wire = wire
        self._ended = ended
        self._failed = failed
        self._rooms: Dict[int, Room] = {}
        # By the pipeline's number, and the function's.
        self._known: Dict[int, Mapping[int, Function]] = {}
        # What functions have raised, by the pipeline and the call.
        self._raised: Dict[int, Dict[int, BaseException]] = {}
        # Of calls whose inputs were not given back.
        self._held: Dict[int, Lease] = {}
        # The call that is under way.
        self._unanswered = 0
        self._sending = Lock()
        self._thread: Optional[threading.Thread] = None

    def add(self, pipeline: int, functions: Mapping[int, Function]) -> None:
        """Functions of a pipeline that is about to be built."""
        if not functions:
            return
        self._known[pipeline] = functions
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="penstock calls functions", daemon=True)
            self._thread.start()

    @property
    def runs(self) -> bool:
        """Whether there is a thread that calls, which closes the socket at its end."""
        return self._thread is not None

    def remove(self, pipeline: int) -> None:
        """The pipeline is closed."""
        self._known.pop(pipeline, None)
        self._raised.pop(pipeline, None)

    def cause(self, pipeline: int, call: int) -> Optional[BaseException]:
        """What a function has raised, once."""
        return self._raised.get(pipeline, {}).pop(call, None)

    def free(self, leases: Sequence[Lease]) -> None:
        """Says that nothing refers to the inputs of these calls any more; of the thread that gives back."""
        with self._sending:
            # What ends before its call is answered is given back with the answer.
            ended = [lease.number for lease in leases if lease.number in self._held and lease.number != self._unanswered]
            for number in ended:
                del self._held[number]
            if ended:
                self._send({"t": "free", "calls": ended})

    def _answer(self, message: Message) -> None:
        with self._sending:
            self._unanswered = 0
            lease = self._held.get(message["id"])
            if lease is None or lease() is None:
                self._held.pop(message["id"], None)
                message["free"] = True
            self._send(message)

    def _send(self, message: Message) -> None:
        self._wire.put([protocol.framed(message)])
        while not self._wire.flush():
            pass

    # ---- the thread that calls ----

    def _serve(self) -> None:
        wire = self._wire
        try:
            while not wire.ended:
                arrival = wire.arrival()
                if arrival is not None:
                    wire.dropped(arrival)
                    self._take(arrival)
                    # While this waits, no variable refers to what the function got.
                    del arrival
        except Exception as error:
            wrong = error.again() if isinstance(error, PenstockError) else PipelineError("INTERNAL", f"A call cannot be taken: {error!r}")
            self._failed(wrong)
        self._rooms.clear()
        wire.close()

    def _take(self, arrival: Arrival) -> None:
        message = arrival.message
        if message["t"] == "closed":
            for number in message["rooms"]:
                self._rooms.pop(number, None)
        elif message["t"] == "error":
            raise PipelineError.from_info(message["error"])
        else:
            if arrival.descriptors:
                self._rooms[message["room"]] = Room(message["room"], arrival.descriptors[0])
            room = self._rooms.get(message["room"])
            if room is None:
                raise lied("a call in memory that is new", "its descriptor with it")
            self._unanswered = message["id"]
            self._answer(self._called(message, room))

    def _called(self, message: Message, room: Room) -> Message:
        """The answer to a call. What the function raises is kept for the thread that waits for the batch."""
        pipeline, number = message["p"], message["id"]
        try:
            layout = self._made(message, room)
            return {"t": "made", "id": number, **layout}
        except BaseException as error:
            self._raised.setdefault(pipeline, {})[number] = error
            return {"t": "raised", "id": number, "text": f"The function has raised {type(error).__name__}: {error}"}

    def _made(self, message: Message, room: Room) -> Message:
        count, size = message["n"], message["bytes"]
        batch = Batch(
            {"iteration": 0, "b": message["id"], "n": count, "e": 0},
            [OutputPlace(0, i, None) for i in range(message["i"])],
            [room.memory(size)],
        )
        self._held[batch.number] = InputLease(batch, self._ended)
        inputs = [output.samples() for output in batch.outputs()]
        del batch
        function = self._known.get(message["p"], {}).get(message["f"])
        if function is None:
            raise PipelineError("PIPELINE_CLOSED", "The pipeline is closed")
        outputs = _checked(function(inputs), message["o"], count)
        layout = Layout(size)
        entries = layout.add("the result of a function", [Feed(samples) for samples in outputs])
        layout.write(room.memory(layout.end))
        return {"bytes": layout.end, "outputs": entries}


def _checked(made: Any, outputs: int, count: int) -> Sequence[Sequence[Any]]:
    if not isinstance(made, (list, tuple)) or len(made) != outputs:
        what = f"{len(made)} of them" if isinstance(made, (list, tuple)) else type(made).__name__
        raise TypeError(f"Expected a list with the samples of each of the {outputs} outputs but received {what}")
    for number, samples in enumerate(made):
        if len(samples) != count:
            raise ValueError(f"Expected {count} samples of output {number} but received {len(samples)}")
    return made


