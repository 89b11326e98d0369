"""The constants of DALI's ``nvidia.dali.types``, and conversions between its dtypes, those of numpy and those of penstock."""

from __future__ import annotations

import math
import warnings
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Sequence, Union

import numpy as np

from .._errors import invalid
from . import _recorders
from ._arithmetic import Arithmetic


class _Named(IntEnum):
    """Prints as DALI's enums do: ``DALIDataType.FLOAT``."""

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __repr__(self) -> str:
        return f"<{self}: {self.value}>"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class DALIDataType(_Named):
    """Types of data, and of arguments."""

    def __call__(self) -> DALIDataType:
        """What was a method is a property: both ways to read it work."""
        warnings.warn("Calling '.dtype()' is deprecated, please use '.dtype' instead", DeprecationWarning, stacklevel=2)
        return self

    NO_TYPE = -1
    UINT8 = 0
    UINT16 = 1
    UINT32 = 2
    UINT64 = 3
    INT8 = 4
    INT16 = 5
    INT32 = 6
    INT64 = 7
    FLOAT16 = 8
    FLOAT = 9
    FLOAT64 = 10
    BOOL = 11
    STRING = 12
    _BOOL_VEC = 13
    _INT32_VEC = 14
    _STRING_VEC = 15
    _FLOAT_VEC = 16
    FEATURE = 17
    _FEATURE_VEC = 18
    _FEATURE_DICT = 19
    IMAGE_TYPE = 20
    DATA_TYPE = 21
    INTERP_TYPE = 22
    TENSOR_LAYOUT = 23
    PYTHON_OBJECT = 24
    _TENSOR_LAYOUT_VEC = 25
    _DATA_TYPE_VEC = 26


class DALIImageType(_Named):
    """Colour models of images."""

    RGB = 0
    BGR = 1
    GRAY = 2
    YCbCr = 3
    ANY_DATA = 4


class DALIInterpType(_Named):
    """Resampling filters."""

    INTERP_NN = 0
    INTERP_LINEAR = 1
    INTERP_CUBIC = 2
    INTERP_LANCZOS3 = 3
    INTERP_TRIANGULAR = 4
    INTERP_GAUSSIAN = 5


class PipelineAPIType(Enum):
    """The ways to run a pipeline."""

    BASIC = "basic"
    ITERATOR = "iterator"
    SCHEDULED = "scheduled"


class TensorLayout(str):
    """Names of the axes of a sample, such as ``"HWC"``."""

    __slots__ = ()


# DALI has the members at the module too: types.FLOAT, types.RGB.
if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...


for _kind in (DALIDataType, DALIImageType, DALIInterpType):
    globals().update(_kind.__members__)

# Layouts of images and videos, as arguments of operators.
NHWC, NCHW, NFHWC, NFCHW = "HWC", "CHW", "FHWC", "FCHW"
SAME = ""
# Stands for the CPU where a number of a device is expected.
CPU_ONLY_DEVICE_ID = -99999

# What penstock calls them. A text has no dtype: it is bytes.
_DTYPES = {
    DALIDataType.UINT8: "uint8",
    DALIDataType.UINT16: "uint16",
    DALIDataType.UINT32: "uint32",
    DALIDataType.UINT64: "uint64",
    DALIDataType.INT8: "int8",
    DALIDataType.INT16: "int16",
    DALIDataType.INT32: "int32",
    DALIDataType.INT64: "int64",
    DALIDataType.FLOAT16: "float16",
    DALIDataType.FLOAT: "float32",
    DALIDataType.FLOAT64: "float64",
    DALIDataType.BOOL: "bool",
}
_OF_DTYPE = {np.dtype(name): dtype for dtype, name in _DTYPES.items()}
_IMAGE_TYPES = dict(zip(DALIImageType, ("rgb", "bgr", "gray", "ycbcr", "any")))
_INTERP_TYPES = dict(zip(DALIInterpType, ("nn", "linear", "cubic", "lanczos3", "triangular", "gaussian")))

# The dtypes of tensors whose elements are members of enums.
ENUM_DTYPES = {DALIDataType: DALIDataType.DATA_TYPE, DALIImageType: DALIDataType.IMAGE_TYPE, DALIInterpType: DALIDataType.INTERP_TYPE}

# Sets of types, as DALI's arithmetic names them.
_bool_types = [DALIDataType.BOOL]
_int_types = [t for t, n in _DTYPES.items() if "int" in n]
_float_types = [t for t, n in _DTYPES.items() if "float" in n]


def own_name(value: Any) -> Any:
    """penstock's name of a member of DALI's enums, or of a dtype of numpy or PyTorch; anything else as it is."""
    if isinstance(value, DALIDataType):
        if value not in _DTYPES:
            raise invalid(f"Expected a dtype of tensors but received {value}")
        return _DTYPES[value]
    if isinstance(value, DALIImageType):
        return _IMAGE_TYPES[value]
    if isinstance(value, DALIInterpType):
        return _INTERP_TYPES[value]
    if isinstance(value, np.dtype) or (isinstance(value, type) and issubclass(value, (np.generic, bool, int, float))):
        return np.dtype(value).name
    return value


def to_numpy_type(dtype: Any) -> Any:
    """numpy's type of a DALIDataType."""
    if dtype not in _DTYPES:
        raise TypeError(f"Expected a dtype of tensors but received {dtype}")
    return getattr(np, {"bool": "bool_"}.get(_DTYPES[dtype], _DTYPES[dtype]))


