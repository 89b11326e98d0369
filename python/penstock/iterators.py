"""DALI's iterators over numpy arrays: generic, classification and ragged. The pipelines run on without an end, and their servers
count the epochs; ``penstock.torch`` and ``penstock.jax`` have those of their frameworks. MXNet is archived: these stand for its
plugin.

An iterator owns its loaders: it starts them, and ``close()`` ends them."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple, Union

import numpy as np

from ._errors import PipelineError, invalid
from ._generic_iterator import GenericIterator, Outputs
from ._gpu import GpuArray
from ._iterator_arguments import LastBatchPolicy, names_of
from ._loader import Loader

__all__ = ["ClassificationIterator", "GenericIterator", "LastBatchPolicy", "Outputs", "RaggedIterator"]


class ClassificationIterator(GenericIterator):
    """Two outputs, ``data`` and ``label``; else as ``GenericIterator``."""

    def __init__(self, pipelines: Union[Loader, Sequence[Loader]], size: int = -1, **options: Any) -> None:
        super().__init__(pipelines, ["data", "label"], size, **options)


class RaggedIterator(GenericIterator):
    """Outputs whose samples may have different shapes; else as ``GenericIterator``.

    Args:
        output_types: for each output DENSE_TAG (one array), SPARSE_LIST_TAG (a list with an array for each sample) or
            SPARSE_COO_TAG (``(indices, values, shape)``: the places of all elements in a tensor that every sample fits in,
            as int64 of the shape (dimensions, elements), and the elements). None: all are dense.
    """

    DENSE_TAG = "dense"
    SPARSE_LIST_TAG = "sparse_list"
    SPARSE_COO_TAG = "sparse_coo"

    def __init__(
        self,
        pipelines: Union[Loader, Sequence[Loader]],
        output_map: Sequence[str],
        size: int = -1,
        reader_name: Optional[str] = None,
        output_types: Optional[Sequence[str]] = None,
        **options: Any,
    ) -> None:
        names = names_of(output_map)
        types = [self.DENSE_TAG] * len(names) if output_types is None else list(output_types)
        known = (self.DENSE_TAG, self.SPARSE_LIST_TAG, self.SPARSE_COO_TAG)
        if len(types) != len(names) or any(kind not in known for kind in types):
            raise invalid(f"Expected one of {known} for each of {len(names)} outputs but received {types}")
        self._types = dict(zip(names, types))
        super().__init__(pipelines, names, size, reader_name, **options)

    def _convert(self, name: str, value: Any) -> Any:
        kind = self._types[name]
        if kind == self.DENSE_TAG:
            return super()._convert(name, value)
        first = value[0] if isinstance(value, list) and value else value
        if isinstance(first, GpuArray) or getattr(first, "is_cuda", False):
            raise PipelineError(
                "UNSUPPORTED", f"Expected output {name} in host memory for {kind} but it is on a GPU", hint="End it with cpu()"
            )
        samples = list(value)
        if kind == self.SPARSE_LIST_TAG:
            return [self._tensor(sample) for sample in samples]
        return self._sparse(*coordinates(samples))

    def _sparse(self, indices: Any, values: Any, shape: Tuple[int, ...]) -> Any:
        return indices, values, shape


def coordinates(samples: Sequence[Any]) -> Tuple[Any, Any, Tuple[int, ...]]:
    """Indices, values and shape of a sparse tensor that holds ``samples``, the number of the sample in front. It copies."""
    if not samples:
        return np.empty((1, 0), np.int64), np.empty(0), (0,)
    columns = []
    for number, sample in enumerate(samples):
        places = np.indices(sample.shape, dtype=np.int64).reshape(sample.ndim, sample.size)
        columns.append(np.concatenate([np.full((1, sample.size), number, np.int64), places]))
    largest = tuple(max(sample.shape[axis] for sample in samples) for axis in range(samples[0].ndim))
    values = np.concatenate([sample.reshape(-1) for sample in samples])
    return np.concatenate(columns, axis=1), values, (len(samples), *largest)
