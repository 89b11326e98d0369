"""Gives the tests pipelines, loaders that are closed, processes that are ended, and a time limit for each test."""

from __future__ import annotations

import faulthandler
import gc
import linecache
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import pytest

from emulated_gpu import Emulated
from penstock import Loader, PipelineError, ServerDied

ROOT = Path(__file__).resolve().parents[2]
PHOTOS = ROOT / "data" / "photos"
# The GPU that computes on the CPU: what the addon loads, and what stands for CUDA's driver.
PLUGIN = ROOT / "build" / "penstock_cuda_emulated.so"
# Far more than any test needs on a machine of its own.
TEST_SECONDS = 60

# A shell lets the programs that it starts in the background ignore Ctrl-C, which tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _time_limit() -> Iterator[None]:
    """Ends the run, with the stacks of all threads, where a test is stuck."""
    faulthandler.dump_traceback_later(TEST_SECONDS, exit=True, file=sys.__stderr__)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Path]]:
    """Writes a module; its text sees everything that penstock-data exports."""
    folder = ROOT / "build" / "python-tests" / f"{os.getpid()}-{time.monotonic_ns()}"
    folder.mkdir(parents=True)
    written: List[Path] = []

    def write(text: str, name: str = "pipeline.mjs") -> Path:
        path = folder / name
        path.write_text(f"import * as p from 'penstock-data'\nconst {{ fn, pipelineDef, types, math }} = p\n{text}\n")
        written.append(path)
        return path

    yield write
    for path in written:
        path.unlink(missing_ok=True)
    folder.rmdir()


