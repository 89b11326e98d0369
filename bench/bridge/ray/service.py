"""The main job by tf.data service: a dispatcher and workers in processes of their own, each with one thread, and a consumer that reads
their batches. Prints a JSON record: python service.py DATA WORKERS EPOCHS uint8|float32. (python service.py worker DISPATCHER PORT is a worker.)"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import tensorflow as tf  # noqa: E402
from cpu import CpuTime  # noqa: E402

BATCH, SIDE = 32, 224
MEAN, STD = [123.675, 116.28, 103.53], [58.395, 57.12, 57.375]
service = tf.data.experimental.service


def worker(dispatcher):
    tf.config.threading.set_inter_op_parallelism_threads(1)
    tf.config.threading.set_intra_op_parallelism_threads(1)
    server = service.WorkerServer(service.WorkerConfig(dispatcher_address=dispatcher))
    print("ready", flush=True)
    server.join()


def photo(path, floats):
    jpeg = tf.io.read_file(path)
    begin, size, _ = tf.image.sample_distorted_bounding_box(
        tf.io.extract_jpeg_shape(jpeg), tf.zeros([0, 0, 4]), use_image_if_no_bounding_boxes=True,
        area_range=(0.08, 1.0), aspect_ratio_range=(3 / 4, 4 / 3), max_attempts=10, min_object_covered=0)  # fmt: skip
    window = tf.stack([begin[0], begin[1], size[0], size[1]])
    image = tf.image.decode_and_crop_jpeg(jpeg, window, channels=3, dct_method="INTEGER_ACCURATE")
    image = tf.image.random_flip_left_right(tf.image.resize(image, [SIDE, SIDE], antialias=True))
    if floats:
        return tf.transpose((image - MEAN) / STD, [2, 0, 1])
    return tf.cast(tf.clip_by_value(tf.round(image), 0, 255), tf.uint8)


def main(folder, workers, epochs, kind):
    files = sorted(str(path) for path in Path(folder).rglob("*") if path.suffix.lower() in (".jpg", ".jpeg"))
    dispatcher = service.DispatchServer()
    address = dispatcher.target.split("://")[1]
    started = [
        subprocess.Popen([sys.executable, __file__, "worker", address], stdout=subprocess.PIPE) for _ in range(workers)
    ]
    try:
        for one in started:
            assert one.stdout.readline(), "a worker has not started"
        data = tf.data.Dataset.from_tensor_slices((files, list(range(len(files))))).repeat(epochs)
        data = data.map(lambda path, label: (photo(path, kind == "float32"), label), num_parallel_calls=1)
        data = data.batch(BATCH, drop_remainder=True)
        options = tf.data.Options()
        options.threading.private_threadpool_size = 1
        data = data.with_options(options)
        mode = service.ShardingPolicy.DYNAMIC
        data = data.apply(service.distribute(processing_mode=mode, service=dispatcher.target)).prefetch(2)
        cpu, events = CpuTime(1), []
        for values, _ in data:
            events.append((time.perf_counter(), int(values.shape[0])))
            cpu.count(0, events[-1][1])
        samples = sum(count for _, count in events[1:])
        print(json.dumps({"samplesPerSecond": samples / (events[-1][0] - events[0][0]), "cpuUs": cpu.of_a_sample()}))
    finally:
        for one in started:
            one.kill()
            one.wait()


if __name__ == "__main__":
    if sys.argv[1] == "worker":
        worker(sys.argv[2])
    else:
        main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
