"""The keyword arguments of augmentations: each gets those of a call that its function takes."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Iterable, Mapping

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class MissingArgument(TypeError):
    """A call of an augmentation lacks keyword arguments that its function needs."""

    def __init__(self, augmentation: Any, missing: list[str]) -> None:
        super().__init__(f"Expected {', '.join(missing)} for the augmentation {augmentation.name} but received none.")
        self.augmentation = augmentation
        self.missing = missing


def count_positional(function: Callable[..., Any]) -> int:
    return sum(parameter.kind in _POSITIONAL for parameter in inspect.signature(function).parameters.values())


def accepted_kwargs(function: Callable[..., Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """Those of `kwargs` that the function takes after its samples and its parameter."""
    parameters = _extra(function)
    if any(one.kind is one.VAR_KEYWORD for one in parameters):
        return dict(kwargs)
    names = {one.name for one in parameters}
    return {name: value for name, value in kwargs.items() if name in names}


def missing_kwargs(function: Callable[..., Any], kwargs: Mapping[str, Any]) -> list[str]:
    named = (*_POSITIONAL, inspect.Parameter.KEYWORD_ONLY)
    needed = [one.name for one in _extra(function) if one.kind in named and one.default is one.empty]
    return [name for name in needed if name not in kwargs]


def forbid_unused_kwargs(augmentations: Iterable[Any], kwargs: Mapping[str, Any], call: str) -> None:
    """Raises a TypeError for keyword arguments that no augmentation takes."""
    used = {name for one in augmentations for name in accepted_kwargs(one.op, kwargs)}
    unused = [name for name in kwargs if name not in used]
    if unused:
        raise TypeError(f"Expected arguments of the augmentations for {call} but received {', '.join(unused)}.")


def _extra(function: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())[2:]
