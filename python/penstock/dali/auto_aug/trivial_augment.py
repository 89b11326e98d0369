"""TrivialAugment: one augmentation per sample, drawn from a suite, with a magnitude of any bin."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

from .. import fn, types
from ..data_node import DataNode
from . import augmentations as a
from .core._args import forbid_unused_kwargs
from .core._augmentation import Augmentation, signed_bin
from .core._utils import check_bins, check_suite, get_translations, pretty_select, seed_of, without


def trivial_augment_wide(
    data: DataNode,
    num_magnitude_bins: int = 31,
    shape: Union[DataNode, Sequence[int], None] = None,
    fill_value: Optional[int] = 128,
    interp_type: Any = None,
    max_translate_abs: Any = None,
    max_translate_rel: Any = None,
    seed: Optional[int] = None,
    excluded: Optional[Sequence[str]] = None,
) -> DataNode:
    """Applies TrivialAugment's wide space (S. Müller and F. Hutter, 2021, arXiv:2103.10158).

    Args:
        data: uint8 images in HWC, or videos in FHWC.
        num_magnitude_bins: The number of bins that ranges of magnitudes are divided into.
        shape: Height and width of the images, as a pair or a DataNode: shifts then go by fractions of them, else by pixels.
        fill_value: Value of pixels from outside of the image; None repeats the border.
        interp_type: How warps and rotations sample: types.INTERP_LINEAR (the default) or types.INTERP_NN.
        max_translate_abs: The largest shift in pixels, as one number or (height, width). Default: 32.
        max_translate_rel: With `shape`: the largest shift as a fraction. Default: 1.
        seed: Seed of the draws. Default: it follows from the pipeline's.
        excluded: Names of augmentations to leave out.
    """
    kwargs: dict[str, Any] = {"fill_value": fill_value, "interp_type": interp_type}
    if shape is not None:
        kwargs["shape"] = shape
    suite = get_trivial_augment_wide_suite(shape is not None, max_translate_abs, max_translate_rel)
    return apply_trivial_augment(without(suite, excluded), data, num_magnitude_bins, seed, **kwargs)


def apply_trivial_augment(
    augmentations: Sequence[Augmentation],
    data: DataNode,
    num_magnitude_bins: int = 31,
    seed: Optional[int] = None,
    **kwargs: Any,
) -> DataNode:
    """Applies one of these augmentations to each sample.

    Args:
        augmentations: The suite to draw from.
        kwargs: Arguments of the augmentations; each gets those that it takes. Other arguments: as for trivial_augment_wide().
    """
    check_bins(num_magnitude_bins)
    check_suite(augmentations, "apply_trivial_augment")
    forbid_unused_kwargs(augmentations, kwargs, "apply_trivial_augment")

    def drawn(count: int, place: int) -> DataNode:
        return fn.random.uniform(values=list(range(count)), dtype=types.INT32, seed=seed_of(seed, place))

    magnitude_bin: Any = drawn(num_magnitude_bins, 0)
    if any(one.randomly_negate for one in augmentations):
        magnitude_bin = signed_bin(magnitude_bin, seed=seed_of(seed, 1))
    given = {"magnitude_bin": magnitude_bin, "num_magnitude_bins": num_magnitude_bins, **kwargs}
    number = drawn(len(augmentations), 2)
    return pretty_select(
        augmentations, number, {"data": data, **given}, "apply_trivial_augment", "get_trivial_augment_wide_suite"
    )


def get_trivial_augment_wide_suite(
    use_shape: bool = False, max_translate_abs: Any = None, max_translate_rel: Any = None
) -> list[Augmentation]:
    """The augmentations of TrivialAugment's wide space."""
    return [
        *get_translations(use_shape, 32, 1.0, max_translate_abs, max_translate_rel),
        a.shear_x.augmentation((0, 0.99), True),
        a.shear_y.augmentation((0, 0.99), True),
        a.rotate.augmentation((0, 135), True),
        *(one.augmentation((0.01, 0.99), True, a.shift_enhance_range) for one in (a.brightness, a.contrast, a.color)),
        a.sharpness.augmentation((0.01, 0.99), True, a.sharpness_kernel),
        a.posterize.augmentation((8, 2), False, a.poster_mask_uint8),
        a.solarize.augmentation((256, 0)),
        *(a.equalize, a.auto_contrast, a.identity),
    ]
