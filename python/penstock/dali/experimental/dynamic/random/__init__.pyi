# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

import builtins
from typing import Any, List, Mapping, Optional, Sequence, Union

from ....experimental.dynamic._values import Batch, Tensor
from .._random import RNG as RNG, get_default_rng as get_default_rng, rng as rng, set_seed as set_seed

def beta(
    __shape_like: Any = ...,
    *,
    alpha: Union[Batch, Tensor, float, None] = ...,
    beta: Union[Batch, Tensor, float, None] = ...,
    dtype: Any = ...,
    shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Random numbers from 0 to 1 with a beta distribution. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own."""

def choice(
    __a: Any = ...,
    __shape_like: Any = ...,
    *,
    count: Optional[int] = ...,
    p: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    values: Optional[Union[float, Sequence[float]]] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Picks from a list at random, with given chances. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own."""

def coin_flip(
    __shape_like: Any = ...,
    *,
    dtype: Any = ...,
    probability: Union[Batch, Tensor, float, None] = ...,
    shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Random zeros and ones. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's."""

def normal(
    __shape_like: Any = ...,
    *,
    dtype: Any = ...,
    mean: Union[Batch, Tensor, float, None] = ...,
    shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    stddev: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Normally distributed random numbers. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's. In float64 they may differ in the last place there."""

def uniform(
    __shape_like: Any = ...,
    *,
    dtype: Any = ...,
    range: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    shape: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    values: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Uniformly distributed random numbers: real ones in `range`, or one of `values`. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU they are the CPU's."""
