"""Ray Data: a data set whose read tasks run pipelines, one for each shard, where Ray has room, and give their samples as blocks.
A task's samples depend on its arguments alone, so a task that Ray runs again after a death gives the same blocks.

The task's process owns the pipeline's: it ends with the task, however that ends."""

from __future__ import annotations

import inspect
import os
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import pyarrow as pa
import ray
from ray.data import Dataset, Datasource
from ray.data.block import BlockMetadata
from ray.data.datasource import ReadTask
from ray.data.extensions import ArrowTensorArray

from ._errors import PipelineError, invalid
from ._loader import Loader

__all__ = ["PipelineSource", "read"]


def read(
    pipeline: Union[str, "os.PathLike[str]"],
    args: Sequence[Any] = (),
    *,
    shards: int,
    seed: int = 0,
    epoch: int = 0,
    ordered: bool = True,
    wait_for_consumer: bool = True,
    source: bool = False,
    block_bytes: int = 16 << 20,
    num_cpus: float = 1,
    num_gpus: float = 0,
    concurrency: Optional[int] = None,
    resources: Optional[Mapping[str, float]] = None,
    **options: Any,
) -> Dataset:
    """One epoch of a pipeline as a ``ray.data.Dataset``: a read task for each shard, a row for each sample.

    The pipeline's reader takes its shard from ``shard: 'auto'``: each task's pipeline runs with the rank of its shard. Blocks
    come as they are made, no task makes more than Ray takes (its back-pressure), and a task holds the batches of two blocks
    beside those that its pipeline works on.

    Args:
        pipeline: path of the pipeline's module, on every node that runs tasks.
        args: arguments of the pipeline's function; what JSON can hold.
        shards: number of read tasks, each with its part of the data set.
        seed: the pipeline's seed, in place of its own: without one a task that runs again would give other rows.
        epoch: which epoch is read, counted from 0: its order and its random numbers are those of epoch ``epoch`` of a
            loop. Another epoch is another call. A task makes one batch of each epoch before it.
        ordered: True: rows come shard by shard, in each shard's order: the order of every run is the same. False: as they
            are made.
        wait_for_consumer: True: a task waits when a few of its blocks have not been taken yet, which bounds what is under way. Then
            the death of a node can stop the epoch for good, if it comes while a task runs again that has died before: Ray makes
            the blocks that are lost once more only after the end of that task (ray-project/ray#64805), and the task waits for a
            consumer that waits for them. False: tasks run to their ends whatever the consumer does, so any process and any node
            but the driver's may die at any time. Ray's object store then writes to disk what it has no room for.
        source: add the columns ``source``, ``index`` and ``epoch`` that say where each sample came from.
        block_bytes: about how large a block is, in bytes. Ray joins batches to blocks of this size; what is under way is counted in
            blocks, so a smaller one takes less of the object store, and a larger one has less overhead.
        num_cpus, num_gpus, resources: what a task reserves; ``num_threads`` of the pipeline is ``num_cpus``, rounded up,
            where ``options`` do not say otherwise.
        concurrency: most tasks at a time. None: as many as there is room for.
        options: options of the pipeline and of ``penstock.Loader``, such as ``batch_size=64, seed=7``.

    Raises:
        PipelineError: INVALID_ARGUMENT for wrong arguments. Errors of a pipeline come with the data set's execution, as
            ``ray.exceptions.RayTaskError``.
    """
    if isinstance(shards, bool) or not isinstance(shards, int) or shards < 1:
        raise invalid(f"Expected a number of shards but received {shards!r}")
    if isinstance(epoch, bool) or not isinstance(epoch, int) or epoch < 0:
        raise invalid(f"Expected the number of an epoch but received {epoch!r}")
    if isinstance(block_bytes, bool) or not isinstance(block_bytes, int) or block_bytes < 1:
        raise invalid(f"Expected a number of bytes for block_bytes but received {block_bytes!r}")
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise invalid(f"Expected a seed of 0 or more but received {seed!r}", hint="A random one gives other rows after a death")
    options = {"num_threads": max(1, int(np.ceil(num_cpus))), **options, "seed": seed}
    # Makes the errors of wrong arguments come here and not in a task.
    Loader(pipeline, args, **options)
    datasource = PipelineSource(str(os.path.abspath(pipeline)), list(args), options, shards, epoch, source)
    # Ray 2.60 has a name for it, earlier ones take it in a dict.
    named = "resources" in inspect.signature(ray.data.read_datasource).parameters
    remote: Dict[str, Any] = {"resources": dict(resources)} if resources else {}
    if remote and not named:
        remote = {"ray_remote_args": remote}
    context = ray.data.DataContext.get_current()
    before = (
        context.execution_options.preserve_order,
        context.target_max_block_size,
        context._max_num_blocks_in_streaming_gen_buffer,
    )
    context.execution_options.preserve_order = ordered
    context.target_max_block_size = block_bytes
    if not wait_for_consumer:
        context._max_num_blocks_in_streaming_gen_buffer = None
    try:
        # The data set keeps a copy of the context.
        return ray.data.read_datasource(
            datasource,
            override_num_blocks=shards,
            num_cpus=num_cpus,
            num_gpus=num_gpus or None,
            concurrency=concurrency,
            **remote,
        )
    finally:
        (
            context.execution_options.preserve_order,
            context.target_max_block_size,
            context._max_num_blocks_in_streaming_gen_buffer,
        ) = before


