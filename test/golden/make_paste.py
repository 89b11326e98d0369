"""Goldens of paste."""

from golden import GoldenWriter, fn, image, np

f = np.float32
g = GoldenWriter("paste", "paste")
photo = image(9, 10)


def case(name, data=photo, layout="HWC", fill_value=(10, 20, 30), **args):
    g.case(name, fn.paste, [(data, layout)], fill_value=fill_value, **args)


for ratio in (1, 1.1, 1.3, 2, 2.55):
    case(f"ratio {ratio}", ratio=ratio)
case("upper left", ratio=1.7, paste_x=0.0, paste_y=0.0)
case("lower right", ratio=1.7, paste_x=1.0, paste_y=1.0)
case("position with a fraction", ratio=1.7, paste_x=0.3, paste_y=0.8)
case("least canvas", ratio=1.2, min_canvas_size=11.7)
case("least canvas that is met", ratio=2, min_canvas_size=11)
case("one colour", ratio=1.5, fill_value=77)
case("one channel", image(9, 10, 1), ratio=1.5, n_channels=1, fill_value=[5])
case("5 channels", image(9, 10, 5), ratio=1.5, n_channels=5, fill_value=[1, 2, 3, 4, 5])
case("one pixel", image(1, 1), ratio=4)
case("no layout", photo, None, ratio=1.5)
g.case("per sample", fn.paste, [(photo, "HWC")], fill_value=(1, 2, 3),
       arg_inputs={"ratio": f(1.6), "paste_x": f(0.2), "paste_y": f(0.9), "min_canvas_size": f(3)})
g.save()
