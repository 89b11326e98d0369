# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

import builtins
from typing import Any, List, Mapping, Optional, Sequence, Union

from ....experimental.dynamic._values import Batch, Tensor

def image(
    __input: Any,
    *,
    compression: Optional[int] = ...,
    effort: Optional[int] = ...,
    format: Optional[str] = ...,
    lossless: Optional[builtins.bool] = ...,
    optimize: Optional[builtins.bool] = ...,
    quality: Union[Batch, Tensor, int, None] = ...,
    subsampling: Optional[str] = ...,
    batch_size: Any = ...,
    device: Any = ...,
) -> Any:
    """Encodes images as files: JPEG by libjpeg-turbo, PNG and WebP by libvips. It is the way to thumbnails and caches: write the bytes of each sample to a file, or give them to decoders.image again. The operator runs on the CPU alone, and in a stage of its own."""
