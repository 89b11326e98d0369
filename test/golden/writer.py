"""Writes <symbol>.json and <symbol>.bin: inputs and outputs of one operator by a reference library, one sample per case.

golden.py does that with DALI; scripts that need no DALI take this alone. It needs numpy.
"""
import json
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent


def image(height, width, channels=3, seed=1, dtype=np.uint8):
    """A smooth picture with some noise and the full range of 8 bits, HWC."""
    y, x, c = np.meshgrid(np.arange(height), np.arange(width), np.arange(channels), indexing="ij")
    waves = np.sin(x / (3.1 + c)) + np.cos(y / (4.3 + 0.7 * c) + seed) + np.sin((x + y) / 11.0)
    noise = np.random.default_rng(seed).uniform(-30, 30, waves.shape)
    return np.clip(128 + 45 * waves + noise, 0, 255).astype(dtype)


class Writer:
    """Collects cases; save() writes both files. Equal arrays are stored once."""

    def __init__(self, symbol, op, **made_with):
        self.symbol = symbol
        self.op = op
        self.made_with = made_with
        self.cases = []
        self.blob = bytearray()
        self.stored = {}

    def _put(self, value, layout):
        array = np.asarray(value)
        data = array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
        if data not in self.stored:
            self.blob += b"\0" * (-len(self.blob) % 8)
            self.stored[data] = len(self.blob)
            self.blob += data
        entry = {"dtype": array.dtype.name, "shape": list(array.shape)}
        if layout is not None:
            entry["layout"] = layout
        return {**entry, "at": self.stored[data]}

    def add(self, name, args, inputs, outputs, max_diff=0, arg_inputs=None, op=None):
        """A case whose outputs are known; all names are penstock's."""
        self.cases.append({
            "name": name,
            **({"op": op} if op else {}),
            "args": args,
            "argInputs": {k: self._put(v, None) for k, v in (arg_inputs or {}).items()},
            "inputs": [self._put(a, layout or "") for a, layout in inputs],
            "outputs": [self._put(a, layout or "") for a, layout in outputs],
            "maxDiff": max_diff,
        })

    def save(self):
        made = json.dumps({**self.made_with, "numpy": np.__version__})
        lines = ",\n".join("    " + json.dumps(c, ensure_ascii=False) for c in self.cases)
        text = f'{{\n  "op": {json.dumps(self.op)},\n  "madeWith": {made},\n  "cases": [\n{lines}\n  ]\n}}\n'
        (HERE / f"{self.symbol}.json").write_text(text)
        (HERE / f"{self.symbol}.bin").write_bytes(bytes(self.blob))
        print(f"{self.symbol}: {len(self.cases)} cases, {len(self.blob)} bytes")
