"""``fn.experimental.inputs.video``: the sequences of videos that are fed, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any, List

import numpy as np
import pytest
from penstock.dali import Pipeline, fn, pipeline_def

ROOT = Path(__file__).resolve().parent.parent.parent
VIDEO = (ROOT / "data" / "videos" / "h264_709.mp4").read_bytes()

pytestmark = pytest.mark.skipif(not (ROOT / "build" / "Release" / "penstock_av.so").exists(), reason="libavformat is not installed")


@pipeline_def(batch_size=2, num_threads=2, prefetch_queue_depth=1)
def sequences(length: int, last: str = "partial", blocking: bool = False) -> Any:
    return fn.experimental.inputs.video(name="video", frames_per_sequence=length, last_sequence_policy=last, blocking=blocking)


@pipeline_def(batch_size=1, num_threads=1)
def whole() -> Any:
    return fn.decoders.video(fn.external_source(name="video"))


def frames_of(video: bytes) -> np.ndarray:
    pipe = whole(prefetch_queue_depth=1)
    pipe.feed_input("video", [np.frombuffer(video, np.uint8)])
    return np.array(pipe.run()[0][0])


def all_of(pipe: Any, count: int) -> List[np.ndarray]:
    found: List[np.ndarray] = []
    while sum(len(one) for one in found) < count:
        found += [np.array(one) for one in pipe.run()[0]]
    return found


@pytest.mark.parametrize("form", [lambda v: v, lambda v: np.frombuffer(v, np.uint8), lambda v: [np.frombuffer(v, np.uint8)]])
def test_one_video_after_the_other(form: Any) -> None:
    expected = frames_of(VIDEO)
    pipe = sequences(7)
    for _ in range(2):
        pipe.feed_input("video", form(VIDEO))
        found = all_of(pipe, len(expected))
        assert np.array_equal(np.concatenate(found), expected)
        assert len(found[-1]) == len(expected) % 7
    with pytest.raises(RuntimeError, match="No data was provided to the input operator 'video'"):
        pipe.run()


def test_the_last_sequence_is_padded_and_texts_give_the_same() -> None:
    expected = frames_of(VIDEO)
    pipe = Pipeline.deserialize(sequences(7, last="pad").serialize(), prefetch_queue_depth=1)
    pipe.feed_input("video", VIDEO)
    found = all_of(pipe, len(expected))
    assert {len(one) for one in found} == {7}
    frames = np.concatenate(found)
    assert np.array_equal(frames[: len(expected)], expected)
    assert not frames[len(expected) :].any()


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="blocking"):
        sequences(7, blocking=True).build()
    pipe = sequences(7)
    pipe.feed_input("video", b"no video")
    with pytest.raises(RuntimeError, match="Expected a video file"):
        pipe.run()
