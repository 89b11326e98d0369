"""Rates of pipelines that Ray runs, on one machine. Prints a JSON record for each measurement:

    python rates.py scale DATA ROUNDS SECONDS     1, 2, 4 and 8 tasks, whose stages sleep: samples/s
    python rates.py shards DATA ROUNDS SECONDS    two tasks of real work against two local pipelines, uint8 and float32: samples/s;
                                                  beside them two tasks that only take the CPU time that a local pipeline takes, and give
                                                  one block again and again: what Ray allows (``bound``); where torchvision is installed, two tasks
                                                  of Ray that use it; where SERVICE_PYTHON names a Python with TensorFlow, tf.data service

Only the time counts in which all shards are at work: from when the first block of the last one has come until the first one ends.
Beside the rates of shards stands the CPU time of a sample in the consumer, in pipelines, and in the processes of Ray.
"""

import importlib.util
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import ray
from ray.data import Datasource
from ray.data.block import BlockMetadata
from ray.data.datasource import ReadTask
from ray.data.extensions import ArrowTensorArray

import penstock.ray as pr
from cpu import CpuTime
from penstock import Loader

HERE = Path(__file__).resolve().parent
SLEEP_MS = 500
SAMPLES = 16
WORKERS = (1, 2, 4, 8)
SHARDS = 2
# What a pipeline is in place of: for each byte that it reads it takes some CPU time, and writes one.
WORK = """
import os, sys, time
while os.read(0, 1):
    end = time.process_time() + float(sys.argv[1])
    while time.process_time() < end:
        sum(range(1000))
    os.write(1, b'.')
"""


def rate(events, shards, cpu=None):
    """Samples a second, and CPU time of a sample, from (time, shard, samples) of each batch."""
    first, last = {}, {}
    for at, shard, _ in events:
        first.setdefault(shard, at)
        last[shard] = at
    assert len(first) == shards, first
    begin, end = max(first.values()), min(last.values())
    if end <= begin:
        raise SystemExit("the shards were not at work at the same time: give more seconds")
    got = {"samplesPerSecond": sum(samples for at, _, samples in events if begin < at <= end) / (end - begin)}
    if cpu:
        got["cpuUs"] = cpu.of_a_sample()
    return got


def through_ray(module, args, shards, count, batch_size=None, **options):
    """Reads one epoch of ``count`` files; a row's index in the list of files tells its shard."""
    data = pr.read(module, args, shards=shards, ordered=False, num_cpus=1, **options)
    return rate_of(data, shards, count, batch_size)


def rate_of(data, shards, count, batch_size=None):
    events, cpu = [], CpuTime(shards)
    for batch in data.iter_batches(batch_size=batch_size, batch_format="numpy"):
        now, shard = time.perf_counter(), batch["labels"].astype(np.int64) * shards // count
        for one in range(shards):
            samples = int((shard == one).sum())
            if samples:
                events.append((now, one, samples))
                cpu.count(one, samples)
    return rate(events, shards, cpu)


