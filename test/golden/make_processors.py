"""Goldens of image processors: digests of what transformers' own classes give, of both backends, for all classes that
src/processors has and the configs of tools/compare/processor-configs.json.

    npm run build:ts
    pip install transformers torch torchvision pillow
    python test/golden/make_processors.py [CLASS ...]
"""
import hashlib
import io
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import PIL
import torch
import torchvision
import transformers
from PIL import Image
from transformers.image_utils import load_image

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FILE = ROOT / "test/golden/processors.json"
#: Made images, by height and width, and files.
MADE = [(7, 5), (31, 33), (40, 300), (300, 211)]
FILES = ["data/formats/orientation_6.jpg", "data/photos/animals/cat_face.jpg"]
#: Classes whose last bits are not followed: every so many-th value is stored.
CLOSE = {"Phi4Multimodal": 4999}
#: What classes that process boxes are given for each image.
BOXES = [[-5, 3, 60, 90], [10, 20.5, 120, 40]]
WITH_BOXES = ["VitPose"]


def made(height, width):
    y, x, c = np.meshgrid(np.arange(height), np.arange(width), np.arange(3), indexing="ij")
    return Image.fromarray(((3 * x * x + 5 * y * y + 7 * x * y + 85 * c) % 251).astype(np.uint8))


def loaded(path):
    return load_image(Image.open(io.BytesIO((ROOT / path).read_bytes())))


def digest(outputs):
    made = hashlib.sha256()
    for name, value in sorted(outputs.items()):
        value = np.ascontiguousarray(value.numpy() if isinstance(value, torch.Tensor) else np.asarray(value))
        made.update(f"{name} {value.dtype.name} {','.join(map(str, value.shape))} ".encode())
        made.update(value.tobytes())
    return made.hexdigest()[:12]


def result(processor, images, every, more):
    try:
        outputs = dict(processor(images=images, return_tensors="pt", **more).items())
    except Exception:
        return None
    if every:
        values = next(value for name, value in outputs.items() if name.endswith("pixel_values"))
        return [float(v) for v in values.numpy().ravel()[::every]]
    return digest(outputs)


def main():
    list_classes = "import('./dist/processors/processor.js').then((m) => console.log(JSON.stringify(m.processorClasses())))"
    classes = json.loads(subprocess.run(["node", "-e", list_classes], cwd=ROOT, check=True, capture_output=True).stdout)
    configs = json.loads((ROOT / "tools/compare/processor-configs.json").read_text())
    images = [made(*size) for size in MADE] + [loaded(path) for path in FILES]
    old = json.loads(FILE.read_text())["cases"] if FILE.exists() else []
    asked = set(sys.argv[1:])
    cases = [case for case in old if asked and case["name"] not in asked]
    for entry in sorted(classes, key=lambda c: c["name"]):
        name = entry["name"]
        if asked and name not in asked:
            continue
        own = configs.get(name, configs["*"])
        for backend in entry["backends"]:
            cls = getattr(transformers, f"{name}ImageProcessor{'Pil' if backend == 'pil' else ''}")
            for config in [{}, *(configs[own] if isinstance(own, str) else own)]:
                processor = cls.from_dict(config)
                more = {"boxes": [BOXES]} if name in WITH_BOXES else {}
                results = [result(processor, [image], CLOSE.get(name), more) for image in images]
                cases.append({"name": name, "backend": backend, "config": config, "results": results})
        print(name, flush=True)
    versions = {m.__name__: m.__version__ for m in (transformers, torch, torchvision, PIL)}
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in sorted(cases, key=lambda c: c["name"]))
    head = json.dumps({"versions": versions, "made": MADE, "files": FILES, "every": CLOSE, "boxes": dict.fromkeys(WITH_BOXES, BOXES)})
    FILE.write_text(f'{head[:-1]}, "cases": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
