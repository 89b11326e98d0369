"""Counts the samples of an epoch as DALI's iterators do. It knows no pipelines and no framework."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence

from ..._iterator_arguments import LastBatchPolicy

_FILL, _DROP, _PARTIAL = LastBatchPolicy.FILL, LastBatchPolicy.DROP, LastBatchPolicy.PARTIAL
_READER_FACTS = (
    ("epoch_size", "size value"),
    ("number_of_shards", "`num_shards` argument set"),
    ("pad_last_batch", "`pad_last_batch` argument set"),
    ("stick_to_shard", "`stick_to_shard` argument set"),
)


class SizedEpoch:
    """An epoch whose length the user says; -1: the end of the data says it.

    Attributes:
        size: samples of the epoch, of all pipelines together.
        counter: samples that were taken of it, of all pipelines together.
    """

    def __init__(self, size: int, batch_size: int, pipelines: int, policy: LastBatchPolicy, padded: bool) -> None:
        self.size = size
        self.counter = 0
        self._batch_size = batch_size
        self._pipelines = pipelines
        self._step = batch_size * pipelines
        # Without a size there is no last batch that is not full.
        self.policy = policy if size > 0 else _FILL
        self._wraps = self.policy is _FILL and not (padded and size > 0)

    @property
    def over(self) -> bool:
        return 0 < self.size <= self.counter

    @property
    def may_begin(self) -> bool:
        """Whether a new epoch may begin."""
        return self.counter >= self.size

    @property
    def drops_next(self) -> bool:
        """Whether the next batch is not full, and left out."""
        return self.policy is _DROP and self.counter + self._step > self.size

    def advance(self) -> None:
        """Counts a batch of each pipeline."""
        self.counter += self._step

    def begin(self) -> None:
        """Begins the next epoch. Samples of it may have been taken to fill the last batch."""
        self.counter = self.counter % self.size if self._wraps and self.size > 0 else 0

    def kept(self) -> List[Optional[int]]:
        """How many samples of the batch that was counted last are of the epoch, for each pipeline; None: its whole batch is not."""
        if self.policy is not _PARTIAL:
            return [self._batch_size] * self._pipelines
        return [count if count > 0 else None for count in self.real()]

    def real(self) -> List[int]:
        """How many samples of that batch are of the epoch, also where it is filled up."""
        beyond = max(0, self.counter - self.size) if self.size > 0 else 0
        left = self._step - beyond
        return [max(0, min(self._batch_size, left - place * self._batch_size)) for place in range(self._pipelines)]

    def __len__(self) -> int:
        return self.size // self._step if self.policy is _DROP else -(-self.size // self._step)

    def state(self) -> Dict[str, Any]:
        return {"counter": self.counter, "size": self.size}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.counter, self.size = int(state["counter"]), int(state["size"])


class ReaderEpoch:
    """An epoch whose length a reader says. Each pipeline reads a shard, and another one in each epoch unless it sticks to its own.

    Attributes:
        size: samples of the epoch for one pipeline, with those that fill its last batch.
        counter: samples that one pipeline gave in it.
    """

    def __init__(self, metas: Sequence[Mapping[str, Any]], batch_size: int, policy: LastBatchPolicy) -> None:
        first = metas[0]
        for fact, what in _READER_FACTS:
            if any(meta[fact] != first[fact] for meta in metas):
                raise AssertionError(f"Reader Operator should have the same {what} in all the pipelines.")
        samples, shards = int(first["epoch_size"]), int(first["number_of_shards"])
        self.policy = policy
        self.counter = 0
        self._batch_size = batch_size
        self._sticks = bool(first["stick_to_shard"])
        self._wraps = policy is _FILL and not first["pad_last_batch"]
        ends = [shard * samples // shards for shard in range(shards + 1)]
        self._shard_sizes = [end - begin for begin, end in zip(ends, ends[1:])]
        self._shard_of = [int(meta["shard_id"]) for meta in metas]
        # Where the last batch wraps around: what the reader of each shard has given of its epoch, and how long that is.
        self._given = [0] * shards
        self._lengths = list(self._shard_sizes)
        if policy is _DROP:
            self.size = samples // shards
        elif first["pad_last_batch"]:
            self.size = int(first["epoch_size_padded"]) // shards
        else:
            self.size = self._whole_batches(-(-samples // shards))

    def _whole_batches(self, samples: int) -> int:
        return -(-samples // self._batch_size) * self._batch_size

    @property
    def over(self) -> bool:
        return self.counter >= self.size

    may_begin = over

    @property
    def drops_next(self) -> bool:
        """Whether the next batch is not full in some shard, and left out."""
        after = self.counter + self._batch_size
        return self.policy is _DROP and any(given + after > length for given, length in zip(self._given, self._lengths))

    def advance(self) -> None:
        """Counts a batch of each pipeline."""
        self.counter += self._batch_size

    def begin(self) -> None:
        """Begins the next epoch. Samples of it may have been taken to fill the last batch."""
        if not self._sticks:
            self._shard_of = [(shard + 1) % len(self._given) for shard in self._shard_of]
        if not self._wraps:
            self.counter = 0
            return
        taken = self.counter - min(self._given)
        self._given = [given + taken - length for given, length in zip(self._given, self._lengths)]
        self.counter = min(self._given)
        if not self._sticks:
            self._next_shards()
        self.size = self._whole_batches(max(length - given for length, given in zip(self._lengths, self._given)))
        if self.size == 0:
            # All of it was taken already: the epoch after it begins.
            self._given = [0] * len(self._given)
            self.counter = 0
            self._next_shards()
            self.size = self._whole_batches(max(self._lengths))

    def _next_shards(self) -> None:
        self._lengths = [self._lengths[-1], *self._lengths[:-1]]

    def kept(self) -> List[Optional[int]]:
        """How many samples of the batch that was counted last are of the epoch, for each pipeline."""
        if self.policy is not _PARTIAL:
            return [self._batch_size] * len(self._shard_of)
        return list(self.real())

    def real(self) -> List[int]:
        """How many samples of that batch are of the epoch, also where it is filled up."""
        left = [self._batch_size - (self.counter - self._shard_sizes[shard]) for shard in self._shard_of]
        return [max(0, min(self._batch_size, count)) for count in left]

    def __len__(self) -> int:
        return self.size // self._batch_size if self.policy is _DROP else -(-self.size // self._batch_size)

    def state(self) -> Dict[str, Any]:
        return {"counter": self.counter, "size": self.size, "given": self._given, "lengths": self._lengths, "shards": self._shard_of}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.counter, self.size = int(state["counter"]), int(state["size"])
        self._given, self._lengths = [int(one) for one in state["given"]], [int(one) for one in state["lengths"]]
        self._shard_of = [int(one) for one in state["shards"]]
