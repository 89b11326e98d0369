"""Definitions whose `if`, `and`, `or` and `not` may stand on DataNodes. The conversion (`_conversion`) is loaded by the first of
them, because it takes longer to load than the rest of the package."""

from __future__ import annotations

import functools
import inspect
import sys
from typing import Any, Callable, Optional, TypeVar

from ._converted import DO_NOT_CONVERT, is_autograph_artifact

F = TypeVar("F", bound=Callable[..., Any])


def do_not_convert(func: Optional[F] = None) -> Any:
    """Decorator: in definitions with `enable_conditionals` the function, and what it calls, run as they are written.

    The callback of a parallel `fn.external_source` needs it, or the function within which the callback is made.
    """
    if func is None:
        return do_not_convert
    if getattr(func, "_is_pipeline_def", False):
        raise ValueError("Expected a function that a definition calls for @do_not_convert but received a definition.")
    if inspect.isfunction(func):
        setattr(func, DO_NOT_CONVERT, True)
        return func
    return do_not_convert(lambda *args, **kwargs: func(*args, **kwargs))


def convert(func: F) -> F:
    """`func` with conditionals on DataNodes. What it calls is converted too, except for libraries and `do_not_convert`."""
    try:
        from . import _conversion
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("malt", "termcolor"):
            raise
        raise ImportError(
            "enable_conditionals=True needs the package diastatic-malt. Install it: pip install diastatic-malt"
        ) from error

    @functools.wraps(func)
    def converted(*args: Any, **kwargs: Any) -> Any:
        return _conversion.start(func, args, kwargs)

    return converted  # type: ignore[return-value]


def call(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Calls a function of the user's from code of the package: converted, if the definition that is running is."""
    conversion = sys.modules.get(f"{__package__}._conversion")
    if conversion is None:
        return func(*args, **kwargs)
    return conversion.go_on(func, args, kwargs)


__all__ = ["call", "convert", "do_not_convert", "is_autograph_artifact"]
