"""Goldens of math.*: every operation over every pair of dtypes, and what DALI refuses; broadcasting, layouts, constants.

A case makes several calls on its inputs: args.calls lists [function, operand, ...] by penstock's names, where an operand
is the number of an input or {"value", "dtype"} for a constant; args.refused lists the calls that DALI does not take.
"""
import itertools
import operator

from golden import DTYPES, GoldenWriter, np, run, types
from nvidia.dali import math

UNARY_FLOAT = ("fabs sqrt rsqrt cbrt exp log log2 log10 floor ceil sin cos tan asin acos atan sinh cosh tanh "
               "asinh acosh atanh").split()
FUNCTIONS = {
    "neg": operator.neg, "abs": math.abs, "bitNot": operator.invert,
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "floorDiv": operator.floordiv, "mod": operator.mod, "min": math.min, "max": math.max, "pow": math.pow,
    "fpow": math.fpow, "atan2": math.atan2, "eq": operator.eq, "ne": operator.ne, "lt": operator.lt,
    "le": operator.le, "gt": operator.gt, "ge": operator.ge, "bitAnd": operator.and_, "bitOr": operator.or_,
    "bitXor": operator.xor, "lshift": operator.lshift, "rshift": operator.rshift, "clamp": math.clamp,
    **{name: getattr(math, name) for name in UNARY_FLOAT},
}
DALI_TYPES = {name: key for key, name in DTYPES.items()}
NAMES = [name for name in DTYPES.values() if name != "float16"]  # DALI's arithmetic does not know float16

g = GoldenWriter("math", "math")


def const(value, dtype=None):
    return {"value": value, "dtype": dtype} if dtype else {"value": value}


def operand(o, nodes):
    if isinstance(o, int):
        return nodes[o]
    return types.Constant(o["value"], DALI_TYPES[o["dtype"]]) if "dtype" in o else o["value"]


def results(calls, inputs):
    return run(lambda *nodes: [FUNCTIONS[f](*(operand(o, nodes) for o in rest)) for f, *rest in calls], inputs)


def written(calls):
    """Integers that a JSON number of JavaScript cannot hold become strings."""
    text = lambda o: {**o, "value": str(o["value"])} if isinstance(o, dict) and abs(o["value"]) >= 2**53 else o
    return [[f, *map(text, rest)] for f, *rest in calls]


def plain(inputs):
    return [x if isinstance(x, tuple) else (np.asarray(x), None) for x in inputs]


def case(name, calls, inputs, relative=0.0):
    """Calls that DALI refuses are told from the others by running each alone."""
    inputs = plain(inputs)
    refused = []
    try:
        outputs = results(calls, inputs)
    except RuntimeError:
        outputs, taken = [], []
        for call in calls:
            try:
                outputs += results([call], inputs)
                taken.append(call)
            except RuntimeError:
                refused.append(call)
        calls = taken
    finite = [np.abs(a.astype(np.float64))[np.isfinite(a.astype(np.float64))] for a, _ in outputs]
    largest = max([float(f.max()) for f in finite if f.size], default=0.0)
    g.add(name, {"calls": written(calls), "refused": written(refused)}, inputs, outputs, relative * largest)
    for entry in g.cases[-1]["inputs"] + g.cases[-1]["outputs"]:
        if not entry["layout"]:
            del entry["layout"]


