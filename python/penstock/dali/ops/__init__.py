"""The operators as classes, by DALI's names: ``ops.Resize(size=...)`` makes one, and calling it records it."""

from __future__ import annotations

from typing import Any, Dict, Type

from .._aliases import ALIASES, alias_title
from .._docs import docstring, signature
from .._errors import UnknownArgumentError
from .._operator import COMMON, call
from .._schemas import Schema, schemas
from .._tree import put
from ..data_node import DataNode as _DataNode
from ..external_source import ExternalSource
from ..python_function import PythonFunction
from ._compose import Compose

# Names whose capital letters do not follow from penstock's.
_TITLES = {
    "readers.coco": "COCO",
    "readers.mxnet": "MXNet",
    "readers.tfrecord": "TFRecord",
    "mfcc": "MFCC",
    "roi_random_crop": "ROIRandomCrop",
    "reductions.rms": "RMS",
}


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


def title_of(name: str, schema: Schema) -> str:
    """The name of an operator's class: ``readers.File`` for ``readers.file``."""
    *parts, last = schema["op"].split(".")
    found = _TITLES.get(name, last[:1].upper() + last[1:])
    return ".".join([*name.split(".")[: len(parts)], found])


def _class(title: str, schema: Schema) -> Type[Operator]:
    last = title.rsplit(".", 1)[-1]
    made = type(last, (Operator,), {"_schema": schema, "_title": f"ops.{title}", "__doc__": docstring(schema)})
    made.__signature__ = signature(schema, inputs=False)  # type: ignore[attr-defined]
    return made


for _name, _schema in schemas().items():
    if not _schema.get("internal") and _schema.get("kind") != "js" and _name != "external_source":
        _title = title_of(_name, _schema)
        put(__name__, _title, _class(_title, _schema))

for _alias, _name in ALIASES.items():
    _title = alias_title(_alias)
    put(__name__, _title, _class(_title, schemas()[_name]))


def __getattr__(name: str) -> Any:
    raise AttributeError(f"penstock has no operator ops.{name}")


__all__ = ["Compose", "ExternalSource", "Operator", "PythonFunction", "_DataNode"]
