"""``ops.Compose``: operators one after the other, as one."""

from __future__ import annotations

from typing import Any, List, Sequence

from ..data_node import DataNode


class Compose:
    """A chain of operators, which is called as one: the outputs of each are the inputs of the next. Values go to the GPU in front
    of the first operator that runs there.

    Args:
        op_list: operators of ``ops``, functions, or chains.
    """

    def __init__(self, op_list: Sequence[Any]) -> None:
        self._ops: List[Any] = []
        for op in op_list:
            self._ops += op._ops if isinstance(op, Compose) else [op]

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        values = list(inputs)
        for op in self._ops:
            if getattr(op, "device", "cpu") == "gpu":
                values = [value.gpu() if isinstance(value, DataNode) else value for value in values]
            result = op(*values, **kwargs)
            kwargs = {}
            values = list(result) if isinstance(result, (list, tuple)) else [result]
        return values[0] if len(values) == 1 else values
