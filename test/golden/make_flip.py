"""Goldens of flip."""

from golden import GoldenWriter, fn, image, np

g = GoldenWriter("flip", "flip")
shapes = {"HWC": (5, 7, 3), "CHW": (3, 5, 7), "DHWC": (3, 4, 5, 2), "CDHW": (2, 3, 4, 5), "FHWC": (3, 4, 5, 3),
          "FCHW": (3, 2, 4, 5), "FDHWC": (2, 3, 4, 5, 1), "FCDHW": (2, 1, 3, 4, 5)}
for layout, shape in shapes.items():
    data = np.arange(np.prod(shape)).astype(np.uint8).reshape(shape)
    for h, v, d in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (0, 0, 0)):
        g.case(f"{layout} {h}{v}{d}", fn.flip, [(data, layout)], horizontal=h, vertical=v, depthwise=d)
g.case("defaults", fn.flip, [(image(31, 43), "HWC")])
g.case("no layout", fn.flip, [(image(13, 15), None)], vertical=1)
g.case("no layout, 4-D", fn.flip, [(np.arange(60).astype(np.uint8).reshape(2, 3, 5, 2), None)], depthwise=1)
for channels in (1, 2, 4, 5):
    g.case(f"{channels} channels", fn.flip, [(image(6, 9, channels), "HWC")])
for dtype in (np.int16, np.int32, np.int64, np.float32, np.float64):
    g.case(f"{np.dtype(dtype)}", fn.flip, [(image(6, 9, dtype=dtype), "HWC")], vertical=1)
g.case("per sample", fn.flip, [(image(6, 9), "HWC")], arg_inputs={"horizontal": np.int32(0), "vertical": np.int32(1)})
g.save()
