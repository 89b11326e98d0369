"""Prints the table of docs/reference/resize.md: the largest difference of penstock's resize from other libraries', over all
pixels of one picture, in steps of 1/255.

    npm run build
    pip install numpy pillow opencv-python-headless torch torchvision nvidia-dali-cuda130   # any of them may be missing
    python tools/compare/resize.py [IMAGE]
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SIZES = {"down": (97, 131), "up": (401, 433)}
FILTERS = ("nn", "linear", "cubic", "lanczos3", "gaussian")


def picture():
    if len(sys.argv) > 1:
        from PIL import Image

        return np.asarray(Image.open(sys.argv[1]).convert("RGB"))
    y, x, c = np.meshgrid(np.arange(233), np.arange(301), np.arange(3), indexing="ij")
    waves = np.sin(x / (3.1 + c)) + np.cos(y / (4.3 + 0.7 * c)) + np.sin((x + y) / 11.0)
    noise = np.random.default_rng(1).uniform(-60, 60, waves.shape)
    return np.clip(128 + 45 * waves + noise, 0, 255).astype(np.uint8)


def cases():
    for name in FILTERS:
        for direction, size in SIZES.items():
            for antialias in (True, False) if direction == "down" and name != "nn" else (True,):
                yield name, direction, size, antialias


def ours(image, wanted):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "in"
        source.write_bytes(image.tobytes())
        runs = [{"output": f"{folder}/{i}", "args": {"size": size, "interpType": name, "antialias": antialias}}
                for i, (name, _, size, antialias) in enumerate(wanted)]
        job = {"input": str(source), "shape": image.shape, "runs": runs}
        subprocess.run(["node", str(ROOT / "tools/compare/resize.mjs"), json.dumps(job)], check=True)
        return [np.fromfile(run["output"], np.uint8).reshape(*run["args"]["size"], 3) for run in runs]


def dali():
    from nvidia.dali import fn, pipeline_def, types

    filters = {"nn": types.INTERP_NN, "linear": types.INTERP_LINEAR, "cubic": types.INTERP_CUBIC,
               "lanczos3": types.INTERP_LANCZOS3, "gaussian": types.INTERP_GAUSSIAN}

    def resize(image, name, size, antialias):
        @pipeline_def(batch_size=1, num_threads=1, device_id=None)
        def pipe():
            source = fn.external_source(source=lambda: [image], layout="HWC")
            return fn.resize(source, size=size, interp_type=filters[name], antialias=antialias)

        p = pipe()
        p.build()
        return np.array(p.run()[0].at(0))

    return resize


def pillow():
    from PIL import Image

    filters = {"nn": Image.Resampling.NEAREST, "linear": Image.Resampling.BILINEAR, "cubic": Image.Resampling.BICUBIC,
               "lanczos3": Image.Resampling.LANCZOS}

    def resize(image, name, size, antialias):
        if name not in filters or not antialias:  # Pillow always antialiases
            return None
        return np.asarray(Image.fromarray(image).resize(size[::-1], filters[name]))

    return resize


def opencv():
    import cv2

    filters = {"nn": cv2.INTER_NEAREST, "linear": cv2.INTER_LINEAR, "cubic": cv2.INTER_CUBIC}

    def resize(image, name, size, antialias):
        if name not in filters or (antialias and size[0] < image.shape[0] and name != "nn"):
            return None  # OpenCV never antialiases with these
        return cv2.resize(image, size[::-1], interpolation=filters[name])

    return resize


def torchvision():
    import torch
    from torchvision.transforms import InterpolationMode as Mode
    from torchvision.transforms.v2 import functional

    filters = {"nn": Mode.NEAREST_EXACT, "linear": Mode.BILINEAR, "cubic": Mode.BICUBIC}

    def resize(image, name, size, antialias):
        if name not in filters:
            return None
        tensor = torch.from_numpy(image.transpose(2, 0, 1).copy())
        out = functional.resize(tensor, list(size), interpolation=filters[name], antialias=antialias)
        return out.numpy().transpose(1, 2, 0)

    return resize


def main():
    image, wanted = picture(), list(cases())
    others = {}
    for name, load in {"DALI": dali, "Pillow": pillow, "torchvision": torchvision, "OpenCV": opencv}.items():
        try:
            others[name] = load()
        except ImportError:
            print(f"{name} is not installed", file=sys.stderr)
    print("| filter | size | antialias | " + " | ".join(others) + " |")
    print("|---|---|---|" + "---|" * len(others))
    for (name, direction, size, antialias), result in zip(wanted, ours(image, wanted)):
        cells = []
        for resize in others.values():
            other = resize(image, name, size, antialias)
            if other is None:
                cells.append("-")
                continue
            difference = np.abs(result.astype(int) - other.astype(int))
            cells.append(f"{difference.max()} ({100 * np.mean(difference > 1):.2f} %)")
        flag = "yes" if antialias and direction == "down" and name != "nn" else "no" if direction == "down" else ""
        print(f"| {name} | {direction} | {flag} | " + " | ".join(cells) + " |")


main()
