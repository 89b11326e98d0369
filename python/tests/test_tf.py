"""TensorFlow: tensors over shared memory."""

import gc

import pytest

from conftest import NUMBERS, PHOTO_BATCHES, PHOTOS
from resources import segments

tf = pytest.importorskip("tensorflow")

import penstock.tf as pt  # noqa: E402


def test_tensors_lie_in_the_memory_of_the_pipeline(module):
    with pt.Loader(module(PHOTO_BATCHES), [str(PHOTOS)]) as photos:
        batch = next(iter(photos))
        array = batch.info._batch.outputs()[0].array()
        assert batch["images"].shape == (5, 3, 32, 48) and batch["labels"].dtype == tf.int32
        assert (batch["images"].numpy() == array).all()
        array[0, 0, 0, 0] = 77
        assert float(batch["images"][0, 0, 0, 0]) == 77


def test_a_tensor_keeps_its_batch_and_gives_it_back(module):
    before = segments()
    numbers = pt.Loader(module(NUMBERS), [40, 4096])
    held = []
    for number, (values,) in enumerate(numbers):
        if number < 3:
            held.append(values)
    del values
    numbers.close()
    assert [int(v[3, 4095]) for v in held] == [3, 7, 11]
    held.clear()
    gc.collect()
    assert segments() == before
