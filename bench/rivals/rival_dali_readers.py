"""DALI's readers alone, over the folder that the suite `readers` has written: single files, tar shards, TFRecord,
RecordIO, arrays, COCO. A job of an index counts samples that are listed, by opening the data set again and again."""

import argparse
import json
import os
import resource
import sys
import time

from nvidia.dali import fn, pipeline_def, tfrecord


def reader(job, data):
    def shards(ending):
        return [f"{data}/{i}.{ending}" for i in range(4)]

    if job == "file":
        names = sorted(os.listdir(f"{data}/files"))
        return fn.readers.file(file_root=f"{data}/files", files=names)[0]
    if job.startswith("webdataset"):
        return fn.readers.webdataset(paths=shards("tar"), ext=["jpg"], dont_use_mmap=job.endswith("plain"))
    if job.startswith("numpy"):
        roi = {"roi_start": [56, 56], "roi_shape": [112, 112], "roi_axes": [0, 1]} if "roi" in job else {}
        return fn.readers.numpy(file_root=f"{data}/{'fortran' if 'fortran' in job else 'arrays'}", **roi)
    if job == "coco":
        return tuple(fn.readers.coco(file_root=f"{data}/files", annotations_file=f"{data}/coco.json"))
    if job.startswith("cocoindex"):
        return tuple(fn.readers.coco(file_root=data, annotations_file=f"{data}/large.json",
                                     polygon_masks=job.endswith("polygons"), name="r"))
    if job == "mxnet":
        # DALI takes one index, whose offsets count through all files.
        return tuple(fn.readers.mxnet(path=shards("rec"), index_path=[f"{data}/all.rec.idx"]))
    ending = "small" if job.endswith("small") else "tfrecord"
    features = {"image": tfrecord.FixedLenFeature([], tfrecord.string, ""),
                "label": tfrecord.FixedLenFeature([], tfrecord.int64, 0)}
    return tuple(fn.readers.tfrecord(path=shards(ending), index_path=shards(f"{ending}.idx"), features=features).values())


@pipeline_def(batch_size=64, device_id=None, prefetch_queue_depth=2, exec_dynamic=True)
def pipeline(job, data):
    return reader(job, data)


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--job", required=True)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    listing = args.job.startswith("cocoindex")

    def opened():
        pipe = pipeline(args.job, args.data, num_threads=args.threads)
        pipe.build()
        return pipe

    pipe = None if listing else opened()

    def count(seconds):
        for _ in range(0 if listing else 6):
            pipe.run()
        cpu, start, images, elapsed = cpu_seconds(), time.perf_counter(), 0, 0.0
        while elapsed < seconds:
            images += opened().reader_meta("r")["epoch_size"] if listing else len(pipe.run()[0])
            elapsed = time.perf_counter() - start
        return {"images": images, "seconds": elapsed, "imagesPerSecond": images / elapsed,
                "cpuUsPerSample": 1e6 * (cpu_seconds() - cpu) / images,
                "peakRssBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}

    count(1)
    print(json.dumps({"ready": True, "rival": "dali", "job": args.job}), flush=True)
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["quit"]:
            break
        print(json.dumps(count(float(words[1]))), flush=True)
        time.sleep(0.3)


main()
