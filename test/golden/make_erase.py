"""Goldens of erase."""

from golden import GoldenWriter, fn, image, np

f = np.float32
g = GoldenWriter("erase", "erase")
photo = image(13, 17) // 2 + 100
planes = np.ascontiguousarray(photo.transpose(2, 0, 1))
line = np.arange(1, 21, dtype=np.uint8).reshape(1, 20, 1)


def case(name, data=photo, layout="HWC", **args):
    g.case(name, fn.erase, [(data, layout)], **args)


case("one region", anchor=(2, 3), shape=(5, 6))
case("two regions", anchor=(2, 3, 6, 8), shape=(5, 6, 4, 20))
case("overlapping regions", anchor=(2, 3, 4, 5), shape=(5, 6, 5, 6), fill_value=9)
case("nothing")
case("no anchor", shape=(5, 6))
case("outside", anchor=(-3, 30), shape=(5, 6))
case("reaching out", anchor=(-2, 14), shape=(5, 6))
case("everything", anchor=(0, 0), shape=(13, 17), fill_value=(1, 2, 3))
for anchor, shape in ((3, 4), (3.6, 4), (3.5, 4.5), (3.3, 4.3), (3.7, 4.7), (-2.5, 5), (18, 5), (3, 0), (3, -1), (3, 0.5),
                      (3.4, 0.6)):
    case(f"from {anchor}, {shape} long", line, axis_names="W", anchor=anchor, shape=shape)
for anchor, shape in ((3, 4), (3, 5), (10.5, 5), (10.4, 5), (10.2, 4.4), (0, 5)):
    case(f"around {anchor}, {shape} long", line, axis_names="W", anchor=anchor, shape=shape, centered_anchor=True)
for anchor, shape in ((0.1, 0.2), (0.13, 0.24), (0.125, 0.125), (0.15, 0.15), (0.95, 0.3), (-0.1, 0.3)):
    case(f"from {anchor} of all, {shape} long", line, axis_names="W", anchor=anchor, shape=shape, normalized=True)
    case(f"around {anchor} of all, {shape} long", line, axis_names="W", anchor=anchor, shape=shape, normalized=True,
         centered_anchor=True)
case("normalized anchor", anchor=(0.5, 0.3), shape=(3, 4), normalized_anchor=True)
case("normalized shape", anchor=(2, 3), shape=(0.5, 0.3), normalized_shape=True)
case("axis names", axis_names="WH", anchor=(2, 3), shape=(5, 6))
case("axes", axes=(1, 0), anchor=(2, 3), shape=(5, 6))
case("one axis, two regions", axis_names="W", anchor=(2, 9), shape=(3, 4), fill_value=(118, 185, 0))
case("channels", axis_names="C", anchor=(1,), shape=(1,))
case("channels, with one value each", axis_names="C", anchor=(1,), shape=(2,), fill_value=(7, 8, 9))
case("rows, with one value per channel", axis_names="H", anchor=(3,), shape=(2,), fill_value=(7.5, 8.4, 200))
case("planes", planes, "CHW", anchor=(2, 3), shape=(5, 6), fill_value=(7, 8, 9))
case("planes, whole rows", planes, "CHW", axis_names="H", anchor=(2,), shape=(5,), fill_value=(7, 8, 9))
case("FHWC, frames", np.stack([photo, photo[::-1]]), "FHWC", axis_names="FW", anchor=(1, 2), shape=(1, 3))
case("FHWC, every axis", np.stack([photo, photo[::-1]]), "FHWC", anchor=(0, 4, 5), shape=(1, 3, 3), fill_value=(1, 2, 3))
volume = np.stack([image(5, 6, 2, seed=s) // 2 + 100 for s in range(4)])
case("DHWC", volume, "DHWC", anchor=(1, 1, 2), shape=(2, 3, 3), fill_value=(3, 4))
case("CDHW", np.ascontiguousarray(volume.transpose(3, 0, 1, 2)), "CDHW", anchor=(1, 1, 2), shape=(2, 3, 3), fill_value=(3, 4))
case("no layout", photo, None, axes=(0, 1), anchor=(2, 3), shape=(5, 6))
case("1-D", np.arange(1, 9, dtype=np.int16), None, axes=(0,), anchor=(2,), shape=(3,))
case("HW", photo[:, :, 0].copy(), "HW", anchor=(2, 3), shape=(5, 6))
case("many regions", line, axis_names="W", anchor=tuple(range(0, 20, 2)), shape=(1,) * 10)
for dtype in (np.uint16, np.uint32, np.uint64, np.int8, np.int16, np.int32, np.int64, np.float16, f):
    case(np.dtype(dtype).name, image(5, 6).astype(np.int8).astype(dtype), anchor=(1, 2), shape=(3, 3), fill_value=(3.75, 7, 100.5))
g.case("per sample", fn.erase, [(photo, "HWC")],
       arg_inputs={"anchor": f([[2, 3], [6, 8]]), "shape": f([[5, 6], [4, 20]]), "fill_value": f([5, 6, 7])})
g.save()
