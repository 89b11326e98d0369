# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

import builtins
from typing import Any, List, Mapping, Optional, Sequence, Union

from ...data_node import DataNode

def gaussian(
    __input: Any,
    *,
    mean: Union[DataNode, float, None] = ...,
    stddev: Union[DataNode, float, None] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
    seed: Any = ...,
) -> DataNode:
    """Adds normally distributed noise to each element. Integers round to nearest (halves away from zero) and saturate. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the CPU's."""

def salt_and_pepper(
    __input: Any,
    *,
    pepper_val: Union[DataNode, float, None] = ...,
    per_channel: Optional[builtins.bool] = ...,
    prob: Union[DataNode, float, None] = ...,
    salt_val: Union[DataNode, float, None] = ...,
    salt_vs_pepper: Union[DataNode, float, None] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
    seed: Any = ...,
) -> DataNode:
    """Replaces random pixels by one of two values, salt or pepper. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the CPU's."""

def shot(
    __input: Any,
    *,
    factor: Union[DataNode, float, None] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
    seed: Any = ...,
) -> DataNode:
    """Replaces each element by what a sensor counts that expects it: factor * n, where n is a Poisson number of mean max(0, input / factor). Integers round to nearest (halves away from zero) and saturate. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own; on a GPU the results are the CPU's."""
