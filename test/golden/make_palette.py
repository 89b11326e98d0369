"""Goldens of decoders.image for palette images.

`outputType: 'index'`: files by Pillow, and the numbers that numpy.array(PIL.Image.open(mask)) gives, which is how class masks are
read. Colours of TIFF palettes, which have 16 bits: as DALI rounds them. Needs Pillow besides what golden.py needs.
"""
import io
import struct

import numpy as np
from golden import DTYPES, IMAGE_TYPES, GoldenWriter, fn, run
from PIL import Image

H, W = 9, 13
rng = np.random.default_rng(11)


def indices(bits):
    """Each number once at least, where there is room, and both ends of the range in the corners."""
    top = 2**bits
    v = rng.permutation(np.resize(np.arange(top), H * W)) if top <= H * W else rng.permutation(top)[: H * W]
    v[0], v[-1] = top - 1, 0
    return v.reshape(H, W).astype(np.uint8)


def paletted(values, bits):
    image = Image.frombytes("P", (W, H), values.tobytes())
    image.putpalette(rng.integers(0, 256, 3 * 2**bits).astype(np.uint8).tobytes())
    return image


def saved(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def tiff(values, bits, colors, big_endian=False):
    e = ">" if big_endian else "<"
    rows = [np.packbits(np.unpackbits(r[:, None], axis=1)[:, 8 - bits :].reshape(-1)).tobytes() for r in values]
    data = b"".join(rows)
    tags = [(256, 3, W), (257, 3, H), (258, 3, bits), (259, 3, 1), (262, 3, 3), (273, 4, None), (277, 3, 1), (278, 3, H),
            (279, 4, len(data)), (320, 3, colors.reshape(-1))]
    at = 8 + 2 + 12 * len(tags) + 4
    map_bytes = np.asarray(colors.reshape(-1)).astype(e + "u2").tobytes()
    body = b""
    for tag, kind, value in tags:
        if tag == 320:
            body += struct.pack(e + "HHII", tag, kind, colors.size, at)
        elif kind == 4:
            body += struct.pack(e + "HHII", tag, kind, 1, at + len(map_bytes) if value is None else value)
        else:
            body += struct.pack(e + "HHIHH", tag, kind, 1, value, 0)
    head = (b"MM\0*" if big_endian else b"II*\0") + struct.pack(e + "IH", 8, len(tags))
    return head + body + b"\0" * 4 + map_bytes + data


def small_gif(transparent):
    """A frame of 5, 6 inside a screen of 4x3; codes of 9 bits, each pixel behind a clear code."""
    control = b"" if transparent is None else bytes([0x21, 0xF9, 4, 1, 0, 0, transparent, 0])
    codes = [256, 5, 256, 6, 257]
    packed = sum(c << 9 * i for i, c in enumerate(codes)).to_bytes(6, "little")
    screen = struct.pack("<HHBBB", 4, 3, 0xF7, 9, 0) + rng.integers(0, 256, 768).astype(np.uint8).tobytes()
    return b"GIF89a" + screen + control + struct.pack("<BHHHHBB", 0x2C, 1, 1, 2, 1, 0, 8) + bytes([6]) + packed + b"\0;"


def masks():
    for transparent in (None, 5, 7):
        data = small_gif(transparent)
        yield f"gif frame inside, transparent {transparent}", np.array(Image.open(io.BytesIO(data))), data
    for bits in (1, 2, 4, 8):
        v = indices(bits)
        image = paletted(v, bits)
        yield f"png{bits}", v, saved(image, "PNG", bits=bits)
        yield f"png{bits} transparent", v, saved(image, "PNG", bits=bits, transparency=bytes(range(2**bits)))
        yield f"gif{bits}", v, saved(image, "GIF", interlace=0, optimize=False)
        yield f"gif{bits} interlaced", v, saved(image, "GIF", interlace=1, optimize=False)
        yield f"gif{bits} transparent", v, saved(image, "GIF", transparency=1, optimize=False)
        yield f"tiff{bits}", v, tiff(v, bits, rng.integers(0, 65536, (3, 2**bits)))
    v = indices(8)
    yield "bmp8", v, saved(paletted(v, 8), "BMP")
    yield "tiff8 deflate", v, saved(paletted(v, 8), "TIFF", compression="tiff_adobe_deflate")
    yield "tiff8 big-endian", v, tiff(v, 8, rng.integers(0, 65536, (3, 256)), big_endian=True)


golden = GoldenWriter("palette", "decoders.image")
for name, v, data in masks():
    opened = np.array(Image.open(io.BytesIO(data)))
    assert np.array_equal(opened, v), name
    golden.add(f"{name} index", {"outputType": "index"}, [(np.frombuffer(data, np.uint8), "")], [(v[..., None], "HWC")], 0)

for bits in (1, 2, 4, 8):
    data = np.frombuffer(tiff(indices(bits), bits, rng.integers(0, 65536, (3, 2**bits)), big_endian=bits == 4), np.uint8)
    for kind, output in IMAGE_TYPES.items():
        for to, dtype in DTYPES.items():
            if dtype not in ("uint8", "uint16", "float32"):
                continue
            step = {"uint8": 1, "uint16": 1, "float32": 2e-5}[dtype]
            tolerance = {"gray": step, "ycbcr": {"uint8": 0, "uint16": 1, "float32": 2e-7}[dtype]}.get(output, 0)
            expected = run(fn.decoders.image, [(data, None)], output_type=kind, dtype=to)
            golden.add(f"tiff{bits} {output} {dtype}", {"outputType": output, "dtype": dtype}, [(data, "")], expected, tolerance)
golden.save()
