"""Goldens of debayer."""

from golden import GoldenWriter, fn, image, np

g = GoldenWriter("debayer", "debayer")
ALGORITHMS = ("bilinear_ocv", "edgeaware_ocv", "gray_ocv")
POSITIONS = ([0, 0], [0, 1], [1, 0], [1, 1])


def mosaic(height, width, dtype=np.uint8, seed=1):
    values = image(height, width, 1, seed)[..., 0]
    return values if dtype == np.uint8 else values.astype(np.uint16) * 257 - values % 7


def case(name, array, layout="HW", **args):
    g.case(name, fn.debayer, [(array, layout)], **args)


case("no algorithm", mosaic(12, 18), blue_position=[0, 0])
for algorithm in ALGORITHMS:
    for position in POSITIONS:
        case(f"{algorithm}, {position}", mosaic(10, 14), algorithm=algorithm, blue_position=position)
    case(f"{algorithm}, uint16", mosaic(12, 18, np.uint16), algorithm=algorithm, blue_position=[0, 1])
    for height, width in ((2, 2), (2, 6), (6, 2), (4, 4), (4, 40), (30, 4)):
        case(f"{algorithm}, {height} x {width}", mosaic(height, width), algorithm=algorithm, blue_position=[1, 0])
    noise = np.random.default_rng(2).integers(0, 65536, (16, 16), np.uint16)
    case(f"{algorithm}, noise", noise, algorithm=algorithm, blue_position=[1, 1])
case("one number", mosaic(8, 8), blue_position=[1])
case("HWC", mosaic(8, 10)[..., None], "HWC", blue_position=[0, 1])
case("no layout", mosaic(8, 10), None, blue_position=[0, 1])
case("FHW", np.stack([mosaic(6, 8, seed=k) for k in range(3)]), "FHW", blue_position=[1, 0])
case("FHWC", np.stack([mosaic(6, 8, seed=k) for k in range(3)])[..., None], "FHWC", blue_position=[1, 0])
g.case("bluePosition of the sample", fn.debayer, [(mosaic(8, 10), "HW")],
       arg_inputs={"blue_position": np.int32([1, 0])})
g.save()
