"""Marks of functions that conversion has made, and of those that it leaves as they are."""

from __future__ import annotations

from typing import Any

_ARTIFACT = "autograph_info__"  # what converted code sets on the functions that it makes
DO_NOT_CONVERT = "_penstock_do_not_convert"


def is_autograph_artifact(entity: Any) -> bool:
    """Whether a function was made by converted code."""
    return hasattr(entity, _ARTIFACT)
