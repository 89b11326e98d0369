"""JAX: arrays over shared memory, when they are copies, and DALI's iterators."""

import gc

import numpy as np
import pytest

from conftest import GPU_NUMBERS, NUMBERS, PHOTO_BATCHES, PHOTOS, segments

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


def test_what_is_not_aligned_is_copied(module):
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
