"""The training pipeline of DALI's ResNet-50 example, as DALI has it: it runs on penstock by

    python -m penstock.dali python/examples/dali/resnet_pipeline.py data/photos

and on DALI by `python python/examples/dali/resnet_pipeline.py data/photos`.
"""

import sys
import time

from nvidia.dali import fn, pipeline_def, types


@pipeline_def(batch_size=16, num_threads=2, device_id=None, seed=12)
def training(root):
    jpegs, labels = fn.readers.file(file_root=root, random_shuffle=True, name="Reader")
    images = fn.decoders.image_random_crop(
        jpegs, output_type=types.RGB, random_aspect_ratio=[0.8, 1.25], random_area=[0.1, 1.0], num_attempts=100
    )
    images = fn.resize(images, resize_x=224, resize_y=224, interp_type=types.INTERP_TRIANGULAR)
    images = fn.crop_mirror_normalize(
        images,
        dtype=types.FLOAT,
        output_layout="CHW",
        crop=(224, 224),
        mean=[0.485 * 255, 0.456 * 255, 0.406 * 255],
        std=[0.229 * 255, 0.224 * 255, 0.225 * 255],
        mirror=fn.random.coin_flip(),
    )
    return images, labels


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FOLDER, with a folder of images for each class")
    pipe = training(sys.argv[1])
    samples = pipe.epoch_size("Reader")
    batches = -(-samples // pipe.max_batch_size)
    begin = time.perf_counter()
    for _ in range(batches):
        images, labels = pipe.run()
    rate = batches * pipe.max_batch_size / (time.perf_counter() - begin)
    print(f"{samples} images, batches of {images.as_array().shape}, {labels.as_array().ravel()[:4]}: {rate:.0f} images/s")


if __name__ == "__main__":
    main()
