"""Calls of operators in imperative mode: what the user gives is checked and recorded. The host computes it."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence

import numpy as np

from ... import types
from ..._cpu_tensors import TensorCPU, TensorListCPU
from ..._errors import UnknownArgumentError, call_site
from ..._gpu_tensors import TensorGPU, TensorListGPU
from ..._operator import COMMON, arguments, check_inputs
from ..._schemas import Schema, by_own_name, count_outputs
from ...math import constant_text
from . import _hooks
from ._device import Device, device as device_of
from ._eval_context import EvalContext
from ._eval_mode import EvalMode
from ._lineage import Result, call_step, settle
from ._random import RNG, get_default_rng
from ._session import session
from ._type import DType
from ._values import Batch, Tensor, Value

_INSTEAD = {
    "seed": "seed random numbers with `rng=ndd.random.RNG(seed)`, or with `ndd.random.set_seed()`",
    "name": "calls have no names: errors show their lines",
    "preserve": "every call runs in eager mode, also when nobody reads its result",
    "bytes_per_sample_hint": "memory is sized by what earlier calls took",
}


class _Values:
    """The kind of values that arguments() takes."""

    def holds(self, value: Any) -> bool:
        return isinstance(value, Value)

    def argument(self, value: Any, title: str, name: str) -> Any:
        return as_value(value, title, name)


_VALUES = _Values()


def as_value(value: Any, title: str, what: Any) -> Value:
    """What a user gives as a Tensor or Batch. Raises TypeError for what is neither data."""
    if isinstance(value, Value):
        return value
    if value is None or isinstance(value, (str, bytes)):
        raise TypeError(f"when calling operator `{title}`: expected a Tensor, a Batch or data for input `{what}` but received {value!r}")
    if isinstance(value, (TensorListCPU, TensorListGPU)) or isinstance(value, (list, tuple)) and any(map(_is_data, value)):
        made: Value = _hooks.as_batch(value)
        return made
    made = _hooks.as_tensor(value)
    return made


def _is_data(value: Any) -> bool:
    return isinstance(value, (Tensor, TensorCPU, TensorGPU, np.ndarray)) or hasattr(value, "__dlpack__")


def call(schema: Schema, title: str, inputs: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Records the call ``title(*inputs, **kwargs)``. The result is a Tensor or a Batch, or a tuple of them."""
    given = {name: _plain(value) for name, value in kwargs.items() if value is not None}
    own: Dict[str, Any] = {name: given.pop(name, None) for name in ("batch_size", "device", "rng", "on_error")}
    for name in given:
        if name in COMMON and name not in schema["args"]:
            raise UnknownArgumentError(f"Operator {title} got an unexpected keyword argument '{name}': {_INSTEAD[name]}")
    if own["rng"] is not None and not schema.get("random"):
        raise UnknownArgumentError(f"Operator {title} got an unexpected keyword argument 'rng': it draws no random numbers")
    last = len(inputs)
    while last and inputs[last - 1] is None:
        last -= 1
    values = [as_value(value, title, number) for number, value in enumerate(inputs[:last])]
    args, arg_inputs = arguments(schema, title, given, _VALUES)
    check_inputs(schema, title, values)
    made = _made(schema, values, args, arg_inputs, **own)
    return made[0] if len(made) == 1 else tuple(made)


def record(
    op: str, inputs: Sequence[Value], args: Mapping[str, Any], arg_inputs: Optional[Mapping[str, Value]] = None, **own: Any
) -> Any:
    """Records a call by penstock's name, with constants and values of arguments by penstock's names."""
    return _made(by_own_name()[op], inputs, args, arg_inputs or {}, **own)[0]


