"""NVIDIA DALI's side of the GPU benchmark: job.mjs's main job and its protocol, with DALI's own defaults.

Argument: JSON { data, job, threads, batch, load?, depth?, executor? }. Says {ready}, answers `go SECONDS` with
what it measured, ends at `quit`.
"""

import json
import math
import resource
import sys
import time
from pathlib import Path

import nvidia.dali as dali
from nvidia.dali import fn, pipeline_def, types

options = json.loads(sys.argv[1])
MEAN, STD = [123.675, 116.28, 103.53], [58.395, 57.12, 57.375]

photos = sorted(str(p) for p in Path(options["data"]).rglob("*") if p.suffix.lower() in (".jpg", ".jpeg"))
if not photos:
    raise SystemExit(f"no photos in {options['data']}")
# As many as job.mjs reads: an epoch is some 30 batches long.
files = photos * math.ceil(30 * options["batch"] / len(photos))
decoding = {"device": "mixed", "output_type": types.RGB}
if "load" in options:
    decoding["hw_decoder_load"] = options["load"]


@pipeline_def(
    batch_size=options["batch"], num_threads=options["threads"], device_id=0, seed=1,
    prefetch_queue_depth=options.get("depth", 2), exec_dynamic=options.get("executor", "dynamic") == "dynamic")
def pipeline():
    jpegs, labels = fn.readers.file(files=files, random_shuffle=True, name="reader")
    if options["job"] == "decode":
        return fn.decoders.image(jpegs, **decoding)
    images = fn.decoders.image_random_crop(
        jpegs, random_area=[0.08, 1.0], random_aspect_ratio=[3 / 4, 4 / 3], **decoding)
    images = fn.resize(images, size=[224, 224])
    normal = fn.crop_mirror_normalize(
        images, dtype=types.FLOAT, output_layout="CHW", mirror=fn.random.coin_flip(), mean=MEAN, std=STD)
    return normal, labels


pipe = pipeline()
pipe.build()


def take():
    """Takes a batch; DALI's run() returns when its data is there."""
    images = pipe.run()[0]
    return len(images)


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def go(seconds):
    # Batches that were made ahead are not counted in this turn.
    begun = time.perf_counter()
    for _ in range(40):
        if time.perf_counter() - begun >= seconds:
            break
        take()
    cpu = cpu_seconds()
    start = last = time.perf_counter()
    times, images = [], 0
    while last - start < seconds:
        images += take()
        now = time.perf_counter()
        times.append(1000 * (now - last))
        last = now
    times.sort()
    return {
        "imagesPerSecond": images / (last - start),
        "p50": times[len(times) // 2],
        "p99": times[min(len(times) - 1, int(0.99 * len(times)))],
        "batches": len(times),
        "cpuSecondsPer1000": 1000 * (cpu_seconds() - cpu) / images,
        "busy": {},
        "version": dali.__version__,
    }


warmed = time.perf_counter()
while True:
    take()
    if time.perf_counter() - warmed >= options.get("warmSeconds", 1):
        break
print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    if not line.startswith("go "):
        break
    print(json.dumps(go(float(line.split()[1]))), flush=True)
