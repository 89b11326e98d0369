"""JAX: arrays over shared memory, when they are copies, and DALI's iterators."""

import gc
import os
import subprocess
import sys

import numpy as np
import pytest

from conftest import GPU_NUMBERS, NUMBERS, PHOTO_BATCHES, PHOTOS, alive, until
from resources import segments

jax = pytest.importorskip("jax")

import penstock  # noqa: E402
import penstock.jax as pj  # noqa: E402


@pytest.fixture
def loader():
    made = []

    def make(*args, **options):
        made.append(pj.Loader(*args, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_arrays_lie_in_the_memory_of_the_pipeline(module, loader):
    photos = loader(module(PHOTO_BATCHES), [str(PHOTOS)])
    for batch in photos:
        for place, name in enumerate(("images", "labels")):
            array = batch.info._batch.outputs()[place].array()
            assert batch[name].unsafe_buffer_pointer() == array.ctypes.data
            assert (np.asarray(batch[name]) == array).all()


def test_an_array_keeps_its_batch_and_gives_it_back(module, loader):
    before = segments()
    numbers = loader(module(NUMBERS), [40, 4096])
    held = []
    for number, (values,) in enumerate(numbers):
        if number < 3:
            held.append(values)
    assert [int(v[0, 0]) for v in held] == [0, 4, 8]
    del values
    numbers.close()
    assert [int(v[3, 4095]) for v in held] == [3, 7, 11]
    held.clear()
    gc.collect()
    assert segments() == before


def test_unaligned_outputs_are_copied(module):
    with penstock.Loader(module(NUMBERS), [1, 4]) as numbers:
        (values,) = next(iter(numbers))
        part = values[1:]
        copy = pj.as_array(part)
        assert copy.unsafe_buffer_pointer() != part.ctypes.data
        values[:] = -1
        assert copy[0, 0] == 1
        aligned = pj.as_array(values)
        assert aligned.unsafe_buffer_pointer() == values.ctypes.data


def test_a_sharding_puts_batches_on_devices(module, loader):
    sharding = jax.sharding.SingleDeviceSharding(jax.devices()[0])
    batch = next(iter(loader(module(PHOTO_BATCHES), [str(PHOTOS)], device=sharding)))
    assert batch["images"].sharding == sharding
    step = jax.jit(lambda images: images.mean())
    assert np.isfinite(step(batch["images"]))


def test_dali_iterators_give_dicts(module):
    path = module(PHOTO_BATCHES)
    make = lambda: penstock.Loader(path, [str(PHOTOS)])
    photos = pj.GenericIterator(make(), ["x", "y"], reader_name="train", last_batch_policy="partial", auto_reset=True)
    assert [item["x"].shape[0] for item in photos] == [5, 5, 5, 5, 4]
    assert isinstance(next(photos)["y"], jax.Array)
    photos.close()
    both = pj.ClassificationIterator([make(), make()], size=20)
    assert next(both)["data"].shape == (10, 3, 32, 48)
    both.close()


def test_outputs_in_gpu_memory_are_not_copied(module, loader, emulated_gpu):
    # The emulated GPU's memory is the host's: JAX computes on the CPU here. test/bridge/gpu_ipc.py is for a real one.
    held = []
    for item in loader(module(GPU_NUMBERS), [30], env=emulated_gpu):
        assert item["numbers"].unsafe_buffer_pointer() == item.info._batch.outputs()[0].array()._address
        held.append(item["numbers"])
        del item
    for number, array in enumerate(held):
        assert np.asarray(array)[:, 7].tolist() == [4 * number, 4 * number + 1, 4 * number + 2, 4 * number + 3]


def test_a_fence_is_a_computation_of_its_own(monkeypatch):
    (device,) = jax.local_devices()
    make = pj._fence_of(device)
    first, second = make(), make()
    # It is no identity, for which JAX may give the argument back.
    assert int(first) == int(second) == 1 and first.unsafe_buffer_pointer() != second.unsafe_buffer_pointer()
    assert first.devices() == {device} and isinstance(first.is_ready(), bool)
    with jax.disable_jit(), jax.transfer_guard("disallow"):
        assert isinstance(make(), jax.Array)
    seen = []
    jax.jit(lambda x: (seen.append(make()), x)[1])(1)
    assert not isinstance(seen[0], jax.core.Tracer) and seen[0].is_ready() in (True, False)


def test_batches_in_gpu_memory_wait_for_a_fence(module, loader, emulated_gpu, monkeypatch):
    made = []
    real = pj._fence_of
    monkeypatch.setattr(pj, "_fence_of", lambda device: lambda: made.append(real(device)()) or made[-1])
    numbers = loader(module(GPU_NUMBERS), [30], env=emulated_gpu)
    sums = []
    for item in numbers:
        sums.append(item["numbers"].sum())
        del item
    assert [int(one) for one in sums] == [1000 * (16 * i + 6) for i in range(30)]
    # One stands for all batches that were let go of since the last one.
    assert 5 <= len(made) <= 31
    pid = numbers.server_pid
    numbers.close()
    assert not alive(pid)


def test_arrays_in_gpu_memory_outlive_close(module, loader, emulated_gpu):
    numbers = loader(module(GPU_NUMBERS), [30], env=emulated_gpu)
    held = [item["numbers"] for item, _ in zip(numbers, range(3))]
    pid = numbers.server_pid
    numbers.close()
    assert [int(one[0, 0]) for one in held] == [0, 4, 8] and alive(pid)
    held.clear()
    gc.collect()
    until(lambda: not alive(pid))


LAST = """
import sys, penstock.jax
numbers = penstock.jax.Loader(sys.argv[1], [30], env={"PENSTOCK_CUDA_PLUGIN": sys.argv[2]})
held = [item["numbers"] for item, _ in zip(numbers, range(4))]
print(numbers.server_pid)
if sys.argv[3] == "closed":
    numbers.close()
    del held[1:]
"""


@pytest.mark.parametrize("how", ["closed", "open"])
def test_a_process_ends_while_batches_wait(module, emulated_gpu, how):
    command = [sys.executable, "-c", LAST, str(module(GPU_NUMBERS)), emulated_gpu["PENSTOCK_CUDA_PLUGIN"], how]
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ, timeout=40, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    until(lambda: not alive(int(ended.stdout)))


class Numbers:
    """Samples of their numbers; ``count`` an epoch."""

    def __init__(self, count):
        self.count = count

    def __call__(self, info):
        if info.idx_in_epoch >= self.count:
            raise StopIteration
        return np.full((2,), info.idx_in_epoch, np.int32)


def peekable(source, batch_size=3, **options):
    from penstock.dali import fn
    from penstock.dali.plugin.jax.clu import peekable_data_iterator

    @peekable_data_iterator(output_map=["x"], **options)
    def define():
        return fn.external_source(source, batch=False)

    return define(batch_size=batch_size, device_id=None)


def firsts(item):
    return np.asarray(item["x"])[:, 0].tolist()


def test_peek_gives_the_item_that_the_next_call_gives():
    items = peekable(Numbers(9))
    assert firsts(items.peek()) == firsts(items.peek()) == [0, 1, 2]
    assert firsts(items.peek_async().result()) == [0, 1, 2]
    assert firsts(next(items)) == [0, 1, 2]
    assert firsts(items.peek_async().result()) == [3, 4, 5]
    # A loop begins with what was peeked.
    assert [firsts(item) for item in items] == [[3, 4, 5], [6, 7, 8]]
    with pytest.raises(StopIteration):
        items.peek()


def test_element_spec_says_what_items_are_like():
    items = peekable(Numbers(6))
    spec = items.element_spec
    assert set(spec) == {"x"} and spec["x"].shape == (3, 2) and spec["x"].dtype == np.int32
    assert [firsts(item) for item in items] == [[0, 1, 2], [3, 4, 5]]


def test_items_of_another_shape_are_refused():
    items = peekable(lambda info: np.zeros((2 if info.iteration < 2 else 5,), np.uint8), prepare_first_batch=False)
    next(items)
    items.peek()
    next(items)
    with pytest.raises(ValueError, match="one shape and type.*output 'x'"):
        next(items)


def test_samples_that_fill_the_last_batch_are_told():
    from penstock.dali import fn
    from penstock.dali.plugin.jax.clu import peekable_data_iterator

    files = sorted(str(path) for path in PHOTOS.rglob("*.jpg"))[:5]

    @peekable_data_iterator(output_map=["label"], reader_name="reader")
    def define():
        _, labels = fn.readers.file(files=files, labels=list(range(5)), name="reader", pad_last_batch=True)
        return labels

    items = define(batch_size=3, device_id=None)
    seen = [(np.asarray(item["label"])[:, 0].tolist(), items.is_nonpadding.tolist()) for item in items]
    assert seen == [([0, 1, 2], [True] * 3), ([3, 4, 4], [True, True, False])]


def test_there_is_no_checkpoint_of_an_item_that_was_peeked():
    from penstock.dali import fn, pipeline_def
    from penstock.dali.plugin.jax.clu import DALIGenericPeekableIterator

    files = sorted(str(path) for path in PHOTOS.rglob("*.jpg"))[:6]

    @pipeline_def(batch_size=2, num_threads=1, device_id=None, enable_checkpointing=True)
    def define():
        return fn.readers.file(files=files, labels=list(range(6)), name="reader")[1]

    items = DALIGenericPeekableIterator(define(), ["label"], reader_name="reader")
    next(items)
    items.peek()
    with pytest.raises(RuntimeError, match="peeked"):
        items.checkpoints()
    next(items)
    again = DALIGenericPeekableIterator(define(checkpoint=items.checkpoints()[0]), ["label"], reader_name="reader")
    assert np.asarray(next(again)["label"])[:, 0].tolist() == [4, 5]
