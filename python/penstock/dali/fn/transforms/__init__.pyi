# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

import builtins
from typing import Any, List, Mapping, Optional, Sequence, Union

from ...data_node import DataNode

def combine(
    __first: Any,
    *inputs: Any,
    reverse_order: Optional[builtins.bool] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """Combines two or more affine transforms into one. The first is applied first, unless reverseOrder."""

def crop(
    __transform: Any = ...,
    *,
    absolute: Optional[builtins.bool] = ...,
    from_end: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    from_start: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    reverse_order: Optional[builtins.bool] = ...,
    to_end: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    to_start: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """Makes the affine transform that maps the box from fromStart to fromEnd onto the box from toStart to toEnd, or combines it with the input."""

def rotation(
    __transform: Any = ...,
    *,
    angle: Union[DataNode, float, None] = ...,
    axis: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    center: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    reverse_order: Optional[builtins.bool] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """Makes an affine transform that rotates by an angle: in the plane, or in space around an axis. Or combines it with the input."""

def scale(
    __transform: Any = ...,
    *,
    center: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    ndim: Optional[int] = ...,
    reverse_order: Optional[builtins.bool] = ...,
    scale: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """Makes an affine transform that scales along the axes, or combines it with the input."""

def shear(
    __transform: Any = ...,
    *,
    angles: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    center: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    reverse_order: Optional[builtins.bool] = ...,
    shear: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """Makes an affine transform that shears in two or three dimensions, or combines it with the input."""

def translation(
    __transform: Any = ...,
    *,
    offset: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    reverse_order: Optional[builtins.bool] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """Makes an affine transform that moves by an offset, or combines it with the input."""
