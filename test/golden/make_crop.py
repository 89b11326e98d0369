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


# Padding, as torchvision's RandomCrop places its window: v2.functional.pad, then crop at `start` of the padded image.
# `sides`: top, left, bottom, right; `mode` of numpy.pad.
def padded(name, sides, size, pos, mode="constant", source=img, axes=(0, 1), **args):
    array, layout = source
    top, left, bottom, right = sides
    widths = [(0, 0)] * array.ndim
    widths[axes[0]], widths[axes[1]] = (top, bottom), (left, right)
    fill = {"constant_values": args.get("fillValues", [0])[0]} if mode == "constant" else {}
    out = np.pad(array, widths, mode=mode, **fill)
    index = [slice(None)] * array.ndim
    for axis, length, at in zip(axes, size, pos):
        start = int(np.floor(at * (out.shape[axis] - length) + 0.5))
        index[axis] = slice(start, start + length)
    result = np.ascontiguousarray(out[tuple(index)])
    g.add(f"padding {name}", {"crop": list(size), "cropPosY": pos[0], "cropPosX": pos[1], **args}, [source], [(result, layout)])


small = (img[0][:16, :18], "HWC")
for pos in ((0.0, 0.0), (1.0, 1.0), (0.25, 0.75), (0.5, 0.125)):
    padded(f"one number {pos}", (4, 4, 4, 4), (16, 18), pos, source=small, padding=[4])
padded("of two sides", (2, 5, 2, 5), (12, 20), (0.0, 1.0), source=small, padding=[2, 5], fillValues=[9])
padded("of four sides", (1, 2, 3, 4), (20, 24), (0.5, 0.5), source=small, padding=[1, 2, 3, 4], outOfBoundsPolicy="pad")
padded("0", (0, 0, 0, 0), (9, 8), (0.25, 0.5), source=small, padding=[0])
for policy, mode in (("edge", "edge"), ("reflect_101", "reflect"), ("reflect_1001", "symmetric"), ("wrap", "wrap")):
    padded(policy, (3, 2, 3, 2), (16, 18), (0.0, 1.0), mode, source=small, padding=[3, 2], outOfBoundsPolicy=policy)
padded("CHW", (4, 3, 2, 1), (16, 18), (0.0, 0.0), source=(small[0].transpose(2, 0, 1), "CHW"), axes=(1, 2), padding=[4, 3, 2, 1])
padded("frames", (2, 2, 2, 2), (9, 11), (1.0, 0.0), source=video, axes=(1, 2), padding=[2])
g.add("padding alone", {"padding": [3, 1]}, [small], [(np.pad(small[0], [(3, 3), (1, 1), (0, 0)]), "HWC")])
# pad_if_needed adds what is missing on both sides, so that a window of size 20 starts from -4 to 0.
g.add("pad if needed", {"crop": [20, 22], "cropPosY": 0.25, "cropPosX": 1.0, "outOfBoundsPolicy": "pad"}, [small],
      [(np.pad(small[0], [(4, 4), (4, 4), (0, 0)])[3:23, 0:22], "HWC")])
g.save()
