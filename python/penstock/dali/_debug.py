"""The debug mode: operators run when the definition calls them.

Each run calls the definition anew. What it records runs at once, as small pipelines: those of the first run stay, so readers go on,
and random operators draw further numbers. The calls of each further run are those of the first one, with other data.
"""

from __future__ import annotations

import copy
import itertools
import weakref
from collections import deque
from typing import Any, Callable, Deque, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _graph
from ._cpu_tensors import TensorCPU, TensorListCPU
from ._debug_calls import Known
from ._foreign import device_array, host_copy, lies_on_gpu
from ._gpu_tensors import TensorGPU, TensorListGPU
from ._outputs import Sources, check_outputs, output_nodes
from ._pipeline import Pipeline
from ._schemas import by_own_name
from .data_node import DataNode, _check
from .external_source import Fed, external_source

Origins = Sequence[Tuple[int, int, str]]
_COUNT = "debug.samples"
_SEEDS = 2**31 - 1
_PLAIN = (bool, int, float, str)


class DataNodeDebug(DataNode):
    """A value of a definition in debug mode: it has data.

    Attributes:
        rows: the samples of the batch that it has, in a branch of an ``if``, or behind a split.
        origins: the index, the epoch and the name of each; None for data of the user.
    """

    _data: Any = None
    rows: Sequence[int] = ()
    origins: Optional[Origins] = None

    def get(self) -> Any:
        """The data: a TensorListCPU or a TensorListGPU."""
        if self._data is None:
            _graph_of(self).settle(wholly=True)
        return self._data

    def shape(self, **_: Any) -> List[Tuple[int, ...]]:  # type: ignore[override]
        """The shape of each sample."""
        shapes: List[Tuple[int, ...]] = self.get().shape()
        return shapes

    def property(self, key: str, *, device: str = "cpu") -> DataNode:
        return self._now(super().property, key, device=device)

    def _on(self, device: str) -> DataNode:
        return self._now(super()._on, device)

    def _compute(self, operation: str, *operands: Any) -> Any:
        return self._now(super()._compute, operation, *operands)

    def __getitem__(self, index: Any) -> DataNode:
        return self._now(super().__getitem__, index)

    def _now(self, record: Callable[..., DataNode], *args: Any, **kwargs: Any) -> DataNode:
        """Records calls, and runs them."""
        graph = _graph_of(self)
        made = record(*args, **kwargs)
        graph.settle()
        return made

    def __str__(self) -> str:
        data = str(self.get()).replace("\n", "\n" + " " * 9)
        return f'DataNodeDebug(\n    name="{self.name}",\n    data={data})'

    __repr__ = __str__


def _graph_of(node: DataNode) -> DebugGraph:
    graph = node.source.graph()
    if graph is None:
        raise RuntimeError(f"DataNode {node.name} is of a run that has ended: take its data within the definition, by .get()")
    found: DebugGraph = graph
    return found


