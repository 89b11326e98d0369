"""Goldens of resize."""

from golden import GoldenWriter, fn, image, np, types

FILTERS = {"nn": types.INTERP_NN, "linear": types.INTERP_LINEAR, "cubic": types.INTERP_CUBIC,
           "lanczos3": types.INTERP_LANCZOS3, "triangular": types.INTERP_TRIANGULAR, "gaussian": types.INTERP_GAUSSIAN}

g = GoldenWriter("resize", "resize")
photo = image(41, 53)


def case(name, data=photo, layout="HWC", max_diff=1, **args):
    g.case(name, fn.resize, [(data, layout)], max_diff=max_diff, **args)


for name, filt in FILTERS.items():
    exact = 0 if name == "nn" else 1
    for direction, size in (("down", (17, 22)), ("up", (67, 71)), ("mixed", (19, 70))):
        for antialias in (True, False):
            case(f"{name} {direction} {'' if antialias else 'not '}antialiased", interp_type=filt, size=size,
                 antialias=antialias, max_diff=exact)
    case(f"{name} same size", interp_type=filt, size=(41, 53), max_diff=exact)
    case(f"{name} region", interp_type=filt, size=(23, 29), roi_start=(3.5, 10.25), roi_end=(36, 41), max_diff=exact)
    case(f"{name} mirrored region", interp_type=filt, size=(23, 60), roi_start=(38, 50), roi_end=(3, 8), max_diff=exact)

linear = {"interp_type": types.INTERP_LINEAR}
case("min and mag filter", size=(19, 70), min_filter=types.INTERP_CUBIC, mag_filter=types.INTERP_LANCZOS3)
case("min filter over interp type", size=(19, 70), min_filter=types.INTERP_NN, **linear)
case("mag filter over interp type", size=(19, 70), mag_filter=types.INTERP_NN, **linear)
case("resize x", resize_x=20)
case("resize y", resize_y=30.5)
case("resize x and y, mirrored", resize_x=-20, resize_y=33)
case("resize shorter", resize_shorter=20)
case("resize shorter, limited", resize_shorter=60, max_size=64)
case("resize longer", resize_longer=24)
case("resize longer, fraction", resize_longer=24.4)
case("one size", size=25)
case("missing extent", size=(0, 25))
case("no extent", size=(0, 0))
for mode in ("default", "stretch", "not_larger", "not_smaller"):
    case(f"mode {mode}", size=(20, 34), mode=mode)
    case(f"mode {mode}, one extent", size=(20, 0), mode=mode)
    case(f"mode {mode}, limited", size=(50, 34), mode=mode, max_size=(40, 30))
case("fraction, scale kept", size=(20.4, 30.6))
case("fraction, scale follows", size=(20.4, 30.6), subpixel_scale=False)
case("relative region", size=(20, 20), roi_start=(0.1, 0.2), roi_end=(0.9, 0.7), roi_relative=True)
case("point region", size=(6, 7), roi_start=(10, 20), roi_end=(10, 20))
case("below a pixel", size=(0.05, 0.3))

small = image(15, 19)
for channels in (1, 2, 4, 5):
    case(f"{channels} channels", image(15, 19, channels), size=(21, 9))
case("CHW", np.ascontiguousarray(small.transpose(2, 0, 1)), "CHW", size=(21, 9))
case("FHWC", np.stack([small, small[::-1]]), "FHWC", size=(21, 9))
case("no layout", small, None, size=(21, 9))
for h, w in ((1, 1), (1, 7), (7, 1)):
    case(f"{h}x{w}", image(h, w), size=(3, 5))
    case(f"to {h}x{w}", small, size=(h, w))
volume = np.stack([image(9, 11, 2, seed=s) for s in range(7)])
case("DHWC", volume, "DHWC", size=(4, 12, 8))
case("DHWC by resize z", volume, "DHWC", resize_z=9)
case("CDHW cubic", np.ascontiguousarray(volume.transpose(3, 0, 1, 2)), "CDHW", size=(4, 12, 8),
     interp_type=types.INTERP_CUBIC)
wide = small.astype(np.float32) / 255
case("float32", wide, size=(21, 9), max_diff=1e-5)
case("uint16", (wide * 65535).astype(np.uint16), size=(21, 9))
case("int16", (wide * 65535 - 32768).astype(np.int16), size=(21, 9), interp_type=types.INTERP_LANCZOS3)
case("uint8 to float32", small, size=(21, 9), dtype=types.FLOAT, max_diff=1e-3)
case("saved attrs", small, size=(21, 9), save_attrs=True)
g.case("per sample", fn.resize, [(small, "HWC")], max_diff=1,
       arg_inputs={"size": np.float32([9, 25]), "roi_start": np.float32([1, 2]), "roi_end": np.float32([14, 17])})
g.save()
