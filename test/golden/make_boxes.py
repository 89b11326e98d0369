"""Goldens of bbFlip, bBoxPaste, bBoxRotate, boxEncoder, coordFlip and coordTransform: one file for each operator."""

from golden import GoldenWriter, fn, np, types

f = np.float32
i32 = np.int32
wh = f([[.1, .2, .3, .4], [.5, .5, .4, .3], [0, 0, 1, 1], [-.2, .7, .5, .6]])
corners = f([[.1, .2, .4, .6], [.5, .5, .9, .8], [0, 0, 1, 1], [-.2, .7, .3, 1.3]])
none = np.zeros((0, 4), f)


def writer(symbol, name, operator):
    g = GoldenWriter(symbol, name)

    def case(title, *inputs, max_diff=1e-6, arg_inputs=None, **args):
        g.case(title, operator, [(i, None) for i in inputs], max_diff, arg_inputs, **args)

    return g, case


g, case = writer("bb_flip", "bbFlip", fn.bb_flip)
for title, args in (("across", {}), ("down", dict(horizontal=0, vertical=1)), ("both", dict(vertical=1)),
                    ("neither", dict(horizontal=0))):
    case(title, wh, max_diff=0, **args)
    case(f"{title}, corners", corners, max_diff=0, ltrb=True, **args)
case("one box without a list", wh[0])
case("a flat list", wh.ravel())
case("three dimensions", wh.reshape(2, 2, 4))
case("no boxes", none)
case("not a number", f([[np.nan, .5, .8, .8]]))
case("per sample", wh, arg_inputs={"horizontal": i32(0), "vertical": i32(1)})
g.save()

g, case = writer("b_box_paste", "bBoxPaste", fn.bbox_paste)
case("in the middle", wh, ratio=2.)
case("at a corner", wh, ratio=1.7, paste_x=0., paste_y=1.)
case("corners", corners, ratio=3., ltrb=True, paste_x=.2, paste_y=.9)
case("smaller than the image", wh, ratio=.5)
case("beside the canvas", wh, ratio=2., paste_x=2.)
case("one box without a list", wh[0], ratio=2.)
case("no boxes", none, ratio=2.)
case("per sample", wh, arg_inputs={"ratio": f(2.5), "paste_x": f(.3), "paste_y": f(.6)})
g.save()

g, case = writer("b_box_rotate", "bBoxRotate", fn.bbox_rotate)
labels = i32([7, 8, 9, 10])
shape = dict(input_shape=[100, 200])
for mode in ("expand", "halfway", "fixed"):
    for angle in (0., 30., -70., 100., 180., 271.):
        case(f"{mode} by {angle:g}", corners, labels, angle=angle, mode=mode, **shape)
        case(f"{mode} by {angle:g}, of equal size", corners, labels, angle=angle, mode=mode, keep_size=True,
             remove_threshold=.6, **shape)
case("a corner and sides", wh, angle=30., bbox_layout="xyWH", **shape)
case("pixels", f([[10, 20, 40, 60], [50, 50, 190, 80]]), angle=30., bbox_normalized=False, max_diff=1e-4, **shape)
case("a canvas of fractions", corners, angle=30., size=[150.9, 300.2], **shape)
case("layout of the shape", corners, angle=30., input_shape=[3, 100, 201], shape_layout="CHW")
case("more values than letters", corners, angle=30., input_shape=[101, 200, 3])
case("labels of two dimensions", corners, labels[:, None], angle=50., keep_size=True, **shape)
case("no boxes", none, labels[:0], angle=30., **shape)
case("no box remains", f([[0, 0, .01, .01]]), angle=45., keep_size=True, **shape)
case("no area", f([[.5, .5, .5, .7]]), angle=0., **shape)
case("outside at a threshold of 0", f([[-1, -1, -.5, -.5]]), angle=0., remove_threshold=0., **shape)
case("per sample", corners, arg_inputs={"angle": f(33), "input_shape": i32([50, 60])})
g.save()

