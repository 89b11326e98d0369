"""Goldens of hsv, hue, saturation and colorTwist. The cosine's last bit is not the same everywhere: wide numbers of a
turned hue may differ by it."""

from golden import GoldenWriter, fn, image, np, types

DTYPES = (types.UINT8, types.INT16, types.INT32, types.FLOAT16, types.FLOAT)
img = (image(7, 9), "HWC")
# More pixels than a vector has, and not a multiple; with pure and grey colours.
pure = np.uint8([[[255, 0, 0], [0, 255, 0], [0, 0, 255], [255] * 3, [0] * 3, [99] * 3]])
wide = np.concatenate([image(1, 61), pure], 1)
args = {"hsv": dict(hue=35.0, saturation=1.4, value=0.9), "hue": dict(hue=-77.0), "saturation": dict(saturation=0.4),
        "color_twist": dict(hue=120.0, saturation=1.3, brightness=0.8, contrast=1.5)}


def typed(dtype):
    data = image(5, 6, seed=3).astype(np.float64)
    if dtype == np.int16:
        data = (data - 128) * 250
    if dtype == np.int32:
        data = (data - 128) * 16000001
    if dtype in (np.float16, np.float32):
        data = data / 200 - 0.1
    return data.astype(dtype), "HWC"


for name, given in args.items():
    op = getattr(fn, name)
    g = GoldenWriter(name, "".join([name.split("_")[0], *(p.title() for p in name.split("_")[1:])]))
    g.case("defaults", op, [img])
    g.case("wide", op, [(wide, "HWC")], **given)
    for source in (np.uint8, np.int16, np.int32, np.float16, np.float32):
        for out in DTYPES if name == "color_twist" else (types.UINT8, types.FLOAT):
            # Relative to the largest value; a float of 1 has 24 bits, the sum of three products one less.
            scale = np.abs(typed(source)[0].astype(np.float64)).max() * 2
            diff = {types.FLOAT16: 2**-10 * scale, types.FLOAT: 3e-7 * scale, types.INT32: 3e-7 * scale}.get(out, 0)
            diff = diff if "hue" in given else 0
            g.case(f"{np.dtype(source)} to {out.name}", op, [typed(source)], diff, dtype=out, **given)
    for single in given:
        g.case(f"{single} alone", op, [img], **{single: given[single]})
        g.case(f"{single} 0", op, [img], **{single: 0.0})
    g.case("frames", op, [(image(3, 8).reshape(3, 2, 4, 3).transpose(1, 0, 2, 3), "FHWC")], **given)
    g.case("volume", op, [(image(3, 8).reshape(3, 2, 4, 3).transpose(1, 0, 2, 3), "DHWC")], **given)
    g.case("no layout", op, [(img[0], None)], **given)
    g.case("no layout, 4-D", op, [(img[0].reshape(7, 3, 3, 3), None)], **given)
    g.case("one pixel", op, [(img[0][:1, :1], "HWC")], **given)
    g.case("no rows", op, [(img[0][:0], "HWC")], **given)
    g.case("per sample", op, [img], arg_inputs={k: np.float32(v) for k, v in given.items()})
    if name != "hsv":
        g.case("the image type has no effect", op, [img], image_type=types.BGR, **given)
    g.save()
