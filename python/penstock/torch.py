"""PyTorch: tensors over the pipeline's memory, without a copy, and DALI's iterators that give them. Where PyTorch has CUDA, the
memory is page-locked once, so that ``tensor.to("cuda", non_blocking=True)`` runs beside the next step."""

from __future__ import annotations

import os
import warnings
import weakref
from typing import Any, Callable, Iterator, Optional, Sequence, Tuple, Union

import torch

from . import _loader, iterators
from ._batch import Output, Value
from ._cuda import relaxed
from ._errors import PipelineError, invalid
from ._gpu import GpuArray
from ._items import Item, unpadded
from ._segments import Mapping
from .iterators import LastBatchPolicy

__all__ = ["ClassificationIterator", "GenericIterator", "LastBatchPolicy", "Loader", "RaggedIterator"]


def as_tensor(array: Any) -> torch.Tensor:
    """The tensor over a numpy array or a GpuArray, without a copy. One on a GPU can be used in any stream at once; its memory is
    used again after the work that is queued at its end on the stream that is current now. Raises UNSUPPORTED for an array's dtype
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


# Integers that int64 holds; uint16 and uint32 came with PyTorch 2.3.
_INTEGERS = frozenset(
    getattr(torch, name) for name in ("uint8", "int8", "int16", "int32", "int64", "uint16", "uint32") if hasattr(torch, name)
)


class Loader(_loader.Loader, torch.utils.data.IterableDataset):  # type: ignore[type-arg,misc,unused-ignore]
    """``penstock.Loader`` with tensors in place of arrays. They lie in the pipeline's memory, as the arrays do, and keep it.

    It is used in place of ``torch.utils.data.DataLoader``: batches are made already, in another process. ``state_dict()``
    and ``load_state_dict()`` are those of torchdata's StatefulDataLoader. A ``DataLoader`` around it needs
    ``batch_size=None``. With ``num_workers`` of 2 or more each worker has a pipeline of its own, which reads a part of the
    data: the reader says ``shard: 'auto'``, and is refused otherwise.

    Args:
        labels: which outputs are labels, that is, int64 of the shape (batch,), which ``CrossEntropyLoss`` takes. True: those of
            integers with one number for each sample. Names or numbers of outputs: those, and what is no integer for each sample
            is refused. False: none; each output has the pipeline's dtype and shape.
        pin_memory: page-lock the memory. None: where CUDA is available.
        All others are those of ``penstock.Loader``.
    """

    def __init__(
        self,
        *args: Any,
        labels: Union[bool, str, int, Sequence[Union[str, int]]] = True,
        pin_memory: Optional[bool] = None,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self._labels = labels if isinstance(labels, bool) else frozenset([labels] if isinstance(labels, (str, int)) else labels)
        self._pin_memory = pin_memory
        # This process among the workers of a DataLoader, and how many they are.
        self._worker: Optional[Tuple[int, int]] = None

    def _started(self) -> Any:
        if self._connection is not None:
            return super()._started()
        # Asked here and not when the loader is made: a loader that is sent to another process must not start CUDA in this one.
        if not self.on_map:
            self.on_map.extend(_pins(self._pin_memory))
        worker = torch.utils.data.get_worker_info()
        # The consumers of a socket are dealt the batches of one pipeline.
        if worker is not None and worker.num_workers > 1 and self._socket is None:
            self._worker = worker.id, worker.num_workers
            given: Any = self._where["env"] or {}
            self._where["env"] = {**given, "PENSTOCK_WORKER": f"{worker.id}/{worker.num_workers}"}
        connection = super()._started()
        try:
            self._check_started()
        except PipelineError:
            self._stop()
            raise
        return connection

    def _check_started(self) -> None:
        names = self._names or ()
        if not isinstance(self._labels, bool):
            for one in self._labels:
                if one not in names and one not in range(len(self._as_list)):
                    there = ", ".join(names) or f"0 to {len(self._as_list) - 1}"
                    raise invalid(f"Expected names or numbers of outputs for labels but received {one!r}", hint=f"There are: {there}")
        if self._worker is None:
            return
        place, workers = self._worker
        if not any(count % workers == 0 and shard % workers == place for shard, count in self._shards()):
            raise PipelineError(
                "INVALID_ARGUMENT",
                f"Expected a reader with shard 'auto' for num_workers={workers} but received a pipeline without one: each worker"
                " would read all samples",
                hint="Give DataLoader num_workers=0, since the pipeline works in a process of its own, or the reader shard: 'auto'",
            )

    def __iter__(self) -> Iterator[Item]:  # type: ignore[override,unused-ignore]
        epoch = super().__iter__()
        # Padding gives ranks equal steps. Where the shards are those of workers alone, it would be samples that come twice.
        if self._worker is None or all(count != self._worker[1] for _, count in self._shards()):
            return epoch
        return (item for item in map(unpadded, epoch) if item is not None)

    def _converter(self) -> Callable[[Any], torch.Tensor]:
        return as_tensor

    def _value(self, number: int, output: Output, as_list: bool) -> Value:
        value: Any = super()._value(number, output, as_list)
        if self._labels is False:
            return value
        single = not isinstance(value, list) and value.ndim <= 2 and value.numel() == len(value) and value.dtype in _INTEGERS
        if self._labels is not True:
            name = self._names[number] if self._names else None
            if number not in self._labels and name not in self._labels:
                return value
            if not single:
                what = "a list" if isinstance(value, list) else f"{value.dtype} of the shape {tuple(value.shape)}"
                raise invalid(
                    f"Expected one integer for each sample of output {name or number}, which is among labels, but received {what}",
                    hint="Leave it out of labels, or end it with fn.cast() and fn.reshape() in the pipeline",
                )
        return value.reshape(-1).to(torch.int64) if single else value


class _Tensors:
    """What makes an iterator one of PyTorch."""

    def _tensor(self, array: Any) -> torch.Tensor:
        # A torch.Loader gives tensors already.
        return array if isinstance(array, torch.Tensor) else as_tensor(array)

    def _prepare(self, loader: _loader.Loader) -> None:
        if isinstance(loader, Loader):
            # DALI's iterators give labels as the pipeline has them.
            loader._labels = False if loader._labels is True else loader._labels
        elif not loader.on_map:
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


