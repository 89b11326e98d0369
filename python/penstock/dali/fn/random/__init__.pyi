# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

import builtins
from typing import Any, List, Mapping, Optional, Sequence, Union

from ...data_node import DataNode

def beta(
    __shape_like: Any = ...,
    *,
    alpha: Union[DataNode, float, None] = ...,
    beta: Union[DataNode, float, None] = ...,
    dtype: Any = ...,
    shape: Union[DataNode, Union[int, Sequence[int]], None] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
    seed: Any = ...,
) -> DataNode:
    """Random numbers from 0 to 1 with a beta distribution. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own."""

def choice(
    __a: Any = ...,
    __shape_like: Any = ...,
    *,
    count: Optional[int] = ...,
    p: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    shape: Union[DataNode, Union[int, Sequence[int]], None] = ...,
    values: Optional[Union[float, Sequence[float]]] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
    seed: Any = ...,
) -> DataNode:
    """Picks from a list at random, with given chances. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own."""

def coin_flip(
    __shape_like: Any = ...,
    *,
    dtype: Any = ...,
    probability: Union[DataNode, float, None] = ...,
    shape: Union[DataNode, Union[int, Sequence[int]], None] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
    seed: Any = ...,
) -> DataNode:
    """Random zeros and ones. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's."""

def normal(
    __shape_like: Any = ...,
    *,
    dtype: Any = ...,
    mean: Union[DataNode, float, None] = ...,
    shape: Union[DataNode, Union[int, Sequence[int]], None] = ...,
    stddev: Union[DataNode, float, None] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
    seed: Any = ...,
) -> DataNode:
    """Normally distributed random numbers. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's. In float64 they may differ in the last place there."""

def uniform(
    __shape_like: Any = ...,
    *,
    dtype: Any = ...,
    range: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    shape: Union[DataNode, Union[int, Sequence[int]], None] = ...,
    values: Union[DataNode, Union[float, Sequence[float]], None] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
    seed: Any = ...,
) -> DataNode:
    """Uniformly distributed random numbers: real ones in `range`, or one of `values`. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's."""