def through_loaders(module, args, shards):
    """The same by pipelines that this process has started, each read by a thread."""
    events, cpu, lock = [], CpuTime(shards), threading.Lock()

    def read(shard):
        with Loader(module, args, seed=0, num_threads=1, env={"RANK": str(shard), "WORLD_SIZE": str(shards)}) as loader:
            for batch in loader:
                with lock:
                    events.append((time.perf_counter(), shard, batch.info.count))
                    cpu.count(shard, batch.info.count)

    threads = [threading.Thread(target=read, args=(shard,)) for shard in range(shards)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return rate(events, shards, cpu)


class Blocks(Datasource):
    """Tasks without a pipeline: a child of each takes the CPU time of a batch, and the task gives the same rows again."""

    def __init__(self, shape, dtype, cpu_us, batches, shards, count):
        super().__init__()
        self._job = shape, dtype, cpu_us, batches
        self._shards, self._count = shards, count

    def estimate_inmemory_data_size(self):
        return None

    def get_read_tasks(self, *_, **__):
        metadata = BlockMetadata(num_rows=None, size_bytes=None, input_files=None, exec_stats=None)
        return [self._task(shard, metadata) for shard in range(self._shards)]

    def _task(self, shard, metadata):
        return ReadTask(lambda: self._blocks(shard), metadata)

    def _blocks(self, shard):
        shape, dtype, cpu_us, batches = self._job
        rows, values = shape[0], np.full(shape, 7, dtype)
        labels = pa.array([-(-shard * self._count // self._shards)] * rows)
        command = [sys.executable, "-c", WORK, str(cpu_us * rows / 1e6)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as work:
            # As many as a pipeline is ahead.
            work.stdin.write(b"...")
            for _ in range(batches):
                work.stdout.read(1)
                work.stdin.write(b".")
                yield pa.table({"values": ArrowTensorArray.from_numpy(values), "labels": labels})
            work.stdin.close()


def bound_of_ray(module, args, shards, count, cpu_us):
    """What Ray allows: the rows of one batch again and again, where a batch costs the time that it costs without Ray."""
    with Loader(module, args, seed=0, num_threads=1, env={"RANK": "0", "WORLD_SIZE": str(shards)}) as loader:
        values = next(iter(loader))["values"]
        shape, dtype = values.shape, str(values.dtype)
    del values
    batches = count // shards // shape[0]
    context = ray.data.DataContext.get_current()
    before = context.execution_options.preserve_order, context.target_max_block_size
    # As penstock.ray.read() has them.
    context.execution_options.preserve_order, context.target_max_block_size = False, 16 << 20
    try:
        source = Blocks(shape, dtype, cpu_us, batches, shards, count)
        data = ray.data.read_datasource(source, override_num_blocks=shards, num_cpus=1)
    finally:
        context.execution_options.preserve_order, context.target_max_block_size = before
    return rate_of(data, shards, count)


def through_service(data, shards, epochs, kind):
    """The same work by tf.data service, in processes of another Python."""
    command = [os.environ["SERVICE_PYTHON"], str(HERE / "service.py"), data, str(shards), str(epochs), kind]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines()[-1])


def torchvision_in_ray(files, float_):
    """The same work by Ray Data's own way: torchvision in map_batches()."""
    import torch
    from torchvision.io import ImageReadMode, decode_jpeg, read_file
    from torchvision.transforms import v2

    steps = [v2.RandomResizedCrop(224, antialias=True), v2.RandomHorizontalFlip()]
    if float_:
        steps += [v2.ToDtype(torch.float32, scale=True), v2.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])]
    transform = v2.Compose(steps)

    def decode(batch):
        torch.set_num_threads(1)
        photos = [transform(decode_jpeg(read_file(path), mode=ImageReadMode.RGB)) for path in batch["path"]]
        return {"values": torch.stack(photos).numpy(), "labels": batch["label"]}

    items = [{"path": path, "label": label} for label, path in enumerate(files)]
    data = ray.data.from_items(items, override_num_blocks=8 * SHARDS)
    data = data.map_batches(decode, batch_size=32, num_cpus=1, concurrency=SHARDS)
    # Its tasks take any of the blocks, so together they count as one.
    return rate_of(data, 1, len(files))


def say(**record):
    print(json.dumps(record), flush=True)


def start_workers():
    """Starts Ray's processes before the first measurement."""

    @ray.remote(num_cpus=1)
    def work():
        time.sleep(5)

    ray.get([work.remote() for _ in range(max(WORKERS))])


def scale(files, rounds, seconds):
    start_workers()
    for number in range(rounds):
        for workers in WORKERS if number % 2 == 0 else WORKERS[::-1]:
            epochs = -(-int(workers * seconds * SAMPLES * 1000 / SLEEP_MS) // len(files))
            got = through_ray(
                HERE / "sleeping.mjs",
                [files, epochs],
                workers,
                epochs * len(files),
                env={"BENCH_SLEEP_MS": str(SLEEP_MS)},
                block_bytes=SAMPLES * 1024,
            )
            say(what="scale", round=number, workers=workers, samplesPerSecond=got["samplesPerSecond"])


def shards(files, rounds, seconds, folder):
    for kind in ("uint8", "float32"):
        module = HERE / "photos.mjs"
        args = [files, 20, kind == "float32"]
        guess = through_loaders(module, args, SHARDS)["samplesPerSecond"]
        args[1] = max(1, int(guess * seconds / len(files)))
        cpu = through_loaders(module, args, SHARDS)["cpuUs"]
        cpu_us = cpu["pipelines"] + cpu["consumer"]
        ways = {
            "local": lambda: through_loaders(module, args, SHARDS),
            "ray": lambda: through_ray(module, args, SHARDS, args[1] * len(files)),
        }
        ways["bound"] = lambda: bound_of_ray(module, args, SHARDS, args[1] * len(files), cpu_us)
        if os.environ.get("SERVICE_PYTHON"):
            ways["service"] = lambda: through_service(folder, SHARDS, max(1, args[1] // 4), kind)
        if importlib.util.find_spec("torchvision"):
            # It takes about four times as long.
            some = files * max(1, args[1] // 4)
            ways["torchvision"] = lambda: torchvision_in_ray(some, kind == "float32")
        for number in range(rounds):
            for way in sorted(ways, reverse=number % 2 == 1):
                say(what="shards", round=number, kind=kind, way=way, **ways[way]())


def main():
    what, data, rounds, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
    files = sorted(str(path) for path in Path(data).rglob("*") if path.suffix.lower() in (".jpg", ".jpeg"))
    ray.init(
        address="local",
        num_cpus=max(WORKERS),
        object_store_memory=512 << 20,
        include_dashboard=False,
        log_to_driver=False,
        _node_ip_address="127.0.0.1",
    )
    ray.data.DataContext.get_current().enable_progress_bars = False
    try:
        if what == "scale":
            scale(files, rounds, seconds)
        else:
            shards(files, rounds, seconds, data)
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
