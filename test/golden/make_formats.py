"""Goldens of decoders.image for every format but JPEG: files made here or taken from data/formats, decoded by DALI.

Grey may differ by 1 of 255: DALI rounds it differently for each format, penstock once for all.
"""
import pathlib
import struct
import zlib

import numpy as np
from golden import DTYPES, HERE, IMAGE_TYPES, GoldenWriter, fn, run

H, W = 9, 13
# What one step of 8 bits is, at least.
STEPS = {"uint8": 1, "uint16": 257, "float32": 1 / 254}


def smooth(channels, top):
    y, x = np.mgrid[0:H, 0:W]
    planes = [(np.sin(x / (3.0 + k)) + np.cos(y / (5.0 - k * 0.7)) + 2) / 4 * top for k in range(channels)]
    return np.stack(planes, -1).round().astype(np.uint32)


def packed_rows(values, bits):
    rows = values.reshape(values.shape[0], -1)
    if bits == 16:
        return [r.astype(">u2").tobytes() for r in rows]
    if bits == 8:
        return [r.astype(np.uint8).tobytes() for r in rows]
    return [np.packbits(np.unpackbits(r.astype(np.uint8)[:, None], axis=1)[:, 8 - bits:].reshape(-1)).tobytes() for r in rows]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(values, color_type, bits, palette=None, transparency=None, interlaced=False, exif=None):
    def scan(part):
        return b"".join(b"\0" + r for r in packed_rows(part, bits)) if part.size else b""

    h, w = values.shape[:2]
    if interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        raw = b"".join(scan(values[y::dy, x::dx]) for x, y, dx, dy in passes)
    else:
        raw = scan(values)
    out = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, bits, color_type, 0, 0, int(interlaced)))
    if exif:
        out += chunk(b"eXIf", b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0" + bytes([exif]) + b"\0" * 6)
    if palette is not None:
        out += chunk(b"PLTE", palette.astype(np.uint8).tobytes())
    if transparency is not None:
        out += chunk(b"tRNS", transparency)
    return out + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")


def bmp(values, bits, palette=None, top_down=False, masks=b""):
    rows = packed_rows(values, bits if bits <= 8 else 8)
    data = b"".join(r + b"\0" * (-len(r) % 4) for r in (rows if top_down else rows[::-1]))
    colors = b"" if palette is None else np.c_[palette[:, ::-1], 0 * palette[:, 0]].astype(np.uint8).tobytes()
    at = 54 + len(masks) + len(colors)
    info = struct.pack("<IiiHHIIiiII", 40, W, -H if top_down else H, 1, bits, 3 if masks else 0, len(data), 0, 0,
                       0 if palette is None else len(palette), 0)
    return b"BM" + struct.pack("<IHHI", at + len(data), 0, 0, at) + info + masks + colors + data


def tiff(values, bits, photometric, channels, compress=False, big_endian=False, orientation=1, colors=None, extra=None):
    e = ">" if big_endian else "<"
    rows = packed_rows(values, bits)
    data = b"".join(np.frombuffer(r, ">u2").astype(e + "u2").tobytes() if bits == 16 else r for r in rows)
    if compress:
        data = zlib.compress(data, 9)
    tags = {256: (3, [W]), 257: (3, [H]), 258: (3, [bits] * channels), 259: (3, [8 if compress else 1]),
            262: (3, [photometric]), 273: (4, [0]), 274: (3, [orientation]), 277: (3, [channels]), 278: (3, [H]),
            279: (4, [len(data)])}
    if colors is not None:
        tags[320] = (3, list(colors.reshape(-1)))
    if extra is not None:
        tags[338] = (3, [extra])
    at = 8 + 2 + 12 * len(tags) + 4
    later = b""
    tags[273] = (4, [at])
    entries = b""
    for tag, (kind, list_) in sorted(tags.items()):
        body = struct.pack(f"{e}{len(list_)}{'H' if kind == 3 else 'I'}", *list_)
        if len(body) > 4:
            body, later = struct.pack(e + "I", at + len(data) + len(data) % 2 + len(later)), later + body
        entries += struct.pack(e + "HHI", tag, kind, len(list_)) + body.ljust(4, b"\0")
    head = (b"MM\0*" if big_endian else b"II*\0") + struct.pack(e + "IH", 8, len(tags))
    return head + entries + b"\0" * 4 + data + b"\0" * (len(data) % 2) + later


def files():
    rng = np.random.default_rng(5)
    for interlaced in (False, True):
        end = "_interlaced" if interlaced else ""
        for bits in (1, 2, 4, 8, 16):
            yield f"png_grey{bits}{end}", png(smooth(1, 2**bits - 1), 0, bits, interlaced=interlaced)
        for bits in (1, 2, 4, 8):
            palette = rng.integers(0, 256, (2**bits, 3))
            yield f"png_palette{bits}{end}", png(smooth(1, 2**bits - 1), 3, bits, palette, interlaced=interlaced)
        for bits in (8, 16):
            yield f"png_rgb{bits}{end}", png(smooth(3, 2**bits - 1), 2, bits, interlaced=interlaced)
            yield f"png_rgba{bits}{end}", png(smooth(4, 2**bits - 1), 6, bits, interlaced=interlaced)
            yield f"png_grey_alpha{bits}{end}", png(smooth(2, 2**bits - 1), 4, bits, interlaced=interlaced)
    grey = smooth(1, 255)
    yield "png_grey8_transparent", png(grey, 0, 8, transparency=struct.pack(">H", int(grey[3, 4, 0])))
    yield "png_palette4_transparent", png(smooth(1, 15), 3, 4, rng.integers(0, 256, (16, 3)), bytes(range(0, 240, 15)))
    noise = rng.integers(0, 256, (H, W, 3))
    yield "png_noise", png(noise, 2, 8)
    yield "png_noise16", png(rng.integers(0, 65536, (H, W, 3)), 2, 16)
    for orientation in range(2, 9):
        yield f"png_exif{orientation}", png(noise, 2, 8, exif=orientation)
    for bits in (1, 4, 8):
        index, steps = smooth(1, 2**bits - 1), np.arange(2**bits) * 255 // (2**bits - 1)
        yield f"bmp_palette{bits}", bmp(index, bits, rng.integers(0, 256, (2**bits, 3)))
        yield f"bmp_grey{bits}", bmp(index, bits, np.repeat(steps[::-1, None], 3, 1))
    rgb, rgba = smooth(3, 255), smooth(4, 255)
    yield "bmp_rgb24", bmp(rgb[..., ::-1], 24)
    yield "bmp_rgb24_top_down", bmp(rgb[..., ::-1], 24, top_down=True)
    yield "bmp_rgb32", bmp(rgba[..., [2, 1, 0, 3]], 32)
    for kind, channels in (("5", 1), ("6", 3)):
        for top in (255, 65535):
            values = smooth(channels, top).astype(np.uint8 if top == 255 else ">u2")
            yield f"pnm_p{kind}_{top}", b"P%s\n# comment\n%d %d\n%d\n" % (kind.encode(), W, H, top) + values.tobytes()
    bits = smooth(1, 1)
    yield "pnm_p4", b"P4 %d %d\n" % (W, H) + b"".join(packed_rows(bits, 1))
    yield "pnm_p1", b"P1\n%d %d\n" % (W, H) + b"\n".join(b" ".join(b"%d" % v for v in r) for r in bits[..., 0]) + b"\n"
    for bits in (8, 16):
        top = 2**bits - 1
        yield f"tiff_grey{bits}", tiff(smooth(1, top), bits, 1, 1)
        yield f"tiff_grey{bits}_big_endian_deflate", tiff(smooth(1, top), bits, 1, 1, compress=True, big_endian=True)
        yield f"tiff_rgb{bits}", tiff(smooth(3, top), bits, 2, 3)
        yield f"tiff_rgba{bits}", tiff(smooth(4, top), bits, 2, 4, extra=2)
    yield "tiff_palette8", tiff(smooth(1, 255), 8, 3, 1, colors=rng.integers(0, 256, (3, 256)) * 257)
    yield "tiff_white_is_zero8", tiff(smooth(1, 255), 8, 0, 1)
    yield "tiff_bits1", tiff(smooth(1, 1), 1, 1, 1)
    for orientation in range(2, 9):
        yield f"tiff_orientation{orientation}", tiff(noise, 8, 2, 3, orientation=orientation)
    for name in ("lossy.webp", "lossless.webp", "alpha.webp", "rgb8_lzw.tiff"):
        yield name, (pathlib.Path(HERE).parent.parent / "data" / "formats" / name).read_bytes()


def decode(data, output_type, dtype):
    kind = next(k for k, v in IMAGE_TYPES.items() if v == output_type)
    to = next(k for k, v in DTYPES.items() if v == dtype)
    return run(fn.decoders.image, [(np.frombuffer(data, np.uint8), None)], output_type=kind, dtype=to)


# Each of these goes through every colour model and dtype; the others through rgb and any only.
THOROUGH = {"png_noise", "png_noise16", "png_grey8", "png_rgba16", "bmp_rgb24", "pnm_p6_255", "tiff_rgb16", "tiff_rgba8"}
# DALI refuses two channels, and four of a BMP.
NO_ANY = ("png_grey_alpha", "bmp_rgb32")
golden = GoldenWriter("formats", "decoders.image")
for name, data in files():
    kinds = ["rgb", "bgr", "gray", "ycbcr", "any"] if name in THOROUGH else ["rgb", "any"]
    for kind in kinds:
        if kind == "any" and name.startswith(NO_ANY):
            continue
        for dtype in STEPS if name in THOROUGH else ["uint8"]:
            tolerance = {"gray": STEPS[dtype], "ycbcr": {"uint8": 0, "uint16": 1, "float32": 2e-7}[dtype]}.get(kind, 0)
            golden.add(f"{name} {kind} {dtype}", {"outputType": kind, "dtype": dtype},
                       [(np.frombuffer(data, np.uint8), "")], decode(data, kind, dtype), tolerance)
golden.save()
