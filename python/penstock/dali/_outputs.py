"""The outputs of a pipeline: what a definition may return, and the batches that come."""

from __future__ import annotations

from typing import Any, List, Mapping, Sequence, Tuple

from .data_node import DataNode
from ._cpu_tensors import TensorListCPU
from .types import Constant, ScalarConstant


def output_nodes(given: Sequence[Any]) -> List[DataNode]:
    """What a definition returned, as nodes: numbers and arrays are constants. Raises TypeError for anything else."""
    return [_output(value, number) for number, value in enumerate(given)]


def _output(value: Any, number: int) -> DataNode:
    if isinstance(value, DataNode):
        return value
    if _holds_node(value):
        raise TypeError(
            f"Illegal pipeline output type. The output {number} contains a nested `DataNode`. Missing list/tuple expansion (*) is the likely cause."
        )
    from ._constants import constant_node

    try:
        if isinstance(value, ScalarConstant):
            return constant_node(value)
        node: DataNode = Constant(value, device="cpu")
        return node
    except TypeError:
        raise TypeError(
            f"Illegal output type. The output {number} is a `{type(value)}`. Allowed types are ``DataNode`` and types convertible to "
            "`types.Constant` (numerical constants, 1D lists/tuple of numbers and ND arrays)."
        ) from None


def _holds_node(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and any(isinstance(one, DataNode) or _holds_node(one) for one in value)


def outputs_of(batch: Any, nodes: Sequence[DataNode]) -> Tuple[Any, ...]:
    """The outputs of a batch that ``nodes`` stand for as TensorLists; those behind are there to keep operators."""
    sources = Sources(batch)
    return tuple(tensor_list(output, sources, getattr(node, "enum", None)) for output, node in zip(batch.outputs, nodes))


class Sources:
    """The sources of a batch's samples, read when somebody asks. Keeps the batch."""

    def __init__(self, batch: Any) -> None:
        self._batch = batch

    def __len__(self) -> int:
        return int(self._batch.count)

    def __getitem__(self, index: int) -> str:
        return str(self._batch.source(index)["source"])


def tensor_list(output: Any, sources: Any, enum: Any) -> Any:
    """An output of a batch as a TensorList."""
    if output.on_gpu:
        from ._gpu_tensors import TensorListGPU

        return TensorListGPU._of(output, sources)
    dense = output.array() if output.dense else None
    made = TensorListCPU._of(None if output.dense else output.samples(), dense, output.dtype, output.layout, sources)
    made._enum = enum
    return made


def check_outputs(outputs: Sequence[Any], given: Mapping[str, Any]) -> None:
    """Compares batches with ``output_dtype``, ``output_ndim`` and ``output_layout``. Raises RuntimeError where they differ."""

    def each(name: str) -> List[Any]:
        value = given[name]
        wanted = list(value) if isinstance(value, (list, tuple)) else [value] * len(outputs)
        if len(wanted) != len(outputs):
            raise RuntimeError(f"Expected one {name} for each of {len(outputs)} outputs but received {len(wanted)}")
        return wanted

    rows = zip(outputs, each("output_dtype"), each("output_ndim"), each("output_layout"))
    for number, (output, dtype, ndim, layout) in enumerate(rows):
        if dtype is not None and output.dtype != dtype:
            raise RuntimeError(f"Data type of output {number} is {output.dtype}, but `output_dtype` says {dtype}")
        if ndim is not None and len(output) and len(output.shape()[0]) != ndim:
            raise RuntimeError(f"Output {number} has {len(output.shape()[0])} dimensions, but `output_ndim` says {ndim}")
        if layout and output.layout() != layout:
            raise RuntimeError(f"Layout of output {number} is '{output.layout()}', but `output_layout` says '{layout}'")
