"""``fn.decoders.video`` and ``fn.readers.video``: 16 bits, alpha and sound."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from penstock.dali import fn, pipeline_def, types

ROOT = Path(__file__).resolve().parent.parent.parent
VIDEOS = ROOT / "data" / "videos"

pytestmark = pytest.mark.skipif(not (ROOT / "build" / "Release" / "penstock_av.so").exists(), reason="libavformat is not installed")


def clips(name: str, **kwargs: Any) -> Any:
    @pipeline_def(batch_size=1, num_threads=2, prefetch_queue_depth=1)
    def define() -> Any:
        made = fn.readers.video(filenames=[str(VIDEOS / name)], sequence_length=3, **kwargs)
        return tuple(made) if isinstance(made, list) else made

    return define()


def decoded(name: str, **kwargs: Any) -> Any:
    @pipeline_def(batch_size=1, num_threads=2, prefetch_queue_depth=1)
    def define() -> Any:
        encoded = fn.external_source(source=lambda: [np.fromfile(VIDEOS / name, np.uint8)])
        made = fn.decoders.video(encoded, end_frame=3, **kwargs)
        return tuple(made) if isinstance(made, list) else made

    return define()


def first(pipe: Any) -> list[np.ndarray]:
    return [np.array(one[0]) for one in pipe.run()]


def test_streams_of_more_bits_have_them() -> None:
    (words,) = first(clips("hevc_pq.mp4", dtype=types.UINT16))
    assert words.dtype == np.uint16 and words.shape == (3, 54, 96, 3)
    (floats,) = first(decoded("hevc_pq.mp4", dtype=types.FLOAT))
    assert np.array_equal(floats, (words / 257).astype(np.float32))


def test_alpha_is_the_fourth_channel() -> None:
    (clear,) = first(clips("ffv1_alpha.mkv", image_type="rgba"))
    (plain,) = first(decoded("ffv1_alpha.mkv"))
    assert clear.shape == (3, 32, 48, 4)
    assert np.array_equal(clear[..., :3], plain)
    assert len(np.unique(clear[..., 3])) > 8


def test_sound_is_the_last_output() -> None:
    frames, numbers, sound = first(clips("sound_aac.mp4", enable_frame_num=True, audio=True))
    assert frames.shape == (3, 32, 48, 3) and numbers.tolist() == [0]
    assert sound.dtype == np.float32 and sound.shape == (5760, 2)
    _, mono = first(decoded("sound_aac.mp4", audio=True, downmix=True))
    assert np.allclose(mono, sound.mean(1), atol=1e-6)
    _, none = first(decoded("h264_709.mp4", audio=True))
    assert none.shape == (0, 1)
