"""The arguments of a pipeline, checked, and as the engine has them."""

from __future__ import annotations

import json
import os
import warnings
from enum import Enum
from typing import Any, Dict, Mapping, Optional

from .types import DALIDataType

# penstock's own options, which DALI does not have.
_OWN = {"on_error": "onError", "memory_budget": "memoryBudget", "watchdog": "watchdog"}

# Where this variable is 1, pipelines have no GPU, whatever their ``device_id``.
CPU_ONLY = "PENSTOCK_DALI_CPU_ONLY"

# What only Python knows of, which a text keeps beside the options.
_KEPT = ("output_dtype", "output_ndim", "output_layout", "stream_policy", "concurrency")


class StreamPolicy(Enum):
    """How operators share CUDA streams in DALI. It is kept, and without effect: each stage has a stream of its own."""

    UNSPECIFIED = 0
    SINGLE = 1
    PER_BACKEND = 2
    PER_OPERATOR = 3


class OperatorConcurrency(Enum):
    """Which operators run at the same time in DALI. It is kept, and without effect: stages run at the same time."""

    UNSPECIFIED = 0
    NONE = 1
    BACKEND = 2
    FULL = 3


_ENUMS = {kind.__name__: kind for kind in (StreamPolicy, OperatorConcurrency, DALIDataType)}


class Options:
    """What the constructor of a pipeline was given.

    Attributes:
        queue: batches that are made ahead.
        separated: the queues of CPU and GPU have depths of their own.
    """

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given: Dict[str, Any] = dict(given)
        self.batch_size: Optional[int] = self._number("batch_size")
        self.num_threads: Optional[int] = self._number("num_threads")
        self.device_id: Optional[int] = None if os.environ.get(CPU_ONLY) == "1" else self._number("device_id")
        self.seed: Optional[int] = self._number("seed")
        if self.seed is not None and self.seed < 0:
            self.seed = None
        depth = given["prefetch_queue_depth"]
        self.separated = isinstance(depth, dict)
        if isinstance(depth, dict):
            if not given["exec_async"]:
                raise ValueError("`exec_async` must not evaluate to `False` when using separated queues.")
            self.cpu_queue, self.gpu_queue = int(depth["cpu_size"]), int(depth["gpu_size"])
        elif isinstance(depth, int) and not isinstance(depth, bool):
            self.cpu_queue = self.gpu_queue = depth
        else:
            raise TypeError("Expected prefetch_queue_depth to be either int or Dict[int, int]")
        if given["experimental_exec_dynamic"] is not None:
            _deprecated("experimental_exec_dynamic", "exec_dynamic")
        for name in ("max_streams", "default_cuda_stream_priority"):
            if given[name] is not None:
                warnings.warn(f"The `{name}` is deprecated and has no effect.", DeprecationWarning, stacklevel=4)
        dynamic = given["exec_dynamic"] if given["experimental_exec_dynamic"] is None else given["experimental_exec_dynamic"]
        pipelined = bool(given["exec_pipelined"]) and bool(given["exec_async"])
        self.dynamic = (pipelined and not self.separated) if dynamic is None else bool(dynamic)
        if self.dynamic and (not pipelined or self.separated):
            raise ValueError("Dynamic execution needs `exec_pipelined` and `exec_async`, and one depth of queues")
        if given["py_callback_pickler"] is not None and given["py_start_method"] == "fork":
            raise ValueError("``py_callback_pickler`` should not be set when 'fork' start method is used.")
        _check_outputs(given)

    def _number(self, name: str) -> Optional[int]:
        value = self.given[name]
        if value is None:
            return None
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise TypeError(f"Expected a whole number for {name} but received {value!r}")
        return int(value.__index__())

    @property
    def depth(self) -> int:
        """Batches that a run makes ahead."""
        if not self.given["exec_pipelined"]:
            return 1
        return self.cpu_queue + self.gpu_queue if self.separated else self.cpu_queue

    @property
    def host_depth(self) -> int:
        """Batches that the engine takes before one of them is taken from it."""
        if not self.given["exec_pipelined"] or not self.given["exec_async"]:
            return 1
        return min(self.cpu_queue, self.gpu_queue)

    def json(self) -> Dict[str, Any]:
        """The options of the graph's text."""
        text: Dict[str, Any] = {
            "batchSize": self.batch_size,
            "deviceId": None if self.device_id is None or self.device_id < 0 else self.device_id,
            "execPipelined": bool(self.given["exec_pipelined"]),
            "execAsync": bool(self.given["exec_async"]),
            "prefetchQueueDepth": {"cpu": self.cpu_queue, "gpu": self.gpu_queue} if self.separated else self.cpu_queue,
            "enableCheckpointing": bool(self.given["enable_checkpointing"]),
            "enableMemoryStats": bool(self.given["enable_memory_stats"]),
            "setAffinity": bool(self.given["set_affinity"]),
            "enableConditionals": True,
        }
        if self.num_threads is not None:
            text["numThreads"] = self.num_threads
        if self.seed is not None:
            text["seed"] = self.seed
        if not self.separated:
            text["execDynamic"] = self.dynamic
        if self.given["bytes_per_sample"]:
            text["bytesPerSample"] = int(self.given["bytes_per_sample"])
        for name, own in _OWN.items():
            if self.given.get(name) is not None:
                text[own] = self.given[name]
        return text

    def text(self, graph: Mapping[str, Any]) -> str:
        """The text of a pipeline of these options."""
        kept = self.kept()
        return json.dumps({"penstock": 1, "graph": graph, "options": self.json(), **({"python": kept} if kept else {})}, allow_nan=False)

    def kept(self) -> Dict[str, Any]:
        """What only Python knows of, as JSON: each member of an enum as its type and name."""

        def plain(value: Any) -> Any:
            if isinstance(value, (list, tuple)):
                return [plain(one) for one in value]
            return {"enum": type(value).__name__, "name": value.name} if isinstance(value, Enum) else value

        return {name: plain(self.given[name]) for name in _KEPT if self.given.get(name) is not None}


