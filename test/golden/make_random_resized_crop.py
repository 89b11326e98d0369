"""Goldens of randomResizedCrop, with area and ratio that leave one window: random draws are not DALI's."""

from golden import GoldenWriter, fn, image, np, types

g = GoldenWriter("random_resized_crop", "randomResizedCrop")


def case(name, data, layout="HWC", max_diff=1, **args):
    ratio = args.pop("ratio")
    g.case(name, fn.random_resized_crop, [(data, layout)], max_diff=max_diff, random_area=[1.0, 1.0],
           random_aspect_ratio=[ratio, ratio], **args)


photo = image(40, 50)
case("down", photo, ratio=1.25, size=(16, 20))
case("up", photo, ratio=1.25, size=(61, 67))
case("one size", photo, ratio=1.25, size=[24])
case("cubic", photo, ratio=1.25, size=(16, 60), interp_type=types.INTERP_CUBIC)
case("nearest", photo, ratio=1.25, size=(17, 60), interp_type=types.INTERP_NN, max_diff=0)
case("min filter", photo, ratio=1.25, size=(17, 60), min_filter=types.INTERP_LANCZOS3)
case("not antialiased", photo, ratio=1.25, size=(16, 20), antialias=False)
case("float32", photo, ratio=1.25, size=(16, 20), dtype=types.FLOAT, max_diff=1e-3)
case("frames", np.stack([photo, photo[::-1]]), "FHWC", ratio=1.25, size=(16, 20))
g.save()
