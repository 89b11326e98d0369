"""Goldens of colorSpaceConversion."""

from golden import GoldenWriter, fn, image, np, types

g = GoldenWriter("color_space_conversion", "colorSpaceConversion")
MODELS = (types.RGB, types.BGR, types.GRAY, types.YCbCr)
corners = np.uint8([[r, g_, b] for r in (0, 1, 128, 255) for g_ in (0, 127, 254, 255) for b in (0, 16, 240, 255)])
wide = np.concatenate([corners.reshape(1, -1, 3), image(1, 57)], 1)
ramp = np.arange(256, dtype=np.uint8).reshape(1, 256, 1)
for a in MODELS:
    for b in MODELS:
        if a != b:
            g.case(f"{a.name} to {b.name}", fn.color_space_conversion, [(ramp if a == types.GRAY else wide, "HWC")],
                   image_type=a, output_type=b)
args = dict(image_type=types.RGB, output_type=types.YCbCr)
g.case("frames", fn.color_space_conversion, [(image(3, 8).reshape(3, 2, 4, 3), "FHWC")], **args)
g.case("volume", fn.color_space_conversion, [(image(3, 8).reshape(3, 2, 4, 3), "DHWC")], **args)
g.case("frames of volumes", fn.color_space_conversion, [(image(3, 8).reshape(3, 2, 2, 2, 3), "FDHWC")],
       image_type=types.BGR, output_type=types.GRAY)
g.case("no layout", fn.color_space_conversion, [(image(3, 8), None)], **args)
g.case("no layout, 4-D", fn.color_space_conversion, [(image(3, 8).reshape(3, 2, 4, 3), None)], **args)
g.case("no layout, 5-D", fn.color_space_conversion, [(image(3, 8).reshape(3, 2, 2, 2, 3), None)], **args)
g.case("one pixel", fn.color_space_conversion, [(image(1, 1), "HWC")], **args)
g.save()
