"""Where the samples of tensors and batches come from: calls that the host makes, data of this process, or samples of others.

A Source is one output: its samples, where they will lie, and how to read them. The samples of a Tensor's source are one.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from ...._batch import Batch as HostBatch
from ...._errors import PipelineError
from ... import _host_protocol as host_protocol
from ..._cpu_tensors import TensorListCPU
from ..._feeds import Feed
from ..._gpu_tensors import TensorListGPU
from ..._outputs import Sources, tensor_list
from ..._process import Call
from ...types import DALIDataType, to_dali_type
from ._device import Device
from ._session import Number, Session, session

Samples = Union[TensorListCPU, TensorListGPU]
_SMALL_BYTES = 64 * 1024
"""A result of at most so many bytes is copied, so that its segment is used again."""
_MAX_HELD = 256
"""With more results in shared memory than this, further ones are copied: each needs a descriptor of the host."""


class Facts(NamedTuple):
    """What is known of samples.

    Attributes:
        dtype: type of their elements.
        layout: names of their axes; ``""`` when unknown.
        shapes: of each sample.
    """

    dtype: DALIDataType
    layout: str
    shapes: Sequence[Tuple[int, ...]]


def facts_of(samples: Samples) -> Facts:
    """The facts of samples that are there."""
    return Facts(samples.dtype, samples.layout(), [tuple(shape) for shape in samples.shape()])


class Source:
    """Samples that are there, or will be.

    Attributes:
        count: number of samples.
        device: where they lie.
        external: the memory is the user's and may change: a call that reads it runs before it returns.
        samples: what was read; None before.
    """

    external = False

    def __init__(self, count: int, device: Device, samples: Optional[Samples] = None) -> None:
        self.count = count
        self.device = device
        self.samples = samples
        self._facts: Optional[Facts] = None
        self._numbers: Dict[Session, Number] = {}

    def read(self) -> Samples:
        """The samples; waits for them. Raises the error of the call that makes them."""
        if self.samples is None:
            self.samples = self._read()
        return self.samples

    def facts(self) -> Facts:
        """Type, layout and shapes; waits only where they depend on data."""
        if self._facts is None:
            self._facts = self._ask_facts() if self.samples is None else facts_of(self.samples)
        return self._facts

    def number(self, to: Session, single: bool) -> Number:
        """The number by which a host knows it: as a Tensor (``single``), or as a Batch."""
        found = self._numbers.get(to)
        if found is None:
            found = self._told(to, single)
            if not self.external:
                self._numbers = {to: found}
        return found

    def _read(self) -> Samples:
        raise NotImplementedError

    def _ask_facts(self) -> Facts:
        return facts_of(self.read())

    def _told(self, to: Session, single: bool) -> Number:
        """Gives the samples to a host."""
        (number,) = to.numbers(1)
        samples = self.read()
        data = samples.as_cpu()
        arrays: Any = data._samples if data._dense is None else data._dense
        to.record({"s": "data", "v": number.value, "tensor": single}, Feed(arrays, data.layout()))
        if self.device.device_type == "cpu":
            return number
        (moved,) = to.numbers(1)
        to.record(call_step("copy", [moved], [number], device=str(self.device)))
        return moved


class Local(Source):
    """Data of this process."""

    def __init__(self, samples: Samples, external: bool = False) -> None:
        on_gpu = isinstance(samples, TensorListGPU)
        device = Device("gpu", samples.device_id()) if on_gpu else Device.CPU
        super().__init__(len(samples), device, samples)
        self.external = external


class Made(Source):
    """Samples that this process makes of others, when they are read."""

    def __init__(self, count: int, device: Device, make: Callable[[], Samples], facts: Optional[Callable[[], Facts]] = None) -> None:
        super().__init__(count, device)
        self._make = make
        self._known = facts

    def _read(self) -> Samples:
        return self._make()

    def _ask_facts(self) -> Facts:
        return super()._ask_facts() if self._known is None else self._known()


class Result(Source):
    """One output of a call, or of a reader, in a host."""

    def __init__(self, of: Session, number: Number, count: int, device: Device) -> None:
        super().__init__(count, device)
        self._of = of
        self._number = number
        # An interrupt may have kept it from being answered: the next read waits for it.
        self._call: Optional[Call] = None

    def number(self, to: Session, single: bool) -> Number:
        if to is self._of:
            return self._number
        if self.samples is None:
            raise PipelineError(
                "UNSUPPORTED",
                "This value was computed by a host that has ended, or that belongs to the process that this one was forked from",
                hint="Read a value before the fork, or compute it again",
            )
        return super().number(to, single)

    def _read(self) -> Samples:
        of = self._of
        call = self._call
        if call is None:
            call = self._call = of.begin({"t": "read", "v": self._number.value})
        of.wait(call)
        try:
            batch = of.batch_of(call)
        except Exception:
            self._call = None
            raise
        samples = _samples_of(batch, len(of.host.held))
        self._call = call.batch = None
        return samples

    def _ask_facts(self) -> Facts:
        told = self._of.ask({"t": "facts", "v": self._number.value}, host_protocol.VALUE_FACTS)
        return Facts(to_dali_type(told["dtype"]), told["layout"], [tuple(shape) for shape in told["shapes"]])

    def settle(self, full: bool) -> None:
        """Waits until the value is made. Raises the error of its call."""
        self._of.ask({"t": "settle", "v": [self._number.value], "full": full})


class Picked(Source):
    """Samples of another source; ``rows`` is a number for the sample of a Tensor."""

    def __init__(self, of: Source, rows: Union[int, List[int]]) -> None:
        super().__init__(1 if isinstance(rows, int) else len(rows), of.device)
        self._from = of
        self._rows = rows
        self.external = of.external

    @property
    def _all(self) -> List[int]:
        return [self._rows] if isinstance(self._rows, int) else self._rows

    def _read(self) -> Samples:
        samples = self._from.read()
        picked = type(samples)([samples[row] for row in self._all], samples.layout())
        picked._sources = [samples.source_info()[row] for row in self._all]
        return picked

    def _ask_facts(self) -> Facts:
        dtype, layout, shapes = self._from.facts()
        return Facts(dtype, layout, [shapes[row] for row in self._all])

    def _told(self, to: Session, single: bool) -> Number:
        if self.samples is not None and self.external:
            return super()._told(to, single)
        of = self._from.number(to, False)
        (number,) = to.numbers(1)
        to.record({"s": "part", "v": number.value, "of": of.value, "rows": self._rows})
        return number


def call_step(op: str, outputs: Sequence[Number], inputs: Sequence[Number], *, site: str = "", **more: Any) -> Dict[str, Any]:
    """A call of an operator as the message has it."""
    message: Dict[str, Any] = {"s": "call", "op": op, "v": outputs[0].value, "n": len(outputs), "inputs": [one.value for one in inputs]}
    return {"args": {}, "argInputs": {}, "site": site, "c": 0, **message, **more}


def settle(results: Sequence[Result], full: bool) -> None:
    """Waits until these are made, which are of one session."""
    numbers = [one._number.value for one in results]
    results[0]._of.ask({"t": "settle", "v": numbers, "full": full})


def _samples_of(batch: HostBatch, held: int) -> Samples:
    (output,) = batch.outputs()
    samples: Any = tensor_list(output, Sources(batch), None)
    if output.on_gpu:
        return samples  # type: ignore[no-any-return]
    size = sum(int(np.prod(shape)) for shape in samples.shape()) * output.dtype.itemsize
    if size > _SMALL_BYTES and held < _MAX_HELD:
        return samples  # type: ignore[no-any-return]
    dense = None if samples._dense is None else samples._dense.copy()
    each = None if dense is not None else [sample.copy() for sample in samples._samples]
    return TensorListCPU._of(each, dense, output.dtype, output.layout, batch.sources()[0])


__all__ = ["Facts", "Local", "Made", "Picked", "Result", "Samples", "Source", "call_step", "session", "settle"]