class Step:
    """Calls that run together: those of one line of the definition. It has a pipeline, whose inputs are what the calls read.

    Attributes:
        known: the calls of the first run.
        pipe: runs them.
    """

    def __init__(self, owner: PipelineDebug, nodes: Sequence[_graph.Node], reads: Sequence[DataNodeDebug]) -> None:
        self.known = [Known.of(node) for node in nodes]
        self.pipe = owner._inner()
        self.is_source = any(by_own_name()[node.op].get("kind") == "source" for node in nodes)
        with self.pipe:
            inputs: Dict[int, DataNode] = {}
            for number, value in enumerate(reads):
                layout = value.get().layout() or None
                inputs[id(value)] = external_source(name=f"debug.input_{number}", layout=layout, device=value.device)
            self._counts = not reads and not self.is_source
            first = [external_source(name=_COUNT)] if self._counts else []
            clones: List[_graph.Node] = []
            for node in nodes:
                clone = self._clone(node, inputs, owner)
                clones.append(clone)
                inputs.update((id(was), now) for was, now in zip(node.outputs, clone.outputs))
            self.pipe.set_outputs(*(output for clone in clones for output in clone.outputs), *first)

    def _clone(self, node: _graph.Node, inputs: Mapping[int, DataNode], owner: PipelineDebug) -> _graph.Node:
        """The call in the pipeline: it runs for all samples that it is given."""
        made = copy.copy(node)
        made.id = next(_graph.Node._ids)
        if made.name.startswith("__"):
            made.name = f"__{_graph.schema_title(node.op)}_{self.pipe._graph.next_number()}"
        made.inputs = [inputs[id(one)] for one in node.inputs]
        made.arg_inputs = {name: inputs[id(one)] for name, one in node.arg_inputs.items()}
        made.guards = made.part = []
        made.args = dict(node.args)
        made.common = dict(node.common)
        if node.op == "pythonFunction":
            made.args["id"] = made.id
        schema = by_own_name()[node.op]
        # A reader shuffles by the pipeline's seed, wherever it stands. Other operators are told apart by their seeds.
        if schema.get("random") and not schema.get("reader"):
            made.common.setdefault("seed", owner._next_seed())
        made.outputs = [DataNode(made, output.output, output.device) for output in node.outputs]
        for was, now in zip(node.outputs, made.outputs):
            now.enum = was.enum
        if isinstance(node.callback, Fed):
            node.callback.group.nodes[node.callback.output] = made
        return made

    def run(self, nodes: Sequence[_graph.Node], reads: Sequence[DataNodeDebug], rows: Sequence[int], of: Optional[Origins]) -> int:
        """Runs calls on samples of the batch, and gives their outputs the data. Returns how many samples there are. ``of``: what the samples of
        the whole batch are, as the first source has told."""
        ours = None if of is None else [of[row] for row in rows]
        for number, value in enumerate(reads):
            own = ours if value.origins is None else _joined([value.origins[value.rows.index(row)] for row in rows], ours)
            self._feed(f"debug.input_{number}", _host(_picked(value, rows)), own)
        if self._counts:
            self._feed(_COUNT, np.zeros(len(rows), np.uint8), ours)
        made = self.pipe.run()
        if self.is_source:
            rows = range(len(made[0]))
        origins = _origins_of(made[0])
        data = iter(made)
        for output in (output for node in nodes for output in node.outputs):
            _give(output, next(data), rows, origins)
        return len(rows)

    def _feed(self, name: str, data: Any, origins: Optional[Origins]) -> None:
        self.pipe.build()
        self.pipe._fed[name].feed(data, None, self.pipe.max_batch_size, origins)


def _origins_of(data: Any) -> Optional[Origins]:
    """What the samples of an output are."""
    if not isinstance(data._sources, Sources):
        return None
    names, indices, epochs = data._sources._batch.batch.sources()
    return list(zip(indices.tolist(), epochs.tolist(), names))


def _joined(own: Origins, of: Optional[Origins]) -> Origins:
    """What samples are: they have their names, and draw the numbers of the first source's samples, as in other pipelines."""
    return own if of is None else [(first[0], first[1], one[2]) for first, one in zip(of, own)]


def _give(output: DataNode, data: Any, rows: Sequence[int], origins: Optional[Origins]) -> None:
    """Gives a value its data."""
    assert isinstance(output, DataNodeDebug)
    output._data, output.rows, output.origins = data, rows, origins


def _host(data: Any) -> Any:
    return data.as_cpu() if isinstance(data, TensorListGPU) else data


def _picked(value: DataNodeDebug, rows: Sequence[int]) -> Any:
    """The data of these samples."""
    data = value.get()
    if list(value.rows) == list(rows):
        return data
    places = {row: place for place, row in enumerate(value.rows)}
    return _listed([data[places[row]] for row in rows], data)


