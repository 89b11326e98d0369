"""Goldens of jpegCompressionDistortion."""

from golden import GoldenWriter, fn, image, np

g = GoldenWriter("jpeg_compression_distortion", "jpegCompressionDistortion")
OP = fn.jpeg_compression_distortion


def case(name, height=21, width=35, **args):
    g.case(name, OP, [(image(height, width), "HWC")], **args)


case("no arguments")
for quality in (-3, 1, 10, 75, 95, 100, 200):
    case(f"quality {quality}", quality=quality)
for height, width in ((1, 1), (1, 20), (20, 1), (2, 3), (3, 2), (4, 4), (5, 5), (16, 16), (17, 32), (8, 9), (31, 33)):
    case(f"{height} x {width}", height, width, quality=30)
g.case("noise", OP, [(np.random.default_rng(1).integers(0, 256, (24, 24, 3), np.uint8), "HWC")], quality=60)
g.case("a sequence", OP, [(np.stack([image(9, 13, seed=k) for k in range(3)]), "FHWC")], quality=20)
g.case("quality of the sample", OP, [(image(21, 35), "HWC")], arg_inputs={"quality": np.int32(15)})
g.save()
