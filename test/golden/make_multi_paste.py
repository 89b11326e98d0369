"""Goldens of multiPaste."""

from golden import GoldenWriter, fn, image, np, types

f, i = np.float32, np.int32
g = GoldenWriter("multi_paste", "multiPaste")
photos = [image(9, 10, seed=s) for s in (1, 2, 3)]


def case(name, count=3, data=photos, layout="HWC", arg_inputs=None, **args):
    g.case(name, fn.multi_paste, [(photo, layout) for photo in data[:count]], arg_inputs=arg_inputs, **args)


case("one input", 1)
case("the last one is seen")
case("quarters", arg_inputs={"shapes": i([[4, 5], [5, 5], [4, 5]]), "in_anchors": i([[1, 2], [4, 0], [5, 5]]),
                             "out_anchors": i([[0, 0], [4, 5], [5, 0]])})
case("overlaps", arg_inputs={"shapes": i([[6, 6], [5, 7], [3, 3]]), "out_anchors": i([[1, 0], [4, 3], [5, 2]])})
case("shares", arg_inputs={"shapes_rel": f([[0.3, 0.45], [0.5, 0.21], [0, 1]]),
                           "in_anchors_rel": f([[0.49, 0.3], [0, 0.79], [1, 0]]),
                           "out_anchors_rel": f([[0.1, 0.29], [0.5, 0.5], [0.99, 0]])}, output_size=[13, 14])
case("anchors without shapes", 2, arg_inputs={"in_anchors": i([[3, 4], [8, 9]])})
case("a larger canvas", 2, arg_inputs={"out_anchors": i([[7, 1], [0, 3]])}, output_size=[17, 13])
case("a smaller canvas", 1, arg_inputs={"shapes": i([[3, 2]])}, output_size=[3, 4])
case("a canvas per sample", 2, arg_inputs={"output_size": i([11, 12])})
case("an empty region", 1, arg_inputs={"shapes": i([[0, 4]])})
case("ids", 1, arg_inputs={"in_ids": i([0, 0]), "shapes": i([[2, 3], [4, 4]]), "out_anchors": i([[0, 0], [5, 6]])})
case("one id", 1, in_ids=0)
case("a sequence of a frame", 2, [p[None] for p in photos], "FHWC")
case("no layout", 2, layout=None)
for source in (np.uint8, np.int16, np.int32, f):
    data = [(p.astype(f) * 2.5 - 200).astype(source) for p in photos]
    for to in (types.UINT8, types.INT16, types.INT32, types.FLOAT):
        case(f"{np.dtype(source).name} to {to.name}", 2, data, dtype=to, arg_inputs={"out_anchors": i([[0, 0], [2, 3]])},
             output_size=[12, 14])
g.save()
