"""Imperative mode on the emulated GPU: what lies where, hand-over to this process, devices and streams."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import penstock.dali.experimental.dynamic as ndd
from conftest import PHOTOS
from emulated_gpu import Emulated
from penstock.dali import fn, pipeline_def
from penstock.dali.tensors import TensorListGPU

GPU = ndd.Device.__new__(ndd.Device)
GPU.device_type, GPU.device_id = "gpu", 0


pytestmark = pytest.mark.usefixtures("gpu_host")


def host_values(value: Any) -> Any:
    return np.asarray(value.cpu() if isinstance(value, ndd.Tensor) else ndd.as_tensor(value.cpu()))


def test_values_lie_where_their_calls_ran() -> None:
    tensor = ndd.tensor(np.arange(6, dtype=np.float32).reshape(2, 3), device="gpu")
    assert tensor.device == GPU == ndd.Device.current() and str(tensor.device) == "gpu:0"
    doubled = tensor * 2
    assert doubled.device == GPU and doubled.cpu().device == ndd.Device("cpu")
    np.testing.assert_array_equal(host_values(doubled), np.arange(6).reshape(2, 3) * 2)
    with pytest.raises(TypeError, match="cpu"):
        np.asarray(doubled)
    with pytest.raises(ValueError, match="Cannot mix GPU and CPU"):
        doubled + ndd.tensor([1.0])
    np.testing.assert_array_equal(host_values(doubled + [1.0, 2.0, 3.0])[0], [1, 4, 7])
    assert doubled[0].device == GPU and host_values(doubled[0, 1]) == 2


def test_what_is_read_on_the_gpu_is_memory_of_the_host() -> None:
    batch = ndd.batch([np.full(1000, i, np.float32) for i in range(4)]).gpu() + 1
    storage = batch.evaluate()._storage
    assert storage.device_id() == 0 and len(storage) == 4
    interface = batch.tensors[2].__cuda_array_interface__
    assert interface["shape"] == (1000,)
    assert storage.at(2)._array.to_host().tolist() == [3.0] * 1000
    # The emulated device's memory is the host's, and says so.
    assert batch.tensors[1].__dlpack_device__() == (1, 0)
    assert ndd.as_tensor(batch).shape == (4, 1000)
    np.testing.assert_array_equal(storage.as_cpu().as_array(), np.repeat(np.arange(1, 5), 1000).reshape(4, 1000))


def test_results_on_the_gpu_stay_as_they_are_while_others_are_computed() -> None:
    held = [(ndd.full(float(i), shape=(5000,)).gpu() + 1).evaluate() for i in range(12)]
    for i in range(12):
        (ndd.full(float(-i), shape=(5000,)).gpu() + 1).evaluate()
    assert [float(one._storage._array.to_host()[4999]) for one in held] == [i + 1.0 for i in range(12)]


def test_a_loop_of_a_reader_decodes_on_the_gpu() -> None:
    reader = ndd.readers.File(file_root=str(PHOTOS))
    for jpegs, _ in reader.next_epoch(batch_size=4):
        images = ndd.decoders.image(jpegs, device="gpu")
        assert images.device == GPU
        small = ndd.resize(images, size=(16, 16))
        assert small.device == GPU and small.evaluate().shape == [(16, 16, 3)] * jpegs.batch_size
        assert small._storage.is_dense_tensor()


def test_readers_and_decoders_that_have_no_kernel_give_values_on_the_gpu(tmp_path: Path) -> None:
    arrays = [np.full((2, 3), i, np.float32) for i in range(4)]
    for i, array in enumerate(arrays):
        np.save(tmp_path / f"{i}.npy", array)

    @pipeline_def(batch_size=4, num_threads=2, device_id=0)
    def read() -> Any:
        return fn.readers.numpy(device="gpu", file_root=str(tmp_path)) + 1

    pipe = read()
    (batch,) = pipe.run()
    assert isinstance(batch, TensorListGPU)
    np.testing.assert_array_equal(batch.as_cpu().as_array(), np.stack(arrays) + 1)
    for (value,) in ndd.readers.Numpy(device="gpu", file_root=str(tmp_path)).next_epoch(batch_size=4):
        assert value.device == GPU
        np.testing.assert_array_equal(host_values(value + 1), np.stack(arrays) + 1)
    with pytest.raises(ValueError, match="Expected 'cpu' for the device of .*File but received 'gpu'"):
        ndd.readers.File(device="gpu", file_root=str(tmp_path))


def test_errors_on_the_gpu_name_their_line() -> None:
    for mode in (ndd.EvalMode.eager, ndd.EvalMode.sync_full):
        with mode, pytest.raises(RuntimeError, match="decoders.image.*test_dali_dynamic_gpu.py"):
            ndd.decoders.image(ndd.tensor(np.zeros(16, np.uint8)), device="gpu").evaluate()


def test_streams_and_contexts(emulated: Emulated) -> None:
    handle = emulated.stream()
    made = ndd.stream(stream=handle, device_id=0)
    assert made is not None and made.handle == handle and made == handle and made.__cuda_stream__() == (0, handle)
    ndd.set_current_stream(made)
    assert ndd.get_current_stream() == made == ndd.EvalContext.default().cuda_stream
    value = ndd.tensor([1.0], device="gpu") + 1
    ndd.set_current_stream(None)
    assert ndd.get_current_stream() is None and host_values(value) == [2]
    ndd.set_default_stream(made)
    assert ndd.get_default_stream() == made == ndd.get_current_stream()
    ndd.set_default_stream(None)
    with pytest.raises(TypeError):
        ndd.stream(stream="text")
    with ndd.EvalContext(device_id=0, num_threads=1, cuda_stream=handle) as context:
        assert context.device_id == 0 and context.cuda_stream == made
        assert host_values(ndd.tensor([1.0], device="gpu") * 3) == [3]


def test_devices_that_are_there_and_others() -> None:
    assert ndd.Device("cuda:0") == GPU and ndd.device("gpu", 0) == GPU
    with ndd.Device("gpu", device_id=0):
        assert host_values(ndd.tensor([2.0], device="gpu") * 3) == [6]
    with pytest.raises(ValueError, match="Invalid device id: 7"):
        ndd.Device("gpu", 7)
