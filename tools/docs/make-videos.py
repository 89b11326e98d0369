#!/usr/bin/env python3
"""Rebuilds data/videos, test/golden/decoders_video.json and video_sounds.json: small videos of every codec and container that is read, and
what PyAV decodes of them from the start.

Run it in a virtual environment of its own (the pins make the bytes come out the same):
    pip install av==18.1.0 numpy==2.4.6
    python tools/docs/make-videos.py

For each frame the golden has its time, the CRC-32 of its planes, and that of its RGB pixels; of some videos also those
of RGB pixels of 16 bits, and of RGBA pixels. RGB is computed here, once in float64 by the definitions of the standards,
and once in the whole numbers that penstock computes in; the two differ by at most 1, and with 16 bits by at most 4.
Where chroma is not interpolated, pixels of 16 bits are also compared with swscale's, whose white is 255 * 256: at most 8
of 65535 apart, which is less than a step of the stream.
"""

import io
import json
import sys
import zlib
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
VIDEOS = ROOT / "data" / "videos"
GOLDEN = ROOT / "test" / "golden" / "decoders_video.json"
SOUNDS = ROOT / "test" / "golden" / "video_sounds.json"
MOST_BYTES = 60_000
av.logging.set_level(av.logging.PANIC)


def planes(n, width, height, sx, sy, depth):
    """Planes of a picture whose every frame is another: a moving wave, a square that walks, and a little noise. The fourth
    one is alpha."""
    top, rng = (1 << depth) - 1, np.random.default_rng(n)
    out = []
    for c in range(4):
        w, h = (width, height) if c in (0, 3) else ((width + sx) >> sx, (height + sy) >> sy)
        y, x = np.mgrid[:h, :w].astype(float)
        fx = 1 if c in (0, 3) else 1 << sx
        v = 0.5 + 0.35 * np.sin((x * fx + 5 * n) / (17 + 5 * c)) * np.cos((y * fx + 3 * n) / (13 + 3 * c))
        size = max(4, w // 6)
        px, py = int((n * 5 / fx) % (w - size)), int((n * 3 / fx) % (h - size))
        v[py : py + size, px : px + size] = (0.95, 0.2, 0.8, 1)[c]
        v += rng.normal(0, 0.004, v.shape)
        out.append(np.clip(np.round(v * top), 0, top).astype(np.uint16 if depth > 8 else np.uint8))
    return out


FORMATS = {"yuv420p": (1, 1, 8), "yuvj420p": (1, 1, 8), "yuv422p": (1, 0, 8), "yuv444p": (0, 0, 8), "yuvj422p": (1, 0, 8),
           "yuv420p10le": (1, 1, 10), "yuv444p10le": (0, 0, 10), "yuva420p": (1, 1, 8), "yuva444p10le": (0, 0, 10),
           "yuva444p12le": (0, 0, 12), "rgba": (0, 0, 8), "argb": (0, 0, 8)}
PACKED = {"rgba": "rgba", "argb": "argb"}


def picture(n, width, height, fmt):
    frame = av.VideoFrame(width, height, fmt)
    sx, sy, depth = FORMATS[fmt]
    parts = planes(n, width, height, sx, sy, depth)
    if fmt in PACKED:
        parts = [np.stack([parts["rgba".index(c)] for c in PACKED[fmt]], -1).reshape(height, -1)]
    for plane, values in zip(frame.planes, parts):
        rows = np.zeros((plane.height, plane.line_size), np.uint8)
        data = np.ascontiguousarray(values).view(np.uint8)
        rows[:, : data.shape[1]] = data
        plane.update(rows.tobytes())
    return frame


def write(name, codec, frames=40, width=128, height=72, fmt="yuv420p", options=None, times=None, bf=None, g=None, mux=None, shift=0, audio=False, base=600):
    """Writes a video. base: parts of a second that times are in; times: of the frames; shift: of all packets."""
    out = io.BytesIO()
    kind = {"mkv": "matroska", "ts": "mpegts"}.get(name.rsplit(".", 1)[1], name.rsplit(".", 1)[1])
    file = av.open(out, "w", format=kind, options=mux or {})
    stream = file.add_stream(codec, rate=25, options=options or {})
    stream.width, stream.height, stream.pix_fmt = width, height, fmt
    stream.codec_context.time_base = Fraction(1, base)
    stream.codec_context.thread_count = 1
    if bf is not None:
        stream.codec_context.max_b_frames = bf
    if g is not None:
        stream.codec_context.gop_size = g
    if audio:
        sound = file.add_stream("aac" if kind == "mp4" else "libopus", rate=48000)
    todo = []
    for n in range(frames):
        frame = picture(n, width, height, fmt)
        frame.pts = times[n] if times else n * base // 25
        frame.time_base = Fraction(1, base)
        todo += stream.encode(frame)
    todo += stream.encode(None)
    for packet in todo:
        packet.pts = packet.pts + shift if packet.pts is not None else None
        packet.dts = packet.dts + shift if packet.dts is not None else None
        file.mux(packet)
    if audio:
        wave = av.AudioFrame.from_ndarray(np.zeros((1, 48000), np.float32), format="fltp", layout="mono")
        wave.sample_rate, wave.pts = 48000, 0
        fifo = av.AudioFifo()
        fifo.write(wave)
        while (part := fifo.read(960 if kind != "mp4" else 1024)) is not None:
            for packet in sound.encode(part):
                file.mux(packet)
    file.close()
    save(name, out.getvalue())


def save(name, data):
    assert len(data) <= MOST_BYTES, f"{name}: {len(data)} bytes"
    (VIDEOS / name).write_bytes(data)


VIDEOS.mkdir(parents=True, exist_ok=True)
for old in VIDEOS.iterdir():
    old.unlink()
X264 = {"preset": "medium", "crf": "30", "threads": "1"}
x264 = lambda params, **more: {**X264, "x264-params": params, **more}
x265 = lambda params: {"preset": "fast", "crf": "32", "x265-params": f"{params}:pools=none:frame-threads=1:log-level=none:info=0"}
VP = {"deadline": "good", "cpu-used": "4", "threads": "1", "crf": "40", "b:v": "0", "lag-in-frames": "16", "auto-alt-ref": "1"}

write("h264.mp4", "libx264", options=x264("keyint=12:min-keyint=12:bframes=3:b-pyramid=normal:ref=3:scenecut=0"))
write("h264_open.mp4", "libx264", frames=45, options=x264("open-gop=1:keyint=10:min-keyint=10:bframes=3:b-adapt=0:b-pyramid=normal:ref=4:scenecut=0"))
write("h264_open.ts", "libx264", frames=45, options=x264("open-gop=1:keyint=10:min-keyint=10:bframes=2:b-adapt=0:ref=4:scenecut=0"))
write("h264_vfr.mkv", "libx264", frames=30, times=list(np.cumsum([(7, 24, 60, 13)[n % 4] for n in range(30)])),
      options=x264("keyint=8:min-keyint=8:bframes=2:scenecut=0"))
write("h264_edit.mp4", "libx264", frames=40, shift=-24 * 15, options=x264("keyint=12:min-keyint=12:bframes=3:scenecut=0"), mux={"use_editlist": "1", "movflags": "use_metadata_tags"})
write("h264_fragments.mp4", "libx264", options=x264("keyint=12:min-keyint=12:bframes=2:scenecut=0"), mux={"movflags": "frag_keyframe+empty_moov"})
write("h264_refresh.mkv", "libx264", frames=40, options=x264("intra-refresh=1:keyint=12:bframes=0:ref=2:scenecut=0"))
write("h264_still.mp4", "libx264", frames=1, options=x264("keyint=12"))
write("h264_709.mp4", "libx264", frames=8, options=x264("keyint=8:bframes=0:colormatrix=bt709:colorprim=bt709:transfer=bt709"))
write("h264_full.mp4", "libx264", frames=8, fmt="yuvj420p", options=x264("keyint=8:bframes=0:range=pc"))
write("h264_444.mp4", "libx264", frames=8, width=97, height=55, fmt="yuv444p", options=x264("keyint=8:bframes=0"))
write("h264_sound.mp4", "libx264", frames=20, audio=True, options=x264("keyint=10:bframes=2"))
write("hevc.mp4", "libx265", options=x265("keyint=12:min-keyint=12:bframes=3:open-gop=0:scenecut=0"))
write("hevc_open.mp4", "libx265", frames=45, options=x265("keyint=10:min-keyint=10:bframes=4:open-gop=1:scenecut=0"))
write("hevc_10bit.mkv", "libx265", frames=20, fmt="yuv420p10le", options=x265("keyint=10:min-keyint=10:bframes=3:scenecut=0"))
write("vp8.webm", "libvpx", options=VP, g=15)
write("vp9.webm", "libvpx-vp9", width=101, height=57, options=VP, g=15)
write("vp9_live.webm", "libvpx-vp9", frames=30, options=VP, g=10, mux={"live": "1"})
write("av1.mp4", "libsvtav1", options={"preset": "8", "crf": "45", "svtav1-params": "lp=1:keyint=15"}, g=15)
write("mpeg4.mp4", "mpeg4", options={"q": "6", "b": "300k"}, bf=2, g=12)
write("mpeg4.avi", "mpeg4", frames=26, base=25, options={"b": "300k"}, bf=2, g=12)
write("mpeg2.ts", "mpeg2video", frames=24, base=25, options={"b": "200k"}, bf=2, g=10)
write("mjpeg.avi", "mjpeg", frames=12, fmt="yuvj420p", options={"q": "8", "b": "400k"})
write("mjpeg_422.mov", "mjpeg", frames=6, fmt="yuvj422p", options={"b": "400k"})
write("ffv1.mkv", "ffv1", frames=4, width=48, height=32, fmt="yuv422p", options={"level": "3"}, g=2)
write("hevc_pq.mp4", "libx265", frames=6, width=96, height=54, fmt="yuv444p10le",
      options=x265("keyint=6:bframes=1:colormatrix=bt2020nc:colorprim=bt2020:transfer=smpte2084:scenecut=0"))
write("prores_alpha.mov", "prores_ks", frames=3, width=48, height=32, fmt="yuva444p10le", options={"profile": "4444", "alpha_bits": "16"})
write("ffv1_alpha.mkv", "ffv1", frames=4, width=48, height=32, fmt="yuva420p", options={"level": "3"}, g=2)
write("vp9_alpha.webm", "libvpx-vp9", frames=20, width=98, height=58, fmt="yuva420p", options={**VP, "auto-alt-ref": "0"}, g=8)
write("png_alpha.mov", "png", frames=3, width=48, height=32, fmt="rgba")
write("qtrle_alpha.mov", "qtrle", frames=6, width=40, height=24, fmt="argb", g=4)


def wave(seconds, rate, channels):
    """Sound of which each part is another: a tone that rises, another in each channel, with noise."""
    t, rng = np.arange(int(seconds * rate)) / rate, np.random.default_rng(7)
    tones = [0.4 * np.sin(2 * np.pi * (200 + 150 * c + 300 * t) * t) for c in range(channels)]
    return np.stack(tones).astype(np.float32) + rng.normal(0, 0.02, (channels, t.size)).astype(np.float32)


def encoded(track, samples, late):
    """The packets of a sound, which begins late."""
    track.codec_context.open()
    rate, kind, layout = track.codec_context.rate, track.codec_context.format.name, track.codec_context.layout.name
    whole = {"s16": lambda v: (v.T.reshape(1, -1) * 32767).astype(np.int16), "flt": lambda v: np.ascontiguousarray(v.T.reshape(1, -1)),
             "s32p": lambda v: (v * 2147483000).astype(np.int32), "s16p": lambda v: (v * 32767).astype(np.int16)}
    block = av.AudioFrame.from_ndarray(whole.get(kind, lambda v: v)(samples), format=kind, layout=layout)
    block.sample_rate, block.pts, block.time_base = rate, 0, Fraction(1, rate)
    fifo, packets = av.AudioFifo(), []
    fifo.write(block)
    while (part := fifo.read(track.codec_context.frame_size or 1000, partial=True)) is not None:
        part.pts += round(late * rate)
        packets += track.encode(part)
    return packets + track.encode(None)


def write_sound(name, codec, sound, rate, channels=2, seconds=2.4, late=0, options=None, video=None, frames=60, fps=25, size=(48, 32)):
    """A video, and a track of sound that begins `late` seconds after it. sound: a codec, or a file whose
    packets are taken."""
    out = io.BytesIO()
    kind = {"mkv": "matroska"}.get(name.rsplit(".", 1)[1], name.rsplit(".", 1)[1])
    file = av.open(out, "w", format=kind, options={"fflags": "+bitexact"})
    fmt = "yuvj420p" if codec == "mjpeg" else "yuv420p"
    stream = file.add_stream(codec, rate=fps, options=video or {})
    stream.width, stream.height, stream.pix_fmt = *size, fmt
    stream.codec_context.thread_count = 1
    if isinstance(sound, Path):
        given = av.open(str(sound))
        track = file.add_stream_from_template(given.streams.audio[0])
        sounds = [packet for packet in given.demux(audio=0) if packet.dts is not None]
        for packet in sounds:
            packet.stream = track
    else:
        track = file.add_stream(sound, rate=rate, layout={1: "mono", 2: "stereo"}[channels], options=options or {})
        sounds = encoded(track, wave(seconds, rate, channels), late)
    packets = []
    for n in range(frames):
        frame = picture(n, *size, fmt)
        frame.pts, frame.time_base = n, Fraction(1, fps)
        packets += stream.encode(frame)
    packets += stream.encode(None)
    for packet in sorted(packets + sounds, key=lambda p: p.dts * p.time_base):
        file.mux(packet)
    file.close()
    save(name, out.getvalue())


SOUND_X264 = x264("keyint=12:bframes=2:scenecut=0", crf="40")
write_sound("sound_aac.mp4", "libx264", "aac", 48000, options={"b": "64k", "aac_pns": "0"}, video=SOUND_X264)
write_sound("sound_late.mp4", "libx264", "aac", 16000, channels=1, seconds=1.5, late=0.31, options={"b": "24k", "aac_pns": "0"}, video=SOUND_X264)
# Whose decoder makes noise of its own.
write_sound("sound_noise.mp4", "libx264", "aac", 48000, channels=1, options={"b": "24k"}, video=SOUND_X264)
write_sound("sound_opus.webm", "libvpx-vp9", "libopus", 48000, options={"b": "48k"}, video=VP)
write_sound("sound_opus.mkv", "libx264", "libopus", 48000, channels=1, options={"b": "12k", "application": "voip", "frame_duration": "60"}, video=SOUND_X264)
write_sound("sound_opus.mp4", "libx264", "libopus", 48000, channels=1, options={"b": "24k"}, video=SOUND_X264)
write_sound("sound_vorbis.mkv", "libx264", ROOT / "data" / "sounds" / "voice.ogg", 16000, video=SOUND_X264)
write_sound("sound_mp3.avi", "mjpeg", "libmp3lame", 44100, options={"b": "48k"}, video={"b": "60k"}, size=(32, 16))
# Whose frames do not begin with samples.
write_sound("sound_mp3.mkv", "libx264", "libmp3lame", 22050, channels=1, frames=75, fps=30, options={"b": "32k"}, video=SOUND_X264)
write_sound("sound_pcm.mov", "mjpeg", "pcm_s16le", 8000, channels=1, seconds=1.7, video={"b": "60k"}, size=(32, 16))
write_sound("sound_pcm.avi", "mjpeg", "pcm_s16le", 8000, channels=1, seconds=1.7, frames=45, video={"b": "60k"}, size=(32, 16))


def remuxed(source, name, kind, first):
    """The packets of a video from the `first` key frame on."""
    out = io.BytesIO()
    with av.open(str(VIDEOS / source)) as given, av.open(out, "w", format=kind) as file:
        stream = file.add_stream_from_template(given.streams.video[0])
        keys = -1
        for packet in given.demux(video=0):
            if packet.dts is None:
                continue
            keys += packet.is_keyframe
            if keys >= first:
                packet.stream = stream
                file.mux(packet)
    save(name, out.getvalue())


# Streams that begin with frames whose references are missing.
remuxed("h264_open.mp4", "h264_open_cut.mkv", "matroska", 2)
remuxed("hevc_open.mp4", "hevc_open_cut.mkv", "matroska", 2)

def moov_first(source, name):
    """The MP4 with its tables in front of its packets."""
    data, boxes, at = (VIDEOS / source).read_bytes(), {}, 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        boxes[data[at + 4 : at + 8]] = data[at : at + size]
        at += size
    moov = bytearray(boxes[b"moov"])
    table = moov.index(b"stco") + 8
    for i in range(int.from_bytes(moov[table : table + 4], "big")):
        place = table + 4 + 4 * i
        moov[place : place + 4] = (int.from_bytes(moov[place : place + 4], "big") + len(moov)).to_bytes(4, "big")
    save(name, boxes.pop(b"ftyp") + bytes(moov) + b"".join(box for kind, box in boxes.items() if kind != b"moov"))


moov_first("h264.mp4", "h264_moov_first.mp4")

# What is no video.
out = io.BytesIO()
with av.open(out, "w", format="mp4") as file:
    sound = file.add_stream("aac", rate=48000)
    wave = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
    wave.sample_rate, wave.pts = 48000, 0
    for packet in sound.encode(wave) + sound.encode(None):
        file.mux(packet)
save("sound_only.mp4", out.getvalue())

KR_KB = {1: (0.2126, 0.0722), 9: (0.2627, 0.0593), 7: (0.212, 0.087), 4: (0.30, 0.11)}


def upsampled(plane, width, height, sx, sy):
    """16 times the chroma at each pixel: bilinear between chroma samples in the middle of their pixels."""
    v = plane.astype(np.int64)

    def along(v, axis, n, shift):
        if not shift:
            return 4 * np.take(v, range(n), axis)
        i = np.arange(n)
        near, other = i // 2, np.clip(np.where(i % 2, i // 2 + 1, i // 2 - 1), 0, v.shape[axis] - 1)
        return 3 * np.take(v, near, axis) + np.take(v, other, axis)

    return along(along(v, 0, height, sy), 1, width, sx)


def scaled(v, depth, bits):
    """Values of full range with other bits."""
    most, top = (1 << depth) - 1, (1 << bits) - 1
    return ((v.astype(np.int64) * top + most // 2) // most).astype(np.uint16 if bits > 8 else np.uint8)


def rgb(frame, parts, bits=8):
    """The pixels by penstock's whole numbers; checks how much they differ from float64's."""
    sx, sy, depth = FORMATS[frame.format.name]
    if frame.format.name in PACKED:
        return scaled(np.stack(parts[:3], -1), depth, bits)
    top = (1 << bits) - 1
    kr, kb = KR_KB.get(frame.colorspace, (0.299, 0.114))
    kg = 1 - kr - kb
    full = frame.color_range == 2 or frame.format.name.startswith("yuvj")
    unit = 1 << (depth - 8)
    black, y_range, c_range = (0, (1 << depth) - 1, (1 << depth) - 1) if full else (16 * unit, 219 * unit, 224 * unit)
    w, h = frame.width, frame.height
    y = parts[0].astype(np.int64)
    u, v = (upsampled(p, w, h, sx, sy) - 16 * 128 * unit for p in parts[1:3])
    ky, kc = top / y_range, top / c_range / 16
    ry, ru, rv = ky * (y - black), kc * u, kc * v
    exact = np.stack([ry + 2 * (1 - kr) * rv,
                      ry - 2 * (1 - kb) * kb / kg * ru - 2 * (1 - kr) * kr / kg * rv,
                      ry + 2 * (1 - kb) * ru], -1)
    chroma_bits = 14 + min(depth - 8, 2) if bits == 8 else 9
    shift = chroma_bits + 4
    fix = lambda x, to: int(np.floor(x * (1 << to) + 0.5))
    crv, cbu = (fix(top / c_range * 2 * (1 - k), chroma_bits) for k in (kr, kb))
    cgu, cgv = (fix(top / c_range * 2 * (1 - k) * k / kg, chroma_bits) for k in (kb, kr))
    cy = 16 * fix(top / y_range, chroma_bits) if bits == 8 else fix(top / y_range, shift)
    base = cy * (y - black) + (1 << (shift - 1))
    whole = np.stack([base + crv * v, base - cgu * u - cgv * v, base + cbu * u], -1)
    assert np.abs(whole).max() < 1 << 31
    unlimited = whole >> shift
    whole = np.clip(unlimited, 0, top)
    assert np.abs(whole - np.clip(np.round(exact), 0, top)).max() <= (1 if bits == 8 else 4)
    if bits == 16 and not sx and not sy:
        theirs = frame.reformat(format="rgb48le", src_colorspace={9: 9}.get(frame.colorspace, 5), src_color_range=2 if full else 1)
        theirs = np.frombuffer(bytes(theirs.planes[0]), np.uint8).reshape(h, -1)[:, : 6 * w].copy().view("<u2").reshape(h, w, 3)
        assert np.abs(np.clip(unlimited * (255 * 256 / top), 0, top) - theirs).max() <= 8
    return whole.astype(np.uint16 if bits > 8 else np.uint8)


def plane_array(frame, i):
    if frame.format.name in PACKED:
        plane, at = frame.planes[0], PACKED[frame.format.name].index("rgba"[i])
        rows = np.frombuffer(bytes(plane), np.uint8).reshape(-1, plane.line_size)[: frame.height]
        return rows[:, at : 4 * frame.width : 4].copy()
    plane = frame.planes[i]
    sx, sy, depth = FORMATS[frame.format.name]
    w, h = (frame.width, frame.height) if i in (0, 3) else ((frame.width + sx) >> sx, (frame.height + sy) >> sy)
    rows = np.frombuffer(bytes(plane), np.uint8).reshape(-1, plane.line_size)[:h]
    return rows[:, : w * 2].copy().view("<u2") if depth > 8 else rows[:, :w].copy()


def alpha_decoded(path):
    """The frames of a VP9 video with their alpha, which FFmpeg's own decoder leaves out."""
    with av.open(str(path)) as file:
        decoder = av.CodecContext.create("libvpx-vp9", "r")
        frames = [frame for packet in file.demux(video=0) for frame in decoder.decode(packet)]
    return frames


# Of which pixels of 16 bits and RGBA pixels are looked at, too.
DEEP = ("hevc_10bit.mkv", "hevc_pq.mp4", "h264_709.mp4", "h264_444.mp4", "prores_alpha.mov", "png_alpha.mov")
ALPHA = ("prores_alpha.mov", "ffv1_alpha.mkv", "vp9_alpha.webm", "png_alpha.mov", "qtrle_alpha.mov")
rows = []
for path in sorted(VIDEOS.iterdir()):
    if path.name in ("sound_only.mp4",):
        continue
    with av.open(str(path)) as file:
        stream = file.streams.video[0]
        stream.thread_type, stream.codec_context.thread_count = "SLICE", 1
        frames = list(file.decode(video=0))
    if path.name == "vp9_alpha.webm":
        frames = alpha_decoded(path)
    found, deep, clear = [], [], []
    for frame in frames:
        parts = [plane_array(frame, i) for i in range(4 if path.name in ALPHA else 3)]
        crc = 0
        for part in parts[:3]:
            crc = zlib.crc32(part.tobytes(), crc)
        time = None if frame.pts is None else round(float(frame.pts * frame.time_base), 6)
        pixels = rgb(frame, parts)
        found.append([time, crc, zlib.crc32(pixels.tobytes())])
        if path.name in DEEP:
            deep.append(zlib.crc32(rgb(frame, parts, 16).tobytes()))
        if path.name in ALPHA:
            assert len(np.unique(parts[3])) > 8
            alpha = scaled(parts[3], FORMATS[frame.format.name][2], 8)
            clear.append(zlib.crc32(np.concatenate([pixels, alpha[..., None]], -1).tobytes()))
    one = frames[0]
    assert len({f[1] for f in found}) == len(found), path.name
    rows.append({"name": path.name, "width": one.width, "height": one.height, "format": one.format.name, "frames": found, **({"rgb48": deep} if deep else {}), **({"rgba": clear} if clear else {})})
    print(path.name, path.stat().st_size, one.format.name, len(found), one.colorspace, one.color_range, file=sys.stderr)
body = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
GOLDEN.write_text(f'{{"av": "{av.__version__}", "videos": [\n{body}\n]}}\n')

# Of each sound: where its first sample lies, counted from the first frame of the video on, how many there are, and some
# of them: one in EACH, in all channels. Decoders of floats differ in their last bits between machines.
EACH = 61
sounds = []
for path in sorted(VIDEOS.glob("sound_*")):
    if path.name == "sound_only.mp4":
        continue
    with av.open(str(path)) as file:
        rate = file.streams.audio[0].rate
        frames = list(file.decode(audio=0))
    with av.open(str(path)) as file:
        shown = next(frame.pts * frame.time_base for frame in file.decode(video=0))
    parts = []
    for frame in frames:
        values = frame.to_ndarray()
        if not frame.format.is_planar:
            values = values.reshape(-1, frame.layout.nb_channels).T
        parts.append(values / 32768 if values.dtype == np.int16 else values)
    whole = np.concatenate(parts, 1)
    first = round(float(frames[0].pts * frames[0].time_base - shown) * rate)
    # Noise begins anew in each second of penstock's.
    compared = whole[:, : rate - 2048] if path.name == "sound_noise.mp4" else whole
    values = [[round(float(v), 5) for v in channel[::EACH]] for channel in compared]
    sounds.append({"name": path.name, "rate": rate, "first": first, "samples": whole.shape[1], "each": EACH, "values": values})
    print(path.name, path.stat().st_size, rate, first, whole.shape, file=sys.stderr)
body = ",\n".join(json.dumps(sound, separators=(",", ":")) for sound in sounds)
SOUNDS.write_text(f'{{"av": "{av.__version__}", "sounds": [\n{body}\n]}}\n')