@pytest.fixture
def loader() -> Iterator[Callable[..., Loader]]:
    """Makes loaders, and closes them after the test."""
    made: List[Loader] = []

    def make(*args: Any, **options: Any) -> Loader:
        made.append(Loader(*args, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def served(module: Callable[[str], Path], tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Starts ``penstock-data serve``; returns the path of the socket and the process."""
    made: List[Any] = []

    def serve(text: str, *args: str) -> Any:
        path = str(tmp_path / f"{len(made)}.sock")
        command = ["node", str(ROOT / "dist/cli/main.js"), "serve", str(module(text)), "--socket", path, *args]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        made.append(process)
        line = process.stdout.readline()
        assert line.startswith(b"serving"), process.communicate()[1].decode()
        return path, process

    yield serve
    for process in made:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def emulated_gpu() -> Dict[str, str]:
    """The environment of servers with the emulated GPU, whose driver this process has from now on."""
    if not PLUGIN.exists():
        pytest.skip("no emulated GPU: sh tools/setup.sh --tests builds it")
    os.environ["PENSTOCK_CUDA_DRIVER"] = str(PLUGIN)
    return {"PENSTOCK_CUDA_PLUGIN": str(PLUGIN)}


@pytest.fixture
def emulated(emulated_gpu: Dict[str, str]) -> Iterator[Emulated]:
    """Streams of the emulated GPU in this process; they end with the test."""
    made = Emulated()
    yield made
    made.close()


@pytest.fixture
def gpu_host(emulated: Emulated, emulated_gpu: Dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The host of penstock.dali is one that sees four emulated GPUs. After the test, the one before it is the host again."""
    from penstock.dali import _process
    from penstock.dali.experimental.dynamic import _session

    for name, value in {**emulated_gpu, "PENSTOCK_EMULATED_GPUS": "4"}.items():
        monkeypatch.setenv(name, value)
    before = _process._current, _session._current, _session._gpus
    _process._current = _session._current = _session._gpus = None
    yield
    gc.collect()
    host = _process._current
    if host is not None:
        host.process.kill()
        host.process.wait()
        # It is noticed, so that the threads of this side end.
        with pytest.raises(ServerDied):
            until(host.check_alive)
    _process._current, _session._current, _session._gpus = before


@pytest.fixture
def gpu_loader(
    loader: Callable[..., Loader], emulated: Emulated, emulated_gpu: Dict[str, str]
) -> Callable[..., Loader]:
    """Loaders whose servers have the emulated GPU. They are closed before the streams of this process end."""

    def make(*args: Any, env: Optional[Dict[str, str]] = None, **options: Any) -> Loader:
        return loader(*args, env={**emulated_gpu, **(env or {})}, **options)

    return make


# Batch i of 4 samples holds i * 4 ... i * 4 + 3, each sample four times over; there are 8 batches.
NUMBERS = """
export default pipelineDef({ batchSize: 4, numThreads: 1 }, (batches = 8, size = 4) => {
  const numbers = fn.externalSource({
    name: 'numbers', dtype: 'int32', ndim: 1, batch: false,
    source: ({ idxInEpoch }) => idxInEpoch < batches * 4 ? new Int32Array(size).fill(idxInEpoch) : null,
  })
  return [math.add(numbers, 0)]
})
"""

# Sample i holds i, in GPU memory; labels are i, in host memory.
GPU_NUMBERS = """
export default pipelineDef({ batchSize: 4, numThreads: 1, deviceId: 0 }, (batches = 8, sizes = [1000]) => {
  const source = (sample) => ({ idxInEpoch }) =>
    idxInEpoch < batches * 4 ? sample(idxInEpoch, sizes[Math.floor(idxInEpoch / 4) % sizes.length]) : null
  const numbers = fn.externalSource({
    name: 'numbers', dtype: 'int32', ndim: 1, batch: false, source: source((i, size) => new Int32Array(size).fill(i)),
  })
  const labels = fn.externalSource({
    name: 'labels', dtype: 'int32', ndim: 1, batch: false, source: source((i) => Int32Array.of(i)),
  })
  return { numbers: fn.cast(numbers.gpu(), { dtype: types.FLOAT }), labels: math.add(labels, 0) }
})
"""

PHOTO_BATCHES = """
export default pipelineDef({ batchSize: 5, numThreads: 2, seed: 7 }, (root) => {
  const [jpegs, labels] = fn.readers.file({ fileRoot: root, randomShuffle: true, name: 'train' })
  const small = fn.resize(fn.decoders.image(jpegs), { size: [32, 48] })
  return { images: fn.cropMirrorNormalize(small, { dtype: types.FLOAT, mirror: fn.random.coinFlip() }), labels }
})
"""


def run_node(script: str, *args: str) -> str:
    """What a script of ECMAScript prints, run in the checkout."""
    command = ["node", "--input-type=module", "-e", script, *args]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=TEST_SECONDS).stdout.decode()


def until(condition: Callable[[], Any], seconds: float = 30) -> Any:
    """Waits for what comes soon."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() > end:
            assert value
            return value
        time.sleep(0.01)


def refused_in_a_fork(epoch: Iterator[Any], held: List[Any]) -> bool:
    """Whether a forked child gets UNSUPPORTED for the next batch; it then lets go of what this process holds."""
    child = os.fork()
    if child == 0:
        try:
            next(epoch)
        except PipelineError as error:
            held.clear()
            os._exit(0 if error.code == "UNSUPPORTED" else 1)
        os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def interrupted_at(step: int, call: Callable[[], Any]) -> Tuple[Any, bool]:
    """Calls with an interrupt at one of the lines of the package that this thread runs. Returns the result, None where there is none,
    and whether an interrupt came."""
    left = [step]

    def trace(frame: Any, event: str, _argument: Any) -> Any:
        if f"{os.sep}penstock{os.sep}" not in frame.f_code.co_filename:
            return None
        # Python looks for signals after calls, of which a line that only begins a statement has none.
        begins = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip() == "try:"
        if event == "line" and not begins:
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt
        return trace

    sys.settrace(trace)
    try:
        return call(), left[0] <= 0
    except KeyboardInterrupt:
        return None, True
    finally:
        sys.settrace(None)


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
