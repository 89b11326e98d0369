"""DALI's Python API on penstock: change ``import nvidia.dali`` to ``import penstock.dali``, or run a program as it is with
``python -m penstock.dali PROGRAM``."""

from __future__ import annotations

from . import types
from . import math
from ._indexing import newaxis
from .data_node import DataNode
from .pipeline import Pipeline
from . import fn
from . import ops
from . import pipeline
from . import tensors
from ._definition import do_not_convert, pipeline_def
from ._errors import OperatorError
from ._tree import module_of

# DALI has the decorator in this module too.
pipeline.pipeline_def = pipeline_def  # type: ignore[attr-defined]
pipeline.do_not_convert = do_not_convert  # type: ignore[attr-defined]
pipeline.DataNode = DataNode  # type: ignore[attr-defined]
module_of(pipeline.__name__, ["experimental"]).pipeline_def = pipeline_def  # type: ignore[attr-defined]

__version__ = "2.4.0"

__all__ = ["DataNode", "OperatorError", "Pipeline", "do_not_convert", "fn", "math", "newaxis", "ops", "pipeline", "pipeline_def", "tensors", "types"]
