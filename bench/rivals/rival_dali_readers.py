"""DALI's readers alone, over the folder that the suite `readers` has written: single files, tar shards, TFRecord,
RecordIO, arrays, COCO. A job of an index counts samples that are listed, by opening the data set again and again."""

import argparse
import os

from nvidia.dali import fn, pipeline_def, tfrecord

from turns import take_turns


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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--job", required=True)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()

    def opened():
        pipe = pipeline(args.job, args.data, num_threads=args.threads)
        pipe.build()
        return pipe

    if args.job.startswith("cocoindex"):
        return take_turns(args.job, lambda: opened().reader_meta("r")["epoch_size"], 0)
    pipe = opened()
    take_turns(args.job, lambda: len(pipe.run()[0]), 6)


main()
