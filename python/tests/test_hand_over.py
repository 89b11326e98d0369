"""The hand-over of batches: arrays and their lifetimes, threads, forks, and interrupts at any place."""

import random
import signal
import threading

import numpy as np
import pytest

from conftest import NUMBERS, alive, interrupted_at, refused_in_a_fork, until
from penstock import Loader, PipelineError, _protocol
from resources import segments
from test_failures import SLOW

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


def there(loader):
    """Waits until a batch, or the end of the epoch, has come."""
    until(lambda: loader._connection.batches)


def facts_of(item):
    values = item.items() if isinstance(item, dict) else enumerate(item)
    info = item.info
    return (
        type(item),
        [
            (name, [(v.dtype, v.shape, v.flags.writeable, v.tobytes()) for v in value])
            for name, value in values
        ],
        (info.count, info.epoch, info.valid.tolist(), info.layouts(), [info.source(i) for i in range(info.count)]),
    )


@pytest.mark.parametrize("seed", range(6))
def test_whole_outputs_are_their_samples(module, loader, seed):
    rng = random.Random(seed)
    # Runs of equal batches, with other extents between.
    extents = [extent for _ in range(4) for extent in [rng.choice([0, 1, 3, 700])] * rng.randint(1, 9)]
    size = rng.choice([1, 2, 5])
    path = module(SHAPES)
    fast = loader(path, [extents, size], batch_size=size)
    wanted = loader(path, [extents, size], batch_size=size, ragged=["bytes", "pairs", "x", "again", "half"])
    before = segments()
    with fast, wanted:
        for _ in range(2):
            held = []
            mine = iter(fast)
            for there_ in wanted:
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
    del held, mine, item, there_, _view, values, copies
    assert segments() == before


# Samples have names of several lengths, and the last batch is smaller.
NAMED = """
export default pipelineDef({ batchSize: 5, numThreads: 1, seed: 7 }, (folder) => {
  const [bytes, labels] = fn.readers.file({ fileRoot: folder, randomShuffle: true })
  return { first: fn.slice(bytes, { relStart: 0, end: 3, axes: [0] }), labels }
})
"""


def test_data_that_lies_elsewhere(module, loader, tmp_path):
    for label in range(24):
        folder = tmp_path / f"{label:02}{'x' * (label * 9)}"
        folder.mkdir()
        (folder / "file.jpg").write_bytes(bytes([label, 1, 2, 3]))
    path = module(NAMED)
    named, wanted = loader(path, [str(tmp_path)]), loader(path, [str(tmp_path)], ragged=["first", "labels"])
    for _ in range(12):
        epoch = iter(named)
        for number, other in enumerate(wanted):
            batch = next(epoch)
            assert facts_of(batch) == facts_of(other)
            assert batch["labels"].ravel().tolist() == batch["first"][:, 0].tolist()
            names = [batch.info.source(i)["source"] for i in range(batch.info.count)]
            assert all(f"/{label:02}" in name for label, name in zip(batch["labels"].ravel().tolist(), names))
        assert next(epoch, None) is None and number == 4


def test_batches_that_are_held(module, loader):
    numbers = loader(module(NUMBERS), [100])
    held = []
    for number, batch in enumerate(numbers):
        held.append(batch)
        assert [number_of(one) for one in held] == list(range(number + 1 - len(held), number + 1))
        # As a task of Ray does with those of a block.
        if len(held) == 4:
            held.clear()
    assert number == 99


class Copies(Loader):
    """As JAX's, with memory of their own."""

    def _converter(self):
        return np.copy


class Views(Loader):
    """As PyTorch's."""

    def _converter(self):
        return np.ndarray.view


@pytest.mark.parametrize("kind", [Loader, Copies, Views])
def test_values_of_the_loaders_of_frameworks(module, kind):
    with kind(module(NUMBERS), [60]) as numbers:
        for _ in range(2):
            for number, held in enumerate(numbers):
                assert number_of(held) == number and held.info.source(0)["index"] == 4 * number
            assert number == 59


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


