"""Compares resizes with `match` with the libraries themselves, over random images: prints the rows of the table of
docs/reference/resize.md, and the first case of each that differs by more than it may.

    npm run build
    export ATEN_CPU_CAPABILITY=default   # for torchvision-float alone; its other profile needs AVX2
    pip install numpy pillow opencv-python-headless torch torchvision
    python tools/compare/match.py [--cases 300] [--seed 1] [--profile pillow] [--filter cubic] [--dtype uint8]
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "test/golden"))
from match_libraries import LIBRARIES, arguments, widths  # noqa: E402


def extent(rng):
    """1 to 400 pixels, mostly few."""
    return int(rng.choice([rng.integers(1, 4), rng.integers(1, 40), rng.integers(1, 400)]))


def picture(rng, dtype):
    """Noise over the full range, waves, or one value."""
    shape = extent(rng), extent(rng), int(rng.choice([1, 3, 4]))
    y, x, c = np.meshgrid(*(np.arange(n) for n in shape), indexing="ij")
    kind = rng.integers(3)
    unit = [rng.random(shape), np.clip(0.5 + 0.4 * np.sin(x / (1.1 + c)) + 0.4 * np.cos(y / 3.1), 0, 1),
            np.full(shape, rng.random())][kind]
    if dtype == "float32":
        return (unit * rng.choice([1, 255, 1000]) - rng.choice([0, 128])).astype(np.float32)
    info = np.iinfo(dtype)
    return np.round(info.min + unit * (info.max - info.min)).astype(dtype)


def size_of(rng, image):
    """Any size, or one that libraries take another way for: equal, half, double, one axis alone."""
    h, w = image.shape[:2]
    kind = rng.integers(8)
    given = [(h, w), (max(h // 2, 1), max(w // 2, 1)), (2 * h, 2 * w), (h, extent(rng)), (extent(rng), w)]
    return given[kind] if kind < len(given) else (extent(rng), extent(rng))


def ours(cases):
    with tempfile.TemporaryDirectory() as folder:
        source, result, listed = (pathlib.Path(folder) / name for name in ("in", "out", "jobs"))
        jobs, blob = [], bytearray()
        for profile, image, size, filter, antialias in cases:
            blob += b"\0" * (-len(blob) % 8)
            jobs.append({"at": len(blob), "dtype": image.dtype.name, "shape": image.shape,
                         "layout": "HWC", "args": arguments(profile, size, filter, antialias)})
            blob += image.tobytes()
        source.write_bytes(bytes(blob))
        listed.write_text(json.dumps({"input": str(source), "output": str(result), "jobs": jobs}))
        subprocess.run(["node", str(ROOT / "tools/compare/match.mjs"), str(listed)], check=True)
        data, at, out = result.read_bytes(), 0, []
        for _, image, size, _, _ in cases:
            shape = (*size, image.shape[2])
            n = int(np.prod(shape)) * image.itemsize
            out.append(np.frombuffer(data[at : at + n], image.dtype).reshape(shape))
            at += n
        return out


def ulps(a, b):
    """The distance of float32 values in steps between neighbours."""
    order = [np.where(bits < 0, -(bits & 0x7FFFFFFF), bits).astype(np.int64)
             for bits in (np.ascontiguousarray(v).view(np.int32).astype(np.int64) for v in (a, b))]
    return np.abs(order[0] - order[1])


def difference(got, want):
    if got.dtype == np.float32:
        return ulps(got, want)
    return np.abs(got.astype(np.int64) - want.astype(np.int64))


def compare(profile, filter, dtype, antialias, asked):
    """The cell of a table: whether all are equal, else how far they are off and how many of them."""
    library = LIBRARIES[profile][0]
    rng = np.random.default_rng(asked.seed)
    images = [picture(rng, dtype) for _ in range(asked.cases)]
    # torch takes results of one column for ones that lie channel by channel, and fails or gives wrong numbers.
    least = 2 if profile.startswith("torchvision") else 1
    sizes = [(max(h, 1), max(w, least)) for h, w in (size_of(rng, i) for i in images)]
    cases = [(profile, i, size, filter, antialias) for i, size in zip(images, sizes)]
    wrong, total, most, first = 0, 0, 0, ""
    for (_, image, size, *_), got in zip(cases, ours(cases)):
        want = library(image, size, filter, antialias)
        off = difference(got, want)
        wrong, total, most = wrong + int((off > 0).sum()), total + off.size, max(most, int(off.max()))
        if off.any() and not first:
            at = tuple(int(i) for i in np.argwhere(off)[0])
            first = f"{profile} {filter} {dtype} {image.shape} to {size} at {at}: {got[at]}, not {want[at]}"
    if first:
        print(first, file=sys.stderr, flush=True)
    if not wrong:
        return "equal"
    return f"{most}{' ulp' if dtype == 'float32' else ''} ({100 * wrong / total:.2g} %)"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    for name in ("profile", "filter", "dtype"):
        parser.add_argument(f"--{name}")
    asked = parser.parse_args()
    columns = ("uint8", "uint16", "int16", "float32")
    print(f"| match | filter | antialias | {' | '.join(columns)} |")
    print("|---|---|---|---|---|---|---|")
    for profile, (_, filters, dtypes, *_) in LIBRARIES.items():
        for filter in filters:
            both = {dtype: widths(profile, filter, dtype) for dtype in dtypes}
            for antialias in sorted({value for own in both.values() for value in own}, reverse=True):
                if (asked.profile or profile, asked.filter or filter) != (profile, filter):
                    continue
                wanted = [antialias in both.get(d, ()) and (asked.dtype or d) == d for d in columns]
                cells = [compare(profile, filter, d, antialias, asked) if want else "-" for d, want in zip(columns, wanted)]
                widened = "" if all(len(own) < 2 for own in both.values()) else "yes" if antialias else "no"
                print(f"| {profile} | {filter} | {widened} | {' | '.join(cells)} |", flush=True)


main()
