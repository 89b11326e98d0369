"""Writes <symbol>.json and <symbol>.bin: inputs and DALI's outputs of one operator, one sample per case.

Every make_<symbol>.py uses it; it needs numpy and NVIDIA DALI (pip install numpy nvidia-dali-cuda130) and no GPU.
"""
import json
import pathlib
import re

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
DTYPES = {"float16": "float16", "float32": "float32", "float64": "float64", "bool": "bool"}
for bits in (8, 16, 32, 64):
    DTYPES[f"int{bits}"], DTYPES[f"uint{bits}"] = f"int{bits}", f"uint{bits}"


def made_with():
    import nvidia.dali

    return f"nvidia-dali {nvidia.dali.__version__} on CPU, numpy {np.__version__}"


def camel(name):
    """An argument's name in penstock: fill_value > fillValue."""
    return re.sub(r"_([a-z0-9])", lambda m: m.group(1).upper(), name)


def run_dali(define, inputs=(), batch=1, seed=1):
    """Runs `define(*nodes)` once on one sample; returns its outputs as (array, layout) pairs.

    inputs: arrays, or (array, layout) pairs; each becomes an external source.
    """
    from nvidia.dali import fn, pipeline_def

    pairs = [i if isinstance(i, tuple) else (i, None) for i in inputs]

    @pipeline_def(batch_size=batch, num_threads=1, device_id=None, prefetch_queue_depth=1, seed=seed)
    def pipe():
        nodes = [fn.external_source(source=lambda a=a: [a] * batch, layout=layout or None) for a, layout in pairs]
        outputs = define(*nodes)
        return outputs if isinstance(outputs, (tuple, list)) else (outputs,)

    p = pipe()
    p.build()
    return [(np.array(o.at(0)), o.layout() or "") for o in p.run()]


class GoldenWriter:
    """Collects cases; save() writes both files. Equal arrays are stored once."""

    def __init__(self, symbol, op):
        self.symbol = symbol
        self.doc = {"op": op, "madeWith": made_with(), "cases": []}
        self.blob = bytearray()
        self.stored = {}

    def _put(self, value, layout=None):
        array = np.ascontiguousarray(value)
        if np.ndim(value) == 0:
            array = array.reshape(())
        data = array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()
        key = (data, array.dtype.name)
        if key not in self.stored:
            self.blob += b"\0" * (-len(self.blob) % 8)
            self.stored[key] = len(self.blob)
            self.blob += data
        entry = {"dtype": DTYPES[array.dtype.name], "shape": list(array.shape), "at": self.stored[key]}
        if layout is not None:
            entry["layout"] = layout
        return entry

    def add(self, name, args, inputs, outputs, arg_inputs=None, max_diff=0):
        """args: constants by penstock's names; inputs and outputs: arrays or (array, layout) pairs;
        arg_inputs: per-sample arguments by penstock's names; max_diff: what a value may differ by."""
        pair = lambda v: v if isinstance(v, tuple) else (v, "")
        case = {"name": name, "args": args, "argInputs": {}, "inputs": [], "outputs": [], "maxDiff": max_diff}
        for key, value in (arg_inputs or {}).items():
            case["argInputs"][key] = self._put(value)
        case["inputs"] = [self._put(*pair(v)) for v in inputs]
        case["outputs"] = [self._put(*pair(v)) for v in outputs]
        self.doc["cases"].append(case)

    def save(self):
        cases = ",\n".join("    " + json.dumps(c) for c in self.doc["cases"])
        head = json.dumps({"op": self.doc["op"], "madeWith": self.doc["madeWith"]}, indent=2)[:-2]
        (HERE / f"{self.symbol}.json").write_text(f'{head},\n  "cases": [\n{cases}\n  ]\n}}\n')
        (HERE / f"{self.symbol}.bin").write_bytes(bytes(self.blob))
        print(f"{self.symbol}: {len(self.doc['cases'])} cases, {len(self.blob)} bytes")
