"""Functions of this process that the host calls for its pipelines, with whole batches. A thread of their own waits for the calls: a
function may take long, and may use other pipelines meanwhile."""

from __future__ import annotations

import threading
import weakref
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence

from .. import _protocol as protocol
from .._batch import Batch, OutputPlace
from .._errors import PenstockError, PipelineError, lied
from .._messages import Message
from . import _host_protocol as host_protocol
from ._results import Results
from ._rooms import Room
from ._wire import Arrival, Wire

Function = Callable[[List[List[Any]]], Iterable[Sequence[Any]]]
"""Gets a list with the samples of each input, and gives for one sample after another an array for each output."""


class Functions:
    """``wire``: the socket for calls. ``failed``: called with what cannot be true of the host."""

    def __init__(self, wire: Wire, failed: Callable[[PenstockError], None]) -> None:
        self._wire = wire
        self._failed = failed
        self._rooms: Dict[int, Room] = {}
        # By the pipeline's number, and the function's.
        self._known: Dict[int, Mapping[int, Function]] = {}
        # What functions have raised, by the pipeline and the call.
        self._raised: Dict[int, Dict[int, BaseException]] = {}
        # Those of the last call, as long as something refers to them.
        self._inputs: Optional[weakref.ref[Batch]] = None
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
            descriptors = list(arrival.descriptors)
            for number in (message["room"], message["out"]):
                if number not in self._rooms:
                    if not descriptors:
                        raise lied("a call in memory that is new", "its descriptor with it")
                    self._rooms[number] = Room(number, descriptors.pop(0))
            answer = self._called(message)
            if self._inputs is not None and self._inputs() is not None:
                # The function, or what it has raised, has kept arrays.
                answer["kept"] = True
            self._send(answer)

    def _called(self, message: Message) -> Message:
        """The answer to a call. What the function raises is kept for the thread that waits for the batch."""
        pipeline, number = message["p"], message["id"]
        try:
            return {"t": "made", "id": number, **self._made(message)}
        except BaseException as error:
            self._raised.setdefault(pipeline, {})[number] = error
            return {"t": "raised", "id": number, "text": f"The function has raised {type(error).__name__}: {error}"}

    def _made(self, message: Message) -> Message:
        count = message["n"]
        batch = Batch(
            {"iteration": 0, "b": message["id"], "n": count, "e": 0},
            [OutputPlace(0, i, None) for i in range(message["i"])],
            [self._rooms[message["room"]].memory(message["bytes"])],
        )
        self._inputs = weakref.ref(batch)
        inputs = [output.samples() for output in batch.outputs()]
        del batch
        function = self._known.get(message["p"], {}).get(message["f"])
        if function is None:
            raise PipelineError("PIPELINE_CLOSED", "The pipeline is closed")
        results = Results(self._rooms[message["out"]], message["end"], message["o"], count)
        for sample in function(inputs):
            results.add(sample)
        return {"end": results.end, "outputs": results.layout()}
