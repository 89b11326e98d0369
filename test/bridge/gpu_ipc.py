"""Outputs in GPU memory on a real GPU: a pipeline in Node.js, and PyTorch and JAX in this process.

    .gpu/run.sh python test/bridge/gpu_ipc.py [NAME...]      in a pack of tools/gpu-pack/pack.sh

Each check runs in a process of its own, with a time limit, and prints PASS or FAIL with what it measured; SKIP where a
framework is not installed. The exit code is the number of failures. With PENSTOCK_CUDA_PLUGIN and PENSTOCK_CUDA_DRIVER
of the emulated device, the checks that need no framework's streams run without a GPU.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from typing import Any, Callable, Dict, Iterator, List, Optional

from gpu_ipc_common import (
    GROWING_PIPELINE,
    NUMBER_PIPELINE,
    ROOT,
    Failed,
    Skipped,
    as_on_the_cpu,
    expect,
    expect_end_of,
    folder,
    free_bytes,
    module,
    numbers,
    runs,
    serving,
    torch_with_cuda,
)

import numpy as np

from penstock import GpuArray, Loader, PipelineError, ServerDied

LIMIT_SECONDS = 120

# ---- checks ----


def check_values_without_a_framework() -> str:
    """What the GPU has made, copied by the driver, equals what the CPU makes."""

    def difference(on_gpu: Any, on_cpu: Any) -> float:
        expect(isinstance(on_gpu["images"], GpuArray), "images are not in GPU memory")
        expect((on_gpu["labels"] == on_cpu["labels"]).all(), "labels differ")
        return float(np.abs(on_gpu["images"].to_host() - on_cpu["images"]).max())

    return as_on_the_cpu(Loader, difference)


def check_torch_values() -> str:
    """PyTorch's tensors lie in the server's memory and equal the CPU's; labels are pinned host tensors."""
    torch = torch_with_cuda()
    import penstock.torch as pt

    def difference(on_gpu: Any, on_cpu: Any) -> float:
        images, labels = on_gpu["images"], on_gpu["labels"]
        expect(images.is_cuda and not labels.is_cuda, f"devices {images.device} and {labels.device}")
        expect(labels.is_pinned(), "labels are not pinned")
        array = on_gpu.info._batch.outputs()[0].array()
        expect(images.data_ptr() == array._address, "the tensor is a copy")
        expect((labels.numpy() == on_cpu["labels"]).all(), "labels differ")
        return float((images - torch.from_numpy(on_cpu["images"]).to("cuda")).abs().max())

    return f"{as_on_the_cpu(pt.Loader, difference)}, no copy, pinned labels"


def _late(loader: Any, torch: Any, stream: Any, info: Callable[[Any], None], batches: int) -> List[float]:
    """Queues sums of each batch behind long kernels, and lets go of the batch at once; returns the sums of deviations."""
    sums = []
    block = torch.randn(2048, 2048, device="cuda")
    with torch.cuda.stream(stream):
        for i, item in enumerate(loader):
            info(item)
            (tensor,) = item
            for _ in range(60):
                block = block @ block * 1e-3
            expected = torch.arange(4 * i, 4 * i + 4, device="cuda", dtype=torch.float32)
            sums.append((tensor - expected[:, None]).abs().sum())
            del tensor, item
    expect(len(sums) == batches, f"{len(sums)} batches of {batches}")
    stream.synchronize()
    return [float(one) for one in sums]


def check_torch_order_under_load() -> str:
    """Kernels that are queued before a batch is let go of read that batch, on default, own and recorded streams."""
    torch = torch_with_cuda()
    import penstock.torch as pt

    batches = 200
    told = []
    for name, stream in {"default stream": torch.cuda.default_stream(), "own stream": torch.cuda.Stream()}.items():
        begin = time.monotonic()
        with numbers(batches, pt.Loader) as loader:
            wrong = sum(one != 0 for one in _late(loader, torch, stream, lambda _: None, batches))
        expect(wrong == 0, f"{wrong} of {batches} batches were overwritten ({name})")
        told.append(f"{name} {time.monotonic() - begin:.1f} s")
    # Imported on the default stream, used on another.
    stream = torch.cuda.Stream()
    with numbers(batches, pt.Loader) as loader:
        def imported() -> Iterator[Any]:
            it = iter(loader)
            while True:
                with torch.cuda.stream(torch.cuda.default_stream()):
                    item = next(it, None)
                if item is None:
                    return
                yield item

        recorded = _late(imported(), torch, stream, lambda item: item.info.record_stream(stream.cuda_stream), batches)
        wrong = sum(one != 0 for one in recorded)
    expect(wrong == 0, f"{wrong} of {batches} batches were overwritten (recorded stream)")
    return f"3 x {batches} batches intact: {', '.join(told)}, recorded stream"


