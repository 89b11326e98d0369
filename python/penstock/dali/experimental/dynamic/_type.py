"""Types of elements, as DALI's imperative mode names them: ``int32``, ``float32`` and the like."""

from __future__ import annotations

import builtins
from enum import Enum, auto
from typing import Any, Callable, Dict, Optional

from ...types import DALIDataType, to_dali_type

_by_id: Dict[DALIDataType, DType] = {}
_by_name: Dict[str, DType] = {}


class DType:
    """A type of elements. Calling it makes a Tensor of that type.

    Attributes:
        kind: what its numbers are.
        bits, bytes: size of an element.
        exponent_bits, significand_bits: of floats; None for others.
        type_id: the DALIDataType; None where DALI has none.
        name: such as ``"i32"``.
    """

    class Kind(Enum):
        """What the numbers of a type are."""

        signed = auto()
        unsigned = auto()
        float = auto()
        bool = auto()
        enum = auto()

    make: Callable[..., Any]
    """Makes a Tensor. ``_data.py`` puts it here, because it imports this module."""

    def __init__(
        self,
        kind: Kind,
        bits: int,
        exponent_bits: Optional[int] = None,
        significand_bits: Optional[int] = None,
        bytes: Optional[int] = None,
        type_id: Optional[DALIDataType] = None,
        name: Optional[str] = None,
    ) -> None:
        self.kind = kind
        self.bits = bits
        self.exponent_bits = self.significand_bits = None
        if kind is DType.Kind.float:
            usual = {8: 4, 16: 5, 32: 8, 64: 11}
            if exponent_bits is None and bits not in usual:
                raise ValueError(f"Expected 8, 16, 32 or 64 bits for a float but received {bits}")
            self.exponent_bits = usual[bits] if exponent_bits is None else exponent_bits
            self.significand_bits = bits - self.exponent_bits - 1 if significand_bits is None else significand_bits
        self.bytes = bytes or (bits + 7) // 8
        self.type_id = type_id
        self.name = name or self._usual_name()
        if type_id is not None:
            _by_id[type_id] = self
        _by_name.setdefault(self.name, self)

    def _usual_name(self) -> str:
        prefix = {DType.Kind.signed: "i", DType.Kind.unsigned: "u", DType.Kind.float: "f"}
        return "bool" if self.kind is DType.Kind.bool else f"{prefix[self.kind]}{self.bits}"

    @staticmethod
    def from_type_id(type_id: DALIDataType) -> DType:
        """The type of a DALIDataType. Raises KeyError for one that tensors do not have."""
        return _by_id[type_id]

    @staticmethod
    def from_fw_type(dtype: Any) -> DType:
        """The type of a framework's dtype, such as ``numpy.float32`` or ``torch.int64``. Raises TypeError for one that DALI lacks."""
        return _by_id[to_dali_type(dtype)]

    @staticmethod
    def parse(name: str) -> DType:
        """The type of a name, such as ``"i32"`` or ``"int32"``. Raises ValueError for any other text."""
        found = _by_name.get(name)
        if found is None:
            try:
                found = _by_id[to_dali_type(name)]
            except TypeError:
                raise ValueError(f"Unsupported type name: {name}") from None
        return found

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if "dtype" in kwargs:
            raise ValueError("dtype cannot be overridden")
        return DType.make(*args, dtype=self, **kwargs)

    def _key(self) -> Any:
        own = self.type_id if self.kind is DType.Kind.enum else None
        return self.kind, self.bits, self.exponent_bits, self.significand_bits, own

    def __eq__(self, other: object) -> builtins.bool:
        return isinstance(other, DType) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        more = "" if self.exponent_bits is None else f", exponent_bits={self.exponent_bits}, significand_bits={self.significand_bits}"
        return f"DType(kind={self.kind}, bits={self.bits}{more})"


_signed, _unsigned, _float = DType.Kind.signed, DType.Kind.unsigned, DType.Kind.float
int8 = DType(_signed, 8, type_id=DALIDataType.INT8)
int16 = DType(_signed, 16, type_id=DALIDataType.INT16)
int32 = DType(_signed, 32, type_id=DALIDataType.INT32)
int64 = DType(_signed, 64, type_id=DALIDataType.INT64)
uint8 = DType(_unsigned, 8, type_id=DALIDataType.UINT8)
uint16 = DType(_unsigned, 16, type_id=DALIDataType.UINT16)
uint32 = DType(_unsigned, 32, type_id=DALIDataType.UINT32)
uint64 = DType(_unsigned, 64, type_id=DALIDataType.UINT64)
float16 = DType(_float, 16, type_id=DALIDataType.FLOAT16)
float32 = DType(_float, 32, type_id=DALIDataType.FLOAT)
float64 = DType(_float, 64, type_id=DALIDataType.FLOAT64)
bool = DType(DType.Kind.bool, 8, type_id=DALIDataType.BOOL)
bfloat16 = DType(_float, 16, 8, 7, name="bfloat16")
DataType = DType(DType.Kind.enum, 32, type_id=DALIDataType.DATA_TYPE, name="DataType")
ImageType = DType(DType.Kind.enum, 32, type_id=DALIDataType.IMAGE_TYPE, name="ImageType")
InterpType = DType(DType.Kind.enum, 32, type_id=DALIDataType.INTERP_TYPE, name="InterpType")


def dtype(*args: Any) -> DType:
    """The DType of a DALIDataType, of a name or of a framework's dtype; several arguments are those of DType."""
    if len(args) != 1:
        return DType(*args)
    (given,) = args
    if isinstance(given, DType):
        return given
    if isinstance(given, DALIDataType):
        return DType.from_type_id(given)
    return DType.parse(given) if isinstance(given, str) else DType.from_fw_type(given)


def type_id(dtype: Any) -> DALIDataType:
    """The DALIDataType of a DType. Raises ValueError for anything else."""
    if isinstance(dtype, DALIDataType):
        return dtype
    if not isinstance(dtype, DType) or dtype.type_id is None:
        raise ValueError(f"Invalid dtype: {dtype}")
    return dtype.type_id


__all__ = [
    *("DType", "dtype", "type_id"),
    *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64", "bfloat16", "bool", "DataType", "ImageType", "InterpType"),
]