def _made(
    schema: Schema,
    inputs: Sequence[Value],
    args: Mapping[str, Any],
    arg_inputs: Mapping[str, Value],
    batch_size: Any = None,
    device: Any = None,
    rng: Any = None,
    on_error: Any = None,
) -> List[Any]:
    read = [*inputs, *arg_inputs.values()]
    size = _size(read, batch_size)
    asked = _asked(device)
    on_gpu = [value.device for value in inputs if value.device.device_type == "gpu"]
    near = bool(on_gpu) and "gpu" in schema["devices"]
    where = asked or (on_gpu[0] if near else Device.CPU)
    to = session()
    outputs = to.numbers(count_outputs(schema, args, len(inputs)))
    more: Dict[str, Any] = {}
    if asked is not None:
        more["device"] = str(asked)
    if batch_size is not None:
        more["batchSize"] = batch_size
    if on_error is not None:
        more["onError"] = on_error
    if schema.get("random"):
        more["rng"] = _rng(rng)._taken()
    mode = EvalMode.current()
    if mode is EvalMode.deferred:
        more["deferred"] = True
    # The numbers keep what the host is to read until the step is recorded.
    numbers = [value._source.number(to, isinstance(value, Tensor)) for value in inputs]
    named = {name: value._source.number(to, isinstance(value, Tensor)) for name, value in arg_inputs.items()}
    step = call_step(schema["op"], outputs, numbers, site=call_site(), args=dict(args), **more)
    step["argInputs"] = {name: number.value for name, number in named.items()}
    step["c"] = EvalContext._number_here(to)
    to.record(step)
    results = [Result(to, number, size or 1, where) for number in outputs]
    if mode in (EvalMode.sync_cpu, EvalMode.sync_full) or any(value._source.external for value in read):
        settle(results, mode is EvalMode.sync_full)
    return [Batch(result) if size is not None else Tensor(result) for result in results]


def _size(values: Sequence[Value], batch_size: Any) -> Optional[int]:
    """Number of samples of the result; None for a Tensor."""
    if batch_size is not None and (isinstance(batch_size, bool) or not hasattr(batch_size, "__index__") or batch_size < 1):
        raise ValueError(f"Expected a whole number of at least 1 for batch_size but received {batch_size!r}")
    size: Optional[int] = None if batch_size is None else int(batch_size)
    for value in values:
        if not isinstance(value, Batch):
            continue
        if size is not None and size != value.batch_size:
            raise ValueError(f"Inconsistent batch size: {value.batch_size} != {size}")
        size = value.batch_size
    return size


def _asked(device: Any) -> Optional[Device]:
    if device is None:
        return None
    # As in DALI's imperative mode, 'gpu' is what pipelines call 'mixed'.
    found: Device = device_of("gpu" if device == "mixed" else device)
    return found


def _rng(rng: Any) -> RNG:
    if rng is None:
        return get_default_rng()
    if not isinstance(rng, RNG):
        raise ValueError(f"rng must be an instance of ndd.random.RNG, but got {type(rng)}")
    return rng


def _plain(value: Any) -> Any:
    """An argument as those of pipelines are."""
    if isinstance(value, DType):
        return value.type_id
    if value is str:
        return types.STRING
    if value in (int, float) if isinstance(value, type) else False:
        raise ValueError(f"Do not use Python's built-in type {value} as an argument. Use one of DALI's types instead.")
    return types.BOOL if value is bool else value


def compute(operation: str, *operands: Any) -> Any:
    """An operation of arithmetic. Numbers are constants; lists and arrays become tensors where the others are."""
    constants = [constant_text(operand) for operand in operands]
    given = [operand for operand, text in zip(operands, constants) if not text]
    devices = {value.device for value in given if isinstance(value, Value)}
    if len({device.device_type for device in devices}) > 1:
        raise ValueError("Cannot mix GPU and CPU inputs.")
    device = next(iter(devices), Device.CPU)
    inputs = [value if isinstance(value, Value) else _hooks.as_tensor(value, device=device) for value in given]
    if not inputs:
        raise TypeError(f"Expected a Tensor or a Batch for an operand of '{operation}' but received {', '.join(map(repr, operands))}")
    return record("math", inputs, {"operation": operation, "constants": constants})


_hooks.record = record
_hooks.compute = compute
