"""What programs take from DALI's module of this name."""

from __future__ import annotations

from typing import Any, Tuple

from ._cpu_tensors import capsule_device
from .backend_impl import TensorCPU, TensorGPU, TensorListCPU, TensorListGPU, types

# penstock's own kernels decode on GPUs: there is no nvJPEG, and no version of CUDA that it was built for.
__cuda_version__ = 0

_HOST = 1


def GetNvjpegVersion() -> int:
    """-1: penstock decodes by kernels of its own."""
    return -1


def CheckDLPackCapsule(capsule: Any) -> Tuple[bool, bool]:
    """Whether it is a DLPack capsule that nobody has taken yet, and whether its data lies on a GPU."""
    if type(capsule).__name__ != "PyCapsule" or 'capsule object "dltensor"' not in repr(capsule):
        return (False, False)
    return (True, capsule_device(capsule) != _HOST)


__all__ = ["CheckDLPackCapsule", "GetNvjpegVersion", "TensorCPU", "TensorGPU", "TensorListCPU", "TensorListGPU", "types"]
