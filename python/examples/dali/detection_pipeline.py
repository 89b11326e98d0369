"""The input of an object detector of SSD's kind, as DALI has it: a random window of each photo that keeps enough of its boxes, decoded alone,
its boxes in the window's coordinates, both mirrored together, and the boxes matched with anchors. It runs on penstock by

    python -m penstock.dali python/examples/dali/detection_pipeline.py PHOTOS instances.json

and on DALI by `python python/examples/dali/detection_pipeline.py PHOTOS instances.json`. The annotations are COCO's.
"""

import sys

import numpy as np
from nvidia.dali import fn, pipeline_def, types

SIZE = 300


def anchors_of(grid):
    """Two boxes around each place of a grid, as left, top, right and bottom between 0 and 1."""
    centres = (np.arange(grid) + 0.5) / grid
    x, y = (each.ravel() for each in np.meshgrid(centres, centres))
    boxes = [np.stack([x - side / 2, y - side / 2, x + side / 2, y + side / 2], axis=1) for side in (1.5 / grid, 3 / grid)]
    return np.clip(np.concatenate(boxes), 0, 1).astype(np.float32)


@pipeline_def(batch_size=4, num_threads=2, device_id=None, seed=7)
def training(root, annotations, anchors):
    jpegs, boxes, labels = fn.readers.coco(
        file_root=root, annotations_file=annotations, ratio=True, ltrb=True, skip_empty=True, random_shuffle=True, name="Reader"
    )
    anchor, shape, boxes, labels = fn.random_bbox_crop(
        boxes,
        labels,
        aspect_ratio=[0.5, 2.0],
        thresholds=[0, 0.1, 0.3, 0.5, 0.7, 0.9],
        scaling=[0.3, 1.0],
        bbox_layout="xyXY",
        allow_no_crop=True,
        num_attempts=50,
    )
    images = fn.decoders.image_slice(jpegs, anchor, shape, output_type=types.RGB)
    images = fn.resize(images, resize_x=SIZE, resize_y=SIZE, min_filter=types.INTERP_TRIANGULAR)
    images = fn.color_twist(
        images,
        hue=fn.random.uniform(range=[-18.0, 18.0]),
        saturation=fn.random.uniform(range=[0.5, 1.5]),
        brightness=fn.random.uniform(range=[0.875, 1.125]),
    )
    mirror = fn.random.coin_flip()
    images = fn.crop_mirror_normalize(
        images,
        dtype=types.FLOAT,
        output_layout="CHW",
        mean=[0.485 * 255, 0.456 * 255, 0.406 * 255],
        std=[0.229 * 255, 0.224 * 255, 0.225 * 255],
        mirror=mirror,
    )
    boxes = fn.bb_flip(boxes, ltrb=True, horizontal=mirror)
    targets, classes = fn.box_encoder(boxes, labels, criteria=0.5, anchors=anchors.ravel().tolist())
    return images, targets, classes


def main():
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} PHOTOS ANNOTATIONS, with a folder of photos and COCO's file of their boxes")
    anchors = anchors_of(8)
    pipe = training(*sys.argv[1:], anchors)
    batches = -(-pipe.epoch_size("Reader") // pipe.max_batch_size)
    matched = 0
    for _ in range(batches):
        images, targets, classes = pipe.run()
        matched += int((classes.as_array() > 0).sum())
    print(f"{batches} batches of {images.as_array().shape}, targets {targets.as_array().shape}, {matched} anchors matched")


if __name__ == "__main__":
    main()
