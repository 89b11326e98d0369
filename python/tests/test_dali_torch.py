"""Outputs of penstock.dali and values of its imperative mode as tensors of PyTorch, and tensors as data."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from penstock.dali import fn, pipeline_def, types  # noqa: E402
from penstock.dali.experimental import dynamic as ndd  # noqa: E402
from penstock.dali.plugin.pytorch import feed_ndarray, to_torch_tensor  # noqa: E402
from penstock.dali.tensors import TensorCPU, TensorListCPU  # noqa: E402

CPU = {"batch_size": 3, "num_threads": 1, "device_id": None, "prefetch_queue_depth": 1}
DTYPES = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "bool"]


def numbers(dtype: str = "int32") -> Any:
    return np.arange(12).reshape(3, 2, 2).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_values_of_each_dtype(dtype: str) -> None:
    wanted = torch.from_numpy(numbers(dtype))
    # What calls have made, and what the user has given.
    for batch in (ndd.copy(ndd.batch(list(numbers(dtype)))), ndd.as_batch(numbers(dtype))):
        made = batch.torch()
        assert made.dtype == wanted.dtype and torch.equal(made, wanted)
        one = batch.tensors[1].torch()
        assert one.dtype == wanted.dtype and torch.equal(one, wanted[1])


def test_a_tensor_is_over_the_same_memory_unless_it_is_a_copy() -> None:
    array = numbers()
    shared, copied = ndd.as_tensor(array).torch(), ndd.as_tensor(array).torch(copy=True)
    whole, apart = ndd.as_batch(array).torch(), ndd.as_batch(array).torch(copy=True)
    array[0, 0, 0] = 42
    assert [int(one[0, 0, 0]) for one in (shared, copied, whole, apart)] == [42, 0, 42, 0]


def test_a_tensor_keeps_the_memory_of_a_result() -> None:
    # More than a small result, which is copied when it is read.
    large = np.arange(3 * 40_000, dtype=np.int32).reshape(3, -1)
    kept = [(ndd.as_batch(large) + number).torch() for number in range(20)]
    gc.collect()
    for number, tensor in enumerate(kept):
        assert torch.equal(tensor, torch.from_numpy(large + number))


def test_samples_of_different_shapes() -> None:
    ragged = ndd.copy(ndd.batch([np.ones((i + 1, 2), np.float32) for i in range(3)]))
    with pytest.raises(RuntimeError, match="pad=True"):
        ragged.torch()
    padded = ragged.torch(pad=True)
    assert padded.shape == (3, 3, 2) and padded.sum() == 12
    with pytest.raises(ValueError, match="a copy is needed"):
        ragged.torch(copy=False, pad=True)
    apart = ndd.as_batch([np.zeros(2), np.ones(2)])
    with pytest.raises(ValueError, match="a copy is needed"):
        apart.torch(copy=False)
    assert apart.torch().tolist() == [[0, 0], [1, 1]]


def test_no_samples_and_no_elements() -> None:
    assert ndd.as_batch(np.zeros((3, 0, 2), np.float32)).torch().shape == (3, 0, 2)
    assert ndd.tensor(7).torch().item() == 7


def test_the_error_of_a_call_comes_when_its_tensor_is_made() -> None:
    with pytest.raises(RuntimeError, match="decoders.image"):
        ndd.decoders.image(ndd.as_batch(np.zeros((2, 3), np.uint8))).torch()


def test_values_on_a_gpu(gpu_host: None) -> None:
    # The emulated device's memory is the host's, so PyTorch reads it without CUDA.
    batch = ndd.copy(ndd.as_batch(numbers()), device="gpu")
    assert batch.device.device_type == "gpu"
    assert torch.equal(batch.torch(), torch.from_numpy(numbers()))
    assert torch.equal(batch.tensors[2].torch(copy=True), torch.from_numpy(numbers()[2]))
    assert torch.equal(batch.cpu().torch(), torch.from_numpy(numbers()))


def test_outputs_of_a_pipeline() -> None:
    pipe = pipeline_def(lambda: (fn.external_source(lambda: numbers()), fn.external_source(lambda: [np.ones(i + 1) for i in range(3)])), **CPU)()
    dense, ragged = pipe.run()
    whole = torch.from_dlpack(dense.as_tensor())
    assert torch.equal(whole, torch.from_numpy(numbers())) and whole.data_ptr() == dense.data_ptr()
    assert torch.equal(to_torch_tensor(dense, copy=False), whole) and to_torch_tensor(dense, copy=True).data_ptr() != whole.data_ptr()
    assert [torch.from_dlpack(sample).shape[0] for sample in ragged] == [1, 2, 3]
    assert torch.equal(torch.as_tensor(np.asarray(dense)), whole)
    target = torch.zeros((3, 2, 2), dtype=torch.int32)
    assert feed_ndarray(dense, target) is target and torch.equal(target, whole)
    dense.as_tensor().copy_to_external(target.zero_().data_ptr())
    assert torch.equal(target, whole)
    with pytest.raises(AssertionError, match="element type"):
        feed_ndarray(dense, target.float())
    del dense, pipe
    gc.collect()
    assert torch.equal(whole, torch.from_numpy(numbers()))


def test_tensors_are_fed() -> None:
    values = torch.from_numpy(numbers("float32"))

    @pipeline_def(**CPU)
    def define() -> Any:
        sources = [lambda: values, lambda: list(values), lambda: values.clone().requires_grad_(), lambda: values.transpose(1, 2)]
        return tuple(fn.external_source(source) for source in sources)

    outputs = [torch.from_dlpack(output.as_tensor()) for output in define().run()]
    assert all(torch.equal(output, values) for output in outputs[:3]) and torch.equal(outputs[3], values.transpose(1, 2))


def test_tensors_are_what_functions_give() -> None:
    @pipeline_def(**CPU)
    def define() -> Any:
        x = fn.external_source(lambda: numbers("float32"))
        return fn.python_function(x, function=lambda one: torch.from_numpy(one).requires_grad_() * 2), types.Constant(torch.ones(2))

    doubled, ones = define().run()
    assert np.asarray(doubled).tolist() == (numbers() * 2).tolist() and np.asarray(ones).tolist() == [[1, 1]] * 3


def test_tensors_of_host_memory_take_tensors_and_capsules() -> None:
    values = torch.from_numpy(numbers())
    capsule = torch.utils.dlpack.to_dlpack(values)
    for made in (TensorCPU(values), TensorCPU(capsule)):
        assert np.asarray(made).tolist() == numbers().tolist() and made.data_ptr() == values.data_ptr()
    assert TensorListCPU(list(values)).shape() == [(2, 2)] * 3


def test_debug_mode_takes_tensors() -> None:
    @pipeline_def(debug=True, **CPU)
    def define() -> Any:
        x = fn.external_source(lambda: numbers())
        return fn.copy([torch.from_numpy(np.asarray(one)) + 1 for one in x.get()])

    assert np.asarray(define().run()[0]).tolist() == (numbers() + 1).tolist()
