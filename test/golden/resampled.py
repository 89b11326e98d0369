"""An image at any positions, in double: the reference of operators whose positions OpenCV would round to 1/32 of a pixel."""

import numpy as np


def weights(interp, part):
    if interp == "nn":
        return [np.ones_like(part)]
    if interp == "linear":
        return [1 - part, part]
    cubic = lambda d: np.where(d <= 1, (1.25 * d - 2.25) * d * d + 1, ((-0.75 * d + 3.75) * d - 6) * d + 3)
    return [cubic(np.abs(part - i)) for i in (-1, 0, 1, 2)]


def tap(i, n, border):
    i = i.astype(np.int64)
    if border == "replicate":
        return np.clip(i, 0, n - 1)
    if border == "wrap":
        return i % n
    if border == "reflect":
        i = i % (2 * n)
        return np.where(i < n, i, 2 * n - 1 - i)
    if border == "reflect_101":
        i = i % max(1, 2 * n - 2)
        return np.where(i < n, i, 2 * n - 2 - i)
    return np.where((i >= 0) & (i < n), i, -1)


def resampled(data, px, py, interp, border="constant", fill=0):
    """Pixels of an image of HWC; positions are against the centre of the first pixel."""
    rows, columns, _ = data.shape
    if interp == "nn":
        px, py = np.rint(px), np.rint(py)
    first = -1 if interp == "cubic" else 0
    total = 0
    for j, wy in enumerate(weights(interp, py - np.floor(py))):
        for i, wx in enumerate(weights(interp, px - np.floor(px))):
            tx, ty = (tap(np.floor(p) + first + k, n, border) for p, k, n in ((px, i, columns), (py, j, rows)))
            inside = (tx >= 0) & (ty >= 0)
            pixel = np.where(inside[..., None], data[np.maximum(ty, 0), np.maximum(tx, 0)].astype(np.float64), fill)
            total = total + pixel * (wx * wy)[..., None]
    if np.issubdtype(data.dtype, np.integer):
        total = np.clip(np.rint(total), np.iinfo(data.dtype).min, np.iinfo(data.dtype).max)
    return total.astype(data.dtype)
