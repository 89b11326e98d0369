"""Goldens of cat, stack and sequenceRearrange."""

from golden import GoldenWriter, fn, image, np

f = np.float32
i = np.int32
img, other = (image(4, 6), "HWC"), (image(4, 6)[::-1].copy(), "HWC")


def odd(shape, dtype=np.int16):
    return np.arange(np.prod(shape), dtype=dtype).reshape(shape)


g = GoldenWriter("cat", "cat")
g.case("rows", fn.cat, [img, (image(3, 6), "HWC")])
g.case("columns", fn.cat, [img, (image(4, 1), "HWC"), (image(4, 2), "HWC")], axis=1)
g.case("channels", fn.cat, [img, other], axis=2)
g.case("from the last axis", fn.cat, [img, other], axis=-2)
g.case("by name", fn.cat, [img, other], axis_name="C")
g.case("one input", fn.cat, [img], axis=1)
g.case("an empty input", fn.cat, [img, (image(4, 6)[:, :0].copy(), "HWC")], axis=1)
g.case("lists", fn.cat, [(f([1, 2]), None), (f([]), None), (f([3]), None)])
g.case("odd pieces of 16 bits", fn.cat, [(odd((3, 5)), None), (odd((3, 2)), None), (odd((3, 1)), None)], axis=1)
g.case("64 bits", fn.cat, [(odd((2, 3, 2), np.float64), None), (odd((2, 1, 2), np.float64), None)], axis=1)
g.case("of two layouts", fn.cat, [img, (other[0], "ABC")], axis=0)
g.case("12 inputs", fn.cat, [(i([k]), None) for k in range(12)])
g.save()

g = GoldenWriter("stack", "stack")
g.case("in front", fn.stack, [img, other])
g.case("with a name", fn.stack, [img, other], axis=1, axis_name="N")
g.case("at the end", fn.stack, [img, other], axis=3)
g.case("from the end", fn.stack, [img, other], axis=-1, axis_name="N")
g.case("from the end but one", fn.stack, [img, other], axis=-2)
g.case("numbers", fn.stack, [(f(1), None), (f(2), None), (f(3), None)])
g.case("numbers with a name", fn.stack, [(f(1), None), (f(2), None)], axis_name="N")
g.case("one input", fn.stack, [img], axis=2)
g.save()

g = GoldenWriter("sequence_rearrange", "sequenceRearrange")
g.case("some", fn.sequence_rearrange, [(image(5, 4), "FWC")], new_order=[3, 0, 0, 4])
g.case("of no layout", fn.sequence_rearrange, [(f([[1, 2], [3, 4], [5, 6]]), None)], new_order=[2, 1])
g.case("per sample", fn.sequence_rearrange, [(image(5, 4), "FWC")], arg_inputs={"new_order": i([1])})
g.save()
