"""Goldens of cast: every pair of dtypes."""

from golden import DTYPES, GoldenWriter, fn, np

g = GoldenWriter("cast", "cast")
real = [0, -0.0, 0.3, 0.5, 1.5, 2.5, -0.3, -0.5, -1.5, -2.5, 0.49999997, 100.4, 127.5, 128, -128.5, -129, 254.5, 255.5, 300,
        -300, 32767.5, 65535.5, 70000, 2147483648.0, -2147483648.0, 4294967296.0, 1e12, -1e12, 1e19, 1e20, -1e20,
        np.inf, -np.inf]
whole = [0, 1, 2, -1, -2, 127, 128, -128, -129, 255, 256, 32767, 32768, 65535, 65536, 2**31 - 1, 2**31, -2**31, -2**31 - 1,
         2**32 - 1, 2**32, 2**53 + 1, 2**63 - 1, -2**63]
for name in DTYPES.values():
    dtype = np.dtype(name)
    with np.errstate(all="ignore"):
        if dtype.kind == "f":
            values = np.array(real, dtype)
        elif dtype == bool:
            values = np.array([False, True])
        elif dtype.kind == "u":
            values = np.array([v for v in whole + [2**64 - 1, 2**63] if 0 <= v <= np.iinfo(dtype).max], dtype)
        else:
            values = np.array([v for v in whole if np.iinfo(dtype).min <= v <= np.iinfo(dtype).max], dtype)
    for to, to_name in DTYPES.items():
        g.case(f"{name} to {to_name}", fn.cast, [(values, None)], dtype=to)
for to in ("uint8", "uint16", "uint32", "int8", "int16"):
    g.case(f"NaN to {to}", fn.cast, [(np.float32([np.nan, 1]), None)], dtype=next(k for k, v in DTYPES.items() if v == to))
g.case("layout stays", fn.cast, [(np.arange(24, dtype=np.uint8).reshape(2, 4, 3), "HWC")],
       dtype=next(k for k, v in DTYPES.items() if v == "float32"))
g.save()
