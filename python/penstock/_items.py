"""The item of a loader for each batch: a tuple or a dict of its outputs, with facts about the samples."""

from __future__ import annotations

import weakref
from typing import Any, Dict, Optional, Tuple, Union

from . import _html
from ._batch import Array, Batch


class BatchInfo:
    """Facts about the samples of a batch. It keeps the batch's memory, as the arrays do."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch

    @property
    def count(self) -> int:
        """Number of samples."""
        return self._batch.count

    @property
    def epoch(self) -> int:
        """The epoch of the first sample, counted from 0."""
        return self._batch.epoch

    @property
    def valid(self) -> Array:
        """Which samples are good, as an array of bool: False for placeholders of bad ones."""
        return self._batch.valid()

    @property
    def padded(self) -> Array:
        """Which samples are padding, as an array of bool: True for those that a reader's ``padLastBatch`` repeats at the end."""
        return self._batch.padded()

    def source(self, sample: int) -> Dict[str, Any]:
        """Where a sample came from: ``{"source": path or name, "index": in the data set, "epoch": ...}``."""
        return self._batch.source(sample)

    def record_stream(self, stream: int) -> None:
        """Says that work on a stream (a cudaStream_t as a number, ``torch.cuda.Stream.cuda_stream``) uses the batch: its GPU
        memory is used again only after the work that is queued there when the last array is gone. Not needed for the stream that
        was current when a tensor was made. Without outputs in GPU memory it does nothing."""
        gpu = self._batch.gpu
        if gpu is not None:
            gpu.record_stream(stream)

    def layouts(self) -> Tuple[str, ...]:
        """Names of a sample's axes for each output, such as ``"CHW"``."""
        return tuple(output.layout for output in self._batch.outputs())


class OutputTuple(Tuple[Any, ...]):
    """The outputs of a pipeline that returns a list, in order; ``info`` has facts about the samples."""

    _batch: Batch
    _connection: weakref.ref[Any]

    @property
    def info(self) -> BatchInfo:
        """Where samples came from, and which are good."""
        return BatchInfo(self._batch)

    def __reduce__(self) -> Any:
        # The facts stay with the process that has the batch: another one, and a copy, get the outputs alone.
        return tuple, (list(self),)

    def _repr_html_(self) -> str:
        """The batch as a notebook shows it: pictures with their labels, boxes and masks, and what the outputs are."""
        return _html.of(self._batch, self._connection(), {f"[{i}]": value for i, value in enumerate(self)})


class NamedBatch(Dict[str, Any]):
    """The outputs of a pipeline that returns an object, by name; ``info`` has facts about the samples."""

    _batch: Batch
    _connection: weakref.ref[Any]

    @property
    def info(self) -> BatchInfo:
        """Where samples came from, and which are good."""
        return BatchInfo(self._batch)

    def __reduce__(self) -> Any:
        return dict, (list(self.items()),)

    def _repr_html_(self) -> str:
        """The batch as a notebook shows it: pictures with their labels, boxes and masks, and what the outputs are."""
        return _html.of(self._batch, self._connection(), self)


Item = Union[OutputTuple, NamedBatch]


def unpadded(item: Item) -> Optional[Item]:
    """The item without the padding of its last samples; None where it has nothing else."""
    count = item.info.count - int(item.info.padded.sum())
    if count == item.info.count:
        return item
    if count == 0:
        return None
    if isinstance(item, dict):
        cut: Item = NamedBatch((name, value[:count]) for name, value in item.items())
    else:
        cut = OutputTuple(value[:count] for value in item)
    cut._batch, cut._connection = item._batch, item._connection
    return cut