class PipelineSource(Datasource):
    """What ``read()`` gives Ray."""

    def __init__(
        self,
        pipeline: str,
        args: List[Any],
        options: Dict[str, Any],
        shards: int,
        epoch: int,
        source: bool,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call,unused-ignore]
        self._pipeline, self._args, self._options = pipeline, args, options
        self._shards, self._epoch, self._source = shards, epoch, source

    def get_name(self) -> str:
        return "Penstock"

    def estimate_inmemory_data_size(self) -> Optional[int]:
        # Only a pipeline that runs knows it.
        return None

    def get_read_tasks(self, parallelism: int, *_: Any, **__: Any) -> List[ReadTask]:
        """A task for each shard, however many Ray asks for: another number would be other data."""
        return [self._task(shard) for shard in range(self._shards)]

    def _task(self, shard: int) -> ReadTask:
        job = (self._pipeline, self._args, self._options, shard, self._shards, self._epoch)
        source = self._source
        metadata = BlockMetadata(num_rows=None, size_bytes=None, input_files=None, exec_stats=None)
        return ReadTask(lambda: _blocks(job, source), metadata)


Job = Tuple[str, List[Any], Dict[str, Any], int, int, int]


def _blocks(job: Job, source: bool) -> Iterator[pa.Table]:
    """Runs in a task. Blocks lie in the pipeline's memory, and their arrays keep it until Ray has written them to its object store:
    one copy, by Ray. Memory of the process's own between would cost more than that, because its pages are new each time."""
    pipeline, args, options, shard, shards, epoch = job
    env = {**options.get("env", {}), "RANK": str(shard), "WORLD_SIZE": str(shards)}
    loader = Loader(pipeline, args, **{**options, "env": env})
    with loader:
        for _ in range(epoch):
            # An epoch counts from its first batch on; the next loop leaves the rest.
            next(iter(loader), None)
        tensors = _Tensors()
        for item in loader:
            _check_shard(loader, shards)
            # Each sample is a row once: padding is for trainers whose steps must be equal.
            rows = item.info.count - int(item.info.padded.sum())
            if rows:
                yield pa.table(_columns(item, source, tensors)).slice(0, rows)


def _check_shard(loader: Loader, shards: int) -> None:
    if shards > 1 and not any(number == shards for _, number in loader._shards()):
        raise PipelineError(
            "INVALID_ARGUMENT",
            f"Expected a reader with {shards} shards but received a pipeline in which none has: each task would read all",
            hint="Give the reader shard: 'auto'",
        )


class _Tensors:
    """Arrow arrays of tensors as Ray makes them. Those of a shape and dtype that was there before are made from what does not change by four
    calls, where Ray's from_numpy() takes sixty: in a task that copies blocks between, all of them have left the processor's caches."""

    def __init__(self) -> None:
        # Type, that of its storage, that of its elements, and buffers in front of those of the elements.
        self._known: Dict[Any, Tuple[pa.DataType, pa.DataType, pa.DataType, List[Any]]] = {}

    def column(self, array: Any) -> pa.Array:
        key = array.shape, array.dtype
        known = self._known.get(key)
        if known is None:
            made = ArrowTensorArray.from_numpy(array)
            # Arrow packs bools, and what is empty has no tables.
            if array.size and array.dtype != np.bool_:
                storage = made.storage
                self._known[key] = made.type, storage.type, storage.type.value_type, storage.buffers()[:-2]
            return made
        kind, storage_type, value_type, front = known
        values = pa.Array.from_buffers(value_type, array.size, [None, pa.py_buffer(array)])
        storage = pa.Array.from_buffers(storage_type, len(array), front, children=[values])
        return pa.ExtensionArray.from_storage(kind, storage)


def _columns(item: Any, source: bool, tensors: _Tensors) -> Dict[str, Any]:
    named = item.items() if isinstance(item, dict) else ((f"output{i}", value) for i, value in enumerate(item))
    columns: Dict[str, Any] = {name: _column(value, tensors) for name, value in named}
    if source:
        names, index, epoch = item._batch.sources()
        columns.update(source=pa.array(names), index=pa.array(index), epoch=pa.array(epoch.astype(np.int64)))
    return columns


def _column(value: Any, tensors: _Tensors) -> Any:
    if isinstance(value, np.ndarray):
        if value.ndim == 1:
            return pa.array(value)
        if value.ndim == 2 and value.shape[1] == 1:
            return pa.array(value[:, 0])
        return tensors.column(value)
    ragged = np.empty(len(value), dtype=object)
    for i, sample in enumerate(value):
        ragged[i] = sample.copy()
    return ArrowTensorArray.from_numpy(ragged)
