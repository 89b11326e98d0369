"""Goldens of experimental.remap, by a reference in double. OpenCV's remap, which rounds positions to 1/32 of a pixel, must be near."""

import cv2
from golden import GoldenWriter, image, np
from resampled import resampled

f = np.float32
INTERP = {"nn": cv2.INTER_NEAREST, "linear": cv2.INTER_LINEAR, "cubic": cv2.INTER_CUBIC}
g = GoldenWriter("experimental_remap", "experimental.remap")
random = np.random.default_rng(7)


def positions(height, width, far=3):
    """Anywhere in the image and around it, but not close to where the nearest pixel changes."""
    draw = lambda n: (random.integers(-far, n + far, (height, width)) + random.uniform(-0.45, 0.45, (height, width))).astype(f)
    return draw(width), draw(height)


def case(name, data, layout="HWC", interp="linear", origin="corner", maps=None, each=False, max_diff=1):
    frames = data if data.ndim == 4 else data[None]
    drawn = [maps or positions(*frames.shape[1:3]) for _ in range(len(frames) if each else 1)]
    shift = 0.5 if origin == "corner" else 0
    want = [resampled(frame, *(m.astype(np.float64) for m in drawn[i % len(drawn)]), interp) for i, frame in enumerate(frames)]
    if data.dtype == np.uint8 and min(frames.shape[1:3]) > 4:
        near = cv2.remap(frames[0], *drawn[0], INTERP[interp], borderMode=cv2.BORDER_CONSTANT).reshape(want[0].shape)
        assert np.abs(near.astype(float) - want[0]).mean() < (0.01 if interp == "nn" else 2), name
    given = [np.stack([m[k] for m in drawn]) if each else drawn[0][k] for k in (0, 1)]
    inputs = [(data, layout), *(((m + f(shift)).astype(f), "FHW" if each else "HW") for m in given)]
    args = {**({"interp": interp} if interp != "linear" else {}), **({"pixelOrigin": origin} if origin != "corner" else {})}
    out = np.stack(want) if data.ndim == 4 else want[0]
    g.add(name, args, inputs, [(out, layout)], 0 if interp == "nn" else max_diff)


photo = image(11, 15)
for interp in INTERP:
    for origin in ("corner", "center"):
        case(f"{interp}, {origin}", photo, interp=interp, origin=origin)
    for channels in (1, 2, 4):
        case(f"{interp}, {channels} channels", image(9, 7, channels), interp=interp)
    case(f"{interp}, uint16", (photo.astype(f) * 257).astype(np.uint16), interp=interp, max_diff=4)
    case(f"{interp}, int16", (photo.astype(f) * 257 - 32768).astype(np.int16), interp=interp, max_diff=4)
    case(f"{interp}, float32", photo.astype(f) / 255, interp=interp, max_diff=2e-5)
    for h, w in ((1, 1), (1, 9), (9, 1)):
        case(f"{interp}, {h}x{w}", image(h, w), interp=interp)
case("wide", image(3, 300, 1))
frames = np.stack([image(6, 7), image(6, 7, seed=3)])
case("frames, one map", frames, "FHWC")
case("frames, a map each", frames, "FHWC", each=True)
g.save()