def check_torch_hazard_is_real() -> str:
    """Without the event batches are overwritten: the check above would tell."""
    torch = torch_with_cuda()
    import penstock.torch as pt

    from penstock import _gpu

    _gpu.GpuUse.end = lambda self, tells: []  # type: ignore[method-assign]
    with numbers(200, pt.Loader) as loader:
        wrong = sum(one != 0 for one in _late(loader, torch, torch.cuda.Stream(), lambda _: None, 200))
    expect(wrong > 0, "no batch was overwritten")
    return f"{wrong} of 200 batches overwritten"


def check_torch_keeps_batches() -> str:
    """Tensors that are kept keep their bytes, also after close(), and memory comes back with the last."""
    torch = torch_with_cuda()
    import penstock.torch as pt

    torch.zeros(1, device="cuda")
    before = free_bytes()
    loader = numbers(30, pt.Loader)
    held = [item[0] for item in loader]
    pid = loader.server_pid
    loader.close()
    for i, tensor in enumerate(held):
        expect(float(tensor.mean()) == 4 * i + 1.5, f"batch {i} has changed")
    used = before - free_bytes()
    del held, tensor
    gc.collect()
    torch.cuda.empty_cache()
    expect_end_of(pid)
    after = free_bytes(before)
    expect(after + (64 << 20) >= before, f"{(before - after) >> 20} MiB are missing")
    return f"{used >> 20} MiB in use, {max(0, before - after) >> 20} MiB left"


