# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

import builtins
from typing import Any, List, Mapping, Optional, Sequence, Union

from ...data_node import DataNode

def max(
    __input: Any,
    *,
    axes: Optional[Union[int, Sequence[int]]] = ...,
    axis_names: Optional[str] = ...,
    keep_dims: Optional[builtins.bool] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """The largest of the elements, for each position along the axes that are not reduced. NaN is passed over. The largest of no elements is the least value of the dtype, minus infinity for floating point."""

def mean(
    __input: Any,
    *,
    axes: Optional[Union[int, Sequence[int]]] = ...,
    axis_names: Optional[str] = ...,
    dtype: Any = ...,
    keep_dims: Optional[builtins.bool] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """The mean of the elements, for each position along the axes that are not reduced. For an integer `dtype` the fraction is dropped."""

def mean_square(
    __input: Any,
    *,
    axes: Optional[Union[int, Sequence[int]]] = ...,
    axis_names: Optional[str] = ...,
    dtype: Any = ...,
    keep_dims: Optional[builtins.bool] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """The mean of the squares of the elements, for each position along the axes that are not reduced. For an integer `dtype` the fraction is dropped."""

def min(
    __input: Any,
    *,
    axes: Optional[Union[int, Sequence[int]]] = ...,
    axis_names: Optional[str] = ...,
    keep_dims: Optional[builtins.bool] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """The least of the elements, for each position along the axes that are not reduced. NaN is passed over. The least of no elements is the largest value of the dtype, infinity for floating point."""

def rms(
    __input: Any,
    *,
    axes: Optional[Union[int, Sequence[int]]] = ...,
    axis_names: Optional[str] = ...,
    dtype: Any = ...,
    keep_dims: Optional[builtins.bool] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """The root of the mean of the squares of the elements, for each position along the axes that are not reduced. For an integer `dtype` the fraction is dropped."""

def std_dev(
    __input: Any,
    __mean: Any,
    *,
    axes: Optional[Union[int, Sequence[int]]] = ...,
    axis_names: Optional[str] = ...,
    ddof: Optional[int] = ...,
    keep_dims: Optional[builtins.bool] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """The standard deviation of the elements around a mean that is given, for each position along the axes that are not reduced. The sum of squared differences is divided by the number of elements less `ddof`."""

def sum(
    __input: Any,
    *,
    axes: Optional[Union[int, Sequence[int]]] = ...,
    axis_names: Optional[str] = ...,
    dtype: Any = ...,
    keep_dims: Optional[builtins.bool] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """The sum of the elements, for each position along the axes that are not reduced. Sums of integers are exact, and wrap around where `dtype` cannot hold them."""

def variance(
    __input: Any,
    __mean: Any,
    *,
    axes: Optional[Union[int, Sequence[int]]] = ...,
    axis_names: Optional[str] = ...,
    ddof: Optional[int] = ...,
    keep_dims: Optional[builtins.bool] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
) -> DataNode:
    """The variance of the elements around a mean that is given, for each position along the axes that are not reduced. The sum of squared differences is divided by the number of elements less `ddof`."""
