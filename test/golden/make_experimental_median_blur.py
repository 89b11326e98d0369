"""Goldens of experimental.medianBlur, by OpenCV where it has the window, else by SciPy: DALI has it on the GPU alone."""

import cv2
from golden import GoldenWriter, image, np
from scipy import ndimage

g = GoldenWriter("experimental_median_blur", "experimental.medianBlur")
small = image(9, 13)


def case(name, data=small, layout="HWC", size=(3, 3)):
    height, width = size[1], size[0]
    window = (height, width) + (1,) * (data.ndim - 2)
    want = ndimage.median_filter(data, size=window, mode="nearest")
    if height == width and height in (3, 5):
        assert np.array_equal(want, cv2.medianBlur(data, height).reshape(data.shape))
    g.add(name, {"windowSize": list(size)}, [(data, layout)], [(want, layout)])


for size in ((1, 1), (3, 3), (5, 5), (3, 1), (1, 7), (7, 5), (9, 9), (11, 9), (31, 3)):
    case(f"windowSize {size}", size=size)
for dtype in (np.uint16, np.int16, np.float32):
    data = (image(6, 9) * 100.0 - 9000 * (dtype != np.uint16)).astype(dtype)
    for size in ((3, 3), (5, 5), (13, 7)):
        case(f"{np.dtype(dtype)}, windowSize {size}", data, size=size)
case("one channel", image(6, 9)[..., 0], "HW", size=(5, 3))
case("one pixel", image(1, 1), size=(5, 5))
case("several vectors", image(4, 40), size=(3, 3))
case("one row", image(1, 9), size=(13, 13))
g.save()
