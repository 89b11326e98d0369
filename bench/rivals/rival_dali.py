"""NVIDIA DALI on the CPU: the dynamic executor, prefetch 2, the random crop fused into the decoder."""

import nvidia.dali as dali
from nvidia.dali import fn, pipeline_def, types
from nvidia.dali.auto_aug import rand_augment
from protocol import MEAN, STD, arguments, list_images, serve

PREFETCH = 2


def normalize(images, **crop):
    return fn.crop_mirror_normalize(
        images, dtype=types.FLOAT, output_layout="CHW",
        mean=[255 * m for m in MEAN], std=[255 * s for s in STD], **crop)


@pipeline_def(device_id=None, prefetch_queue_depth=PREFETCH, exec_dynamic=True, seed=42,
              enable_conditionals=True)
def pipeline(files, job):
    jpegs, _ = fn.readers.file(files=files, random_shuffle=True, name="reader")
    if job == "decode":
        return fn.decoders.image(jpegs, device="cpu", output_type=types.RGB)
    if job == "center":
        images = fn.decoders.image(jpegs, device="cpu", output_type=types.RGB)
        return normalize(fn.resize(images, resize_shorter=256), crop=(224, 224))
    images = fn.decoders.image_random_crop(
        jpegs, device="cpu", output_type=types.RGB,
        random_area=[0.08, 1.0], random_aspect_ratio=[3 / 4, 4 / 3])
    images = fn.resize(images, size=[224, 224])
    if job == "augment":
        images = rand_augment.rand_augment(images, n=2, m=9, shape=(224, 224))
    return normalize(images, mirror=fn.random.coin_flip())


def main():
    args = arguments()
    files = list_images(args.data)
    pipe = pipeline(files, args.job, batch_size=args.batch, num_threads=args.threads)
    pipe.build()

    def batches():
        while True:
            (images,) = pipe.run()
            if args.job == "decode":
                yield len(images.shape())
            else:
                yield images.as_tensor().shape()[0]

    serve("dali", dali.__version__, args, files, batches, prime=PREFETCH + 1)


if __name__ == "__main__":
    main()