def values(dtype, seed):
    """Eight values with both ends of the range."""
    rng = np.random.default_rng(seed)
    if dtype == "bool":
        return np.array([0, 1, 1, 0, 1, 0, 0, 1], bool) if seed % 2 else np.array([0, 0, 1, 1, 0, 1, 1, 0], bool)
    if dtype.startswith("float"):
        pool = [0.0, -0.0, 1.5, -2.25, np.nan, np.inf, -np.inf, 3.0, 1e10, -7.0, 16777217.0, 2.0**63]
        return np.array(rng.permutation(pool)[:8], dtype)
    info = np.iinfo(dtype)
    pool = [info.min, info.max, info.max // 2 + 1, 0, 1, 7, 100] + ([-1, -5] if info.min else [3, info.max - 1])
    return np.array([int(pool[i]) for i in rng.permutation(len(pool))[:8]], dtype)


def divisors(dtype):
    if dtype == "bool":
        return np.ones(8, bool)
    pool = [1, 2, 3, 7, 10, 100, 5, 127]
    if dtype.startswith("uint"):
        return np.array(pool, dtype)
    return np.array([p if i % 2 else -p - 1 for i, p in enumerate(pool)], dtype)


def small(dtype, seed):
    """Bases, exponents and shift counts."""
    pool = np.random.default_rng(seed).permutation([0, 1, 2, 3, 4, 5, 7, 9])
    if dtype == "bool":
        return pool % 2 == 1
    if not dtype.startswith("uint") and seed % 2:
        pool = np.where(pool % 3 == 0, -pool, pool)
    return pool.astype(dtype)


both = lambda names: [[f, 0, 1] for f in names.split()]
COMPARISONS = "eq ne lt le gt ge"


def negatives_compare_wrongly(a, b):
    """DALI 2.4 says that a negative integer is less than any float, so -1 is less than -2.5 there."""
    kinds = {np.dtype(a).kind, np.dtype(b).kind}
    return kinds == {"i", "f"}


# Every operation on pairs of one dtype and on some others; four of them, one per rule of promotion, on all pairs.
MIXED = [("uint8", "float32"), ("uint64", "int8"), ("int8", "uint64"), ("int32", "uint32"), ("bool", "int16"),
         ("float32", "float64"), ("float32", "int64"), ("uint16", "int16"), ("uint32", "float32"), ("float64", "bool")]
for i, (a, b) in enumerate(itertools.product(NAMES, NAMES)):
    whole = a == b or (a, b) in MIXED
    arithmetic = "add sub mul min max div bitAnd bitOr bitXor" if whole else "sub div bitXor"
    comparisons = COMPARISONS if whole else "lt"
    x, y = values(a, 2 * i), values(b, 2 * i + 1)
    if negatives_compare_wrongly(a, b):
        case(f"{a}, {b}", both(arithmetic), [x, y])
        clip = lambda v: v if v.dtype.kind == "f" else np.maximum(v, 0)
        case(f"{a}, {b}: comparisons", both(comparisons), [clip(x), clip(y)])
    else:
        case(f"{a}, {b}", both(f"{arithmetic} {comparisons}"), [x, y])
    if whole:
        case(f"{a}, {b}: quotients", both("floorDiv mod"), [values(a, i), divisors(b)])
        case(f"{a}, {b}: shifts", both("lshift rshift"), [values(a, i), np.abs(small(b, 2 * i))])
        case(f"{a}, {b}: powers", both("pow fpow atan2"), [small(a, i), small(b, i + 1)], 4e-7)
case("equal numbers of mixed signs", both("eq ne lt le gt ge"),
     [np.array([5, 2**63, 2**64 - 1, 0, 2**63 - 1], np.uint64), np.array([5, -2**63, -1, 0, 2**63 - 1], np.int64)])
case("large shifts", both("lshift rshift"), [np.int32([1, 1, 1, 1, -8, -8]), np.int32([31, 32, 33, -1, 31, 33])])
case("large shifts of bytes", both("lshift rshift"), [np.uint8([1, 1, 255, 255]), np.uint8([8, 31, 32, 33])])
case("large shifts of int64", both("lshift rshift"), [np.int64([1, 1, -8, -8]), np.int64([63, 64, 65, 127])])
case("integer powers wrap", both("pow"), [np.int32([3, 7, -3, 2, 10]), np.int32([40, 31, 33, 31, 9])])
case("large powers of int64", both("pow"), [np.int64([3, -3]), np.int64([41, 63])])
case("negative exponents", both("pow"), [np.int32([1, -1, -1, 5, 0, 2]), np.int32([-5, -5, -4, -2, -1, -1])])
case("float by zero", both("div floorDiv mod"), [np.float32([1, -1, 0, np.inf]), np.float32([0, 0, 0, 2])])
case("int by zero in floats", both("div"), [np.int32([1, -1, 0]), np.int32([0, 0, 0])])
case("int8 by -1", both("floorDiv mod"), [np.int8([-128, 127]), np.int8([-1, -1])])
case("NaN", both("min max eq ne lt le gt ge"), [np.float32([np.nan, 1, np.nan]), np.float32([1, np.nan, np.nan])])

each = [values(d, 77 + 2 * i) for i, d in enumerate(NAMES)]
for f in ("neg", "abs", "bitNot"):
    case(f, [[f, i] for i in range(len(NAMES))], each)
positive = {"sqrt", "rsqrt", "log", "log2", "log10", "acosh"}
for f in UNARY_FLOAT:
    tame = []
    for d in NAMES:
        x = np.array([1, 2, 5, 9, 30, 77, 100, 126])
        if d == "float32" or d == "float64":
            x = np.array([0.125, 0.5, 0.99, -0.25, -0.7, 1.0, 0.0, -1.0]) if f in ("asin", "acos", "atanh") else x / 8
            if f not in positive and f not in ("asin", "acos", "atanh"):
                x = x * np.array([1, -1, 1, -1, 1, -1, 1, -1])
        elif f in ("exp", "sinh", "cosh"):
            x = x % 9
        tame.append(x.astype(d))
    calls = [[f, i] for i in range(len(NAMES))]
    case(f, calls, tame, 0 if f in ("fabs", "sqrt", "floor", "ceil") else 4e-7)
case("outside the domain", [[f, 0] for f in ("sqrt", "log", "log2", "log10", "asin", "acos", "acosh", "atanh")],
     [np.float32([-3, -2, np.nan])])

clamped = ("bool", "uint16", "uint64", "int8", "float32", "float64")
for i, (a, b) in enumerate(itertools.product(clamped, clamped)):
    case(f"clamp {a}, {b}", [["clamp", 0, 1, 2 + k] for k in range(len(clamped))],
         [small(a, i), small(b, i + 1)] + [values(c, i + 3) for c in clamped])
case("clamp with crossed bounds and NaN", [["clamp", 0, 1, 2]],
     [np.float32([5, np.nan, 2.5, 2.5]), np.float32([10, 2, np.nan, 1]), np.float32([3, 3, 1, np.nan])])

# ---- constants ----
binary = "sub floorDiv lt bitOr".split()
for d in NAMES:
    x = np.ones(3, bool) if d == "bool" else np.array([7, 1, 100], d)
    for c in (const(True), const(3), const(2.5), const(-2), const(-0.1)):
        names = [f for f in binary if f not in COMPARISONS.split() or c["value"] >= 0]
        case(f"{d} and {c['value']}", [[f, 0, c] for f in names] + [[f, c, 0] for f in names], [x])
    wide = ("uint8", "int8", "int16", "uint32", "int64", "uint64", "float32", "float64", "bool")
    case(f"{d} and constants with a dtype", [["add", 0, const(1.0 if c[0] == "f" else 1, c)] for c in wide], [x])
exact = [const(2**53 + 1, "int64"), const(-2**53, "int64"), const(0.1, "float64"), const(16777217, "float64")]
case("exact constants", [["add", c, 0] for c in exact], [np.int8([0, 1])])
case("clamp by constants", [["clamp", 0, const(2), const(100)], ["clamp", 0, const(1.5), const(2.5)],
                            ["clamp", const(5), 0, const(9)], ["clamp", 0, const(3, "uint8"), const(9, "uint8")]],
     [np.uint8([0, 5, 200])])

# ---- shapes and layouts ----


def tensor(*shape):
    return np.arange(int(np.prod(shape)), dtype=np.int32).reshape(shape) % 251


pairs = [((), (2, 3)), ((1,), (2, 3)), ((1, 1), (3,)), ((2, 1), (1, 3)), ((3,), (2, 3)), ((2,), (2, 3)), ((1, 1, 1), (3,)),
         ((4, 1, 3), (2, 1)), ((0,), (1,)), ((0,), ()), ((0, 3), (3,)), ((0,), (2,)), ((), ()), ((15, 30, 3), (3,)),
         ((3,), (15, 30, 3)), ((3, 15, 30), (3, 1, 1)), ((2, 600), (600,)), ((2, 600), (2, 1)), ((2, 1, 600), (2, 1)),
         ((7, 1, 5, 1, 3), (6, 1, 4, 1)), ((2, 1, 2, 1, 2, 1), (1, 3, 1, 3, 1, 3)), ((1100,), (1,)), ((1, 1100), (1100,)),
         ((9, 1, 8), (9, 7, 8)), ((40, 1), (1, 40))]
for a, b in pairs:
    case(f"shapes {a}, {b}", [["sub", 0, 1], ["lt", 1, 0], ["add", 0, 2]], [tensor(*a), tensor(*b), np.float32(tensor(*a))])
case("three shapes", [["clamp", 0, 1, 2], ["clamp", 2, 0, 1], ["clamp", 1, 2, 0]],
     [tensor(15, 30, 3), tensor(3), tensor(15, 1, 1)])
case("three nested patterns", [["clamp", 0, 1, 2], ["clamp", 2, 1, 0]], [tensor(15, 30, 3), tensor(3), tensor(30, 3)])
case("three shapes of three dtypes", [["clamp", 0, 1, 2], ["clamp", 2, 0, 1]],
     [tensor(3, 400).astype(np.uint8), tensor(400).astype(np.float32), tensor(3, 1)])
case("dense, three dtypes", [["add", 0, 1], ["mul", 1, 2], ["clamp", 0, 1, 2]],
     [tensor(1100).astype(np.uint8), np.float32(tensor(1100)) / 8, tensor(1100).astype(np.int16)])
layouts = [("HW", "HW"), ("HW", None), (None, "HW"), ("HW", "AB")]
for a, b in layouts:
    case(f"layouts {a}, {b}", [["add", 0, 1]], [(tensor(2, 3), a), (tensor(2, 3), b)])
for a, b, shape in (("HWC", "C", (3,)), ("HWC", "X", (3,)), ("HWC", "HC", (2, 3)), ("HWC", "WC", (2, 3)), (None, "C", (3,)),
                    ("HWC", None, (3,)), ("HWC", None, ())):
    case(f"layouts {a}, {b} of {shape}", [["add", 0, 1], ["add", 1, 0]], [(tensor(2, 2, 3), a), (tensor(*shape), b)])
case("layout of one row", [["add", 0, 1]], [(tensor(1), "C"), tensor(2)])
case("layout stays", [["sqrt", 0], ["gt", 0, const(1)], ["clamp", 1, 0, const(3)], ["neg", 0]], [(tensor(2, 3), "HW"), tensor(3)])
g.save()
