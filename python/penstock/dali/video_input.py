"""``fn.experimental.inputs.video``: sequences of the videos that ``feed_input()`` brings."""

from __future__ import annotations

from typing import Any, Optional

from ._graph import record
from ._operator import call
from ._schemas import schemas
from ._sources import Group
from .data_node import DataNode
from .external_source import Fed

_NAME = "experimental.inputs.video"


def video(
    *,
    frames_per_sequence: int,
    last_sequence_policy: str = "partial",
    name: Optional[str] = None,
    blocking: Optional[bool] = None,
    no_copy: Optional[bool] = None,
    **kwargs: Any,
) -> DataNode:
    """Feeds videos into the pipeline, and gives their frames as sequences of shape (frames, height, width, channels). One
    ``feed_input()`` brings the bytes of one video, as a batch of one sample or an array of one axis; the runs after it give its sequences in order,
    ``batch_size`` of them in a batch, and the last batch of a video has the rest.

    Args:
        frames_per_sequence: number of frames of a sequence.
        last_sequence_policy: what becomes of the frames at the end of a video that fill no sequence: ``"partial"``: a sequence of those;
            ``"pad"``: black frames fill it.
        name: the name for ``feed_input()``.
        blocking: only False: a run fails when all videos have ended.
        no_copy: without effect: a video is copied once, when it is fed.
        kwargs: ``dtype``, ``image_type``, ``rotate``, ``color_matrix``, ``color_range``, ``max_pixels``, ``max_decode_seconds`` and ``on_error``, as for
            ``fn.decoders.video``.

    Raises:
        TypeError, ValueError: for a wrong argument.
    """
    if blocking:
        raise ValueError(f"fn.{_NAME}: expected blocking=False, because only the run knows when a video has ended: call feed_input() before it")
    # A list has the bytes of the video and the place of a sequence, which the pipeline makes of what is fed.
    source = record("externalSource", [], {"numOutputs": 2, "dtype": ["uint8", "int32"], "ndim": [1, 1]}, device="cpu", name=name)
    node = source[0].source
    node.guards = []
    group = Group(None, many=False, batch=True, batch_info=False, parallel=False)
    node.callback = Fed(group, 0, False, False, videos=True)
    group.nodes.append(node)
    group.layouts.append("")
    given = {**kwargs, "frames_per_sequence": frames_per_sequence, "last_sequence_policy": last_sequence_policy}
    made: DataNode = call(schemas()[_NAME], f"fn.{_NAME}", source, given)
    return made
