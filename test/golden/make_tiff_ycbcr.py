"""Writes tiff_ycbcr.json: pixels of YCbCr as a TIFF stores them, and the colours that libtiff's interface for RGBA makes of
them, by OpenCV. Needs numpy and opencv-python-headless."""
import json
import os
import struct
import tempfile

import cv2
import numpy as np

COEFFICIENTS = [None, [0.2126, 0.7152, 0.0722], [0.3, 0.55, 0.15]]
REFERENCES = [None, [16, 235, 128, 240, 128, 240], [10, 200, 120, 230, 131, 251], [15.5, 235.5, 128.5, 240.5, 127.5, 240]]


def tiff(pixels, coefficients, reference):
    height, width, _ = pixels.shape
    tags = {256: (4, [width]), 257: (4, [height]), 258: (3, [8] * 3), 259: (3, [1]), 262: (3, [6]), 273: (4, [8]),
            277: (3, [3]), 278: (4, [height]), 279: (4, [pixels.size]), 530: (3, [1, 1])}
    if coefficients:
        tags[529] = (11, coefficients)
    if reference:
        tags[532] = (11, reference)
    out = bytearray(b"II*\0\0\0\0\0" + pixels.tobytes())
    entries = b""
    for tag, (kind, values) in sorted(tags.items()):
        data = b"".join(struct.pack("<" + {3: "H", 4: "I", 11: "f"}[kind], v) for v in values)
        if len(data) > 4:
            data, at = struct.pack("<I", len(out)), data
            out += at
        entries += struct.pack("<HHI", tag, kind, len(values)) + data.ljust(4, b"\0")
    struct.pack_into("<I", out, 4, len(out))
    return bytes(out) + struct.pack("<H", len(tags)) + entries + bytes(4)


random = np.random.default_rng(1)
cases = []
for coefficients in COEFFICIENTS:
    for reference in REFERENCES:
        pixels = random.integers(0, 256, (4, 8, 3)).astype(np.uint8)
        with tempfile.NamedTemporaryFile(suffix=".tif") as file:
            file.write(tiff(pixels, coefficients, reference))
            file.flush()
            colours = cv2.imread(file.name, cv2.IMREAD_COLOR)[:, :, ::-1]
        cases.append({"coefficients": coefficients, "reference": reference, "width": 8, "height": 4,
                      "pixels": pixels.flatten().tolist(), "rgb": colours.flatten().tolist()})
with open(os.path.join(os.path.dirname(__file__), "tiff_ycbcr.json"), "w") as file:
    json.dump(cases, file, separators=(",", ":"))
    file.write("\n")
