"""Goldens of decoders.image for JPEG; the other formats are in make_formats.py."""
from golden import GoldenWriter, fn, types
from jpeg_kinds import jpeg_files

g = GoldenWriter("decoders_image", "decoders.image")
files = jpeg_files()
for name, data in files.items():
    g.case(name, fn.decoders.image, [(data, None)])
for name in ("420", "grey turned", "cmyk adobe", "stored rgb"):
    for kind in (types.BGR, types.GRAY, types.YCbCr):
        g.case(f"{name}, {kind.name}", fn.decoders.image, [(files[name], None)], output_type=kind)
for name in ("420", "grey turned"):
    g.case(f"{name}, any", fn.decoders.image, [(files[name], None)], output_type=types.ANY_DATA)
for dtype in (types.UINT16, types.FLOAT):
    for kind in (types.RGB, types.GRAY, types.YCbCr):
        exact = kind != types.YCbCr
        diff = 0 if exact else 1 if dtype == types.UINT16 else 1e-6
        g.case(f"{dtype.name}, {kind.name}", fn.decoders.image, [(files["grey turned" if exact else "422"], None)], diff,
               output_type=kind, dtype=dtype)
for orientation in (2, 5, 8):
    g.case(f"orientation {orientation} not obeyed", fn.decoders.image, [(files[f"orientation {orientation}"], None)],
           adjust_orientation=False)
g.case("fast idct", fn.decoders.image, [(files["420"], None)], use_fast_idct=True)
g.save()
