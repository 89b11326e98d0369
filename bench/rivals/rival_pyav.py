"""PyAV: whole videos with libavcodec's threads, and random clips with a thread of its own for each decoder. Frames become
RGB arrays. A sample is a frame."""

import argparse
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import av
import numpy as np

from turns import take_turns

CLIP = 16


def write(clip, i, frame):
    rgb = frame.to_ndarray(format="rgb24")
    # Memory is used again: new pages for each clip would take a third of the time.
    if clip.get("shape") != rgb.shape:
        clip.update(shape=rgb.shape, frames=np.empty((CLIP, *rgb.shape), np.uint8))
    clip["frames"][i] = rgb


class Whole:
    def __init__(self, paths, threads):
        self.paths, self.threads, self.frames, self.clip = paths, threads, None, {}

    def all(self):
        while True:
            for path in self.paths:
                with av.open(path) as file:
                    file.streams.video[0].codec_context.thread_count = self.threads
                    file.streams.video[0].codec_context.thread_type = "AUTO"
                    yield from file.decode(video=0)

    def make(self):
        self.frames = self.frames or self.all()
        for i in range(CLIP):
            write(self.clip, i, next(self.frames))
        return CLIP


class Clips:
    def __init__(self, paths, threads):
        self.paths, self.random, self.threads = paths, random.Random(1), threads
        self.pool = ThreadPoolExecutor(threads)
        self.open = [[self.opened(path) for path in paths] for _ in range(threads)]
        self.clips = [{} for _ in range(threads)]

    @staticmethod
    def opened(path):
        file = av.open(path)
        file.streams.video[0].codec_context.thread_count = 1
        return file

    def clip(self, thread, at, draw):
        file = self.open[thread][at]
        stream = file.streams.video[0]
        first = int(draw * (stream.frames - CLIP))
        time = (stream.start_time or 0) + int(first / stream.average_rate / stream.time_base)
        file.seek(time, stream=stream)
        done = 0
        for frame in file.decode(stream):
            if frame.pts >= time:
                write(self.clips[thread], done, frame)
                done += 1
            if done == CLIP:
                break
        return done

    def make(self):
        draws = [(t, self.random.randrange(len(self.paths)), self.random.random()) for t in range(self.threads)]
        return sum(self.pool.map(lambda d: self.clip(*d), draws))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--job", choices=("whole", "clips"), required=True)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    paths = sorted(str(p) for p in Path(args.data).iterdir())
    work = {"whole": Whole, "clips": Clips}[args.job](paths, args.threads)
    take_turns(args.job, work.make, 1)


main()
