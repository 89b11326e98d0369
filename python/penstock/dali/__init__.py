"""DALI's Python API on penstock: change ``import nvidia.dali`` to ``import penstock.dali``, or run a program as it is with
``python -m penstock.dali PROGRAM``."""

from __future__ import annotations

from . import types
from . import math
from ._indexing import newaxis
from .data_node import DataNode
from ._pipeline import Pipeline
from . import fn
from . import ops
from . import pipeline
from . import backend
from . import plugin_manager
from . import tensors
from . import tfrecord
from ._definition import do_not_convert, pipeline_def
from ._errors import OperatorError
from ._options import OperatorConcurrency, StreamPolicy

__version__ = "2.4.0"

__all__ = ["DataNode", "OperatorConcurrency", "OperatorError", "Pipeline", "StreamPolicy", "do_not_convert", "backend", "fn", "math", "newaxis", "ops", "pipeline", "pipeline_def", "plugin_manager", "tensors", "tfrecord", "types"]
