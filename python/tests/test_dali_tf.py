"""DALI's plugin for TensorFlow over penstock.dali: a pipeline as a data set."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

tf = pytest.importorskip("tensorflow")

from conftest import PHOTOS  # noqa: E402
from penstock.dali import Pipeline, fn, pipeline_def, types  # noqa: E402
from penstock.dali.plugin import tf as plugin  # noqa: E402

CPU = {"batch_size": 2, "num_threads": 1, "device_id": None, "seed": 3}


@pipeline_def(**CPU)
def photos() -> Any:
    jpegs, labels = fn.readers.file(file_root=str(PHOTOS), random_shuffle=True, name="train")
    return fn.resize(fn.decoders.image(jpegs), size=[8, 9]), fn.cast(labels, dtype=types.INT64)


def dataset(pipe: Pipeline, **options: Any) -> Any:
    given = {"batch_size": 3, "device_id": None, "output_dtypes": (tf.uint8, tf.int64), **options}
    return plugin.DALIDataset(pipe, **given)


def test_it_gives_the_batches_of_the_pipeline() -> None:
    made = dataset(photos(), output_shapes=((3, 8, 9, 3), (3, 1)))
    assert isinstance(made, tf.data.Dataset) and made.element_spec[0].shape == (3, 8, 9, 3)
    pipe = photos(batch_size=3)
    for _ in range(2):
        # Each loop begins anew.
        pipe = photos(batch_size=3)
        count = 0
        for images, labels in made.take(9):
            wanted = pipe.run()
            assert np.array_equal(images, wanted[0].as_array()) and np.array_equal(labels, wanted[1].as_array())
            count += 1
        assert count == 9
    rows = [int(labels[0, 0]) for _, labels in made.map(lambda images, labels: (images, labels + 1)).prefetch(1).take(2)]
    assert all(row >= 1 for row in rows)


def test_one_dtype_gives_tuples_of_one() -> None:
    pipe = pipeline_def(lambda: fn.random.uniform(range=[0, 1]), **CPU)()
    ((values,),) = plugin.DALIDataset(pipe, tf.float32, batch_size=4, device_id=None).take(1)
    assert values.shape == (4,)


def test_a_batch_that_is_no_tensor_of_the_data_set_is_an_error() -> None:
    with pytest.raises(tf.errors.OpError, match="Expected float32 for output 0, by output_dtypes, but the pipeline gives uint8"):
        next(iter(dataset(photos(), output_dtypes=(tf.float32, tf.int64))))

    def ragged() -> Any:
        return fn.decoders.image(fn.readers.file(file_root=str(PHOTOS))[0]), fn.constant(idata=1)

    with pytest.raises(tf.errors.OpError, match="Expected samples of one shape"):
        next(iter(dataset(pipeline_def(ragged, **CPU)(), output_dtypes=(tf.uint8, tf.int32))))


def fed() -> Any:
    return fn.external_source(name="x"), fn.constant(idata=1)


def called() -> Any:
    return fn.python_function(fn.constant(idata=1), function=lambda x: x), fn.constant(idata=1)


@pytest.mark.parametrize(
    ("definition", "options", "kind", "words"),
    [
        (None, {"output_dtypes": "uint8"}, TypeError, "tf.DType"),
        (None, {"output_dtypes": (tf.uint8,)}, ValueError, "each of 2 outputs"),
        (None, {"output_shapes": ((1,),)}, ValueError, "a shape for each of 2"),
        (None, {"dtypes": (tf.uint8, tf.int64)}, ValueError, "deprecated"),
        (None, {"input_datasets": {}}, TypeError, "input_datasets.*external_source"),
        (fed, {}, ValueError, "without external sources.*but it has x"),
        (called, {}, RuntimeError, "without functions of Python"),
    ],
)
def test_what_it_refuses(definition: Any, options: Any, kind: Any, words: str) -> None:
    pipe = photos() if definition is None else pipeline_def(definition, **CPU)()
    with pytest.raises(kind, match=words):
        dataset(pipe, **options)


@pytest.mark.parametrize("name", ["DALIIterator", "DALIRawIterator", "DALIIteratorWrapper", "experimental"])
def test_what_is_not_there_names_what_to_use(name: str) -> None:
    with pytest.raises(NotImplementedError, match=f"no {name}: use "):
        getattr(plugin, name)
