"""Memory in which worker processes give large answers: what is read is what was written, however arrays are kept."""

from __future__ import annotations

import gc
import os
import random
from typing import Any, List, Tuple

import numpy as np
import pytest

from penstock.dali import fn, pipeline_def
from penstock.dali._pool_memory import LEAST_BYTES, Blocks, Writer

COUNT = 3


@pytest.fixture
def ends() -> Any:
    blocks = Blocks(COUNT)
    yield Writer(blocks.descriptors), blocks
    blocks.close()


def written(writer: Writer, data: List[np.ndarray]) -> Any:
    return writer.write([memoryview(one) for one in data])


def test_answers_of_changing_sizes_are_read_as_they_were_written(ends: Tuple[Writer, Blocks]) -> None:
    writer, blocks = ends
    random.seed(5)
    kept: List[Tuple[np.ndarray, np.ndarray]] = []
    refused = 0
    for _ in range(300):
        data = [np.random.default_rng(random.random().__hash__()).integers(0, 256, random.randint(0, 90_000), np.uint8) for _ in range(3)]
        place = written(writer, data)
        if place is None:
            refused += 1
            kept.clear()
            gc.collect()
            writer.free(blocks.freed())
            continue
        kept += [(np.frombuffer(view, np.uint8), one) for view, one in zip(blocks.read(place), data)]
        for seen, wanted in kept:
            assert np.array_equal(seen, wanted)
        if random.random() < 0.4:
            del kept[: len(kept) // 6 * 3]
            writer.free(blocks.freed())
    assert 0 < refused < 300


def test_a_block_is_free_when_no_array_is_left(ends: Tuple[Writer, Blocks]) -> None:
    writer, blocks = ends
    data = [np.arange(LEAST_BYTES, dtype=np.uint8)] * 2
    held = [[np.frombuffer(view, np.uint8) for view in blocks.read(written(writer, data))] for _ in range(COUNT)]
    assert written(writer, data) is None
    del held[1][0]
    assert blocks.freed() == []
    part = held[1][0][5:9]
    held[1].clear()
    assert blocks.freed() == []
    del part
    assert blocks.freed() == [1]
    assert blocks.freed() == []
    writer.free([1])
    assert written(writer, data).block == 1


def test_small_answers_take_no_block(ends: Tuple[Writer, Blocks]) -> None:
    writer, _ = ends
    assert written(writer, [np.zeros(LEAST_BYTES // 2, np.uint8)]) is None
    assert written(writer, []) is None
    assert written(writer, [np.zeros(LEAST_BYTES, np.uint8)]) is not None


def large(info: Any) -> Any:
    # Of another size in each batch, and beyond what goes through the connection.
    return np.full((20_000 + 5_000 * (info.iteration % 4), 3), info.idx_in_epoch % 251, np.uint8)


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_large_samples_come_from_workers(start: str) -> None:

    @pipeline_def(batch_size=4, num_threads=1, device_id=None, py_num_workers=2, py_start_method=start)
    def define() -> Any:
        return fn.external_source(large, parallel=True, batch=False, prefetch_queue_depth=2)

    pipe = define()
    pipe.build()
    for iteration in range(12):
        (out,) = pipe.run()
        for place in range(4):
            sample = out.at(place)
            assert sample.shape == (20_000 + 5_000 * (iteration % 4), 3)
            assert np.all(sample == (4 * iteration + place) % 251)
    pool = pipe._py_pool
    assert all(len(memory._maps) <= pool._blocks for memory in pool._memory)
    # They went through the blocks.
    assert all(memory._maps for memory in pool._memory)
    del out, sample
    pipe.close()
    gc.collect()

    assert not [name for name in map(_target, os.listdir("/proc/self/fd")) if "penstock worker" in name]


def _target(descriptor: str) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{descriptor}")
    except OSError:
        return ""
