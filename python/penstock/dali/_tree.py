"""Modules for groups of operators: ``fn.readers``, ``ops.random`` and the like."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, Sequence


def module_of(root: str, parts: Sequence[str]) -> ModuleType:
    """The module below ``root``, which is made, with those between, where there is none yet."""
    found = sys.modules[root]
    for part in parts:
        name = f"{found.__name__}.{part}"
        made = sys.modules.get(name)
        if made is None:
            made = ModuleType(name, f"Operators of ``{name.split('.', 2)[-1]}``.")
            sys.modules[name] = made
            setattr(found, part, made)
        found = made
    return found


def put(root: str, name: str, value: Any) -> None:
    """Puts a function or class at its place below ``root``; ``name`` has dots."""
    *parts, last = name.split(".")
    module = module_of(root, parts)
    if not hasattr(module, last):
        value.__module__ = module.__name__
        setattr(module, last, value)
