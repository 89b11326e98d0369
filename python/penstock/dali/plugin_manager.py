"""Plugins of DALI, which are libraries of its own binary interface."""

from __future__ import annotations

from typing import Any


def load_library(library_path: str, global_symbols: bool = False) -> None:
    """Raises RuntimeError: penstock has operators of its own, and cannot load those of DALI's plugins."""
    raise RuntimeError(f"Expected no plugins of DALI, whose operators penstock cannot load, but received {library_path!r}")


def load_directory(plugin_dir_path: str, global_symbols: bool = False, **_: Any) -> None:
    """Raises RuntimeError, as ``load_library()`` does."""
    load_library(plugin_dir_path)
