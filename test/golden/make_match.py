"""Goldens of the argument match: what the libraries themselves make of small images.

    pip install numpy pillow opencv-python-headless torch torchvision
    python test/golden/make_match.py
"""
import multiprocessing
import os
from importlib.metadata import version

import numpy as np
from match_libraries import LIBRARIES, arguments, widths
from writer import Writer, image

#: Extents before and after: both ways, one axis alone, half, down first in Pillow 13, and lines.
SIZES = [((11, 14), (5, 6)), ((11, 14), (17, 25)), ((11, 14), (6, 21)), ((11, 14), (11, 9)), ((12, 16), (6, 8)),
         ((37, 9), (4, 7)), ((1, 9), (3, 4)), ((9, 1), (4, 3)), ((11, 14), (1, 1))]
#: What is left out with dtypes other than uint8.
BRIEF = SIZES[:4]

packages = ("pillow", "opencv-python-headless", "torch", "torchvision")
float_process = {}
g = Writer("match", "resize", **{name: version(name) for name in packages})


def of(dtype, shape, channels=3):
    picture = image(*shape, channels)
    if dtype == "float32":
        return (picture.astype(np.float32) - 100) * np.float32(1.37)
    if dtype == "uint8":
        return picture
    info = np.iinfo(dtype)
    return np.round(info.min + picture.astype(np.float64) / 255 * (info.max - info.min)).astype(dtype)


def made_by(profile, data, after, filter, antialias):
    """torch chooses its instructions when it starts, so torchvision-float runs in a process of its own."""
    if profile != "torchvision-float" or os.environ.get("ATEN_CPU_CAPABILITY") == "default":
        return LIBRARIES[profile][0](data, after, filter, antialias)
    if profile not in float_process:
        environment = {**os.environ, "ATEN_CPU_CAPABILITY": "default"}
        context = multiprocessing.get_context("spawn")
        os.environ.update(environment)
        float_process[profile] = context.Pool(1)
        del os.environ["ATEN_CPU_CAPABILITY"]
    return float_process[profile].apply(LIBRARIES[profile][0], (data, after, filter, antialias))


def case(profile, filter, dtype, before, after, antialias=True, channels=3):
    data = of(dtype, before, channels)
    args = arguments(profile, after, filter, antialias)
    made = made_by(profile, data, after, filter, antialias)
    name = f"{profile} {filter} {'' if antialias else 'not antialiased '}{dtype}, {before} to {after}, {channels}"
    g.add(name, args, [(data, "HWC")], [(made, "HWC")])


def main():
    for profile, (_, filters, dtypes) in LIBRARIES.items():
        for filter in filters:
            for dtype in dtypes:
                for antialias in widths(profile, filter, dtype):
                    for before, after in SIZES if dtype == "uint8" else BRIEF:
                        if after[1] == 1 and profile.startswith("torchvision"):
                            continue  # torch fails or gives wrong numbers
                        case(profile, filter, dtype, before, after, antialias)
                    if dtype == "uint8":
                        for channels in (1, 4):
                            case(profile, filter, dtype, *SIZES[0], antialias, channels)
    g.save()


if __name__ == "__main__":
    main()
