"""Readers of videos on a GPU: its video engines decode, for which libavcodec stands on the emulated device."""

from __future__ import annotations

from pathlib import Path
from typing import Any, List

import numpy as np
import pytest
from penstock.dali import fn, pipeline_def
from penstock.dali.experimental import dynamic as ndd

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = [str(ROOT / "data" / "videos" / name) for name in ("h264.mp4", "hevc.mp4", "av1.mp4")]

pytestmark = pytest.mark.skipif(
    not (ROOT / "build" / "Release" / "penstock_av.so").exists() or not (ROOT / "build" / "fake_nvcuvid.so").exists(),
    reason="libavformat is not installed",
)


@pytest.fixture(autouse=True)
def _engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENSTOCK_NVCUVID", str(ROOT / "build" / "fake_nvcuvid.so"))


@pipeline_def(batch_size=3, num_threads=2, device_id=0, seed=4)
def clips(device: str, resized: bool) -> Any:
    args = {"filenames": NAMES, "labels": [7, 8, 9], "sequence_length": 5, "enable_frame_num": True, "random_shuffle": True, "device": device}
    return tuple(fn.readers.video_resize(size=[20, 30], **args) if resized else fn.readers.video(**args))


@pytest.mark.parametrize("resized", [False, True])
def test_a_reader_gives_what_it_gives_on_the_cpu(gpu_host: None, resized: bool) -> None:
    def batches(device: str) -> List[List[np.ndarray]]:
        pipe = clips(device, resized)
        found = []
        for _ in range(4):
            for output in pipe.run():
                assert (type(output).__name__ == "TensorListGPU") == (device == "gpu")
                found.append([np.array(one) for one in (output.as_cpu() if device == "gpu" else output)])
        return found

    for ours, theirs in zip(batches("gpu"), batches("cpu")):
        assert len(ours) == len(theirs) == 3
        for a, b in zip(ours, theirs):
            assert a.dtype == b.dtype and a.shape == b.shape
            assert np.abs(a.astype(int) - b.astype(int)).max() <= (1 if resized else 0)


def test_imperative_mode_reads_on_a_gpu(gpu_host: None) -> None:
    def epoch(device: str) -> List[np.ndarray]:
        reader = ndd.readers.Video(device=device, filenames=NAMES, sequence_length=5)
        found = []
        for batch in reader.next_epoch(batch_size=4):
            (video,) = batch if isinstance(batch, tuple) else (batch,)
            found += [np.array(one.cpu()) for one in video]
        return found

    on_gpu, on_cpu = epoch("gpu"), epoch("cpu")
    assert len(on_gpu) == len(on_cpu) == 24
    assert all(np.array_equal(a, b) for a, b in zip(on_gpu, on_cpu))
