"""Goldens of cropMirrorNormalize. DALI computes in single precision, so real results differ in the last digits."""

from golden import GoldenWriter, fn, image, np, types

g = GoldenWriter("crop_mirror_normalize", "cropMirrorNormalize")
img = (image(23, 33), "HWC")
mean, std = [123.675, 116.28, 103.53], [58.395, 57.12, 57.375]


def case(name, source=img, max_diff=1e-6, **args):
    g.case(name, fn.crop_mirror_normalize, [source], max_diff, **args)


case("defaults", max_diff=0)
case("main job", crop=[20, 29], mirror=1, mean=mean, std=std)
case("odd width", crop=[11, 27], crop_pos_x=0.1, mean=mean, std=std)
case("narrow", crop=[11, 5], mean=mean, std=std, mirror=1)
case("HWC", output_layout="HWC", mean=mean, std=std)
case("HWC mirrored", output_layout="HWC", mean=mean, std=std, mirror=1)
case("one mean", mean=[100.0], std=[50.0])
case("one std", mean=mean, std=[50.0])
case("scale and shift", mean=mean, std=std, scale=2.5, shift=-1.25)
case("CHW to CHW", source=(img[0].transpose(2, 0, 1), "CHW"), crop=[15, 22], mean=mean, std=std, mirror=1)
case("CHW to HWC", source=(img[0].transpose(2, 0, 1), "CHW"), crop=[15, 22], mean=mean, std=std, output_layout="HWC")
for dtype in (types.FLOAT16, types.UINT8, types.INT8):
    diff = 1e-3 if dtype == types.FLOAT16 else 0
    case(f"{dtype.name}", dtype=dtype, mean=mean, std=std, scale=1.0 if diff else 50.0, max_diff=diff)
    case(f"{dtype.name} HWC", dtype=dtype, mean=[1.5, 2.5, 3.5], output_layout="HWC", max_diff=0)
case("padOutput", pad_output=True, mean=mean, std=std)
case("padOutput HWC", pad_output=True, mean=mean, std=std, output_layout="HWC", mirror=1)
case("padOutput, 5 channels", source=(image(7, 9, 5), "HWC"), pad_output=True)
case("padOutput ignores fill values without 'pad'", pad_output=True, fill_values=[7.0], mean=mean, std=std)
case("pad", crop=[30, 38], out_of_bounds_policy="pad", fill_values=[1.5, 2.5, 3.5], mean=mean, std=std)
case("pad HWC mirrored", crop=[27, 45], crop_pos_x=0.2, out_of_bounds_policy="pad", fill_values=[7.0], mean=mean, std=std,
     output_layout="HWC", mirror=1)
case("pad and padOutput", crop=[27, 37], out_of_bounds_policy="pad", fill_values=[7, 8, 9], mean=mean, std=std,
     pad_output=True)
case("pad uint8 with fractions", crop=[27, 37], out_of_bounds_policy="pad", fill_values=[7.9, 8.5, 9.1], mean=mean,
     dtype=types.UINT8, max_diff=0)
case("trim_to_shape", crop=[30, 20], out_of_bounds_policy="trim_to_shape", mean=mean, std=std)
case("grey", source=(image(17, 19, 1), "HWC"), mean=[100.0], std=[50.0], mirror=1)
case("frames", source=(image(9, 33).reshape(9, 3, 11, 3).transpose(1, 0, 2, 3), "FHWC"), output_layout="FCHW", mean=mean,
     std=std, mirror=1, crop=[5, 9])
case("frames to CFHW", source=(image(9, 33).reshape(9, 3, 11, 3).transpose(1, 0, 2, 3), "FHWC"), output_layout="CFHW",
     mean=mean, std=std)
case("volume", source=(image(8, 30, 2).reshape(8, 3, 10, 2).transpose(1, 0, 2, 3), "DHWC"), output_layout="CDHW",
     crop=[2, 5, 7], mean=[100.0, 120.0], std=[50.0, 60.0])
for dtype in (np.int16, np.uint16, np.int32, np.float32, np.float16):
    case(f"from {np.dtype(dtype)}", source=(image(13, 17, dtype=dtype), "HWC"), mean=mean, std=std, mirror=1)
g.case("per sample", fn.crop_mirror_normalize, [img], 1e-6, crop=[9, 20],
       arg_inputs={"mean": np.float32(mean), "std": np.float32([55.5]), "mirror": np.int32(1)})
g.save()
