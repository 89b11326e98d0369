"""One epoch of a loader. A batch that is there is handed over by one function, which knows from an earlier batch in the same slots what
its arrays look like. Where anything is otherwise, the batch goes the general way, through Connection.next_batch() and Output."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Set, Tuple

import numpy as np

from . import _abi as abi
from ._batch import Batch, Held
from ._errors import PipelineError, closed
from ._items import Item, NamedBatch, OutputTuple
from ._protocol import CONTROL_BYTES, PART, PIECE_SECONDS, RECEIVE_FLAGS, SAMPLES, batch_with_length

if TYPE_CHECKING:
    from ._connection import Connection
    from ._loader import Loader

# Where batches in the same slots differ more often, there is nothing to know.
_MOST_MISSES = 4
# Of more pairs of slots and sizes of batches, all are forgotten.
_MOST_KNOWN = 256
# How many items for later are made beside one. Code that has left the caches costs ten times as much as it does the next time.
_STOCK = 7


class Known:
    """What does not change from one batch in some slots to the next of as many samples, where all outputs are dense and in host memory.

    Attributes:
        mappings: the slots; ``count``: the samples.
        parts: for each slot what reads its tables, what they were, and the memory to read.
        arrays: for each output an array of it where it was.
        stock: items over those arrays that are not handed over yet, with their batches, which become batches by getting a number and
            a connection.
        misses: batches that were otherwise; ``stale``: the last one was.
    """

    __slots__ = ("mappings", "count", "parts", "arrays", "stock", "misses", "stale", "_apart", "_shapes")

    def __init__(self, batch: Batch) -> None:
        self.mappings, self.count = batch.mappings, batch.count
        self.misses = 0
        self.stale = False
        self.stock: List[Tuple[Item, Batch]] = []
        self.parts: List[Tuple[Any, Tuple[Any, ...], Any]] = []
        # For each slot how to read what must be equal, what that is, and how to read where the data of outputs is.
        self._apart: List[Tuple[Any, Tuple[bytes, ...], Any, Any]] = []
        where: Tuple[int, ...] = ()
        outputs, places = batch.outputs(), batch.connection.places
        # Which of all places each output's data has: they come slot by slot.
        own = [0] * len(outputs)
        for part, mapping in enumerate(batch.mappings):
            memory = mapping.memory
            mine = [i for i, place in enumerate(places) if place.part == part]
            data = sorted({outputs[i].tensors + abi.D_OFFSET for i in mine})
            equal = {(abi.H_OUTPUTS_OFFSET, 8, "s")}
            for i in mine:
                own[i] = len(where) + data.index(outputs[i].tensors + abi.D_OFFSET)
                equal.add((outputs[i].table, abi.O_DATA_OFFSET, "s"))
                equal.add((outputs[i].table + abi.O_DENSE, 4, "s"))
                equal.add((outputs[i].tensors + abi.D_BYTES, abi.D_SHAPE + 4 * abi.MAX_DIMS - abi.D_BYTES, "s"))
            at = {(place, 1, "q") for place in data}
            look, look_for_data = _reader(equal), _reader(at)
            self._apart.append((look, look(memory), look_for_data, memory))
            where += look_for_data(memory)
            # All by one call.
            look = _reader(equal | at)
            self.parts.append((look, look(memory), memory))
        self._shapes = [
            ((batch.count, *output.shape), output.dtype, self.mappings[place.part].memory, number)
            for output, place, number in zip(outputs, places, own)
        ]
        self.arrays = self._arrays_at(where)

    def elsewhere(self) -> Optional[List[Held]]:
        """Arrays of a batch whose tables are otherwise, if only its data is somewhere else."""
        where: Tuple[int, ...] = ()
        for look, wanted, look_for_data, memory in self._apart:
            if look(memory) != wanted:
                self.stale = True
                return None
            where += look_for_data(memory)
        return self._arrays_at(where)

    def batch(self) -> Batch:
        """One that has no number and no connection yet, and nothing to give back."""
        batch = Batch()
        batch.gpu = None
        batch.mappings, batch.count = self.mappings, self.count
        return batch

    def _arrays_at(self, where: Tuple[int, ...]) -> List[Held]:
        return [Held(shape, dtype, memory, where[number]) for shape, dtype, memory, number in self._shapes]


def _reader(fields: Set[Tuple[int, int, str]]) -> Any:
    """What reads fields of some memory, each ``(where, how many, of which kind)``."""
    text, at = "<", 0
    for where, count, kind in sorted(fields):
        text += f"{where - at}x{count}{kind}"
        at = where + struct.calcsize(f"<{count}{kind}")
    return struct.Struct(text).unpack_from


class LoaderIterator(Iterator[Item]):
    """One epoch of a loader. A newer iteration over the loader ends it."""

    __slots__ = ("_loader", "_connection", "_iteration", "_over", "_names", "_convert", "_stocks", "_learns", "_size", "_head", "_unpack")

    def __init__(self, loader: Loader, connection: Connection, iteration: int) -> None:
        self._loader = loader
        self._connection = connection
        self._iteration = iteration
        self._over = False
        self._names = loader._names
        self._convert = loader._converter()
        self._stocks = self._convert is None or loader._converts_to_views
        self._learns = loader._gives_whole_outputs()
        message, self._head = batch_with_length(1 + max((place.part for place in connection.places), default=0))
        self._size = message.size
        self._unpack = message.unpack_from

    def __iter__(self) -> LoaderIterator:
        return self

    def __next__(self) -> Item:
        connection = self._connection
        item: Optional[Item] = None
        batch: Optional[Batch] = None
        again = True
        if connection.asked is not None:
            # The batches before are still held, so that nothing has sent it.
            connection.flush()
        # Nothing waits to be sent or to be taken, and nothing has failed, ended, or been interrupted.
        while (
            again
            and connection.common
            and connection.intact
            and not connection.partial
            and connection.iteration == self._iteration
            and not connection.batches
            and not connection.outbox
        ):
            again = False
            # Who has the claim reads the socket, as in Connection.wait().
            claims, claim, size = connection.claims, [None], -1
            try:
                if claims.setdefault(None, claim) is claim and connection.asked is None:
                    connection.intact = False
                    size, control, _, _ = connection.receive_into(connection.buffers, CONTROL_BYTES, RECEIVE_FLAGS)
                    if size == self._size and not control:
                        head, count, epoch, iteration, raw, slots = self._unpack(connection.buffer)
                        known = connection.known.get(count + slots)
                        if known and head == self._head and iteration == self._iteration:
                            for look, wanted, memory in known.parts:
                                if look(memory) != wanted:
                                    arrays = known.elsewhere()
                                    if arrays:
                                        batch = known.batch()
                                    break
                            else:
                                if known.stock:
                                    item, batch = known.stock.pop()
                                else:
                                    arrays, batch = known.arrays, known.batch()
                            if batch is not None:
                                batch.epoch, batch.raw, batch.connection = epoch, raw, connection
                                connection.held.add(raw)
                                connection.asked = raw
                    if batch is None:
                        connection.sort_in(size, control)
                    connection.intact = True
            except BlockingIOError:
                connection.intact = True
                # What comes goes on from here, and not the general way. An interrupt loses nothing.
                again = bool(connection.poll(PIECE_SECONDS * 1000))
            except OSError:
                if size >= 0:
                    raise
                # The server has ended.
                connection.intact = True
            finally:
                # No call that an interrupt could come behind.
                if claims and claims[None] is claim:
                    del claims[None]
                    if connection.sleepers:
                        connection.wake()
            if item is not None:
                return item
            if batch is not None and known is not None:
                item = self._item(batch, arrays)
                if self._stocks and arrays is known.arrays:
                    for _ in range(_STOCK):
                        later = known.batch()
                        known.stock.append((self._item(later, arrays), later))
                return item
        return self._general()

    def _item(self, batch: Batch, arrays: List[Held]) -> Item:
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
        key = b"".join([SAMPLES.pack(batch.count), *[PART.pack(mapping.segment, mapping.size) for mapping in batch.mappings]])
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
