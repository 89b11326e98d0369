"""Goldens of slice."""

from golden import GoldenWriter, fn, image, np, types

g = GoldenWriter("slice", "slice")
img = (image(31, 43), "HWC")
f = np.float32
i = np.int32


def case(name, *extra, source=img, **args):
    g.case(name, fn.slice, [source] + [(e, None) for e in extra], **args)


case("start", start=[20, 15])
case("start, shape", start=[20, 15], shape=[10, 9])
case("start, end", start=[20, 15], end=[25, 22])
case("end", end=[9, 8])
case("relStart", rel_start=[0.2, 0.3])
case("relStart, relShape", rel_start=[0.21, 0.33], rel_shape=[0.5, 0.25])
case("relStart, relEnd", rel_start=[0.2, 0.3], rel_end=[0.55, 0.65])
case("relStart, shape", rel_start=[0.2, 0.3], shape=[5, 6])
case("start, relShape", start=[3, 4], rel_shape=[0.5, 0.5])
case("halves", rel_start=[0.5, 0.5], rel_shape=[0.5, 0.5])
case("one value for all axes", start=3, shape=7)
case("axes", start=[5, 1], axes=[0, 2])
case("negative axes", start=[5, 1], axes=[-3, -1])
case("every axis", start=[3, 4, 1], axes=[])
case("axisNames", start=[4, 9], axis_names="HW", shape=[9, 8])
case("empty", start=[4, 9], shape=[0, 8])
case("anchor and shape", f([0.2, 0.3]), f([0.5, 0.5]))
case("anchor and shape in elements", f([2.5, 3.5]), f([9.5, 7.2]), normalized_anchor=False, normalized_shape=False)
case("anchor relative, shape in elements", f([0.21, 0.3]), f([9, 7]), normalized_shape=False)
case("integers", i([2, 3]), i([4, 5]))
case("64-bit integers", np.int64([2, 3]), np.int64([4, 5]), axis_names="HW")
case("relative product in double", f([0.7432692]), f([0.2]), axes=[0], source=(np.arange(520, dtype=np.int16), None))
case("relative product in float", rel_start=[0.7432692], axes=[0], source=(np.arange(520, dtype=np.int16), None))
small = (image(7, 9), "HWC")
for policy in ("pad", "trim_to_shape", "edge", "reflect_1001", "reflect_101", "wrap"):
    case(f"outside {policy}", start=[-4, -3], shape=[25, 20], out_of_bounds_policy=policy, source=small)
    case(f"beside {policy}", start=[30, 2], shape=[3, 3], out_of_bounds_policy=policy, source=small)
case("fill per channel", start=[-2, -3], fill_values=[7, 8, 9], out_of_bounds_policy="pad", source=small)
case("fill along the channels", start=[-1], axes=[2], fill_values=[7, 8, 9, 10], out_of_bounds_policy="pad", source=small)
case("fill with a fraction", start=[-2, -3], fill_values=[7.9, -8.9, 9.5], out_of_bounds_policy="pad",
     source=(image(7, 9, dtype=np.int16), "HWC"))
case("float32 to uint8", start=[2, 3], dtype=types.UINT8, source=(image(7, 9).astype(f) * 1.7 - 40.3, "HWC"))
case("uint8 to float16", start=[2, 3], dtype=types.FLOAT16, source=small)
case("1-D", start=[3], shape=[5], axes=[0], source=(np.arange(20, dtype=np.float64), None))
case("4-D", start=[1, 0, 2], shape=[2, 2, 3], axes=[0, 3, 1],
     source=(np.arange(3 * 5 * 2 * 4, dtype=np.int64).reshape(3, 5, 2, 4), None))
g.case("per sample", fn.slice, [img], arg_inputs={"start": i([5, 6]), "shape": i([7, 8])})
g.save()
