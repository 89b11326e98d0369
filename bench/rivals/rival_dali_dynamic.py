"""NVIDIA DALI's dynamic (imperative) mode on the CPU, in its default evaluation mode.

Jobs: `main` as everywhere; `small`: one flip of 4 x 8x8x3, whose result is not read; `small-read`: the same, evaluated at
once; `chain`: ten element-wise operators on 64 x 224x224x3, evaluated at the end. Of the latter three a "batch" counts as one.
"""

import numpy as np
import nvidia.dali as dali
import nvidia.dali.experimental.dynamic as ndd
from protocol import MEAN, STD, arguments, list_images, serve

CALLS = 64  # small calls between two looks at the clock


def photos(args, files):
    reader = ndd.readers.File(files=files * max(1, 6000 // len(files)), random_shuffle=True)
    rng = ndd.random.RNG(seed=42)
    mean, std = [255 * m for m in MEAN], [255 * s for s in STD]
    while True:
        for jpegs, _ in reader.next_epoch(batch_size=args.batch):
            images = ndd.decoders.image_random_crop(
                jpegs, device="cpu", output_type=dali.types.RGB,
                random_area=[0.08, 1.0], random_aspect_ratio=[3 / 4, 4 / 3], rng=rng)
            images = ndd.resize(images, size=[224, 224])
            images = ndd.crop_mirror_normalize(
                images, dtype=ndd.float32, output_layout="CHW", mean=mean, std=std,
                mirror=ndd.random.coin_flip(batch_size=jpegs.batch_size, rng=rng, device="cpu"))
            yield images.evaluate().batch_size


def small(reads):
    data = ndd.as_batch([np.zeros((8, 8, 3), np.uint8) for _ in range(4)], layout="HWC").evaluate()
    while True:
        for _ in range(CALLS):
            result = ndd.flip(data, horizontal=1)
            if reads:
                result.evaluate()
        result.evaluate()
        yield CALLS


def chain():
    rng = np.random.default_rng(1)
    data = ndd.as_batch([rng.integers(0, 256, (224, 224, 3), np.uint8) for _ in range(64)], layout="HWC").evaluate()
    while True:
        x = data
        for _ in range(5):
            x = x * 1.01
            x = x + 0.5
        x.evaluate()
        yield 1


def main():
    args = arguments()
    files = list_images(args.data)
    ndd.set_num_threads(args.threads)
    jobs = {
        "main": lambda: photos(args, files),
        "small": lambda: small(False),
        "small-read": lambda: small(True),
        "chain": chain,
    }
    serve("dali dynamic", dali.__version__, args, files, jobs[args.job], prime=3)


main()
