"""Goldens of pad and oneHot, one sample each; parity has batches."""

from golden import GoldenWriter, fn, image, np, types

g = GoldenWriter("padded", "pad")
f = np.float32
img = (image(5, 7), "HWC")
plane = (np.arange(12, dtype=f).reshape(3, 4), "HW")
for name, args in [("nothing", {}), ("shape", {"shape": [5, 6]}), ("a smaller shape", {"shape": [2, 6]}), ("-1", {"shape": [-1, 6]}),
                   ("axes", {"axes": [0], "shape": [5]}), ("a negative axis", {"axes": [-1], "shape": [6]}),
                   ("axes in another order", {"axes": [1, 0], "shape": [6, 5]}), ("one shape for all axes", {"axes": [0, 1], "shape": [5]}),
                   ("align", {"align": [2, 8]}), ("one align for all axes", {"align": 5}), ("shape and align", {"shape": [3, 9], "align": [2, 8]}),
                   ("axisNames", {"axis_names": "WH", "shape": [9, 7]}), ("no axes", {"axes": [], "shape": [4, 5]}), ("fill", {"shape": [5, 6], "fill_value": -1.5})]:
    g.case(f"pad: {name}", fn.pad, [plane], op="pad", **args)
for dtype in ("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "bool"):
    g.case(f"pad: {dtype}", fn.pad, [(np.ones((2, 3), dtype), None)], op="pad", shape=[3, 4], fill_value=3.7)
g.case("pad: an image", fn.pad, [img], op="pad", axis_names="HW", shape=[6, 9], fill_value=200)
g.case("pad: empty", fn.pad, [(np.zeros((0, 3), f), None)], op="pad", shape=[2, 3])
g.case("pad: per sample", fn.pad, [plane], op="pad", arg_inputs={"shape": np.int32([4, 6]), "fill_value": f(7), "align": np.int32([3, 1])})
labels = np.int32([0, 2, 1, -1, 3])
for name, args in [("none", {}), ("three", {"num_classes": 3}), ("axis", {"num_classes": 3, "axis": 0}), ("appended", {"num_classes": 3, "axis": 1}),
                   ("values", {"num_classes": 3, "on_value": 5.5, "off_value": -1.5, "dtype": types.INT16})]:
    g.case(f"oneHot: {name}", fn.one_hot, [(labels, None)], op="oneHot", **args)
g.case("oneHot: scalar", fn.one_hot, [(np.int32(1), None)], op="oneHot", num_classes=3)
g.case("oneHot: one element", fn.one_hot, [(np.int64([[1]]), None)], op="oneHot", num_classes=3)
g.case("oneHot: one element, axis", fn.one_hot, [(np.int32([1]), None)], op="oneHot", num_classes=3, axis=0)
g.case("oneHot: axis -1", fn.one_hot, [(np.int32([1]), None)], op="oneHot", num_classes=3, axis=-1)
g.case("oneHot: a mask", fn.one_hot, [(np.uint8([[1, 0], [0, 2], [1, 1]]), "HW")], op="oneHot", num_classes=3, axis=1, axis_name="C")
g.case("oneHot: a mask, C last", fn.one_hot, [(np.uint8([[1, 0], [0, 2], [1, 1]]), "HW")], op="oneHot", num_classes=3, axis_name="C")
g.case("oneHot: fractions", fn.one_hot, [(f([1.7, 0.4, -0.3, 2.9, 3]), None)], op="oneHot", num_classes=3)
g.case("oneHot: one element, axisName", fn.one_hot, [(np.int32([1]), None)], op="oneHot", num_classes=3, axis_name="C")
g.case("oneHot: empty", fn.one_hot, [(np.zeros((0,), np.int32), None)], op="oneHot", num_classes=3)
g.save()
