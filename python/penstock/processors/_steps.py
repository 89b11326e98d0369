"""The steps of an image processor as calls of operators in a pipeline of ``penstock.dali``."""

from __future__ import annotations

import json
from typing import Any, Dict, Mapping, Optional

from .._errors import PipelineError
from ..dali import _host_protocol as host_protocol
from ..dali._graph import Graph, Node
from ..dali._process import the_host
from ..dali.data_node import DataNode


def preprocess(
    images: DataNode,
    config: Mapping[str, Any],
    *,
    backend: Optional[str] = None,
    device: Optional[str] = None,
    decoded: bool = False,
) -> Dict[str, DataNode]:
    """The steps of :func:`from_config`'s processor in a pipeline's definition: its outputs by name, a sample for each image.

    A sample has the bytes that the processor gives for that image, without the first axis where the class stacks images. What a class fills
    up to the largest image of its batch is filled up to the largest of the pipeline's.

    ``images``: bytes of image files; with ``decoded`` images, uint8, HWC, RGB, on either device, where the steps run then. ``device``: where
    files are decoded and pixels worked on, ``"cpu"`` (default) or ``"gpu"``. ``backend``: as of from_config().

    Raises PipelineError: as from_config(); UNSUPPORTED also for a class that needs more than images. RuntimeError: outside of a definition.
    """
    Graph.current()
    if not isinstance(images, DataNode):
        raise PipelineError("INVALID_ARGUMENT", f"Expected a DataNode for images but received {type(images).__name__}")
    settings: Dict[str, Any] = {"config": dict(config), "decoded": decoded}
    if backend is not None:
        settings["backend"] = backend
    if device is not None:
        settings["device"] = device
    if decoded and images.device == "gpu":
        settings["gpu"] = True
    steps = the_host().ask({"t": "processorSteps", "text": json.dumps(settings)}, host_protocol.STEPS)
    made: Dict[int, Any] = {}

    def value(ref: Mapping[str, int]) -> DataNode:
        found: DataNode = made[ref["node"]][ref["output"]]
        return found

    for call in steps["nodes"]:
        if call["op"] == "externalSource":
            made[call["id"]] = [images]
            continue
        inputs = [value(ref) for ref in call["inputs"]]
        arguments = {name: value(ref) for name, ref in call["argInputs"].items()}
        made[call["id"]] = Node(call["op"], inputs, call["args"], arguments, call["device"]).outputs
    return {own["name"]: value(own) for own in steps["outputs"]}
