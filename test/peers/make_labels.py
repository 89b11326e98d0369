"""Makes labels.json: what EfficientNet-Lite0 says of the bundled photos, with Pillow and Python's ONNX Runtime.

    pip install pillow==13.0.0 numpy==2.4.6 onnxruntime==1.32.0
    sh examples/frameworks/setup.sh && python test/peers/make_labels.py

For each photo: the five most probable classes, with their probabilities.
"""

import json
import pathlib

import numpy as np
import onnxruntime
from PIL import Image, ImageOps

HERE = pathlib.Path(__file__).parent
PHOTOS = HERE.parent.parent / "data" / "photos"
MODEL = pathlib.Path("efficientnet-lite0")


def model_input(path):
    image = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
    scale = 256 / min(image.size)
    image = image.resize([round(side * scale) for side in image.size], Image.Resampling.BICUBIC)
    left, top = (int((side - 224) / 2 + 0.5) for side in image.size)
    pixels = np.asarray(image.crop((left, top, left + 224, top + 224)), np.float32)
    return ((pixels - 127) / 128).transpose(2, 0, 1)[None]


def main():
    names = json.loads((MODEL / "labels.json").read_text())
    session = onnxruntime.InferenceSession(MODEL / "model.onnx")
    photos = {}
    for path in sorted(PHOTOS.glob("*/*.jpg")):
        (probabilities,) = session.run(None, {"images": model_input(path)})[0]
        best = probabilities.argsort()[::-1][:5]
        photos[path.name] = [[names[i].split(", ")[0], round(float(probabilities[i]), 4)] for i in best]
    lines = [f"  {json.dumps(name)}: {json.dumps(found)}" for name, found in photos.items()]
    (HERE / "labels.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


main()