def test_a_newer_iteration_that_begins_while_one_waits(module, loader):
    slow = loader(module(SLOW))
    older, codes = iter(slow), []
    next(older), next(older)

    def wait():
        with pytest.raises(PipelineError) as error:
            next(older)
        codes.append(error.value.code)

    waiter = threading.Thread(target=wait)
    waiter.start()
    until(lambda: slow._connection._bells)
    iter(slow)
    waiter.join(20)
    assert codes == ["API_MIXED"]


def number_of(batch):
    return int(batch[0][0, 0]) // 4


def again(call):
    """Calls until no interrupt comes, each time one line later. Returns the result, and how many interrupts there were."""
    for step in range(1, 1000):
        result, interrupted = interrupted_at(step, call)
        if not interrupted:
            return result, step - 1
    raise AssertionError("it never ends")


def test_an_interrupt_at_any_line_loses_nothing_but_the_batch_that_it_interrupts(served):
    path, _server = served(NUMBERS, "--args", "[100000]")
    before, missing = segments(), set()
    with Loader(socket=path) as numbers:
        epoch, step, interrupted = iter(numbers), 0, True
        held = [next(epoch)]
        while interrupted:
            step += 1
            last = number_of(held[0])
            # Half of the batches are there, the others must be waited for.
            if step % 2:
                there(numbers)
            batch, interrupted = interrupted_at((step + 1) // 2, lambda: next(epoch))
            held = [batch if batch is not None else next(epoch)]
            missing.add(number_of(held[0]) - last - 1)
        assert step > 40 and missing <= {0, 1}
        assert numbers.statistics()["copiedBytes"] == 0
        batch = None
        held.clear()
    assert segments() == before


def test_an_interrupt_at_any_line_of_a_call_leaves_the_loader_as_it_was(module):
    before = segments()
    with Loader(module(NUMBERS), [100]) as numbers:
        answer, calls = again(numbers.statistics)
        assert answer["copiedBytes"] == 0 and calls > 10
        epoch, begins = again(lambda: iter(numbers))
        assert begins > 5 and [number_of(next(epoch)) for _ in range(3)] == [0, 1, 2]
        _, leaves = again(numbers.reset)
        assert leaves > 5 and [number_of(batch) for batch in numbers] == list(range(100))
        pid = numbers.server_pid
        _, closes = again(numbers.close)
        assert closes > 5
    del epoch
    until(lambda: not alive(pid))
    assert segments() == before


def test_giving_a_batch_back_cannot_be_interrupted(module, loader):
    numbers = loader(module(NUMBERS), [40])
    epoch = iter(numbers)
    for number in range(40):
        held = [next(epoch)]
        assert number_of(held[0]) == number
        # No line of the package runs.
        assert interrupted_at(1, held.clear) == (None, False)
    until(lambda: not numbers._connection.held)


def test_signals_at_any_time(module, loader):
    class Interrupt(BaseException):
        pass

    def interrupt(*_):
        raise Interrupt

    numbers, got, interrupts = loader(module(NUMBERS), [2000]), [], 0
    epoch = iter(numbers)
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        while not got or got[-1] < 1800:
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.0002 + 0.0001 * (interrupts % 17))
                while True:
                    got.append(number_of(next(epoch)))
            except Interrupt:
                interrupts += 1
            except StopIteration:
                break
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    got += [number_of(batch) for batch in epoch]
    assert sorted(set(got)) == got and got[-1] == 1999
    assert 2000 - len(got) <= interrupts
    until(lambda: not numbers._connection.held)


def test_a_process_that_is_forked_takes_nothing(module, loader):
    numbers = loader(module(NUMBERS), [40])
    epoch = iter(numbers)
    for _ in range(12):
        held = [next(epoch)]
    there(numbers)
    assert refused_in_a_fork(epoch, held)
    assert [int(values[0, 0]) // 4 for (values,) in epoch] == list(range(12, 40))


@pytest.mark.parametrize("size", [1, 7, 150])
def test_a_message_in_pieces(module, loader, monkeypatch, size):
    monkeypatch.setattr(_protocol, "RECEIVE_BYTES", size)
    numbers, got = loader(module(NUMBERS), [60]), []
    for batch in numbers:
        got.append(number_of(batch))
        if len(got) % 20 == 0:
            assert numbers.statistics()["copiedBytes"] == 0
    assert got == list(range(60))
