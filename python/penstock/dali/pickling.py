"""How callbacks of parallel external sources go to worker processes that do not share this one's memory."""

from __future__ import annotations

import importlib
import io
import marshal
import pickle
import types
from typing import Any, Callable, Dict, Iterator, Mapping, Optional, Tuple

_BY_VALUE = "_penstock_pickle_by_value"


def pickle_by_value(fun: Any) -> Any:
    """Marks a global function, so that its code goes to worker processes, and not its name."""
    if not isinstance(fun, types.FunctionType):
        raise TypeError("Only functions can be explicitely set to be pickled by value")
    setattr(fun, _BY_VALUE, True)
    return fun


class _Pickler(pickle.Pickler):
    """Takes functions that have no global name, and marked ones, by their code; modules by their names."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, types.ModuleType):
            return importlib.import_module, (obj.__name__,)
        if isinstance(obj, types.FunctionType) and (hasattr(obj, _BY_VALUE) or "<" in obj.__qualname__):
            return _by_value(obj)
        return NotImplemented


def _by_value(function: types.FunctionType) -> Tuple[Any, ...]:
    code = function.__code__
    used = {name: function.__globals__[name] for name in _names(code) if name in function.__globals__}
    state = {
        "globals": used,
        # A cell may still be empty.
        "cells": [[cell.cell_contents] if _is_filled(cell) else [] for cell in function.__closure__ or ()],
        "defaults": function.__defaults__,
        "kwdefaults": function.__kwdefaults__,
        "dict": function.__dict__,
    }
    made = (marshal.dumps(code), function.__name__, function.__qualname__, function.__module__, len(code.co_freevars))
    # The state comes when the function is known, so that functions may refer to each other.
    return _function, made, state, None, None, _fill


def _names(code: types.CodeType) -> Iterator[str]:
    """Names that the code, and code nested in it, may look up among globals."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _is_filled(cell: Any) -> bool:
    try:
        cell.cell_contents
    except ValueError:
        return False
    return True


def _function(code: bytes, name: str, qualname: str, module: str, cells: int) -> types.FunctionType:
    scope = {"__builtins__": __builtins__, "__name__": module}
    made = types.FunctionType(marshal.loads(code), scope, name, None, tuple(types.CellType() for _ in range(cells)))
    made.__qualname__ = qualname
    made.__module__ = module
    return made


def _fill(function: types.FunctionType, state: Mapping[str, Any]) -> None:
    function.__globals__.update(state["globals"])
    for cell, content in zip(function.__closure__ or (), state["cells"]):
        if content:
            cell.cell_contents = content[0]
    function.__defaults__ = state["defaults"]
    function.__kwdefaults__ = state["kwdefaults"]
    function.__dict__.update(state["dict"])


class _DaliPickle:
    @staticmethod
    def dumps(obj: Any, protocol: Optional[int] = None, **_: Any) -> bytes:
        file = io.BytesIO()
        _Pickler(file, protocol).dump(obj)
        return file.getvalue()

    @staticmethod
    def loads(data: bytes, **kwargs: Any) -> Any:
        return pickle.loads(data, **kwargs)


class CallbackPickler:
    """``py_callback_pickler`` of a pipeline: a module or an object with ``dumps`` and ``loads``, or a tuple of one, and keyword arguments
    for both of them. None: functions without a global name go by their code."""

    def __init__(self, given: Any) -> None:
        parts = list(given) if isinstance(given, (tuple, list)) else [given]
        module, dumps, loads = (parts + [None, None])[:3]
        module = _DaliPickle if module is None else module
        if not hasattr(module, "dumps") or not hasattr(module, "loads"):
            raise ValueError(f"Expected a module with dumps and loads for py_callback_pickler but received {given!r}")
        self._dumps: Callable[..., bytes] = module.dumps
        self._dumps_arguments: Dict[str, Any] = dumps or {}
        self.loads: Callable[..., Any] = module.loads
        self.loads_arguments: Dict[str, Any] = loads or {}

    def dumps(self, value: Any) -> bytes:
        return self._dumps(value, **self._dumps_arguments)


__all__ = ["pickle_by_value"]
