# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

from typing import Any, List, Mapping, Optional, Sequence, Union

from ....data_node import DataNode

def fits(
    *,
    block_bytes: Optional[int] = ...,
    block_window: Optional[int] = ...,
    cache: Any = ...,
    dont_use_mmap: Optional[bool] = ...,
    dtypes: Optional[Union[Any, Sequence[Any]]] = ...,
    file_filter: Optional[str] = ...,
    file_list: Optional[str] = ...,
    file_root: Optional[str] = ...,
    files: Optional[Union[str, Sequence[str]]] = ...,
    hdu_indices: Optional[Union[int, Sequence[int]]] = ...,
    initial_fill: Optional[int] = ...,
    lazy_init: Optional[bool] = ...,
    num_shards: Optional[int] = ...,
    pad_last_batch: Optional[bool] = ...,
    prefetch_queue_depth: Optional[int] = ...,
    random_shuffle: Optional[bool] = ...,
    read_ahead: Optional[bool] = ...,
    shard: Optional[str] = ...,
    shard_id: Optional[int] = ...,
    shuffle_after_epoch: Optional[bool] = ...,
    shuffle_after_epoch_seed: Optional[int] = ...,
    shuffle_blocks: Optional[bool] = ...,
    skip_cached_images: Optional[bool] = ...,
    stick_to_shard: Optional[bool] = ...,
    store: Any = ...,
    tensor_init_bytes: Optional[int] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
    seed: Any = ...,
    on_error: Any = ...,
) -> Any:
    """Reads the images of FITS files, one file for each sample and one output for each entry of hduIndices. The files are given by one of three arguments: fileRoot alone, fileList, or files. Values are BSCALE * stored + BZERO; BLANK is not looked at. Each sample's source, as errors and sourceInfo() show it, is its path. Compressed images and tables are refused."""
