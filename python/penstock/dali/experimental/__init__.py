"""What DALI calls experimental: imperative mode."""

from __future__ import annotations

from . import dynamic

__all__ = ["dynamic"]
