"""Goldens of normalize."""

from golden import GoldenWriter, fn, image, np, types

g = GoldenWriter("normalize", "normalize")
f = np.float32
small = (image(9, 13), "HWC")
random = np.random.default_rng(3)


def case(name, source=small, max_diff=2e-6, **args):
    g.case(name, fn.normalize, [source], max_diff=max_diff, **args)


case("all")
case("axes 0, 1", axes=[0, 1])
case("axes 1", axes=1)
case("axes 0, 2", axes=[0, 2])
case("axes 2", axes=[2], max_diff=2e-5)
case("axes 1, 2", axes=[1, 2])
case("axisNames", axis_names="HW")
case("axisNames in another order", axis_names="CH")
case("scale and shift", axes=[0, 1], scale=50.0, shift=128.0, max_diff=1e-4)
case("ddof", axes=[0], ddof=1)
case("no degrees left", (np.arange(4, dtype=f), None), ddof=4, shift=1.5)
case("no degrees left, epsilon", (np.arange(4, dtype=f), None), ddof=5, epsilon=0.25)
case("epsilon", axes=[0, 1], epsilon=30.0)
case("constant", (np.full((3, 4), 7, f), None), shift=3.0)
case("constant groups", (np.repeat(f([[7.3], [0.1], [-2.7]]), 5, 1), None), axes=[1], shift=3.0)
case("constant, epsilon", (np.full((3, 4), 7, np.uint8), None), epsilon=0.5)
case("one element", (f([3]), None))
case("one element along the axis", (image(1, 6), "HWC"), axes=[0])
case("one row", (image(1, 6), "HWC"), axes=[1])
for dtype in (np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32):
    info = np.iinfo(dtype)
    values = random.integers(info.min, int(info.max) + 1, (7, 9, 3)).astype(dtype)
    case(f"{np.dtype(dtype)}", (values, "HWC"), axes=[0, 1])
case("float32", (random.normal(3, 2, (7, 9, 3)).astype(f), "HWC"), axes=[0, 1])
case("float32 far from 0", (random.normal(300, 2, (7, 9, 3)).astype(f), "HWC"), axes=[0, 1], max_diff=5e-5)
for dtype in (types.UINT8, types.INT8, types.UINT16, types.INT16, types.UINT32, types.INT32):
    case(f"to {dtype}", axes=[0, 1], dtype=dtype, scale=50.0, shift=20.0, max_diff=0)
case("mean", mean=100.5, axes=[0, 1])
case("stddev", stddev=3.5, axes=[0, 1], max_diff=2e-5)
case("both", mean=100.5, stddev=3.5, max_diff=0)
case("both, scale and shift", mean=100.5, stddev=3.5, scale=1.75, shift=-0.3, max_diff=0)
case("both, epsilon", mean=100.5, stddev=3.5, epsilon=2.5, max_diff=0)
case("a deviation of 0", mean=-1.0, stddev=0.0, max_diff=0)
case("a deviation below 0", mean=100.0, stddev=-2.0, epsilon=1.0, max_diff=0)
case("both to uint8", mean=100.5, stddev=3.5, scale=40.0, shift=127.5, dtype=types.UINT8, max_diff=0)

channel = f([[[100.5, 90.25, 33.3]]])
column = np.arange(9, dtype=f).reshape(9, 1, 1) * f(7.3)
deviation = f([[[51.3, 52.7, 11.9]]])


def given(name, source=small, max_diff=2e-6, arg_inputs=None, **args):
    g.case(name, fn.normalize, [source], max_diff=max_diff, arg_inputs=arg_inputs, **args)


given("mean of the sample", arg_inputs={"mean": channel})
given("mean of the sample, axes", arg_inputs={"mean": channel}, axes=[0, 1], ddof=2)
given("stddev of the sample", arg_inputs={"stddev": deviation}, max_diff=2e-5)
given("both of the sample", arg_inputs={"mean": channel, "stddev": deviation}, max_diff=0)
given("both of the sample, all arguments", arg_inputs={"mean": channel, "stddev": deviation}, max_diff=0, epsilon=3.0,
      scale=2.5, shift=7.25)
given("mean along the first axis", arg_inputs={"mean": column}, max_diff=1e-5)
given("mean along two axes", arg_inputs={"mean": column + channel}, max_diff=1e-5)
given("both of every element", arg_inputs={"mean": image(9, 13, seed=2).astype(f), "stddev": image(9, 13, seed=3).astype(f) + 1},
      max_diff=0)
for shape, layout, axes in (((2, 5, 7, 3), "FHWC", [1, 2]), ((2, 5, 7, 3), "FHWC", [0, 1, 2]), ((4, 5, 7, 3), "DHWC", [0, 2]),
                            ((2, 3, 5, 7), "FCHW", [2, 3]), ((2, 3, 4, 5, 2), "FDHWC", [1, 3]), ((2, 3, 4, 5, 2), "FDHWC", [0, 2, 4]),
                            ((40,), None, [0]), ((6, 50), "AB", [1]), ((50, 6), "AB", [1]), ((6, 50), "AB", [0])):
    case(f"{layout} {shape} {axes}", (random.integers(0, 256, shape).astype(np.uint8), layout), axes=axes)
case("wide columns", (random.normal(0, 1, (4, 1100)).astype(f), None), axes=[0], max_diff=2e-6)
g.save()
