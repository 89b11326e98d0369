"""What the rivals that make batches alone share: how a turn is measured, and the protocol (README.md)."""

import json
import resource
import sys
import time


def _cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def take_turns(job, make, prime):
    """`make` makes samples and returns their number; it is called `prime` times before the clock starts."""

    def count(seconds):
        for _ in range(prime):
            make()
        cpu, start, images, elapsed = _cpu_seconds(), time.perf_counter(), 0, 0.0
        while elapsed < seconds:
            images += make()
            elapsed = time.perf_counter() - start
        return {"images": images, "seconds": elapsed, "imagesPerSecond": images / elapsed,
                "cpuUsPerSample": 1e6 * (_cpu_seconds() - cpu) / images,
                "peakRssBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}

    count(1)
    print(json.dumps({"ready": True, "rival": "dali", "job": job}), flush=True)
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["quit"]:
            break
        print(json.dumps(count(float(words[1]))), flush=True)
        time.sleep(0.3)
