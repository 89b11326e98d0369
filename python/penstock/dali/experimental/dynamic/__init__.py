"""DALI's imperative mode on penstock: operators are called on data, ``ndd.resize(images, size=224)``. Calls are recorded, and go to the
host together when a result is read."""

from __future__ import annotations

import sys as _sys
from typing import Any

from . import _ops, _slices as _slices
from . import checkpoint as checkpoint, math as math
from ._data import as_batch, as_tensor, batch, tensor
from ._device import Device, device
from ._eval_context import EvalContext, get_num_threads, set_num_threads
from ._eval_mode import EvalMode
from ._imread import imread
from ._stream import Stream, get_current_stream, get_default_stream, set_current_stream, set_default_stream, stream
from ._type import (
    DataType,
    DType,
    ImageType,
    InterpType,
    bfloat16,
    bool,
    dtype,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    type_id,
    uint8,
    uint16,
    uint32,
    uint64,
)
from ._values import Batch, Tensor

_ops.fill()


def __getattr__(name: str) -> Any:
    raise AttributeError(f"penstock has no operator dynamic.{name}")


__all__ = [_name for _name in vars(_sys.modules[__name__]) if not _name.startswith("_") and _name not in ("annotations", "Any")]
