"""Goldens of decoders.imageCrop."""
from golden import GoldenWriter, fn, np, types
from jpeg_kinds import jpeg_files

g = GoldenWriter("decoders_image_crop", "decoders.imageCrop")
files = jpeg_files()
for name in ("420", "422", "440", "410", "progressive", "grey", "cmyk adobe", "orientation 3", "orientation 6", "orientation 7"):
    data = [(files[name], None)]
    g.case(name, fn.decoders.image_crop, data, crop=(17.0, 13.0))
    g.case(f"{name}, corner", fn.decoders.image_crop, data, crop=(9.0, 20.0), crop_pos_x=1.0, crop_pos_y=0.3)
data = [(files["420"], None)]
g.case("no crop", fn.decoders.image_crop, data)
g.case("fractions", fn.decoders.image_crop, data, crop=(10.7, 12.9), crop_pos_x=0.33, crop_pos_y=0.77)
g.case("whole width", fn.decoders.image_crop, data, crop_h=11.0, crop_w=0.0)
g.case("truncate", fn.decoders.image_crop, data, crop=(10.0, 12.0), rounding="truncate")
g.case("round", fn.decoders.image_crop, data, crop=(10.0, 12.0), rounding="round")
g.case("grey uint16", fn.decoders.image_crop, data, crop=(7.0, 5.0), output_type=types.GRAY, dtype=types.UINT16)
g.case("per sample", fn.decoders.image_crop, data, crop=(8.0, 8.0),
       arg_inputs={"crop_pos_x": np.float32(0.9), "crop_pos_y": np.float32(0.1)})
g.save()
