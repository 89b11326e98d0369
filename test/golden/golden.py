"""Writes <symbol>.json and <symbol>.bin: inputs and DALI's outputs of one operator, one sample per case.

Every make_<symbol>.py uses it. It needs numpy and NVIDIA DALI (pip install numpy nvidia-dali-cuda130), and no GPU.
"""
import json
import pathlib
import re
from importlib.metadata import version

import numpy as np
from nvidia.dali import fn, pipeline_def, types

HERE = pathlib.Path(__file__).resolve().parent

# DALI's dtypes by penstock's names.
DTYPES = {types.UINT8: "uint8", types.UINT16: "uint16", types.UINT32: "uint32", types.UINT64: "uint64",
          types.INT8: "int8", types.INT16: "int16", types.INT32: "int32", types.INT64: "int64",
          types.FLOAT16: "float16", types.FLOAT: "float32", types.FLOAT64: "float64", types.BOOL: "bool"}
IMAGE_TYPES = {types.RGB: "rgb", types.BGR: "bgr", types.GRAY: "gray", types.YCbCr: "ycbcr", types.ANY_DATA: "any"}
INTERPS = {types.INTERP_NN: "nn", types.INTERP_LINEAR: "linear", types.INTERP_CUBIC: "cubic",
           types.INTERP_LANCZOS3: "lanczos3", types.INTERP_TRIANGULAR: "triangular", types.INTERP_GAUSSIAN: "gaussian"}


def image(height, width, channels=3, seed=1, dtype=np.uint8):
    """A smooth picture with some noise and the full range of 8 bits, HWC."""
    y, x, c = np.meshgrid(np.arange(height), np.arange(width), np.arange(channels), indexing="ij")
    waves = np.sin(x / (3.1 + c)) + np.cos(y / (4.3 + 0.7 * c) + seed) + np.sin((x + y) / 11.0)
    noise = np.random.default_rng(seed).uniform(-30, 30, waves.shape)
    return np.clip(128 + 45 * waves + noise, 0, 255).astype(dtype)


def camel(name):
    """An argument's name in penstock: fill_value > fillValue."""
    return re.sub(r"_([a-z0-9])", lambda m: m.group(1).upper(), name)


def constant(value):
    """A constant argument as penstock writes it: DALI's enums become strings."""
    for names in (DTYPES, IMAGE_TYPES, INTERPS):
        for key, text in names.items():
            if type(value) is type(key) and value == key:
                return text
    if isinstance(value, (list, tuple)):
        return [constant(v) for v in value]
    return value.item() if isinstance(value, np.generic) else value


def run(operator, inputs, arg_inputs=None, **args):
    """Runs one operator on one sample; inputs are (array, layout or None). Returns (array, layout) per output."""

    def source(array, layout=None):
        return fn.external_source(source=lambda: [np.array(array, order="C")], layout=layout)

    @pipeline_def(batch_size=1, num_threads=1, device_id=None, prefetch_queue_depth=1, seed=1)
    def pipe():
        nodes = [source(a, layout) for a, layout in inputs]
        extra = {k: source(np.asarray(v)) for k, v in (arg_inputs or {}).items()}
        outputs = operator(*nodes, **extra, **args)
        return tuple(outputs) if isinstance(outputs, (tuple, list)) else (outputs,)

    p = pipe()
    p.build()
    return [(np.array(o.at(0)), o.layout() or "") for o in p.run()]


class GoldenWriter:
    """Collects cases; save() writes both files. Equal arrays are stored once."""

    def __init__(self, symbol, op):
        self.symbol = symbol
        self.op = op
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

    def case(self, name, operator, inputs, max_diff=0, arg_inputs=None, op=None, **args):
        """Runs fn.<operator> of DALI. inputs: (array, layout or None); arg_inputs: per-sample arguments; args:
        constants, both by DALI's names; max_diff: what a value may differ by; op: penstock's operator, where it is not
        the file's."""
        self.add(name, {camel(k): constant(v) for k, v in args.items()}, inputs,
                 run(operator, inputs, arg_inputs, **args), max_diff,
                 {camel(k): v for k, v in (arg_inputs or {}).items()}, op)

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
        made = json.dumps({"nvidia-dali": version("nvidia-dali-cuda130"), "numpy": np.__version__})
        lines = ",\n".join("    " + json.dumps(c, ensure_ascii=False) for c in self.cases)
        text = f'{{\n  "op": {json.dumps(self.op)},\n  "madeWith": {made},\n  "cases": [\n{lines}\n  ]\n}}\n'
        (HERE / f"{self.symbol}.json").write_text(text)
        (HERE / f"{self.symbol}.bin").write_bytes(bytes(self.blob))
        print(f"{self.symbol}: {len(self.cases)} cases, {len(self.blob)} bytes")
