"""A pipeline's checkpoint: the engine's, and what Python counts."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Optional

_KIND = "penstock.dali checkpoint"


class Checkpoint(NamedTuple):
    """Where a pipeline stands.

    Attributes:
        state: the engine's checkpoint.
        iteration: batches of the epoch that were taken.
        epoch: number of the epoch.
        iterator_data: what a framework's iterator keeps.
    """

    state: str
    iteration: int
    epoch: int
    iterator_data: str

    def text(self) -> bytes:
        return json.dumps({"kind": _KIND, **self._asdict()}).encode()

    @staticmethod
    def parse(given: Any) -> Optional[Checkpoint]:
        """Reads what ``text()`` gave. Raises ValueError for anything else."""
        if given is None:
            return None
        try:
            data = json.loads(given)
            if data.pop("kind") != _KIND:
                raise ValueError("its kind is another one")
            return Checkpoint(str(data["state"]), int(data["iteration"]), int(data["epoch"]), str(data["iterator_data"]))
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise ValueError(f"Expected what checkpoint() of a pipeline gave for checkpoint but received {str(given)[:60]!r}: {error}") from None

    def into(self, text: str) -> str:
        """The pipeline's text, with the engine's checkpoint among its options."""
        data = json.loads(text)
        data["options"]["checkpoint"] = self.state
        return json.dumps(data)
