"""Says where a text does not have the format of a pipeline, as src/graph/conform.ts does by the same schema."""

from __future__ import annotations

import functools
import json
import os
import re
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple, Union

Format = Dict[str, Any]
Step = Union[str, int]

_NONE = object()


class Misfit(NamedTuple):
    """What is wrong at ``path``. ``received`` is ``_NONE`` where nothing is there; ``known``: the names in place of the one received."""

    path: Tuple[Step, ...]
    expected: str
    received: Any = _NONE
    known: Tuple[str, ...] = ()


def _is_whole(value: Any) -> bool:
    # JSON does not tell 1 from 1.0.
    return _is_number(value) and value == int(value) and abs(value) < 2**53


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < float("inf")


_KINDS: Dict[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_whole,
    "number": _is_number,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


@functools.lru_cache(maxsize=None)
def _file() -> Dict[str, Any]:
    with open(os.path.join(os.path.dirname(__file__), "_graph_format.json"), encoding="utf-8") as file:
        found: Dict[str, Any] = json.load(file)
    return found


def _target(given: Format) -> Format:
    found: Format = _file()["format"]["$defs"][given["$ref"][len("#/$defs/") :]] if "$ref" in given else given
    return found


def _below(step: Step, found: Optional[Misfit]) -> Optional[Misfit]:
    return found and found._replace(path=(step, *found.path))


def _misfit(given: Format, value: Any) -> Optional[Misfit]:
    """The first place at which ``value`` does not have the format."""
    form = _target(given)
    for one in form.get("anyOf", ()):
        kind = one["type"]
        if _KINDS[kind](value) or (kind == "integer" and _is_number(value)):
            return _misfit(one, value)
    if "anyOf" in form or not _is_plain(form, value):
        return Misfit((), form["title"], value)
    if isinstance(value, dict):
        return _of_fields(form, value)
    if isinstance(value, list) and "items" in form:
        for i, item in enumerate(value):
            found = _below(i, _misfit(form["items"], item))
            if found:
                return found
    return None


def _is_plain(form: Format, value: Any) -> bool:
    """Whether the value itself is right; what it holds is another question."""
    if "const" in form:
        return bool(value == form["const"]) and isinstance(value, bool) == isinstance(form["const"], bool)
    if "enum" in form:
        return value in form["enum"]
    kinds = form["type"]
    if not any(_KINDS[kind](value) for kind in ([kinds] if isinstance(kinds, str) else kinds)):
        return False
    if _is_number(value):
        return bool(form.get("minimum", value) <= value <= form.get("maximum", value))
    if isinstance(value, str):
        return "pattern" not in form or re.match(form["pattern"], value) is not None
    return not isinstance(value, list) or bool(form.get("minItems", 0) <= len(value) <= form.get("maxItems", len(value)))


def _of_fields(form: Format, value: Dict[str, Any]) -> Optional[Misfit]:
    properties: Dict[str, Format] = form.get("properties", {})
    for name, field in properties.items():
        found = _below(name, _misfit(field, value[name])) if name in value else None
        if found:
            return found
    for name in form.get("required", ()):
        if name not in value:
            return Misfit((name,), _target(properties[name])["title"])
    rest = form.get("additionalProperties")
    if rest is None:
        return None
    for name in value:
        if name in properties:
            continue
        if rest is False:
            return Misfit((), "a known field", name, tuple(properties))
        found = _below(name, _misfit(rest, value[name]))
        if found:
            return found
    return None


def _shown(value: Any) -> str:
    if value is _NONE:
        return "none"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        more = f", ... {len(value)} values" if len(value) > 6 else ""
        return f"[{', '.join(map(_shown, value[:6]))}{more}]"
    if isinstance(value, str) and len(value) > 60:
        value = f"{value[:57]}..."
    return json.dumps(value)


def _path_text(path: Tuple[Step, ...]) -> str:
    steps = (f".{step}" if isinstance(step, str) and re.fullmatch(r"\w+", step, re.ASCII) else f"[{_shown(step)}]" for step in path)
    text = "".join(steps)
    return text[1:] if text.startswith(".") else text


def _title_of(node: Any, i: int) -> str:
    given = [node.get("name"), node.get("op")] if isinstance(node, dict) else []
    own = [_shown(text) for text in given if isinstance(text, str) and text]
    return f"node {i} ({', '.join(own)})" if own else f"node {i}"


def _is_too_deep(text: Any) -> bool:
    level: List[Any] = [text]
    for _ in range(_file()["maxNesting"] + 1):
        level = [one for value in level if isinstance(value, (dict, list)) for one in (value.values() if isinstance(value, dict) else value)]
        if not level:
            return False
    return True


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def checked_text(data: Union[bytes, str]) -> Dict[str, Any]:
    """The text of a pipeline as JSON. Raises RuntimeError, which names the node and the field, for any other text."""
    try:
        text = json.loads(data, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise RuntimeError(f"Expected what serialize() of a pipeline gave: {error}") from None
    if not isinstance(text, dict) or "penstock" not in text:
        raise RuntimeError(f"Expected what serialize() of a pipeline gave but received {_shown(text)}")
    if _is_too_deep(text):
        raise RuntimeError(f"Expected lists and objects nested at most {_file()['maxNesting']} deep but received deeper ones")
    form = _file()["format"]
    found = _misfit(form, text)
    if found is None:
        return text
    of, path = "", found.path
    if path[:2] == ("graph", "nodes") and len(path) > 2:
        number = int(path[2])
        of, path = f" of {_title_of(text['graph']['nodes'][number], number)}", path[3:]
    place = f" for {_path_text(path)}" if path else ""
    cure = f". Fields are: {', '.join(found.known)}" if found.known else ""
    if found.path == ("penstock",) and _is_number(found.received) and found.received > form["properties"]["penstock"]["const"]:
        cure = ". A newer penstock wrote it: use that one to read it"
    raise RuntimeError(f"Expected {found.expected}{place} but received {_shown(found.received)}{of}{cure}")