def read_kept(text: Mapping[str, Any]) -> Dict[str, Any]:
    """What ``Options.kept()`` gave, as arguments. Raises KeyError for anything else."""

    def value(plain: Any) -> Any:
        if isinstance(plain, list):
            return [value(one) for one in plain]
        return _ENUMS[plain["enum"]][plain["name"]] if isinstance(plain, dict) else plain

    return {name: value(text[name]) for name in _KEPT if name in text}


def _deprecated(name: str, instead: str) -> None:
    warnings.warn(f"{name} is deprecated, please use {instead} instead", DeprecationWarning, stacklevel=5)


def _check_outputs(given: Mapping[str, Any]) -> None:
    """Checks ``output_dtype``, ``output_ndim`` and ``output_layout``: a value for all outputs, or a list."""

    def each(name: str) -> list[Any]:
        value = given[name]
        return list(value) if isinstance(value, (list, tuple)) else [value]

    for dtype in each("output_dtype"):
        if dtype is not None and not isinstance(dtype, DALIDataType):
            raise TypeError(f"`output_dtype` must be a value from nvidia.dali.types.DALIDataType, a list of these or None. Found type {type(dtype)}.")
        if dtype == DALIDataType.NO_TYPE:
            raise ValueError(f"`output_dtype` can't be a types.NO_TYPE. Found {dtype}.")
    for ndim in each("output_ndim"):
        if ndim is not None and not isinstance(ndim, int):
            raise TypeError(f"`output_ndim` must be an int, a list of ints or None. Found type {type(ndim)}.")
        if ndim is not None and ndim < 0:
            raise ValueError(f"`output_ndim` must be non-negative. Found value {ndim}.")
    for layout in each("output_layout"):
        if layout is not None and not isinstance(layout, str):
            raise TypeError(f"`output_layout` must be a string, a list of strings or None. Found type {type(layout)}.")
