"""Python as the consumer of pipeline.mjs, with the rivals' protocol (bench/rivals/README.md): python consumer.py DATA EPOCHS [torch].
With `torch` the batches are PyTorch's tensors."""

import json
import os
import sys
import time
from pathlib import Path

data, epochs = sys.argv[1], int(sys.argv[2])
if sys.argv[3:] == ["torch"]:
    from penstock.torch import Loader
else:
    from penstock import Loader
files = sorted(str(path) for path in Path(data).rglob("*") if path.suffix.lower() in (".jpg", ".jpeg"))
loader = Loader(Path(__file__).with_name("pipeline.mjs"), [files, epochs]).start()


def endless():
    while True:
        yield from loader


batches = endless()


def cpu_seconds():
    """Those of this process and of the pipeline's."""
    with open(f"/proc/{loader.server_pid}/stat", encoding="ascii") as stat:
        user, system = stat.read().rsplit(")", 1)[1].split()[11:13]
    return time.process_time() + (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def measure(seconds):
    for _ in range(6):
        next(batches)
    began, used = time.perf_counter(), cpu_seconds()
    images = 0
    while time.perf_counter() - began < seconds:
        x, _labels = next(batches)
        images += len(x)
    return {
        "imagesPerSecond": images / (time.perf_counter() - began),
        "cpuUsPerImage": 1e6 * (cpu_seconds() - used) / images,
    }


def peak(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:"))


measure(2)
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    if line.strip() == "quit":
        break
    record = {
        **measure(float(line.split()[1])),
        "peakRssBytes": peak(loader.server_pid),
        "pythonPeakRssBytes": peak("self"),
        "copiedBytes": loader.statistics()["copiedBytes"],
    }
    print(json.dumps(record), flush=True)
    time.sleep(0.3)
loader.close()
