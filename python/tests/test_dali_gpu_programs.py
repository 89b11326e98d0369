"""Programs of DALI on the emulated GPU: what DALI takes on a GPU where penstock reads or makes it on the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from penstock.dali import fn, pipeline_def, types
from conftest import ROOT

VIDEOS = ROOT / "data/videos"
needs_videos = pytest.mark.skipif(not (ROOT / "build/Release/penstock_av.so").exists(), reason="the video plugin is not built")

pytestmark = pytest.mark.usefixtures("gpu_host")


@pipeline_def(batch_size=2, num_threads=2, device_id=0)
def constants_and_shapes() -> Any:
    data = fn.external_source(lambda: np.arange(24, dtype=np.float32).reshape(2, 3, 4), device="gpu")
    anchor, shape = types.Constant(np.array([1.0, 0.0]), device="gpu"), fn.constant(idata=[2, 2], device="gpu")
    # Anchors are of (x, y).
    cut = fn.slice(data, anchor, fn.cast(shape, dtype=types.FLOAT), normalized_anchor=False, normalized_shape=False)
    return cut, fn.shapes(data), anchor


def test_constants_and_shapes_lie_on_the_gpu_and_are_read_there_or_on_the_cpu() -> None:
    outputs = constants_and_shapes().run()
    assert [type(one).__name__ for one in outputs] == ["TensorListGPU"] * 3
    cut, shapes, anchor = (one.as_cpu().as_array() for one in outputs)
    np.testing.assert_array_equal(cut, np.arange(24).reshape(2, 3, 4)[:, 0:2, 1:3])
    np.testing.assert_array_equal(shapes, [[3, 4]] * 2)
    np.testing.assert_array_equal(anchor, [[1, 0]] * 2)


def test_a_source_on_the_gpu_is_fed_by_its_node() -> None:
    @pipeline_def(batch_size=2, num_threads=2, device_id=0)
    def fed() -> Any:
        return fed_node.setdefault("node", fn.external_source(device="gpu")) + 1

    fed_node: Any = {}
    pipe = fed()
    pipe.build()
    pipe.feed_input(fed_node["node"], np.zeros((2, 3), np.int32))
    (out,) = pipe.run()
    np.testing.assert_array_equal(out.as_cpu().as_array(), np.ones((2, 3)))


@needs_videos
@pytest.mark.parametrize("asked, shape", [(True, (1,)), (False, None)])
def test_readers_of_videos_take_the_switch_of_frame_numbers(asked: bool, shape: Any) -> None:
    @pipeline_def(batch_size=1, num_threads=2, device_id=0)
    def clips() -> Any:
        made = fn.readers.video(device="gpu", filenames=[str(VIDEOS / "h264_open.mp4")], sequence_length=3, enable_frame_num=asked)
        return tuple(made) if isinstance(made, list) else made

    outputs = clips().run()
    assert [one.shape()[0] for one in outputs] == [(3, 72, 128, 3)] + ([] if shape is None else [shape])
    assert all(type(one).__name__ == "TensorListGPU" for one in outputs)
