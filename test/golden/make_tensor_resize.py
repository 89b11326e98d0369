"""Goldens of tensorResize."""

from golden import GoldenWriter, fn, image, np, types

f = np.float32
g = GoldenWriter("tensor_resize", "tensorResize")
photo = image(11, 14)
volume = np.stack([image(6, 7, 2, seed=s) for s in range(5)])


def case(name, data=photo, layout="HWC", max_diff=1, **args):
    g.case(name, fn.tensor_resize, [(data, layout)], max_diff=max_diff, **args)


case("rows", axes=[0], sizes=[5])
case("columns", axes=[1], sizes=[25])
case("channels", axes=[2], sizes=[5])
case("rows and columns", axes=[0, 1], sizes=[7, 20])
case("axes in another order", axes=[1, 0], sizes=[7, 20])
case("negative axes", axes=[-2, -3], sizes=[7, 20])
case("letters", axis_names="WH", sizes=[7, 20])
case("one size", axis_names="HW", sizes=9)
case("all axes", sizes=[6, 9, 4])
case("scales", axes=[0, 1], scales=[0.45, 1.31])
case("one scale", axes=[0, 1], scales=[0.5])
for rounding in ("round", "truncate", "ceil"):
    case(f"scales, {rounding}", axes=[0, 1], scales=[0.41, 1.32], size_rounding=rounding)
    case(f"sizes, {rounding}", axes=[0, 1], sizes=[5.4, 20.6], size_rounding=rounding)
for alignment in (0.0, 1.0, [0.2, 0.9]):
    case(f"alignment {alignment}", axes=[0, 1], sizes=[5.4, 20.6], alignment=alignment)
case("no subpixel scale", axes=[0, 1], sizes=[5.4, 20.6], subpixel_scale=False)
for mode in ("default", "stretch", "not_larger", "not_smaller"):
    case(f"{mode}, a size of 0", axes=[0, 1], sizes=[0, 20], mode=mode)
    case(f"{mode}, of all axes", sizes=[0, 20, 0], mode=mode)
    case(f"{mode}, smaller", axes=[0, 1], sizes=[5, 9], mode=mode)
    case(f"{mode}, limited", sizes=[9, 20, 4], max_size=8, mode=mode)
case("mirrored", axes=[0, 1], sizes=[-11, 7])
case("a region", axes=[0, 1], sizes=[8, 9], roi_start=[2, 3.5], roi_end=[9, 12])
case("a region in shares", axes=[0, 1], scales=[0.7, 1], roi_start=[0.1, 0.9], roi_end=[0.8, 0.2], roi_relative=True)
case("depth", volume, "DHWC", axes=[0], sizes=[8])
case("a volume", volume, "DHWC", axes=[0, 1, 2], sizes=[3, 9, 4])
case("planes", np.moveaxis(photo, 2, 0), "CHW", axes=[1, 2], sizes=[7, 20])
case("five dimensions", volume[None], None, axes=[1, 2, 3], sizes=[3, 9, 4])
sound = (np.sin(np.arange(90) / 5) * 20000).astype(np.int16)
case("a sound", sound, None, max_diff=1, scales=[0.6], interp_type=types.INTERP_LANCZOS3)
for name in ("NN", "LINEAR", "CUBIC", "LANCZOS3", "GAUSSIAN"):
    case(f"float32, {name}", (photo.astype(f) - 100) * 3, max_diff=0.1, axes=[0, 1], sizes=[6, 21],
         interp_type=getattr(types, f"INTERP_{name}"))
case("uint16 to float32", photo.astype(np.uint16) * 200, max_diff=5, axes=[0], sizes=[6], dtype=types.FLOAT)
g.case("per sample", fn.tensor_resize, [(photo, "HWC")], max_diff=1, axes=[0, 1], arg_inputs={"sizes": f([5, 21])})
g.save()
