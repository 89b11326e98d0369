"""Programs of DALI that run on both libraries, which `npm run bench -- programs` compares.

Started as it is, it runs on DALI; `python -m penstock.dali rival_dali_programs.py` runs it on penstock.
"""

import sys
from pathlib import Path

import numpy as np
import nvidia.dali as dali
from nvidia.dali import fn, pipeline_def, types

# `python -m penstock.dali` finds it too.
sys.path.insert(0, str(Path(__file__).parent))
from protocol import MEAN, STD, arguments, list_images, serve

PREFETCH = 2
# A sample of 150 KB.
SHAPE = (224, 224, 3)


@pipeline_def(prefetch_queue_depth=PREFETCH, seed=12)
def resnet(files, device):
    """The training pipeline of DALI's ResNet-50 example for PyTorch, on the CPU (``cpu``) or on a GPU (``mixed``)."""
    jpegs, labels = fn.readers.file(files=files, random_shuffle=True, name="Reader")
    images = fn.decoders.image_random_crop(
        jpegs, device=device, output_type=types.RGB, random_aspect_ratio=[0.8, 1.25], random_area=[0.1, 1.0],
        num_attempts=100)
    images = fn.resize(images, resize_x=224, resize_y=224, interp_type=types.INTERP_TRIANGULAR)
    images = fn.crop_mirror_normalize(
        images, dtype=types.FLOAT, output_layout="CHW", crop=(224, 224), mirror=fn.random.coin_flip(),
        mean=[255 * m for m in MEAN], std=[255 * s for s in STD])
    return images, labels


@pipeline_def(device_id=None, prefetch_queue_depth=PREFETCH)
def from_callable(samples):
    return fn.external_source(lambda info: samples[info.idx_in_batch], batch=False, dtype=types.UINT8, ndim=3)


@pipeline_def(device_id=None, prefetch_queue_depth=PREFETCH)
def with_function():
    return fn.python_function(fn.zeros(shape=SHAPE, dtype=types.UINT8), function=lambda a: 255 - a)


@pipeline_def(device_id=None, seed=1)
def small(sample):
    values = fn.external_source(lambda: sample)
    return fn.crop(fn.flip(values, horizontal=fn.random.coin_flip()), crop=(4, 4))


def iterated(files, size):
    """The training pipeline on a GPU, by the iterator for PyTorch: the tensors are ready when a batch counts."""
    import torch
    from nvidia.dali.plugin.pytorch import DALIClassificationIterator, LastBatchPolicy

    # An epoch lasts for some hundred batches.
    files = files * -(-100 * size["batch_size"] // len(files))
    pipe = resnet(files, "mixed", device_id=0, **size)
    loader = DALIClassificationIterator(pipe, reader_name="Reader", last_batch_policy=LastBatchPolicy.DROP, auto_reset=True)
    while True:
        for batch in loader:
            torch.cuda.current_stream().synchronize()
            yield batch[0]["data"].shape[0]


def main():
    args = arguments()
    size = {"batch_size": args.batch, "num_threads": args.threads}
    files = list_images(args.data)

    def batches():
        if args.job == "pipelines":
            sample = [np.arange(192, dtype=np.uint8).reshape(8, 8, 3)] * 2
            while True:
                pipe = small(sample, batch_size=2, num_threads=args.threads)
                pipe.build()
                for _ in range(2):
                    (out,) = pipe.run()
                assert out.as_array().shape == (2, 4, 4, 3)
                del pipe, out
                yield 1
        if args.job == "external-source":
            rng = np.random.default_rng(0)
            samples = [rng.integers(0, 256, SHAPE, np.uint8) for _ in range(args.batch)]
            pipe = from_callable(samples, **size)
        elif args.job == "python-function":
            pipe = with_function(**size)
        elif args.job == "resnet-gpu":
            yield from iterated(files, size)
        else:
            pipe = resnet(files, "cpu", device_id=None, **size)
        pipe.build()
        while True:
            images = pipe.run()[0]
            yield images.as_array().shape[0]

    serve("dali", dali.__version__, args, files, batches, prime=PREFETCH + 1)


if __name__ == "__main__":
    main()
