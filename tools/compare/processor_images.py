"""Makes images that image processors are compared on: extents that are tiny, huge and extreme, and every mode, alpha, palette,
EXIF orientation and depth that a file can have. `python tools/compare/processor_images.py FOLDER`; needs Pillow and numpy."""
import pathlib
import sys

import numpy as np
from PIL import Image

EXTENTS = [(1, 1), (2, 2), (1, 9), (9, 1), (7, 5), (14, 14), (28, 28), (31, 33), (56, 56), (64, 48), (100, 100), (224, 224),
           (255, 257), (256, 256), (300, 200), (333, 500), (384, 384), (400, 400), (480, 640), (512, 512), (640, 480), (1024, 1024), (800, 1333),
           (1333, 800), (1, 200), (200, 1), (3, 500), (700, 5), (50, 1900), (1999, 61), (2500, 2000),
           (2, 3), (1, 64), (64, 1), (13, 2600), (2600, 13), (127, 129)]


def noise(rng, height, width, channels=3):
    """Waves and noise over the full range."""
    y, x, c = np.meshgrid(np.arange(height), np.arange(width), np.arange(channels), indexing="ij")
    waves = 127 + 100 * np.sin(x / (3.1 + c)) * np.cos(y / (7.3 - c))
    return np.clip(waves + rng.normal(0, 40, waves.shape), 0, 255).astype(np.uint8)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(41)
    for height, width in EXTENTS:
        Image.fromarray(noise(rng, height, width)).save(folder / f"rgb_{height}x{width}.png")
    base = noise(rng, 120, 173)
    rgb = Image.fromarray(base)
    for quality, subsampling in ((95, 0), (85, 1), (70, 2)):
        rgb.save(folder / f"jpeg_{quality}_{subsampling}.jpg", quality=quality, subsampling=subsampling)
    rgb.save(folder / "jpeg_progressive.jpg", progressive=True)
    rgb.convert("L").save(folder / "grey.jpg")
    rgb.convert("L").save(folder / "grey.png")
    rgb.convert("CMYK").save(folder / "cmyk.jpg")
    rgb.convert("1").save(folder / "bits.png")
    rgb.quantize(40).save(folder / "palette.png")
    rgb.quantize(40).save(folder / "palette_transparent.png", transparency=3)
    alpha = np.dstack([base, noise(rng, 120, 173, 1)])
    Image.fromarray(alpha).save(folder / "alpha.png")
    Image.fromarray(alpha[..., [0, 3]], "LA").save(folder / "grey_alpha.png")
    Image.fromarray(alpha).save(folder / "alpha.webp", lossless=True)
    rgb.save(folder / "lossy.webp", quality=80)
    rgb.save(folder / "rgb.bmp")
    rgb.save(folder / "rgb.tiff")
    rgb.save(folder / "rgb.gif")
    rgb.save(folder / "rgb.ppm")
    Image.fromarray((base[..., 0].astype(np.uint16) << 8) + base[..., 1]).save(folder / "grey16.png")
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        rgb.save(folder / f"exif_{orientation}.jpg", exif=exif)


main()
