# Makes coco_masks.json: polygons with decimals of every kind, and crowds as run lengths in both forms, with the masks
# that pycocotools draws of them. Rows of a mask are packed, eight pixels a byte.
# Needs numpy and pycocotools. Run: python make_coco_masks.py

import base64
import json
import os
import random
from importlib.metadata import version

import numpy as np
from pycocotools import mask as coco

random.seed(3)


def coordinate(side):
    value = random.uniform(-8, side + 8)
    edge = round(value * 5) / 5 + .1  # where the grid of cocoapi changes, which float32 moves
    return random.choice([round(value), round(value, 1), round(value, 2), edge, float(np.nextafter(edge, -1e9)), value])


def runs_of(mask):
    counts, last, run = [], 0, 0
    for pixel in mask.flatten(order='F'):
        if pixel != last:
            counts.append(run)
            run, last = 0, pixel
        run += 1
    return counts + [run]


cases = []
for i in range(48):
    height, width = random.randrange(1, 50), random.randrange(1, 50)
    polygons = [[coordinate(height if k % 2 else width) for k in range(2 * random.randrange(3, 12))]
                for _ in range(random.randrange(1, 3))]
    drawn = coco.merge(coco.frPyObjects(polygons, height, width))
    mask = coco.decode(drawn)
    forms = [polygons, polygons, polygons, {'size': [height, width], 'counts': drawn['counts'].decode()},
             {'size': [height, width], 'counts': runs_of(mask)}]
    cases.append({'height': height, 'width': width, 'segmentation': forms[i % 5],
                  'mask': base64.b64encode(np.packbits(mask)).decode()})
with open(os.path.join(os.path.dirname(__file__), 'coco_masks.json'), 'w') as file:
    json.dump({'pycocotools': version('pycocotools'), 'cases': cases}, file)
    file.write('\n')
