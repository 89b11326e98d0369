"""Goldens of crop."""

from golden import GoldenWriter, fn, image, np, types

g = GoldenWriter("crop", "crop")
img = (image(31, 43), "HWC")
video = (image(9, 3 * 11, 3).reshape(9, 3, 11, 3).transpose(1, 0, 2, 3), "FHWC")
volume = (image(10, 4 * 9, 1, seed=3).reshape(10, 4, 9, 1).transpose(1, 0, 2, 3), "DHWC")

g.case("no window", fn.crop, [img])
g.case("centre", fn.crop, [img], crop=[20, 24])
g.case("fractions are dropped", fn.crop, [img], crop=[20.9, 23.5])
g.case("0 is the whole extent", fn.crop, [img], crop=[0, 7])
g.case("3 values on an image", fn.crop, [img], crop=[2, 15, 17])
g.case("cropH and cropW", fn.crop, [img], crop_h=17, crop_w=16, crop_pos_x=0.3, crop_pos_y=0.8)
g.case("corner", fn.crop, [img], crop=[8, 9], crop_pos_x=1.0, crop_pos_y=0.0)
for pos in (0.25, 0.35, 0.5, 0.7):
    for rounding in ("round", "truncate"):
        g.case(f"position {pos} {rounding}", fn.crop, [img], crop=[12, 20], crop_pos_x=pos, crop_pos_y=pos, rounding=rounding)
g.case("CHW", fn.crop, [(img[0].transpose(2, 0, 1), "CHW")], crop=[13, 12])
g.case("no layout", fn.crop, [(img[0], None)], crop=[13, 12])
g.case("frames", fn.crop, [video], crop=[5, 7])
g.case("frames are the depth", fn.crop, [video], crop=[2, 5, 7], crop_pos_z=1.0)
g.case("volume", fn.crop, [volume], crop_d=3, crop_h=5, crop_w=8, crop_pos_z=0.4)
g.case("per sample", fn.crop, [img], arg_inputs={"crop": np.float32([9, 10]), "crop_pos_x": np.float32(0.2)})
for policy in ("pad", "constant", "trim_to_shape", "edge", "clamp", "reflect", "reflect_1001", "reflect_101", "wrap"):
    g.case(f"outside {policy}", fn.crop, [(img[0][:7, :9], "HWC")], crop=[20, 25], crop_pos_x=0.3, out_of_bounds_policy=policy)
g.case("fill per channel", fn.crop, [(img[0][:7, :9], "HWC")], crop=[11, 12], out_of_bounds_policy="pad", fill_values=[7, 8, 9])
g.case("fill per channel CHW", fn.crop, [(img[0][:7, :9].transpose(2, 0, 1), "CHW")], crop=[11, 12],
       out_of_bounds_policy="pad", fill_values=[7, 8, 9])
real = (image(9, 11).astype(np.float32) * 1.3 - 30.5, "HWC")
g.case("float32 to uint8", fn.crop, [real], crop=[5, 6], dtype=types.UINT8)
g.case("uint8 to float32", fn.crop, [img], crop=[5, 6], dtype=types.FLOAT)
g.case("uint8 to float16", fn.crop, [img], crop=[5, 6], dtype=types.FLOAT16)
for dtype in (np.int16, np.int32, np.uint16, np.float16):
    g.case(f"{np.dtype(dtype)}", fn.crop, [(image(9, 11, 2, dtype=dtype), "HWC")], crop=[5, 6])
g.save()
