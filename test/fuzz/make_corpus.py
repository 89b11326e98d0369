"""Writes a small file of every kind that Pillow and tifffile can make, one folder per format, below the folder given.

They are where the corpus of a fuzz target starts (docs/design/fuzzing.md): penstock_fuzz keeps those that reach code of their own.
Needs pillow, numpy, tifffile and imagecodecs.
"""
import io
import pathlib
import sys

import numpy as np
import tifffile
from PIL import Image

OUT = pathlib.Path(sys.argv[1])
H, W = 11, 21


def save(kind, name, data):
    folder = OUT / kind
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def pixels(channels, dtype=np.uint8):
    y, x, c = np.mgrid[0:H, 0:W, 0:channels]
    values = (np.sin(x / (3 + c)) + np.cos(y / (5 - c)) + 2) / 4
    top = 1 if np.issubdtype(dtype, np.floating) else np.iinfo(dtype).max
    return np.squeeze((values * top).astype(dtype))


def pillow(kind, name, image, **options):
    file = io.BytesIO()
    try:
        image.save(file, kind, **options)
    except (OSError, ValueError, KeyError):
        return  # not every mode can be written in every format
    save(kind.lower(), name, file.getvalue())


def images():
    rgb, rgba = Image.fromarray(pixels(3)), Image.fromarray(pixels(4))
    grey = Image.fromarray(pixels(1))
    yield from {"rgb": rgb, "rgba": rgba, "l": grey, "la": grey.convert("LA"), "1": grey.convert("1")}.items()
    yield from {"p": rgb.quantize(7), "pa": rgba.quantize(16), "cmyk": rgb.convert("CMYK")}.items()
    yield "i16", Image.fromarray(pixels(1, np.uint16))
    yield "f", Image.fromarray(pixels(1, np.float32))


def main():
    for mode, image in images():
        exif = Image.Exif()
        exif[0x0112] = 6
        more = image.rotate(90, expand=True).resize(image.size)
        pillow("AVIF", f"{mode}.avif", image, quality=40)
        pillow("AVIF", f"{mode}-exif.avif", image, exif=exif)
        pillow("PNG", f"{mode}.png", image)
        pillow("PNG", f"{mode}-exif.png", image, exif=exif, dpi=(72, 72))
        pillow("PNG", f"{mode}-transparent.png", image, transparency=1)
        pillow("PNG", f"{mode}-frames.png", image, save_all=True, append_images=[more])
        pillow("GIF", f"{mode}.gif", image)
        pillow("GIF", f"{mode}-frames.gif", image, save_all=True, append_images=[more], transparency=1, disposal=2)
        pillow("GIF", f"{mode}-interlaced.gif", image, interlace=1, comment=b"a comment")
        for lossless in (False, True):
            name = f"{mode}-{'lossless' if lossless else 'lossy'}"
            pillow("WEBP", f"{name}.webp", image, lossless=lossless, quality=60)
            pillow("WEBP", f"{name}-exif.webp", image, lossless=lossless, exif=exif)
            pillow("WEBP", f"{name}-frames.webp", image, lossless=lossless, save_all=True, append_images=[more])
        for compression in (None, "tiff_lzw", "tiff_adobe_deflate", "packbits", "group3", "group4", "jpeg"):
            pillow("TIFF", f"{mode}-{compression}.tiff", image, compression=compression, exif=exif)
        pillow("BMP", f"{mode}.bmp", image)
        pillow("PPM", f"{mode}.pnm", image)

    for dtype in (np.uint8, np.uint16, np.uint32, np.int16, np.float32, np.float64):
        for channels in (1, 2, 3, 4):
            kinds = {
                "stripped": dict(rowsperstrip=4),
                "tiled": dict(tile=(16, 16), compression="lzw"),
                "predicted": dict(compression="zlib", predictor=True),
                "planar": dict(planarconfig="separate"),
                "big": dict(bigtiff=True),
                "swapped": dict(byteorder=">"),
            }
            for name, how in kinds.items():
                how = dict(how)
                opening = {key: how.pop(key) for key in ("bigtiff", "byteorder") if key in how}
                data = pixels(channels, dtype)
                if name == "planar":
                    data = np.moveaxis(np.atleast_3d(data), -1, 0)
                file = io.BytesIO()
                try:
                    with tifffile.TiffWriter(file, **opening) as writer:
                        photometric = "rgb" if channels > 2 else "minisblack"
                        writer.write(data, photometric=photometric, **how)
                        writer.write(data, photometric=photometric, **how)
                except (ValueError, KeyError, RuntimeError):
                    continue
                save("tiff", f"{name}-{np.dtype(dtype)}-{channels}.tiff", file.getvalue())


main()
