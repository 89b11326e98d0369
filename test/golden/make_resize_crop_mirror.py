"""Goldens of resizeCropMirror."""

from golden import GoldenWriter, fn, image, np, types

g = GoldenWriter("resize_crop_mirror", "resizeCropMirror")
photo = image(41, 53)


def case(name, data=photo, layout="HWC", max_diff=1, **args):
    g.case(name, fn.resize_crop_mirror, [(data, layout)], max_diff=max_diff, **args)


case("no crop", size=(20, 30))
for mirror in range(4):
    case(f"mirror {mirror}", resize_shorter=30, crop=(20, 24), mirror=mirror)
case("up", resize_shorter=61, crop=(33, 37), crop_pos_x=0.2, crop_pos_y=0.9)
case("truncated", resize_shorter=30, crop_h=21, crop_w=22, crop_pos_x=0.31, crop_pos_y=0.77, rounding="truncate")
case("whole extent", resize_x=30, crop=(0, 12))
case("cubic", resize_shorter=24, crop=(16, 16), interp_type=types.INTERP_CUBIC, mirror=1)
case("nearest", resize_shorter=24, crop=(16, 16), interp_type=types.INTERP_NN, mirror=1, max_diff=0)
# One nearest neighbour lies on the border of two pixels, and the rounding of the window's region decides.
for height, width, mirror in ((60, 75, 0), (60, 75, 3), (30, 40, 3)):
    case(f"nearest, on a border, {height}x{width}, mirror {mirror}", image(height, width, 1), size=(91, round(91 / height * width)),
         crop=(51, 64), crop_pos_x=0.5461, crop_pos_y=0.7584, interp_type=types.INTERP_NN, antialias=False, mirror=mirror, max_diff=0)
case("not antialiased", resize_shorter=20, crop=(16, 16), antialias=False)
case("region", size=(30, 30), roi_start=(5, 5), roi_end=(35, 45), crop=(20, 20))
case("not smaller", size=(24, 24), mode="not_smaller", crop=(24, 24))
case("float32", photo, dtype=types.FLOAT, resize_shorter=24, crop=(16, 16), max_diff=1e-3)
case("CHW", np.ascontiguousarray(photo.transpose(2, 0, 1)), "CHW", resize_shorter=24, crop=(16, 16))
volume = np.stack([image(9, 11, 2, seed=s) for s in range(7)])
for mirror in (0, 4, 7):
    case(f"volume, mirror {mirror}", volume, "DHWC", size=(5, 12, 14), crop=(3, 8, 9), mirror=mirror)
g.case("per sample", fn.resize_crop_mirror, [(photo, "HWC")], max_diff=1, resize_shorter=30, crop=(20, 20),
       arg_inputs={"mirror": np.int32(1), "crop_pos_x": np.float32(0.25)})
g.save()
