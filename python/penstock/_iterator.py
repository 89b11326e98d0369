"""One epoch of a loader. A batch that is there is handed over by one function, which knows from an earlier batch in the same slots what
its arrays look like. Where anything is otherwise, the batch goes the general way, through Connection.next_batch() and Output."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from . import _abi as abi
from ._batch import Batch, Held
from ._errors import PipelineError, closed
from ._items import Item, NamedBatch, OutputTuple
from ._protocol import (
    BATCH_MARK,
    CONTROL_BYTES,
    LENGTH,
    PART,
    RECEIVE_FLAGS,
    batch_with_length,
)

if TYPE_CHECKING:
    from ._connection import Connection
    from ._loader import Loader

# Where batches in the same slots differ more often, there is nothing to know.
_MOST_MISSES = 4
# Of more pairs of slots and sizes of batches, all are forgotten.
_MOST_KNOWN = 256


class Known:
    """What does not change from one batch in some slots to the next of as many samples, where all outputs are dense and in host memory.

    Attributes:
        mappings: the slots.
        parts: for each slot how to read what must be equal, what that is, how to read where the data of outputs is, and the memory to read.
        where: where it was. It may be elsewhere in each batch.
        arrays: for each output an array of it there.
        misses: batches that were otherwise; ``stale``: the last one was.
    """

    __slots__ = ("mappings", "parts", "where", "arrays", "misses", "stale", "_shapes")

    def __init__(self, batch: Batch) -> None:
        self.mappings = batch.mappings
        self.misses = 0
        self.stale = False
        self.parts: List[Tuple[Any, Tuple[bytes, ...], Any, Any]] = []
        self.where: Tuple[int, ...] = ()
        outputs, places = batch.outputs(), batch.connection.places
        # Which of all places each output's data has: they come slot by slot.
        own = [0] * len(outputs)
        for part, mapping in enumerate(batch.mappings):
            mine = [i for i, place in enumerate(places) if place.part == part]
            data = sorted({outputs[i].tensors + abi.D_OFFSET for i in mine})
            equal = {(abi.H_OUTPUTS_OFFSET, 8)}
            for i in mine:
                own[i] = len(self.where) + data.index(outputs[i].tensors + abi.D_OFFSET)
                equal.add((outputs[i].table, abi.O_DATA_OFFSET))
                equal.add((outputs[i].table + abi.O_DENSE, 4))
                equal.add((outputs[i].tensors + abi.D_BYTES, abi.D_SHAPE + 4 * abi.MAX_DIMS - abi.D_BYTES))
            look = _reader(sorted(equal), "s").unpack_from
            look_for_data = _reader([(at, 1) for at in data], "q").unpack_from
            self.parts.append((look, look(mapping.memory), look_for_data, mapping.memory))
            self.where += look_for_data(mapping.memory)
        self._shapes = [
            ((batch.count, *output.shape), output.dtype, self.mappings[place.part].memory, number)
            for output, place, number in zip(outputs, places, own)
        ]
        self.arrays = self.arrays_at(self.where)

    def arrays_at(self, where: Tuple[int, ...]) -> List[Held]:
        """The outputs where their data is somewhere else."""
        return [Held(shape, dtype, memory, where[number]) for shape, dtype, memory, number in self._shapes]


def _reader(fields: Sequence[Tuple[int, int]], kind: str) -> struct.Struct:
    """What reads fields of some memory, each ``(where, how many)`` of a kind."""
    text, at = "<", 0
    for where, count in fields:
        text += f"{where - at}x{count}{kind}"
        at = where + struct.calcsize(f"<{count}{kind}")
    return struct.Struct(text)


class LoaderIterator(Iterator[Item]):
    """One epoch of a loader. A newer iteration over the loader ends it."""

    __slots__ = ("_loader", "_connection", "_iteration", "_over", "_names", "_convert", "_learns", "_size", "_unpack")

    def __init__(self, loader: Loader, connection: Connection, iteration: int) -> None:
        self._loader = loader
        self._connection = connection
        self._iteration = iteration
        self._over = False
        self._names = loader._names
        self._convert = loader._converter()
        self._learns = loader._gives_whole_outputs()
        message = batch_with_length(1 + max((place.part for place in connection.places), default=0))
        self._size = message.size
        self._unpack = message.unpack_from

    def __iter__(self) -> LoaderIterator:
        return self

    def __next__(self) -> Item:
        connection = self._connection
        batch: Optional[Batch] = None
        # Nothing waits to be sent or to be taken, and nothing has failed, ended, or been interrupted.
        if (
            connection.common
            and connection.intact
            and not connection.partial
            and connection.iteration == self._iteration
            and not connection.batches
            and not connection.outbox
        ):
            # Who has the claim reads the socket, as in Connection.wait().
            claims, claim, size = connection.claims, [None], -1
            try:
                if claims.setdefault(None, claim) is claim and connection.asked is None:
                    connection.intact = False
                    size, control, _, _ = connection.receive_into(connection.buffers, CONTROL_BYTES, RECEIVE_FLAGS)
                    if size == self._size and not control:
                        length, mark, _, count, epoch, iteration, number, slots = self._unpack(connection.buffer)
                        known = connection.known.get((count, slots))
                        if known and mark == BATCH_MARK and length == size - LENGTH.size and iteration == self._iteration:
                            where: Tuple[int, ...] = ()
                            for look, wanted, look_for_data, memory in known.parts:
                                if look(memory) != wanted:
                                    known.stale = True
                                    break
                                where += look_for_data(memory)
                            else:
                                arrays, batch = known.arrays if where == known.where else known.arrays_at(where), Batch()
                                batch.gpu = None
                                batch.mappings, batch.count, batch.epoch = known.mappings, count, epoch
                                batch.number, batch.connection = number, connection
                                connection.held.add(number)
                                connection.asked = number
                    if batch is None:
                        connection.sort_in(size, control)
                    connection.intact = True
            except OSError:
                if size >= 0:
                    raise
                # No batch is there, or the server has ended.
                connection.intact = True
            finally:
                # No call that an interrupt could come behind.
                if claims and claims[None] is claim:
                    del claims[None]
                    if connection.sleepers:
                        connection.wake()
        if batch is None:
            return self._general()
        convert, values = self._convert, []
        for there in arrays:
            # Of its own type, and so a base of its own.
            held = there.view()
            held.batch = batch
            array = held.view(np.ndarray)
            values.append(array if convert is None else convert(array))
        item = OutputTuple(values) if self._names is None else NamedBatch(zip(self._names, values))
        item._batch = batch
        return item

    def _general(self) -> Item:
        """The same for any batch, and for one that is not there yet."""
        if self._over:
            raise StopIteration
        loader, connection = self._loader, self._connection
        if loader._iteration != self._iteration:
            raise PipelineError(
                "API_MIXED",
                "This iteration has ended, because a newer one over the loader has begun",
                hint="Make a second loader for a second iteration at the same time",
            )
        if loader._closed:
            raise closed()
        batch = connection.next_batch(self._iteration)
        if batch is None:
            self._over = True
            raise StopIteration
        item = loader._item(batch)
        if self._learns and batch.gpu is None and batch.count:
            self._learn(batch)
        return item

    def _learn(self, batch: Batch) -> None:
        connection = self._connection
        key = batch.count, b"".join([PART.pack(mapping.segment, mapping.size) for mapping in batch.mappings])
        before = connection.known.get(key)
        if before and (not before.stale or before.misses == _MOST_MISSES):
            return
        if not all(output.dense and not output.on_gpu for output in batch.outputs()):
            # Others of this pipeline will not be either.
            self._learns = False
            return
        if len(connection.known) >= _MOST_KNOWN:
            connection.known.clear()
        known = Known(batch)
        if before:
            known.misses = before.misses + 1
        connection.known[key] = known
