"""Goldens of the operators that make tensors of a value, and of those that change each element alone."""

from golden import GoldenWriter, fn, image, np, types

g = GoldenWriter("filled", "full")
f = np.float32
DTYPES = [types.UINT8, types.UINT16, types.UINT32, types.UINT64, types.INT8, types.INT16, types.INT32, types.INT64,
          types.FLOAT16, types.FLOAT, types.FLOAT64, types.BOOL]
NAMES = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "bool"]
INTEGERS = NAMES[:8]

for op in ("ones", "zeros"):
    make = getattr(fn, op)
    g.case(f"{op}: a number", make, [], op=op)
    for name, dtype in zip(NAMES, DTYPES):
        g.case(f"{op}: {name}", make, [], op=op, shape=[2, 3], dtype=dtype, layout="HW")
    g.case(f"{op}: empty", make, [], op=op, shape=[0, 3])
    g.case(f"{op}: shape per sample", make, [], op=op, arg_inputs={"shape": np.int32([3, 1, 2])})
    like = getattr(fn, f"{op}_like")
    for name in NAMES:
        g.case(f"{op}Like: {name}", like, [(np.ones((2, 3), name), "HW")], op=f"{op}Like")
    g.case(f"{op}Like: dtype", like, [(np.ones((2, 3), f), None)], op=f"{op}Like", dtype=types.INT16)
    g.case(f"{op}Like: empty", like, [(np.ones((0, 3), f), None)], op=f"{op}Like")
    g.case(f"{op}Like: scalar", like, [(f(3), None)], op=f"{op}Like")

for name, value, shape in [("a number", f(2.5), None), ("a number, shape", f(2.5), [2, 3]), ("a row", np.int32([1, 2, 3]), [4, 2, 3]),
                           ("a column", np.uint8([[1], [2]]), [5, 2, 3]), ("a plane", np.arange(6, dtype=np.int64).reshape(2, 3), [2, 3]),
                           ("between", np.arange(4, dtype=np.float16).reshape(2, 1, 2), [3, 2, 5, 2]), ("outer", np.arange(3, dtype=np.float64).reshape(3, 1, 1), [3, 4, 1]),
                           ("nothing", np.int32([1, 2, 3]), [0, 3]), ("bool", np.bool_(True), [7])]:
    g.case(f"full: {name}", fn.full, [(value, None)], op="full", **({"shape": shape} if shape is not None else {}))
g.case("full: layout", fn.full, [(f(1), None)], op="full", shape=[2, 3], layout="HW")
for name, value in [("a number", f(2.5)), ("a row", f([1.5, -2.5, 300])), ("a column", np.int64([[7], [-8]]))]:
    for dtype in ("uint8", "int8", "float16", "int64"):
        g.case(f"fullLike: {name}, {dtype}", fn.full_like, [(np.zeros((2, 3), dtype), "HW"), (value, None)], op="fullLike")

ramp = np.array([0, 1, -1, 0.5, 1.5, 2.5, -0.5, -3.5, 100.7, 300, -129, 70000])
for a, b in [("float32", "uint8"), ("float32", "bool"), ("int64", "float16"), ("float64", "int8"), ("int16", "uint16"), ("float16", "int32"), ("int32", "int32")]:
    g.case(f"castLike: {a} to {b}", fn.cast_like, [(ramp.astype(a), "X"), (np.zeros((2, 0), b), "HW")], op="castLike")

for name in INTEGERS:
    g.case(f"lookupTable: {name}", fn.lookup_table, [(np.array([0, 1, 2, 3, 100, 127, 255]).astype(name).reshape(7, 1), "HW")], op="lookupTable",
           keys=[0, 3, 100], values=[7.5, -2, 3], default_value=-1)
for name, dtype in zip(NAMES, DTYPES):
    g.case(f"lookupTable: to {name}", fn.lookup_table, [(np.array([0, 1, 2, 3], np.uint8), None)], op="lookupTable",
           keys=[0, 1, 3], values=[2.5, -3.5, 300], default_value=1, dtype=dtype)
g.case("lookupTable: an image", fn.lookup_table, [(image(9, 13), "HWC")], op="lookupTable", keys=list(range(256)),
       values=[255.0 - i for i in range(256)], dtype=types.UINT8)
g.case("lookupTable: a key twice", fn.lookup_table, [(np.int32([1, 2]), None)], op="lookupTable", keys=[1, 1], values=[5, 6])
g.case("lookupTable: no keys", fn.lookup_table, [(np.int32([1, 2]), None)], op="lookupTable", default_value=3.5)
g.case("lookupTable: large and negative", fn.lookup_table, [(np.int64([-1, 65535, 65536, -65535, 2**40, -2**63]), None)], op="lookupTable",
       keys=[0, 65535], values=[7, 8], default_value=-2)
g.case("lookupTable: empty", fn.lookup_table, [(np.zeros((0, 2), np.uint8), None)], op="lookupTable", keys=[1], values=[2])
g.save()
