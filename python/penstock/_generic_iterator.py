"""DALI's generic iterator over numpy arrays. The servers count its epochs, each for its own pipeline: src/api/batch-iterator.ts."""

from __future__ import annotations

import warnings
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._batch import Batch
from ._errors import PipelineError, invalid
from ._iterator_arguments import (
    LastBatchPolicy,
    auto_reset_of,
    check_loaders,
    check_outputs,
    check_readers,
    check_size,
    names_of,
    policy_of,
    ragged,
)
from ._loader import Loader, LoaderIterator

Outputs = Dict[str, Any]


class GenericIterator(Iterator[Any]):
    """Any number of outputs, by the names of ``output_map``. An item is a list with a dict for each pipeline.

    One ``for`` loop is one epoch. After ``break`` the next loop goes on with the same epoch. Arrays stay valid as long as
    anything refers to them, unlike DALI's.

    Args:
        pipelines: a ``penstock.Loader`` that was not started, or a list of them, one for each shard of this process.
        output_map: a name for each output, in order. None: the names that the pipeline gives them.
        size: samples of an epoch, of all pipelines together. -1: the reader knows it, or, without ``reader_name``, the
            epoch ends where the data of the external source does.
        reader_name: the ``name`` of the reader that says how long an epoch is. Not together with ``size``.
        auto_reset: ``True`` or ``"yes"``: the next epoch begins by itself. ``False``, ``None`` or ``"no"``: it begins at
            ``reset()`` or with the next ``for`` loop.
        fill_last_batch: DALI's older form of ``last_batch_policy``: ``True`` is FILL, ``False`` PARTIAL.
        dynamic_shape: accepted and without effect: shapes may always differ from batch to batch.
        last_batch_padded: with ``size``: the readers have ``padLastBatch``.
        last_batch_policy: a ``LastBatchPolicy`` or its value; docs/guides/epochs.md shows what each means.
        prepare_first_batch: start the pipelines at once, and not with the first item.

    Raises:
        PipelineError: INVALID_ARGUMENT for wrong arguments, pipelines that differ, and an unknown reader; API_MIXED for a
            loader that was started.
    """

    def __init__(
        self,
        pipelines: Union[Loader, Sequence[Loader]],
        output_map: Optional[Sequence[str]] = None,
        size: int = -1,
        reader_name: Optional[str] = None,
        auto_reset: Union[str, bool, None] = False,
        fill_last_batch: Optional[bool] = None,
        dynamic_shape: bool = False,
        last_batch_padded: bool = False,
        last_batch_policy: Union[LastBatchPolicy, str] = LastBatchPolicy.FILL,
        prepare_first_batch: bool = True,
    ) -> None:
        del dynamic_shape
        self._loaders = [pipelines] if isinstance(pipelines, Loader) else list(pipelines)
        check_loaders(self._loaders)
        self._names = None if output_map is None else names_of(output_map)
        self._auto_reset = auto_reset_of(auto_reset)
        policy = policy_of(last_batch_policy, fill_last_batch)
        check_size(size, reader_name, last_batch_padded, len(self._loaders))
        self._reader = reader_name
        # One for each loader: its part of the epoch that is under way.
        self._streams: List[LoaderIterator] = []
        # Items of that epoch that were taken.
        self._taken = 0
        # The batches of the last item, and the number of items with it, until all of them are taken.
        self._pending: Optional[Tuple[int, List[Batch]]] = None
        for place, loader in enumerate(self._loaders):
            loader._iterate = {
                "lastBatchPolicy": policy,
                "size": size,
                "readerName": reader_name,
                "lastBatchPadded": last_batch_padded,
                "pipelines": len(self._loaders),
                "place": place,
            }
        if prepare_first_batch and self._counts["length"] == 0:
            raise invalid(f"Expected at least one full batch for DROP but received a shard of {self.size} samples")

    # ---- the pipelines ----

    def _ready(self) -> List[LoaderIterator]:
        if not self._streams:
            for loader in self._loaders:
                self._prepare(loader)
                loader.start()
            check_readers(self._loaders, self._reader)
            if self._names is not None:
                check_outputs(self._loaders, self._names)
            taken = [loader._started().facts["counts"] for loader in self._loaders]
            if any(one != taken[0] for one in taken):
                raise PipelineError("CHECKPOINT_MISMATCH", "Expected states of one moment for all pipelines but received others")
            self._taken = taken[0]["taken"]
            self._begin()
        return self._streams

    def _finish(self) -> None:
        """Takes what is left of the last item. An interrupt must not take a part of its batches: the pipelines go in step."""
        if self._pending is None:
            return
        taken, batches = self._pending
        for stream, batch in zip(self._streams, batches):
            stream.take(batch)
        self._taken = taken
        self._pending = None

    def _begin(self) -> None:
        self._streams = [iter(loader) for loader in self._loaders]

    @property
    def _counts(self) -> Mapping[str, Any]:
        """What the first server counts of this epoch; the others count alike."""
        return self._ready()[0].epoch()

    def close(self) -> None:
        """Ends the pipelines. Arrays that are held stay valid."""
        for loader in self._loaders:
            loader.close()

    def __enter__(self) -> GenericIterator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- epochs ----

    @property
    def size(self) -> int:
        """Samples at which the epoch ends, as DALI counts them; -1 where only the end of the data tells it."""
        return int(self._counts["size"])

    @property
    def batch_size(self) -> int:
        """Samples of a full batch of one pipeline."""
        return self._loaders[0].batch_size

    def __len__(self) -> int:
        """Items of this epoch. Raises TypeError where only the end of the data tells it."""
        length = int(self._counts["length"])
        if length < 0:
            raise TypeError("The length of an epoch is not known: give size or reader_name")
        return length

    def reset(self) -> None:
        """Begins the next epoch. Before the end of the present one it only warns, as in DALI."""
        if not self._restart():
            warnings.warn("reset() before the end of the epoch is ignored", stacklevel=2)

    def _restart(self) -> bool:
        streams = self._ready()
        self._finish()
        length = self._counts["length"]
        # A dropped batch is not in the length, so a loop may stop before the end comes.
        if streams[0].over or self._taken and self._taken >= length >= 0:
            self._taken = 0
            self._begin()
            return True
        return self._taken == 0 or length < 0

    def __iter__(self) -> GenericIterator:
        self._restart()
        return self

    def __next__(self) -> Any:
        streams = self._ready()
        self._finish()
        batches = [batch for batch in (stream.ahead() for stream in streams) if batch is not None]
        if len(batches) < len(streams):
            if self._auto_reset:
                self._restart()
            raise StopIteration
        outputs = [self._outputs(loader, batch) for loader, batch in zip(self._loaders, batches) if batch.valid_count >= 0]
        item = self._item(outputs)
        # After an interrupt up to here, the next item is the same.
        self._pending = self._taken + 1, batches
        self._finish()
        return item

    def _outputs(self, loader: Loader, batch: Batch) -> Outputs:
        """The samples of a batch that belong to the epoch."""
        item = loader._item(batch)
        values = list(item.values()) if isinstance(item, dict) else list(item)
        count = batch.valid_count
        named = zip(self._output_names(item), values)
        return {name: self._convert(name, value[:count] if count < batch.count else value) for name, value in named}

    def _output_names(self, item: Any) -> Sequence[str]:
        if self._names is not None:
            return self._names
        if isinstance(item, dict):
            return list(item)
        raise invalid("Expected output_map for a pipeline that returns a list but received none")

    # ---- what frameworks replace ----

    def _prepare(self, loader: Loader) -> None:
        """Called before a loader starts."""

    def _convert(self, name: str, value: Any) -> Any:
        """What an item has for an output: an array, or a list of arrays where shapes differ."""
        if isinstance(value, list):
            raise ragged(name, value)
        return self._tensor(value)

    def _tensor(self, array: Any) -> Any:
        """The framework's tensor over a numpy array."""
        return array

    def _item(self, outputs: List[Outputs]) -> Any:
        return outputs

    # ---- checkpoints ----

    def state_dict(self) -> Dict[str, Any]:
        """The position after the item that was taken last, as data that JSON can hold."""
        self._ready()
        self._finish()
        return {"penstock": 1, "pipelines": [loader.state_dict() for loader in self._loaders]}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """The next item is the one after ``state``. Pipelines that run are started again.

        Raises:
            PipelineError: INVALID_ARGUMENT for anything but a result of ``state_dict()``; CHECKPOINT_MISMATCH, at the next
                use, for that of other pipelines or settings.
        """
        pipelines = state.get("pipelines") if isinstance(state, Mapping) else None
        if not isinstance(pipelines, list) or len(pipelines) != len(self._loaders):
            raise invalid(f"Expected what state_dict() of {len(self._loaders)} pipelines gave but received {state!r:.80}")
        for loader, one in zip(self._loaders, pipelines):
            loader.load_state_dict(one)
        self._streams, self._pending = [], None
