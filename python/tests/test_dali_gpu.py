"""Pipelines of penstock.dali with outputs in GPU memory, on the emulated device."""

from typing import Any, Dict

import numpy as np
import pytest

from conftest import PHOTOS
from penstock._batch import Output
from penstock.dali import Pipeline, fn, math, pipeline_def, types


@pytest.mark.parametrize(
    "executor",
    [
        {},
        {"exec_dynamic": False},
        {"exec_pipelined": False, "exec_async": False},
        {"prefetch_queue_depth": {"cpu_size": 3, "gpu_size": 2}},
    ],
    ids=str,
)
def test_outputs_on_a_gpu_in_every_executor(gpu_host: None, executor: Dict[str, Any]) -> None:
    pipe = Pipeline(batch_size=3, num_threads=2, device_id=0, seed=5, **executor)
    with pipe:
        jpegs, labels = fn.readers.file(file_root=str(PHOTOS), name="files")
        images = fn.resize(fn.decoders.image(jpegs, device="mixed"), size=[16, 24])
        pipe.set_outputs(images, fn.cast(labels, dtype=types.INT16), fn.resize(fn.decoders.image(jpegs), size=[16, 24]))
    kept = []
    for _ in range(6):
        kept.append(pipe.run())
    assert pipe.exec_pipelined == executor.get("exec_pipelined", True)
    # All batches stay as they are while they are held.
    assert len({int(labels.as_array().sum()) for _, labels, _ in kept}) > 1
    for images, _, other in kept:
        assert type(images).__name__ == "TensorListGPU"
        one, two = images.as_cpu().as_array().astype(int), other.as_array().astype(int)
        assert np.abs(one - two).max() <= 1


def test_a_dense_batch_on_a_gpu_makes_its_samples_when_they_are_asked_for(gpu_host: None, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    samples = Output.samples
    monkeypatch.setattr(Output, "samples", lambda output: made.append(output) or samples(output))
    pipe = Pipeline(batch_size=3, num_threads=1, device_id=0)
    with pipe:
        numbers = fn.external_source(source=lambda: np.arange(12, dtype=np.int16).reshape(3, 4), layout="A").gpu()
        pipe.set_outputs(numbers, numbers[:2])
    for output, extent in zip(pipe.run(), (4, 2)):
        assert (len(output), output.shape(), output.device_id(), output.is_dense_tensor()) == (3, [(extent,)] * 3, 0, True)
        assert output.as_tensor().shape() == [3, extent] and output.as_cpu().as_array().shape == (3, extent)
        assert not made
        assert [np.asarray(one.as_cpu()).tolist() for one in output] == np.arange(12).reshape(3, 4)[:, :extent].tolist()
        assert made.pop()._batch.count == 3 and not made


def test_arithmetic_of_values_on_a_gpu(gpu_host: None) -> None:
    numbers = [np.arange(6, dtype=np.float32).reshape(2, 3) * i for i in range(3)]
    pipe = Pipeline(batch_size=3, num_threads=2, device_id=0)
    with pipe:
        on_cpu = fn.external_source(source=lambda: numbers, dtype=types.FLOAT)
        value = on_cpu.gpu()
        results = [value + 1, 2 - value * 3, value * on_cpu, value > 2, math.clamp(value, 1, 4), -value, value[0] / 2]
        assert [result.device for result in results] == ["gpu"] * len(results)
        pipe.set_outputs(*results)
    outputs = pipe.run()
    for i, x in enumerate(numbers):
        expected = [x + 1, 2 - x * 3, x * x, x > 2, np.clip(x, 1, 4), -x, x[0] / 2]
        for output, wanted in zip(outputs, expected):
            got = np.asarray(output[i].as_cpu())
            assert got.dtype == wanted.dtype
            np.testing.assert_array_equal(got, wanted)


def test_conditions_are_values_of_the_cpu() -> None:
    @pipeline_def(batch_size=1, num_threads=1, device_id=0, enable_conditionals=True)
    def chosen() -> Any:
        value = fn.random.uniform(range=(0, 1))
        if value.gpu() > 0.5:
            value = value + 1
        return value

    @pipeline_def(batch_size=1, num_threads=1, device_id=0, enable_conditionals=True)
    def joined() -> Any:
        value = fn.random.uniform(range=(0, 1))
        return value > 0.1 and value.gpu() > 0.5

    with pytest.raises(ValueError, match="CPU for the condition of `if`"):
        chosen()
    with pytest.raises(RuntimeError, match="right operand"):
        joined()


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("executor", [{}, {"exec_dynamic": False}], ids=str)
def test_inputs_that_are_read_in_host_memory_may_lie_on_the_gpu(gpu_host: None, executor: Dict[str, Any], debug: bool) -> None:
    pixels = np.arange(24, dtype=np.float32).reshape(1, 2, 4, 3)

    @pipeline_def(batch_size=1, num_threads=1, device_id=0, **executor)
    def made() -> Any:
        image = fn.external_source(lambda: pixels, layout="HWC").gpu()
        anchor = fn.external_source(lambda: np.array([[0, 1]], np.int64)).gpu()
        shape = fn.external_source(lambda: np.array([[2, 2]], np.int64)).gpu()
        window = fn.external_source(lambda: np.ones((1, 1, 1), np.float32)).gpu()
        return fn.slice(image, anchor, shape, axis_names="HW"), fn.filter(image, window)

    sliced, same = made(debug=debug).run()
    np.testing.assert_array_equal(sliced.as_cpu().as_array(), pixels[:, 0:2, 1:3])
    np.testing.assert_array_equal(same.as_cpu().as_array(), pixels)
