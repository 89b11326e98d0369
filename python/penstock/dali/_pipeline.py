"""Pipeline: a graph of operators, defined in Python and run by the host process."""

from __future__ import annotations

import json
import weakref
from collections import deque
from typing import Any, Deque, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _host
from ._api import ApiCheck
from ._checkpoint import Checkpoint
from ._errors import as_dali
from ._batches import Kinds, Waiting, feed_of
from ._graph import Graph, Node
from ._option_facts import OptionFacts
from ._options import Options
from ._pool import Pool
from ._outputs import check_outputs, output_nodes, outputs_of
from ._sources import Group
from .data_node import DataNode, _check
from .external_source import Fed, sources_of
from .types import PipelineAPIType


class Pipeline(OptionFacts):
    """A pipeline of DALI's Python API, which runs on penstock.

    Args:
        batch_size: samples of a batch.
        num_threads: threads of the CPU. Default: as many as the process may use.
        device_id: number of the GPU; None: everything runs on the CPU.
        seed: of random operators. Default: a new one for each pipeline.
        exec_pipelined, exec_async, exec_dynamic: the executor, as in DALI.
        prefetch_queue_depth: batches that are made ahead; or ``{"cpu_size": n, "gpu_size": m}``.
        bytes_per_sample, set_affinity, enable_memory_stats: as in DALI.
        enable_checkpointing: ``checkpoint()`` may be called.
        checkpoint: what ``checkpoint()`` gave: the pipeline goes on from there.
        py_num_workers, py_start_method, py_callback_pickler: worker processes of external sources with ``parallel``.
        output_dtype, output_ndim, output_layout: what outputs must have; one for all, or a list.
        on_error: what a bad sample does: ``"throw"`` (default), ``"skip"`` or ``"placeholder"``.
        memory_budget: ``{"host": bytes, "pinned": bytes, "device": bytes}``: what the pipeline may use.
        watchdog: seconds after which a pipeline that stands still is reported.
    """

    def __init__(
        self,
        batch_size: Optional[int] = None,
        num_threads: Optional[int] = None,
        device_id: Optional[int] = None,
        seed: Optional[int] = None,
        exec_pipelined: bool = True,
        prefetch_queue_depth: Union[int, Dict[str, int]] = 2,
        exec_async: bool = True,
        bytes_per_sample: int = 0,
        set_affinity: bool = False,
        max_streams: Optional[int] = None,
        default_cuda_stream_priority: Optional[int] = None,
        *,
        enable_memory_stats: bool = False,
        enable_checkpointing: bool = False,
        checkpoint: Any = None,
        py_num_workers: int = 1,
        py_start_method: str = "fork",
        py_callback_pickler: Any = None,
        output_dtype: Any = None,
        output_ndim: Any = None,
        output_layout: Any = None,
        exec_dynamic: Optional[bool] = None,
        experimental_exec_dynamic: Optional[bool] = None,
        stream_policy: Any = None,
        concurrency: Any = None,
        on_error: Optional[str] = None,
        memory_budget: Optional[Mapping[str, int]] = None,
        watchdog: Optional[float] = None,
    ) -> None:
        given = {name: value for name, value in locals().items() if name != "self"}
        self._options = Options(given)
        self._checkpoint = Checkpoint.parse(checkpoint)
        self._graph = Graph()
        self._set: Optional[List[DataNode]] = None
        self._outputs: List[DataNode] = []
        self._nodes: List[Node] = []
        self._groups: List[Group] = []
        self._fed: Dict[str, Waiting] = {}
        self._kinds = Kinds()
        self._host: Any = None
        self._text: Optional[str] = None
        self._conditionals = False
        self._api = ApiCheck()
        # What was asked for and has not been taken: a batch, or the error that stands in its place.
        self._scheduled: Deque[Any] = deque()
        self._in_host = 0
        self._first = True
        self._ended = False
        self._epoch = 0
        self._taken_epoch = 0
        self._taken = 0
        self._py_pool: Optional[Pool] = None

    # ---- the definition ----

    @staticmethod
    def current() -> Optional[Pipeline]:
        """The pipeline that is being defined."""
        graph = Graph.current_or_none()
        found = getattr(graph, "pipeline", None)
        return None if found is None else found()

    def __enter__(self) -> Pipeline:
        # No reference back: a pipeline that nobody holds ends at once.
        self._graph.pipeline = weakref.ref(self)  # type: ignore[attr-defined]
        self._graph.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._graph.__exit__(*error)

    def add_sink(self, edge: DataNode) -> None:
        """Keeps an operator whose outputs nothing reads."""
        self._graph.sinks.append(_check(edge))

    def define_graph(self) -> Any:
        """Returns the outputs. For classes that are made of this one."""
        raise NotImplementedError

    def iter_setup(self) -> None:
        """Feeds the inputs of the next run. For classes that are made of this one."""

    def set_outputs(self, *output_data_nodes: Any) -> None:
        """Sets the outputs of the graph."""
        self._set = list(output_data_nodes)

    def _define(self, define_graph: Any = None) -> None:
        """Records the graph, if that was not done yet."""
        if self._text is not None:
            return
        if define_graph is not None and self._set is not None:
            raise RuntimeError("Duplicate graph definition - `define_graph` argument should not be specified when graph was defined with a call to `set_outputs`.")
        if self._set:
            given: Any = self._set
        else:
            with self:
                given = (define_graph or self.define_graph)()
        with self:
            self._outputs = output_nodes(list(given) if isinstance(given, (tuple, list)) else [given])
        hidden = [node.outputs[0] for node in self._graph.preserved]
        self._nodes = self._graph.needed(self._outputs)
        self._check_nodes()
        graph = self._graph.json([*self._outputs, *self._graph.sinks, *hidden])
        self._groups = sources_of(self._nodes)
        for node in self._nodes:
            if isinstance(node.callback, Fed):
                name = self._graph.names[node.id]
                fed = node.callback
                self._fed[name] = Waiting(node.name, fed.blocking, fed.repeat_last, fed.videos, fed.group.device)
        self._text = self._options.text(graph)

    def _check_nodes(self) -> None:
        names: Dict[str, Node] = {}
        outside = next((node for node in self._nodes if node.detached), None)
        if outside is not None and self._options.given["enable_checkpointing"]:
            raise RuntimeError(
                f"The pipeline does not support checkpointing, because it contains operator {outside.op} outside the pipeline: {outside.call_site}"
            )
        for node in self._nodes:
            if names.setdefault(node.name, node) is not node:
                raise RuntimeError(f"Expected a name of its own for each operator but '{node.name}' is the name of several")

    # ---- running it ----

    def build(self, define_graph: Any = None) -> None:
        """Builds the pipeline; the first run does it otherwise."""
        if self._host is not None:
            return
        for what, value in (("batch_size", self._options.batch_size), ("num_threads", self._options.num_threads)):
            if value is not None and value < 1:
                raise ValueError(f"Expected a pipeline with {what} >= 1 but received {value}")
        self._define(define_graph)
        assert self._text is not None
        for group in self._groups:
            group.warn_of_unused(self._graph.names)
            if self._options.given["enable_checkpointing"]:
                group.warn_of_lost_place()
        text = self._text
        if self._checkpoint is not None:
            text = self._checkpoint.into(text)
        functions = {node.id: node.callback for node in self._nodes if node.op == "pythonFunction"}
        with as_dali():
            host = _host.open_pipeline(text, functions=functions, ahead=not self._options.given["enable_checkpointing"])
            try:
                self._facts = host.build()
            except BaseException:
                host.close()
                raise
        self._host = host
        if self._checkpoint is not None:
            self._resume(self._checkpoint)
        self.start_py_workers()

    def _resume(self, checkpoint: Checkpoint) -> None:
        self._epoch = self._taken_epoch = checkpoint.epoch
        self._taken = checkpoint.iteration
        for group in self._groups:
            group.iteration = checkpoint.iteration
            group.sample = checkpoint.iteration * self.max_batch_size

    def start_py_workers(self) -> None:
        """Starts the worker processes of external sources with ``parallel``."""
        self._define()
        parallel = [group for group in self._groups if group.parallel]
        if self._py_pool is not None or not parallel:
            return
        if self.py_num_workers < 1:
            raise RuntimeError("The external source cannot run in parallel mode without Python workers pool: py_num_workers must be at least 1")
        given = self._options.given
        self._py_pool = Pool(parallel, self.py_num_workers, given["py_start_method"], given["py_callback_pickler"])

    def _next_feeds(self) -> Dict[str, List[Any]]:
        """Asks the sources for the next batch. Raises StopIteration where one has ended."""
        made: List[Tuple[Group, List[Any]]] = []
        ended = False
        for group in self._groups:
            try:
                if group.parallel:
                    assert self._py_pool is not None
                    made.append((group, self._py_pool.next_batch(group, self.max_batch_size, self._epoch)))
                else:
                    made.append((group, group.next_batch(self.max_batch_size, self._epoch)))
            except StopIteration:
                ended = True
        if ended:
            raise StopIteration
        self.iter_setup()
        feeds: Dict[str, List[Any]] = {}
        for group, batches in made:
            for number, node in enumerate(group.nodes):
                if node.id in self._graph.names:
                    batch = feed_of(batches[number], group.layouts[number], self.max_batch_size, group.device)
                    feeds[self._graph.names[node.id]] = [batch]
        for name, waiting in self._fed.items():
            # A run waits for the data of a blocking input when it is the oldest one, and not before.
            # A video has data for several runs, so the pipeline knows when one lacks it.
            if name not in feeds and not waiting.blocking and (waiting.ready or not waiting.videos):
                feeds[name] = [waiting.take()]
        for name, (batch,) in feeds.items():
            self._kinds.check(name, batch)
        return feeds

    def _complete(self, feeds: Dict[str, List[Any]], wait: bool) -> bool:
        """Adds the data of blocking inputs, if it is there, or waits for it. Returns whether all of it is there."""
        for name, waiting in self._fed.items():
            if name not in feeds:
                if not wait and not waiting.ready:
                    return False
                feeds[name] = [waiting.take()]
                self._kinds.check(name, feeds[name][0])
        return True

    def _schedule_one(self, at_once: bool) -> None:
        """Asks for one more batch, if the data has not ended."""
        if self._ended:
            return
        try:
            self._scheduled.append(self._next_feeds())
        except StopIteration:
            self._ended = True
            return
        except RuntimeError as error:
            # It comes when the batch is taken: batches before it are good.
            if not self._scheduled:
                raise
            self._ended = True
            self._scheduled.append(error)
        self._pump(at_once)

    def _pump(self, at_once: bool = True) -> None:
        """Gives the host what it has room for: now, or with the next question to it."""
        while self._in_host < min(len(self._scheduled), self._options.host_depth):
            feeds = self._scheduled[self._in_host]
            if isinstance(feeds, Exception) or not self._complete(feeds, wait=False):
                return
            with as_dali():
                self._host.schedule(feeds, at_once)
            # The data is the host's now.
            self._scheduled[self._in_host] = None
            self._in_host += 1

    def schedule_run(self) -> None:
        """Asks for one more batch; the first call asks for as many as are made ahead."""
        self.build()
        with self._api.of(PipelineAPIType.SCHEDULED):
            self._schedule_run(True)

    def _schedule_run(self, at_once: bool) -> None:
        count = self._options.depth if self._first and self._options.given["exec_pipelined"] else 1
        self._first = False
        for _ in range(count):
            self._schedule_one(at_once)

    def share_outputs(self, cuda_stream: Any = None) -> Tuple[Any, ...]:
        """The outputs of the oldest batch that was asked for. Raises StopIteration at the end of the data."""
        with self._api.of(PipelineAPIType.SCHEDULED):
            self._taken += 1
            if not self._scheduled:
                raise StopIteration
            if not self._in_host and not isinstance(self._scheduled[0], Exception):
                self._complete(self._scheduled[0], wait=True)
            self._pump()
            first = self._scheduled.popleft()
            if isinstance(first, Exception):
                raise first
            self._in_host -= 1
            with as_dali():
                batch = self._host.share()
                # Where it has another batch to make, it can begin that one now.
                self._host.release(self._in_host > 0)
            self._pump()
            outputs = outputs_of(batch, self._outputs)
            check_outputs(outputs, self._options.given)
            return outputs

    def release_outputs(self) -> None:
        """Lets go of the outputs of ``share_outputs()``. Their memory is used again when no array refers to it any more."""
        with self._api.of(PipelineAPIType.SCHEDULED):
            self.build()

    def outputs(self, cuda_stream: Any = None) -> Tuple[Any, ...]:
        """``release_outputs()``, and then ``share_outputs()``."""
        return self.share_outputs(cuda_stream)

    def run(self, cuda_stream: Any = None, /, **pipeline_inputs: Any) -> Tuple[Any, ...]:
        """Runs the pipeline and returns one batch: a TensorList for each output.

        Args:
            pipeline_inputs: data of inputs, by their names. It needs ``prefetch_queue_depth=1`` or ``exec_pipelined=False``.
        """
        if pipeline_inputs and self._options.depth > 1:
            raise RuntimeError(
                "When using pipeline_inputs named arguments, either `prefetch_queue_depth` in Pipeline constructor shall be set to 1 (for "
                f"both devices) or `exec_pipelined` shall be set to False. Received: prefetch_queue_depth={self.prefetch_queue_depth}, "
                f"exec_pipelined={self.exec_pipelined}."
            )
        self.build()
        for name, value in pipeline_inputs.items():
            self.feed_input(name, value)
        with self._api.of(PipelineAPIType.BASIC):
            self._schedule_run(False)
            return self.outputs(cuda_stream)

    def feed_input(
        self, data_node: Any, data: Any, layout: Optional[str] = None, cuda_stream: Any = None, use_copy_kernel: Optional[bool] = False
    ) -> None:
        """Feeds a batch to an external source without ``source``.

        Args:
            data_node: its DataNode or its name.
            data: an array with a leading sample axis, a list of arrays, or a TensorList. It is not copied before the run that uses it
                is scheduled.
            layout: names of a sample's axes.
        """
        self.build()
        name = data_node if isinstance(data_node, str) else _check(data_node).name
        node = next((node for node in self._nodes if node.name == name), None)
        # Of a source on a GPU, the user has the copy.
        while node is not None and node.op == "copy":
            node = node.inputs[0].source
        if node is None or not isinstance(node.callback, Fed):
            if node is None and self._deserialized_input(name):
                self._fed[name].feed(data, layout, self.max_batch_size)
                return
            raise KeyError(f"Could not find an input operator with name '{name}'")
        if node.callback.group.source is not None:
            raise RuntimeError(f"Cannot use `feed_input` on the external source '{name}' with a `source` argument specified.")
        number = node.callback.output
        own = node.callback.group.layouts[number]
        if layout and own and layout != own:
            raise RuntimeError(f'Expected data with layout: "{own}" and got: "{layout}".')
        self._fed[self._graph.names[node.id]].feed(data, layout or own, self.max_batch_size)

    def _deserialized_input(self, name: str) -> bool:
        return not self._nodes and name in self._fed

    def input_feed_count(self, input_name: str) -> int:
        """How many batches must be fed before the first run."""
        return self._options.depth

    def empty(self) -> bool:
        """Whether no batch is scheduled that was not taken yet."""
        return not self._scheduled

    def reset(self) -> None:
        """Begins a new epoch, if the data has ended."""
        if not self._ended:
            return
        self._first, self._ended = True, False
        self._epoch += 1
        if self._taken > 0:
            self._taken_epoch += 1
            self._taken = 0
        for group in self._groups:
            group.reset()
            if group.parallel and self._py_pool is not None:
                self._py_pool.reset(group)

    # ---- what is known of it ----

    @property
    def num_outputs(self) -> int:
        self._define()
        return len(self._outputs)

    def output_dtype(self) -> List[Any]:
        return self._for_each("output_dtype")

    def output_ndim(self) -> List[Any]:
        return self._for_each("output_ndim")

    def output_layout(self) -> List[Any]:
        return self._for_each("output_layout")

    def enable_api_check(self, enable: bool) -> None:
        """Whether a pipeline that is run in one way may not be run in another."""
        self._api.enabled = enable

    def _for_each(self, name: str) -> List[Any]:
        value = self._options.given[name]
        return list(value) if isinstance(value, (list, tuple)) else [value] * self.num_outputs

    @property
    def is_restored_from_checkpoint(self) -> bool:
        return self._checkpoint is not None

    def reader_meta(self, name: Optional[str] = None) -> Any:
        """What is known of a reader, or of all of them by name."""
        self.build()
        found = self._host.reader_meta()
        metas = {own: snake_keys(meta) for own, meta in found.items()}
        if name is None:
            return metas
        if name not in metas:
            raise RuntimeError(f"Expected the name of a reader of {sorted(metas)} but received '{name}'")
        return metas[name]

    def epoch_size(self, name: Optional[str] = None) -> Any:
        """Samples of an epoch of a reader, padded for its shards, or of all of them by name."""
        if name is not None:
            return self.reader_meta(name)["epoch_size_padded"]
        return {own: meta["epoch_size_padded"] for own, meta in self.reader_meta().items()}

    def set_weights(self, name: str, weights: Sequence[float], from_sample: Optional[int] = None) -> int:
        """Changes the weights of the mixture ``name`` as the pipeline runs: one for each source. They hold from sample ``from_sample`` on, or
        else from the first one that is not on its way to this process: with ``enable_checkpointing`` that of the next batch. Returns the
        number of the sample, counted over all epochs and shards. Checkpoints hold them (docs/guides/mixtures.md)."""
        self.build()
        with as_dali():
            return int(self._host.set_weights(name, weights, from_sample))

    def executor_statistics(self) -> Dict[str, Any]:
        """Memory of each operator's outputs, where ``enable_memory_stats`` is set."""
        self.build()
        return {name: snake_keys(row) for name, row in self._host.executor_statistics().items()}

    def statistics(self) -> Dict[str, Any]:
        """penstock's statistics: stages, mailboxes, bad samples and the verdict."""
        self.build()
        found: Dict[str, Any] = self._host.statistics()
        return found

    def verdict(self) -> str:
        """What limits the pipeline, in words."""
        return str((self.statistics().get("verdict") or {}).get("text", ""))

    def checkpoint(self, filename: Optional[str] = None) -> bytes:
        """Where the pipeline stands; given as ``checkpoint`` to a pipeline of the same definition, it goes on from there."""
        return self._checkpoint_with("", filename)

    def _checkpoint_with(self, iterator_data: str, filename: Optional[str] = None) -> bytes:
        if not self._options.given["enable_checkpointing"]:
            raise RuntimeError("Cannot save the checkpoint. The `enable_checkpointing` was not specified when creating the pipeline")
        self.build()
        with as_dali():
            state = self._host.checkpoint()
        data = Checkpoint(state, self._taken, self._taken_epoch, iterator_data).text()
        if filename is not None:
            with open(filename, "wb") as file:
                file.write(data)
        return data

    def serialize(self, define_graph: Any = None, filename: Optional[str] = None) -> bytes:
        """The graph and its options as text, which ``Pipeline.deserialize()`` of Python and TypeScript read."""
        if define_graph is not None and not callable(define_graph):
            raise TypeError(f"Expected a function for define_graph but received {type(define_graph)}")
        self._define(define_graph)
        assert self._text is not None
        data = self._text.encode()
        if filename is not None:
            with open(filename, "wb") as file:
                file.write(data)
        return data

    @classmethod
    def deserialize(cls, serialized_pipeline: Optional[bytes] = None, filename: Optional[str] = None, **kwargs: Any) -> Pipeline:
        """Makes a pipeline of what ``serialize()`` gave. ``kwargs`` are arguments of the constructor, which go before those of the text."""
        if (serialized_pipeline is None) == (filename is None):
            raise ValueError("Expected either serialized_pipeline or filename")
        from ._deserialize import deserialized

        made: Pipeline = deserialized(cls, serialized_pipeline, filename, kwargs)
        return made

    def deserialize_and_build(self, serialized_pipeline: bytes) -> None:
        """Takes the graph of what ``serialize()`` gave in place of a definition, and builds it."""
        from ._deserialize import adopt

        adopt(self, serialized_pipeline)
        self.build()

    def close(self) -> None:
        """Ends the pipeline: its threads and memory are given back. Outputs that were taken stay valid."""
        host, self._host = self._host, None
        if self._py_pool is not None:
            self._py_pool.close()
            self._py_pool = None
        if host is not None:
            host.close()

    def __del__(self) -> None:
        try:
            # That of the host ends it without waiting for the threads: the next pipeline can be defined meanwhile.
            self._host = None
            self.close()
        except Exception:  # noqa: BLE001  (the interpreter may be ending)
            pass


def snake_keys(value: Mapping[str, Any]) -> Dict[str, Any]:
    """camelCase keys in snake_case."""
    return {"".join(f"_{c.lower()}" if c.isupper() else c for c in key): one for key, one in value.items()}
