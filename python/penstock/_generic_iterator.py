"""DALI's generic iterator over numpy arrays. It counts epochs over pipelines that run on without an end."""

from __future__ import annotations

import warnings
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._epochs import EpochCounter, LastBatchPolicy, ReaderCounter, SizeCounter
from ._errors import PipelineError, invalid
from ._iterator_arguments import (
    auto_reset_of,
    check_loaders,
    check_outputs,
    check_size,
    names_of,
    policy_of,
    ragged,
    reader_of,
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
        last_batch_policy: a ``LastBatchPolicy`` or its value; docs/epochs.md shows what each means.
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
        self._settings = (policy, size, reader_name, last_batch_padded)
        self._counter: Optional[EpochCounter] = None
        self._streams: List[LoaderIterator] = []
        self._state: Optional[Mapping[str, Any]] = None
        self._epochs = self._taken = self._skip = 0
        self._fresh = True
        # The data has ended, which is the end of the epoch where no number says it.
        self._ended = False
        for loader in self._loaders:
            loader._continuous = True
        if prepare_first_batch and self._ready().length == 0:
            raise invalid(f"Expected at least one full batch for DROP but received a shard of {self.size} samples")

    # ---- the pipelines ----

    def _ready(self) -> EpochCounter:
        if self._counter is None:
            for loader in self._loaders:
                self._prepare(loader)
                loader.start()
            counter = self._count_by()
            if self._names is not None:
                check_outputs(self._loaders, self._names)
            if self._state is not None:
                self._resume(counter, self._state)
            self._counter = counter
            self._begin()
        return self._counter

    def _begin(self) -> None:
        self._streams = [iter(loader) for loader in self._loaders]

    def _count_by(self) -> EpochCounter:
        policy, size, reader, padded = self._settings
        sizes = {loader.batch_size for loader in self._loaders}
        if len(sizes) > 1:
            raise invalid(f"Expected pipelines of one batch_size but received {sorted(sizes)}")
        batch_size = sizes.pop()
        if reader is None:
            if size == -1:
                return EpochCounter(batch_size)
            return SizeCounter(policy, batch_size, len(self._loaders), size, padded)
        metas = [reader_of(loader, reader) for loader in self._loaders]
        for fact in ("epochSize", "numberOfShards", "padLastBatch", "stickToShard"):
            if any(meta[fact] != metas[0][fact] for meta in metas):
                raise invalid(f"Expected readers '{reader}' of one {fact} but received {[m[fact] for m in metas]}")
        return ReaderCounter(policy, batch_size, metas)

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
        return self._ready().size

    @property
    def batch_size(self) -> int:
        """Samples of a full batch of one pipeline."""
        return self._loaders[0].batch_size

    def __len__(self) -> int:
        """Items of this epoch. Raises TypeError where only the end of the data tells it."""
        length = self._ready().length
        if length < 0:
            raise TypeError("The length of an epoch is not known: give size or reader_name")
        return length

    def reset(self) -> None:
        """Begins the next epoch. Before the end of the present one it only warns, as in DALI."""
        if not self._restart():
            warnings.warn("reset() before the end of the epoch is ignored", stacklevel=2)

    def _restart(self) -> bool:
        counter = self._ready()
        if self._ended:
            self._begin()
        elif self._fresh or counter.size == -1:
            return True
        skip = counter.restart()
        if skip is None:
            return False
        self._skip += skip
        self._ended = False
        self._fresh = True
        self._taken = 0
        self._epochs += 1
        return True

    def __iter__(self) -> GenericIterator:
        self._restart()
        return self

    def __next__(self) -> Any:
        counter = self._ready()
        while self._skip > 0:
            self._pull(counter)
            self._skip -= 1
        if counter.over or self._ended:
            raise self._end()
        items = self._pull(counter)
        if items is None:
            self._ended = True
            raise self._end()
        self._fresh = False
        counts = counter.take()
        self._taken += 1
        if counts is None:
            raise self._end()
        return self._item([self._trimmed(item, count) for item, count in zip(items, counts)])

    def next(self) -> Any:
        """As ``next(iterator)``."""
        return next(self)

    def _end(self) -> StopIteration:
        if self._auto_reset:
            self._restart()
        return StopIteration()

    def _pull(self, counter: EpochCounter) -> Optional[List[Tuple[Outputs, Any]]]:
        """A batch of every pipeline; None at the end of the data, where it ends the epoch."""
        batches: List[Tuple[Outputs, Any]] = []
        for place, stream in enumerate(self._streams):
            item = next(stream, None)
            if item is None and counter.size != -1 and self._fresh and self._epochs > 0:
                # A source may end exactly where the epoch before has ended: it begins again.
                stream = self._streams[place] = iter(self._loaders[place])
                item = next(stream, None)
            if item is None:
                if counter.size == -1:
                    return None
                raise PipelineError("END_OF_DATA", f"Expected {counter.size} samples in an epoch but the data ended before")
            info = item.info
            if counter.size != -1 and info.count != self.batch_size:
                raise PipelineError(
                    "INVALID_INPUT", f"Expected batches of {self.batch_size} samples but received {info.count}"
                )
            values = list(item.values()) if isinstance(item, dict) else list(item)
            batches.append((dict(zip(self._output_names(item), values)), info))
        return batches

    def _output_names(self, item: Any) -> Sequence[str]:
        if self._names is not None:
            return self._names
        if isinstance(item, dict):
            return list(item)
        raise invalid("Expected output_map for a pipeline that returns a list but received none")

    def _trimmed(self, item: Tuple[Outputs, Any], count: int) -> Outputs:
        outputs, info = item
        short = count < info.count and self._counter is not None and self._counter.size != -1
        return {
            name: self._convert(name, value[:count] if short else value) for name, value in outputs.items()
        }

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

    @property
    def _counts(self) -> str:
        policy, size, reader, padded = self._settings
        by = f"size {size}{' padded' if padded else ''}" if reader is None else f"reader {reader}"
        return f"{len(self._loaders)} x {self.batch_size} by {by}, {policy}"

    def state_dict(self) -> Dict[str, Any]:
        """The position behind the item that was taken last: what JSON can hold."""
        self._ready()
        return {
            "penstock": 1,
            "pipelines": [loader.state_dict() for loader in self._loaders],
            "iterator": {
                "counts": self._counts,
                "epochs": self._epochs,
                "taken": self._taken,
                "skip": self._skip,
                "fresh": self._fresh,
                "ended": self._ended,
            },
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """The next item is the one behind ``state``. Pipelines that run are started again.

        Raises:
            PipelineError: INVALID_ARGUMENT for anything but a result of ``state_dict()``; CHECKPOINT_MISMATCH, at the next
                use, for that of other pipelines or settings.
        """
        pipelines = state.get("pipelines") if isinstance(state, Mapping) else None
        if not isinstance(pipelines, list) or len(pipelines) != len(self._loaders) or "iterator" not in state:
            raise invalid(f"Expected what state_dict() of {len(self._loaders)} pipelines gave but received {state!r:.80}")
        for loader, one in zip(self._loaders, pipelines):
            loader.load_state_dict(one)
        self._state = state["iterator"]
        self._counter = None

    def _resume(self, counter: EpochCounter, state: Mapping[str, Any]) -> None:
        if state["counts"] != self._counts:
            raise PipelineError(
                "CHECKPOINT_MISMATCH", f"Expected a state of \"{self._counts}\" but received one of \"{state['counts']}\""
            )
        # An epoch's length depends on what the epochs before have left over, so they are counted again.
        for _ in range(state["epochs"]):
            counter.count()
            counter.restart()
        counter.count(state["taken"])
        self._epochs, self._taken, self._skip = state["epochs"], state["taken"], state["skip"]
        self._fresh, self._ended = state["fresh"], state["ended"]
