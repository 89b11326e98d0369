"""Goldens of posterize, solarize, invert, autocontrast and sharpness: torchvision's functions (pip install torchvision)."""
import torch
from golden import GoldenWriter, image, np
from torchvision.transforms.v2 import functional as tv

f = np.float32
g = GoldenWriter("tones", "invert")
FUNCTIONS = {"posterize": lambda x, bits: tv.posterize(x, bits),
             "solarize": lambda x, threshold: tv.solarize(x, threshold),
             "invert": tv.invert, "autocontrast": tv.autocontrast,
             "sharpness": lambda x, factor: tv.adjust_sharpness(x, factor)}


def case(name, op, pixels, layout="HWC", max_diff=0, **args):
    """torchvision takes channels before rows and columns: the layout says where they are."""
    at = layout.find("C")
    planes = pixels[..., None, :, :] if at < 0 else np.moveaxis(pixels, at, -3)
    out = FUNCTIONS[op](torch.from_numpy(np.ascontiguousarray(planes)), **args).numpy()
    out = out.squeeze(-3) if at < 0 else np.moveaxis(out, -3, at)
    g.add(f"{op}, {name}", args, [(pixels, layout)], [(np.ascontiguousarray(out), layout)], max_diff, op=op)


photo = image(11, 13) // 2 + 40
planes = np.ascontiguousarray(photo.transpose(2, 0, 1))
frames = np.stack([photo, photo[::-1] // 2])
ramp = np.arange(256, dtype=np.uint8).reshape(16, 16)
unit = (photo / 255).astype(f) * f(1.5) - f(0.2)
wide = np.random.default_rng(3).integers(-32768, 32768, (9, 7, 3)).astype(np.int16)
wider = np.random.default_rng(4).integers(-2**31, 2**31, (5, 6, 1)).astype(np.int32)
half = unit.astype(np.float16)
for bits in range(9):
    case(f"{bits} bits", "posterize", ramp, "HW", bits=bits)
for name, pixels in (("int16", wide), ("int32", wider), ("float32", unit), ("float16", half)):
    for bits in (0, 3, 8):
        case(f"{name}, {bits} bits", "posterize", pixels, bits=bits)
for threshold in (0, 1, 100, 127.5, 128, 255):
    case(f"from {threshold}", "solarize", ramp, "HW", threshold=threshold)
case("frames", "solarize", frames, "FHWC", threshold=90)
case("int16", "solarize", wide, threshold=99.5)
case("int32", "solarize", wider, threshold=1e9)
case("float32", "solarize", unit, threshold=0.375)
case("float16", "solarize", half, threshold=0.375)
for name, pixels in (("uint8", photo), ("int16", wide), ("int32", wider), ("float32", unit), ("float16", half)):
    case(name, "invert", pixels)
    # torchvision overflows at the top of int32, where penstock saturates.
    if name != "int32":
        case(name, "autocontrast", pixels, max_diff=0.001 if name == "float16" else 0)
case("planes", "autocontrast", planes, "CHW")
case("frames", "autocontrast", frames, "FHWC")
case("frames of planes", "autocontrast", np.ascontiguousarray(frames.transpose(0, 3, 1, 2)), "FCHW")
case("one channel", "autocontrast", photo[..., :1].copy())
case("no channels", "autocontrast", photo[..., 0].copy(), "HW")
case("frames without channels", "autocontrast", frames[..., 0].copy(), "FHW")
case("one value in a channel", "autocontrast", np.dstack([photo[..., 0], photo[..., 1] * 0 + 7, photo[..., 2]]))
for low, high in ((0, 255), (3, 4), (1, 254), (10, 17), (100, 230)):
    case(f"{low} to {high}", "autocontrast", np.clip(ramp, low, high), "HW")
noise = np.random.default_rng(5).integers(0, 256, (15, 14, 3), np.uint8)
for factor in (0, 0.1, 0.3, 0.5, 1, 1.7, 1.9, 2.5, 10):
    # Arguments are float32: one that this does not hold exactly may change where a fraction is dropped.
    case(f"by {factor}", "sharpness", noise, factor=factor, max_diff=0 if float(f(factor)) == factor else 1)
for height, width in ((3, 3), (2, 5), (5, 2), (1, 1), (3, 9)):
    case(f"{height} x {width}", "sharpness", image(height, width), factor=1.6)
case("planes", "sharpness", planes, "CHW", factor=1.6)
case("frames", "sharpness", frames, "FHWC", factor=0.4)
case("no channels", "sharpness", photo[..., 0].copy(), "HW", factor=1.6)
case("int16", "sharpness", wide, factor=1.3)
case("float32", "sharpness", unit, max_diff=1e-6, factor=1.6)
case("float16", "sharpness", half, max_diff=0.004, factor=1.6)
g.save()
