"""The operators as classes, by DALI's names: ``ops.Resize(size=...)`` makes one, and calling it records it."""

from __future__ import annotations

from typing import Any, Dict, Optional, Type

from .._aliases import ALIASES, alias_title, warn_of_alias
from .._docs import docstring, signature
from .._errors import UnknownArgumentError
from .._operator import COMMON, call
from .._schemas import BY_HAND, Schema, schemas
from .._tree import put
from ..data_node import DataNode as _DataNode
from ..dlpack_function import DLTensorPythonFunction, _dlpack_from_array, _dlpack_to_array
from ..external_source import ExternalSource
from ..python_function import PythonFunction
from ._compose import Compose


class Operator:
    """The base of all classes of operators.

    Args:
        device: ``"cpu"``, ``"mixed"`` or ``"gpu"``. Default: ``"cpu"``.
        kwargs: constant arguments of the operator.
    """

    _schema: Schema
    _title: str

    def __init__(self, *, device: str = "cpu", **kwargs: Any) -> None:
        for name in kwargs:
            if name not in self._schema["args"] and name not in COMMON and not name.startswith("_"):
                raise UnknownArgumentError(f"Operator {self._title} got an unexpected keyword argument '{name}'")
        self._device = device
        self._kwargs = kwargs

    @property
    def device(self) -> str:
        return self._device

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        given: Dict[str, Any] = {name: value for name, value in kwargs.items() if value is not None}
        for name in given:
            if self._kwargs.get(name) is not None:
                raise ValueError(f"The argument `{name}` was already specified in __init__.")
        return call(self._schema, self._title, inputs, {"device": self._device, **self._kwargs, **given})


class _Alias(Operator):
    """The base of classes under names that DALI calls deprecated."""

    _alias: str

    def __init__(self, **kwargs: Any) -> None:
        warn_of_alias(self._alias)
        super().__init__(**kwargs)


def _class(title: str, schema: Schema, alias: Optional[str] = None) -> Type[Operator]:
    last = title.rsplit(".", 1)[-1]
    names = {"_schema": schema, "_title": f"ops.{title}", "__doc__": docstring(schema), "_alias": alias}
    made = type(last, (Operator if alias is None else _Alias,), names)
    made.__signature__ = signature(schema, inputs=False)  # type: ignore[attr-defined]
    return made


for _name, _schema in schemas().items():
    if not _schema.get("internal") and _schema.get("kind") != "js" and _name not in BY_HAND:
        put(__name__, _schema["title"], _class(_schema["title"], _schema))

for _alias, _name in ALIASES.items():
    _title = alias_title(_alias)
    put(__name__, _title, _class(_title, schemas()[_name], _alias))


def __getattr__(name: str) -> Any:
    raise AttributeError(f"penstock has no operator ops.{name}")


__all__ = [
    "Compose",
    "DLTensorPythonFunction",
    "ExternalSource",
    "Operator",
    "PythonFunction",
    "_DataNode",
    "_dlpack_from_array",
    "_dlpack_to_array",
]
