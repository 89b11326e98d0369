# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

import builtins
from typing import Any, List, Mapping, Optional, Sequence, Union

from ....experimental.dynamic._values import Batch, Tensor

def gaussian(
    __input: Any,
    *,
    mean: Union[Batch, Tensor, float, None] = ...,
    stddev: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Adds normally distributed noise to each element. Integers round to nearest (halves away from zero) and saturate. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the CPU's."""

def salt_and_pepper(
    __input: Any,
    *,
    pepper_val: Union[Batch, Tensor, float, None] = ...,
    per_channel: Optional[builtins.bool] = ...,
    prob: Union[Batch, Tensor, float, None] = ...,
    salt_val: Union[Batch, Tensor, float, None] = ...,
    salt_vs_pepper: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Replaces random pixels by one of two values, salt or pepper. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the CPU's."""

def shot(
    __input: Any,
    *,
    factor: Union[Batch, Tensor, float, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Replaces each element by what a sensor counts that expects it: factor * n, where n is a Poisson number of mean max(0, input / factor). Integers round to nearest (halves away from zero) and saturate. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the CPU's."""
