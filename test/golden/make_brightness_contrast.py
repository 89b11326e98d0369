"""Goldens of brightnessContrast, brightness and contrast."""

from golden import GoldenWriter, fn, image, np, types

DTYPES = (types.UINT8, types.INT16, types.INT32, types.FLOAT)
img = (image(7, 9), "HWC")
ramp = (np.arange(256, dtype=np.uint8).reshape(1, 256, 1), "HWC")  # every value, so every rounding


def typed(dtype):
    data = image(5, 6, 2, seed=3).astype(np.float64)
    if dtype == np.int16:
        data = (data - 128) * 250
    if dtype == np.int32:
        data = (data - 128) * 16000001
    if dtype == np.float32:
        data = data / 200 - 0.1
    return data.astype(dtype), "HWC"


g = GoldenWriter("brightness_contrast", "brightnessContrast")
op = fn.brightness_contrast
g.case("defaults", op, [img])
g.case("halves round away from zero", op, [ramp], brightness=0.5)
g.case("all arguments", op, [ramp], brightness=1.3, brightness_shift=-0.2, contrast=0.7, contrast_center=100.0)
g.case("the middle is 128", op, [ramp], contrast=1.9)
g.case("negative", op, [ramp], brightness=-1.0, brightness_shift=1.0)
for source in (np.uint8, np.int16, np.int32, np.float32):
    for out in DTYPES:
        g.case(f"{np.dtype(source)} to {out.name}", op, [typed(source)], dtype=out, brightness=0.9,
               brightness_shift=0.05, contrast=1.2)
g.case("saturates", op, [(np.float32([-1e30, 1e30, np.inf, -np.inf, np.nan, -0.5, 0.5, 254.5]).reshape(2, 4, 1), "HWC")],
       dtype=types.UINT8)
g.case("saturates int16", op, [(np.int32([-2**31, 2**31 - 1, 40000, -40000]).reshape(2, 2, 1), "HWC")], dtype=types.INT16)
g.case("saturates int32", op, [(np.float32([-3e9, 3e9, 2147483520, -2147483648, 8388609.5]).reshape(1, 5, 1), "HWC")],
       dtype=types.INT32)
g.case("frames", op, [(image(3, 8).reshape(3, 2, 4, 3).transpose(1, 0, 2, 3), "FHWC")], contrast=2.0)
g.case("volume", op, [(image(3, 8).reshape(3, 2, 4, 3).transpose(1, 0, 2, 3), "DHWC")], contrast=2.0)
g.case("no layout", op, [(img[0], None)], brightness=1.1)
g.case("no layout, 4-D", op, [(img[0].reshape(7, 3, 3, 3), None)], brightness=1.1)
g.case("one pixel", op, [(img[0][:1, :1], "HWC")], brightness=1.1)
g.case("no rows", op, [(img[0][:0], "HWC")], brightness=1.1)
g.case("per sample", op, [img], arg_inputs={"brightness": np.float32(1.2), "brightness_shift": np.float32([0.1]),
                                            "contrast": np.float32(0.8), "contrast_center": np.float32(64)})
g.save()

g = GoldenWriter("brightness", "brightness")
g.case("defaults", fn.brightness, [img])
g.case("both", fn.brightness, [ramp], brightness=0.7, brightness_shift=0.2)
for out in DTYPES:
    g.case(f"to {out.name}", fn.brightness, [img], brightness=1.7, brightness_shift=0.1, dtype=out)
g.case("per sample", fn.brightness, [img], arg_inputs={"brightness": np.float32(1.2), "brightness_shift": np.float32(0.1)})
g.save()

g = GoldenWriter("contrast", "contrast")
g.case("defaults", fn.contrast, [img])
g.case("center", fn.contrast, [ramp], contrast=1.7, contrast_center=90.0)
for source in (np.uint8, np.int16, np.int32, np.float32):
    g.case(f"the middle of {np.dtype(source)}", fn.contrast, [typed(source)], contrast=0.3, dtype=types.FLOAT)
g.case("per sample", fn.contrast, [img], arg_inputs={"contrast": np.float32(1.2), "contrast_center": np.float32(10)})
g.save()
