"""Goldens of all reductions, in one file."""

from golden import GoldenWriter, camel, constant, fn, image, np, run, types

g = GoldenWriter("reductions", "reductions.sum")
f = np.float32
R = fn.reductions
WITHOUT_MEAN = [("sum", "sum"), ("mean", "mean"), ("mean_square", "meanSquare"), ("rms", "rms"), ("min", "min"),
                ("max", "max")]
WITH_MEAN = [("std_dev", "stdDev"), ("variance", "variance")]
random = np.random.default_rng(5)
INTEGERS = [np.uint8, np.uint16, np.uint32, np.uint64, np.int8, np.int16, np.int32, np.int64]


def values(dtype, shape):
    if dtype == f:
        return random.normal(3, 20, shape).astype(f)
    info = np.iinfo(dtype)
    return random.integers(max(info.min, -30000), min(info.max, 40000), shape).astype(dtype)


def case(name, op, ours, *inputs, **args):
    """A case whose outputs may differ by 2e-6 of the largest one, or not at all if they are integers or an order."""
    outputs = run(getattr(R, op), list(inputs), **args)
    array = outputs[0][0]
    finite = np.abs(array[np.isfinite(array)].astype(np.float64))
    exact = ours in ("min", "max") or array.dtype != f
    g.add(f"{ours}: {name}", {camel(k): constant(v) for k, v in args.items()}, list(inputs), outputs,
          0 if exact else 2e-6 * float(finite.max(initial=0)), op=f"reductions.{ours}")


ways = [("all", {}), ("rows", {"axes": [0]}), ("channels", {"axes": [-1]}), ("pixels, kept", {"axis_names": "HW", "keep_dims": True}),
        ("outer and inner", {"axes": [0, 2]}), ("nothing", {"axes": []})]
img = (image(5, 13), "HWC")
for op, ours in WITHOUT_MEAN:
    for name, args in ways:
        case(name, op, ours, img, **args)
    for dtype in INTEGERS + [f]:
        case(np.dtype(dtype).name, op, ours, (values(dtype, (3, 67)), None), axes=[1])
        case(np.dtype(dtype).name + ", 5-D", op, ours, (values(dtype, (2, 3, 1, 4, 2)), None), axes=[1, 3])
    case("empty", op, ours, (np.zeros((0, 3), np.int32), None))
    case("nothing along the axis", op, ours, (np.zeros((2, 0), np.uint8), None), axes=[1])
    case("a scalar", op, ours, (f(3.5), None))
    case("one NaN of many", op, ours, (np.array([1, np.nan, -2, 5], f), None))
for op, ours in WITHOUT_MEAN[1:4]:
    case("to int32", op, ours, (np.int32([-5, -6, 7, 11]), None), dtype=types.INT64 if op == "mean_square" else types.INT32)
case("to int32, which drops the fraction", "mean", "mean", (np.int32([-5, -6]), None), dtype=types.INT32)
case("to uint8, which wraps around", "sum", "sum", (np.arange(24, dtype=np.uint8), None), dtype=types.UINT8)
case("to float32", "sum", "sum", (np.arange(24, dtype=np.uint16), None), dtype=types.FLOAT)
case("int64, which wraps around", "sum", "sum", (np.int64([2**63 - 1, 5]), None))
for op, ours in WITH_MEAN:
    for name, args in ways:
        array = img[0].astype(np.float64)
        axes = tuple("HWC".index(c) for c in args["axis_names"]) if "axis_names" in args else tuple(args.get("axes", (0, 1, 2)))
        mean = f(array.mean(axis=axes, keepdims=args.get("keep_dims", False))) if axes else f(array)
        case(name, op, ours, img, (mean, None), **args)
    for dtype in INTEGERS + [f]:
        case(np.dtype(dtype).name, op, ours, (values(dtype, (3, 67)), None), (f([100.5, 90, 130]), None), axes=[1])
    for ddof in (-1, 1, 3, 4, 9):
        case(f"ddof {ddof}", op, ours, (f([1, 2, 4, 9]), None), (f(4), None), ddof=ddof)
    case("empty", op, ours, (np.zeros((0,), f), None), (f(0), None))
    case("the mean with reduced axes kept", op, ours, img, (f([[[100, 110, 120]]]), None), axes=[0, 1])
g.save()
