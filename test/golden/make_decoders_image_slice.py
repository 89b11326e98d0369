"""Goldens of decoders.imageSlice."""
from golden import GoldenWriter, fn, np, types
from jpeg_kinds import jpeg_files

g = GoldenWriter("decoders_image_slice", "decoders.imageSlice")
files = jpeg_files()
for name in ("420", "411", "arithmetic", "scans", "ycck", "orientation 4", "orientation 5", "orientation 8"):
    g.case(name, fn.decoders.image_slice, [(files[name], None)], start=[5, 7], shape=[20, 11])
data = (files["420"], None)
g.case("start, end", fn.decoders.image_slice, [data], start=[1, 2], end=[30, 20])
g.case("end", fn.decoders.image_slice, [data], end=[12, 9])
g.case("relative", fn.decoders.image_slice, [data], rel_start=[0.13, 0.21], rel_shape=[0.5, 0.37])
g.case("relative end", fn.decoders.image_slice, [data], rel_start=[0.4, 0.21], rel_end=[0.9, 0.37])
g.case("one axis", fn.decoders.image_slice, [data], start=[3], shape=[10], axes=[0])
g.case("axis names", fn.decoders.image_slice, [data], start=[3, 4], shape=[10, 8], axis_names="HW")
anchor, shape = np.array([0.2, 0.3], np.float32), np.array([0.5, 0.6], np.float32)
g.case("positional", fn.decoders.image_slice, [data, (anchor, None), (shape, None)])
g.case("positional, pixels", fn.decoders.image_slice, [data, (anchor * 20, None), (shape * 20, None)],
       normalized_anchor=False, normalized_shape=False)
g.case("positional, int", fn.decoders.image_slice, [data, (np.array([4, 5], np.int32), None), (np.array([9, 6], np.int32), None)])
g.case("positional, HW", fn.decoders.image_slice, [data, (anchor, None), (shape, None)], axes=[0, 1], output_type=types.GRAY)
g.save()
