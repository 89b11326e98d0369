"""Iterators whose items are dicts of ``jax.Array``s, and the decorator that makes one of a definition."""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

import jax
import numpy as np

from ....jax import as_array
from ..._definition import pipeline_def
from ..._pipeline import Pipeline
from ..base_iterator import LastBatchPolicy, _DaliBaseIterator, _distinct, _expect

__all__ = ["DALIClassificationIterator", "DALIGenericIterator", "data_iterator"]

Pipelines = Union[Pipeline, Sequence[Pipeline]]
# How many threads a pipeline of data_iterator has unless its call says it.
_THREADS = 4


class DALIGenericIterator(_DaliBaseIterator):
    """Any number of outputs, by the names of ``output_map``. An item is a dict of arrays.

    Args:
        output_map: a name for each output, in order.
        sharding: a ``jax.sharding.Sharding``: the batches of the pipelines are the parts of one array that is spread so.
        pmap_compatible: arrays have an axis for the pipelines in front, also with one pipeline. Default: with several pipelines.
        last_batch_policy: FILL or DROP.
        All others are those of every iterator: ``base_iterator``.
    """

    def __init__(
        self,
        pipelines: Pipelines,
        output_map: Sequence[str],
        size: int = -1,
        reader_name: Optional[str] = None,
        auto_reset: Union[str, bool, None] = False,
        last_batch_padded: bool = False,
        last_batch_policy: LastBatchPolicy = LastBatchPolicy.FILL,
        prepare_first_batch: bool = True,
        sharding: Optional[Any] = None,
        pmap_compatible: Optional[bool] = None,
    ) -> None:
        self.output_map = _distinct(output_map)
        _expect(sharding is None or isinstance(sharding, jax.sharding.Sharding), "`sharding` should be an instance of `jax.sharding.Sharding`")
        _expect(last_batch_policy != LastBatchPolicy.PARTIAL, "JAX iterator does not support partial last batch policy.")
        self._sharding = sharding
        self._device_axis = bool(pmap_compatible)
        super().__init__(pipelines, size, reader_name, auto_reset, None, last_batch_padded, last_batch_policy, prepare_first_batch)

    def _convert(self, place: int, output: Any, count: int) -> jax.Array:
        return as_array(output.as_tensor()._array)

    def _item(self, outputs: List[List[Any]]) -> Dict[str, jax.Array]:
        columns = ([row[i] for row in outputs] for i in range(len(self.output_map)))
        return {name: self._joined(column) for name, column in zip(self.output_map, columns)}

    def _joined(self, parts: List[jax.Array]) -> jax.Array:
        """One array of those that the pipelines gave for an output."""
        if len(parts) == 1 and self._sharding is None and not self._device_axis:
            return parts[0]
        _expect(all(part.shape == parts[0].shape for part in parts), "Shards shapes have to be the same.")
        if self._sharding is not None:
            whole = (len(self._sharding.device_set) * parts[0].shape[0], *parts[0].shape[1:])
            return jax.make_array_from_single_device_arrays(whole, self._sharding, parts)
        devices = [next(iter(part.devices())) for part in parts]
        if len(set(devices)) == 1:
            return jax.numpy.stack(parts)
        _expect(len(set(devices)) == len(parts), "JAX iterator requires shards to be placed on different devices or all on the same device.")
        mesh = jax.sharding.Mesh(np.array(devices), ("device",))
        spread = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("device"))
        return jax.make_array_from_single_device_arrays((len(parts), *parts[0].shape), spread, [part[None] for part in parts])


class DALIClassificationIterator(DALIGenericIterator):
    """Two outputs, ``data`` and ``label``; else as DALIGenericIterator."""

    def __init__(self, pipelines: Pipelines, size: int = -1, reader_name: Optional[str] = None, **options: Any) -> None:
        super().__init__(pipelines, ["data", "label"], size, reader_name, **options)


def data_iterator(
    pipeline_fn: Optional[Callable[..., Any]] = None,
    output_map: Sequence[str] = (),
    size: int = -1,
    reader_name: Optional[str] = None,
    auto_reset: Union[str, bool, None] = False,
    last_batch_padded: bool = False,
    last_batch_policy: LastBatchPolicy = LastBatchPolicy.FILL,
    prepare_first_batch: bool = True,
    sharding: Optional[Any] = None,
    devices: Optional[List[Any]] = None,
    pmap_compatible: Optional[bool] = None,
) -> Any:
    """A decorator: the call of a definition gives an iterator over its pipeline.

    Args:
        pipeline_fn: the definition, as ``pipeline_def`` takes it. With ``sharding`` or ``devices`` it has ``device_id``, ``shard_id`` and
            ``num_shards``.
        sharding: a pipeline for each local device, whose batches are parts of arrays that are spread so.
        devices: a pipeline for each of these devices; arrays have an axis for the devices in front. Not together with ``sharding``.
        All others are those of DALIGenericIterator. The call itself takes the arguments of the definition and of Pipeline, and ``checkpoints``:
        what ``checkpoints()`` of such an iterator gave.

    Raises:
        ValueError: for ``sharding`` with ``devices``.
    """
    options = dict(locals())
    return _decorator(DALIGenericIterator, **options)


def _decorator(
    kind: Callable[..., Any], pipeline_fn: Any, output_map: Any, sharding: Any, devices: Any, pmap_compatible: Optional[bool], **options: Any
) -> Any:
    """``data_iterator`` for an iterator of that kind. ``options``: its other arguments."""
    if sharding is not None and devices is not None:
        raise ValueError("Only one of `sharding` and `devices` arguments can be provided.")

    def iterator_of(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def make(*args: Any, checkpoints: Optional[Sequence[Any]] = None, **given: Any) -> Any:
            return kind(
                _pipelines(function, args, given, checkpoints, sharding, devices),
                output_map,
                sharding=sharding,
                pmap_compatible=devices is not None if pmap_compatible is None else pmap_compatible,
                **options,
            )

        return make

    return iterator_of(pipeline_fn) if pipeline_fn is not None else iterator_of


def _pipelines(
    function: Callable[..., Any],
    args: Sequence[Any],
    given: Dict[str, Any],
    checkpoints: Optional[Sequence[Any]],
    sharding: Optional[Any],
    devices: Optional[List[Any]],
) -> List[Any]:
    """The pipelines of a definition: one, or one for each device."""
    define = pipeline_def(function)
    given = {"num_threads": _THREADS, **given}
    if sharding is None and devices is None:
        on_gpu = jax.default_backend() == "gpu"
        given.setdefault("device_id", 0 if on_gpu else None)
        return [define(*args, checkpoint=checkpoints[0] if checkpoints else None, **given)]
    used = jax.local_devices() if devices is None else devices
    shards = jax.device_count() if devices is None else len(devices)
    if devices is not None and jax.local_device_count() != jax.device_count():
        raise RuntimeError("Arrays for pmap are of one process: use `sharding` in place of `devices`")
    if checkpoints and len(checkpoints) != len(used):
        raise RuntimeError(f"Expected a checkpoint for each of {len(used)} devices but received {len(checkpoints)}")
    given["batch_size"] = given["batch_size"] // len(jax.devices())
    return [
        define(
            *args,
            **given,
            device_id=place,
            shard_id=device.id,
            num_shards=shards,
            checkpoint=checkpoints[place] if checkpoints else None,
        )
        for place, device in enumerate(used)
    ]
