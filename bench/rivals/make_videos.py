"""Writes the videos of `npm run bench -- video` with PyAV: 720p of every codec, a small MP4 many times, and short ones of many sizes.

    make_videos.py FOLDER PHOTOS [sizes]

With `sizes` it writes the last ones alone, for `gpu_videos changing` (bench/native).

A frame is a photo that the camera pans over, with smaller ones that move before it and a little noise, so that codecs
find motion, new detail and something that they cannot predict. Encoders keep their defaults: x264 and x265 have a key
frame every 250 frames, SVT-AV1 every 5 seconds, libvpx every 128 frames.
"""

import io
import shutil
import sys
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from PIL import Image

WIDTH, HEIGHT, RATE, FRAMES, FILES = 1280, 720, 30, 600, 1000
CODECS = {
    "h264": ("mp4", "libx264", "yuv420p", {"preset": "veryfast"}),
    "hevc": ("mp4", "libx265", "yuv420p", {"preset": "ultrafast", "x265-params": "log-level=none"}),
    "av1": ("mp4", "libsvtav1", "yuv420p", {"preset": "10"}),
    "vp9": ("webm", "libvpx-vp9", "yuv420p", {"deadline": "realtime", "cpu-used": "7", "row-mt": "1"}),
    "mjpeg": ("mov", "mjpeg", "yuvj420p", {}),
}
# Widths and heights that grow and shrink, some of them odd as far as the codec takes them.
SIZES = [(320, 240), (176, 144), (640, 360), (256, 256), (638, 358), (160, 400), (426, 240), (480, 270)]


def frames(photos, width, height, count):
    sprites = [np.asarray(Image.open(p).convert("RGB").resize((width // 5, height // 4))) for p in photos[1:7]]
    back = np.asarray(Image.open(photos[0]).convert("RGB").resize((width * 3 // 2, height * 3 // 2)))
    rng = np.random.default_rng(1)
    noise = [rng.normal(0, 2, (height, width, 1)).astype(np.float32) for _ in range(5)]
    for n in range(count):
        x, y = int(width / 4 * (1 + np.sin(n / 90))), int(height / 4 * (1 + np.cos(n / 70)))
        frame = back[y : y + height, x : x + width].astype(np.float32)
        for k, sprite in enumerate(sprites):
            h, w = sprite.shape[:2]
            px = int((width - w) / 2 * (1 + np.sin(n / (25 + 9 * k) + k)))
            py = int((height - h) / 2 * (1 + np.cos(n / (31 + 7 * k) + 2 * k)))
            frame[py : py + h, px : px + w] = sprite
        yield np.clip(frame + noise[n % 5], 0, 255).astype(np.uint8)


def write(to, kind, codec, pixels, options, photos, width, height, count, rate=4_000_000):
    with av.open(to, "w", format=kind) as out:
        stream = out.add_stream(codec, rate=Fraction(RATE), options=options)
        stream.width, stream.height, stream.pix_fmt, stream.bit_rate = width, height, pixels, rate
        for rgb in frames(photos, width, height, count):
            out.mux(stream.encode(av.VideoFrame.from_ndarray(rgb, format="rgb24").reformat(format=pixels)))
        out.mux(stream.encode())


def write_sizes(folder, photos):
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("h264", "hevc", "vp9"):
        kind, codec, pixels, options = CODECS[name]
        for width, height in SIZES:
            path = folder / f"{name}-{width}x{height}.{kind}"
            if path.exists():
                continue
            part = path.with_suffix(".part")
            # A key frame every 12 frames.
            write(str(part), kind, codec, pixels, {**options, "g": "12"}, photos, width, height, 36, 300_000)
            part.rename(path)


def main():
    folder, photos = Path(sys.argv[1]), sorted(Path(sys.argv[2]).rglob("*.jpg"))
    av.logging.set_level(av.logging.PANIC)
    write_sizes(folder / "sizes", photos)
    if sys.argv[3:] == ["sizes"]:
        return
    for name, (kind, codec, pixels, options) in CODECS.items():
        path = folder / name / f"{name}.{kind}"
        if path.exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        write(str(part), kind, codec, pixels, options, photos, WIDTH, HEIGHT, FRAMES, 60_000_000 if name == "mjpeg" else 4_000_000)
        part.rename(path)
    many = folder / "many"
    if many.exists() and len(list(many.iterdir())) == FILES:
        return
    many.mkdir(parents=True, exist_ok=True)
    small = io.BytesIO()
    write(small, "mp4", *CODECS["h264"][1:], photos, 320, 240, 300, 200_000)
    (many / "0000.mp4").write_bytes(small.getvalue())
    for i in range(1, FILES):
        shutil.copyfile(many / "0000.mp4", many / f"{i:04}.mp4")


main()
