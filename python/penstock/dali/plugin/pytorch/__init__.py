"""DALI's iterators for PyTorch. Tensors lie in the pipeline's memory, which is used again when none refers to it any more."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Union

import torch

from ....iterators import coordinates
from ....torch import as_tensor
from ..._pipeline import Pipeline
from ..base_iterator import LastBatchPolicy, _DaliBaseIterator, _distinct, _expect
from . import fn
from .fn import TorchPythonFunction
from .torch_utils import feed_ndarray, to_torch_tensor, to_torch_type

__all__ = [
    "DALIClassificationIterator",
    "DALIGenericIterator",
    "DALIRaggedIterator",
    "LastBatchPolicy",
    "TorchPythonFunction",
    "feed_ndarray",
    "fn",
    "to_torch_tensor",
    "to_torch_type",
]

Pipelines = Union[Pipeline, Sequence[Pipeline]]
Item = List[Dict[str, Any]]


class DALIGenericIterator(_DaliBaseIterator):
    """Any number of outputs, by the names of ``output_map``. An item is a list with a dict of tensors for each pipeline.

    Args:
        output_map: a name for each output, in order.
        dynamic_shape: without effect: shapes may always differ from batch to batch.
        All others are those of every iterator: ``base_iterator``.
    """

    def __init__(
        self,
        pipelines: Pipelines,
        output_map: Sequence[str],
        size: int = -1,
        reader_name: Optional[str] = None,
        auto_reset: Union[str, bool, None] = False,
        fill_last_batch: Optional[bool] = None,
        dynamic_shape: Optional[bool] = False,
        last_batch_padded: bool = False,
        last_batch_policy: LastBatchPolicy = LastBatchPolicy.FILL,
        prepare_first_batch: bool = True,
    ) -> None:
        self.output_map = _distinct(output_map)
        super().__init__(
            pipelines, size, reader_name, auto_reset, fill_last_batch, last_batch_padded, last_batch_policy, prepare_first_batch
        )

    def _convert(self, place: int, output: Any, count: int) -> Any:
        return _dense(output, count)

    def _item(self, outputs: List[List[Any]]) -> Item:
        return [dict(zip(self.output_map, row)) for row in outputs]


def _dense(output: Any, count: int) -> torch.Tensor:
    tensor = as_tensor(output.as_tensor()._array)
    return tensor if count == len(tensor) else tensor[:count]


class DALIClassificationIterator(DALIGenericIterator):
    """Two outputs, ``data`` and ``label``; else as DALIGenericIterator."""

    def __init__(
        self,
        pipelines: Pipelines,
        size: int = -1,
        reader_name: Optional[str] = None,
        auto_reset: Union[str, bool, None] = False,
        fill_last_batch: Optional[bool] = None,
        dynamic_shape: Optional[bool] = False,
        last_batch_padded: bool = False,
        last_batch_policy: LastBatchPolicy = LastBatchPolicy.FILL,
        prepare_first_batch: bool = True,
    ) -> None:
        super().__init__(
            pipelines,
            ["data", "label"],
            size,
            reader_name,
            auto_reset,
            fill_last_batch,
            dynamic_shape,
            last_batch_padded,
            last_batch_policy,
            prepare_first_batch,
        )


class DALIRaggedIterator(DALIGenericIterator):
    """Outputs whose samples may have different shapes; else as DALIGenericIterator.

    Args:
        output_types: for each output DENSE_TAG (one tensor), SPARSE_LIST_TAG (a list with a tensor for each sample) or SPARSE_COO_TAG (a
            ``torch.sparse_coo_tensor`` that every sample fits in). Default: all are dense.
    """

    DENSE_TAG = "dense"
    SPARSE_LIST_TAG = "sparse_list"
    SPARSE_COO_TAG = "sparse_coo"

    def __init__(
        self,
        pipelines: Pipelines,
        output_map: Sequence[str],
        size: int = -1,
        reader_name: Optional[str] = None,
        output_types: Optional[Sequence[str]] = None,
        auto_reset: Union[str, bool, None] = False,
        fill_last_batch: Optional[bool] = None,
        dynamic_shape: Optional[bool] = False,
        last_batch_padded: bool = False,
        last_batch_policy: LastBatchPolicy = LastBatchPolicy.FILL,
        prepare_first_batch: bool = True,
    ) -> None:
        tags = (self.DENSE_TAG, self.SPARSE_LIST_TAG, self.SPARSE_COO_TAG)
        self._types = [self.DENSE_TAG] * len(output_map) if output_types is None else list(output_types)
        _expect(all(kind in tags for kind in self._types), "Only DENSE_TAG, SPARSE_LIST_TAG and SPARSE_COO_TAG are allowed")
        _expect(len(self._types) == len(output_map), "Expected one of output_types for each name of output_map")
        super().__init__(
            pipelines,
            output_map,
            size,
            reader_name,
            auto_reset,
            fill_last_batch,
            dynamic_shape,
            last_batch_padded,
            last_batch_policy,
            prepare_first_batch,
        )

    def _convert(self, place: int, output: Any, count: int) -> Any:
        kind = self._types[place]
        if kind == self.DENSE_TAG:
            return _dense(output, count)
        samples = [output[i]._array for i in range(count)]
        if kind == self.SPARSE_LIST_TAG:
            return [as_tensor(sample) for sample in samples]
        indices, values, shape = coordinates([one.to_host() if hasattr(one, "to_host") else one for one in samples])
        return torch.sparse_coo_tensor(torch.from_numpy(indices), torch.from_numpy(values), shape)
