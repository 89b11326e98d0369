"""DataNode: a value of the graph."""

from __future__ import annotations

from typing import Any

from . import _recorders
from ._arithmetic import Arithmetic
from .types import own_name


class DataNode(Arithmetic):
    """One output of an operator call. It stands for a batch that exists only when the pipeline runs.

    Attributes:
        name: of the operator call, with ``[i]`` behind it for outputs after the first.
        device: ``"cpu"`` or ``"gpu"``: where the batch will lie.
        source: the call, a Node of ``_graph.py``.
        output: number of the output.
        enum: the dtype of an output whose elements stand for members of an enum.
    """

    enum: Any = None

    def __init__(self, source: Any, output: int, device: str) -> None:
        self.source = source
        self.output = output
        self.device = device

    @property
    def name(self) -> str:
        return self.source.name if self.output == 0 else f"{self.source.name}[{self.output}]"

    def gpu(self) -> DataNode:
        """The value in GPU memory. In a pipeline without a GPU it stays where it is."""
        return self._on("gpu")

    def cpu(self) -> DataNode:
        """The value in host memory."""
        return self._on("cpu")

    def _on(self, device: str) -> DataNode:
        if self.device == device:
            return self
        node: DataNode = _recorders.record("copy", [self], device=device)[0]
        return node

    def shape(self, *, dtype: Any = None, device: str = "cpu") -> DataNode:
        """The shape of each sample: a 1-D tensor of ``dtype``, which is INT64 by default."""
        args = {} if dtype is None else {"dtype": own_name(dtype)}
        node: DataNode = _recorders.record("shapes", [self.cpu()], args, device="cpu")[0]
        return node

    def property(self, key: str, *, device: str = "cpu") -> DataNode:
        """A property of each sample as bytes: ``"source_info"`` or ``"layout"``."""
        node: DataNode = _recorders.record("getProperty", [self], {"key": key})[0]
        return node

    def source_info(self, *, device: str = "cpu") -> DataNode:
        """Where each sample came from, as bytes."""
        return self.property("source_info", device=device)

    def __getitem__(self, index: Any) -> DataNode:
        node: DataNode = _recorders.indexed(self, index)
        return node

    def __iter__(self) -> Any:
        raise TypeError(f"DataNode {self.name} is not iterable: it has no value while the pipeline is being defined")

    def __len__(self) -> int:
        raise TypeError(f"DataNode {self.name} has no len(): it has no value while the pipeline is being defined")

    def __bool__(self) -> bool:
        raise TypeError(
            '"DataNode" was used in conditional context - it might have been used in truth evaluation for `if` statement, logical '
            "expression or cast to a boolean. To use conditional execution via `if` statements you need to specify "
            "`enable_conditionals=True` in `@nvidia.dali.pipeline_def` decorator."
        )

    def __str__(self) -> str:
        return f'DataNode(name="{self.name}", device="{self.device}")'

    __repr__ = __str__


def _check(value: Any) -> DataNode:
    if not isinstance(value, DataNode):
        raise TypeError(f"Expected outputs of type compatible with \"DataNode\". Received output type \"{type(value).__name__}\".")
    return value
