"""Goldens of gaussianBlur."""

from golden import GoldenWriter, fn, image, np, types

g = GoldenWriter("gaussian_blur", "gaussianBlur")
f = np.float32
i = np.int32
small = (image(9, 13), "HWC")


def case(name, source=small, max_diff=0, **args):
    g.case(name, fn.gaussian_blur, [source], max_diff=max_diff, **args)


def ramp(*shape, layout):
    return (np.arange(np.prod(shape)) * 37 % 251).reshape(shape).astype(np.uint8), layout


for sigma in (0.01, 0.5, 1.0, 2.5, 7.0):
    case(f"sigma {sigma}", sigma=sigma)
for size in (1, 3, 5, 7, 31):
    case(f"windowSize {size}", window_size=size)
case("both", sigma=2.0, window_size=3)
case("sigma per axis", sigma=[0.5, 1.5])
case("windowSize per axis", window_size=[3, 7])
case("a list of one", sigma=[0.7])
case("sigma for one axis, windowSize for the other", sigma=[0.0, 1.0], window_size=[5, 0])
case("no window along one axis", sigma=1.0, window_size=[1, 5])
case("no window along the other axis", sigma=1.0, window_size=[5, 1])
case("larger than the image", window_size=101)
case("float32 output", dtype=types.FLOAT, sigma=1.2)
case("the input's dtype", dtype=types.UINT8, sigma=1.2)
for dtype in (np.int8, np.uint16, np.int16, np.uint32, np.int32, np.uint64, np.int64):
    info = np.iinfo(dtype)
    scale = 1 if info.bits == 8 else 200
    values = (image(6, 9).astype(np.int64) - (100 if info.min else 0)) * scale
    case(f"{np.dtype(dtype)}", (values.clip(info.min, info.max).astype(dtype), "HWC"), sigma=0.8)
# The reference rounds to float16 between the passes; here it is done once.
case("float16", (image(6, 9).astype(np.float16), "HWC"), sigma=0.8, max_diff=0.125)
case("float32", (image(6, 9).astype(f) / 7, "HWC"), sigma=0.8)
case("float64", (image(6, 9).astype(np.float64) / 7, "HWC"), sigma=0.8, max_diff=1e-5)
case("int16 to float32", (image(6, 9).astype(np.int16) * 100, "HWC"), dtype=types.FLOAT, sigma=0.8)
for shape, layout in (((3, 4, 5), "CHW"), ((2, 3, 4, 3), "FHWC"), ((2, 3, 4, 3), "FCHW"), ((2, 3, 4, 3), "CFHW"),
                      ((5, 3, 4, 3), "DHWC"), ((3, 5, 3, 4), "CDHW"), ((2, 3, 4), "DHW"), ((3, 4), "HW"), ((9,), "W"),
                      ((2, 9), "CW"), ((2, 9), "FW"), ((2, 4, 3, 4, 3), "FDHWC"), ((2, 2, 3, 3, 4), "FCDHW"),
                      ((3, 4), "XY"), ((4, 3, 3), None), ((3, 4), None), ((7,), None)):
    case(f"{layout or 'no layout'} {shape}", ramp(*shape, layout=layout), sigma=1.0)
case("sigma per axis of a volume", ramp(6, 5, 7, 2, layout="DHWC"), sigma=[1.5, 0.5, 1.0])
case("one pixel", (np.full((1, 1, 3), 9, np.uint8), "HWC"), sigma=3.0)
case("one row", (image(1, 9), "HWC"), sigma=1.0)
case("one column", (image(9, 1), "HWC"), sigma=1.0)
case("two rows", (image(2, 9), "HWC"), sigma=1.0)
case("several vector blocks", (image(5, 90), "HWC"), sigma=[0.6, 1.1])
for name, given in (("0-D", f(1.0)), ("1-D of one", f([1.0])), ("one per axis", f([1.0, 2.0]))):
    g.case(f"sigma of the sample, {name}", fn.gaussian_blur, [small], arg_inputs={"sigma": given})
g.case("windowSize of the sample", fn.gaussian_blur, [small], arg_inputs={"window_size": i([3, 5])})
g.case("both of the sample", fn.gaussian_blur, [small], arg_inputs={"window_size": i([3, 5]), "sigma": f(1.0)})
g.save()
