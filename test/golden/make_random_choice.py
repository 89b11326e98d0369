"""Goldens of random.choice: dtypes, shapes and layouts, with chances that leave nothing to chance."""
from golden import GoldenWriter, fn, np, run

g = GoldenWriter("random_choice", "random.choice")


def constant(name, a, **args):
    """A number or a list for `a`: penstock's arguments count and values."""
    own = {"values": a} if isinstance(a, list) else {"count": a}
    g.add(name, {**own, **args}, [], run(lambda **k: fn.random.choice(a, **k), [], **args))


constant("a number", 5, p=[0, 0, 0, 1, 0])
constant("one, as a number", 1)
constant("a list", [10, 20, 30], p=[0, 1, 0])
constant("a list of one", [10])
constant("numbers that are not whole", [1.5, 2, -3], p=[0, 0, 1])
constant("a shape", [10, 20], p=[0, 1], shape=[2, 3])
constant("an empty shape", [10, 20], p=[1, 0], shape=[])
for dtype in (np.uint8, np.int16, np.int64, np.float32, np.float64, np.bool_):
    g.case(f"{np.dtype(dtype)}", fn.random.choice, [(np.arange(3).astype(dtype), None)], p=[0, 1, 0])
g.case("a layout", fn.random.choice, [(np.arange(3), "X")], p=[0, 1, 0])
g.case("rows", fn.random.choice, [(np.arange(12).reshape(3, 4), None)], p=[0, 0, 1])
g.case("rows, a shape", fn.random.choice, [(np.arange(12).reshape(3, 2, 2), None)], p=[0, 0, 1], shape=[2])
g.case("a scalar", fn.random.choice, [(np.uint8(4), None)], p=[0, 0, 1, 0])
g.case("a shape to take", fn.random.choice, [(np.arange(3), None), (np.zeros((1, 2)), "XY")], p=[0, 1, 0])
g.case("chances of the sample", fn.random.choice, [(np.arange(3), None)], arg_inputs={"p": np.float32([0, 0, 1])})
g.save()
