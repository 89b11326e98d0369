"""A training loop's augmentation in DALI's imperative mode: no pipeline, plain calls on batches. It runs on penstock by

    python -m penstock.dali python/examples/dali/dynamic_training.py data/photos

and on DALI by `python python/examples/dali/dynamic_training.py data/photos`.
"""

import sys
import time

import numpy as np

import nvidia.dali.experimental.dynamic as ndd

BATCH = 8


def augmented(jpegs, rng):
    """What a model is trained with: crops, turns and flips of each image, as floats."""
    size = jpegs.batch_size
    images = ndd.decoders.image(jpegs)
    images = ndd.random_resized_crop(images, size=(224, 224), random_area=(0.3, 1.0), rng=rng)
    images = ndd.rotate(images, angle=ndd.random.uniform(batch_size=size, range=(-10, 10), rng=rng), keep_size=True)
    return ndd.crop_mirror_normalize(
        images,
        dtype=ndd.float32,
        output_layout="CHW",
        mean=[0.485 * 255, 0.456 * 255, 0.406 * 255],
        std=[0.229 * 255, 0.224 * 255, 0.225 * 255],
        mirror=ndd.random.coin_flip(batch_size=size, rng=rng),
    )


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FOLDER, with a folder of images for each class")
    reader = ndd.readers.File(file_root=sys.argv[1], random_shuffle=True)
    rng = ndd.random.RNG(seed=42)
    for epoch in range(2):
        begin, samples = time.perf_counter(), 0
        for jpegs, labels in reader.next_epoch(batch_size=BATCH):
            batch = np.asarray(ndd.as_tensor(augmented(jpegs, rng)))
            classes = np.asarray(ndd.as_tensor(labels)).ravel()
            assert batch.shape == (len(classes), 3, 224, 224)
            samples += len(classes)
        rate = samples / (time.perf_counter() - begin)
        print(f"epoch {epoch}: {samples} images, batches of {batch.shape}: {rate:.0f} images/s")


if __name__ == "__main__":
    main()
