"""What DALI's documents say of execution modes, of pipeline_def, of the ways to run a pipeline, of advanced topics, and of the concepts
of imperative mode, as programs with the calls that they show. Those with a GPU run on the emulated one."""

from __future__ import annotations

import os
import threading
import time
from typing import Any, Dict, List

import numpy as np
import pytest

import penstock.dali.experimental.dynamic as ndd
import penstock.dali.fn as fn
import penstock.dali.types as types
from conftest import PHOTOS
from emulated_gpu import Emulated
from penstock.dali import pipeline_def

FILES = sorted(str(path) for path in PHOTOS.rglob("*.jpg"))


def jpegs(count: int = 2) -> Any:
    return ndd.batch([np.fromfile(path, np.uint8) for path in FILES[:count]])


def array_of(batch: Any) -> Any:
    return np.asarray(ndd.as_tensor(batch.cpu()))


# ---- execution modes of pipelines ----


@pipeline_def(batch_size=3, num_threads=2, device_id=None)
def photos(size: Any = (8, 12)) -> Any:
    contents, labels = fn.readers.file(file_root=str(PHOTOS), name="Reader")
    return fn.resize(fn.decoders.image(contents), size=size), labels


@pytest.mark.parametrize(
    "mode",
    [
        {},
        {"exec_dynamic": True},
        {"exec_pipelined": True, "exec_async": True, "exec_dynamic": False},
        {"exec_pipelined": False, "exec_async": False},
    ],
)
def test_each_execution_mode_gives_the_same(mode: Dict[str, Any]) -> None:
    pipe = photos(**mode)
    pipe.build()
    expected = photos(exec_dynamic=True).run()
    for found, wanted in zip(pipe.run(), expected):
        np.testing.assert_array_equal(found.as_array(), wanted.as_array())


def test_parameters_of_the_decorator_are_defaults_of_the_call() -> None:
    pipe = photos(size=(4, 4), batch_size=2, prefetch_queue_depth=1)
    pipe.build()
    assert pipe.max_batch_size == 2 and pipe.run()[0].as_array().shape == (2, 4, 4, 3)


def test_a_named_source_is_fed_by_the_run(gpu_host: None) -> None:
    @pipeline_def(batch_size=4, num_threads=4, device_id=0, exec_dynamic=True)
    def decoding(source_name: str) -> Any:
        contents = fn.external_source(device="cpu", name=source_name, no_copy=False, blocking=True, dtype=types.UINT8)
        return fn.decoders.image(contents, device="mixed", output_type=types.RGB, jpeg_fancy_upsampling=True)

    pipe = decoding("photo", prefetch_queue_depth=1)
    pipe.build()
    (decoded,) = pipe.run(photo=np.expand_dims(np.fromfile(FILES[0], dtype=np.uint8), axis=0))
    assert len(decoded) == 1 and decoded.as_cpu().at(0).shape[2] == 3


def test_the_decorator_without_arguments_takes_those_of_the_call(gpu_host: None) -> None:
    @pipeline_def
    def shrinking(img_hw: Any = (32, 20)) -> Any:
        contents = fn.external_source(name="images", no_copy=True)
        decoded = fn.decoders.image(contents, device="mixed", output_type=types.RGB)
        return fn.resize(decoded, size=img_hw, interp_type=types.INTERP_LINEAR)

    pipe = shrinking(batch_size=8, num_threads=4, device_id=0)
    pipe.build()
    pipe.feed_input("images", [np.fromfile(path, np.uint8) for path in FILES[:2]])
    assert pipe.run()[0].as_cpu().as_array().shape == (2, 32, 20, 3)


# ---- ways to run a pipeline ----


def test_the_simple_run_and_the_scheduled_one_give_the_same_batches() -> None:
    simple, scheduled = photos(), photos()
    wanted = [[output.as_array().copy() for output in simple.run()] for _ in range(4)]
    scheduled.build()
    scheduled.schedule_run()
    for i in range(4):
        # Another task may run meanwhile.
        outputs = scheduled.share_outputs()
        scheduled.schedule_run()
        for found, one in zip(outputs, wanted[i]):
            np.testing.assert_array_equal(found.as_array(), one)
        scheduled.release_outputs()


def test_ways_to_run_are_not_mixed() -> None:
    pipe = photos()
    pipe.build()
    pipe.run()
    with pytest.raises(RuntimeError, match="Mixing pipeline API type"):
        pipe.schedule_run()
    assert {kind.name for kind in types.PipelineAPIType} == {"BASIC", "ITERATOR", "SCHEDULED"}


# ---- advanced topics ----


def test_data_is_hwc_and_transpose_makes_chw() -> None:
    @pipeline_def(batch_size=1, num_threads=1, device_id=None)
    def both() -> Any:
        image = fn.decoders.image(fn.readers.file(files=FILES[:1])[0])
        return image, fn.transpose(image, perm=[2, 0, 1])

    image, planes = both().run()
    assert image.layout() == "HWC" and planes.layout() == "CHW"
    np.testing.assert_array_equal(planes.at(0), image.at(0).transpose(2, 0, 1))


