"""The hand-over of a batch that is there, against the general way: the same arrays, the same lifetimes, whatever comes between."""

import linecache
import random
import sys
import threading

import numpy as np
import pytest

from conftest import NUMBERS, refused_in_a_fork, until
from penstock import Loader, PipelineError, _connection
from resources import segments

# Outputs of several dtypes and ranks in one slot, one of them twice, and one in the slot of another stage. Batches have the extents of a list, one for
# each; 0: samples that differ.
SHAPES = """
export default pipelineDef({ numThreads: 1 }, (extents, batchSize) => {
  let next = 0
  const source = (rank) => ({ idxInEpoch }) => {
    const batch = Math.floor(idxInEpoch / batchSize)
    if (batch >= extents.length) return null
    const extent = extents[batch] || 1 + (idxInEpoch % 2)
    return new Float32Array(extent * 2 ** (rank - 1)).fill(idxInEpoch)
  }
  const input = (name, rank) => fn.externalSource({ name, dtype: 'float32', ndim: 1, batch: false, source: source(rank) })
  const x = input('x', 1), y = input('y', 2)
  const pairs = fn.reshape(math.add(y, 1), { shape: [-1, 2] })
  return { bytes: fn.cast(x, { dtype: 'uint8' }), pairs, x, again: pairs, half: fn.cast(y, { dtype: 'float16' }) }
})
"""


class General(Loader):
    """Goes the general way always."""

    def _gives_whole_outputs(self):
        return False


@pytest.fixture
def general_calls(monkeypatch):
    """Counts the batches that go the general way."""
    calls = []
    next_batch = _connection.Connection.next_batch

    def counted(self, iteration):
        calls.append(iteration)
        return next_batch(self, iteration)

    monkeypatch.setattr(_connection.Connection, "next_batch", counted)
    return calls


def there(loader):
    """Waits until something can be received, which was asked for."""
    loader._connection.flush()
    assert loader._connection.poll(20_000)


def begun(loader, count):
    """An epoch of which so many batches were taken, each when it was there."""
    epoch = iter(loader)
    for _ in range(count):
        there(loader)
        next(epoch)
    return epoch


def facts_of(item):
    values = item.items() if isinstance(item, dict) else enumerate(item)
    info = item.info
    return (
        type(item),
        [
            (name, [(v.dtype, v.shape, v.flags.writeable, v.tobytes()) for v in (value if isinstance(value, list) else [value])])
            for name, value in values
        ],
        (info.count, info.epoch, info.valid.tolist(), info.layouts(), [info.source(i) for i in range(info.count)]),
    )


@pytest.mark.parametrize("seed", range(6))
def test_it_gives_what_the_general_way_gives(module, loader, general_calls, seed):
    rng = random.Random(seed)
    # Runs of equal batches, with other extents between.
    extents = [extent for _ in range(4) for extent in [rng.choice([0, 1, 3, 700])] * rng.randint(1, 9)]
    size = rng.choice([1, 2, 5])
    path = module(SHAPES)
    fast = loader(path, [extents, size], batch_size=size)
    wanted = General(path, [extents, size], batch_size=size)
    before = segments()
    with fast, wanted:
        for _ in range(2):
            held = []
            mine = iter(fast)
            for there_ in wanted:
                there(fast)
                item = next(mine)
                assert facts_of(item) == facts_of(there_)
                if rng.random() < 0.3:
                    held.append((item["again"][1:] if isinstance(item["again"], np.ndarray) else item["again"], item["again"]))
                    held[-1] += ([np.copy(one) for one in held[-1][1]],)
                for _view, values, copies in held:
                    assert all((value == copy).all() for value, copy in zip(values, copies))
                if held and rng.random() < 0.3:
                    held.pop(rng.randrange(len(held)))
            assert next(mine, None) is None
            general = len(general_calls) - len(extents) - 1
            general_calls.clear()
        assert 0 not in extents and len(extents) > 20 or general <= len(extents) + 1
    del held, mine, item, there_, _view, values, copies
    assert segments() == before


# Samples have names of several lengths, and the last batch is smaller.
NAMED = """
export default pipelineDef({ batchSize: 5, numThreads: 1, seed: 7 }, (folder) => {
  const [bytes, labels] = fn.readers.file({ fileRoot: folder, randomShuffle: true })
  return { first: fn.slice(bytes, { relStart: 0, end: 3, axes: [0] }), labels }
})
"""


def known_of(loader):
    return [known for known in loader._connection.known.values() if known]


