"""Constant tensors of the graph."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _recorders
from ._foreign import host_copy, lies_on_gpu
from ._graph import record
from .data_node import DataNode
from .types import ENUM_DTYPES, DALIDataType, ScalarConstant, json_number, own_name, to_dali_type

_INT32 = (-(2**31), 2**31 - 1)


def constant_node(
    value: Any, dtype: Optional[DALIDataType] = None, shape: Any = None, layout: Optional[str] = None, device: str = "cpu", **kwargs: Any
) -> DataNode:
    """A node that gives one tensor for every sample. Raises TypeError for what is no array of numbers."""
    if isinstance(value, ScalarConstant):
        value, dtype = value.value, dtype or value.dtype
    enum = dtype if dtype in ENUM_DTYPES.values() else _enum_of(value)
    if enum is not None:
        dtype = DALIDataType.INT32
    array = _array(value, dtype)
    if shape is not None:
        extents = (shape,) if isinstance(shape, int) else tuple(shape)
        array = np.broadcast_to(array, extents) if array.size == 1 else array.reshape(extents)
    name = own_name(dtype) if dtype is not None else array.dtype.name
    args: dict[str, Any] = {"shape": list(array.shape), "dtype": name}
    flat = array.ravel()
    if flat.size and ((flat == flat[0]).all() or array.dtype.kind == "f" and np.isnan(flat).all()):
        flat = flat[:1]
    numbers = flat.tolist()
    if array.dtype.kind in "iub" and all(_INT32[0] <= number <= _INT32[1] for number in numbers):
        args["idata"] = [int(number) for number in numbers]
    else:
        args["fdata"] = [json_number(float(number)) for number in numbers]
    if layout:
        args["layout"] = str(layout)
    node = record("constant", [], args, name=kwargs.get("name"))[0]
    node.enum = enum
    return node.gpu() if device == "gpu" else node


def _enum_of(value: Any) -> Optional[DALIDataType]:
    """The dtype of a member of an enum, or of a list of members of one. Raises TypeError where others are among them."""
    members = value if isinstance(value, (list, tuple)) else [value]
    kinds = {ENUM_DTYPES.get(type(member)) for member in members}
    if len(kinds) > 1 and kinds != {None}:
        raise TypeError(f"Expected members of one enum but received {value!r}")
    return next(iter(kinds), None)


def _array(value: Any, dtype: Optional[DALIDataType]) -> Any:
    if lies_on_gpu(value):
        value = host_copy(value)
    elif hasattr(value, "detach"):
        value = value.detach().numpy()
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise TypeError(f"Expected numbers for a constant but received {value!r}: {error}") from None
    if array.dtype.kind not in "iufb":
        raise TypeError(f"Expected numbers for a constant but received {type(value)}: {value!r}")
    if not isinstance(value, np.ndarray) and not hasattr(value, "__array__"):
        # Python's own numbers have the types of DALI's constants.
        kind = {"i": np.int32, "u": np.int32, "f": np.float32, "b": np.bool_}[array.dtype.kind]
        array = array.astype(kind)
    to_dali_type(array.dtype)
    return _narrow(array) if dtype is None else array.astype(own_name(dtype))


def _narrow(array: Any) -> Any:
    """An array as DALI's constants have it: of 32 bits where it has 64. Raises OverflowError where a number does not fit."""
    narrow: Any = {"float64": np.float32, "int64": np.int32, "uint64": np.uint32}.get(array.dtype.name)
    if narrow is None:
        return array
    if array.dtype.kind in "iu" and array.size:
        limits = np.iinfo(narrow)
        for number in (int(array.min()), int(array.max())):
            if not limits.min <= number <= limits.max:
                raise OverflowError(f"Integer {number} out of range for {limits.dtype}")
    return array.astype(narrow)


_recorders.constant = constant_node
