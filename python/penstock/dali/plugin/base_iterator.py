"""What DALI's iterators have in common: their arguments, epochs, and checkpoints. Frameworks say what an item is."""

from __future__ import annotations

import json
import logging
import warnings
from typing import Any, Dict, Iterator, List, Optional, Sequence, Union

from ..._iterator_arguments import LastBatchPolicy
from .._pipeline import Pipeline
from ..types import PipelineAPIType
from ._epochs import ReaderEpoch, SizedEpoch

__all__ = ["LastBatchPolicy"]


def _expect(holds: bool, message: str) -> None:
    """DALI's iterators raise AssertionError for arguments that exclude each other."""
    if not holds:
        raise AssertionError(message)


class _DaliBaseIterator(Iterator[Any]):
    """An iterator over the batches of one or several pipelines. One ``for`` loop is one epoch.

    Args:
        pipelines: a pipeline, or a list of them of one batch size.
        size: samples of an epoch, of all pipelines together. -1: ``reader_name`` says it, or the end of the data.
        reader_name: name of the reader that says how long an epoch is, the same in each pipeline. Not together with ``size`` and
            ``last_batch_padded``.
        auto_reset: ``True`` or ``"yes"``: the next epoch begins by itself at the end of one. ``False``, ``None`` or ``"no"``: it begins with
            ``reset()`` or the next ``iter()``.
        fill_last_batch: the older form of ``last_batch_policy``: ``True`` is FILL, ``False`` PARTIAL.
        last_batch_padded: with ``size``: the reader repeats its last sample, and does not go on with the next epoch's.
        last_batch_policy: what becomes of a last batch that the epoch does not fill.
        prepare_first_batch: take the first batch when the iterator is made.
    """

    def __init__(
        self,
        pipelines: Union[Pipeline, Sequence[Pipeline]],
        size: int = -1,
        reader_name: Optional[str] = None,
        auto_reset: Union[str, bool, None] = False,
        fill_last_batch: Optional[bool] = None,
        last_batch_padded: bool = False,
        last_batch_policy: LastBatchPolicy = LastBatchPolicy.FILL,
        prepare_first_batch: bool = True,
    ) -> None:
        _expect(pipelines is not None, "Number of provided pipelines has to be at least 1")
        self._pipes: List[Pipeline] = list(pipelines) if isinstance(pipelines, (list, tuple)) else [pipelines]  # type: ignore[list-item]
        self.batch_size = self._pipes[0].max_batch_size
        _expect(all(pipe.max_batch_size == self.batch_size for pipe in self._pipes), "All pipelines should have the same batch size set")
        self._auto_reset = _auto_reset_of(auto_reset)
        policy = _policy_of(last_batch_policy, fill_last_batch)
        size = int(size)
        _expect(size != 0, "Size cannot be 0")
        _expect(size > 0 or len(self._pipes) == 1 or bool(reader_name), "Negative size is supported only for a single pipeline")
        _expect(not reader_name or size < 0, "When reader_name is provided, size should not be set")
        _expect(not reader_name or not last_batch_padded, "When reader_name is provided, last_batch_padded should not be set")
        if size > 0:
            warnings.warn("Please set `reader_name` and don't set last_batch_padded and size manually whenever possible.", Warning, stacklevel=3)
        for pipe in self._pipes:
            with pipe._api.of(PipelineAPIType.ITERATOR):
                pipe.build()
        self._epoch: Union[SizedEpoch, ReaderEpoch]
        if reader_name:
            self._epoch = ReaderEpoch([pipe.reader_meta(reader_name) for pipe in self._pipes], self.batch_size, policy)
        else:
            self._epoch = SizedEpoch(size, self.batch_size, len(self._pipes), policy, last_batch_padded)
        # Where the end of the data ends the epoch, batches may have any number of samples.
        self._fixed = bool(reader_name) or size > 0
        self._scheduled = False
        self._consumed = False
        self._begin_checkpoints()
        self._first_item: Any = None
        if prepare_first_batch:
            self._prepare_first()

    # ---- what frameworks say ----

    def _convert(self, place: int, output: Any, count: int) -> Any:
        """What an item has for the first ``count`` samples of an output. ``place``: the number of the output."""
        raise NotImplementedError

    def _item(self, outputs: List[List[Any]]) -> Any:
        """An item, of what ``_convert`` made for each pipeline."""
        raise NotImplementedError

    # ---- batches ----

    def _prepare_first(self) -> None:
        try:
            self._first_item = self._make()
        except StopIteration:
            if all(not pipe.is_restored_from_checkpoint for pipe in self._pipes):
                raise RuntimeError(
                    "It seems that there is no data in the pipeline. This may happen if `last_batch_policy` is set to PARTIAL and the "
                    "requested batch size is greater than the shard size."
                ) from None

    def __next__(self) -> Any:
        self._consumed = True
        if self._first_item is not None:
            item, self._first_item = self._first_item, None
            return item
        return self._make()

    def next(self) -> Any:
        """The next batch."""
        return self.__next__()

    def _make(self) -> Any:
        outputs = self._take()
        drops = self._epoch.drops_next
        self._schedule()
        self._epoch.advance()
        if drops:
            self._end()
        kept = self._epoch.kept() if self._fixed else [len(one[0]) for one in outputs]
        rows = zip(outputs, kept)
        return self._item([[self._convert(i, one, count) for i, one in enumerate(row)] for row, count in rows if count is not None])

    def _take(self) -> List[Any]:
        """The next batch of each pipeline. Raises StopIteration at the end of the epoch."""
        if not self._scheduled:
            self._schedule()
        if self._epoch.over:
            self._end()
        outputs = []
        try:
            for pipe in self._pipes:
                with pipe._api.of(PipelineAPIType.ITERATOR):
                    outputs.append(pipe.share_outputs())
        except StopIteration:
            if not self._fixed and self._auto_reset:
                self.reset()
            raise
        if self._fixed:
            _expect(
                all(len(one) == self.batch_size for row in outputs for one in row),
                "Variable batch size is not supported by the iterator when reader_name is provided or iterator size is set explicitly",
            )
        return outputs

    def _schedule(self) -> None:
        for pipe in self._pipes:
            with pipe._api.of(PipelineAPIType.ITERATOR):
                if self._scheduled:
                    pipe.release_outputs()
                pipe.schedule_run()
        self._scheduled = True

    def _end(self) -> None:
        if self._auto_reset:
            self.reset()
        raise StopIteration

    # ---- epochs ----

    def reset(self) -> None:
        """Begins the next epoch. Before the end of the present one it only warns."""
        if self._epoch.drops_next and not self._epoch.over:
            # The batch that is left out was not taken yet.
            self._take()
            self._schedule()
            self._epoch.advance()
        if not self._epoch.may_begin:
            logging.warning("DALI iterator does not support resetting while epoch is not finished. Ignoring...")
            return
        self._epoch.begin()
        for pipe in self._pipes:
            pipe.reset()
            if pipe.empty():
                with pipe._api.of(PipelineAPIType.ITERATOR):
                    pipe.schedule_run()

    def __iter__(self) -> Any:
        if self._epoch.counter != 0 and self._consumed:
            self.reset()
        return self

    @property
    def size(self) -> int:
        """Samples at which the epoch ends; -1 where the end of the data says it."""
        return self._epoch.size

    @property
    def _size(self) -> int:
        # Programs of DALI read it, its own examples among them.
        return self.size

    def __len__(self) -> int:
        return len(self._epoch)

    # ---- checkpoints ----

    def _begin_checkpoints(self) -> None:
        enabled = [bool(pipe._options.given["enable_checkpointing"]) for pipe in self._pipes]
        if any(one != enabled[0] for one in enabled):
            raise ValueError("All wrapped pipelines must have the same value for `enable_checkpointing`.")
        self._initial: Optional[List[bytes]] = None
        if not enabled[0]:
            return
        states = [pipe._checkpoint.iterator_data for pipe in self._pipes if pipe._checkpoint is not None]
        if states:
            if len(states) < len(self._pipes) or any(state != states[0] for state in states):
                logging.warning("The pipelines were not restored from checkpoints of one iterator, so this one may give unexpected results.")
            self._restore(states[0])
        self._initial = self._checkpoints()

    def _restore(self, text: str) -> None:
        if not text:
            logging.warning("The checkpoint has no data of an iterator, so this one may give unexpected results.")
            return
        try:
            state: Dict[str, Any] = json.loads(text)
            self._epoch.restore(state)
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"Expected what checkpoints() of such an iterator gave but received {text[:60]!r}: {error!r}") from None

    def _checkpoints(self) -> List[bytes]:
        state = json.dumps(self._epoch.state())
        return [pipe._checkpoint_with(state) for pipe in self._pipes]

    def checkpoints(self) -> List[bytes]:
        """A checkpoint of each pipeline, after the batch that was taken last. Pipelines of the same definition that get them go on from
        there in a new iterator."""
        if self._initial is None:
            raise ValueError("Cannot access checkpoints with checkpointing disabled")
        return self._checkpoints() if self._consumed else self._initial


def _auto_reset_of(value: Union[str, bool, None]) -> bool:
    if value in (False, None, "no"):
        return False
    if value in (True, "yes"):
        return True
    raise ValueError(f"Unsupported value for `auto_reset` {value}")


def _policy_of(policy: Any, fill: Optional[bool]) -> LastBatchPolicy:
    if fill is not None:
        warnings.warn("Please do not use `fill_last_batch` and use `last_batch_policy` instead.", Warning, stacklevel=4)
        return LastBatchPolicy.FILL if fill else LastBatchPolicy.PARTIAL
    if type(policy) is not LastBatchPolicy:
        raise ValueError(f"Wrong type for `last_batch_policy`. Expected {LastBatchPolicy}, got {type(policy)}")
    return policy


def _distinct(output_map: Sequence[str]) -> List[str]:
    _expect(len(set(output_map)) == len(output_map), "output_map names should be distinct")
    return list(output_map)
