"""Goldens of equalize."""
from golden import GoldenWriter, fn, image, np

equalize = getattr(fn, "equalize", None) or fn.experimental.equalize
g = GoldenWriter("equalize", "equalize")
photo = image(13, 17) // 2 + 40
frames = np.stack([photo, photo[::-1] // 2])


def case(name, data=photo, layout="HWC"):
    g.case(name, equalize, [(np.ascontiguousarray(data), layout)])


case("HWC")
case("CHW", photo.transpose(2, 0, 1), "CHW")
case("HW", photo[..., 0], "HW")
case("FHW", frames[..., 0], "FHW")
case("FHWC", frames, "FHWC")
case("FCHW", frames.transpose(0, 3, 1, 2), "FCHW")
case("two channels", photo[..., :2])
case("five channels", np.dstack([photo, photo[..., :2] // 3]))
case("one value", photo[..., :1] * 0 + 9)
case("two values", photo // 128 * 3 + 5)
case("one value in a channel", np.dstack([photo[..., :1], photo[..., :1] * 0 + 7, photo[..., 2:]]))
case("every value", np.arange(256, dtype=np.uint8).reshape(16, 16, 1))
case("one pixel", photo[:1, :1])
case("one row", photo[:1])
case("dark", photo // 16)
g.save()
