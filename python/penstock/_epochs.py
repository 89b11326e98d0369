"""Counts the epochs of penstock.iterators: how many batches an epoch has, and how many samples of each belong to it, with the
numbers of DALI's iterators. Pure arithmetic; the pipelines run on over the ends of epochs. ``src/engine/epoch-counter.ts`` is
the same in TypeScript."""

from __future__ import annotations

from enum import Enum
from typing import Any, List, Mapping, Optional, Sequence

FILL, DROP, PARTIAL = "fill", "drop", "partial"


class LastBatchPolicy(str, Enum):
    """What becomes of a last batch that the epoch does not fill: FILL gives it whole, with samples of the next epoch or the
    reader's padding; DROP leaves it out; PARTIAL gives it with the samples that are left."""

    FILL = FILL
    DROP = DROP
    PARTIAL = PARTIAL


def _round_up(count: int, unit: int) -> int:
    return -(-count // unit) * unit


class EpochCounter:
    """Neither a reader nor a size: the epoch ends where the data ends.

    Attributes:
        size: samples at which the epoch ends, as DALI counts them; -1 where it is not known before the data ends.
    """

    size = -1

    def __init__(self, batch_size: int) -> None:
        self._batch_size = batch_size

    @property
    def length(self) -> int:
        """Batches of this epoch, known at its start; -1 where they are not known before the data ends."""
        return -1

    @property
    def over(self) -> bool:
        """The epoch has ended; ``restart()`` begins the next one."""
        return False

    @property
    def complete(self) -> bool:
        """No further batch of this epoch is given: it has ended, or its rest is dropped."""
        return False

    def take(self) -> Optional[List[int]]:
        """Counts a batch of every pipeline. Returns how many samples of each belong to the epoch; None: all are dropped."""
        return [self._batch_size]

    def count(self, batches: Optional[int] = None) -> None:
        """Counts ``batches`` at once; without a number those that are left."""

    def restart(self) -> Optional[int]:
        """Begins the next epoch. Returns how many batches must be thrown away first; None: the epoch is not complete."""
        return 0


class SizeCounter(EpochCounter):
    """Counts to a given number of samples, which all pipelines together give."""

    def __init__(self, policy: str, batch_size: int, pipelines: int, size: int, padded: bool) -> None:
        super().__init__(batch_size)
        self.size = size
        self._policy = policy
        self._step = pipelines * batch_size
        self._pipelines = pipelines
        self._padded = padded
        self._given = 0
        self._start = 0

    @property
    def length(self) -> int:
        left = self.size - self._start
        return left // self._step if self._policy == DROP else -(-left // self._step)

    @property
    def over(self) -> bool:
        return self._given >= self.size

    @property
    def complete(self) -> bool:
        return self.over or (self._policy == DROP and self._given + self._step > self.size)

    def take(self) -> Optional[List[int]]:
        self._given += self._step
        beyond = max(0, self._given - self.size)
        if self._policy == DROP and beyond:
            return None
        left = self._step - beyond if self._policy == PARTIAL else self._step
        # The first pipelines give whole batches; one without a sample is left out.
        used = -(-left // self._batch_size)
        return [min(self._batch_size, left - i * self._batch_size) for i in range(used)]

    def count(self, batches: Optional[int] = None) -> None:
        if batches is None:
            batches = max(0, -(-(self.size - self._given) // self._step))
        self._given += batches * self._step

    def restart(self) -> Optional[int]:
        if not self.complete:
            return None
        skip = 0 if self.over else 1
        self._given = self._given % self.size if self._policy == FILL and not self._padded else 0
        self._start = self._given
        return skip


class ReaderCounter(EpochCounter):
    """Counts by the readers' data sets. Each pipeline reads one shard; shards that other processes read count too."""

    def __init__(self, policy: str, batch_size: int, metas: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(batch_size)
        self._policy = policy
        count, shards = metas[0]["epochSize"], metas[0]["numberOfShards"]
        self._padded = metas[0]["padLastBatch"]
        self._stick = metas[0]["stickToShard"]
        # The shard that each pipeline reads now.
        self._shards = [meta["shardId"] for meta in metas]
        self._shard_lengths = [(i + 1) * count // shards - i * count // shards for i in range(shards)]
        # Samples of each rank's shard in this epoch, and those of them that the epoch before has given already.
        self._lengths = list(self._shard_lengths)
        self._ahead = [0] * shards
        # Samples given by the rank that is least ahead.
        self._given = 0
        if policy == DROP:
            self.size = count // shards
        elif self._padded:
            self.size = metas[0]["epochSizePadded"] // shards
        else:
            self.size = _round_up(-(-count // shards), batch_size)

    @property
    def length(self) -> int:
        return self.size // self._batch_size if self._policy == DROP else -(-self.size // self._batch_size)

    @property
    def over(self) -> bool:
        return self._given >= self.size

    @property
    def complete(self) -> bool:
        # A dropped batch is not in `length`, so a loop may stop before it is taken.
        return self.over or (self._policy == DROP and self._given + self._batch_size > self.size)

    def take(self) -> Optional[List[int]]:
        size = self._batch_size
        self._given += size
        if self._policy == DROP and self._given > self.size:
            return None
        if self._policy != PARTIAL:
            return [size] * len(self._shards)
        return [max(0, size - max(0, self._given - self._shard_lengths[shard])) for shard in self._shards]

    def count(self, batches: Optional[int] = None) -> None:
        if batches is None:
            batches = max(0, -(-(self.size - self._given) // self._batch_size))
        self._given += batches * self._batch_size

    def restart(self) -> Optional[int]:
        if not self.complete:
            return None
        skip = 0 if self.over else 1
        if self._policy == FILL and not self._padded:
            self._carry_over()
        else:
            self._given = 0
        if not self._stick:
            self._shards = [(shard + 1) % len(self._shard_lengths) for shard in self._shards]
        return skip

    def _carry_over(self) -> None:
        """Samples of the next epoch that the last batches have held already are not given again."""
        taken = self._given - min(self._ahead)
        self._ahead = [ahead + taken - length for ahead, length in zip(self._ahead, self._lengths)]
        self._given = min(self._ahead)
        self._move()
        self.size = _round_up(max(n - a for n, a in zip(self._lengths, self._ahead)), self._batch_size)
        if self.size > 0:
            return
        # The whole epoch was given already, so the one after it begins.
        self._ahead = [0] * len(self._ahead)
        self._given = 0
        self._move()
        self.size = _round_up(max(self._lengths), self._batch_size)

    def _move(self) -> None:
        if not self._stick:
            self._lengths = self._lengths[-1:] + self._lengths[:-1]
