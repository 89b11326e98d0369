"""The augmentations of the policies, by operators. Each is an object: `shear_x.augmentation(mag_range=(0, 0.5))` has other
settings. What they compute is what DALI's compute: pixels differ by at most 1."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from .. import fn, types
from ..data_node import DataNode
from .core._augmentation import augmentation

_luma = np.array([0.299, 0.587, 0.114], dtype=np.float32)  # the brightness that contrast is measured from: ITU-R BT.601


def warp_x_param(magnitude: float) -> list[float]:
    return [magnitude, 0]


def warp_y_param(magnitude: float) -> list[float]:
    return [0, magnitude]


def _warped(data: DataNode, matrix: DataNode, fill_value: Optional[float], interp_type: Any) -> DataNode:
    return fn.warp_affine(data, matrix=matrix, inverse_map=False, **_sampling(fill_value, interp_type))


def _sampling(fill_value: Optional[float], interp_type: Any) -> dict[str, Any]:
    """Arguments that warps and rotations share; without a value for pixels from outside the border is repeated."""
    given = {"fill_value": fill_value, "interp_type": interp_type}
    return {name: value for name, value in given.items() if value is not None}


@augmentation(mag_range=(0, 0.3), randomly_negate=True, mag_to_param=warp_x_param)
def shear_x(data: DataNode, shear: DataNode, fill_value: Optional[float] = 128, interp_type: Any = None) -> DataNode:
    return _warped(data, fn.transforms.shear(shear=shear), fill_value, interp_type)


@augmentation(mag_range=(0, 0.3), randomly_negate=True, mag_to_param=warp_y_param)
def shear_y(data: DataNode, shear: DataNode, fill_value: Optional[float] = 128, interp_type: Any = None) -> DataNode:
    return _warped(data, fn.transforms.shear(shear=shear), fill_value, interp_type)


@augmentation(mag_range=(0.0, 1.0), randomly_negate=True, mag_to_param=warp_x_param)
def translate_x(
    data: DataNode, rel_offset: DataNode, shape: Any, fill_value: Optional[float] = 128, interp_type: Any = None
) -> DataNode:
    """`shape`: height and width of the images, as a pair or a DataNode."""
    return _warped(data, fn.transforms.translation(offset=rel_offset * shape[1]), fill_value, interp_type)


@augmentation(mag_range=(0, 250), randomly_negate=True, mag_to_param=warp_x_param, name="translate_x")
def translate_x_no_shape(
    data: DataNode, offset: DataNode, fill_value: Optional[float] = 128, interp_type: Any = None
) -> DataNode:
    return _warped(data, fn.transforms.translation(offset=offset), fill_value, interp_type)


@augmentation(mag_range=(0.0, 1.0), randomly_negate=True, mag_to_param=warp_y_param)
def translate_y(
    data: DataNode, rel_offset: DataNode, shape: Any, fill_value: Optional[float] = 128, interp_type: Any = None
) -> DataNode:
    """`shape`: height and width of the images, as a pair or a DataNode."""
    return _warped(data, fn.transforms.translation(offset=rel_offset * shape[0]), fill_value, interp_type)


@augmentation(mag_range=(0, 250), randomly_negate=True, mag_to_param=warp_y_param, name="translate_y")
def translate_y_no_shape(
    data: DataNode, offset: DataNode, fill_value: Optional[float] = 128, interp_type: Any = None
) -> DataNode:
    return _warped(data, fn.transforms.translation(offset=offset), fill_value, interp_type)


@augmentation(mag_range=(0, 30), randomly_negate=True)
def rotate(
    data: DataNode,
    angle: DataNode,
    fill_value: Optional[float] = 128,
    interp_type: Any = None,
    rotate_keep_size: bool = True,
) -> DataNode:
    return fn.rotate(data, angle=angle, keep_size=rotate_keep_size, **_sampling(fill_value, interp_type))


def shift_enhance_range(magnitude: float) -> float:
    """The factor of brightness, contrast, color and sharpness: 1 changes nothing."""
    return 1 + magnitude


@augmentation(mag_range=(0, 0.9), randomly_negate=True, mag_to_param=shift_enhance_range)
def brightness(data: DataNode, parameter: DataNode) -> DataNode:
    return fn.brightness(data, brightness=parameter)


@augmentation(mag_range=(0, 0.9), randomly_negate=True, mag_to_param=shift_enhance_range)
def contrast(data: DataNode, parameter: DataNode) -> DataNode:
    """The distance to the image's mean brightness, times the parameter. Samples have the layout HWC or FHWC."""
    mean = fn.reductions.mean(data, axis_names="HW", keep_dims=True)
    weights = types.Constant(_luma, device="cpu")
    if data.device == "gpu":
        weights = weights.gpu()
    center = fn.reductions.sum(mean * weights, axis_names="C", keep_dims=True)
    return fn.cast_like(center + (data - center) * parameter, data)


