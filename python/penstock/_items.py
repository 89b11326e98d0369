"""What a loader gives for each batch: a tuple or a dict of its outputs, with facts about the samples."""

from __future__ import annotations

from typing import Any, Dict, Tuple, Union

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

    def source(self, sample: int) -> Dict[str, Any]:
        """Where a sample came from: ``{"source": path or name, "index": in the data set, "epoch": ...}``."""
        return self._batch.source(sample)

    def record_stream(self, stream: int) -> None:
        """Says that work on a stream (a cudaStream_t as a number, ``torch.cuda.Stream.cuda_stream``) uses the batch: its GPU
        memory is used again only behind what is queued there when the last array is gone. Not needed for the stream that
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

    @property
    def info(self) -> BatchInfo:
        """Where samples came from, and which are good."""
        return BatchInfo(self._batch)


class NamedBatch(Dict[str, Any]):
    """The outputs of a pipeline that returns an object, by name; ``info`` has facts about the samples."""

    _batch: Batch

    @property
    def info(self) -> BatchInfo:
        """Where samples came from, and which are good."""
        return BatchInfo(self._batch)


Item = Union[OutputTuple, NamedBatch]