def _listed(samples: List[Any], like: Any) -> Any:
    made = type(like)(samples, like.layout())
    if not samples:
        made._dtype = like._dtype
    if getattr(like, "_enum", None) is not None:
        made._enum = like._enum
    return made


class DebugGraph(_graph.Graph):
    """What one run of a definition records, and what has run of it."""

    value = DataNodeDebug
    runs = True

    def __init__(self, owner: PipelineDebug) -> None:
        super().__init__()
        self.owner = owner
        self.pipeline = weakref.ref(owner)
        self.count: Optional[int] = None
        self._origins: Optional[Origins] = None
        self._waiting: List[_graph.Node] = []
        # Calls that run together, with their number in the run; -1: they merge.
        self._queue: Deque[Tuple[int, List[_graph.Node]]] = deque()
        self._early: List[Tuple[int, List[_graph.Node]]] = []
        self._numbers = itertools.count()
        self._busy = False

    def recorded(self, node: _graph.Node) -> None:
        node.graph = weakref.ref(self)  # type: ignore[attr-defined]
        self._waiting.append(node)

    def settle(self, wholly: bool = False) -> None:
        """Runs what was recorded. Raises the errors of its calls. ``wholly``: also random numbers that wait for the first source, whose samples
        they are drawn for."""
        waiting, self._waiting = self._waiting, []
        for (merges, _), group in itertools.groupby(waiting, self._alike):
            self._queue.append((-1 if merges else next(self._numbers), list(group)))
        if wholly or self._origins is not None:
            early, self._early = self._early, []
            for number, nodes in early:
                self._run(number, nodes)
        if self._busy:
            # What a call reads stands in front of it.
            return
        self._busy = True
        try:
            while self._queue:
                self._take(*self._queue.popleft(), wholly)
        finally:
            self._busy = False

    def _take(self, number: int, nodes: List[_graph.Node], wholly: bool) -> None:
        if number < 0:
            for node in nodes:
                _merge(node)
        elif not wholly and self._is_early(nodes):
            self._early.append((number, nodes))
            self.count = self.count or self.owner.max_batch_size
        else:
            self._run(number, nodes)

    def _is_early(self, nodes: Sequence[_graph.Node]) -> bool:
        """Whether calls draw numbers for samples that no source has told of yet."""

        def draws(node: _graph.Node) -> bool:
            schema = by_own_name()[node.op]
            return bool(schema.get("random")) and not (node.reads or schema.get("reader"))

        return self._origins is None and all(map(draws, nodes))

    def _alike(self, node: _graph.Node) -> Tuple[bool, Any]:
        """Calls run together that are for the same samples. A value that has data comes between none of them."""
        if node.op == "merge":
            return True, None
        group = node.callback.group if isinstance(node.callback, Fed) else None
        guards = tuple((id(guard["value"]), guard["want"]) for guard in node.guards)
        return False, (id(group) if group is not None else None, guards)

    def _run(self, number: int, nodes: List[_graph.Node]) -> None:
        inside = {id(output) for node in nodes for output in node.outputs}
        reads: Dict[int, DataNodeDebug] = {}
        for node in nodes:
            for value in (*node.inputs, *node.arg_inputs.values()):
                if id(value) not in inside:
                    reads.setdefault(id(value), _with_data(value))
        steps = self.owner._steps
        if number in steps:
            for known, node in itertools.zip_longest(steps[number].known, nodes):
                if known is None or node is None:
                    known, node = known or Known.of(nodes[-1]), node or nodes[-1]
                known.check(Known.of(node))
        elif self.owner._ran:
            raise RuntimeError(
                f"Unexpected operator '{Known.of(nodes[0]).title}' at {nodes[0].call_site}. Debug mode does not support changing the "
                "order of operators executed within the pipeline."
            )
        values = list(reads.values())
        rows = self._rows(nodes[0], values)
        if number not in steps:
            steps[number] = Step(self.owner, nodes, values)
        if not rows and (values or nodes[0].guards):
            # Nothing is known of what would be made.
            for output in (output for node in nodes for output in node.outputs):
                _give(output, (TensorListGPU if output.device == "gpu" else TensorListCPU)([]), rows, [])
            return
        step = steps[number]
        self.owner._give_fed(step)
        made = step.run(nodes, values, rows, self._origins)
        if step.is_source:
            self._check_count(made)
            if self._origins is None:
                self._origins = _with_data(nodes[0].outputs[0]).origins
                self.settle()
        if self.count is None and not nodes[0].guards:
            self.count = made

    def _rows(self, node: _graph.Node, reads: Sequence[DataNodeDebug]) -> Sequence[int]:
        """The samples for which the call runs."""
        rows: Optional[Sequence[int]] = None
        for guard in node.guards:
            selector = _with_data(guard["value"])
            chosen = dict(zip(selector.rows, (int(one) for one in np.asarray(selector.get().as_array()).ravel())))
            rows = [row for row in (selector.rows if rows is None else rows) if chosen.get(row) == guard["want"]]
        if rows is None:
            rows = reads[0].rows if reads else range(self.count or self.owner.max_batch_size)
        if self.count is None and reads:
            self.count = len(reads[0].get())
        for number, value in enumerate(reads):
            if not set(rows) <= set(value.rows) or not node.guards and len(value.rows) != len(rows):
                raise RuntimeError(
                    f"Batch size must be uniform across an iteration. Input {number} for operator '{Known.of(node).title}' has batch size = "
                    f"{len(value.rows)}. Expected batch size = {len(rows)}"
                )
        if not node.guards and reads and all(value.source.op == "__data" for value in reads) and len(rows) != self.count:
            raise RuntimeError(
                f"Batch size must be uniform across an iteration. Input 0 for operator '{Known.of(node).title}' has batch size = {len(rows)}. "
                f"Expected batch size = {self.count}"
            )
        return rows

    def _check_count(self, made: int) -> None:
        if self.count is not None and made != self.count:
            raise RuntimeError(
                f"Batch size must be uniform across an iteration. External Source operator returned batch size: {made}, expected: "
                f"{self.count}. Call all external sources at the beginning of the definition, before other operators."
            )

    # ---- data of the user in calls ----

    def adopt(self, title: str, inputs: Sequence[Any], kwargs: Mapping[str, Any]) -> Tuple[List[Any], Dict[str, Any]]:
        """Inputs and arguments, with batches of the user's as values."""
        given = [self._value(value, f"at input {number}", True) for number, value in enumerate(inputs)]
        return given, {name: self._value(value, f"for argument '{name}'", False) for name, value in kwargs.items()}

    def _value(self, data: Any, where: str, arrays: bool) -> Any:
        whole = isinstance(data, (TensorListCPU, TensorListGPU)) or arrays and _is_array(data) and np.ndim(data) > 0
        if not whole and not (isinstance(data, list) and data and all(map(_is_array, data))):
            return data
        if self.owner._conditionals:
            raise ValueError(
                "Debug mode with conditional execution (when `enable_conditionals=True`) doesn't allow for modification of operator outputs "
                "by libraries other than DALI or using the TensorLists extracted via `.get()` as inputs. Expected `DataNodeDebug` as an "
                f"input, got {type(data)} {where}."
            )
        return self.data(data)

    def data(self, data: Any) -> DataNodeDebug:
        """A value of data of the user."""
        if isinstance(data, list) and (isinstance(data[0], TensorGPU) or lies_on_gpu(data[0])):
            layout = data[0].layout() if isinstance(data[0], TensorGPU) else None
            data = TensorListGPU([one if isinstance(one, TensorGPU) else device_array(one) for one in data], layout)
        elif lies_on_gpu(data) and not isinstance(data, TensorListGPU):
            data = TensorListCPU(host_copy(data))
        elif not isinstance(data, (TensorListCPU, TensorListGPU)):
            data = TensorListCPU(data)
        made = DataNodeDebug(_Data(self), 0, "gpu" if isinstance(data, TensorListGPU) else "cpu")
        made._data, made.rows = data, range(len(data))
        return made