g, case = writer("box_encoder", "boxEncoder", fn.box_encoder)
r = np.random.default_rng(3)
low = r.uniform(0, .8, (40, 2))
anchors = f(np.hstack([low, low + r.uniform(.1, .5, (40, 2))]).clip(0, 1))
anchors[7] = anchors[3]
flat = [round(float(v), 3) for v in anchors.ravel()]
low = r.uniform(0, .7, (9, 2))
boxes = f(np.hstack([low, low + r.uniform(.05, .4, (9, 2))]))
boxes[4] = boxes[2]
boxes[6] = [2, 2, 3, 3]
many = i32(np.arange(1, 10))
case("boxes", boxes, many, anchors=flat)
case("a low threshold", boxes, many, anchors=flat, criteria=.1)
case("offsets", boxes, many, anchors=flat, criteria=.3, offset=True, max_diff=1e-5)
case("scaled offsets", boxes, many, anchors=flat, criteria=.3, offset=True, scale=300., means=[.1, .2, .3, .4],
     stds=[.1, .1, .2, .2], max_diff=1e-5)
case("labels of two dimensions", boxes, many[:, None], anchors=flat)
case("one box", boxes[:1], many[:1], anchors=flat)
case("no boxes", none, many[:0], anchors=flat)
case("no boxes, offsets", none, many[:0], anchors=flat, offset=True)
case("equal overlaps", f([[0, 0, .5, .5], [.5, .5, 1, 1], [0, 0, .5, .5]]), many[:3],
     anchors=[0., 0., .5, .5, 0., 0., .5, .5, .25, .25, .75, .75])
case("an overlap of just the threshold", f([[0, 0, .5, .5]]), many[:1],
     anchors=[0., 0., .5, .25, .9, .9, 1., 1., 0., 0., .5, .5])
g.save()

g, case = writer("coord_flip", "coordFlip", fn.coord_flip)
points = f([[.1, .2], [.6, .9], [1.5, -2]])
space = f([[.1, .2, .3], [.6, .9, .5]])
case("x", points)
case("y", points, flip_x=0, flip_y=1)
case("y first", points, layout="yx")
case("in space", space, flip_z=1, center_z=1., center_x=.25)
case("in space, z first", space, layout="zxy", flip_z=1, center_z=1., center_x=.25)
case("one coordinate", points[:, :1])
case("a layout of more letters", points, layout="xyz")
case("no points", points[:0])
case("not a number", f([[np.nan, np.inf]]))
case("per sample", points, arg_inputs={"flip_x": i32(0), "flip_y": i32(1), "center_y": f(.7)})
g.save()

g, case = writer("coord_transform", "coordTransform", fn.coord_transform)
case("nothing", points)
case("a matrix", points, M=[1., 2., 3., 4.])
case("a matrix and an offset", points, M=[1., 2., 3., 4.], T=[10., 20.])
case("both in one", points, MT=[1., 2., 3., 4., 5., 6.])
case("an offset", points, T=[10., 20.])
case("numbers", points, M=2., T=1.)
case("one number for both", points, MT=2.)
case("to three coordinates", points, M=[1., 2., 3., 4., 5., 6.], T=[1., 2., 3.])
case("to one coordinate", space, MT=[1., 2., 3., 4.])
case("six coordinates", np.ones((2, 6), f), M=[float(v) for v in range(36)], max_diff=1e-4)
case("three dimensions", space.reshape(2, 1, 3), M=[float(v) for v in range(9)])
whole = [[1, 2], [3, 4], [200, 100]]
for dtype in (np.uint8, np.uint16, np.int16, i32):
    case(f"{np.dtype(dtype)}", np.array(whole, dtype), M=[1., .5, -.5, 1.], max_diff=1e-4)
    case(f"{np.dtype(dtype)} again", np.array(whole, dtype), M=[1., .5, -.5, 1.], max_diff=0,
         dtype=getattr(types, np.dtype(dtype).name.upper()))
case("not a number", f([[np.nan, 1]]), M=[0., 2., 3., 4.])
case("a matrix per sample", points, arg_inputs={"M": f([[1, 2], [3, 4], [5, 6]]), "T": f([1, 2, 3])})
case("both in one per sample", points, arg_inputs={"MT": f([[1, 2, 3], [3, 4, 5]])})
case("a number per sample", points, arg_inputs={"M": f(2.5)})
g.add("layout", {"M": [1, 0, 0, 1]}, [(points, "NC")], [(points, "NC")])
g.save()
