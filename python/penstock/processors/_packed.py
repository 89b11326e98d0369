"""A tree of values with arrays in it as one piece of memory: src/processors/arrays.ts has the other side, and the format."""

from __future__ import annotations

import json
from typing import Any, List, Tuple

import numpy as np

from .._errors import PipelineError

Array = Any  # numpy.ndarray, whose type parameters depend on the data

_TYPES = {"float32": np.float32, "float64": np.float64, "int32": np.int32, "int64": np.int64, "uint8": np.uint8, "bool": np.bool_}


def _align(n: int) -> int:
    return -(-n // 64) * 64


def packed(tree: Any) -> Array:
    """Packs a tree: dicts, lists, numbers, texts, and arrays of numpy and torch."""
    arrays: List[Tuple[int, Array]] = []
    end = 0

    def place(value: Any) -> Any:
        nonlocal end
        if isinstance(value, np.generic):
            return value.item()
        array = _array(value)
        if array.dtype.name not in _TYPES:
            known = ", ".join(_TYPES)
            raise PipelineError("INVALID_ARGUMENT", f"Expected an array of {known} but received one of {array.dtype}")
        at, end = end, _align(end + array.nbytes)
        arrays.append((at, array))
        return {"$array": [array.dtype.name, list(array.shape), at]}

    head = json.dumps(tree, default=place).encode()
    begin = _align(4 + len(head))
    made = np.empty(begin + end, np.uint8)
    made[:4] = np.frombuffer(np.uint32(len(head)).tobytes(), np.uint8)
    made[4 : 4 + len(head)] = np.frombuffer(head, np.uint8)
    for at, array in arrays:
        room = made[begin + at : begin + at + array.nbytes].view(array.dtype).reshape(array.shape)
        np.copyto(room, array)
    return made


def _array(value: Any) -> Array:
    """An array, or a tensor of torch on any device, of which bfloat16 and float16 become float32."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        if str(value.dtype) in ("torch.bfloat16", "torch.float16"):
            value = value.float()
        value = value.numpy()
    if isinstance(value, (set, frozenset)):
        return np.array(sorted(value), np.int64)
    if not isinstance(value, np.ndarray):
        raise PipelineError("INVALID_ARGUMENT", f"Expected numbers, arrays and lists of them but received {type(value).__name__}")
    return value.astype(np.float32) if value.dtype == np.float16 else value


def unpacked(memory: Array) -> Any:
    """The tree of packed bytes. Its arrays are views of them."""
    length = int(memory[:4].view(np.uint32)[0])
    begin = _align(4 + length)

    def placed(value: Any) -> Any:
        if "$array" not in value:
            return value
        kind, shape, at = value["$array"]
        dtype = np.dtype(_TYPES[kind])
        size = int(np.prod(shape)) * dtype.itemsize
        return memory[begin + at : begin + at + size].view(dtype).reshape(shape)

    return json.loads(memory[4 : 4 + length].tobytes(), object_hook=placed)
