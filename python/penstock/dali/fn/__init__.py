"""The operators as functions, by DALI's names: ``fn.readers.file(file_root=...)``, ``fn.resize(images, size=...)``."""

from __future__ import annotations

import sys
from typing import Any, Callable

from .._aliases import ALIASES, warn_of_alias
from .._docs import docstring, signature
from .._operator import call
from .._schemas import BY_HAND, Schema, schemas
from .._tree import put
from ..dlpack_function import dl_tensor_python_function
from ..external_source import external_source
from ..mixture import mixture
from ..python_function import python_function
from ..video_input import video
from . import _conditional as _conditional


def _function(name: str, schema: Schema) -> Callable[..., Any]:
    last = name.rsplit(".", 1)[-1]

    def function(*inputs: Any, **kwargs: Any) -> Any:
        if name in ALIASES:
            warn_of_alias(name)
        return call(schema, f"fn.{name}", inputs, kwargs)

    function.__name__ = function.__qualname__ = last
    function.__doc__ = docstring(schema)
    function.__signature__ = signature(schema)  # type: ignore[attr-defined]
    function._schema = schema  # type: ignore[attr-defined]
    return function


for _name, _schema in schemas().items():
    if not _schema.get("internal") and _schema.get("kind") not in ("js",) and _name not in BY_HAND:
        put(__name__, _name, _function(_name, _schema))

put(__name__, "readers.mixture", mixture)
put(__name__, "experimental.inputs.video", video)

for _alias, _name in ALIASES.items():
    put(__name__, _alias, _function(_alias, schemas()[_name]))


def __getattr__(name: str) -> Any:
    raise AttributeError(f"penstock has no operator fn.{name}")


__all__ = [_name for _name in vars(sys.modules[__name__]) if not _name.startswith("_")]
