"""The features of ``fn.readers.tfrecord``, as TensorFlow names them."""

from __future__ import annotations

from typing import Any, Dict, Sequence, Union

int64 = "int64"
float32 = "float32"
string = "string"


class Feature(Dict[str, Any]):
    """A feature as the graph's JSON has it. ``FixedLenFeature()`` and ``VarLenFeature()`` make them."""


def FixedLenFeature(shape: Union[int, Sequence[int]], dtype: str, default_value: Any = None, /) -> Feature:
    """A feature with as many values as ``shape`` says. ``default_value`` stands in for a record without it; with None, such a record is bad."""
    feature = Feature(kind="fixed", dtype=dtype)
    if dtype != string:
        feature["shape"] = _extents(shape)
    if default_value is not None:
        feature["default"] = default_value
    return feature


def VarLenFeature(*args: Any) -> Feature:
    """A feature with any number of values: ``VarLenFeature(dtype, default_value)``, or with the shape of an element before these."""
    if len(args) not in (2, 3):
        raise TypeError(f"Expected VarLenFeature([shape], dtype, default_value) but received {len(args)} arguments")
    feature = Feature(kind="var", dtype=args[-2])
    if len(args) == 3:
        feature["shape"] = _extents(args[0])
    return feature


def _extents(shape: Union[int, Sequence[int]]) -> list[int]:
    return [int(shape)] if isinstance(shape, int) else [int(extent) for extent in shape]


__all__ = ["Feature", "FixedLenFeature", "VarLenFeature", "float32", "int64", "string"]
