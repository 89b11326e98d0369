"""The operators as ``_schemas.json`` has them, which is generated from the operators' op.json."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, Dict, Mapping, Sequence

Schema = Dict[str, Any]

BY_HAND = ("external_source", "readers.mixture", "experimental.inputs.video")
"""Operators whose functions are not made of their schema."""


@lru_cache(maxsize=None)
def schemas() -> Mapping[str, Schema]:
    """All operators by DALI's name (``decoders.image_crop``), internal ones too."""
    found: Dict[str, Schema] = json.loads((Path(__file__).parent / "_schemas.json").read_text("utf-8"))
    return found


@lru_cache(maxsize=None)
def by_own_name() -> Mapping[str, Schema]:
    """The same by penstock's name (``decoders.imageCrop``)."""
    return {schema["op"]: schema for schema in schemas().values()}


def count_outputs(schema: Schema, args: Mapping[str, Any], inputs: int) -> int:
    """How many outputs a call has. ``args``: by penstock's names, as the graph's JSON has them."""
    return sum(_times(schema, port, args, inputs) for port in schema["outputs"])


def _times(schema: Schema, port: Mapping[str, Any], args: Mapping[str, Any], inputs: int) -> int:
    if "each" in port:
        return _each(_arg(schema, port["each"]), args.get(port["each"]))
    when = port.get("when")
    if when is None:
        return 1
    if isinstance(when, str):
        if (arg := _arg(schema, when)) is not None:
            return int(bool(args.get(when, arg.get("default"))))
        return int(next(i for i, one in enumerate(schema["inputs"]) if one["name"] == when) < inputs)
    if isinstance(when, list):
        return int(any(args.get(name) is not None for name in when))
    ((name, values),) = when.items()
    return int(args.get(name, (_arg(schema, name) or {}).get("default")) in values)


def _arg(schema: Schema, own: str) -> Any:
    return next((arg for arg in schema["args"].values() if arg["own"] == own), None)


def _each(arg: Mapping[str, Any], value: Any) -> int:
    value = arg.get("default", 1) if value is None else value
    return len(value) if isinstance(value, (Sequence, Mapping)) and not isinstance(value, str) else int(value)
