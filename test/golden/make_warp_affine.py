"""Goldens of warpAffine."""

from golden import GoldenWriter, fn, image, np, types

f = np.float32
NN = {"interp_type": types.INTERP_NN}
g = GoldenWriter("warp_affine", "warpAffine")
photo = image(23, 31)
small = image(15, 19)
# Nothing that falls exactly between two pixels: there the rounding of positions decides, and DALI itself adds them up
# along a row on CPU but not on GPU.
turn = [0.9137, -0.4219, 5.2831, 0.3571, 0.9491, -3.5179]


def case(name, data=photo, layout="HWC", max_diff=1, matrix=turn, arg_inputs=None, extra=(), **args):
    if matrix is not None:
        args["matrix"] = [float(f(v)) for v in matrix]
    g.case(name, fn.warp_affine, [(data, layout), *extra], max_diff=max_diff, arg_inputs=arg_inputs, **args)


case("linear")
case("linear, filled", fill_value=42.5)
case("nn", max_diff=0, **NN)
case("nn, filled", max_diff=0, fill_value=200, **NN)
case("identity", max_diff=0, matrix=[1, 0, 0, 0, 1, 0])
case("whole shift", max_diff=0, matrix=[1, 0, 7, 0, 1, -4], fill_value=9)
case("half shift", max_diff=1, matrix=[1, 0, 0.5, 0, 1, 0.5])
case("mirrored", max_diff=0, matrix=[-1, 0, 31, 0, -1, 23])
case("transposed", max_diff=0, matrix=[0, 1, 0, 1, 0, 0], size=(31, 23))
case("shrunk", matrix=[2.7, 0, 0, 0, 1.9, 0], size=(17, 18), fill_value=0)
case("enlarged", matrix=[0.21, 0, 0, 0, 0.33, 0], size=(20, 130))
case("enlarged, nn", matrix=[0.2113, 0, 0.0171, 0, 0.3319, 0], size=(20, 130), max_diff=0, **NN)
case("far outside", matrix=[1, 0, 1000, 0, 1, 0], fill_value=77, max_diff=0)
case("far outside, clamped", matrix=[1, 0, 1000, 0, 1, 0], max_diff=0)
case("one point", matrix=[0, 0, 5.25, 0, 0, 7.5])
case("input to output", inverse_map=False, fill_value=0)
case("input to output, scaled", matrix=[2, 0, 0, 0, 3, 0], inverse_map=False, size=(69, 62))
case("size", size=(20, 37), fill_value=1)
case("size with fractions", size=(12.5, 20.4))
case("fill is saturated", fill_value=300, **NN, max_diff=0)
case("fill below the range", fill_value=-7.6, dtype=types.FLOAT, max_diff=2.5e-3)
case("fill is rounded", fill_value=42.5, dtype=types.FLOAT, max_diff=2.5e-3)
case("uint8 to float32", dtype=types.FLOAT, max_diff=2.5e-3)
for channels in (1, 2, 4, 5):
    case(f"{channels} channels", image(15, 19, channels), fill_value=30)
    case(f"{channels} channels, clamped", image(15, 19, channels))
    case(f"{channels} channels, nn", image(15, 19, channels), max_diff=0, **NN)
wide = small.astype(f) / 255
case("float32", wide, max_diff=1e-5)
case("float32, filled", wide, max_diff=2e-5, fill_value=-1.25)
case("float32, nn", wide, max_diff=0, **NN)
case("float32 to uint8", small.astype(f) * 1.4 - 30.3, dtype=types.UINT8)
case("float32 to int16", small.astype(f) * 300 - 30000, dtype=types.INT16)
case("float32 to int32", small.astype(f) * 3e7 - 3e9, dtype=types.INT32, max_diff=3e4)
case("int16", (small.astype(f) * 257 - 32768).astype(np.int16), max_diff=2)
case("int16 to float32, filled", (small.astype(f) * 257 - 32768).astype(np.int16), dtype=types.FLOAT, max_diff=1, fill_value=-99.5)
case("int32", small.astype(np.int32) * 8000000 - 1000000000, max_diff=3e4)
case("int32, nn", small.astype(np.int32) * 8000001 - 1000000000, max_diff=0, **NN)
case("int32 to float32, nn", small.astype(np.int32) * 8000001, dtype=types.FLOAT, max_diff=0, **NN)
for h, w in ((1, 1), (1, 7), (7, 1), (2, 2)):
    case(f"{h}x{w}", image(h, w), fill_value=5, size=(4, 5))
    case(f"{h}x{w}, clamped", image(h, w), size=(4, 5))
    case(f"to {h}x{w}", small, size=(h, w))
case("no layout", small, None)
frames = np.stack([small, small[::-1], image(15, 19, seed=5)])
case("FHWC", frames, "FHWC")
case("4 dimensions", frames, None)
volume = np.stack([image(9, 11, 2, seed=s) for s in range(7)])
tilt = [0.9137, 0.2113, -0.1019, 0.5171, -0.1523, 0.9511, 0.3137, -1.2531, 0.1033, -0.2047, 0.8513, 0.7541]
case("DHWC", volume, "DHWC", matrix=tilt)
case("DHWC, filled", volume, "DHWC", matrix=tilt, fill_value=64, size=(9, 10, 13))
case("DHWC, nn", volume, "DHWC", matrix=tilt, max_diff=0, **NN)
case("DHWC, input to output", volume, "DHWC", matrix=tilt, inverse_map=False)
case("DHWC, one slice", volume[:1], "DHWC", matrix=tilt, fill_value=64)
case("FDHWC", np.stack([volume[:3], volume[3:6]]), "FDHWC", matrix=tilt)
case("5 dimensions", np.stack([volume[:3], volume[3:6]]), None, matrix=tilt)
m = f(turn).reshape(2, 3)
case("matrix input", matrix=None, extra=[(m, None)])
case("matrix input, input to output", matrix=None, extra=[(m, None)], inverse_map=False, fill_value=3)
case("per sample", matrix=None, arg_inputs={"matrix": m, "size": f([21, 17])})
g.save()
