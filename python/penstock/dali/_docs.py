"""Signatures and docstrings of operators, from their schemas."""

from __future__ import annotations

import inspect
from typing import Any, List, Tuple

from ._schemas import Schema

_COMMON = [
    ("device", "where the operator runs: ``cpu``, ``mixed`` or ``gpu``. Default: where its inputs are."),
    ("name", "name of the call. Default: one that follows from its place."),
    ("preserve", "run the operator although nothing reads its outputs. Default: False."),
    ("bytes_per_sample_hint", "expected bytes of a sample of each output."),
]
_SEED = ("seed", "seed of its random numbers, >= 0. Default: it follows from the pipeline's.")
_ON_ERROR = ("on_error", "what a bad sample does: ``throw``, ``skip`` or ``placeholder``. Default: the pipeline's.")


# What calls of imperative mode have in place of these.
_DYNAMIC = [
    ("batch_size", "number of samples, for a call without batches that is to give one. Default: that of its batches; without any a Tensor."),
    ("device", "where the operator runs: ``cpu`` or ``gpu``. Default: where its inputs are."),
]
_RNG = ("rng", "the generator of its random numbers. Default: that of the thread.")
_READER = [
    ("batch_size", "samples of a batch, where ``next_epoch()`` is not given any."),
    ("enable_checkpointing", "the reader can tell its place within an epoch. Default: False."),
]


def _common(schema: Schema, dynamic: bool) -> List[Tuple[str, str]]:
    on_error = [_ON_ERROR] if schema.get("onError") else []
    if dynamic and schema.get("reader"):
        return [*_READER, *([_SEED] if schema.get("random") else []), *on_error]
    if dynamic:
        return [*_DYNAMIC, *([_RNG] if schema.get("random") else []), *on_error]
    return [*_COMMON, *([_SEED] if schema.get("random") else []), *on_error]


def docstring(schema: Schema, *, dynamic: bool = False) -> str:
    """What the operator does, its inputs, arguments and outputs. ``dynamic``: in imperative mode."""
    lines = [schema["doc"], ""]
    if schema["inputs"]:
        lines += ["Args:", *(f"    {port['name']}: {port.get('doc', '')}" for port in schema["inputs"]), ""]
    lines.append("Keyword Args:")
    for name, arg in schema["args"].items():
        kind = arg["type"] + (", or one for each sample" if arg.get("perSample") else "")
        fallback = f" Default: {arg['default']!r}." if "default" in arg else ""
        lines.append(f"    {name} ({kind}): {arg.get('doc') or 'Without effect: ' + str(arg.get('ignored'))}{fallback}")
    lines += [f"    {name}: {doc}" for name, doc in _common(schema, dynamic)]
    lines += ["", "Returns:", *(f"    {port['name']}: {port.get('doc', '')}" for port in schema["outputs"])]
    return "\n".join(lines)


def signature(schema: Schema, *, inputs: bool = True, dynamic: bool = False) -> inspect.Signature:
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
    for name in dict.fromkeys([*schema["args"], *(name for name, _ in _common(schema, dynamic))]):
        if name in taken:
            continue
        arg = schema["args"].get(name, {})
        default = inspect.Parameter.empty if arg.get("required") else arg.get("default")
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default))
    return inspect.Signature(parameters)
