"""Readers of imperative mode: objects that give a data set epoch by epoch, and keep their place in it."""

from __future__ import annotations

import weakref
from typing import Any, Callable, Dict, Iterator, List, Optional, Union

from ... import _host_protocol as host_protocol
from ..._errors import UnknownArgumentError, as_dali, call_site
from ...._messages import record as record_of, text
from ..._operator import arguments
from ..._process import Call
from ..._schemas import Schema, count_outputs
from ._device import Device, device as device_of
from ._eval_context import EvalContext
from ._lineage import Result
from ._session import Number, Session, session
from ._values import Batch, Tensor

_WITHOUT_EFFECT = ("name", "max_batch_size", "num_inputs", "preserve", "bytes_per_sample_hint")


class _None:
    """There are no values among the arguments of readers."""

    def holds(self, value: Any) -> bool:
        return isinstance(value, (Tensor, Batch))

    def argument(self, value: Any, title: str, name: str) -> Any:
        raise TypeError(f"Expected a constant for `{name}` of {title} but received a {type(value).__name__}")


class Reader:
    """Reads a data set. Make a reader once and keep it: it keeps its place over epochs and shards.

    Args:
        batch_size: samples of a batch, where ``next_epoch()`` is not given any.
        device: where the outputs lie, ``"cpu"`` or, of readers that DALI has there, ``"gpu"``. Threads of the CPU read.
        enable_checkpointing: the reader can tell its place within an epoch: ``get_state()``. It then reads no item ahead for this process.
        kwargs: the arguments of the reader of the same name in ``fn.readers``.
    """

    _schema: Schema
    _title: str

    def __init__(
        self, batch_size: Optional[int] = None, enable_checkpointing: bool = False, device: Any = "cpu", **kwargs: Any
    ) -> None:
        self._device: Device = device_of(device)
        if self._device.device_type not in self._schema["devices"]:
            raise ValueError(f"Expected 'cpu' for the device of {self._title} but received '{self._device.device_type}'")
        self._batch_size = batch_size
        self._saves = bool(enable_checkpointing)
        given = {name: value for name, value in kwargs.items() if name not in _WITHOUT_EFFECT}
        for name in ("seed", "on_error"):
            if given.get(name) is not None and not self._schema.get({"seed": "random", "on_error": "onError"}[name]):
                raise UnknownArgumentError(f"Operator {self._title} got an unexpected keyword argument '{name}'")
        args, _ = arguments(self._schema, self._title, given, _None())
        self._outputs = count_outputs(self._schema, args, 0)
        if given.get("seed") is not None and int(given["seed"]) >= 0:
            args["seed"] = int(given["seed"])
        if given.get("on_error") is not None:
            args["onError"] = given["on_error"]
        self._args = args
        self._site = call_site()
        self._epoch: Optional[_Epoch] = None
        self._to: Optional[Session] = None
        self._number = 0
        self._began = False

    def next_epoch(self, batch_size: Optional[int] = None, ctx: Optional[EvalContext] = None) -> Iterator[Any]:
        """The next epoch, for one loop. With a batch size it gives a tuple of Batches for each step, the last of which may have fewer
        samples; without any a tuple of Tensors for each sample; a dict where outputs have names.

        Args:
            batch_size: samples of a batch. Default: that of the reader.
            ctx: whose threads read. Default: the current one.
        """
        size = self._batch_size if batch_size is None else batch_size
        if size is not None and (isinstance(size, bool) or not hasattr(size, "__index__") or not 1 <= int(size) <= 65536):
            raise ValueError(f"Expected a whole number from 1 to 65536 for batch_size but received {size!r}")
        return self._items(None if size is None else int(size), ctx)

    def _items(self, size: Optional[int], ctx: Optional[EvalContext]) -> Iterator[Any]:
        if self._epoch is not None:
            self._epoch.close()
        to = self._known()
        context = (ctx or EvalContext.current())._number_in(to)
        epoch = self._epoch = _Epoch(to, self._number, size, self._outputs, context, not self._saves, self._device)
        self._began = True
        try:
            while True:
                item = epoch.next()
                if item is None:
                    return
                yield item
        finally:
            epoch.close()

    def get_metadata(self) -> Dict[str, Any]:
        """Facts about the data set: the entries of DALI's ``reader_meta()``."""
        told: Dict[str, Any] = self._ask("metadata", record_of({}))
        return {_snake(name): value for name, value in told.items()}

    def get_state(self) -> str:
        """The reader's place as a text: behind the batch that the loop has now, else at the start of the next epoch. Raises RuntimeError
        within an epoch of a reader without ``enable_checkpointing``."""
        if self._epoch is not None and self._epoch.open and not self._saves:
            raise RuntimeError(f"Expected {self._title}(enable_checkpointing=True) to tell its place within an epoch")
        return str(self._ask("state", text))

    def set_state(self, state: str) -> None:
        """Makes the first epoch begin where the state was taken. Raises RuntimeError for the state of other data, and where the reader
        has read before."""
        if self._began:
            raise RuntimeError("Expected the state before the first epoch, but the reader has read before: make another reader")
        to = self._known()
        to.ask({"t": "setState", "r": self._number, "state": state})

    def _ask(self, what: str, check: Any) -> Any:
        to = self._known()
        return to.ask({"t": "askReader", "r": self._number, "what": what}, check)

    def _enable_checkpointing(self) -> None:
        if self._began and not self._saves:
            raise RuntimeError(f"Expected {self._title}(enable_checkpointing=True) for a checkpoint, but the reader has read before")
        self._saves = True

    def _known(self) -> Session:
        """The session in which the host has the reader."""
        to = self._to
        if to is not None and to.is_alive:
            return to
        if to is not None and self._began:
            # Its place in the data is lost: what raises it says why.
            to.ask({"t": "askReader", "r": self._number, "what": "state"}, text)
        to = self._to = session()
        (number,) = to.numbers(1)
        self._number = number.value
        to.record({"s": "reader", "r": self._number, "op": self._schema["op"], "args": self._args, "site": self._site})
        weakref.finalize(self, _forgotten, weakref.ref(to), self._number).atexit = False
        return to


