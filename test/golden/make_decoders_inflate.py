"""Goldens of decoders.inflate: blocks of LZ4's own library (pip install lz4), of data that is more and less regular."""
import base64
import json
import pathlib
from importlib.metadata import version

import lz4.block
import numpy as np

rng = np.random.default_rng(3)
y, x = np.mgrid[:24, :31]
DATA = {
    "nothing": b"",
    "one byte": b"a",
    "one byte, often": b"a" * 3000,
    "text": b"a tensor is a tensor is a tensor, and so on. " * 20,
    "three bytes, often": b"abc" * 400 + b"!",
    "noise": rng.integers(0, 256, 700, np.uint8).tobytes(),
    "noise, twice": rng.integers(0, 256, 500, np.uint8).tobytes() * 2,
    "an image": (x * 3 + y * 2 & 255).astype("u1").tobytes(),
    "float32": np.repeat(np.arange(300, dtype="f4"), 3).tobytes(),
}
MODES = {"default": {}, "fast": {"mode": "fast", "acceleration": 9}, "high": {"mode": "high_compression", "compression": 12}}
rows = [{"name": name, "data": base64.b64encode(data).decode(),
         "blocks": {mode: base64.b64encode(lz4.block.compress(data, store_size=False, **args)).decode()
                    for mode, args in MODES.items()}} for name, data in DATA.items()]
body = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
here = pathlib.Path(__file__).resolve().parent
(here / "decoders_inflate.json").write_text(f'{{"lz4": "{version("lz4")}", "cases": [\n{body}\n]}}\n')
