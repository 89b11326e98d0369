"""Goldens of rotate."""

from golden import GoldenWriter, fn, image, np, types

f = np.float32
g = GoldenWriter("rotate", "rotate")
photo = image(29, 40)
small = image(13, 18)


def case(name, data=photo, layout="HWC", max_diff=1, **args):
    g.case(name, fn.rotate, [(data, layout)], max_diff=max_diff, **args)


for angle in (0, 90, -90, 180, 270, 360):
    case(f"{angle} degrees", angle=angle, max_diff=0, data=small)
for angle in (45, -45, 135, 225, 1, -30, 60, 123.5, 400):
    case(f"{angle} degrees, filled", angle=angle, fill_value=10, data=small)
case("clamped", angle=37)
case("nn", angle=37, interp_type=types.INTERP_NN, max_diff=0)
case("nn, filled", angle=37, interp_type=types.INTERP_NN, fill_value=255, max_diff=0)
case("kept size", angle=25, keep_size=True, fill_value=0)
case("nn, filled, to float32", angle=37, interp_type=types.INTERP_NN, fill_value=20.3, dtype=types.FLOAT, max_diff=0)
case("size", angle=25, size=(20, 51), fill_value=0)
case("size over kept size", angle=25, size=(20.5, 51), keep_size=True, fill_value=0)
case("one channel", image(13, 18, 1), angle=20, fill_value=3)
case("axis is ignored", small, angle=20, axis=(0, 1, 0))
for h, w in ((1, 1), (1, 6), (6, 1)):
    case(f"{h}x{w}", image(h, w), angle=30, fill_value=0)
    case(f"{h}x{w}, clamped", image(h, w), angle=30)
case("no layout", small, None, angle=10)
case("FHWC", np.stack([small, small[::-1]]), "FHWC", angle=-15, fill_value=0)
case("float32", small.astype(f) / 255, angle=15, fill_value=0.5, max_diff=1e-5)
case("uint8 to float32", small, angle=15, dtype=types.FLOAT, max_diff=2.5e-3)
case("float32 to uint8", small.astype(f), angle=15, dtype=types.UINT8)
case("int16", (small.astype(f) * 257 - 32768).astype(np.int16), angle=15, max_diff=2)
case("int32", small.astype(np.int32) * 100000, angle=15, max_diff=100)
volume = np.stack([image(8, 9, 2, seed=s) for s in range(5)])
for axis in ((0, 0, 1), (0, 1, 0), (1, 0, 0), (-2, 1, 3)):
    case(f"volume around {axis}", volume, "DHWC", angle=35, axis=axis, fill_value=20)
case("volume, 90 degrees", volume, "DHWC", angle=90, axis=(0, 0, 1), max_diff=0)
case("volume, kept size", volume, "DHWC", angle=35, axis=(1, 1, 0), keep_size=True)
case("volume, nn", volume, "DHWC", angle=35, axis=(1, 2, 0), interp_type=types.INTERP_NN, max_diff=0)
case("FDHWC", np.stack([volume[:3], volume[2:]]), "FDHWC", angle=-50, axis=(1, 2, 0), size=(4, 9, 8), fill_value=0)
g.case("per sample", fn.rotate, [(small, "HWC")], max_diff=1, fill_value=0, arg_inputs={"angle": f(33.0), "size": f([15, 16])})
g.case("axis per sample", fn.rotate, [(volume, "DHWC")], max_diff=1,
       arg_inputs={"angle": f(33.0), "axis": f([1, 0, 1])})
g.save()
