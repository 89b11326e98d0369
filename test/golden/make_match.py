"""Goldens of the argument match: what the libraries themselves make of small images.

    pip install numpy pillow opencv-python-headless torch torchvision
    python test/golden/make_match.py
"""
from importlib.metadata import version

import numpy as np
from match_libraries import LIBRARIES, arguments
from writer import Writer, image

#: Extents before and after: both ways, one axis alone, half, down first in Pillow 13, and lines.
SIZES = [((11, 14), (5, 6)), ((11, 14), (17, 25)), ((11, 14), (6, 21)), ((11, 14), (11, 9)), ((12, 16), (6, 8)),
         ((37, 9), (4, 7)), ((1, 9), (3, 4)), ((9, 1), (4, 3)), ((11, 14), (1, 1))]
#: What is left out with dtypes other than uint8.
BRIEF = SIZES[:4]

packages = ("pillow", "opencv-python-headless", "torch", "torchvision")
g = Writer("match", "resize", **{name: version(name) for name in packages})


def of(dtype, shape, channels=3):
    picture = image(*shape, channels)
    if dtype == "float32":
        return (picture.astype(np.float32) - 100) * np.float32(1.37)
    if dtype == "uint8":
        return picture
    info = np.iinfo(dtype)
    return np.round(info.min + picture.astype(np.float64) / 255 * (info.max - info.min)).astype(dtype)


def case(profile, filter, dtype, before, after, antialias=True, channels=3):
    resize, exact = LIBRARIES[profile][0], LIBRARIES[profile][3:]
    data = of(dtype, before, channels)
    args = arguments(profile, after, filter, antialias)
    made = resize(data, after, filter, antialias)
    off = (exact[0](filter, dtype, antialias) if exact else 0)
    most = float(off * np.spacing(np.abs(made).max())) if off else 0
    name = f"{profile} {filter} {'' if antialias else 'not antialiased '}{dtype}, {before} to {after}, {channels}"
    g.add(name, args, [(data, "HWC")], [(made, "HWC")], max_diff=most)


for profile, (_, filters, dtypes, *_) in LIBRARIES.items():
    for filter in filters:
        for dtype in dtypes:
            both = profile.startswith("torchvision") and filter in ("linear", "cubic")
            for antialias in (True, False) if both else (True,):
                for before, after in SIZES if dtype == "uint8" else BRIEF:
                    case(profile, filter, dtype, before, after, antialias)
                if dtype == "uint8":
                    for channels in (1, 4):
                        case(profile, filter, dtype, *SIZES[0], antialias, channels)
g.save()
