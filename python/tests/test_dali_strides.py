"""``node[::step]`` takes what numpy takes, in pipelines and in imperative mode."""

from __future__ import annotations

import random
from typing import Any, Callable, List

import numpy as np
import pytest

from penstock.dali import fn, pipeline_def
from penstock.dali.experimental import dynamic as ndd

SHAPES = [(5, 7, 3), (4, 1, 6)]
DTYPES = ["uint8", "int16", "float32", "float64"]


def samples(dtype: str) -> List[np.ndarray]:
    return [np.arange(np.prod(shape)).reshape(shape).astype(dtype) for shape in SHAPES]


def run(data: List[np.ndarray], define: Callable[[Any], Any], layout: str = "HWC") -> Any:
    @pipeline_def(batch_size=len(data), num_threads=1, device_id=None)
    def whole() -> Any:
        return tuple(define(fn.external_source(lambda: data, layout=layout)))

    pipe = whole()
    pipe.build()
    try:
        return pipe.run()
    finally:
        pipe.close()


def place(rng: random.Random) -> Any:
    return rng.choice([None, rng.randint(-9, 9)])


def part(rng: random.Random) -> Any:
    kind = rng.random()
    if kind < 0.15:
        return rng.choice([0, -1])
    if kind < 0.3:
        return slice(None)
    return slice(place(rng), place(rng), rng.choice([None, 1, 2, 3, 11, -1, -2, -5]))


def test_parts_are_those_of_numpy() -> None:
    rng = random.Random(11)
    for dtype in DTYPES:
        data = samples(dtype)
        indices = [tuple(part(rng) for _ in range(rng.randint(1, 3))) for _ in range(60)]
        indices += [(slice(None, None, -1),), (slice(None), slice(None), slice(None, None, -1))]
        outputs = run(data, lambda x: [x[index] for index in indices])
        for index, out in zip(indices, outputs):
            assert out.dtype == run_dtype(dtype)
            left = [letter for axis, letter in enumerate("HWC") if not (axis < len(index) and isinstance(index[axis], int))]
            assert out.layout() == "".join(left), index
            for number, sample in enumerate(data):
                wanted = sample[index]
                seen = np.asarray(out.at(number))
                assert seen.shape == wanted.shape and np.array_equal(seen, wanted), (index, sample.shape)


def run_dtype(dtype: str) -> Any:
    from penstock.dali import types

    return {"uint8": types.UINT8, "int16": types.INT16, "float32": types.FLOAT, "float64": types.FLOAT64}[dtype]


def test_places_that_differ_by_sample_are_taken_first() -> None:
    data = samples("int16")
    starts = [np.int32(1), np.int32(-3)]

    def define(x: Any) -> Any:
        start = fn.external_source(lambda: starts)
        return x[start::2], x[:, :, start::2], x[start, ::-1, 1::2], x[::-1, :, :start]

    outputs = run(data, define)
    for number, (sample, start) in enumerate(zip(data, starts)):
        wanted = [sample[start::2], sample[:, :, start::2], sample[start, ::-1, 1::2], sample[::-1, :, :start]]
        for out, one in zip(outputs, wanted):
            assert np.array_equal(np.asarray(out.at(number)), one)


@pytest.mark.parametrize(
    "index, error, message",
    [
        (lambda x, n: x[::0], RuntimeError, "step other than 0 on axis 0"),
        (lambda x, n: x[:, ::n], NotImplementedError, "step that differs by sample"),
        (lambda x, n: x[n::-1], NotImplementedError, "backwards"),
        (lambda x, n: x[::2, ::2, ::2, ::2], RuntimeError, "at most 3 places"),
    ],
)
def test_what_cannot_be_taken_is_refused(index: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        run(samples("uint8"), lambda x: [index(x, fn.external_source(lambda: [np.int32(2)] * 2))])


def test_results_of_imperative_mode() -> None:
    data = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)
    image = ndd.flip(ndd.tensor(data, layout="HWC"), horizontal=1)
    flipped = data[:, ::-1]
    assert np.array_equal(np.asarray(image[:, ::2, ::-1]), flipped[:, ::2, ::-1])
    assert np.array_equal(np.asarray(image[-1::-2]), flipped[-1::-2])