def test_data_that_lies_elsewhere(module, loader, general_calls, tmp_path):
    for label in range(24):
        folder = tmp_path / f"{label:02}{'x' * (label * 9)}"
        folder.mkdir()
        (folder / "file.jpg").write_bytes(bytes([label, 1, 2, 3]))
    path = module(NAMED)
    named, wanted = loader(path, [str(tmp_path)]), General(path, [str(tmp_path)])
    ways = []
    with wanted:
        for _ in range(12):
            epoch = iter(named)
            general_calls.clear()
            for number, other in enumerate(wanted):
                there(named)
                batch = next(epoch)
                assert facts_of(batch) == facts_of(other)
                assert batch["labels"].ravel().tolist() == batch["first"][:, 0].tolist()
            assert next(epoch, None) is None and number == 4
            ways.append(len(general_calls) - 6)
    # The end of the epoch goes the general way, and what is for the first or second time like no other.
    assert min(ways) <= 3 and len(known_of(named)) > 5, ways


def test_batches_that_are_held_go_no_other_way(module, loader, general_calls):
    numbers = loader(module(NUMBERS), [100])
    epoch, held = iter(numbers), []
    patiently(numbers._connection)
    for number in range(100):
        held.append(next(epoch))
        assert number_of(held[-1]) == number
        # As a task of Ray does with those of a block.
        if len(held) == 4:
            held.clear()
    # What stands in slots for the first time goes the general way.
    assert len(general_calls) < 50


class Copies(Loader):
    """Its items cannot be made before a batch is there."""

    def _converter(self):
        return np.copy


class Views(Loader):
    """Its items can, as PyTorch's."""

    _converts_to_views = True

    def _converter(self):
        return np.ndarray.view


@pytest.mark.parametrize("kind", [Loader, Copies, Views])
def test_items_that_are_made_ahead(module, kind):
    path, seen = module(NUMBERS), []
    with kind(path, [60]) as numbers:
        for _ in range(2):
            epoch = iter(numbers)
            for number in range(60):
                there(numbers)
                held = next(epoch)
                assert number_of(held) == number and held.info.source(0)["index"] == 4 * number
                seen += [id(item) for known in known_of(numbers) for item, _ in known.stock]
            assert next(epoch, None) is None
    assert bool(seen) == (kind is not Copies)


def patiently(connection):
    """A server that is slow for once does not end a wait of the short way."""
    poll = connection.poll
    connection.poll = lambda _milliseconds: poll(20_000)


def test_a_batch_that_is_waited_for_goes_no_other_way(module, loader, general_calls):
    numbers = loader(module(NUMBERS), [60])
    epoch = begun(numbers, 12)
    connection, waits = numbers._connection, []
    receive = connection.receive

    def late(*arguments):
        waits.append(len(waits) % 2 == 0)
        if waits[-1]:
            raise BlockingIOError
        return receive(*arguments)

    connection.receive = late
    patiently(connection)
    general_calls.clear()
    assert [number_of(next(epoch)) for _ in range(12, 50)] == list(range(12, 50))
    # What stands in slots for the first time goes the general way.
    assert len(general_calls) < 20


def test_descriptors_that_another_thread_expects_are_not_lost(module, loader, general_calls):
    numbers = loader(module(NUMBERS), [30])
    epoch = begun(numbers, 12)
    connection = numbers._connection

    class Reading(list):
        def pop(self):
            # As if that thread had read, just before, that descriptors come.
            connection.plain = False
            return super().pop()

    connection.reading, connection.receive = Reading(connection.reading), None
    general_calls.clear()
    assert [number_of(batch) for batch in epoch] == list(range(12, 30))
    assert len(general_calls) == 18 + 1