def _forgotten(to: Callable[[], Optional[Session]], number: int) -> None:
    found = to()
    if found is not None and found.is_alive:
        found.forget({"s": "close", "r": number})


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


class _Epoch:
    """One loop over a reader. While the loop works on an item, the host is asked for the next one."""

    def __init__(
        self, to: Session, reader: int, size: Optional[int], outputs: int, context: int, ahead: bool, device: Device
    ) -> None:
        self._to = to
        self._reader = reader
        self._size = size
        self._outputs = outputs
        self._context = context
        self._ahead = ahead
        self._device = device
        self._begins = True
        self.open = True
        self._call: Optional[Call] = None
        self._numbers: List[Number] = []

    def _ask(self) -> None:
        """Asks for the next item, to go with the next question. Doing it again changes nothing."""
        if not self.open or self._call is not None:
            return
        if not self._numbers:
            self._numbers = self._to.numbers(self._outputs)
        message = {"t": "next", "r": self._reader, "v": self._numbers[0].value, "batchSize": self._size}
        self._call = self._to.begin({**message, "begins": self._begins, "c": self._context})

    def next(self) -> Union[Any, None]:
        """The next item; None at the end."""
        self._ask()
        call = self._call
        assert call is not None
        self._to.wait(call)
        self._begins = False
        try:
            with as_dali():
                told = call.value(host_protocol.item, "an item")
        except BaseException:
            self.open = False
            raise
        numbers, self._numbers, self._call = self._numbers, [], None
        if told is None:
            self.open = False
            return None
        if self._ahead:
            self._to.ahead.append(self._ask)
        count = told["count"]
        results = [Result(self._to, number, count, Device.CPU) for number in numbers[: told["outputs"]]]
        outputs = [(Tensor(one) if self._size is None else Batch(one)).to_device(self._device) for one in results]
        names = told.get("names")
        return dict(zip(names, outputs)) if names else tuple(outputs)

    def close(self) -> None:
        """The loop is over."""
        if not self.open:
            return
        self.open = False
        if self._to.is_alive:
            self._to.forget({"s": "stop", "r": self._reader})
            if self._call is not None:
                self._to.host.abandon(self._call)
        self._numbers = []
