"""Goldens of experimental.warpPerspective: DALI's, and a reference in double where OpenCV, which DALI calls, rounds positions to
1/32 of a pixel, or repeats the image otherwise far outside."""

from golden import GoldenWriter, fn, image, np, types
from resampled import resampled

f = np.float32
INTERP = {"nn": types.INTERP_NN, "linear": types.INTERP_LINEAR, "cubic": types.INTERP_CUBIC}
BORDERS = ("constant", "replicate", "reflect", "reflect_101", "wrap")
g = GoldenWriter("experimental_warp_perspective", "experimental.warpPerspective")
photo = image(13, 19)
small = image(11, 15)
turn = [0.9137, -0.2219, 5.2831, 0.1571, 0.9491, -3.5179, 0.0031, -0.0042, 1]


def case(name, data=photo, layout="HWC", max_diff=1, matrix=turn, arg_inputs=None, extra=(), interp="linear", **args):
    if matrix is not None:
        args["matrix"] = [float(f(v)) for v in matrix]
    g.case(name, fn.experimental.warp_perspective, [(data, layout), *extra], arg_inputs=arg_inputs,
           max_diff=0 if interp == "nn" else max_diff, **({"interp_type": INTERP[interp]} if interp != "linear" else {}),
           **args)


def reference(data, matrix, interp, border, origin, fill, size):
    """The formula on an image of HWC, in double."""
    rows, columns, _ = data.shape
    height, width = size or (rows, columns)
    at = 0.5 if origin == "corner" else 0
    y, x = np.mgrid[:height, :width] + at
    m = f(matrix).astype(np.float64).reshape(3, 3)
    w = m[2, 0] * x + m[2, 1] * y + m[2, 2]
    px, py = ((m[i, 0] * x + m[i, 1] * y + m[i, 2]) / w - at for i in (0, 1))
    return resampled(data, px, py, interp, border, fill)


def exact(name, data, interp="linear", border="constant", origin="corner", fill=0, size=None, matrix=turn, max_diff=1):
    args = {"matrix": [float(f(v)) for v in matrix], "interpType": interp, "borderMode": border, "pixelOrigin": origin}
    args.update({"fillValue": [fill]} if fill else {})
    args.update({"size": list(size)} if size else {})
    want = reference(data, matrix, interp, border, origin, fill, size)
    g.add(f"{name}, exact", args, [(data, "HWC")], [(want, "HWC")], 0 if interp == "nn" else max_diff)


case("no arguments but the matrix")
for interp in INTERP:
    for border in BORDERS:
        case(f"{interp}, {border}", interp=interp, border_mode=border)
        exact(f"{interp}, {border}, far outside", small, interp, border, size=(12, 30),
              matrix=[6.137, 0.213, -71.31, 0.331, 9.173, -52.17, 0.0013, 0.0021, 1])
        exact(f"{interp}, {border}, 2x3", image(2, 3), interp, border, size=(7, 9))
    case(f"{interp}, center", interp=interp, pixel_origin="center")
    case(f"{interp}, filled", interp=interp, fill_value=[30.0, 7.4, 200.0])
    for channels in (1, 4):
        case(f"{interp}, {channels} channels", image(11, 15, channels), interp=interp, fill_value=30.0)
    exact(f"{interp}, 2 channels", image(11, 15, 2), interp)
    exact(f"{interp}, 6 channels", image(11, 15, 6), interp, fill=9)
    exact(f"{interp}, int16", (small.astype(f) * 257 - 32768).astype(np.int16), interp, "reflect", max_diff=2)
    case(f"{interp}, uint16", (small.astype(f) * 257).astype(np.uint16), interp=interp, max_diff=4)
    exact(f"{interp}, float32", small.astype(f) / 255, interp, "reflect_101", max_diff=2e-5)
case("fill is rounded and saturated", fill_value=[300.0, -5.0, 7.5], matrix=[1, 0, 100, 0, 1, 0, 0, 0, 1], max_diff=0)
case("identity", max_diff=0, matrix=[1, 0, 0, 0, 1, 0, 0, 0, 1])
case("scaled matrix", matrix=[2 * v for v in turn])
case("input to output", inverse_map=False)
case("input to output, center", inverse_map=False, pixel_origin="center", size=(30.0, 40.0))
case("size", size=(20.0, 37.0))
case("size with fractions", size=(12.5, 20.4))
case("one size", size=12.0)
for h, w in ((1, 1), (1, 7), (7, 1)):
    case(f"{h}x{w}", image(h, w), border_mode="replicate", size=(4.0, 5.0))
    case(f"to {h}x{w}", small, size=(float(h), float(w)))
case("between two pixels", interp="nn", matrix=[1, 0, 0.5, 0, 1, 0.5, 0, 0, 1], pixel_origin="center")
case("w is 0", matrix=[1, 0, 0, 0, 1, 0, 0, 0, 0], fill_value=77.0)
case("no layout", small, None)
case("HW", small[..., 0], "HW")
case("CHW", small.transpose(2, 0, 1), "CHW")
frames = np.stack([small, small[::-1], image(11, 15, seed=5)])
case("FHWC", frames, "FHWC")
case("FCHW", frames.transpose(0, 3, 1, 2), "FCHW")
m = f(turn).reshape(3, 3)
case("matrix input", matrix=None, extra=[(m, None)])
case("matrix input, input to output", matrix=None, extra=[(m, None)], inverse_map=False, fill_value=3.0)
case("per sample", matrix=None, arg_inputs={"matrix": m, "size": f([21, 17])})
g.save()
