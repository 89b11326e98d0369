"""Goldens of laplacian."""

from golden import GoldenWriter, fn, image, np, types

g = GoldenWriter("laplacian", "laplacian")
f = np.float32
i = np.int32
small = (image(9, 13), "HWC")


def case(name, source=small, max_diff=0, **args):
    g.case(name, fn.laplacian, [source], max_diff=max_diff, **args)


def ramp(*shape, layout):
    return (np.arange(np.prod(shape)) * 37 % 251).reshape(shape).astype(np.uint8), layout


case("no arguments")
for size in (3, 5, 7, 23):
    case(f"windowSize {size}", window_size=size, normalized_kernel=True, dtype=types.FLOAT)
for size in (1, 3, 7):
    case(f"smoothingSize {size}", smoothing_size=size, dtype=types.FLOAT)
case("sizes per axis", window_size=[5, 3], smoothing_size=[1, 7], dtype=types.FLOAT)
case("sizes per axis, smoothed alike", window_size=[5, 3], dtype=types.FLOAT)
case("sizes per axis, normalised", window_size=[5, 3], normalized_kernel=True, dtype=types.FLOAT)
case("scale", scale=0.3)
case("scale per axis", scale=[0.3, -0.7], window_size=5)
case("normalizedKernel", normalized_kernel=True, window_size=5)
for dtype in (np.int8, np.uint16, np.int16, np.uint32, np.int32, np.uint64, np.int64, f):
    case(f"{np.dtype(dtype)}", (image(6, 9).astype(dtype), "HWC"), scale=0.125, smoothing_size=1)
for shape, layout in (((3, 4, 5), "CHW"), ((2, 3, 4, 3), "FHWC"), ((2, 3, 4, 3), "FCHW"), ((2, 3, 4, 3), "CFHW"),
                      ((5, 3, 4, 3), "DHWC"), ((3, 5, 3, 4), "CDHW"), ((2, 3, 4), "DHW"), ((3, 4), "HW"), ((9,), "W"),
                      ((2, 9), "CW"), ((2, 4, 3, 4, 3), "FDHWC"), ((4, 3, 3), None), ((7,), None)):
    case(f"{layout or 'no layout'} {shape}", ramp(*shape, layout=layout), scale=0.25, dtype=types.FLOAT)
case("a volume, all per axis", ((image(30, 7, 2) / 7).astype(f).reshape(5, 6, 7, 2), "DHWC"), window_size=[3, 5, 3],
     smoothing_size=[3, 1, 5], scale=[0.3, 0.7, 1.1])
case("one pixel", (np.full((1, 1, 3), 9, np.uint8), "HWC"), window_size=7)
case("one row", (image(1, 9), "HWC"), dtype=types.FLOAT)
case("one column", (image(9, 1), "HWC"), dtype=types.FLOAT)
case("several vector blocks", (image(5, 90), "HWC"), scale=0.7)
g.case("all of the sample", fn.laplacian, [small],
       arg_inputs={"window_size": i([5, 3]), "smoothing_size": i([3, 1]), "scale": f([0.5, 2])})
g.save()
