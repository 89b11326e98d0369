"""Makes auto_aug.json and auto_aug.bin: each augmentation of DALI's module auto_aug at several magnitudes, signs included."""
import numpy as np
from golden import GoldenWriter, camel, image
from nvidia.dali import fn, pipeline_def, types
from nvidia.dali.auto_aug import augmentations as a

SHEAR = [0.1, -0.3, 0.99]
FACTORS = [-0.9, -0.41, 0.27, 0.9]
CASES = [
    (a.shear_x, SHEAR), (a.shear_y, SHEAR),
    (a.translate_x_no_shape, [3, -8.5]), (a.translate_y_no_shape, [5.25, -4]),
    (a.translate_x, [0.25, -0.7]), (a.translate_y, [0.25, -0.7]),
    (a.rotate, [7.5, -30, 135]),
    (a.brightness, FACTORS), (a.contrast, FACTORS), (a.color, FACTORS), (a.sharpness, FACTORS),
    (a.posterize, [0, 1.6, 4, 7.2, 8]), (a.solarize, [256, 170.7, 64, 0]), (a.solarize_add, [0, 54.9, 110]),
    (a.invert, [None]), (a.equalize, [None]), (a.auto_contrast, [None]),
]
IMAGES = {"photo": image(15, 22, seed=3), "flat": (image(9, 7, seed=5) // 3 + 60).astype(np.uint8)}
IMAGES["flat"][..., 1] = 77
WARPS = ("shear_x", "shear_y", "translate_x", "translate_y", "rotate")


def run(aug, magnitude, pixels, **kwargs):
    # A range of one value without a sign: the magnitude is settled.
    one = aug if magnitude is None else aug.augmentation(mag_range=(magnitude, magnitude), randomly_negate=False)

    @pipeline_def(batch_size=1, num_threads=1, device_id=None, seed=1, enable_conditionals=True)
    def pipe():
        data = fn.external_source(source=lambda: [pixels], layout="HWC")
        return one(data, magnitude_bin=0, num_magnitude_bins=1, **kwargs)

    p = pipe()
    p.build()
    return np.array(p.run()[0].at(0))


writer = GoldenWriter("auto_aug", "autoAug")
for aug, magnitudes in CASES:
    for magnitude in magnitudes:
        warp = aug.name in WARPS
        relative = aug in (a.translate_x, a.translate_y)
        for name, pixels in IMAGES.items():
            if name == "flat" and (warp or magnitude != magnitudes[-1]):
                continue
            for options in ([{}, {"fill_value": None, "interp_type": types.INTERP_NN}] if warp else [{}]):
                if options and magnitude != magnitudes[0]:
                    continue
                if relative:
                    options = {**options, "shape": list(pixels.shape[:2])}
                out = run(aug, magnitude, pixels, **options)
                args = {"fillValue": None, "interpType": "nn"} if "interp_type" in options else {}
                shape = {"shape": options["shape"]} if relative else {}
                diff = 1 if warp or aug.name in ("brightness", "contrast", "color", "sharpness", "auto_contrast") else 0
                writer.add(f"{aug.name} {magnitude} {name} {args}", {"magnitude": magnitude, **args, **shape},
                           [(pixels, "HWC")], [(out, "HWC")], diff, op=camel(aug.name))
writer.save()
