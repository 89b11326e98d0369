"""``fn.python_function``: a function of Python in the graph, on host memory."""

from __future__ import annotations

from typing import Any, Callable, Iterable, List, Optional, Sequence

import numpy as np

from ._errors import ArgumentError
from ._foreign import host_copy, lies_on_gpu
from ._graph import Graph, Node, record
from ._operator import input_node
from .data_node import DataNode

Samples = List[List[np.ndarray]]  # for each input or output its samples


class Called:
    """A function as the host calls it: with all samples of a batch.

    Attributes:
        function: the user's.
        inputs: how many it has.
        outputs: how many it has; 0: its results are dropped.
        whole: it is called once with lists of samples, and not once for each sample.
    """

    def __init__(self, function: Callable[..., Any], inputs: int, outputs: int, whole: bool) -> None:
        self.function = function
        self.inputs = inputs
        self.outputs = outputs
        self.whole = whole

    def __call__(self, inputs: Samples) -> Iterable[Sequence[np.ndarray]]:
        count = len(inputs[0])
        inputs = inputs[: self.inputs]
        if self.whole:
            return zip(*self._whole(inputs, count))
        return (self._sample([column[i] for column in inputs]) for i in range(count))

    def _sample(self, arrays: List[np.ndarray]) -> List[np.ndarray]:
        result = self.function(*arrays)
        if self.outputs == 0:
            # One output that nobody sees keeps the call in the graph.
            return [np.zeros((), np.uint8)]
        given = result if isinstance(result, (tuple, list)) else (result,)
        self._check(given)
        return [as_array(one) for one in given]

    def _whole(self, inputs: Samples, count: int) -> Samples:
        result = self.function(*inputs)
        if self.outputs == 0:
            return [[np.zeros((), np.uint8)] * count]
        given = result if isinstance(result, tuple) else (result,)
        if self.outputs > 1 and isinstance(result, list) and len(result) == self.outputs:
            given = tuple(result)
        self._check(given)
        made = [[as_array(one) for one in column] for column in given]
        for column in made:
            if len(column) != count:
                raise RuntimeError(f"Expected {count} samples for each output of the function but received {len(column)}")
        return made

    def _check(self, given: Sequence[Any]) -> None:
        if len(given) != self.outputs:
            raise RuntimeError(f"Expected {self.outputs} outputs of the function, by num_outputs, but received {len(given)}")


def as_array(value: Any) -> np.ndarray:
    """What a function may return for a sample, as an array. Raises TypeError for anything else."""
    if isinstance(value, np.ndarray):
        return value
    if lies_on_gpu(value):
        value = host_copy(value)
    elif hasattr(value, "detach"):
        value = value.detach().numpy()
    array = np.asarray(value)
    if array.dtype.kind not in "iufb":
        raise TypeError(f"Expected an array of numbers from the function but received {type(value)}")
    return array


def python_function(
    *inputs: Any,
    function: Callable[..., Any],
    num_outputs: int = 1,
    batch_processing: bool = False,
    output_layouts: Any = None,
    device: str = "cpu",
    name: Optional[str] = None,
    preserve: bool = False,
    bytes_per_sample_hint: Any = None,
    seed: Optional[int] = None,
) -> Any:
    """Runs a function of Python on every sample, in a thread of this process.

    Args:
        inputs: DataNodes in host memory; each is an argument of the function, as a numpy array.
        function: gets an array for each input, and returns an array, or a tuple of ``num_outputs`` of them. With ``batch_processing``: lists
            of arrays for all samples, and the same back.
        num_outputs: how many outputs it has. With 0 it is called for its effect alone.
        output_layouts: names of axes of the outputs: a text, or a list of them.

    Raises:
        RuntimeError: when the pipeline runs, for what the function raises.
    """
    if device != "cpu":
        raise NotImplementedError("python_function runs on host memory here: call .cpu() on its inputs, and .gpu() on what it gives")
    if not callable(function):
        raise TypeError(f"Expected a function but received {function!r}")
    nodes = [input_node(value, "fn.python_function", number) for number, value in enumerate(inputs)]
    layouts = [output_layouts] * num_outputs if isinstance(output_layouts, str) else list(output_layouts or [])
    if len(layouts) > num_outputs:
        raise ArgumentError(
            "INVALID_ARGUMENT", f"Expected at most one of output_layouts for each of {num_outputs} outputs but received {len(layouts)}"
        )
    outputs = [{"layout": layouts[i]} if i < len(layouts) and layouts[i] else {} for i in range(max(num_outputs, 1))]
    # A function without inputs is called for as many samples as a constant has.
    read = nodes or record("constant", [], {"idata": [0], "shape": []})
    node = Node("pythonFunction", read, {"outputs": outputs}, device="cpu", name=name)
    node.args["id"] = node.id
    node.callback = Called(function, len(nodes), num_outputs, batch_processing)
    graph = Graph.current_or_none()
    if graph is not None:
        if preserve or num_outputs == 0:
            graph.preserved.append(node)
        graph.settle()
    if num_outputs == 0:
        return None
    made: List[DataNode] = node.outputs
    return made[0] if num_outputs == 1 else made


class PythonFunction:
    """The class of ``fn.python_function``."""

    def __init__(self, function: Callable[..., Any], num_outputs: int = 1, **kwargs: Any) -> None:
        self._given = {"function": function, "num_outputs": num_outputs, **kwargs}

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        return python_function(*inputs, **{**self._given, **kwargs})
