"""Sample files data/formats/*.jp2 and .j2k, and goldens of decoders.image for them by Pillow, which has OpenJPEG too.

What Pillow does not write (palettes, sYCC, CMYK, subsampled and signed components, 12 bits) are codestreams of opj_compress (of
OpenJPEG) in boxes that are put together here; the expected pixels are those that went in. Needs Pillow, opj_compress, and what
golden.py needs.
"""
import io
import pathlib
import struct
import subprocess
import tempfile

import numpy as np
from golden import HERE, GoldenWriter
from PIL import Image

H, W = 37, 51
FILES = HERE.parent.parent / "data" / "formats"


def picture():
    y, x = np.mgrid[:H, :W]
    waves = [np.sin(x / (4.0 + k)) + np.cos(y / (5.0 + k)) for k in range(3)]
    return np.stack([128 + 60 * w for w in waves], -1).round().astype(np.uint8)


def pillow(name, image, **options):
    image.save(FILES / name, **options)
    return (FILES / name).read_bytes()


def codestream(planes, bits, signed=False, steps=None, extra=()):
    """Planes are written one after the other; `steps` are their sample distances."""
    with tempfile.TemporaryDirectory() as folder:
        raw, out = pathlib.Path(folder, "in.rawl"), pathlib.Path(folder, "out.j2k")
        kind = "<i" if signed else "<u"
        raw.write_bytes(b"".join(p.astype(kind + ("1" if bits <= 8 else "2")).tobytes() for p in planes))
        sampling = ":".join(f"{dx}x{dy}" for dx, dy in steps or [(1, 1)] * len(planes))
        height, width = planes[0].shape
        form = f"{width},{height},{len(planes)},{bits},{'s' if signed else 'u'}@{sampling}"
        subprocess.run(["opj_compress", "-i", raw, "-o", out, "-F", form, *extra], check=True, capture_output=True)
        return out.read_bytes()


def box(kind, data):
    return struct.pack(">I4s", 8 + len(data), kind) + data


def jp2(name, code, space, components, bits, *more):
    """A JP2 file around a codestream; `more` are further boxes of its header."""
    width, height = struct.unpack(">II", code[8:16])
    header = box(b"ihdr", struct.pack(">IIHBBBB", height, width, components, bits - 1, 7, 0, 0))
    header += box(b"colr", struct.pack(">BBBI", 1, 0, 0, space)) + b"".join(more)
    data = box(b"jP  ", b"\r\n\x87\n") + box(b"ftyp", b"jp2 \0\0\0\0jp2 ") + box(b"jp2h", header) + box(b"jp2c", code)
    (FILES / name).write_bytes(data)
    return data


golden = GoldenWriter("jpeg2000", "decoders.image")


def add(name, data, kind, expected, tolerance=0, dtype="uint8"):
    args = {"outputType": kind, "dtype": dtype}
    golden.add(f"{name} {kind} {dtype}", args, [(np.frombuffer(data, np.uint8), "")], [(expected, "HWC")], tolerance)


rgb = picture()
grey = rgb[..., :1]
image = Image.fromarray(rgb)
add("reversible", pillow("rgb.jp2", image, irreversible=False), "any", rgb)
add("codestream", pillow("rgb.j2k", image, irreversible=False, no_jp2=True), "rgb", rgb)
lossy = pillow("lossy.jp2", image, irreversible=True, quality_mode="rates", quality_layers=[12])
add("irreversible", lossy, "rgb", np.asarray(Image.open(io.BytesIO(lossy))))
placed = pillow("tiles.jp2", image, offset=(7, 5), tile_offset=(3, 2), tile_size=(20, 20))
add("tiles, away from the origin", placed, "rgb", rgb)
add("tiles, away from the origin", placed, "bgr", rgb[..., ::-1])
add("grey + alpha", pillow("grey_alpha.jp2", Image.fromarray(np.dstack([grey, rgb[..., 1:2]]), "LA")), "any",
    np.dstack([grey, rgb[..., 1:2]]))
rgba = np.dstack([rgb, 255 - rgb[..., 1]])
data = pillow("rgba.jp2", Image.fromarray(rgba))
add("alpha", data, "any", rgba)
add("alpha", data, "rgb", rgb)
sixteen = grey.astype(np.uint16) * 211 + 77
data = pillow("grey16.jp2", Image.fromarray(sixteen[..., 0]))
add("16 bits", data, "any", sixteen, dtype="uint16")
add("16 bits", data, "gray", ((sixteen.astype(np.uint32) + 128) // 257).astype(np.uint8))
add("16 bits", data, "gray", (sixteen / 65535).astype(np.float32), 1e-6, dtype="float32")

twelve = (rgb.astype(np.uint32) * 4095 // 255).astype(np.uint16)
data = jp2("rgb12.jp2", codestream(list(twelve.transpose(2, 0, 1)), 12), 16, 3, 12)
add("12 bits", data, "rgb", ((twelve.astype(np.uint32) * 65535 + 2047) // 4095).astype(np.uint16), dtype="uint16")
signed = grey.astype(np.int16) - 128
add("signed", jp2("signed.jp2", codestream([signed[..., 0]], 8, signed=True), 17, 1, 8 + 128), "any", grey)
colors = np.stack([np.arange(16) * 17, 255 - np.arange(16) * 16, np.arange(16) ** 2], -1).astype(np.uint8)
indices = grey[..., 0] // 16
palette = box(b"pclr", struct.pack(">HB", 16, 3) + b"\7\7\7" + colors.tobytes())
columns = box(b"cmap", b"".join(struct.pack(">HBB", 0, 1, k) for k in range(3)))
data = jp2("palette.jp2", codestream([indices], 8, extra=["-n", "1"]), 16, 1, 8, palette, columns)
add("palette", data, "rgb", colors[indices])
add("palette", data, "index", indices[..., None])

ycc = np.asarray(image.convert("YCbCr"))
data = jp2("sycc.jp2", codestream(list(ycc.transpose(2, 0, 1)), 8), 18, 3, 8)
add("sYCC", data, "rgb", np.asarray(Image.fromarray(ycc, "YCbCr").convert("RGB")), 1)
# opj_compress takes even extents only where components have fewer samples.
ycc = ycc[:36, :50]
small = ycc[::2, ::2, 1:]
data = jp2("sycc420.jp2", codestream([ycc[..., 0], small[..., 0], small[..., 1]], 8, steps=[(1, 1), (2, 2), (2, 2)]), 18, 3, 8)
wide = np.dstack([ycc[..., :1], small.repeat(2, 0).repeat(2, 1)])
add("sYCC, chroma subsampled", data, "rgb", np.asarray(Image.fromarray(wide, "YCbCr").convert("RGB")), 1)
cmyk = np.dstack([255 - rgb, rgb[..., :1] // 3]).astype(np.uint8)
light = 255 - cmyk[..., 3:].astype(np.uint32)
data = jp2("cmyk.jp2", codestream(list(cmyk.transpose(2, 0, 1)), 8), 12, 4, 8)
expected = ((255 - cmyk[..., :3].astype(np.uint32)) * light // 255).astype(np.uint8)
add("CMYK", data, "rgb", expected)
add("CMYK", data, "any", expected)
golden.save()
