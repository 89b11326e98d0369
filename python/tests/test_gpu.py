"""Outputs in GPU memory, on the emulated device: its memory is the host's, shared by a memfd where CUDA has an IPC handle, its
streams are threads, and its driver is what the package calls. What a real GPU does is tested by test/bridge/gpu_ipc.py."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from conftest import GPU_NUMBERS as NUMBERS, PLUGIN, ROOT, alive, until
from emulated_gpu import hazard, opened, wanted
from penstock import GpuArray, Loader, PipelineError, ServerDied, _cuda

pytestmark = pytest.mark.usefixtures("emulated_gpu")


def test_outputs_on_the_gpu_and_on_the_host(module, gpu_loader):
    seen = 0
    for i, item in enumerate(gpu_loader(module(NUMBERS), [20])):
        numbers, labels = item["numbers"], item["labels"]
        assert isinstance(numbers, GpuArray) and isinstance(labels, np.ndarray)
        assert (numbers.shape, numbers.dtype, numbers.device) == ((4, 1000), np.float32, 0)
        assert (numbers.to_host() == wanted(i)).all()
        assert (numbers[1:3].to_host() == wanted(i)[1:3]).all()
        assert labels[:, 0].tolist() == wanted(i)[:, 0].tolist()
        seen += 1
    assert seen == 20


def test_samples_of_several_shapes(module, gpu_loader):
    path = module(
        """
        export default pipelineDef({ batchSize: 2, deviceId: 0 }, () => fn.externalSource({ name: 'x', dtype: 'uint8',
          ndim: 1, source: [[Uint8Array.of(1, 2, 3), Uint8Array.of(4)], [Uint8Array.of(5, 6), Uint8Array.of(7, 8)]] }).gpu())
        """
    )
    (first,), (second,) = gpu_loader(path, ragged=[0])
    assert [one.to_host().tolist() for one in first] == [[1, 2, 3], [4]]
    assert [one.to_host().tolist() for one in second] == [[5, 6], [7, 8]]


def test_other_libraries_take_the_memory(module, gpu_loader):
    item = next(iter(gpu_loader(module(NUMBERS))))
    numbers = item["numbers"]
    # The emulated device's memory is the host's, and says so.
    assert numbers.__dlpack_device__() == (1, 0)

    class Importer:
        __dlpack__ = staticmethod(lambda **_: numbers.__dlpack__(stream=1))
        __dlpack_device__ = staticmethod(numbers.__dlpack_device__)

    taken = np.from_dlpack(Importer())
    assert taken.ctypes.data == numbers._address and (taken == wanted(0)).all()
    facts = numbers.__cuda_array_interface__
    assert facts["data"] == (numbers._address, False) and facts["shape"] == (4, 1000)
    assert facts["typestr"] == "<f4" and facts["version"] == 3 and facts["stream"] is None
    with pytest.raises(PipelineError, match="stream"):
        numbers.__dlpack__(stream=0)
    with pytest.raises(BufferError):
        numbers.__dlpack__(copy=True)
    with pytest.raises(PipelineError, match="range of rows"):
        numbers[0]


def test_a_batch_keeps_its_memory_until_the_last_tensor_is_gone(module, gpu_loader):
    held = []
    for i, item in enumerate(gpu_loader(module(NUMBERS), [40])):
        held.append(item["numbers"] if i % 2 else np.from_dlpack(Capsule(item["numbers"])))
    for i, numbers in enumerate(held):
        assert ((numbers.to_host() if i % 2 else numbers) == wanted(i)).all()


class Capsule:
    """What gives numpy a capsule without a stream, which numpy refuses for its own device."""

    def __init__(self, array):
        self._capsule = array.__dlpack__()

    def __dlpack__(self, **_):
        return self._capsule

    def __dlpack_device__(self):
        return (1, 0)


HOWS = {
    "dlpack": lambda array, info, stream: array.__dlpack__(stream=stream),
    "recorded": lambda array, info, stream: info.record_stream(stream),
    "two streams": lambda array, info, stream: (array.__dlpack__(stream=1), array.__dlpack__(stream=stream)),
}


@pytest.mark.parametrize("how", HOWS)
def test_memory_is_used_again_behind_what_the_consumer_has_queued(module, gpu_loader, emulated, how):
    assert hazard(gpu_loader(module(NUMBERS), [16]), emulated, HOWS[how]) == 0


@pytest.mark.parametrize("how", ["interface", "unknown", "thread"])
def test_streams_that_are_not_told_are_the_default_one(module, gpu_loader, emulated, how):
    hows = {
        "interface": lambda array, info, stream: array.__cuda_array_interface__,
        "unknown": lambda array, info, stream: array.__dlpack__(stream=-1),
        "thread": lambda array, info, stream: array.__dlpack__(stream=2),
    }
    assert hazard(gpu_loader(module(NUMBERS), [16]), emulated, hows[how], _cuda.LEGACY_STREAM) == 0


def test_the_hazard_is_there_without_the_stream(module, gpu_loader, emulated):
    # On a busy machine the server may be too late to use the memory again.
    numbers = gpu_loader(module(NUMBERS), [16])
    assert any(hazard(numbers, emulated, lambda *_: None) for _epoch in range(20))


def test_a_consumer_whose_gpu_is_behind_does_not_take_all_memory(module, gpu_loader, emulated):
    before = opened()
    stream = emulated.stream()
    for item in gpu_loader(module(NUMBERS), [40]):
        item["numbers"].__dlpack__(stream=stream)
        emulated.busy(stream, 5)
    most = opened() - before
    emulated.sync(stream)
    del item
    # Four whose work is not over, one in use, one ahead, and those of the stages. Without the bound there are 35.
    assert most <= 14


def test_a_batch_is_handed_over_when_it_is_made(module, gpu_loader):
    # Nothing is uploaded here, so the stage's thread is far ahead of its stream, which is kept busy.
    path = module(
        """
        export default pipelineDef({ batchSize: 4, deviceId: 0, seed: 7 }, () => [
          fn.random.uniform({ device: 'gpu', shape: [5000], range: [0, 1] }),
          fn.externalSource({ name: 'x', dtype: 'uint8', ndim: 1, source: Array.from({ length: 12 },
            () => Array.from({ length: 4 }, () => new Uint8Array(1))) }),
        ])
        """
    )

    def run(**env):
        return [noise.to_host() for noise, _ in gpu_loader(path, env=env)]

    expected = run()
    busy = run(PENSTOCK_TEST_BUSY_MS="20")
    assert len(busy) == 12 and all((a == b).all() for a, b in zip(busy, expected))
    # Without the wait, the consumer sees what the memory had before.
    hasty = run(PENSTOCK_TEST_BUSY_MS="20", PENSTOCK_TEST_NO_WAIT="1")
    assert any((a != b).any() for a, b in zip(hasty, expected))


def test_memory_that_grows_is_opened_again_and_the_old_is_closed(module, gpu_loader):
    before = opened()
    # Up to 6 MB, and at least 2 MiB: each slot's block is replaced several times.
    sizes = [1000, 100_000, 200_000, 400_000]
    numbers = gpu_loader(module(NUMBERS), [16, sizes])
    for i, item in enumerate(numbers):
        assert (item["numbers"].to_host() == wanted(i, sizes[i % 4])).all()
    most = opened() - before
    for i, item in enumerate(numbers):
        assert (item["numbers"].to_host() == wanted(i, sizes[i % 4])).all()
    # One piece for each slot, and those that were dropped and not closed yet.
    assert most <= 16 and opened() - before <= 16
    numbers.close()
    del item
    until(lambda: opened() == before)


def test_memory_outlives_close_and_the_server_ends_with_the_last_array(module, gpu_loader):
    before = opened()
    numbers = gpu_loader(module(NUMBERS), [20])
    held = [item["numbers"] for item, _ in zip(numbers, range(3))]
    pid = numbers.server_pid
    numbers.close()
    for i, array in enumerate(held):
        assert (array.to_host() == wanted(i)).all()
    assert alive(pid)
    del held, array
    until(lambda: not alive(pid))
    until(lambda: opened() == before)


def test_a_dead_server_is_told_of_at_the_next_use(module, gpu_loader):
    numbers = gpu_loader(module(NUMBERS), [20])
    item = next(iter(numbers))
    array = item["numbers"]
    os.kill(numbers.server_pid, signal.SIGKILL)
    numbers._server.process.wait()
    for use in (array.to_host, array.__dlpack__, lambda: array.__cuda_array_interface__):
        with pytest.raises(ServerDied):
            use()
    with pytest.raises(ServerDied):
        for _ in numbers:
            pass


CONSUMER = """
import ctypes, os, sys
from penstock import Loader, _cuda
held = []
numbers = Loader(socket=sys.argv[1])
for i, item in enumerate(numbers):
    array = item["numbers"]
    array.__dlpack__(stream=1)
    # The work on this batch takes longer than this process lives.
    _cuda.driver().library.penstock_emulated_busy(ctypes.c_void_p(1), ctypes.c_double(60_000))
    if i == 0: held.append(array)
    del array, item
    if i == 4:
        print("ready", flush=True)
        sys.stdin.read()
