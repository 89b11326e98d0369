"""Batches and samples: in host memory, and in that of a GPU."""

from ._cpu_tensors import TensorCPU, TensorListCPU
from ._gpu_tensors import TensorGPU, TensorListGPU

__all__ = ["TensorCPU", "TensorGPU", "TensorListCPU", "TensorListGPU"]
