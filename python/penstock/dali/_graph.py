"""The graph of a pipeline that is being defined: the operator calls in their order, as ``serialize()`` of TypeScript writes them."""

from __future__ import annotations

import itertools
import threading
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from . import _recorders
from ._errors import call_site
from ._schemas import by_own_name, count_outputs
from .data_node import DataNode


class Node:
    """One operator call.

    Attributes:
        id: number of the call in this process.
        op: penstock's name of the operator.
        name: the user's, or one that begins with ``__``.
        inputs, arg_inputs: the values that it reads.
        args: its constants, by penstock's names.
        common: what calls of all operators may have: ``seed``, ``onError``, ``bytesPerSampleHint``.
        guards: the branches that it stands in, the outermost first.
        part: the guards of the part of a batch that it is, or reads: it runs for that part, wherever it is called.
        callback: what Python runs for it: an external source, or a Python function.
        preserve: it runs although nothing reads its outputs.
        detached: it was called outside of a pipeline's definition.
    """

    _ids = itertools.count()

    def __init__(
        self,
        op: str,
        inputs: Sequence[DataNode] = (),
        args: Optional[Mapping[str, Any]] = None,
        arg_inputs: Optional[Mapping[str, DataNode]] = None,
        device: Optional[str] = None,
        name: Optional[str] = None,
    ) -> None:
        self.id = next(Node._ids)
        self.op = op
        self.inputs = list(inputs)
        self.args = dict(args or {})
        self.arg_inputs = dict(arg_inputs or {})
        schema = by_own_name()[op]
        if device is None:
            near = "gpu" in schema["devices"] and any(value.device == "gpu" for value in inputs)
            device = "gpu" if near else "cpu"
        self.device = device
        self.num_outputs = count_outputs(schema, self.args, len(self.inputs))
        self.common: Dict[str, Any] = {}
        self.callback: Any = None
        self.preserve = False
        self.call_site = call_site()
        graph = Graph.current_or_none()
        self.detached = graph is None
        parts = [value.source.part for value in (*self.inputs, *self.arg_inputs.values())]
        self.part: List[Dict[str, Any]] = max(parts, key=len, default=[])
        # A source in a branch reads for all samples: its batches are those of the pipeline.
        open_branches = graph.guards if graph is not None and schema.get("kind") != "source" else []
        self.guards = self.part or list(open_branches)
        self.name = name or (f"__{schema_title(op)}_{graph.next_number()}" if graph else f"__{schema_title(op)}_detached_{self.id}")
        value = DataNode if graph is None else graph.value
        self.outputs = [value(self, output, "cpu" if device == "cpu" else "gpu") for output in range(self.num_outputs)]
        if graph is not None:
            graph.recorded(self)

    def json(self, numbers: Mapping[int, int]) -> Dict[str, Any]:
        """``numbers``: of the nodes that the text has, by their ids here."""

        def ref(value: DataNode) -> Dict[str, int]:
            return {"node": numbers[value.source.id], "output": value.output}

        text: Dict[str, Any] = {
            "id": numbers[self.id],
            "op": self.op,
            "name": self.name,
            "device": self.device,
            "inputs": [ref(value) for value in self.inputs],
            "args": self.args,
            "argInputs": {name: ref(value) for name, value in self.arg_inputs.items()},
            "numOutputs": self.num_outputs,
            "callSite": self.call_site,
            **self.common,
        }
        if self.guards:
            text["guards"] = [{"value": ref(guard["value"]), "want": guard["want"]} for guard in self.guards]
        return text

    @property
    def reads(self) -> List[DataNode]:
        """All values that it needs."""
        return [*self.inputs, *self.arg_inputs.values(), *(guard["value"] for guard in self.guards)]


def schema_title(op: str) -> str:
    """The name of the operator's class in ``ops``, as names of calls have it."""
    last = op.rsplit(".", 1)[-1]
    return last[:1].upper() + last[1:]


_defining = threading.local()