def check_growing_batches() -> str:
    """Memory that grows is opened again, the old is closed and freed."""
    count = 0
    with Loader(module(GROWING_PIPELINE, "growing"), [60]) as loader:
        for epoch in range(2):
            for i, (values,) in enumerate(loader):
                host = values.to_host() if not isinstance(values, list) else None
                expect(host is not None and host.shape[1] == 100_000 * (1 + i // 4), f"batch {i}: shape")
                expect((host == np.arange(2 * i, 2 * i + 2, dtype=np.float32)[:, None]).all(), f"batch {i}: values")
                count += 1
        open_pieces = len(loader._connection.exports._open)
        del values
    expect(count == 120 and open_pieces <= 40, f"{count} batches, {open_pieces} pieces open")
    return f"{count} batches of 0.8 to 12 MB, {open_pieces} pieces and events open at the end"


def check_jax_values() -> str:
    """JAX's arrays equal the CPU's, and kernels that are queued before a batch is let go of read that batch."""
    pj = _jax_with_cuda()

    def difference(on_gpu: Any, on_cpu: Any) -> float:
        images = on_gpu["images"]
        expect("cpu" not in str(next(iter(images.devices()))).lower(), f"on {images.devices()}")
        return float(np.abs(np.asarray(images) - on_cpu["images"]).max())

    told = as_on_the_cpu(pj.Loader, difference)
    sums = _late_in_jax(pj)
    wrong = sum(one != 0 for one in sums)
    expect(wrong == 0 and len(sums) == 200, f"{wrong} of {len(sums)} batches were overwritten")
    return f"{told}; 200 batches intact under load"


def _late_in_jax(pj: Any, hold: int = 0) -> List[float]:
    """As _late(), in JAX. The products are what XLA captures. ``hold``: arrays that are let go of after close()."""
    import jax
    import jax.numpy as jnp

    @jax.jit
    def late(block: Any, values: Any, first: Any) -> Any:
        for _ in range(60):
            block = block @ block * 1e-3
        # The read of the batch depends on the products, so it comes behind them.
        behind = values + 0 * block[0, 0]
        return block, jnp.abs(behind - (first + jnp.arange(4, dtype=jnp.float32))[:, None]).sum()

    block = jax.random.normal(jax.random.key(0), (2048, 2048))
    sums, held = [], []
    with numbers(200, pj.Loader) as loader:
        for i, (values,) in enumerate(loader):
            block, deviation = late(block, values, 4.0 * i)
            sums.append(deviation)
            if i < hold:
                held.append(values)
            del values
        pid = loader.server_pid
    for i, values in enumerate(held):
        block, deviation = late(block, values, 4.0 * i)
        sums.append(deviation)
    if held:
        expect(runs(pid), "the server has ended under arrays that are held")
        del held, values
        expect_end_of(pid)
    return [float(one) for one in sums]


def _jax_with_cuda() -> Any:
    try:
        import jax
    except ImportError:
        raise Skipped("JAX is not installed") from None
    if jax.default_backend() != "gpu":
        raise Skipped(f"JAX computes on {jax.default_backend()}")
    import penstock.jax as pj

    return pj


def check_jax_keeps_arrays() -> str:
    """Arrays that outlive close() are intact, and the server ends behind the work that was queued on the last of them."""
    sums = _late_in_jax(_jax_with_cuda(), hold=5)
    wrong = sum(one != 0 for one in sums)
    expect(wrong == 0 and len(sums) == 205, f"{wrong} of {len(sums)} were overwritten")
    return "200 batches intact, 5 again behind close(); the server has ended"


def check_jax_hazard_is_real() -> str:
    """With fences that are ready at once batches are overwritten, so the checks above would tell; SKIP where JAX itself keeps
    arrays until their readers are done."""
    pj = _jax_with_cuda()

    class Ready:
        def is_ready(self) -> bool:
            return True

    pj._fence_of = lambda device: Ready
    wrong = sum(one != 0 for one in _late_in_jax(pj))
    if wrong == 0:
        raise Skipped("no batch was overwritten: this JAX keeps arrays until their readers are done")
    return f"{wrong} of 200 batches overwritten"


def check_torch_graph_capture() -> str:
    """Batches are taken and let go of while PyTorch captures a graph: in another thread, and in this one on the stream that
    imported them. The graph holds what was captured and nothing else."""
    torch = torch_with_cuda()
    import threading

    import penstock.torch as pt

    stream = torch.cuda.Stream()
    here = torch.cuda.Stream()
    block = torch.full((512, 512), 2.0, device="cuda")
    torch.cuda.synchronize()
    over = threading.Event()
    captured: List[Any] = []

    def capture() -> None:
        try:
            while not over.is_set():
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.stream(stream):
                    graph.capture_begin(capture_error_mode="global")
                    for _ in range(50):
                        result = block + 1
                        time.sleep(0.0005)
                    graph.capture_end()
                captured.append((graph, result))
                if len(captured) > 8:
                    captured.pop(0)
        except Exception as error:  # A capture that was ended by another call.
            captured.append(error)

    with numbers(400, pt.Loader) as loader:
        batches = iter(loader)
        (values,) = next(batches)  # What PyTorch loads at first is not safe beside a capture.
        values.sum()
        del values
        thread = threading.Thread(target=capture)
        thread.start()
        count = sum(1 for _ in batches)
        over.set()
        thread.join()
    failed = [one for one in captured if isinstance(one, Exception)]
    expect(not failed and captured, f"a capture has failed: {failed}")
    graph, result = captured[-1]
    graph.replay()
    torch.cuda.synchronize()
    expect(bool((result == 3).all()), "the graph computes something else")

    with numbers(20, pt.Loader) as loader:
        batches = iter(loader)
        with torch.cuda.stream(here):
            (values,) = next(batches)
            graph = torch.cuda.CUDAGraph()
            graph.capture_begin(capture_error_mode="global")
            result = block + 1
            del values
            gc.collect()
            graph.capture_end()
            graph.replay()
            rest = sum(1 for _ in batches)
        torch.cuda.synchronize()
        expect(rest == 19 and bool((result == 3).all()), f"{rest} batches behind a capture on the importing stream")
    return f"{count + 1} batches beside captures in another thread, {rest + 1} around one on their own stream"


def check_cupy_and_numba() -> str:
    """Arrays of CuPy and Numba lie in the server's memory, and kernels that are queued before a batch is let go of read that batch."""
    takers: Dict[str, Callable[[Any], Any]] = {}
    try:
        import cupy

        takers["cupy.asarray"], takers["cupy.from_dlpack"] = cupy.asarray, cupy.from_dlpack
    except ImportError:
        pass
    try:
        from numba import cuda

        takers["numba.as_cuda_array"] = cuda.as_cuda_array
    except ImportError:
        pass
    if not takers:
        raise Skipped("neither CuPy nor Numba is installed")
    batches = 100
    for name, take in takers.items():
        sums = []
        with numbers(batches) as loader:
            for i, (values,) in enumerate(loader):
                taken = take(values)
                address = taken.data.ptr if "cupy" in name else taken.__cuda_array_interface__["data"][0]
                expect(address == values._address, f"{name} has made a copy")
                # Queued on the default stream, where this returns before it is read.
                sums.append(taken.sum() if "cupy" in name else taken.copy_to_host().sum())
                del taken, values
        wanted = [float(262144 * (16 * i + 6)) for i in range(batches)]
        expect(np.allclose([float(one) for one in sums], wanted, rtol=1e-4), f"{name}: batches were overwritten")
    return f"{batches} batches intact by each of {', '.join(takers)}"


CONSUMER = """
import os, sys
sys.path.insert(0, sys.argv[2])
import penstock
torch = None
try:
    import torch
    import penstock.torch
except ImportError:
    pass
kind = penstock.torch.Loader if torch and torch.cuda.is_available() else penstock.Loader
held = []
for i, (values,) in enumerate(kind(socket=sys.argv[1])):
    if torch and torch.cuda.is_available():
        block = torch.randn(4096, 4096, device="cuda")
        for _ in range(400): block = block @ block * 1e-3
        values.mul_(1.0)
    if i < 2: held.append(values)
    del values
    if i == 6:
        print("ready", flush=True)
        sys.stdin.read()
"""


def check_killed_consumers() -> str:
    """Consumers that are killed with work in their streams give their batches back; the others get right ones."""
    server, address = serving(module(NUMBER_PIPELINE, "numbers"), "100000")
    try:
        before: Optional[int] = None
        for _ in range(5):
            command = [sys.executable, "-c", CONSUMER, address, str(ROOT / "python")]
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as consumer:
                assert consumer.stdout is not None
                expect(consumer.stdout.readline() == b"ready\n", "the consumer has not started")
                consumer.kill()
            with Loader(socket=address) as loader:
                for (values,), _ in zip(loader, range(60)):
                    host = values.to_host()
                    expect((host - host[0, 0] == np.arange(4, dtype=np.float32)[:, None]).all(), "a batch is damaged")
                del values
            before = before or free_bytes()
        after = free_bytes(before)
        expect(after + (64 << 20) >= before, f"{(before - after) >> 20} MiB are missing")
        expect(server.poll() is None, "the server has ended")
        return f"5 killed, 300 batches behind them intact, {max(0, before - after) >> 20} MiB lost"
    finally:
        server.terminate()
        server.wait(20)


def check_killed_server() -> str:
    """The death of the server is an error at once, with work in the streams, and nothing hangs."""
    try:
        torch = torch_with_cuda()
        import penstock.torch as pt

        kind: Any = pt.Loader
    except Skipped:
        torch, kind = None, Loader
    slowest = 0.0
    for after in (1, 3, 10, 25, 60):
        loader = numbers(100000, kind)
        last = time.monotonic()
        try:
            for i, (values,) in enumerate(loader):
                if torch is not None:
                    block = torch.randn(2048, 2048, device="cuda")
                    total = (block @ block).sum() + values.sum()
                if i == after:
                    os.kill(loader.server_pid, signal.SIGKILL)
                    last = time.monotonic()
            raise Failed("the epoch has ended")
        except ServerDied as error:
            slowest = max(slowest, time.monotonic() - last)
            expect(error.exit_code == -signal.SIGKILL, f"exit code {error.exit_code}")
        if torch is not None:
            torch.cuda.synchronize()
            float(total)
        del values
        loader.close()
    expect(slowest < 2, f"{slowest:.2f} s until the error")
    return f"5 of 5, at most {slowest:.2f} s until ServerDied; streams ran on"


def check_dead_memory_is_told() -> str:
    """A GpuArray of a dead server says so."""
    loader = numbers(100)
    (values,) = next(iter(loader))
    os.kill(loader.server_pid, signal.SIGKILL)
    loader._server.process.wait()
    for use in (values.to_host, values.__dlpack__):
        try:
            use()
        except ServerDied:
            continue
        raise Failed("no error")
    return "ServerDied from to_host() and __dlpack__()"


def check_memory_comes_back() -> str:
    """Ten loaders, one after the other, and 2000 batches leave nothing on the GPU."""
    with numbers(10) as loader:
        for (values,) in loader:
            pass
        del values
    before = free_bytes()
    for _ in range(10):
        with numbers(200) as loader:
            for (values,) in loader:
                pass
            del values
    after = free_bytes(before)
    expect(after + (16 << 20) >= before, f"{(before - after) >> 20} MiB are missing")
    return f"{max(0, before - after) >> 20} MiB lost"


def check_several_consumers() -> str:
    """Three consumers share an epoch; each batch goes to one of them, whole."""
    server, address = serving(module(NUMBER_PIPELINE, "numbers"), "300")
    try:
        script = (
            "import sys; sys.path.insert(0, sys.argv[2])\nfrom penstock import Loader\n"
            "with Loader(socket=sys.argv[1]) as l:\n"
            "    for (v,) in l:\n        h = v.to_host(); assert (h == h[:, :1]).all(); print(int(h[0, 0]) // 4)\n    del v\n"
        )
        command = [sys.executable, "-c", script, address, str(ROOT / "python")]
        running = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(3)]
        got: List[int] = []
        shares = []
        for one in running:
            out, _ = one.communicate(timeout=90)
            expect(one.returncode == 0, f"a consumer ended with {one.returncode}")
            shares.append(len(out.split()))
            got += map(int, out.split())
        # One that came when the epoch was over has an epoch of its own.
        expect(set(got) == set(range(300)) and len(got) % 300 == 0, f"{len(got)} batches, {len(set(got))} different")
        return f"shares {shares}"
    finally:
        server.terminate()
        server.wait(20)


def check_speed() -> str:
    """The time of next() and of a hand-over, and batches a second."""
    with numbers(600) as loader:
        times = []
        begin = time.monotonic()
        it = iter(loader)
        while True:
            at = time.perf_counter()
            item = next(it, None)
            times.append(time.perf_counter() - at)
            if item is None:
                break
        rate = 600 / (time.monotonic() - begin)
        copied = loader.statistics()["copiedBytes"]
    expect(copied == 0, f"{copied} bytes were copied")
    return f"{rate:.0f} batches of 4 MB a second, next() {sorted(times)[len(times) // 2] * 1e6:.0f} us (median), 0 bytes copied"


CHECKS: Dict[str, Callable[[], str]] = {
    name[len("check_") :]: check for name, check in list(globals().items()) if name.startswith("check_")
}


def run(name: str) -> str:
    """Runs a check in a process of its own, and ends that process and all that it has started."""
    command = [sys.executable, __file__, "--check", name]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        out, _ = process.communicate(timeout=LIMIT_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, _ = process.communicate()
        return f"FAIL {name}: not done in {LIMIT_SECONDS} s\n" + _tail(out)
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    lines = out.decode(errors="replace").splitlines()
    verdict = next((line for line in reversed(lines) if line.split(" ")[0] in ("PASS", "FAIL", "SKIP")), None)
    if verdict is None or verdict.startswith("FAIL"):
        return (verdict or f"FAIL {name}: ended with {process.returncode}") + "\n" + _tail(out)
    # A process that cannot end in order is a failure too.
    return verdict if process.returncode == 0 else f"FAIL {name}: {verdict}, then it ended with {process.returncode}\n{_tail(out)}"


def _tail(out: bytes) -> str:
    return "\n".join("    " + line for line in out.decode(errors="replace").splitlines()[-25:])


def main(names: List[str]) -> int:
    if names[:1] == ["--check"]:
        try:
            print(f"PASS {names[1]}: {CHECKS[names[1]]()}")
        except Skipped as why:
            print(f"SKIP {names[1]}: {why}")
        except (Failed, PipelineError, ServerDied) as why:
            import traceback

            traceback.print_exc()
            print(f"FAIL {names[1]}: {why}")
        sys.stdout.flush()
        return 0
    failures = 0
    for name in names or CHECKS:
        begin = time.monotonic()
        told = run(name)
        failures += told.startswith("FAIL")
        print(f"{told} [{time.monotonic() - begin:.1f} s]", flush=True)
    print(f"{failures} failed")
    return failures


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
    finally:
        folder.cleanup()
    sys.exit(code)
