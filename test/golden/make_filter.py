"""Goldens of filter, and of volumes, which DALI's CPU operator lacks, by SciPy's correlation in float64."""

from golden import GoldenWriter, fn, image, np, types
from scipy import ndimage

g = GoldenWriter("filter", "filter")
f = np.float32
rng = np.random.default_rng(7)
small = (image(9, 13), "HWC")
BORDERS = ("reflect_101", "reflect_1001", "wrap", "clamp", "constant")


def kernel(*shape):
    return (rng.normal(size=shape) / np.prod(shape) * 3).astype(f), None


def case(name, inputs, max_diff=0, **args):
    g.case(name, fn.filter, inputs, max_diff=max_diff, **args)


for shape in ((1, 1), (3, 3), (5, 5), (2, 4), (1, 7), (7, 1)):
    case(f"kernel {shape}", [small, kernel(*shape)])
case("float32 output", [small, kernel(3, 5)], dtype=types.FLOAT)
case("halves round to even", [(np.arange(-8, 8, dtype=np.int16).reshape(4, 4), "HW"), (f([[0.5]]), None)])
case("an edge", [small, (f([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]), None)], dtype=types.FLOAT)
for border in BORDERS:
    case(f"border {border}", [small, kernel(5, 4)], border=border)
    case(f"border {border}, anchor", [small, kernel(5, 4)], border=border, anchor=[0, 3])
    case(f"border {border}, a kernel larger than the image", [(image(4, 3), "HWC"), kernel(9, 9)], border=border)
    case(f"border {border}, one pixel", [(image(1, 1), "HWC"), kernel(3, 3)], border=border)
case("fillValue", [small, kernel(3, 3), (np.uint8(200), None)], border="constant")
case("anchor of one value", [small, kernel(4, 3)], anchor=2)
case("valid", [small, kernel(4, 3)], mode="valid")
case("valid, the whole image", [small, kernel(9, 13)], mode="valid", max_diff=1)
for dtype in (np.uint16, np.int16, f):
    case(f"{np.dtype(dtype)}", [((image(6, 9) * 100.0 - 9000 * (dtype != np.uint16)).astype(dtype), "HWC"), kernel(3, 3)],
         max_diff=0.01 if dtype == f else 0)  # the reference fuses products and sums of float32
for shape, layout in (((3, 6, 5), "CHW"), ((2, 6, 5, 3), "FHWC"), ((2, 3, 6, 5), "FCHW"), ((6, 5), "HW"), ((6, 5), None)):
    case(f"{layout or 'no layout'} {shape}", [(rng.integers(0, 256, shape).astype(np.uint8), layout), kernel(3, 4)])
g.case("anchor of the sample", fn.filter, [small, kernel(3, 3)], arg_inputs={"anchor": np.int32([0, 2])})
g.case("several vector blocks", fn.filter, [(image(5, 90), "HWC"), kernel(3, 3)])
MODES = dict(zip(BORDERS, ("mirror", "reflect", "wrap", "nearest", "constant")))
for border, mode in MODES.items():
    volume, weights = (rng.normal(size=(4, 6, 5, 2)) * 50).astype(f), kernel(3, 4, 2)[0]
    want = np.stack([ndimage.correlate(volume[..., c].astype(float), weights.astype(float), mode=mode) for c in (0, 1)], -1)
    g.add(f"volume, border {border}", {"border": border}, [(volume, "DHWC"), (weights, None)], [(want.astype(f), "DHWC")], 1e-3)
g.save()
