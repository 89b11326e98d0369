"""``pipeline_def`` where DALI had it before its arguments came to the other one."""

from .._definition import pipeline_def

__all__ = ["pipeline_def"]
