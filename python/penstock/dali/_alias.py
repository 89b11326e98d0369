"""Makes `import nvidia.dali`, and what lies below it, give the modules of penstock.dali.

A program that imports `nvidia.dali` runs unchanged after `install()`. Each module exists once, under both names.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Optional, Sequence

THEIRS = "nvidia.dali"
OURS = "penstock.dali"


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(
        self, name: str, path: Optional[Sequence[str]] = None, target: Optional[ModuleType] = None
    ) -> Optional[ModuleSpec]:
        if name != THEIRS and not name.startswith(THEIRS + "."):
            return None
        ours = OURS + name[len(THEIRS) :]
        if ours not in sys.modules and importlib.util.find_spec(ours) is None:
            return None
        return ModuleSpec(name, self)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(OURS + spec.name[len(THEIRS) :])
        # The import system gives the module this spec: exec_module() puts the module's own back.
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__ = module.__spec__.loader_state


def installed() -> bool:
    """Whether ``install()`` was called in this process."""
    return any(isinstance(finder, _Finder) for finder in sys.meta_path)


def install() -> None:
    """Gives penstock.dali's modules to whoever imports `nvidia.dali`, in this process and from now on."""
    if installed():
        return
    if THEIRS in sys.modules:
        raise RuntimeError(
            f"{THEIRS} is imported already, so its name cannot stand for {OURS}: call install() before the first import"
        )
    sys.meta_path.insert(0, _Finder())
    if importlib.util.find_spec("nvidia") is None:
        parent = ModuleType("nvidia")
        parent.__path__ = []
        sys.modules["nvidia"] = parent
