"""Defines the errors of this package. Those of a pipeline have the fields that they have in TypeScript."""

from __future__ import annotations

import re
from typing import Any, Mapping, Optional

# What steers a terminal, begins a line or turns the direction of writing: C0, DEL, C1, separators, marks and overrides.
_STEERING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b"}


def escaped(text: str) -> str:
    """The text with such characters as escape sequences: names of files and texts of servers may hold them."""

    def one(match: "re.Match[str]") -> str:
        code = ord(match[0])
        return _NAMED.get(match[0]) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")

    return _STEERING.sub(one, text)


class PenstockError(Exception):
    """The base of all errors of this package."""

    def again(self) -> PenstockError:
        """The same error, to be raised. One that is raised refers to the frames that it leaves, and so to the batches in their
        variables; the garbage collector does not see arrays' references, so code that kept it would keep these for ever."""
        copy = type(self).__new__(type(self))
        copy.args = self.args
        copy.__dict__.update(self.__dict__)
        return copy


class PipelineError(PenstockError):
    """An error of the pipeline, or of the use of it.

    Attributes:
        code: one of the codes of docs/reference/errors.md, such as ``BAD_SAMPLE``.
        op: the operator, such as ``decoders.image``.
        call_site: where the pipeline's module called the operator, as ``file:line:column``.
        stage: the stage that failed.
        sample: ``{"index": ..., "source": ...}`` of the sample that failed.
        hint: what can be done about it.
        cause: the error that led to this one, as text.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        op: Optional[str] = None,
        call_site: Optional[str] = None,
        stage: Optional[str] = None,
        sample: Optional[Mapping[str, Any]] = None,
        hint: Optional[str] = None,
        cause: Optional[str] = None,
    ) -> None:
        self.code = code
        self.detail = message
        self.op = op
        self.call_site = call_site
        self.stage = stage
        self.sample = sample
        self.hint = hint
        self.cause = cause
        # The watchdog's report has lines of its own, in which names are escaped.
        lines = self._text().split("\n") if code == "STALLED" else [self._text()]
        super().__init__("\n".join(map(escaped, lines)))

    def _text(self) -> str:
        where = []
        if self.sample:
            source = self.sample.get("source")
            where.append(f"sample {self.sample.get('index')}" + (f" ({source})" if source else ""))
        if self.stage:
            where.append(f"stage {self.stage}")
        if self.call_site:
            where.append(f"at {self.call_site}")
        text = f"{self.code}: "
        text += f"[{self.op}] {self.detail}" if self.op and not self.detail.startswith("[") else self.detail
        if where:
            text += " — " + ", ".join(where)
        return f"{text}. {self.hint}" if self.hint else text

    @classmethod
    def from_info(cls, info: Mapping[str, Any]) -> PipelineError:
        """Makes the error from what the server sent."""
        cause = info.get("cause")
        return cls(
            str(info.get("code", "INTERNAL")),
            str(info.get("message", "")),
            op=info.get("op"),
            call_site=info.get("callSite"),
            stage=info.get("stage"),
            sample=info.get("sample"),
            hint=info.get("hint"),
            cause=None if cause is None else str(cause),
        )


class ServerDied(PenstockError):
    """The process that runs the pipeline has ended without being asked to.

    Attributes:
        exit_code: its exit code; negative: the number of the signal that ended it; None where it is not known, because
            another process has started the server.
    """

    def __init__(self, message: str, exit_code: Optional[int] = None) -> None:
        super().__init__(escaped(message))
        self.exit_code = exit_code


def invalid(message: str, hint: Optional[str] = None) -> PipelineError:
    """A wrong argument."""
    return PipelineError("INVALID_ARGUMENT", message, hint=hint)


def lied(sent: str, expected: str) -> PipelineError:
    """A server has sent what cannot be true."""
    return PipelineError(
        "INVALID_INPUT",
        f"The server has sent {sent}; expected {expected}",
        hint="It is no server of this version of penstock, or something has written to its memory",
    )


def closed() -> PipelineError:
    """A call after close()."""
    return PipelineError("PIPELINE_CLOSED", "The loader is closed")
