"""``fn.external_source`` and ``ops.ExternalSource``: data of Python in the graph."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional

from ._converted import is_autograph_artifact
from ._graph import Graph, Node, record
from ._sources import Group, Source, SourceKind
from .data_node import DataNode
from .types import DALIDataType, own_name


def external_source(
    source: Any = None,
    num_outputs: Optional[int] = None,
    *,
    cycle: Any = None,
    name: Optional[str] = None,
    device: str = "cpu",
    layout: Any = None,
    dtype: Any = None,
    ndim: Any = None,
    cuda_stream: Any = None,
    use_copy_kernel: Optional[bool] = None,
    blocking: Optional[bool] = None,
    batch: Optional[bool] = None,
    repeat_last: bool = False,
    parallel: Optional[bool] = None,
    no_copy: Optional[bool] = None,
    prefetch_queue_depth: Optional[int] = None,
    bytes_per_sample_hint: Any = None,
    batch_info: Optional[bool] = None,
    **kwargs: Any,
) -> Any:
    """Brings data of Python into the graph: from ``source``, or, without one, from ``feed_input()`` and ``run(name=data)``.

    Args:
        source: a function without arguments; one of the number of the batch (with ``batch_info`` of a BatchInfo; with ``batch=False`` of a
            SampleInfo); an iterable; or a generator function. It gives arrays, lists of them, tensors of PyTorch, what has DLPack, or
            TensorLists; StopIteration ends the epoch.
        num_outputs: how many outputs an item has; it is a list of so many then, also of 1. Default: one output, and no list.
        cycle: at the end of an iterable: ``"no"`` ends the data, ``"quiet"`` begins anew, ``"raise"`` ends the epoch and begins anew.
        name: the name for ``feed_input()``.
        device: ``"cpu"`` or ``"gpu"``: where the output lies.
        layout, dtype, ndim: what samples have; one for all outputs, or a list.
        blocking: wait for ``feed_input()`` when there is no data. Default: a run without data fails.
        batch: an item is a whole batch. Default: True; with ``parallel`` False.
        repeat_last: use the last data again when nothing was fed. Only without ``source``.
        parallel: run the source in worker processes, ``py_num_workers`` of the pipeline.
        prefetch_queue_depth: batches that workers make ahead, with ``parallel``. Default: 1.
        batch_info: call the function with a BatchInfo.
        cuda_stream, use_copy_kernel, no_copy: without effect: data is copied once, when it is fed. Arrays in GPU memory (PyTorch, CuPy, Numba,
            JAX, and what has DLPack or the CUDA array interface) are copied to host memory first, by their library.

    Raises:
        TypeError, ValueError: for a wrong argument.
    """
    if name is not None and num_outputs is not None:
        raise ValueError("`num_outputs` is not compatible with a named external_source")
    made = Source(source, cycle) if source is not None else None
    if made is None and cycle:
        raise ValueError("The argument `cycle` can only be specified if `source` is a reusable iterable or a generator function.")
    if made is not None and repeat_last:
        raise ValueError("`repeat_last` must not be set when using the `source` argument. It is usable only with data that is fed.")
    graph = Graph.current_or_none()
    parallel = bool(parallel)
    whole = (not parallel) if batch is None else bool(batch)
    if parallel and graph is not None and graph.runs:
        # The definition waits for each batch, so no worker makes one ahead.
        parallel = False
        whole = whole or batch is None and made is not None and made.kind is not SourceKind.CALLABLE
    elif parallel:
        prefetch_queue_depth = 1 if prefetch_queue_depth is None else prefetch_queue_depth
        _check_parallel(made, whole, no_copy, prefetch_queue_depth, bytes_per_sample_hint)
    else:
        for value, what in ((prefetch_queue_depth, "prefetch_queue_depth"), (bytes_per_sample_hint, "bytes_per_sample_hint")):
            if value is not None:
                raise ValueError(f"The argument `{what}` is valid only for parallel external sources (when `parallel` is True).")
    group = Group(
        made,
        many=num_outputs is not None,
        batch=whole,
        batch_info=bool(batch_info),
        parallel=parallel,
        prefetch_queue_depth=prefetch_queue_depth or 1,
        device=device,
    )
    count = 1 if num_outputs is None else int(num_outputs)
    if count < 1 and num_outputs is not None:
        raise ValueError(f"Expected a number of outputs from 1 but received {num_outputs}")
    settings = {"layout": layout, "dtype": dtype, "ndim": ndim}
    outputs = []
    for number in range(count):
        own = {key: _of_output(value, number) for key, value in settings.items()}
        node = _node(group, own, name, bool(blocking), bool(repeat_last))
        outputs.append(node.gpu() if device == "gpu" else node)
    if graph is not None:
        graph.settle()
    return outputs if num_outputs is not None else outputs[0]


def _of_output(value: Any, number: int) -> Any:
    if isinstance(value, (list, tuple)):
        return value[number] if number < len(value) else None
    return value


def _node(group: Group, own: Mapping[str, Any], name: Optional[str], blocking: bool, repeat_last: bool) -> DataNode:
    args: dict[str, Any] = {}
    if own["dtype"] is not None and own["dtype"] is not DALIDataType.NO_TYPE:
        args["dtype"] = [own_name(own["dtype"])]
    if own["ndim"] is not None:
        if not isinstance(own["ndim"], int):
            raise TypeError(f"Expected a whole number for ndim but received {own['ndim']!r}")
        args["ndim"] = [own["ndim"]]
    if own["layout"]:
        args["layout"] = [str(own["layout"])]
    output = record("externalSource", [], args, device="cpu", name=name)[0]
    # Python runs sources before they are split by branches: all samples are asked for.
    output.source.guards = []
    output.source.callback = Fed(group, len(group.nodes), blocking, repeat_last)
    group.nodes.append(output.source)
    group.layouts.append(str(own["layout"] or ""))
    return output


class Fed:
    """The part of a source that one operator call is.

    Attributes:
        group: the source.
        output: number of the output.
        videos: what is fed are videos, of which each has data for several runs.
    """

    def __init__(self, group: Group, output: int, blocking: bool, repeat_last: bool, videos: bool = False) -> None:
        self.group = group
        self.output = output
        self.blocking = blocking
        self.repeat_last = repeat_last
        self.videos = videos


def _check_parallel(source: Optional[Source], batch: bool, no_copy: Optional[bool], depth: int, hint: Any) -> None:
    if no_copy is False:
        raise ValueError("The argument `no_copy` cannot be specified to False when used with `parallel=True`.")
    if depth < 1:
        raise ValueError(f"`prefetch_queue_depth` must be a positive integer, got {depth}.")
    if hint is not None and hint < 1:
        raise ValueError(f"`bytes_per_sample_hint` must be a positive integer, got {hint}.")
    if source is None:
        return
    if is_autograph_artifact(source.source):
        raise ValueError(
            "Expected a source that worker processes can load for `parallel=True`, but it was made within a definition with "
            "`enable_conditionals`. Mark the function that makes it with @do_not_convert, or define it outside."
        )
    if source.kind is SourceKind.CALLABLE:
        if not source.takes_argument:
            raise TypeError("A callable passed to external_source with `parallel=True` must accept exactly one argument, which says what it is asked for.")
    elif not batch:
        raise TypeError("A parallel external_source with an iterable or a generator function must be run with `batch=True`.")


class ExternalSource:
    """The class of ``fn.external_source``; arguments may be given here or in the call."""

    def __init__(self, source: Any = None, num_outputs: Optional[int] = None, **kwargs: Any) -> None:
        if kwargs.get("name") is not None and num_outputs is not None:
            raise ValueError("`num_outputs` is not compatible with a named ExternalSource")
        self._given = {"source": source, "num_outputs": num_outputs, **kwargs}

    def __call__(self, **kwargs: Any) -> Any:
        given = {name: value for name, value in self._given.items() if value is not None}
        for name, value in kwargs.items():
            if value is None:
                continue
            if name in given:
                kind = RuntimeError if name in ("source", "layout", "dtype", "ndim", "cuda_stream", "use_copy_kernel") else ValueError
                raise kind(f"The argument `{name}` was already specified in constructor.")
            given[name] = value
        if given.get("name") is not None and given.get("num_outputs") is not None:
            raise RuntimeError("`num_outputs` is not compatible with a named ExternalSource")
        return external_source(**given)


def sources_of(nodes: List[Node]) -> List[Group]:
    """The groups that have a source, in the order of their first calls."""
    found: dict[int, Group] = {}
    for node in nodes:
        if isinstance(node.callback, Fed) and node.callback.group.source is not None:
            found.setdefault(id(node.callback.group), node.callback.group)
    return list(found.values())
