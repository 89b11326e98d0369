"""The resizes of the libraries that `match` names, as penstock's arguments ask for them. Needs those libraries."""
import numpy as np

PILLOW = {"nn": "NEAREST", "linear": "BILINEAR", "cubic": "BICUBIC", "lanczos3": "LANCZOS", "box": "BOX",
          "hamming": "HAMMING"}


def planes(image, resize):
    """Resizes each channel of an HWC image by itself."""
    return np.stack([resize(np.ascontiguousarray(image[:, :, c])) for c in range(image.shape[2])], axis=2)


def pillow(image, size, filter, antialias=True):
    from PIL import Image

    def resize(array, mode=None):
        picture = Image.fromarray(array) if mode is None else Image.frombytes(mode, array.shape[1::-1], array.tobytes())
        return np.asarray(picture.resize(size[::-1], getattr(Image.Resampling, PILLOW[filter])))

    # RGBX: Pillow would multiply RGBA's colours by its alpha.
    modes = {3: "RGB", 4: "RGBX"}
    if image.dtype == np.uint8 and image.shape[2] in modes:
        return resize(image, modes[image.shape[2]])
    return planes(image, resize)


def pillow_12(image, size, filter, antialias=True):
    """By the installed Pillow: one after 12 in two calls, because it may go down first."""
    import PIL

    if int(PIL.__version__.split(".")[0]) > 12:
        image = pillow(image, (image.shape[0], size[1]), filter)
    return pillow(image, size, filter)


def opencv(image, size, filter, antialias=False):
    import cv2

    filters = {"nn": cv2.INTER_NEAREST, "linear": cv2.INTER_LINEAR, "area": cv2.INTER_AREA,
               "lanczos4": cv2.INTER_LANCZOS4}
    made = cv2.resize(image, tuple(size[::-1]), interpolation=filters[filter])
    return made.reshape(*size, image.shape[2])


def torchvision(image, size, filter, antialias=True):
    import torch
    from torchvision.transforms.v2 import InterpolationMode, functional

    modes = {"nn": "NEAREST", "linear": "BILINEAR", "cubic": "BICUBIC", "lanczos3": "LANCZOS",
             "nearest_exact": "NEAREST_EXACT"}
    tensor = torch.from_numpy(np.ascontiguousarray(image.transpose(2, 0, 1)))
    made = functional.resize(tensor, list(size), getattr(InterpolationMode, modes[filter]), antialias=antialias)
    return np.ascontiguousarray(made.numpy().transpose(1, 2, 0))


def torchvision_float(image, size, filter, antialias=True):
    """As CPUs without AVX2 do it: ATEN_CPU_CAPABILITY=default must be set."""
    import torch

    assert torch.backends.cpu.get_cpu_capability() == "DEFAULT", "set ATEN_CPU_CAPABILITY=default"
    made = torchvision(image.astype(np.float32), size, filter, antialias)
    return made if image.dtype == np.float32 else np.rint(np.clip(made, 0, 255)).astype(image.dtype)


def arguments(profile, size, filter, antialias):
    """Of penstock's resize."""
    named = {"interpType": filter} if filter in ("nn", "linear", "cubic", "lanczos3") else {"matchFilter": filter}
    widened = {} if profile in ("pillow", "pillow-12", "opencv") else {"antialias": antialias}
    return {"match": profile, "size": list(size), **named, **widened}


def widths(profile, filter, dtype):
    """The values of antialias that the profile has with a filter."""
    if (profile, filter, dtype) == ("torchvision", "lanczos3", "float32"):
        return ()
    if (profile, dtype) == ("torchvision", "uint8") and filter in ("linear", "cubic") or (profile, filter) == ("torchvision-float", "cubic"):
        return True, False
    return (True,)


#: The function, the filters and the dtypes of each profile.
LIBRARIES = {
    "pillow": (pillow, tuple(PILLOW), ("uint8", "uint16", "float32")),
    "pillow-12": (pillow_12, tuple(PILLOW), ("uint8", "uint16", "float32")),
    "torchvision": (torchvision, ("nn", "linear", "cubic", "lanczos3", "nearest_exact"), ("uint8", "float32")),
    "torchvision-float": (torchvision_float, ("nn", "linear", "cubic", "nearest_exact"), ("uint8", "float32")),
    "opencv": (opencv, ("nn", "linear", "area", "lanczos4"), ("uint8",)),
}
