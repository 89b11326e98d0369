"""Arrays of other libraries in GPU memory, as stand-ins with the interfaces of these libraries: what is fed comes to host memory, and what
cannot is refused by name."""

from __future__ import annotations

import warnings
from typing import Any, Callable, List

import numpy as np
import pytest

from penstock.dali import fn, pipeline_def, types
from penstock.dali.experimental import dynamic as ndd
from penstock.dali.tensors import TensorCPU, TensorListCPU

CPU = {"batch_size": 3, "num_threads": 1, "device_id": None, "prefetch_queue_depth": 1}


class OnGpu:
    """What all of them have: the CUDA array interface. Reading it is an error here, since the address is none of this process."""

    def __init__(self, data: Any) -> None:
        self.data = np.asarray(data)
        self.shape, self.dtype, self.ndim = self.data.shape, self.data.dtype, self.data.ndim

    @property
    def __cuda_array_interface__(self) -> Any:
        return {"version": 3, "shape": self.shape, "typestr": self.dtype.str, "data": (1, False), "strides": None}


class DlPack(OnGpu):
    def __dlpack_device__(self) -> Any:
        return (2, 0)

    def __dlpack__(self, **_: Any) -> Any:
        raise BufferError("it lies on a GPU")


class Cupy(DlPack):
    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct a NumPy array explicitly.")

    def get(self) -> Any:
        return self.data.copy()


class Numba(OnGpu):
    def copy_to_host(self) -> Any:
        return self.data.copy()


class Torch(DlPack):
    """A tensor that needs a gradient: numpy() is for those in host memory without one."""

    def __init__(self, data: Any, detached: bool = False, host: bool = False) -> None:
        super().__init__(data)
        self.detached, self.host = detached, host

    def detach(self) -> Any:
        return Torch(self.data, True, self.host)

    def cpu(self) -> Any:
        return Torch(self.data, self.detached, True)

    def numpy(self) -> Any:
        assert self.detached and self.host
        return self.data.copy()


class Jax(DlPack):
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return self.data.copy()


class Newer(DlPack):
    """A library of which nothing is known but DLPack's copy to another device."""

    def __dlpack__(self, *, max_version: Any = None, dl_device: Any = None, copy: Any = None, **_: Any) -> Any:
        assert tuple(dl_device) == (1, 0) and copy
        return self.data.copy().__dlpack__()


LIBRARIES = [Cupy, Numba, Torch, Jax, Newer]
SAMPLES = [np.arange(4, dtype=np.float32).reshape(2, 2) + i for i in range(3)]


def wanted() -> List[Any]:
    return [sample.tolist() for sample in SAMPLES]


def got(output: Any) -> List[Any]:
    return [np.asarray(sample).tolist() for sample in output]


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("form", ["samples", "batch", "list", "fed"])
def test_it_is_fed(library: Callable[[Any], Any], form: str) -> None:
    sources: Any = {
        "samples": dict(source=lambda info: library(SAMPLES[info.idx_in_batch]), batch=False),
        "batch": dict(source=lambda: library(np.stack(SAMPLES))),
        "list": dict(source=lambda: [library(sample) for sample in SAMPLES]),
        "fed": dict(name="x"),
    }

    @pipeline_def(**CPU)
    def define() -> Any:
        return fn.external_source(device="gpu", **sources[form])

    pipe = define()
    pipe.build()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if form == "fed":
            pipe.feed_input("x", [library(sample) for sample in SAMPLES])
        (output,) = pipe.run()
    assert got(output) == wanted()


def test_an_input_on_the_cpu_warns() -> None:
    pipe = pipeline_def(lambda: fn.external_source(lambda: Cupy(np.stack(SAMPLES))), **CPU)()
    with pytest.warns(UserWarning, match="copied to host memory"):
        (output,) = pipe.run()
    assert got(output) == wanted()


@pytest.mark.parametrize("library", LIBRARIES)
def test_it_is_a_constant_an_argument_and_a_result(library: Callable[[Any], Any]) -> None:
    @pipeline_def(**CPU)
    def define() -> Any:
        x = fn.external_source(lambda: np.stack(SAMPLES))
        corner = fn.slice(x, start=library(np.float32([0, 0])), shape=[1, 1], axes=[0, 1])
        return types.Constant(library(SAMPLES[0])), corner, fn.python_function(x, function=library)

    constant, corner, result = define().run()
    assert got(constant) == [SAMPLES[0].tolist()] * 3
    assert got(corner) == [sample[:1, :1].tolist() for sample in SAMPLES]
    assert got(result) == wanted()


@pytest.mark.parametrize("library", LIBRARIES)
def test_it_goes_into_imperative_calls(gpu_host: None, library: Callable[[Any], Any]) -> None:
    made = ndd.as_tensor(library(SAMPLES[1]))
    assert made.device.device_type == "gpu"
    assert np.asarray((made + 1).cpu()).tolist() == (SAMPLES[1] + 1).tolist()


@pytest.mark.parametrize("library", [OnGpu, DlPack])
def test_what_no_way_leads_to_is_refused_by_name(library: Callable[[Any], Any]) -> None:
    pipe = pipeline_def(lambda: fn.external_source(lambda: library(np.stack(SAMPLES))), **CPU)()
    with pytest.raises(TypeError, match=rf"{library.__name__} in GPU memory.*Copy it to an array of numpy"):
        pipe.run()


@pytest.mark.parametrize("library", LIBRARIES)
def test_tensors_of_host_memory_refuse_it(library: Callable[[Any], Any]) -> None:
    for make in (TensorCPU, TensorListCPU, lambda one: TensorListCPU([one])):
        with pytest.raises(TypeError, match=f"{library.__name__} in GPU memory: TensorGPU"):
            make(library(SAMPLES[0]))


def test_workers_refuse_it() -> None:
    pipe = pipeline_def(lambda: fn.external_source(lambda info: Cupy(SAMPLES[0]), parallel=True, batch=False), py_num_workers=1, **CPU)()
    with pytest.raises(Exception, match="Cupy in GPU memory: worker processes have no GPU"):
        pipe.run()


def test_outputs_on_a_gpu_are_fed(gpu_host: None) -> None:
    @pipeline_def(batch_size=3, num_threads=1, device_id=0, prefetch_queue_depth=1)
    def made() -> Any:
        return fn.external_source(lambda: np.stack(SAMPLES), layout="HW", device="gpu")

    (batch,) = made().run()
    assert type(batch).__name__ == "TensorListGPU"

    @pipeline_def(batch_size=3, num_threads=1, device_id=0, prefetch_queue_depth=1)
    def define() -> Any:
        sources = [lambda: batch, lambda: [batch[i] for i in range(3)], lambda: batch.as_tensor()]
        return tuple(fn.external_source(source, device="gpu") for source in sources)

    outputs = define().run()
    assert [[sample.as_cpu().__array__().tolist() for sample in output] for output in outputs] == [wanted()] * 3
    assert [output.layout() for output in outputs[:2]] == ["HW"] * 2


@pytest.mark.parametrize("library", LIBRARIES)
def test_it_goes_into_calls_of_debug_mode(library: Callable[[Any], Any]) -> None:
    @pipeline_def(debug=True, **CPU)
    def define() -> Any:
        return fn.copy([library(sample) for sample in SAMPLES]), fn.copy(library(np.stack(SAMPLES)))

    assert [got(output) for output in define().run()] == [wanted()] * 2
