"""Goldens of experimental.resize, by DALI's resize on the CPU and by OpenCV, as DALI has it on the GPU alone."""

import cv2
from golden import GoldenWriter, fn, image, np, types

g = GoldenWriter("experimental_resize", "experimental.resize")
photo = image(11, 14)
FILTERS = {"nn": types.INTERP_NN, "linear": types.INTERP_LINEAR, "cubic": types.INTERP_CUBIC,
           "lanczos3": types.INTERP_LANCZOS3, "gaussian": types.INTERP_GAUSSIAN}


def case(name, data=photo, layout="HWC", max_diff=1, **args):
    g.case(name, fn.resize, [(data, layout)], max_diff=max_diff, **args)


for name, filter in FILTERS.items():
    case(f"{name}, smaller", size=[6, 9], interp_type=filter)
    case(f"{name}, smaller, not antialiased", size=[6, 9], interp_type=filter, antialias=False)
    case(f"{name}, larger", size=[17, 30], interp_type=filter)
case("shorter side", resize_shorter=7)
case("longer side", resize_longer=21)
case("a region", size=[8, 9], roi_start=[0.1, 0.9], roi_end=[0.8, 0.2], roi_relative=True)
case("extents before", size=[8, 9], save_attrs=True)
case("planes", np.ascontiguousarray(np.moveaxis(photo, 2, 0)), "CHW", size=[8, 9])
case("a volume", np.stack([image(6, 7, 2, seed=s) for s in range(5)]), "DHWC", size=[3, 9, 4])
case("float32", photo.astype(np.float32) - 100, max_diff=0.05, size=[6, 20])

# OpenCV's filters do not widen when an axis shrinks, and its cubic one is another one.
for dtype, most in ((np.uint8, 1), (np.uint16, 1), (np.int16, 1), (np.float32, 1e-3)):
    data = (photo.astype(np.float32) * (1 if dtype == np.uint8 else 90)).astype(dtype)
    for height, width in ((23, 33), (6, 9), (11, 40)):
        made = cv2.resize(data, (width, height), interpolation=cv2.INTER_LINEAR)
        g.add(f"OpenCV, {np.dtype(dtype).name}, {height} x {width}", {"size": [height, width], "antialias": False},
              [(data, "HWC")], [(made, "HWC")], max_diff=most * (1 if dtype != np.float32 else 10))
g.save()
