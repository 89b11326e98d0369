"""Goldens of water and sphere."""

from golden import GoldenWriter, fn, image, np, types

f = np.float32
LINEAR = {"interp_type": types.INTERP_LINEAR}
g = GoldenWriter("water", "water")
photo = image(13, 19)


def case(name, data=photo, layout="HWC", operator="water", max_diff=1, arg_inputs=None, **args):
    for way, interp in (("nn", {}), ("linear", LINEAR)):
        diff = 0 if way == "nn" else max_diff
        g.case(f"{operator}, {name}, {way}", getattr(fn, operator), [(data, layout)], max_diff=diff,
               arg_inputs=arg_inputs, op=operator, **args, **interp)


case("no arguments")
case("waves", ampl_x=3.3, ampl_y=2.1, freq_x=0.31, freq_y=0.23, phase_x=0.4, phase_y=-1.3)
case("negative", ampl_x=-7.2, ampl_y=-4.4, freq_x=-0.2, freq_y=-0.1, fill_value=99.0)
case("still", ampl_x=0.0, ampl_y=0.0, max_diff=0)
case("far", ampl_x=1000.0, ampl_y=-1000.0, phase_x=1.0, fill_value=7.0, max_diff=0)
case("high", image(40, 2))
case("no layout", image(9, 11), None)
for operator in ("water", "sphere"):
    case("filled", operator=operator, fill_value=200.0)
    case("float32", (image(11, 15) / 255).astype(f), operator=operator, fill_value=-1.25, max_diff=1e-5)
    for channels in (1, 2, 4, 5):
        case(f"{channels} channels", image(11, 15, channels), operator=operator)
    case("mask 0", image(5, 6), operator=operator, max_diff=0, arg_inputs={"mask": np.int32(0)})
    case("mask 1", image(5, 6), operator=operator, arg_inputs={"mask": np.int32(1)})
case("no arguments", operator="sphere")
for h, w in ((1, 9), (9, 1), (2, 2), (38, 51), (50, 37)):
    case(f"{h}x{w}", image(h, w, 1), operator="sphere")
g.save()
