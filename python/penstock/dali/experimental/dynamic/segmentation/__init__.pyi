# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

import builtins
from typing import Any, List, Mapping, Optional, Sequence, Union

from ....experimental.dynamic._values import Batch, Tensor

def random_mask_pixel(
    __mask: Any,
    *,
    foreground: Union[Batch, Tensor, int, None] = ...,
    threshold: Union[Batch, Tensor, float, None] = ...,
    value: Union[Batch, Tensor, int, None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Draws the position of a pixel in a mask, uniformly: of any pixel, or of a foreground pixel where there is one. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own."""

def random_object_bbox(
    __mask: Any,
    *,
    background: Union[Batch, Tensor, int, None] = ...,
    cache_objects: Optional[builtins.bool] = ...,
    class_weights: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    classes: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    foreground_prob: Union[Batch, Tensor, float, None] = ...,
    format: Optional[str] = ...,
    ignore_class: Optional[builtins.bool] = ...,
    k_largest: Optional[int] = ...,
    output_class: Optional[builtins.bool] = ...,
    threshold: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
    rng: Any = ...,
) -> Any:
    """Draws an object of a mask and gives its bounding box: first a class, then one of its objects, which are the pixels of that label that touch along an edge (in space: along a face). Without an object that fits it is the box of the whole mask. The draws depend only on the seed, the epoch and the sample's index, and on the operator unless it has a seed of its own."""

def select_masks(
    __mask_ids: Any,
    __polygons: Any,
    __vertices: Any,
    *,
    reindex_masks: Optional[builtins.bool] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Selects the polygons of masks by the masks' ids, and leaves out the vertices of the others."""
