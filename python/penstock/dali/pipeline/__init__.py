"""Pipeline and ``pipeline_def``."""

from .._definition import do_not_convert, pipeline_def
from .._pipeline import Pipeline
from ..data_node import DataNode
from . import experimental

__all__ = ["DataNode", "Pipeline", "do_not_convert", "experimental", "pipeline_def"]