class Graph:
    """The graph of a pipeline that is being defined, or has been.

    Attributes:
        value: the class of its values.
        runs: calls run when they are recorded: the debug mode.
    """

    value = DataNode
    runs = False

    def __init__(self) -> None:
        self.guards: List[Dict[str, Any]] = []
        self.sinks: List[DataNode] = []
        self.preserved: List[Node] = []
        # Names of the text's nodes by the ids of nodes.
        self.names: Dict[int, str] = {}
        self._count = itertools.count()

    def next_number(self) -> int:
        return next(self._count)

    # ---- which one records ----

    @staticmethod
    def current_or_none() -> Optional[Graph]:
        stack = getattr(_defining, "graphs", None)
        return stack[-1] if stack else None

    @staticmethod
    def current() -> Graph:
        """The graph of the pipeline that is being defined. Raises RuntimeError outside of a definition."""
        found = Graph.current_or_none()
        if found is None:
            raise RuntimeError(
                "Expected a pipeline that is being defined, but there is none. Call operators in a function with @pipeline_def, in "
                "`with pipeline:`, or in define_graph()"
            )
        return found

    def __enter__(self) -> Graph:
        if not hasattr(_defining, "graphs"):
            _defining.graphs = []
        _defining.graphs.append(self)
        return self

    def __exit__(self, *_: Any) -> None:
        _defining.graphs.pop()

    # ---- recording ----

    def recorded(self, node: Node) -> None:
        """A call begins to be recorded."""

    def settle(self) -> None:
        """A call of the user's is recorded. In debug mode it runs now."""

    def adopt(self, title: str, inputs: Sequence[Any], kwargs: Mapping[str, Any]) -> Tuple[Sequence[Any], Mapping[str, Any]]:
        """What a call is given. In debug mode data of the user's becomes values."""
        return inputs, kwargs

    @contextmanager
    def within(self, selector: DataNode, want: int) -> Iterator[None]:
        """What is recorded inside runs for the samples whose ``selector`` is ``want``."""
        self.guards.append({"value": selector, "want": want})
        try:
            yield
        finally:
            self.guards.pop()

    @staticmethod
    def merge(selector: DataNode, values: Sequence[DataNode]) -> DataNode:
        """``values[k]`` for the samples whose selector is k."""
        device = "gpu" if any(value.device == "gpu" for value in values) else "cpu"
        return record("merge", [selector, *values], device=device)[0]

    # ---- as text ----

    def json(self, outputs: Sequence[DataNode]) -> Dict[str, Any]:
        """The graph of what these outputs need. Nodes that the user has not named get names as TypeScript gives them."""
        needed = self.needed(outputs)
        numbers = {node.id: number for number, node in enumerate(needed)}
        nodes = [node.json(numbers) for node in needed]
        taken = {text["name"] for text in nodes if not text["name"].startswith("__")}
        for node, text in zip(needed, nodes):
            if text["name"].startswith("__"):
                text["name"] = free_name(_call_name(text), taken)
            self.names[node.id] = text["name"]
        return {
            "nodes": nodes,
            "outputs": [{"value": {"node": numbers[value.source.id], "output": value.output}} for value in outputs],
        }

    def needed(self, outputs: Sequence[DataNode]) -> List[Node]:
        """The nodes that the outputs, the sinks and the preserved nodes need, in their order."""
        found: Dict[int, Node] = {}
        todo = [value.source for value in [*outputs, *self.sinks]] + self.preserved
        while todo:
            node = todo.pop()
            if node.id in found:
                continue
            found[node.id] = node
            todo.extend(value.source for value in node.reads)
        return [found[key] for key in sorted(found)]


def record(
    op: str,
    inputs: Sequence[DataNode] = (),
    args: Optional[Mapping[str, Any]] = None,
    *,
    arg_inputs: Optional[Mapping[str, DataNode]] = None,
    device: Optional[str] = None,
    name: Optional[str] = None,
) -> List[DataNode]:
    """Records a call of an operator by penstock's name, with arguments as the graph's JSON has them, and returns its outputs."""
    return Node(op, inputs, args, arg_inputs, device, name).outputs


_recorders.record = record


def _call_name(text: Mapping[str, Any]) -> str:
    """The function that was called: all functions of ``math`` are one operator."""
    return f"math.{text['args']['operation']}" if text["op"] == "math" else str(text["op"])


def free_name(name: str, taken: set[str]) -> str:
    """``name``, or it with a number behind that makes it one of its own."""
    made, count = name, 1
    while made in taken:
        count += 1
        made = f"{name}_{count}"
    taken.add(made)
    return made
