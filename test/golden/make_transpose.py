"""Goldens of transpose."""

import itertools

from golden import GoldenWriter, fn, image, np

g = GoldenWriter("transpose", "transpose")
img = image(13, 17)
for perm in itertools.permutations(range(3)):
    g.case(f"HWC {perm}", fn.transpose, [(img, "HWC")], perm=list(perm))
g.case("reversed", fn.transpose, [(img, "HWC")])
g.case("layout kept", fn.transpose, [(img, "HWC")], perm=[2, 0, 1], transpose_layout=False)
g.case("layout given", fn.transpose, [(img, "HWC")], perm=[2, 0, 1], output_layout="XYZ")
g.case("layout given to none", fn.transpose, [(img, None)], perm=[2, 0, 1], output_layout="CHW")
g.case("no layout", fn.transpose, [(img, None)], perm=[2, 0, 1])
g.case("CHW to HWC", fn.transpose, [(img.transpose(2, 0, 1).copy(), "CHW")], perm=[1, 2, 0])
for perm in ([3, 1, 0, 2], [0, 3, 1, 2], [1, 0, 2, 3], [2, 3, 0, 1]):
    g.case(f"4-D {perm}", fn.transpose, [(np.arange(2 * 3 * 5 * 4, dtype=np.int16).reshape(2, 3, 5, 4), "ABCD")], perm=perm)
g.case("6-D", fn.transpose, [(np.arange(720, dtype=np.int32).reshape(1, 2, 3, 4, 5, 6), None)], perm=[5, 0, 3, 1, 4, 2])
g.case("1-D", fn.transpose, [(np.arange(7, dtype=np.float64), None)])
g.case("scalar", fn.transpose, [(np.array(3, dtype=np.int64), None)])
for dtype in (np.float16, np.float32, np.int64, bool):
    g.case(f"{np.dtype(dtype)}", fn.transpose, [(image(6, 9).astype(dtype), "HWC")], perm=[2, 1, 0])
g.case("large", fn.transpose, [(image(70, 130, 1).reshape(70, 130), "HW")])
g.save()
