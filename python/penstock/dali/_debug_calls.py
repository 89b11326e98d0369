"""The calls of a definition in debug mode: those of further runs are compared with those of the first one."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Tuple

from ._graph import Node
from ._schemas import schemas


class Known(NamedTuple):
    """What a call of the first run was, with which those of other runs are compared."""

    op: str
    site: str
    devices: Tuple[str, ...]
    args: Mapping[str, Any]
    named: Tuple[str, ...]

    @staticmethod
    def of(node: Node) -> Known:
        args = {name: value for name, value in node.args.items() if node.op != "pythonFunction"}
        return Known(node.op, node.call_site, tuple(one.device for one in node.inputs), args, tuple(sorted(node.arg_inputs)))

    @property
    def title(self) -> str:
        """DALI's name of the operator."""
        return str(next((name for name, schema in schemas().items() if schema["op"] == self.op), self.op))

    def check(self, now: Known) -> None:
        """Raises RuntimeError where a call is another one."""
        if (self.op, self.site) != (now.op, now.site):
            raise RuntimeError(
                f"Unexpected operator '{now.title}' at {now.site}. Debug mode does not support changing the order of operators executed "
                f"within the pipeline: the first run called '{self.title}' at {self.site}."
            )
        if len(self.devices) != len(now.devices):
            self._other("inputs", len(self.devices), len(now.devices))
        for number, (before, device) in enumerate(zip(self.devices, now.devices)):
            if before != device:
                raise RuntimeError(f"Input {number} for operator '{self.title}' is on '{device}' but was on '{before}' when created.")
        for constants, batches, is_now, was in ((self.args, now.named, "batch", "constant"), (now.args, self.named, "constant", "batch")):
            changed = next((name for name in constants if name in batches), None)
            if changed is not None:
                raise RuntimeError(f"Argument '{changed}' for operator '{self.title}' is a {is_now} but was a {was} when created.")
        counts = [len(one.args) + len(one.named) for one in (self, now)]
        if {*self.args, *self.named} != {*now.args, *now.named}:
            self._other("keyword arguments", *counts)
        for name, value in self.args.items():
            if repr(value) != repr(now.args[name]):
                raise RuntimeError(
                    f"Argument '{name}' for operator '{self.title}' unexpectedly changed value from '{value}' to '{now.args[name]}'"
                )

    def _other(self, what: str, expected: int, actual: int) -> None:
        raise RuntimeError(
            f"Trying to use operator '{self.title}' with different number of {what} than when it was built. "
            f"Expected: {expected} {what}, got {actual}."
        )