def test_affinity_presizing_and_depth_change_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DALI_AFFINITY_MASK", "0")
    wanted = photos().run()[0].as_array()
    for options in ({"set_affinity": True}, {"bytes_per_sample": 1_000_000}, {"prefetch_queue_depth": 4}):
        np.testing.assert_array_equal(photos(**options).run()[0].as_array(), wanted)

    @pipeline_def(batch_size=3, num_threads=2, device_id=None)
    def hinted() -> Any:
        contents, labels = fn.readers.file(file_root=str(PHOTOS), name="Reader", bytes_per_sample_hint=[200_000, 4])
        return fn.resize(fn.decoders.image(contents, bytes_per_sample_hint=500_000), size=(8, 12))

    np.testing.assert_array_equal(hinted().run()[0].as_array(), wanted)


# ---- imperative mode: execution mode ----


def test_operators_run_while_the_caller_goes_on_and_reads_block() -> None:
    assert ndd.EvalMode.default is ndd.EvalMode.eager is ndd.EvalMode.current()
    begin = time.perf_counter()
    blurred = ndd.gaussian_blur(ndd.resize(ndd.decoders.image(jpegs(8)), size=(1500, 1500)), window_size=31)
    recorded = time.perf_counter() - begin
    blurred.evaluate()
    assert recorded < (time.perf_counter() - begin) / 2


def test_every_call_of_a_synchronous_mode_is_complete_when_it_returns(gpu_host: None) -> None:
    for mode in (ndd.EvalMode.sync_cpu, ndd.EvalMode.sync_full):
        with mode:
            images = ndd.decoders.image(jpegs(), device="gpu")
            resized = ndd.resize(images, size=(224, 224))
            assert ndd.EvalMode.current() is mode
        assert resized.shape == [(224, 224, 3)] * 2 and resized.device == ndd.Device("gpu", 0)
        with mode, pytest.raises(RuntimeError):
            ndd.decoders.image(ndd.tensor(np.zeros(9, np.uint8)))
    np.testing.assert_array_equal(array_of(resized).shape, (2, 224, 224, 3))


def test_a_call_on_external_data_is_synchronous() -> None:
    array = np.full((2, 2, 3), 10, np.uint8)
    torch_like = ndd.as_tensor(array)
    brighter = ndd.brightness(torch_like, brightness=2.0)
    array[:] = 0
    assert int(np.asarray(brighter)[0, 0, 0]) == 20


# ---- threads ----


def test_the_thread_count_is_the_processs_and_has_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DALI_NUM_THREADS", raising=False)
    assert ndd.get_num_threads() == len(os.sched_getaffinity(0))
    ndd.set_num_threads(8)
    try:
        found: List[int] = []
        thread = threading.Thread(target=lambda: found.append(ndd.EvalContext.default().num_threads))
        thread.start()
        thread.join()
        assert found == [8] and ndd.get_num_threads() == 8
    finally:
        ndd.set_num_threads(None)


# ---- random numbers ----


def test_seeds_and_generators() -> None:
    images = ndd.batch([np.arange(192, dtype=np.uint8).reshape(8, 8, 3)] * 8, layout="HWC")

    def turned() -> Any:
        ndd.random.set_seed(42)
        angle = ndd.random.uniform(batch_size=8, range=(-10, 10))
        return ndd.rotate(images, angle=angle, keep_size=True)

    np.testing.assert_array_equal(array_of(turned()), array_of(turned()))

    def draws(swapped: bool) -> Any:
        geometry, colour = ndd.random.RNG(seed=1), ndd.random.RNG(seed=2)
        calls = [
            lambda: ndd.random.uniform(batch_size=8, range=(-10, 10), rng=geometry),
            lambda: ndd.random.uniform(batch_size=8, range=(0.8, 1.2), rng=colour),
        ]
        made = [call() for call in (reversed(calls) if swapped else calls)]
        return [array_of(one).tolist() for one in (reversed(made) if swapped else made)]

    # Streams are reproducible when calls are reordered.
    assert draws(False) == draws(True)
    ranks = [array_of(ndd.random.uniform(batch_size=4, rng=ndd.random.RNG(seed=7 + rank))).tolist() for rank in range(3)]
    assert len({tuple(one) for one in ranks}) == 3


# ---- contexts, streams, devices ----


def test_contexts_devices_and_streams(gpu_host: None, emulated: Emulated) -> None:
    assert ndd.EvalContext.current() is ndd.EvalContext.default()
    with ndd.EvalContext(device_id=3, num_threads=4) as context:
        images = ndd.decoders.image(jpegs(), device="gpu")
        assert images.device == ndd.Device("gpu", 3) and ndd.EvalContext.current() is context
        assert context.device_id == 3 and context.num_threads == 4
        assert array_of(ndd.resize(images, size=(4, 4))).shape == (2, 4, 4, 3)
    with ndd.Device("gpu", device_id=1):
        images = ndd.decoders.image(jpegs(), device="gpu")
    assert images.device == ndd.Device("gpu", 1) and images.evaluate()._storage.device_id() == 1

    class TorchStream:
        cuda_stream = emulated.stream()

        class device:
            index = 0

    ndd.set_current_stream(TorchStream())
    try:
        decoded = ndd.decoders.image(jpegs(), device="gpu")
        assert ndd.get_current_stream() == ndd.EvalContext.default().cuda_stream
        assert len(decoded.evaluate()._storage) == 2
    finally:
        ndd.set_current_stream(None)
