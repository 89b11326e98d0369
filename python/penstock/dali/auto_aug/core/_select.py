"""select(): one of several augmentations for each sample."""

from __future__ import annotations

from typing import Any, Sequence, Union, cast

from ..._conditionals import merged_values
from ..._graph import Graph
from ...data_node import DataNode
from ._augmentation import Augmentation


def select(ops: Sequence[Augmentation], selected_op_idx: Union[int, DataNode], *op_args: Any, **op_kwargs: Any) -> Any:
    """For each sample the result of the augmentation that `selected_op_idx` numbers; the others do not run for it.

    Args:
        ops: The augmentations.
        selected_op_idx: DataNode with an integer per sample, from 0 to len(ops) - 1.
        op_args: Positional arguments of the augmentations.
        op_kwargs: Named arguments of the augmentations.
    """
    if len(ops) == 1 or not isinstance(selected_op_idx, DataNode):
        return ops[0 if len(ops) == 1 else cast(int, selected_op_idx)](*op_args, **op_kwargs)
    results = []
    for number, op in enumerate(ops):
        with Graph.current().within(selected_op_idx, number):
            results.append(op(*op_args, **op_kwargs))
    return merged_values(selected_op_idx, results, "the augmented samples")
