"""What programs take from DALI's module of this name."""

from __future__ import annotations

from typing import List

from . import types
from ._schemas import Schema, schemas
from .tensors import TensorCPU, TensorGPU, TensorListCPU, TensorListGPU


class OpSchema:
    """What is known of an operator."""

    def __init__(self, name: str, schema: Schema) -> None:
        self.name = name
        self._schema = schema

    def Name(self) -> str:
        return self.name

    def Dox(self) -> str:
        return str(self._schema["doc"])

    def GetArgumentNames(self) -> List[str]:
        return list(self._schema["args"])

    def HasArgument(self, name: str) -> bool:
        return name in self._schema["args"]


def GetSchema(name: str) -> OpSchema:
    """The schema of an operator by the name of its class in ``ops``. Raises RuntimeError where there is none."""
    own = name.replace("__", ".")
    for schema in schemas().values():
        if schema["op"].lower() == own.lower():
            return OpSchema(name, schema)
    raise RuntimeError(f'Schema for operator "{name}" not registered')


__all__ = ["GetSchema", "OpSchema", "TensorCPU", "TensorGPU", "TensorListCPU", "TensorListGPU", "types"]