"""


def test_consumers_that_are_killed_give_their_batches_back(module, tmp_path):
    path = module(NUMBERS)
    address = str(tmp_path / "s")
    env = {**os.environ, "PENSTOCK_CUDA_PLUGIN": str(PLUGIN)}
    serve = ["node", "dist/cli/main.js", "serve", str(path), "4000", "--socket", address]
    with subprocess.Popen(serve, cwd=ROOT, env=env, stdout=subprocess.PIPE) as server:
        try:
            server.stdout.readline()
            for _ in range(3):
                command = [sys.executable, "-c", CONSUMER, address]
                with subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as consumer:
                    assert consumer.stdout.readline() == b"ready\n"
                    consumer.kill()
            with Loader(socket=address) as numbers:
                # Many more batches than slots: those of the dead are used again.
                for item, _ in zip(numbers, range(300)):
                    first = item["labels"][0, 0] // 4
                    assert (item["numbers"].to_host() == wanted(first)).all()
                del item
                memfds = os.listdir(f"/proc/{server.pid}/fd")
                pieces = sum("emulated-gpu" in os.readlink(f"/proc/{server.pid}/fd/{fd}") for fd in memfds)
                assert pieces <= 10
        finally:
            server.terminate()
            server.wait(20)


def test_errors_name_what_is_missing(module, gpu_loader, monkeypatch):
    numbers = gpu_loader(module(NUMBERS))
    monkeypatch.setattr(_cuda, "_driver", None)
    monkeypatch.setattr(_cuda, "_devices", {})
    monkeypatch.setenv("PENSTOCK_CUDA_DRIVER", "/none/libcuda.so.1")
    with pytest.raises(PipelineError, match="CUDA_UNAVAILABLE: Expected CUDA's driver") as caught:
        next(iter(numbers))
    assert "cpu()" in caught.value.hint

    monkeypatch.setenv("PENSTOCK_CUDA_DRIVER", str(PLUGIN))
    monkeypatch.setenv("PENSTOCK_EMULATED_GPUS", "1")
    second = gpu_loader(module(NUMBERS), device_id=1, env={"PENSTOCK_EMULATED_GPUS": "2"})
    with pytest.raises(PipelineError, match="Expected the server's GPU, at 0000:02:00.0, but this process sees 0000:01") as caught:
        next(iter(second))
    assert "CUDA_VISIBLE_DEVICES" in caught.value.hint


def test_handles_that_do_not_open(emulated):
    fake = (0x706E736D656D6F72).to_bytes(8, "little")
    own = fake + os.getpid().to_bytes(4, "little") + bytes(52)
    with pytest.raises(PipelineError, match="UNSUPPORTED.*INVALID_CONTEXT") as caught:
        emulated.device.open_memory(own)
    assert "within one" in caught.value.hint
    elsewhere = fake + (1).to_bytes(4, "little") + (999).to_bytes(4, "little") + bytes(48)
    with pytest.raises(PipelineError, match="UNSUPPORTED.*MAP_FAILED") as caught:
        emulated.device.open_memory(elsewhere)
    assert "--ipc=host" in caught.value.hint


def test_only_the_dynamic_executor_serves_gpu_memory(module, gpu_loader):
    with pytest.raises(PipelineError, match="UNSUPPORTED.*dynamic executor"):
        next(iter(gpu_loader(module(NUMBERS), exec_dynamic=False)))
