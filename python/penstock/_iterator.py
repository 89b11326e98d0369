"""One epoch of a loader. A batch that is there is handed over by one function, which knows from an earlier batch in the same slots what
its arrays look like. Where anything is otherwise, the batch goes the general way, through Connection.next_batch() and Output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, List, Optional, Tuple

import numpy as np

from ._batch import Batch, Held
from ._errors import PipelineError, closed
from ._items import Item, NamedBatch, OutputTuple
from ._protocol import ALIKE, EPOCH, NUMBER, PIECE_SECONDS, RECEIVE_FLAGS, batch_bytes

if TYPE_CHECKING:
    from ._connection import Connection
    from ._loader import Loader

# When there are more forms of batches, all are forgotten.
_MOST_KNOWN = 256
# How many items for later are made beside one. Code that has left the caches costs ten times as much as it does the next time.
_STOCK = 7


class Known:
    """What does not change from one batch to the next that is alike, where all outputs are dense and in host memory.

    Attributes:
        mappings: the slots; ``count``: the samples.
        arrays: for each output an array of it.
        stock: items over those arrays that are not handed over yet, with their batches, which become batches by getting a number and
            a connection.
    """

    __slots__ = ("mappings", "count", "arrays", "stock")

    def __init__(self, batch: Batch) -> None:
        self.mappings, self.count = batch.mappings, batch.count
        self.arrays = [output.held() for output in batch.outputs()]
        self.stock: List[Tuple[Item, Batch]] = []

    def batch(self) -> Batch:
        """One that has no number and no connection yet, and nothing to give back."""
        batch = Batch()
        batch.gpu = None
        batch.mappings, batch.count = self.mappings, self.count
        return batch


class LoaderIterator(Iterator[Item]):
    """One epoch of a loader. A newer iteration over the loader ends it."""

    __slots__ = ("_loader", "_connection", "_iteration", "_over", "_names", "_convert", "_stocks", "_learns", "_size")

    def __init__(self, loader: Loader, connection: Connection, iteration: int) -> None:
        self._loader = loader
        self._connection = connection
        self._iteration = iteration
        self._over = False
        self._names = loader._names
        self._convert = loader._converter()
        self._stocks = self._convert is None or loader._converts_to_views
        self._learns = loader._gives_whole_outputs()
        self._size = batch_bytes(1 + max((place.part for place in connection.places), default=0))

    def __iter__(self) -> LoaderIterator:
        return self

    def __next__(self) -> Item:
        connection = self._connection
        reading = connection.reading
        if connection.asked is not None:
            # The batches before are still held, so that nothing has sent it.
            connection.flush()
        # Nothing waits to be sent or to be taken, and nothing has failed, ended, or been lost.
        while connection.common and not connection.batches and not connection.outbox:
            item: Optional[Item] = None
            batch: Optional[Batch] = None
            waits = False
            try:
                try:
                    reading.pop()
                except IndexError:
                    break  # Another thread reads the socket.
                # Only who reads changes what comes next.
                if connection.plain and connection.asked is None:
                    try:
                        data = connection.receive(self._size, RECEIVE_FLAGS)
                    except BlockingIOError:
                        waits = True
                    except OSError:
                        pass  # The server has ended.
                    else:
                        # No other message is equal to a batch there: JSON has no zero bytes. Another thread may have begun anew meanwhile.
                        known = connection.known.get(data[ALIKE])
                        if known is None or connection.iteration != self._iteration:
                            connection.sort_in(data)
                        else:
                            if known.stock:
                                item, batch = known.stock.pop()
                            else:
                                batch = known.batch()
                            batch.raw_epoch, batch.raw, batch.connection = data[EPOCH], data[NUMBER], connection
                            connection.held.add(batch.raw)
                            connection.asked = batch.raw
                reading.append(None)
            except BaseException:
                connection.lose(reading)
                raise
            if connection.sleepers:
                connection.wake()
            if item is not None:
                return item
            if batch is not None and known is not None:
                item = self._item(batch, known.arrays)
                if self._stocks:
                    for _ in range(_STOCK):
                        later = known.batch()
                        known.stock.append((self._item(later, known.arrays), later))
                return item
            # What comes goes on from here, and not the general way. An interrupt loses nothing.
            if not (waits and connection.readable(PIECE_SECONDS)):
                break
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
        if self._learns and batch.form is not None:
            self._learn(batch.form, batch)
        return item

    def _learn(self, form: bytes, batch: Batch) -> None:
        """What comes once costs nothing but its name."""
        known = self._connection.known
        if form not in known:
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known[form] = None
        elif known[form] is None:
            known[form] = Known(batch)