@augmentation(mag_range=(0, 0.9), randomly_negate=True, mag_to_param=shift_enhance_range)
def color(data: DataNode, parameter: DataNode) -> DataNode:
    return fn.saturation(data, saturation=parameter)


def sharpness_kernel(magnitude: float) -> np.ndarray:
    """Weights of an image's distance to its smoothed form: -1 smooths, 0 changes nothing, 1 sharpens."""
    smooth = np.ones((3, 3), dtype=np.float32)
    smooth[1, 1] = 5
    same = np.zeros((3, 3), dtype=np.float32)
    same[1, 1] = 1
    return (same + magnitude * (same - smooth / 13)).astype(np.float32)


def sharpness_kernel_shifted(magnitude: float) -> np.ndarray:
    """sharpness_kernel() of magnitudes from 0 to 2, where 1 changes nothing."""
    return sharpness_kernel(magnitude - 1)


@augmentation(mag_range=(0, 0.9), randomly_negate=True, mag_to_param=sharpness_kernel, param_device="auto")
def sharpness(data: DataNode, kernel: DataNode) -> DataNode:
    return fn.filter(data, kernel)


def poster_mask_uint8(magnitude: float) -> np.ndarray:
    """The mask that keeps so many bits, of 1 to 8; 0 counts as 1, so that no image becomes black."""
    bits = int(np.clip(np.round(magnitude), 1, 8))
    return np.array(256 - 2 ** (8 - bits), dtype=np.uint8)


@augmentation(mag_range=(0, 4), mag_to_param=poster_mask_uint8, param_device="auto")
def posterize(data: DataNode, mask: DataNode) -> DataNode:
    return data & mask


def _either(where: DataNode, yes: DataNode, no: DataNode) -> DataNode:
    return where * yes + (where ^ True) * no


@augmentation(mag_range=(256, 0), param_device="auto")
def solarize(data: DataNode, threshold: DataNode) -> DataNode:
    return _either(data < threshold, data, types.Constant(255, dtype=types.UINT8) - data)


def solarize_add_shift(shift: float) -> np.ndarray:
    if shift >= 128:
        raise ValueError(f"Expected a number below 128 for the shift of solarize_add but received {shift}.")
    return np.array(shift, dtype=np.uint8)


@augmentation(mag_range=(0, 110), param_device="auto", mag_to_param=solarize_add_shift)
def solarize_add(data: DataNode, shift: DataNode) -> DataNode:
    return _either(data < types.Constant(128, dtype=types.UINT8), data + shift, data)


@augmentation
def invert(data: DataNode, _: None) -> DataNode:
    return types.Constant(255, dtype=types.UINT8) - data


@augmentation
def equalize(data: DataNode, _: None) -> DataNode:
    return fn.equalize(data)


@augmentation
def auto_contrast(data: DataNode, _: None) -> DataNode:
    """Stretches each channel to 0 ... 255; a channel of one value stays. Samples have the layout HWC or FHWC."""
    lo = fn.reductions.min(data, axis_names="HW", keep_dims=True)
    hi = fn.reductions.max(data, axis_names="HW", keep_dims=True)
    extent = hi - lo
    some = extent > 0
    scale = 255 / (extent + (some ^ True) * types.Constant(255, dtype=types.UINT8))
    return fn.cast_like((data - lo * some) * scale, data)


@augmentation
def identity(data: DataNode, _: None) -> DataNode:
    return data
