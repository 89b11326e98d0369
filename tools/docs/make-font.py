#!/usr/bin/env python3
"""Writes src/preview/glyphs.ts: pictures of the letters that are drawn on contact sheets.

Run it in a virtual environment of its own (the pins make the bytes come out the same):
    pip install pillow==13.0.0 font-roboto==0.0.1
    python tools/docs/make-font.py

The letters are Roboto's (Apache-2.0), at 13 pixels. A glyph is 16 levels of grey; the file says how they are packed.
"""

import base64
import pathlib
import struct
import zlib

import font_roboto
from PIL import Image, ImageDraw, ImageFont

SIZE, ASCENT, HEIGHT = 13, 12, 16
# ASCII, Latin-1, Latin Extended-A, Greek, Cyrillic, and the marks that texts have.
RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x384, 0x3CE), (0x400, 0x45F), (0x490, 0x491), (0x2010, 0x2015), (0x2018, 0x201E)]
SINGLES = [0x2022, 0x2026, 0x20AC, 0x2116, 0x2122, 0x2212, 0xFFFD]

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAPER = 40


def covered(font):
    """The characters that the font has: the others look like one that no font has."""
    missing = bytes(font.getmask("\U0010FFFF"))
    for first, last in [*RANGES, *((code, code) for code in SINGLES)]:
        for code in range(first, last + 1):
            if code in (0x20, 0xA0) or bytes(font.getmask(chr(code))) != missing:
                yield code


def glyph(font, code):
    image = Image.new("L", (PAPER, HEIGHT), 0)
    ImageDraw.Draw(image).text((8, ASCENT), chr(code), fill=255, font=font, anchor="ls")
    box = image.getbbox()
    left, right = (box[0], box[2]) if box else (8, 8)
    greys = [(image.getpixel((x, y)) + 8) // 17 for y in range(HEIGHT) for x in range(left, right)]
    greys += [0] * (len(greys) % 2)
    packed = bytes(greys[i] << 4 | greys[i + 1] for i in range(0, len(greys), 2))
    return struct.pack("<HBbB", code, round(font.getlength(chr(code))), left - 8, right - left) + packed


def main():
    font = ImageFont.truetype(font_roboto.Roboto, SIZE)
    packed = zlib.compress(b"".join(glyph(font, code) for code in covered(font)), 9)
    text = base64.b64encode(packed).decode()
    (ROOT / "src/preview/glyphs.ts").write_text(
        "// Pictures of Roboto's letters (Apache-2.0), written by tools/docs/make-font.py. For each: its character's code (2 bytes),\n"
        "// advance, left edge and width (a byte each), then its rows, two pixels of 16 greys in a byte. Packed by zlib.\n"
        f"export const glyphHeight = {HEIGHT}\n"
        f"export const packedGlyphs =\n  '{text}'\n"
    )
    print(len(text), "bytes")


main()
