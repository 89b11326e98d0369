"""Goldens of gridMask."""

from golden import GoldenWriter, fn, image, np

f = np.float32
g = GoldenWriter("grid_mask", "gridMask")
photo = image(13, 17)


def case(name, data=photo, layout="HWC", **args):
    g.case(name, fn.grid_mask, [(data, layout)], **args)


case("nothing")
case("squares", tile=5)
case("ratio", tile=6, ratio=0.3)
case("ratio 0", tile=6, ratio=0.0)
case("ratio 1", tile=6, ratio=1.0)
case("turned", tile=6, angle=0.5)
case("turned back", tile=7, angle=-2.1, ratio=0.7)
case("moved", tile=6, shift_x=2.5, shift_y=-1.25)
case("turned and moved", tile=6, angle=0.9, shift_x=20.0, shift_y=3.0)
case("tiles of a pixel", tile=1, angle=0.3)
for dtype in (np.int16, np.int32, f):
    case(np.dtype(dtype).name, image(5, 6).astype(np.int8).astype(dtype), tile=3, angle=0.2)
g.case("per sample", fn.grid_mask, [(photo, "HWC")],
       arg_inputs={"tile": np.int32(4), "ratio": f(0.6), "angle": f(0.4), "shift_x": f(1), "shift_y": f(2)})
g.save()
