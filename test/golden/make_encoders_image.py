"""Goldens of encoders.image: JPEG files of Pillow (pip install pillow), which writes them with libjpeg-turbo, to
the byte. Files of libvips change with its version, so the test decodes those."""
import io

from golden import GoldenWriter, image, np
from PIL import Image

g = GoldenWriter("encoders_image", "encoders.image")
STEPS = {"4:4:4": 0, "4:2:2": 1, "4:2:0": 2}


def case(name, pixels, layout="HWC", **args):
    """`args`: penstock's arguments."""
    grey = pixels.ndim == 2 or pixels.shape[2] == 1
    file = io.BytesIO()
    # Pillow notes the subsampling of grey images too, which has no meaning; libjpeg alone does not.
    Image.fromarray(pixels.reshape(pixels.shape[:2]) if grey else pixels).save(
        file, "JPEG", quality=args.get("quality", 80), optimize=args.get("optimize", False),
        subsampling=0 if grey else STEPS[args.get("subsampling", "4:2:0")])
    g.add(name, args, [(pixels, layout)], [(np.frombuffer(file.getvalue(), np.uint8), "")])


picture = image(37, 29)
case("no arguments", picture)
for quality in (1, 10, 50, 75, 90, 100):
    case(f"quality {quality}", picture, quality=quality)
for subsampling in STEPS:
    case(subsampling, picture, subsampling=subsampling)
    case(f"{subsampling}, optimal codes", picture, subsampling=subsampling, optimize=True)
    for height, width in ((1, 1), (1, 9), (9, 1), (16, 16), (17, 33), (8, 15)):
        case(f"{subsampling}, {height} x {width}", image(height, width), subsampling=subsampling)
case("grey", image(19, 23, 1))
case("grey, optimal codes", image(19, 23, 1), optimize=True)
case("two dimensions", image(19, 23, 1)[..., 0], "HW")
case("no layout", picture, None)
case("noise", np.random.default_rng(2).integers(0, 256, (40, 40, 3), np.uint8), quality=95, subsampling="4:4:4")
g.save()
