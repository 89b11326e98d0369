"""Errors of the engine as DALI's programs expect them, and where the user has called."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Dict, Iterator, Type

from .._errors import PipelineError

_OWN = str(Path(__file__).parent)


class OperatorError(PipelineError, RuntimeError):
    """An error of the pipeline: a RuntimeError, as DALI raises it, with penstock's code, operator, call site and hint."""


class ArgumentError(OperatorError, ValueError, TypeError):
    """A wrong argument, which DALI raises as any of these."""


class InputError(OperatorError, ValueError):
    """Data that an operator does not take. DALI raises a ValueError where it does not know the layout or the number of dimensions."""


class UnknownArgumentError(TypeError, KeyError):
    """A name that is no argument of the operator: what Python raises for it, and what DALI does."""

    __str__ = Exception.__str__


_KINDS: Dict[str, Type[OperatorError]] = {"INVALID_ARGUMENT": ArgumentError, "INVALID_INPUT": InputError}


@contextmanager
def as_dali() -> Iterator[None]:
    """Raises the engine's errors as DALI's programs expect them; the end of the data is StopIteration."""
    try:
        yield
    except PipelineError as error:
        if error.code == "END_OF_DATA":
            raise StopIteration from error
        if isinstance(error, RuntimeError):
            raise
        kind = _KINDS.get(error.code, OperatorError)
        made = kind.__new__(kind)
        made.args = error.args
        made.__dict__.update(error.__dict__)
        raise made from error.__cause__


def call_site() -> str:
    """File and line of the innermost caller outside of this package."""
    frame = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        if not name.startswith(_OWN):
            return f"{name}:{frame.f_lineno}:1"
        frame = frame.f_back  # type: ignore[assignment]
    return ""
