# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

import builtins
from typing import Any, List, Mapping, Optional, Sequence, Union

from ....experimental.dynamic._values import Batch, Tensor
from . import readers as readers

def dilate(
    __input: Any,
    *,
    anchor: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    border_mode: Optional[str] = ...,
    iterations: Optional[int] = ...,
    mask_size: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Replaces each element by the largest one below a rectangular mask, channel by channel. What a NaN gives is not defined."""

def erode(
    __input: Any,
    *,
    anchor: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    border_mode: Optional[str] = ...,
    iterations: Optional[int] = ...,
    mask_size: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Replaces each element by the smallest one below a rectangular mask, channel by channel. What a NaN gives is not defined."""

def median_blur(
    __input: Any,
    *,
    window_size: Union[Batch, Tensor, Union[int, Sequence[int]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Replaces each element by the median of those in a rectangular window around it, channel by channel. Beyond its edges the image's outermost elements are repeated. What a NaN gives is not defined."""

def remap(
    __input: Any,
    __mapx: Any,
    __mapy: Any,
    *,
    interp: Any = ...,
    pixel_origin: Optional[str] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Resamples images along any map: output(x, y) = input(mapx(x, y), mapy(x, y)). Pixels outside the input count as 0. There is no antialiasing."""

def resize(
    __data: Any,
    *,
    antialias: Optional[builtins.bool] = ...,
    dtype: Any = ...,
    interp_type: Any = ...,
    mag_filter: Any = ...,
    match: Optional[str] = ...,
    match_filter: Optional[str] = ...,
    max_size: Optional[Union[float, Sequence[float]]] = ...,
    min_filter: Any = ...,
    minibatch_size: Optional[int] = ...,
    mode: Optional[str] = ...,
    resize_longer: Union[Batch, Tensor, float, None] = ...,
    resize_shorter: Union[Batch, Tensor, float, None] = ...,
    resize_x: Union[Batch, Tensor, float, None] = ...,
    resize_y: Union[Batch, Tensor, float, None] = ...,
    resize_z: Union[Batch, Tensor, float, None] = ...,
    roi_end: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    roi_relative: Optional[builtins.bool] = ...,
    roi_start: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    save_attrs: Optional[builtins.bool] = ...,
    size: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    subpixel_scale: Optional[builtins.bool] = ...,
    temp_buffer_hint: Optional[int] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Resamples images to another size. DALI's operator of this name runs CV-CUDA's resize on a GPU, with the filters and arguments of resize; here it is resize itself, with the same bytes."""

def warp_perspective(
    __data: Any,
    __matrix: Any = ...,
    *,
    border_mode: Optional[str] = ...,
    fill_value: Optional[Union[float, Sequence[float]]] = ...,
    interp_type: Any = ...,
    inverse_map: Optional[builtins.bool] = ...,
    matrix: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    pixel_origin: Optional[str] = ...,
    size: Union[Batch, Tensor, Union[float, Sequence[float]], None] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Resamples images along a perspective map: output(x, y) = input((M11 x + M12 y + M13) / w, (M21 x + M22 y + M23) / w) with w = M31 x + M32 y + M33. A sequence's frames share the map. There is no antialiasing."""
