"""What every Python rival shares: arguments, the stdin protocol, memory figures.

A rival gives `serve` a function that makes an endless iterator of batches; `serve` measures it on command.
The clock runs from one delivered batch to another: `prime` batches are taken first, so that what the library
prefetched while idle is not counted, and an answer is given only when the rival has gone quiet again, so that
its prefetching does not disturb the next rival's turn.
"""

import argparse
import json
import os
import random
import sys
import threading
import time
from pathlib import Path

MEAN = [0.485, 0.456, 0.406]
STD = [0.229, 0.224, 0.225]
JOBS = ("main", "augment", "decode", "center", "small", "small-read", "chain",
        "resnet", "resnet-gpu", "external-source", "python-function", "pipelines")
IMAGE_SUFFIXES = {".jpg", ".jpeg"}
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True, help="folder of JPEG files, searched recursively")
    parser.add_argument("--job", choices=JOBS, default="main")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=5, help="length of a `go` that names none")
    parser.add_argument("--warmup", type=float, default=2, help="seconds run before the ready line")
    return parser.parse_args()


def list_images(folder):
    files = sorted(str(p) for p in Path(folder).rglob("*") if p.suffix.lower() in IMAGE_SUFFIXES)
    if not files:
        raise SystemExit(f"no JPEG files in {folder}")
    return files


def endless_shuffle(count, seed=42):
    """Indices of one epoch after another, each in its own random order."""
    rng = random.Random(seed)
    while True:
        yield from rng.sample(range(count), count)


def _status_kilobytes(path, field):
    with open(path) as file:
        for line in file:
            if line.startswith(field):
                return int(line.split()[1])
    return 0


def _children():
    found = []
    for task in os.listdir("/proc/self/task"):
        try:
            with open(f"/proc/self/task/{task}/children") as file:
                found += file.read().split()
        except OSError:  # the thread ended between the two calls
            continue
    return found


def peak_rss_bytes():
    """This process's peak, plus what its worker processes hold of their own (forked pages are not counted twice)."""
    total = _status_kilobytes("/proc/self/status", "VmHWM:")
    for child in _children():
        try:
            total += _status_kilobytes(f"/proc/{child}/smaps_rollup", "Private_Dirty:")
            total += _status_kilobytes(f"/proc/{child}/smaps_rollup", "Private_Clean:")
        except OSError:  # the worker has ended
            continue
    return total * 1024


def _cpu_seconds():
    total = 0
    for pid in ["self", *_children()]:
        try:
            with open(f"/proc/{pid}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:  # the worker has ended
            continue
        total += int(fields[11]) + int(fields[12])
    return total / TICKS_PER_SECOND


def wait_until_quiet(limit=10):
    """Returns once this process and its workers use almost no CPU."""
    deadline = time.perf_counter() + limit
    used = _cpu_seconds()
    while time.perf_counter() < deadline:
        time.sleep(0.15)
        now = _cpu_seconds()
        if now - used <= 0.015:
            return
        used = now


def _say(record):
    sys.stdout.write(json.dumps(record) + "\n")
    sys.stdout.flush()


def serve(rival, version, args, files, batches, prime):
    """`batches()` gives an endless iterator whose items are the number of images in the batch just delivered."""
    iterator = batches()

    def go(seconds):
        for _ in range(prime):
            next(iterator)
        cpu_before = _cpu_seconds()
        start = time.perf_counter()
        images, elapsed = 0, 0.0
        while elapsed < seconds:
            images += next(iterator)
            elapsed = time.perf_counter() - start
        cpu = _cpu_seconds() - cpu_before
        wait_until_quiet()
        return {
            "rival": rival,
            "job": args.job,
            "images": images,
            "seconds": elapsed,
            "imagesPerSecond": images / elapsed,
            "cpuSeconds": cpu,
            "peakRssBytes": peak_rss_bytes(),
        }

    if args.warmup > 0:
        go(args.warmup)
    _say({"ready": True, "rival": rival, "version": version, "job": args.job, "threads": args.threads,
          "files": len(files), "peakRssBytes": peak_rss_bytes()})
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "quit":
            break
        if words[0] != "go":
            raise SystemExit(f"expected 'go SECONDS' or 'quit' but received {line!r}")
        _say(go(float(words[1]) if len(words) > 1 else args.seconds))
    quit_within(5, iterator)


def quit_within(seconds, iterator):
    """Ends the process even where a library's teardown hangs (tf.data's does now and then)."""
    timer = threading.Timer(seconds, os._exit, [0])
    timer.daemon = True
    timer.start()
    iterator.close()  # lets DataLoader end its workers
    os._exit(0)
