"""Feeds Python from penstock pipelines: a pipeline runs in a Node.js process of its own, and its batches are numpy arrays
over shared memory, without a copy."""

from ._gpu import GpuArray
from ._errors import PenstockError, PipelineError, ServerDied
from ._items import BatchInfo, NamedBatch, OutputTuple
from ._loader import Loader, LoaderIterator

__all__ = [
    "BatchInfo",
    "GpuArray",
    "Loader",
    "LoaderIterator",
    "NamedBatch",
    "OutputTuple",
    "PenstockError",
    "PipelineError",
    "ServerDied",
]
__version__ = "0.1.0"
