#!/usr/bin/env python3
"""Rebuilds data/sounds: a synthetic voice, and a short sound of two channels in every format that decoders.audio reads.

Run it in a virtual environment of its own (the pins make the bytes come out the same):
    pip install numpy==2.4.6 soundfile==0.13.1
    python tools/docs/make-media.py

WAV and AIFF are written here; libsndfile 1.2.2, which soundfile brings, writes FLAC and Ogg Vorbis.
"""

import io
import json
import math
import shutil
import struct
from pathlib import Path

import numpy as np
import soundfile

SOUNDS = Path(__file__).resolve().parent.parent.parent / "data" / "sounds"
MOST_BYTES = 60_000


def voice(rate=16_000):
    """Five vowels of a voice that rises and falls, with a hiss between them: pulses and noise through resonators."""
    formants = {"a": (730, 1090, 2440), "e": (530, 1840, 2480), "i": (270, 2290, 3010), "o": (570, 840, 2410), "u": (300, 870, 2240)}
    rng = np.random.default_rng(7)
    parts = [np.zeros(rate // 10)]
    for n, vowel in enumerate("aeiou"):
        t = np.arange(rate // 5) / rate
        pitch = 110 + 25 * math.sin(n) + 20 * np.sin(2 * np.pi * 2.5 * t)
        phase = np.cumsum(pitch / rate)
        source = np.diff(np.floor(phase), prepend=0) + rng.normal(0, 0.01, t.size)
        for frequency in formants[vowel]:
            r = math.exp(-math.pi * 90 / rate)
            a1, a2 = 2 * r * math.cos(2 * math.pi * frequency / rate), -r * r
            out, y1, y2 = np.empty_like(source), 0.0, 0.0
            for i, x in enumerate(source):
                y1, y2 = x + a1 * y1 + a2 * y2, y1
                out[i] = y1
            source = out / np.abs(out).max()
        parts.append(source * np.sin(np.pi * np.arange(t.size) / t.size) ** 0.5)
        hiss = np.diff(rng.normal(0, 0.05, rate // 20), prepend=0)
        parts.append(hiss * np.hanning(hiss.size))
    parts.append(np.zeros(rate // 10))
    sound = np.concatenate(parts)
    return 0.7 * sound / np.abs(sound).max()


def pair(frames=900, rate=22_050):
    """Two channels: a falling tone that reaches full scale, and a quiet chord with noise."""
    t = np.arange(frames) / rate
    left = np.sin(2 * np.pi * (900 * t - 9000 * t * t))
    right = 0.2 * np.sin(2 * np.pi * 440 * t) + 0.1 * np.sin(2 * np.pi * 660 * t) + np.random.default_rng(8).normal(0, 0.01, frames)
    return np.stack([left, right], axis=1)


def whole(sound, bits):
    return np.clip(np.round(sound * (2 ** (bits - 1) - 1)), -(2 ** (bits - 1)), 2 ** (bits - 1) - 1).astype(np.int64)


def packed(values, bits, order):
    """Whole numbers as bytes; order is '<' or '>'."""
    size = (bits + 7) // 8
    data = values.astype(f"{order}i8").tobytes()
    keep = range(size) if order == "<" else range(8 - size, 8)
    return np.frombuffer(data, np.uint8).reshape(-1, 8)[:, list(keep)].tobytes()


def alaw(v):
    """ITU-T G.711 A-law of 16-bit numbers."""
    codes = []
    for x in v.ravel():
        sign, x = (0x80, int(x)) if x >= 0 else (0, -int(x) - 1)
        exponent = max(0, min(x, 32767).bit_length() - 8)
        codes.append((sign | exponent << 4 | x >> max(4, exponent + 3) & 15) ^ 0x55)
    return bytes(codes)


def ulaw(v):
    """ITU-T G.711 u-law of 16-bit numbers."""
    codes = []
    for x in v.ravel():
        sign, x = (0, int(x)) if x >= 0 else (0x80, -int(x))
        x = min(x, 32635) + 0x84
        exponent = x.bit_length() - 8
        codes.append(~(sign | exponent << 4 | x >> (exponent + 3) & 15) & 255)
    return bytes(codes)


def wav(data, tag, bits, channels=2, rate=22_050, order="<", extensible=False, wide=False, before=b""):
    """A WAV file. wide: RF64, with its sizes in a ds64 chunk. before: chunks in front of the sound."""
    frame = channels * (bits // 8)
    form = struct.pack(f"{order}HHIIHH", 0xFFFE if extensible else tag, channels, rate, rate * frame, frame, bits)
    if extensible:
        form += struct.pack("<HHIH", 22, bits, 3, tag) + bytes.fromhex("000000001000800000aa00389b71")
    chunk = lambda name, body, size=None: name + struct.pack(f"{order}I", len(body) if size is None else size) + body + b"\0" * (len(body) % 2)
    body = b"WAVE"
    if wide:
        body += chunk(b"ds64", struct.pack("<QQQI", 0, len(data), len(data) // frame, 0))
    body += before + chunk(b"fmt ", form) + chunk(b"data", data, 0xFFFFFFFF if wide else None)
    name = b"RF64" if wide else b"RIFX" if order == ">" else b"RIFF"
    return name + struct.pack(f"{order}I", 0xFFFFFFFF if wide else len(body)) + body


def aiff(data, frames, bits, kind=None, channels=2, rate=22_050):
    exponent = rate.bit_length() - 1
    common = struct.pack(">HIHHQ", channels, frames, bits, 16383 + exponent, rate << (63 - exponent))
    if kind:
        common += kind + b"\0\0"
    chunk = lambda name, body: name + struct.pack(">I", len(body)) + body + b"\0" * (len(body) % 2)
    version = chunk(b"FVER", struct.pack(">I", 0xA2805140)) if kind else b""
    body = (b"AIFC" if kind else b"AIFF") + version + chunk(b"COMM", common) + chunk(b"SSND", struct.pack(">II", 0, 0) + data)
    return b"FORM" + struct.pack(">I", len(body)) + body


def ogg_sum(page):
    """The sum of an Ogg page: polynomial 0x04c11db7, without reflection."""
    crc = 0
    for byte in page:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ 0x04C11DB7 if crc & 0x80000000 else crc << 1) & 0xFFFFFFFF
    return crc


def with_serial(data, serial):
    """Gives all pages one serial number, as libsndfile draws one."""
    out, at = b"", 0
    while at < len(data):
        count = data[at + 26]
        size = 27 + count + sum(data[at + 27 : at + 27 + count])
        page = data[at : at + 14] + struct.pack("<I", serial) + data[at + 18 : at + 22] + bytes(4) + data[at + 26 : at + size]
        out += page[:22] + struct.pack("<I", ogg_sum(page)) + page[26:]
        at += size
    return out


def encoded(sound, rate, container, subtype):
    file = io.BytesIO()
    soundfile.write(file, sound, rate, format=container, subtype=subtype)
    return with_serial(file.getvalue(), 1) if container == "OGG" else file.getvalue()


def main():
    shutil.rmtree(SOUNDS, ignore_errors=True)
    SOUNDS.mkdir()
    spoken = voice()
    s16 = whole(spoken, 16)
    files = {
        "voice.wav": wav(packed(s16, 16, "<"), 1, 16, channels=1, rate=16_000),
        "voice.flac": encoded(s16.astype(np.int16), 16_000, "FLAC", "PCM_16"),
        "voice.ogg": encoded(spoken, 16_000, "OGG", "VORBIS"),
        "voice.aiff": aiff(packed(s16[: 16_000 // 2], 16, ">"), 16_000 // 2, 16, channels=1, rate=16_000),
    }
    vowels = [{"audio_filepath": "voice.flac", "offset": round(0.1 + 0.25 * n, 2), "duration": 0.2, "text": v} for n, v in enumerate("aeiou")]
    files["voice.json"] = "".join(json.dumps(vowel) + "\n" for vowel in vowels).encode()
    sound = pair()
    n = len(sound)
    note = b"LIST" + struct.pack("<I", 5) + b"INFO\0\0"
    for bits in (8, 16, 24, 32):
        values = whole(sound, bits)
        files[f"s{bits}.wav" if bits > 8 else "u8.wav"] = wav(packed(values + 128 if bits == 8 else values, bits, "<"), 1, bits)
        files[f"s{bits}.aiff"] = aiff(packed(values, bits, ">"), n, bits)
    f32, f64 = sound.astype("<f4"), sound.astype("<f8")
    s16 = whole(sound, 16)
    files |= {
        "f32.wav": wav(f32.tobytes(), 3, 32),
        "f64.wav": wav(f64.tobytes(), 3, 64),
        "alaw.wav": wav(alaw(s16), 6, 8),
        "ulaw.wav": wav(ulaw(s16), 7, 8),
        "extensible.wav": wav(packed(whole(sound, 24), 24, "<"), 1, 24, extensible=True, before=note),
        "rf64.wav": wav(packed(s16, 16, "<"), 1, 16, wide=True),
        "rifx.wav": wav(packed(s16, 16, ">"), 1, 16, order=">"),
        "sowt.aifc": aiff(packed(s16, 16, "<"), n, 16, b"sowt"),
        "fl32.aifc": aiff(sound.astype(">f4").tobytes(), n, 32, b"fl32"),
        "s8.flac": encoded(whole(sound, 8).astype(np.int32) << 24, 22_050, "FLAC", "PCM_S8"),
        "s16.flac": encoded(s16.astype(np.int16), 22_050, "FLAC", "PCM_16"),
        "s24.flac": encoded(whole(sound, 24).astype(np.int32) << 8, 22_050, "FLAC", "PCM_24"),
        "pair.ogg": encoded(sound, 22_050, "OGG", "VORBIS"),
    }
    for name, data in files.items():
        assert len(data) <= MOST_BYTES, (name, len(data))
        (SOUNDS / name).write_bytes(data)
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes")


if __name__ == "__main__":
    main()