def to_dali_type(dtype: Any) -> DALIDataType:
    """The DALIDataType of a dtype of numpy, of its name, or of a framework's dtype that says one (``torch.float32``)."""
    if isinstance(dtype, DALIDataType):
        return dtype
    name = str(dtype).rsplit(".", 1)[-1] if not isinstance(dtype, (np.dtype, type)) else dtype
    try:
        return _OF_DTYPE[np.dtype(name)]
    except (TypeError, KeyError):
        raise TypeError(f"Expected a dtype that DALI has but received {dtype!r}") from None


def to_torch_type(dtype: Any) -> Any:
    """PyTorch's dtype of a DALIDataType."""
    import torch

    return getattr(torch, _DTYPES[dtype])


class SampleInfo(NamedTuple):
    """What a callback for single samples is called with.

    Attributes:
        idx_in_epoch: 0-based number of the sample in the epoch.
        idx_in_batch: 0-based number of the sample in the batch.
        iteration: number of the batch in the epoch.
        epoch_idx: number of the epoch.
    """

    idx_in_epoch: int
    idx_in_batch: int
    iteration: int
    epoch_idx: int


class BatchInfo(NamedTuple):
    """What a callback for whole batches is called with where ``batch_info=True``.

    Attributes:
        iteration: number of the batch in the epoch.
        epoch_idx: number of the epoch.
    """

    iteration: int
    epoch_idx: int


class CUDAStream:
    """A stream of CUDA, by its address.

    Args:
        ptr: the address of the stream. Default: the default stream.
    """

    def __init__(self, ptr: int = 0) -> None:
        self.ptr = ptr


def json_number(value: float) -> Union[float, str]:
    """A number as the graph's JSON has it: those that JSON does not have are texts."""
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


class ScalarConstant(Arithmetic):
    """A number in arithmetic of the graph, with a dtype of its own.

    Args:
        value: bool, int or float, or another ScalarConstant.
        dtype: a DALIDataType. Default: BOOL, INT32 or FLOAT by the value's type.
    """

    def __init__(self, value: Any, dtype: Optional[DALIDataType] = None) -> None:
        if isinstance(value, ScalarConstant):
            value, dtype = value.value, dtype or value.dtype
        if isinstance(value, Enum) or not isinstance(value, (bool, int, float, np.bool_, np.integer, np.floating)):
            raise TypeError(f"Expected scalar value of type 'bool', 'int' or 'float', got {type(value)}.")
        if dtype is None:
            if isinstance(value, np.generic):
                dtype = to_dali_type(value.dtype)
            elif isinstance(value, bool):
                dtype = DALIDataType.BOOL
            else:
                dtype = DALIDataType.INT32 if isinstance(value, int) else DALIDataType.FLOAT
        if dtype not in _DTYPES:
            raise TypeError(f"Expected a dtype of tensors but received {dtype}")
        kind = _DTYPES[dtype]
        self.dtype = dtype
        self.value: Any = bool(value) if kind == "bool" else float(value) if "float" in kind else int(value)

    shape: List[int] = []

    def text(self) -> str:
        """As the graph's JSON has it."""
        value = int(self.value) if isinstance(self.value, bool) else self.value
        return f"{_DTYPES[self.dtype]} {json_number(value) if isinstance(value, float) else value}"

    def __neg__(self) -> Any:
        return ScalarConstant(-self.value, self.dtype)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __int__(self) -> int:
        return int(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return f"{self.value}:{self.dtype}"

    __repr__ = __str__
    __hash__ = object.__hash__


def Constant(
    value: Any,
    dtype: Any = None,
    shape: Union[int, Sequence[int], None] = None,
    layout: Optional[str] = None,
    device: Optional[str] = None,
    **kwargs: Any,
) -> Any:
    """A constant of the graph: a ScalarConstant for a number without shape, layout and device, else a DataNode with one tensor
    for all samples.

    Args:
        value: a number, nested lists of numbers, a numpy array, or what has ``__array__``.
        dtype: DALIDataType of the tensor. Default: that of the array; INT32, FLOAT or BOOL for numbers of Python.
        shape: extents of the tensor; a number fills it.
        layout: names of the axes.
        device: ``"cpu"`` or ``"gpu"``.
    """
    if dtype is not None:
        dtype = to_dali_type(dtype)
    number = isinstance(value, (bool, int, float, np.generic, ScalarConstant)) and not isinstance(value, Enum)
    if device is None and shape is None and layout is None and number and not kwargs and dtype not in ENUM_DTYPES.values():
        return ScalarConstant(value, dtype)
    return _recorders.constant(value, dtype, shape, layout, device or "cpu", **kwargs)


__all__ = [
    *DALIDataType.__members__,
    *DALIImageType.__members__,
    *DALIInterpType.__members__,
    "CPU_ONLY_DEVICE_ID",
    "NCHW",
    "NFCHW",
    "NFHWC",
    "NHWC",
    "SAME",
    "BatchInfo",
    "CUDAStream",
    "Constant",
    "DALIDataType",
    "DALIImageType",
    "DALIInterpType",
    "PipelineAPIType",
    "SampleInfo",
    "ScalarConstant",
    "TensorLayout",
    "to_dali_type",
    "to_numpy_type",
    "to_torch_type",
]
