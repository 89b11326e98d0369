"""tf.data: decode_and_crop_jpeg on a sampled box, a parallel map on a private thread pool, prefetch 2.

The same work as the others: the accurate IDCT, and a resize that antialiases. With TF_DEFAULTS=1 in the environment
tf's own defaults instead, which do less: the fast IDCT and no antialiasing.
"""

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import tensorflow as tf  # noqa: E402
from protocol import MEAN, STD, arguments, list_images, serve  # noqa: E402

PREFETCH = 2
SIDE = 224
DEFAULTS = os.environ.get("TF_DEFAULTS") == "1"
DCT = "INTEGER_FAST" if DEFAULTS else "INTEGER_ACCURATE"


def normalize(image):
    mean = tf.constant([255 * m for m in MEAN], tf.float32)
    scale = tf.constant([1 / (255 * s) for s in STD], tf.float32)
    return tf.transpose((image - mean) * scale, [2, 0, 1])


def decode(jpeg):
    return tf.io.decode_jpeg(jpeg, channels=3, dct_method=DCT)


def center(jpeg):
    image = decode(jpeg)
    shape = tf.shape(image)
    shorter = tf.minimum(shape[0], shape[1])
    size = tf.cast(tf.round(tf.cast(shape[:2], tf.float32) * 256 / tf.cast(shorter, tf.float32)), tf.int32)
    image = tf.image.resize(image, size, antialias=not DEFAULTS)
    top, left = (size[0] - SIDE) // 2, (size[1] - SIDE) // 2
    return normalize(image[top:top + SIDE, left:left + SIDE, :])


def random_crop(jpeg):
    begin, size, _ = tf.image.sample_distorted_bounding_box(
        tf.io.extract_jpeg_shape(jpeg), tf.zeros([0, 0, 4]), use_image_if_no_bounding_boxes=True,
        area_range=(0.08, 1.0), aspect_ratio_range=(3 / 4, 4 / 3), max_attempts=10, min_object_covered=0)
    window = tf.stack([begin[0], begin[1], size[0], size[1]])
    image = tf.image.decode_and_crop_jpeg(jpeg, window, channels=3, dct_method=DCT)
    image = tf.image.resize(image, [SIDE, SIDE], antialias=not DEFAULTS)
    return normalize(tf.image.random_flip_left_right(image))


def main():
    args = arguments()
    tf.config.threading.set_inter_op_parallelism_threads(args.threads)
    tf.config.threading.set_intra_op_parallelism_threads(1)
    files = list_images(args.data)
    job = {"main": random_crop, "decode": decode, "center": center}[args.job]

    data = tf.data.Dataset.from_tensor_slices(files).shuffle(len(files), seed=42).repeat()
    data = data.map(lambda path: job(tf.io.read_file(path)), num_parallel_calls=args.threads, deterministic=False)
    if args.job == "decode":  # photos of many sizes do not stack: they are delivered one at a time
        data = data.prefetch(args.batch)
    else:
        data = data.batch(args.batch, drop_remainder=True).prefetch(PREFETCH)
    options = tf.data.Options()
    options.threading.private_threadpool_size = args.threads
    options.threading.max_intra_op_parallelism = 1
    data = data.with_options(options)

    def batches():
        for images in data:
            yield 1 if args.job == "decode" else images.shape[0]

    serve("tf defaults" if DEFAULTS else "tf", tf.__version__, args, files, batches,
          prime=2 * args.batch if args.job == "decode" else PREFETCH + 1)


main()
