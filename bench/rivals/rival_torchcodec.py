"""torchcodec, in its exact mode: whole videos, its sampler of random clips, and how long it takes to open a video and scan
its packets (`open`, where a sample is a file; else a frame)."""

import argparse
from pathlib import Path

import torch
from torchcodec.decoders import VideoDecoder
from torchcodec.samplers import clips_at_random_indices

from turns import take_turns

CLIP, BATCH = 16, 8


def endless(paths, threads):
    while True:
        for path in paths:
            video = VideoDecoder(path, num_ffmpeg_threads=threads, dimension_order="NHWC")
            for first in range(0, len(video), CLIP):
                yield video.get_frames_in_range(first, min(first + CLIP, len(video))).data.shape[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--job", choices=("whole", "clips", "open"), required=True)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    paths = sorted(str(p) for p in Path(args.data).iterdir())
    if args.job == "open":
        return take_turns("open", lambda: sum(len(VideoDecoder(path)) > 0 for path in paths), 0)
    if args.job == "whole":
        frames = endless(paths, args.threads)
        return take_turns("whole", lambda: next(frames), 1)
    videos = [VideoDecoder(path, num_ffmpeg_threads=args.threads, dimension_order="NHWC") for path in paths]

    def clips():
        made = (clips_at_random_indices(video, num_clips=BATCH, num_frames_per_clip=CLIP) for video in videos)
        return sum(one.data.shape[0] * one.data.shape[1] for one in made)

    take_turns("clips", clips, 1)


main()
