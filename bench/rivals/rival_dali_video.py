"""DALI's reader of videos on the CPU, which decodes VP8, VP9 and MJPEG; with the job ``gpu`` its reader on the GPU, whose
random clips are resized to 224 x 224. A sample is a frame."""

import argparse
from pathlib import Path

from nvidia.dali import fn, pipeline_def

from turns import take_turns

CLIP = 16


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--job", choices=("whole", "clips", "gpu"), required=True)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    names = sorted(str(p) for p in Path(args.data).iterdir())

    gpu = args.job == "gpu"

    @pipeline_def(batch_size=args.batch, num_threads=args.threads, device_id=0 if gpu else None, prefetch_queue_depth=2, exec_dynamic=True)
    def pipeline():
        if gpu:
            return fn.readers.video_resize(
                device="gpu", filenames=names, sequence_length=CLIP, step=1, random_shuffle=True, initial_fill=1024, size=(224, 224))
        return fn.experimental.readers.video(
            device="cpu", filenames=names, sequence_length=CLIP, random_shuffle=args.job == "clips", initial_fill=64)

    pipe = pipeline()
    pipe.build()
    take_turns(args.job, lambda: len(pipe.run()[0]) * CLIP, 2)


main()
