"""Goldens of transforms.*: one file for each operator.

DALI gives the layout "**" to matrices, which says no more than that there are two axes; here they have none.
"""

from golden import GoldenWriter, camel, constant, fn, np, run

f = np.float32
plane = f([[1, 2, 3], [4, 5, 6]])
space = f([[1, 0.5, 0, 2], [0.25, 2, -1, 3], [0, 0, 1.5, -4]])


def writer(name):
    g = GoldenWriter(f"transforms_{name}", f"transforms.{name}")
    operator = getattr(fn.transforms, name)

    def case(title, inputs=(), arg_inputs=None, **args):
        inputs = [(i, None) for i in inputs]
        outputs = [(array, "") for array, _ in run(operator, inputs, arg_inputs, **args)]
        largest = max(1, float(np.nanmax(np.abs(outputs[0][0]))))
        g.add(title, {camel(k): constant(v) for k, v in args.items()}, inputs, outputs, 1e-6 * largest,
              {camel(k): v for k, v in (arg_inputs or {}).items()})

    return g, case


def joined(case, name, inputs, **args):
    """A transform on its own, and before and after that of an input."""
    case(name, **args)
    for i in inputs:
        case(f"{name}, after an input of {i.shape[0]} dimensions", [i], **args)
        case(f"{name}, before an input of {i.shape[0]} dimensions", [i], reverse_order=True, **args)


g, case = writer("combine")
turn = f([[0, 1, 10], [1, 0, 20]])
case("two", [plane, turn])
case("three", [plane, turn, f([[2, 0, 0], [0, 3, 1]])])
case("three, the last first", [plane, turn, f([[2, 0, 0], [0, 3, 1]])], reverse_order=True)
case("of one dimension", [f([[2, 1]]), f([[3, 5]])])
r = np.random.default_rng(7)
case("twelve of six dimensions", [f(r.uniform(-1, 1, (6, 7))) for _ in range(12)])
g.save()

g, case = writer("crop")
case("defaults")
joined(case, "a box", [plane], from_start=[1., 2.], from_end=[5., 6.])
joined(case, "onto a box", [space], from_start=[1., 2., 3.], from_end=[5., 6., 8.], to_start=[0., -1., 1.], to_end=[1., 1., 2.])
mirrored = dict(from_start=[5., 2.], from_end=[1., 6.], to_start=[5., 1.], to_end=[1., 7.])
case("mirrored", **mirrored)
case("absolute", absolute=True, **mirrored)
case("one value for all", from_start=[1., 2.], from_end=[5.], to_end=[3.])
case("per sample", arg_inputs={"from_start": f([1, 2]), "from_end": f([4, 8])})
g.save()

g, case = writer("rotation")
joined(case, "in the plane", [plane], angle=30.)
for angle in (0., 45., 90., 135., -180., 270., 361.5):
    case(f"by {angle:g}", angle=angle)
case("around a point", angle=30., center=[1., 2.])
case("around a point with equal coordinates", angle=30., center=[1.5])
joined(case, "around an axis", [space], angle=-70., axis=[0., 1., 2.], center=[1., 2., 3.])
for axis in ([1., 0., 0.], [0., -1., 0.], [0., 0., 5.], [1., 2., -3.]):
    case(f"around {axis}", angle=100., axis=axis)
case("per sample", arg_inputs={"angle": f(12.5), "center": f([1, 2])})
g.save()

g, case = writer("scale")
joined(case, "one for each dimension", [plane], scale=[2., 3.])
case("around a point", scale=[2., -3.], center=[1., 2.])
case("one value", scale=[2.])
case("one value for ndim", scale=[2.], ndim=3, center=[1.])
case("one value for an input", [plane], scale=[2.], center=[1., 2.])
case("an input before ndim", [plane], scale=[2.], ndim=3)
case("values before ndim", scale=[2., 3.], ndim=3)
case("zero", scale=[0., 2.])
case("six", scale=[1., 2., 3., 4., 5., 6.])
case("per sample", arg_inputs={"scale": f([1.5, 2.5])})
g.save()

g, case = writer("shear")
joined(case, "factors", [plane], shear=[2., 3.], center=[1., 2.])
joined(case, "six factors", [space], shear=[1., 2., 3., 4., 5., 6.])
case("angles", angles=[30., -10.])
case("six angles", angles=[1., 2., 3., 4., 50., -60.], center=[1., 2., 3.])
case("a matrix per sample", arg_inputs={"shear": f([[1, 2], [3, 4], [5, 6]])})
g.save()

g, case = writer("translation")
joined(case, "two", [plane], offset=[2., -3.])
case("one", offset=4.5)
case("six", offset=[1., 2., 3., 4., 5., 6.])
case("per sample", arg_inputs={"offset": f([1, 2, 3])})
g.save()
