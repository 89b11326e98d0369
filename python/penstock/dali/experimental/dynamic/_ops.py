"""The operators as functions on data, and the readers as classes, by DALI's names."""

from __future__ import annotations

from typing import Any, Callable, Type

from ..._aliases import ALIASES
from ..._docs import docstring, signature
from ..._schemas import Schema, schemas
from ..._tree import put
from ._call import call
from ._random import RNG, get_default_rng, rng, set_seed
from ._reader import Reader

ROOT = __name__.rsplit(".", 1)[0]
# Operators of pipelines alone.
_LEFT_OUT = ("constant", "external_source")


def _function(name: str, schema: Schema) -> Callable[..., Any]:
    last = name.rsplit(".", 1)[-1]

    def function(*inputs: Any, **kwargs: Any) -> Any:
        return call(schema, name, inputs, kwargs)

    function.__name__ = function.__qualname__ = last
    function.__doc__ = docstring(schema, dynamic=True)
    function.__signature__ = signature(schema, dynamic=True)  # type: ignore[attr-defined]
    function._schema = schema  # type: ignore[attr-defined]
    return function


def _reader(title: str, schema: Schema) -> Type[Reader]:
    last = title.rsplit(".", 1)[-1]
    made = type(last, (Reader,), {"_schema": schema, "_title": title, "__doc__": docstring(schema, dynamic=True)})
    made.__signature__ = signature(schema, inputs=False, dynamic=True)  # type: ignore[attr-defined]
    return made


def fill() -> None:
    """Puts all operators into their modules."""
    for name, schema in schemas().items():
        if schema.get("reader"):
            put(ROOT, schema["title"], _reader(schema["title"], schema))
        elif not schema.get("internal") and not schema.get("kind") and name not in _LEFT_OUT:
            put(ROOT, name, _function(name, schema))
    for function in (RNG, get_default_rng, rng, set_seed):
        put(ROOT, f"random.{function.__name__}", function)
    for alias, name in ALIASES.items():
        if alias.startswith("experimental."):
            put(ROOT, alias, _function(alias, schemas()[name]))
