"""Signatures and docstrings of operators, from their schemas."""

from __future__ import annotations

import inspect
from typing import Any, List

from ._schemas import Schema

_COMMON = [
    ("device", "where the operator runs: ``cpu``, ``mixed`` or ``gpu``. Default: where its inputs are."),
    ("name", "name of the call. Default: one that follows from its place."),
    ("preserve", "run the operator although nothing reads its outputs. Default: False."),
    ("bytes_per_sample_hint", "expected bytes of a sample of each output."),
]
_SEED = ("seed", "seed of its random numbers, >= 0. Default: it follows from the pipeline's.")
_ON_ERROR = ("on_error", "what a bad sample does: ``throw``, ``skip`` or ``placeholder``. Default: the pipeline's.")


def docstring(schema: Schema) -> str:
    """What the operator does, its inputs, arguments and outputs."""
    lines = [schema["doc"], ""]
    if schema["inputs"]:
        lines += ["Args:", *(f"    {port['name']}: {port.get('doc', '')}" for port in schema["inputs"]), ""]
    lines.append("Keyword Args:")
    for name, arg in schema["args"].items():
        kind = arg["type"] + (", or one for each sample" if arg.get("perSample") else "")
        fallback = f" Default: {arg['default']!r}." if "default" in arg else ""
        lines.append(f"    {name} ({kind}): {arg.get('doc') or 'Without effect: ' + str(arg.get('ignored'))}{fallback}")
    common = [*_COMMON, *([_SEED] if schema.get("random") else []), *([_ON_ERROR] if schema.get("onError") else [])]
    lines += [f"    {name}: {doc}" for name, doc in common]
    lines += ["", "Returns:", *(f"    {port['name']}: {port.get('doc', '')}" for port in schema["outputs"])]
    return "\n".join(lines)


def signature(schema: Schema, *, inputs: bool = True) -> inspect.Signature:
    """Inputs by position, arguments by keyword."""
    parameters: List[inspect.Parameter] = []
    if inputs:
        for port in schema["inputs"]:
            if port.get("many"):
                parameters.append(inspect.Parameter("inputs", inspect.Parameter.VAR_POSITIONAL))
                break
            default: Any = None if port.get("optional") else inspect.Parameter.empty
            parameters.append(inspect.Parameter(f"__{port['name']}", inspect.Parameter.POSITIONAL_ONLY, default=default))
    taken = {parameter.name for parameter in parameters}
    names = [*schema["args"], "device", "name", "preserve", "bytes_per_sample_hint"]
    names += ["seed"] * bool(schema.get("random")) + ["on_error"] * bool(schema.get("onError"))
    for name in dict.fromkeys(names):
        if name in taken:
            continue
        arg = schema["args"].get(name, {})
        default = inspect.Parameter.empty if arg.get("required") else arg.get("default")
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default))
    return inspect.Signature(parameters)
