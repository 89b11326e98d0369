"""JAX: arrays over the pipeline's memory on the CPU, through DLPack, and DALI's iterators that give them."""

from __future__ import annotations

from typing import Any, List, Optional

import jax

from . import _loader, iterators
from ._batch import Output
from ._gpu import GpuArray
from .iterators import LastBatchPolicy

__all__ = ["ClassificationIterator", "GenericIterator", "LastBatchPolicy", "Loader", "as_array"]


def as_array(array: Any, device: Optional[Any] = None) -> jax.Array:
    """The jax.Array over a numpy array. Without ``device`` it lies where the array does, if that is a multiple of 64 bytes,
    as every dense output and every sample is, and JAX has the dtype: without ``jax_enable_x64`` it makes those of 64 bits
    to those of 32. Else JAX copies. With ``device``, a device or a sharding, the result is there."""
    if isinstance(array, GpuArray):
        # JAX computes in other streams than the one that it names.
        array.used_by_all_streams()
    made: jax.Array = jax.dlpack.from_dlpack(array)
    if device is not None:
        made = jax.device_put(made, device)
    return made


class Loader(_loader.Loader):
    """``penstock.Loader`` with JAX's arrays in place of numpy's. Those on the CPU lie in the pipeline's memory and keep it.

    Args:
        device: where arrays are put: a device or a sharding, such as ``NamedSharding(mesh, P("batch"))``. None: the memory
            of the pipeline.
        All others are those of ``penstock.Loader``.
    """

    def __init__(self, *args: Any, device: Optional[Any] = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self._device = device

    def _value(self, output: Output, as_list: bool) -> Any:
        value = output.value(as_list)
        if isinstance(value, list):
            return [as_array(sample, self._device) for sample in value]
        return as_array(value, self._device)


class _Arrays:
    """What makes an iterator one of JAX: an item is a dict, over all pipelines, as DALI's is."""

    def _tensor(self, array: Any) -> jax.Array:
        # A Loader of this module gives JAX's arrays already.
        return array if isinstance(array, jax.Array) else as_array(array)

    def _item(self, outputs: List[iterators.Outputs]) -> iterators.Outputs:
        if len(outputs) == 1:
            return outputs[0]
        return {name: jax.numpy.concatenate([one[name] for one in outputs]) for name in outputs[0]}


class GenericIterator(_Arrays, iterators.GenericIterator):
    """``penstock.iterators.GenericIterator`` whose items are dicts of JAX's arrays: the batches of several pipelines one behind
    the other."""


class ClassificationIterator(_Arrays, iterators.ClassificationIterator):
    """The same with the outputs ``data`` and ``label``."""
