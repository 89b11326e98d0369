"""Goldens of experimental.dilate and experimental.erode, by OpenCV, as DALI has them on the GPU alone."""

import cv2
from golden import GoldenWriter, image, np

g = GoldenWriter("experimental_dilate", "experimental.dilate")
BORDERS = {"constant": cv2.BORDER_CONSTANT, "replicate": cv2.BORDER_REPLICATE, "reflect": cv2.BORDER_REFLECT,
           "reflect_101": cv2.BORDER_REFLECT_101, "wrap": cv2.BORDER_WRAP}
small = image(9, 13)


def reference(operator, data, maskSize=(3, 3), anchor=(-1, -1), iterations=1, borderMode="constant"):
    """The mask of all iterations on an image that is extended first, as OpenCV's filters refuse to wrap."""
    size = [m + (iterations - 1) * (m - 1) for m in maskSize]
    at = [(m // 2 if a < 0 else a) * iterations for m, a in zip(maskSize, anchor)]
    far = operator == cv2.erode
    top = (np.iinfo(data.dtype).max, np.iinfo(data.dtype).min) if data.dtype != np.float32 else (np.inf, -np.inf)
    edges = at[1], size[1] - 1 - at[1], at[0], size[0] - 1 - at[0]
    value = [float(top[0] if far else top[1])] * 4
    wide = cv2.copyMakeBorder(data, *edges, BORDERS[borderMode], value=value)
    mask = np.ones(size[::-1], np.uint8)
    made = operator(wide, mask, anchor=tuple(at))
    return made[edges[0] : edges[0] + data.shape[0], edges[2] : edges[2] + data.shape[1]].reshape(data.shape)


def case(name, data=small, layout="HWC", **args):
    for op, operator in (("dilate", cv2.dilate), ("erode", cv2.erode)):
        given = {k: list(v) if isinstance(v, tuple) else v for k, v in args.items()}
        want = reference(operator, data, **args)
        g.add(f"{op}, {name}", given, [(data, layout)], [(want, layout)], op=f"experimental.{op}")


case("no arguments")
for size in ((1, 1), (2, 2), (5, 5), (1, 4), (7, 1), (4, 9), (31, 31)):
    case(f"maskSize {size}", maskSize=size)
case("anchor", maskSize=(5, 4), anchor=(0, 3))
case("iterations", maskSize=(3, 4), anchor=(0, 1), iterations=3)
for border in BORDERS:
    case(f"border {border}", maskSize=(5, 4), borderMode=border)
    case(f"border {border}, one pixel", image(1, 1), maskSize=(5, 3), borderMode=border)
    case(f"border {border}, high", image(20, 3), maskSize=(3, 4), anchor=(2, 3), borderMode=border)
for dtype in (np.uint16, np.int16, np.float32):
    case(f"{np.dtype(dtype)}", (image(6, 9) * 100.0 - 9000 * (dtype != np.uint16)).astype(dtype), maskSize=(4, 3))
case("one channel", image(6, 9)[..., 0], "HW", maskSize=(4, 3))
g.save()
