"""PyTorch: tensors over the pipeline's memory, without a copy, and DALI's iterators that give them. Where PyTorch has CUDA, the
memory is page-locked once, so that ``tensor.to("cuda", non_blocking=True)`` runs beside the next step."""

from __future__ import annotations

import os
import warnings
import weakref
from typing import Any, Callable, Optional, Sequence, Tuple

import torch

from . import _loader, iterators
from ._cuda import relaxed
from ._errors import PipelineError
from ._gpu import GpuArray
from ._segments import Mapping
from .iterators import LastBatchPolicy

__all__ = ["ClassificationIterator", "GenericIterator", "LastBatchPolicy", "Loader", "RaggedIterator"]


def as_tensor(array: Any) -> torch.Tensor:
    """The tensor over a numpy array or a GpuArray, without a copy. One on a GPU can be used in any stream at once; its memory is
    used again behind what is queued at its end on the stream that is current now. Raises UNSUPPORTED for an array's dtype
    that this PyTorch does not have."""
    if isinstance(array, GpuArray):
        tensor: torch.Tensor = torch.from_dlpack(array)
        return tensor
    try:
        return torch.from_numpy(array)
    except TypeError:
        raise PipelineError(
            "UNSUPPORTED",
            f"PyTorch {torch.__version__} has no tensors of {array.dtype}",
            hint="End the pipeline with fn.cast() to a dtype that it has",
        ) from None


def _pin(mapping: Mapping) -> None:
    """Page-locks a segment until it is unmapped. Where that fails, copies to the GPU are slower, and nothing else."""
    cudart: Any = torch.cuda.cudart()  # type: ignore[no-untyped-call,unused-ignore]
    # A graph may be captured meanwhile.
    with relaxed():
        code = int(cudart.cudaHostRegister(mapping.address, mapping.size, 0))
    if code != 0:
        warnings.warn(f"Batches are not page-locked: cudaHostRegister() gave error {code}", stacklevel=2)
        return
    weakref.finalize(mapping, _unpin, cudart, mapping.address, os.getpid()).atexit = False


def _unpin(cudart: Any, address: int, process: int) -> None:
    # A process that was forked has no part in the parent's registration.
    if process == os.getpid():
        with relaxed():
            cudart.cudaHostUnregister(address)


def _pins(pin_memory: Optional[bool]) -> Sequence[Callable[[Mapping], None]]:
    if pin_memory is False or not torch.cuda.is_available():
        return ()
    return (_pin,)


class Loader(_loader.Loader, torch.utils.data.IterableDataset):  # type: ignore[type-arg,misc,unused-ignore]
    """``penstock.Loader`` with tensors in place of arrays. They lie in the pipeline's memory, as the arrays do, and keep it.

    It is used in place of ``torch.utils.data.DataLoader``: batches are made already, in another process. ``state_dict()``
    and ``load_state_dict()`` are those of torchdata's StatefulDataLoader. A ``DataLoader`` around it needs
    ``batch_size=None`` and ``num_workers=0``.

    Args:
        pin_memory: page-lock the memory. None: where CUDA is available.
        All others are those of ``penstock.Loader``.
    """

    def __init__(self, *args: Any, pin_memory: Optional[bool] = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self._pin_memory = pin_memory

    def _started(self) -> Any:
        # Asked here and not when the loader is made: a loader that is sent to another process must not start CUDA in this one.
        if self._connection is None and not self.on_map:
            self.on_map.extend(_pins(self._pin_memory))
        return super()._started()

    _converts_to_views = True

    def _converter(self) -> Callable[[Any], torch.Tensor]:
        return as_tensor


class _Tensors:
    """What makes an iterator one of PyTorch."""

    def _tensor(self, array: Any) -> torch.Tensor:
        # A torch.Loader gives tensors already.
        return array if isinstance(array, torch.Tensor) else as_tensor(array)

    def _prepare(self, loader: _loader.Loader) -> None:
        if not loader.on_map and not isinstance(loader, Loader):
            loader.on_map.extend(_pins(None))


class GenericIterator(_Tensors, iterators.GenericIterator):
    """``penstock.iterators.GenericIterator`` with tensors: a list with a dict for each pipeline. DALI's
    DALIGenericIterator."""


class ClassificationIterator(_Tensors, iterators.ClassificationIterator):
    """``penstock.iterators.ClassificationIterator`` with tensors."""


class RaggedIterator(_Tensors, iterators.RaggedIterator):
    """``penstock.iterators.RaggedIterator`` with tensors; SPARSE_COO_TAG gives ``torch.sparse_coo_tensor``s."""

    def _sparse(self, indices: Any, values: Any, shape: Tuple[int, ...]) -> torch.Tensor:
        return torch.sparse_coo_tensor(torch.from_numpy(indices), self._tensor(values), shape)


