"""Checks each field of each message of a server before any other code reads it. A server is another program, and its messages
decide which memory this process reads. This module knows nothing of connections: bytes come in, and consistent messages come
out. _tables.py checks the tables in shared memory."""

from __future__ import annotations

import json
import re
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional

from . import _abi as abi, _protocol as protocol
from ._errors import PipelineError, lied

Message = Dict[str, Any]
# Checks a value; raises for another one. ``what`` names it.
Check = Callable[[Any, str], None]

# Numbers of JSON that JavaScript has exactly.
_MAX_COUNT = 2**53 - 1
_MAX_OUTPUTS = 999
_BUS = re.compile(r"[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}(\.[0-9A-Fa-f])?")
_BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}")
_HANDLE = re.compile(r"[0-9a-f]{128}")


def split(rest: bytearray) -> Iterator[Message]:
    """The messages that have come whole, which are taken out of ``rest``."""
    while len(rest) >= protocol.LENGTH.size:
        (length,) = protocol.LENGTH.unpack_from(rest)
        if not 1 <= length <= protocol.MAX_BYTES:
            raise lied(f"a message of {length} bytes", f"1 to {protocol.MAX_BYTES} bytes")
        end = protocol.LENGTH.size + length
        if len(rest) < end:
            return
        data = bytes(rest[protocol.LENGTH.size : end])
        del rest[:end]
        yield message_of(data)


def message_of(data: bytes, kinds: Optional[Mapping[str, Check]] = None) -> Message:
    """A message that is JSON. ``kinds``: the check of each kind of message; those of a server without it."""
    known = _MESSAGES if kinds is None else kinds
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        raise lied(f"a message that is no JSON: {data[:40]!r}", "JSON") from None
    kind = message.get("t") if isinstance(message, dict) else None
    check = known.get(kind) if isinstance(kind, str) else None
    if check is None:
        raise lied(f"a message of the kind {kind!r:.40}", f"one of {', '.join(known)}")
    check(message, str(kind))
    return message  # type: ignore[no-any-return]


def answer_of(name: str, value: Any) -> Any:
    """What a call by this name has given."""
    _ANSWERS[name](value, name)
    return value


# ---- checks ----


def _refused(value: Any, what: str, expected: str) -> PipelineError:
    return lied(f"{value!r:.60} as {what}", expected)


def whole(least: int, most: int) -> Check:
    def check(value: Any, what: str) -> None:
        if type(value) is not int or not least <= value <= most:
            raise _refused(value, what, f"a whole number from {least} to {most}")

    return check


def text(value: Any, what: str) -> None:
    if not isinstance(value, str):
        raise _refused(value, what, "a text")


def flag(value: Any, what: str) -> None:
    if not isinstance(value, bool):
        raise _refused(value, what, "true or false")


def _like(pattern: re.Pattern[str]) -> Check:
    def check(value: Any, what: str) -> None:
        if not isinstance(value, str) or not pattern.fullmatch(value):
            raise _refused(value, what, pattern.pattern)

    return check


def anything(value: Any, what: str) -> None:
    pass


def _or_none(check: Check) -> Check:
    return lambda value, what: None if value is None else check(value, what)


def list_of(check: Check, most: int = protocol.MAX_BYTES) -> Check:
    def check_all(value: Any, what: str) -> None:
        if not isinstance(value, list) or len(value) > most:
            raise _refused(value, what, f"a list of at most {most}")
        for one in value:
            check(one, what)

    return check_all


def _tuple_of(*checks: Check) -> Check:
    def check_all(value: Any, what: str) -> None:
        if not isinstance(value, list) or len(value) != len(checks):
            raise _refused(value, what, f"a list of {len(checks)}")
        for check, one in zip(checks, value):
            check(one, what)

    return check_all


def record(fields: Dict[str, Check], **more: Check) -> Check:
    """``more``: those that may be missing. There may be others, of newer servers."""

    def check_all(value: Any, what: str) -> None:
        if not isinstance(value, dict):
            raise _refused(value, what, "an object")
        for name, check in fields.items():
            if name not in value:
                raise lied(f"{what} without {name}", "it")
            check(value[name], f"{name} of {what}")
        for name, check in more.items():
            if name in value:
                check(value[name], f"{name} of {what}")

    return check_all


def map_of(check: Check) -> Check:
    def check_all(value: Any, what: str) -> None:
        if not isinstance(value, dict):
            raise _refused(value, what, "an object")
        for one in value.values():
            check(one, what)

    return check_all


count = whole(0, _MAX_COUNT)
_address = whole(0, 2**64 - 1)
maybe_text = _or_none(text)
_object = record({})
_sample = record({}, index=_or_none(anything), source=maybe_text)
error = record(
    {"code": text, "message": text},
    op=maybe_text,
    callSite=maybe_text,
    stage=maybe_text,
    sample=_or_none(_sample),
    hint=maybe_text,
)
_FACTS: Dict[str, Check] = {
    "batchSize": whole(1, 2**31 - 1),
    "outputs": list_of(
        record({"part": whole(0, _MAX_OUTPUTS), "output": whole(0, _MAX_OUTPUTS)}, name=maybe_text), _MAX_OUTPUTS
    ),
    "length": _or_none(count),
    "readers": map_of(_object),
}
_COUNTS: Dict[str, Check] = {"size": whole(-1, _MAX_COUNT), "length": whole(-1, _MAX_COUNT), "taken": count}
_facts = record({**_FACTS, "pid": whole(0, 2**31 - 1)}, counts=record(_COUNTS))
parts = list_of(_tuple_of(count, count), _MAX_OUTPUTS)
gpu_parts = list_of(
    _tuple_of(whole(0, _MAX_OUTPUTS), count, list_of(_tuple_of(count, _address, count))), _MAX_OUTPUTS
)
export = record({"id": count, "bytes": count, "bus": _like(_BUS), "ipc": _like(_HANDLE)})


def _hello(message: Any, what: str) -> None:
    """Of another version only what says so can be checked."""
    if message.get("version") != protocol.VERSION or message.get("abi") != abi.HASH:
        raise PipelineError(
            "NATIVE_UNAVAILABLE",
            f"The server's penstock-data has protocol {message.get('version')!r:.40} and memory layout {message.get('abi')!r:.40}, "
            f"but this penstock has {protocol.VERSION} and {abi.HASH}",
            hint="Install the Python package and the npm package of one version",
        )
    _facts(message, what)


_MESSAGES: Dict[str, Check] = {
    "hello": _hello,
    "batch": record(
        {"iteration": count, "b": count, "n": whole(0, 2**31 - 1), "e": whole(0, 2**32 - 1), "p": parts},
        v=whole(-1, 2**31 - 1),
        g=gpu_parts,
        x=list_of(export),
    ),
    "drop": record({"x": list_of(count)}),
    "epoch": record({"iteration": count, **_COUNTS}),
    "end": record({"iteration": count}),
    "reply": record({"id": count, "value": anything}),
    "refusal": record({"id": count, "error": error}),
    "error": record({"error": error}),
}

_ANSWERS: Dict[str, Check] = {
    "statistics": _object,
    "checkpoint": text,
    "facts": record(_FACTS),
    "picture": _or_none(
        record({"data": _like(_BASE64), "width": count, "height": count, "shown": count, "labels": list_of(text)})
    ),
}
__all__: List[str] = ["Message", "answer_of", "message_of", "split"]
