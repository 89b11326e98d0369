"""Goldens of cond(): what DALI's `if` gives for a batch of mixed predicates, and which results it lets meet.

Writes cond.json. It needs numpy and NVIDIA DALI (pip install numpy nvidia-dali-cuda130), and no GPU.
"""
import json
import pathlib

import numpy as np
from nvidia.dali import fn, pipeline_def, types

HERE = pathlib.Path(__file__).resolve().parent
OPTIONS = {"num_threads": 1, "device_id": None, "seed": 1, "prefetch_queue_depth": 1, "enable_conditionals": True}

IMAGES = [np.arange(h * w * 2).astype(np.uint8).reshape(h, w, 2) for h, w in ((4, 5), (3, 3), (5, 2), (2, 6), (4, 4), (3, 5))]
OUTER = [np.int32(v) for v in (0, 1, -7, 0, 3, 1)]
INNER = [np.float32(v) for v in (0, 0, 0.25, 1, np.nan, 0)]


def source(arrays, layout=None):
    return fn.external_source(source=lambda: arrays, layout=layout)


@pipeline_def(batch_size=len(IMAGES), **OPTIONS)
def nested():
    image, outer, inner = source(IMAGES, "HWC"), source(OUTER), source(INNER)
    flipped = fn.flip(image, horizontal=1)
    if outer:
        if inner:
            out = fn.crop(flipped, crop=(2, 2), crop_pos_x=0.0, crop_pos_y=0.0)
        else:
            out = fn.flip(flipped, vertical=1)
        number = fn.cast(outer, dtype=types.FLOAT)
    else:
        out = image
        number = fn.cast(fn.cast(inner, dtype=types.INT32), dtype=types.FLOAT)
    return out, number


def tensor(value, layout=""):
    array = np.asarray(value)
    return {"dtype": array.dtype.name, "shape": list(array.shape), "layout": layout, "data": array.ravel().tolist()}


def meets(first, second, flags):
    """Does DALI let these two arrays (with layouts) meet, in a batch with these predicates?"""

    @pipeline_def(batch_size=len(flags), **OPTIONS)
    def pipe():
        a = source([first[0]] * len(flags), first[1])
        b = source([second[0]] * len(flags), second[1])
        if source([np.bool_(f) for f in flags]):
            out = fn.copy(a)
        else:
            out = fn.copy(b)
        return out

    try:
        p = pipe()
        p.build()
        out = p.run()[0]
        return [tensor(np.array(out.at(i)), out.layout() or "") for i in range(len(out))]
    except RuntimeError:
        return None


p = nested()
p.build()
outputs = p.run()
samples = [
    {
        "inputs": [tensor(IMAGES[i], "HWC"), tensor(OUTER[i]), {**tensor(INNER[i]), "data": [float(INNER[i]) if INNER[i] == INNER[i] else None]}],
        "outputs": [tensor(np.array(o.at(i)), o.layout() or "") for o in outputs],
    }
    for i in range(len(IMAGES))
]

plain = (np.arange(4).astype(np.uint8).reshape(2, 2, 1), "HWC")
others = {
    "extents": (np.arange(3).astype(np.uint8).reshape(1, 3, 1), "HWC"),
    "dtype": (np.arange(4).astype(np.float32).reshape(2, 2, 1), "HWC"),
    "number of dimensions": (np.arange(4).astype(np.uint8).reshape(2, 2), "HW"),
    "layout": (np.arange(4).astype(np.uint8).reshape(2, 2, 1), "CHW"),
    "no layout": (np.arange(4).astype(np.uint8).reshape(2, 2, 1), None),
}
rules = [
    {"name": f"{name}, {kind}", "flags": flags, "branches": [tensor(*plain), tensor(other[0], other[1] or "")],
     "outputs": meets(plain, other, flags)}
    for name, other in others.items()
    for kind, flags in (("both branches taken", [0, 1, 0]), ("one branch taken", [1, 1, 1]))
]
text = json.dumps({"samples": samples, "rules": rules})
(HERE / "cond.json").write_text(text.replace('{"inputs"', '\n{"inputs"').replace('{"name"', '\n{"name"') + "\n")
