"""Sample files data/formats/*.avif and .heic, and goldens of decoders.image for them by Pillow.

Chroma is not subsampled, because decoders fill it in differently; then what differs is rounding. The 10-bit file is written by
the libvips in node_modules, without loss. Needs Pillow with AVIF, pillow-heif, and what golden.py needs.
"""
import ctypes
import io
import pathlib

import numpy as np
import pillow_heif
from golden import HERE, GoldenWriter
from PIL import Image, ImageOps

H, W = 37, 51
ROOT = HERE.parent.parent
FILES = ROOT / "data" / "formats"


def picture():
    y, x = np.mgrid[:H, :W]
    return np.stack([x * 5 % 256, y * 6 % 256, (x * 3 + y * 2) % 256], -1).astype(np.uint8)


def save(name, image, **options):
    image.save(FILES / name, quality=90, subsampling="4:4:4", speed=6, **options)
    return (FILES / name).read_bytes()


def ten_bits(name, values):
    path = next((ROOT / "node_modules" / "@img").glob("sharp-libvips-*/lib/libvips-cpp.so*"))
    vips = ctypes.CDLL(str(path))
    vips.vips_init(b"make_avif")
    vips.vips_image_new_from_memory_copy.restype = ctypes.c_void_p
    # libvips takes the top bits of 16.
    data = (values.astype(np.uint16) << 6).tobytes()
    image = ctypes.c_void_p(vips.vips_image_new_from_memory_copy(data, ctypes.c_size_t(len(data)), W, H, 3, 2))
    failed = vips.vips_heifsave(image, str(FILES / name).encode(), b"compression", 4, b"bitdepth", 10, b"lossless", 1,
                                b"subsample_mode", 2, ctypes.c_char_p(None))
    assert not failed
    return (FILES / name).read_bytes()


golden = GoldenWriter("avif", "decoders.image")


def add(name, data, kind, expected, tolerance=1, dtype="uint8"):
    args = {"outputType": kind, "dtype": dtype}
    golden.add(f"{name} {kind} {dtype}", args, [(np.frombuffer(data, np.uint8), "")], [(expected, "HWC")], tolerance)


rgb = picture()
alpha = np.dstack([rgb, (np.mgrid[:H, :W][1] * 5 % 256).astype(np.uint8)])
for orientation in range(1, 9):
    image = Image.fromarray(rgb)
    exif = image.getexif()
    exif[274] = orientation
    name = "rgb.avif" if orientation == 1 else f"orientation_{orientation}.avif"
    data = save(name, image, **({"exif": exif} if orientation > 1 else {}))
    opened = Image.open(io.BytesIO(data))
    assert orientation == 1 or opened.getexif()[274] == orientation
    add(name, data, "rgb", np.array(ImageOps.exif_transpose(opened)))
    golden.add(f"{name} as stored", {"adjustOrientation": False}, [(np.frombuffer(data, np.uint8), "")],
               [(np.array(opened), "HWC")], 1)
data = save("alpha.avif", Image.fromarray(alpha))
opened = np.array(Image.open(io.BytesIO(data)))
add("alpha.avif", data, "any", opened)
add("alpha.avif", data, "rgb", opened[..., :3])
Image.fromarray(rgb[..., 1]).save(FILES / "grey.avif", quality=90, speed=6)
data = (FILES / "grey.avif").read_bytes()
opened = np.array(Image.open(io.BytesIO(data)))[..., None]
add("grey.avif", data, "any", opened)
add("grey.avif", data, "rgb", np.repeat(opened, 3, 2))
y, x = np.mgrid[:H, :W]
ten = np.stack([x * 20 % 1024, y * 27 % 1024, (x * 13 + y * 17) % 1024], -1)
data = ten_bits("rgb10.avif", ten)
full = (ten * 65535 + 511) // 1023
add("rgb10.avif", data, "rgb", full.astype(np.uint16), 0, "uint16")
add("rgb10.avif", data, "rgb", ((full + 128) // 257).astype(np.uint8), 0)
golden.save()
pillow_heif.from_pillow(Image.fromarray(rgb)).save(FILES / "hevc.heic", quality=80)