class _Data:
    """The place of a call, for data of the user."""

    op = "__data"
    name = "__data"
    part: List[Any] = []
    guards: List[Any] = []
    args: Dict[str, Any] = {}

    def __init__(self, graph: DebugGraph) -> None:
        self.graph = weakref.ref(graph)


def _is_array(value: Any) -> bool:
    if isinstance(value, (DataNode, list, tuple, dict, *_PLAIN)):
        return False
    if isinstance(value, (TensorCPU, TensorGPU, np.ndarray)):
        return True
    return any(hasattr(value, name) for name in ("__dlpack__", "__array_interface__", "__cuda_array_interface__"))


def _with_data(value: DataNode) -> DataNodeDebug:
    if not isinstance(value, DataNodeDebug):
        raise RuntimeError(f"DataNode {value.name} was made outside of the definition: in debug mode operators are called within it")
    value.get()
    return value


def _merge(node: _graph.Node) -> None:
    """The samples of several values, each of the one that its selector numbers."""
    selector, *values = map(_with_data, node.inputs)
    rows = list(selector.rows)
    chosen = [int(one) for one in np.asarray(selector.get().as_array()).ravel()]
    places = [{row: place for place, row in enumerate(value.rows)} for value in values]
    samples = [values[one].get()[places[one][row]] for one, row in zip(chosen, rows)]
    used = [value for number, value in enumerate(values) if number in chosen]
    kinds = {str(value.get().dtype) for value in used}
    if len(kinds) > 1 or len({len(value.get().shape()[0]) for value in used}) > 1:
        raise RuntimeError(
            f"Expected the values of all branches to have one dtype and one number of axes but received {' and '.join(sorted(kinds))} "
            f"({node.call_site})"
        )
    (output,) = node.outputs
    if samples and node.device == "gpu":
        samples = [one._array if isinstance(one, TensorGPU) else one for one in samples]
    _give(output, _listed(samples, used[0].get()) if used else TensorListCPU([]), rows, selector.origins)


