"""What the checks of gpu_ipc.py share: pipelines, what they expect, and servers."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Optional

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

from penstock import Loader, _cuda  # noqa: E402

PHOTOS = str(ROOT / "data" / "photos")

# Photos on the GPU and on the CPU, from the same files and with the same windows; labels on the CPU alone.
PHOTO_PIPELINE = """
export default pipelineDef({ batchSize: 8, numThreads: 4, deviceId: 0, seed: 5 }, (root, onGpu, randomly = true) => {
  const [jpegs, labels] = fn.readers.file({ fileRoot: root, randomShuffle: randomly, name: 'train' })
  const images = fn.resize(fn.decoders.image(jpegs), { size: [96, 128] })
  const where = onGpu ? images.gpu() : images
  return { images: fn.cropMirrorNormalize(where, { dtype: types.FLOAT, crop: [64, 96], mean: [100], std: [50] }), labels }
})
"""

# Sample i holds i; a batch is 4 MB. Nothing is decoded, so slots are used again as fast as can be.
NUMBER_PIPELINE = """
export default pipelineDef({ batchSize: 4, numThreads: 2, deviceId: 0 }, (batches, size = 262144) => {
  const numbers = fn.externalSource({
    name: 'numbers', dtype: 'int32', ndim: 1, batch: false,
    source: ({ idxInEpoch: i }) => (i < batches * 4 ? new Int32Array(size).fill(i) : null),
  })
  return [fn.cast(numbers.gpu(), { dtype: types.FLOAT })]
})
"""

# Blocks of batches grow, so that slots drop memory which this process has open.
GROWING_PIPELINE = """
export default pipelineDef({ batchSize: 2, numThreads: 2, deviceId: 0 }, (batches) => {
  const numbers = fn.externalSource({
    name: 'numbers', dtype: 'int32', ndim: 1, batch: false,
    source: ({ idxInEpoch: i }) => (i < batches * 2 ? new Int32Array(100_000 * (1 + Math.floor(i / 8))).fill(i) : null),
  })
  return [fn.cast(numbers.gpu(), { dtype: types.FLOAT })]
})
"""


class Failed(Exception):
    """A check has found what is not right."""


def expect(right: Any, message: str) -> None:
    if not right:
        raise Failed(message)


class Skipped(Exception):
    pass


def torch_with_cuda() -> Any:
    try:
        import torch
    except ImportError:
        raise Skipped("PyTorch is not installed") from None
    if not torch.cuda.is_available():
        raise Skipped("PyTorch sees no GPU")
    return torch


folder = tempfile.TemporaryDirectory(dir=ROOT / "build")


def module(text: str, name: str) -> Path:
    path = Path(folder.name) / f"{name}.mjs"
    path.write_text(f"import {{ fn, pipelineDef, types, math }} from 'penstock-data'\n{text}")
    return path


def photos(on_gpu: bool, kind: Any = Loader, **options: Any) -> Any:
    return kind(module(PHOTO_PIPELINE, "photos"), [PHOTOS, on_gpu], **options)


def numbers(batches: int, kind: Any = Loader, **options: Any) -> Any:
    return kind(module(NUMBER_PIPELINE, "numbers"), [batches], **options)


def as_on_the_cpu(kind: Any, difference: Callable[[Any, Any], float]) -> str:
    """Compares the photos of a loader of a kind, made on the GPU, with those that the CPU makes; returns what was found.
    ``difference``: the largest one of a batch, from the item of each."""
    worst, count = 0.0, 0
    with photos(True, kind) as gpu, photos(False) as cpu:
        for on_gpu, on_cpu in zip(gpu, cpu):
            worst = max(worst, difference(on_gpu, on_cpu))
            count += 1
        on_gpu = None  # The loader is closed behind its last batch.
    expect(count > 0 and worst < 0.03, f"largest difference {worst} in {count} batches")
    return f"{count} batches, largest difference {worst:.2g}"


def runs(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def expect_end_of(pid: int) -> None:
    """Waits up to 20 s until a server has ended."""
    end = time.monotonic() + 20
    while runs(pid) and time.monotonic() < end:
        time.sleep(0.05)
    expect(not runs(pid), "the server has not ended")


def free_bytes(wanted: Optional[int] = None, slack: int = 64 << 20) -> int:
    """Free memory of the GPU; with ``wanted``, waits up to 20 s until about so much is free."""
    import ctypes

    device = next(iter(_cuda._devices.values()), None)
    if device is None:
        bus = "0000:01:00.0" if _cuda.driver().emulated else _bus_of_first()
        device = _cuda.device_at(bus)
    end = time.monotonic() + 20
    while True:
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        with device.current():
            device.cuda.call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        if wanted is None or free.value + slack >= wanted or time.monotonic() > end:
            return free.value
        time.sleep(0.1)


def _bus_of_first() -> str:
    import ctypes

    text, device = ctypes.create_string_buffer(16), ctypes.c_int()
    _cuda.driver().call("cuDeviceGet", ctypes.byref(device), 0)
    _cuda.driver().call("cuDeviceGetPCIBusId", text, 16, device)
    return text.value.decode()


def serving(path: Path, *args: str) -> Any:
    """A server with a socket; returns its process and the socket's path."""
    node = os.environ.get("PENSTOCK_NODE", "node")
    address = str(Path(folder.name) / "s")
    command = [node, str(ROOT / "dist" / "cli" / "main.js"), "serve", str(path), *args, "--socket", address]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    assert server.stdout is not None
    expect(server.stdout.readline(), "the server has not started")
    return server, address
