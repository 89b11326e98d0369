"""Python as the consumer of pipeline.mjs, with the rivals' protocol (bench/rivals/README.md)."""

import json
import sys
import time
from pathlib import Path

from penstock import Loader

data, epochs = sys.argv[1], int(sys.argv[2])
files = sorted(str(path) for path in Path(data).rglob("*") if path.suffix.lower() in (".jpg", ".jpeg"))
loader = Loader(Path(__file__).with_name("pipeline.mjs"), [files, epochs]).start()


def endless():
    while True:
        yield from loader


batches = endless()


def measure(seconds):
    for _ in range(6):
        next(batches)
    began = time.perf_counter()
    images = 0
    while time.perf_counter() - began < seconds:
        x, _labels = next(batches)
        images += len(x)
    return images / (time.perf_counter() - began)


def peak(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:"))


measure(2)
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    if line.strip() == "quit":
        break
    rate = measure(float(line.split()[1]))
    record = {
        "imagesPerSecond": rate,
        "peakRssBytes": peak(loader.server_pid),
        "pythonPeakRssBytes": peak("self"),
        "copiedBytes": loader.statistics()["copiedBytes"],
    }
    print(json.dumps(record), flush=True)
    time.sleep(0.3)
loader.close()
