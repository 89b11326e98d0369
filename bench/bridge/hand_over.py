"""Measures how long a batch of 20 MB takes from the server's hand-over until Python has its array, while Python waits for it,
and how long ``next()`` takes when the batch is there already: python hand_over.py NODE BATCHES."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from penstock import Loader

node, batches = sys.argv[1], int(sys.argv[2])


def work(values, seconds):
    """A trainer's turn: reads the batch again and again."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        values[0].sum()


def run(pace_ms, pause):
    """Seconds from hand-over to array, and seconds and CPU seconds of next(), for each batch; bytes that were copied."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "s")
        script = str(Path(__file__).with_name("stamps.mjs"))
        server = subprocess.Popen(
            [node, script, path, str(batches), str(pace_ms)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        server.stdout.readline()
        got, calls, cpu = {}, [], []
        with Loader(socket=path) as loader:
            epoch = iter(loader)
            while True:
                # The clock of CPU time is a system call, and stands outside of the time.
                used, began = time.thread_time(), time.perf_counter()
                batch = next(epoch, None)
                took, took_cpu = time.perf_counter() - began, time.thread_time() - used
                if batch is None:
                    break
                got[batch.info._batch.number] = time.monotonic_ns()
                calls.append(took)
                cpu.append(took_cpu)
                assert batch[0].nbytes == 20_000_000 and batch[0][3, -1] == 1
                work(batch[0], pause)
            copied = loader.statistics()["copiedBytes"]
        out, _ = server.communicate()
        stamps = {int(number): at for number, at in json.loads(out).items()}
        return [(got[n] - stamps[n]) / 1e9 for n in got], calls, cpu, copied


# The first batches map the segments.
FIRST = 10
waiting, _, _, copied = run(25, 0)
_, ready, cpu, copied_too = run(5, 0.03)
print(
    json.dumps(
        {
            "waitingUs": 1e6 * statistics.median(waiting[FIRST:]),
            "waitingP90Us": 1e6 * statistics.quantiles(waiting[FIRST:], n=10)[-1],
            "readyUs": 1e6 * statistics.median(ready[FIRST:]),
            "readyCpuUs": 1e6 * statistics.median(cpu[FIRST:]),
            "readyLeastUs": 1e6 * min(ready[FIRST:]),
            "waitingLeastUs": 1e6 * min(waiting[FIRST:]),
            "readyP90Us": 1e6 * statistics.quantiles(ready[FIRST:], n=10)[-1],
            "copiedBytes": copied + copied_too,
        }
    )
)
