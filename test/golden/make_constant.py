"""Goldens of constant: dtypes, shapes, one value for many elements."""

from golden import DTYPES, GoldenWriter, fn, np

g = GoldenWriter("constant", "constant")
for key, name in DTYPES.items():
    if name == "float64":  # which DALI's does not give
        continue
    if name == "bool":
        g.case("idata as bool", fn.constant, [], idata=[0, 1, 1, 0], dtype=key)
        continue
    g.case(f"idata as {name}", fn.constant, [], idata=[0, 1, 7, 100], dtype=key)
    g.case(f"fdata as {name}", fn.constant, [], fdata=[0, 1.25, 7, 100], dtype=key)
g.case("ints", fn.constant, [], idata=[1, -2, 3])
g.case("floats", fn.constant, [], fdata=[1, -2.5, 0.1])
g.case("a shape", fn.constant, [], fdata=[1, 2, 3, 4, 5, 6], shape=[2, 3])
g.case("a shape and a layout", fn.constant, [], fdata=[1, 2, 3, 4, 5, 6], shape=[1, 2, 3], layout="HWC")
g.case("one value fills", fn.constant, [], idata=[5], shape=[3, 4])
g.save()
