"""Goldens of clahe."""
from golden import GoldenWriter, fn, image, np

clahe = getattr(fn, "clahe", None) or fn.experimental.clahe
g = GoldenWriter("clahe", "clahe")
grey = image(37, 29, 1)


def case(name, data=grey, tiles_x=4, tiles_y=3, clip_limit=2.0, **args):
    g.case(name, clahe, [(np.ascontiguousarray(data), "HWC")], tiles_x=tiles_x, tiles_y=tiles_y, clip_limit=clip_limit,
           **args)


case("grey")
case("RGB", image(37, 29))
case("RGB, each channel", image(37, 29), luma_only=False)
case("colours of all kinds", np.random.default_rng(1).integers(0, 256, (24, 32, 3), np.uint8), 1, 1)
case("multiples of the tiles", grey[:36, :28])
case("a multiple of the rows alone", grey[:36])
case("a multiple of the columns alone", grey[:, :28])
case("one tile", grey, 1, 1)
case("more tiles than pixels", grey[:5, :3], 8, 8)
case("one pixel", grey[:1, :1], 2, 2)
case("one row", grey[:1], 4, 2)
for limit in (-1.0, 0.0, 0.01, 1.0, 1.5, 40.0, 1e9):
    case(f"limit {limit}", grey, clip_limit=limit)
case("dark", grey // 32)
case("one value", grey * 0 + 9)
case("fewer bins", bins=64)
g.save()
