"""Checks each field of each message of a host before any other code reads it. src/host/protocol.ts lists them."""

from __future__ import annotations

from typing import Any, Dict

from .. import _abi as abi, _messages as messages
from .._errors import PipelineError
from .._messages import Check, count, flag, list_of, map_of, maybe_text, record, text, whole

VERSION = 8
"""Must be that of src/host/protocol.ts."""


def _hello(message: Any, what: str) -> None:
    if message.get("version") != VERSION or message.get("abi") != abi.HASH:
        raise PipelineError(
            "NATIVE_UNAVAILABLE",
            f"The host's penstock-data has protocol {message.get('version')!r:.40} and memory layout {message.get('abi')!r:.40}, "
            f"but this penstock has {VERSION} and {abi.HASH}",
            hint="Install the Python package and the npm package of one version",
        )
    record({"pid": whole(0, 2**31 - 1)})(message, what)


KINDS: Dict[str, Check] = {
    "hello": _hello,
    "reply": record({"id": count, "value": messages.anything}, d=whole(0, 1000)),
    "refusal": record({"id": count, "error": messages.error}),
    "drop": record({"x": list_of(count)}),
    "unmap": record({"s": list_of(count)}),
    "error": record({"error": messages.error}),
}

CALLS: Dict[str, Check] = {
    "call": record(
        {
            **{name: count for name in ("id", "p", "f", "room", "bytes", "out", "end")},
            **{name: whole(0, 2**31 - 1) for name in ("n", "i", "o")},
        },
        d=whole(0, 2),
    ),
    "closed": record({"rooms": list_of(count)}),
    "error": record({"error": messages.error}),
}
"""What comes on the socket for functions."""

_place = whole(0, 999)
FACTS = record(
    {
        "batchSize": whole(1, 2**31 - 1),
        "outputs": list_of(record({"part": _place, "output": _place, "device": text}, name=maybe_text, dtype=text), 999),
        "readers": map_of(record({})),
        "options": record({}),
        "inputs": map_of(whole(1, 999)),
        "depth": whole(1, 2**31 - 1),
        "ahead": flag,
    },
    processor=record(
        {
            "name": text,
            "backend": text,
            "outputs": list_of(record({"name": text, "join": text}), 999),
            "after": map_of(list_of(text, 99)),
        },
        labels=text,
    ),
)
BATCH = record(
    {"b": count, "n": whole(0, 2**31 - 1), "e": whole(0, 2**32 - 1), "p": messages.parts},
    g=messages.gpu_parts,
    x=list_of(messages.export),
)
ROOM = record({"room": count})
ANSWERS: Dict[str, Check] = {
    "checkpoint": text,
    "readerMeta": map_of(record({})),
    "setWeights": count,
    "epochSize": map_of(whole(-(2**53), 2**53)),
    "statistics": record({}),
    "executorStatistics": record({}),
}

VALUE_FACTS = record({"dtype": text, "layout": text, "shapes": list_of(list_of(count))})
_ITEM = record({"count": whole(0, 2**31 - 1), "outputs": whole(0, 999)}, names=list_of(text, 999))


def item(value: Any, what: str) -> None:
    """The next item of a reader; None at the end of an epoch."""
    if value is not None:
        _ITEM(value, what)


STEPS = record({"nodes": list_of(messages.anything), "outputs": list_of(record({"name": text, "node": count, "output": _place}), 999)})

GPUS = list_of(count, 999)
