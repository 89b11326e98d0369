"""Goldens of peekImageShape for JPEG."""
from golden import GoldenWriter, fn, types
from jpeg_kinds import jpeg_files

g = GoldenWriter("peek_image_shape", "peekImageShape")
files = jpeg_files()
for name, data in files.items():
    g.case(name, fn.peek_image_shape, [(data, None)])
data = [(files["orientation 6"], None)]
for kind in (types.BGR, types.GRAY, types.YCbCr, types.ANY_DATA):
    g.case(f"{kind.name}", fn.peek_image_shape, data, image_type=kind)
g.case("grey, any", fn.peek_image_shape, [(files["grey"], None)], image_type=types.ANY_DATA)
g.case("not turned", fn.peek_image_shape, data, adjust_orientation=False)
for dtype in (types.INT32, types.UINT32, types.UINT64, types.FLOAT, types.FLOAT64):
    g.case(f"{dtype.name}", fn.peek_image_shape, data, dtype=dtype)
g.save()
