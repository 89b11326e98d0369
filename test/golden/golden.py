"""Writes <symbol>.json and <symbol>.bin: inputs and DALI's outputs of one operator, one sample per case.

Every make_<symbol>.py uses it. It needs numpy and NVIDIA DALI (pip install numpy nvidia-dali-cuda130), and no GPU.
"""
import re
from importlib.metadata import version

import numpy as np
from nvidia.dali import fn, pipeline_def, types
from writer import HERE, Writer, image  # noqa: F401, make_*.py take them from here

# DALI's dtypes by penstock's names.
DTYPES = {types.UINT8: "uint8", types.UINT16: "uint16", types.UINT32: "uint32", types.UINT64: "uint64",
          types.INT8: "int8", types.INT16: "int16", types.INT32: "int32", types.INT64: "int64",
          types.FLOAT16: "float16", types.FLOAT: "float32", types.FLOAT64: "float64", types.BOOL: "bool"}
IMAGE_TYPES = {types.RGB: "rgb", types.BGR: "bgr", types.GRAY: "gray", types.YCbCr: "ycbcr", types.ANY_DATA: "any"}
INTERPS = {types.INTERP_NN: "nn", types.INTERP_LINEAR: "linear", types.INTERP_CUBIC: "cubic",
           types.INTERP_LANCZOS3: "lanczos3", types.INTERP_TRIANGULAR: "triangular", types.INTERP_GAUSSIAN: "gaussian"}


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


class GoldenWriter(Writer):
    """A Writer whose cases DALI computes."""

    def __init__(self, symbol, op):
        super().__init__(symbol, op, **{"nvidia-dali": version("nvidia-dali-cuda130")})

    def case(self, name, operator, inputs, max_diff=0, arg_inputs=None, op=None, **args):
        """Runs fn.<operator> of DALI. inputs: (array, layout or None); arg_inputs: per-sample arguments; args:
        constants, both by DALI's names; max_diff: what a value may differ by; op: penstock's operator, where it is not
        the file's."""
        self.add(name, {camel(k): constant(v) for k, v in args.items()}, inputs,
                 run(operator, inputs, arg_inputs, **args), max_diff,
                 {camel(k): v for k, v in (arg_inputs or {}).items()}, op)
