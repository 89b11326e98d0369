"""JAX: arrays over the pipeline's memory on the CPU, through DLPack, and DALI's iterators that give them."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Dict, List, Optional

import jax
import numpy as np

from . import _loader, iterators
from ._gpu import GpuArray
from ._returns import before_exit_of_framework
from .iterators import LastBatchPolicy

__all__ = ["ClassificationIterator", "GenericIterator", "LastBatchPolicy", "Loader", "as_array"]


# Threads of this package leave JAX before JAX ends.
before_exit_of_framework()

# jax.Array's type does not say that it has is_ready().
_fences: Dict[jax.Device, Callable[[], Any]] = {}


def _fence_of(device: jax.Device) -> Callable[[], Any]:
    """A function whose results are ready when all is over that JAX was told to compute on the device before the call.

    JAX names no stream that it computes in, and an event after all streams of the process would end the captures that XLA makes
    in its own threads. But XLA queues the computations of a device on one stream, in the order in which they are
    dispatched, so a computation that is dispatched now ends after them. Work of XLA's other streams needs no fence: a copy to the host
    or to another device either keeps the array, so that it is not let go of before, or the compute stream waits for it.
    """
    fence = _fences.get(device)
    if fence is None:
        with jax.transfer_guard("allow"):
            number = jax.device_put(np.int32(0), device)
        # It must compute: JAX may give the argument of an identity back, which is ready at once. Compiled ahead, because the call may come while
        # the user traces a function.
        with jax.disable_jit(False):
            compiled = jax.jit(lambda x: x + 1).lower(number).compile()

        def call() -> Any:
            with jax.disable_jit(False):
                return compiled(number)

        fence = _fences[device] = call
    return fence


def _on_gpu(array: GpuArray) -> jax.Array:
    made: jax.Array = jax.dlpack.from_dlpack(array.without_stream())
    for device in made.devices():
        array.fenced(device, _fence_of(device))
    return made


def as_array(array: Any, device: Optional[Any] = None) -> jax.Array:
    """The jax.Array over a numpy array. Without ``device`` it lies where the array does, if that is a multiple of 64 bytes,
    as every dense output and every sample is, and JAX has the dtype: without ``jax_enable_x64`` it makes those of 64 bits
    to those of 32. Else JAX copies. With ``device``, a device or a sharding, the result is there."""
    made: jax.Array = _on_gpu(array) if isinstance(array, GpuArray) else jax.dlpack.from_dlpack(array)
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

    def _converter(self) -> Callable[[Any], jax.Array]:
        return partial(as_array, device=self._device)


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
    """``penstock.iterators.GenericIterator`` whose items are dicts of JAX's arrays: the batches of several pipelines one after
    the other."""


class ClassificationIterator(_Arrays, iterators.ClassificationIterator):
    """The same with the outputs ``data`` and ``label``."""