def test_threads_share_an_iteration(module, loader):
    numbers = loader(module(NUMBERS), [300])
    epoch, got, errors = iter(numbers), [], []

    def take():
        try:
            for (values,) in epoch:
                got.append(int(values[0, 0]) // 4)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=take) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(50)
    assert not errors and sorted(got) == list(range(300))


def test_an_epoch_that_is_left_gives_nothing_to_the_next(module, loader):
    numbers = loader(module(NUMBERS), [40])
    for taken in (20, 1, 13, 40):
        epoch = iter(numbers)
        for number in range(taken):
            assert number_of(next(epoch)) == number
        # The next batch is on its way, or there, when the epoch is left.
        if taken < 40:
            there(numbers)


def test_a_newer_iteration_that_begins_while_one_receives(module, loader):
    numbers = loader(module(NUMBERS), [40])
    epoch = begun(numbers, 20)
    connection, newer = numbers._connection, []
    receive = connection.receive

    def late(size, flags):
        """As another thread that is faster."""
        if newer:
            return receive(size, flags)
        newer.append(iter(numbers))
        # What is there, is of the older one.
        assert connection._read() and not connection.plain
        connection.batches.clear()
        there(numbers)
        return receive(size, flags)

    there(numbers)
    connection.receive = late
    with pytest.raises(PipelineError) as error:
        next(epoch)
    assert error.value.code == "API_MIXED"
    assert [number_of(batch) for batch in newer[0]] == list(range(40))


def interrupted_at(step, call):
    """Calls with an interrupt at one of the lines of this package that it runs. Returns the result, or None where it was interrupted."""
    left = [step]

    def trace(frame, event, _argument):
        if "penstock" not in frame.f_code.co_filename:
            return None
        # Python looks for signals behind calls, of which there is none in front of where reading ends, where a finalizer begins, and in a
        # line that only begins a statement.
        text = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
        begins = text == "try:" or frame.f_code.co_name == "__del__" and text == "connection = self.connection"
        if event == "line" and not begins and text not in ("if taken:", "reading.append(None)"):
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt
        return trace

    sys.settrace(trace)
    try:
        return call(), left[0] <= 0
    except KeyboardInterrupt:
        return None, True
    finally:
        sys.settrace(None)


def number_of(batch):
    return int(batch[0][0, 0]) // 4


def stock_up(loader, epoch, count):
    """Items that are made ahead, so many of each slot."""
    for known in known_of(loader):
        batches = [known.batch() for _ in range(count)]
        known.stock[:] = [(epoch._item(batch, known.arrays), batch) for batch in batches]


@pytest.mark.parametrize("way", ["stocked", "known", "new", "asked for", "given back"])
def test_an_interrupt_at_any_line_leaves_no_reader_and_no_batch(served, monkeypatch, way):
    path, _server = served(NUMBERS, "--args", "[100000]")
    # Python drops an interrupt in a finalizer, and says so.
    monkeypatch.setattr(sys, "unraisablehook", lambda _unraisable: None)
    # With another consumer the epoch goes on where the one that was interrupted leaves it, and no stage has to begin anew.
    other = Loader(socket=path)
    others = iter(other)
    next(others)
    before, step, ways, numbers = segments(), 0, set(), None
    while True:
        step += 1
        if numbers is None:
            numbers = Loader(socket=path)
            epoch = iter(numbers)
        held = []
        for _ in range(12):
            there(numbers)
            held[:] = [next(epoch)]
        last = number_of(held[0])
        if way == "given back":
            _, interrupted = interrupted_at(step, held.clear)
            batch = next(epoch) if not interrupted else None
        else:
            if way != "asked for":
                there(numbers)
            if way == "new":
                # As if the batch stood in a slot for the first time.
                numbers._connection.known.clear()
            else:
                stock_up(numbers, epoch, int(way == "stocked"))
            batch, interrupted = interrupted_at(step, lambda: next(epoch))
        assert numbers._connection.reading == [None]
        if not interrupted:
            break
        held.clear()
        try:
            # Nothing but what was interrupted is missing.
            ways.add(number_of(next(epoch)) - last)
            assert ways <= {1, 2, "lost"}
            while numbers._connection.lost:
                # What had been sorted in before the interrupt came first.
                next(epoch)
        except PipelineError as error:
            assert error.code == "ABORTED"
            ways.add("lost")
            numbers.close()
            assert segments() == before
            numbers = None
    assert number_of(batch) == last + 1
    del batch
    held.clear()
    numbers.close()
    assert step > 10 and {1, "lost"} <= ways and segments() == before
    other.close()


def test_a_process_that_is_forked_takes_nothing(module, loader):
    numbers = loader(module(NUMBERS), [40])
    epoch = iter(numbers)
    for _ in range(12):
        there(numbers)
        held = [next(epoch)]
    there(numbers)
    assert refused_in_a_fork(epoch, held)
    assert [int(values[0, 0]) // 4 for (values,) in epoch] == list(range(12, 40))


def test_a_message_in_pieces(module, loader):
    """What comes in two pieces, or with another message, goes the general way."""
    numbers = loader(module(NUMBERS), [60])
    epoch = iter(numbers)
    got = [int(next(epoch)[0][0, 0]) // 4 for _ in range(12)]
    connection = numbers._connection
    receive, receive_into, sizes = connection.receive, connection._receive_into, iter([7, 30, 3])
    connection.receive = lambda size, flags: receive(min(size, next(sizes, size)), flags)
    connection._receive_into = lambda buffers, *rest: receive_into([buffers[0][: next(sizes, 1 << 16)]], *rest)
    for (values,) in epoch:
        got.append(int(values[0, 0]) // 4)
        if len(got) % 5 == 0:
            assert numbers.statistics()["copiedBytes"] == 0
    assert got == list(range(60))
    until(lambda: not connection.outbox)
