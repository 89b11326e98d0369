"""Pipelines of texts."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Type

from ._batches import Waiting
from ._conform import checked_text
from ._options import read_kept

# Options of the text by the constructor's names.
_NAMES = {
    "batchSize": "batch_size",
    "numThreads": "num_threads",
    "deviceId": "device_id",
    "seed": "seed",
    "execPipelined": "exec_pipelined",
    "execAsync": "exec_async",
    "execDynamic": "exec_dynamic",
    "bytesPerSample": "bytes_per_sample",
    "setAffinity": "set_affinity",
    "enableMemoryStats": "enable_memory_stats",
    "enableCheckpointing": "enable_checkpointing",
    "onError": "on_error",
    "memoryBudget": "memory_budget",
    "watchdog": "watchdog",
}


def deserialized(kind: Type[Any], data: Optional[bytes], filename: Optional[str], given: Mapping[str, Any]) -> Any:
    """A pipeline of a text. Raises RuntimeError for what is no text of a pipeline."""
    if filename is not None:
        with open(filename, "rb") as file:
            data = file.read()
    text = checked_text(data or b"")
    options = text.get("options", {})
    arguments: Dict[str, Any] = {_NAMES[name]: value for name, value in options.items() if name in _NAMES}
    depth = options.get("prefetchQueueDepth", 2)
    arguments["prefetch_queue_depth"] = {"cpu_size": depth["cpu"], "gpu_size": depth["gpu"]} if isinstance(depth, dict) else depth
    if "prefetch_queue_depth" in given or "exec_pipelined" in given or "exec_async" in given:
        arguments.pop("exec_dynamic", None)
    arguments.update(read_kept(text.get("python", {})))
    arguments.update({name: value for name, value in given.items() if value is not None})
    pipe = kind(**arguments)
    _adopt(pipe, text)
    return pipe


def adopt(pipe: Any, data: bytes) -> None:
    """Gives a pipeline the graph of a text. Raises RuntimeError for what is no text of a pipeline."""
    _adopt(pipe, checked_text(data))


def _adopt(pipe: Any, text: Mapping[str, Any]) -> None:
    graph = text["graph"]
    pipe._text = pipe._options.text(graph)
    pipe._outputs = [None] * len(graph["outputs"])
    videos = {node["inputs"][0]["node"] for node in graph["nodes"] if node["op"] == "experimental.inputs.video"}
    for node in graph["nodes"]:
        if node["op"] == "externalSource":
            args = node["args"]
            pipe._fed[node["name"]] = Waiting(node["name"], bool(args.get("blocking")), bool(args.get("repeatLast")), node["id"] in videos)
