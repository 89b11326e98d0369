"""Tensors of PyTorch over batches, and copies of them."""

from __future__ import annotations

from typing import Any

import torch

from ....torch import as_tensor
from ...tensors import TensorCPU
from ...types import to_torch_type as _torch_type_of

to_torch_type = _torch_type_of


def _tensor_over(tensor: Any) -> torch.Tensor:
    """A tensor over the memory of a TensorCPU or TensorGPU, without a copy."""
    return as_tensor(tensor._array)


def feed_ndarray(dali_tensor: Any, arr: torch.Tensor, cuda_stream: Any = None) -> torch.Tensor:
    """Copies a tensor of a pipeline to a tensor of PyTorch of the same dtype and shape, and returns that.

    Args:
        dali_tensor: a TensorCPU or TensorGPU, or a TensorList whose samples have one shape.
        arr: where to.
        cuda_stream: a ``torch.cuda.Stream`` for copies on a GPU. Default: the one that is current.
    """
    tensor = dali_tensor.as_tensor() if hasattr(dali_tensor, "as_tensor") else dali_tensor
    source = _tensor_over(tensor)
    if source.dtype != arr.dtype:
        raise AssertionError(
            f"The element type of DALI Tensor/TensorList doesn't match the element type of the target PyTorch Tensor: {source.dtype} vs {arr.dtype}"
        )
    if source.shape != arr.shape:
        raise AssertionError(
            f"Shapes do not match: DALI tensor has size {list(source.shape)}, but PyTorch Tensor has size {list(arr.shape)}"
        )
    if isinstance(cuda_stream, torch.cuda.Stream):
        with torch.cuda.stream(cuda_stream):
            return arr.copy_(source, non_blocking=True)
    return arr.copy_(source)


def to_torch_tensor(dali_tensor: Any, copy: bool) -> torch.Tensor:
    """A tensor of PyTorch: over the memory of a tensor of a pipeline, or a copy."""
    tensor = _tensor_over(dali_tensor if isinstance(dali_tensor, TensorCPU) or hasattr(dali_tensor, "_array") else dali_tensor.as_tensor())
    return tensor.clone() if copy else tensor