class PipelineDebug(Pipeline):
    """A pipeline in debug mode: each run calls the definition, whose operators run at once."""

    def __init__(self, definition: Callable[[], Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._definition = definition
        self._steps: Dict[int, Step] = {}
        self._ran = False
        self._made: List[Any] = []
        self._data: Dict[str, List[Any]] = {}
        given = self._options.seed
        self._seeds = np.random.default_rng(given)
        # All readers without a seed of their own shuffle alike.
        self._seed_of_readers = int(self._seeds.integers(_SEEDS)) if given is None else given

    def _next_seed(self) -> int:
        return int(self._seeds.integers(_SEEDS))

    def _inner(self) -> Pipeline:
        given = dict(self._options.given)
        for name in ("output_dtype", "output_ndim", "output_layout"):
            given[name] = None
        given.update(exec_pipelined=False, exec_async=False, exec_dynamic=None, experimental_exec_dynamic=None)
        given.update(prefetch_queue_depth=1, seed=self._seed_of_readers, enable_checkpointing=False, checkpoint=None)
        return Pipeline(**given)

    def __enter__(self) -> Pipeline:
        raise RuntimeError("A pipeline in debug mode works only with the `pipeline_def` decorator. Using `with` is not supported.")

    def build(self, define_graph: Any = None) -> None:
        """Without effect: operators are built when the first run calls them."""

    def run(self, cuda_stream: Any = None, /, **pipeline_inputs: Any) -> Tuple[Any, ...]:
        """Calls the definition and returns its outputs: a TensorList for each."""
        for name, value in pipeline_inputs.items():
            self.feed_input(name, value)
        graph = DebugGraph(self)
        with graph:
            given = self._definition()
            given = () if given is None else given if isinstance(given, tuple) else (given,)
            nodes = output_nodes([graph.data(one) if isinstance(one, (TensorListCPU, TensorListGPU)) else one for one in given])
            graph.settle(wholly=True)
        outputs = tuple(_with_data(node).get() for node in nodes)
        self._ran = True
        check_outputs(outputs, self._options.given)
        return outputs

    def schedule_run(self) -> None:
        """Runs the definition. ``share_outputs()`` gives what it made."""
        try:
            self._made.append(self.run())
        except StopIteration as end:
            self._made.append(end)

    def share_outputs(self, cuda_stream: Any = None) -> Tuple[Any, ...]:
        """The outputs of the oldest run that was asked for. Raises StopIteration at the end of the data."""
        if not self._made:
            raise StopIteration
        found = self._made.pop(0)
        if isinstance(found, StopIteration):
            raise found
        outputs: Tuple[Any, ...] = found
        return outputs

    def release_outputs(self) -> None:
        """Lets go of the outputs of ``share_outputs()``."""

    def empty(self) -> bool:
        """Whether nothing is scheduled that was not taken yet."""
        return not self._made

    def feed_input(
        self, data_node: Any, data: Any, layout: Optional[str] = None, cuda_stream: Any = None, use_copy_kernel: Optional[bool] = False
    ) -> None:
        """Feeds a batch to an external source without ``source``: see Pipeline."""
        name = data_node if isinstance(data_node, str) else _check(data_node).name
        source = self._source_named(name)
        if source is not None and source.callback.group.source is not None:
            raise RuntimeError(f"Cannot use `feed_input` on the external source '{name}' with a `source` argument specified.")
        if source is None and self._ran:
            raise KeyError(f"Could not find an input operator with name '{name}'")
        self._data.setdefault(name, []).append((data, layout))

    def _source_named(self, name: str) -> Optional[_graph.Node]:
        nodes = (output.source for step in self._steps.values() for output in step.pipe._set or ())
        return next((node for node in nodes if node.name == name and isinstance(node.callback, Fed)), None)

    def _give_fed(self, step: Step) -> None:
        """Gives a step what was fed to its inputs."""
        for output in step.pipe._set or ():
            node = output.source
            for data, layout in self._data.pop(node.name, ()) if isinstance(node.callback, Fed) else ():
                step.pipe.feed_input(node.name, data, layout)

    def reset(self) -> None:
        """Begins a new epoch, if the data has ended."""
        for step in self._steps.values():
            step.pipe.reset()

    def reader_meta(self, name: Optional[str] = None) -> Any:
        """What is known of a reader that a run has called, or of all of them by name."""
        metas: Dict[str, Any] = {}
        for step in self._steps.values():
            if step.is_source:
                metas.update(step.pipe.reader_meta())
        if name is None:
            return metas
        if name not in metas:
            raise RuntimeError(f"Expected the name of a reader of {sorted(metas)} but received '{name}': in debug mode the first run makes them")
        return metas[name]

    def _define(self, define_graph: Any = None) -> None:
        raise NotImplementedError("A pipeline in debug mode has no graph: make it without `debug=True`")

    @property
    def num_outputs(self) -> int:
        raise NotImplementedError("The outputs of a pipeline in debug mode are known when it has run")

    def executor_statistics(self) -> Dict[str, Any]:
        raise NotImplementedError("A pipeline in debug mode has no executor: its operators run one by one")

    def statistics(self) -> Dict[str, Any]:
        raise NotImplementedError("A pipeline in debug mode has no statistics: its operators run one by one")

    def _checkpoint_with(self, iterator_data: str, filename: Optional[str] = None) -> bytes:
        raise NotImplementedError("A pipeline in debug mode has no checkpoints: make it without `debug=True`")

    def close(self) -> None:
        """Ends the pipelines of the operators."""
        for step in self._steps.values():
            step.pipe.close()
        self._steps = {}
        super().close()


__all__ = ["DataNodeDebug", "PipelineDebug"]
