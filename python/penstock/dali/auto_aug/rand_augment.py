"""RandAugment: `n` augmentations in turn per sample, each drawn from a suite, all with the magnitude of bin `m`."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

from .. import fn, types
from ..data_node import DataNode
from . import augmentations as a
from .core._args import forbid_unused_kwargs
from .core._augmentation import Augmentation, signed_bin
from .core._utils import check_bins, check_suite, get_translations, pretty_select, seed_of, without


def rand_augment(
    data: DataNode,
    n: int,
    m: int,
    num_magnitude_bins: int = 31,
    shape: Union[DataNode, Sequence[int], None] = None,
    fill_value: Optional[int] = 128,
    interp_type: Any = None,
    max_translate_abs: Any = None,
    max_translate_rel: Any = None,
    seed: Optional[int] = None,
    monotonic_mag: bool = True,
    excluded: Optional[Sequence[str]] = None,
) -> DataNode:
    """Applies RandAugment (E. Cubuk et al., 2019, arXiv:1909.13719).

    Args:
        data: uint8 images in HWC, or videos in FHWC.
        n: Augmentations in turn per sample.
        m: The bin of their magnitude, from 0 to num_magnitude_bins - 1.
        num_magnitude_bins: The number of bins that ranges of magnitudes are divided into.
        shape: Height and width of the images, as a pair or a DataNode: shifts then go by fractions of them, else by pixels.
        fill_value: Value of pixels from outside of the image; None repeats the border.
        interp_type: How warps and rotations sample: types.INTERP_LINEAR (the default) or types.INTERP_NN.
        max_translate_abs: The largest shift in pixels, as one number or (height, width). Default: 100.
        max_translate_rel: With `shape`: the largest shift as a fraction. Default: 100 / 224.
        seed: Seed of the draws. Default: it follows from the pipeline's.
        monotonic_mag: A higher bin is a stronger change for all augmentations; False: the ranges of AutoAugment.
        excluded: Names of augmentations to leave out.
    """
    kwargs: dict[str, Any] = {"fill_value": fill_value, "interp_type": interp_type}
    if shape is not None:
        kwargs["shape"] = shape
    suite_of = get_rand_augment_suite if monotonic_mag else get_rand_augment_non_monotonic_suite
    suite = without(suite_of(shape is not None, max_translate_abs, max_translate_rel), excluded)
    return apply_rand_augment(suite, data, n, m, num_magnitude_bins, seed, **kwargs)


def apply_rand_augment(
    augmentations: Sequence[Augmentation],
    data: DataNode,
    n: int,
    m: int,
    num_magnitude_bins: int = 31,
    seed: Optional[int] = None,
    **kwargs: Any,
) -> DataNode:
    """Applies `n` of these augmentations in turn to each sample.

    Args:
        augmentations: The suite to draw from.
        kwargs: Arguments of the augmentations; each gets those that it takes. Other arguments: as for rand_augment().
    """
    if not isinstance(n, int) or n < 0:
        raise ValueError(f"Expected an integer >= 0 for n but received {n!r}.")
    check_bins(num_magnitude_bins)
    if not isinstance(m, int) or not 0 <= m < num_magnitude_bins:
        raise ValueError(f"Expected an integer from 0 to {num_magnitude_bins - 1} for m but received {m!r}.")
    check_suite(augmentations, "apply_rand_augment")
    forbid_unused_kwargs(augmentations, kwargs, "apply_rand_augment")
    if n == 0:
        return data
    count = len(augmentations)
    numbers = fn.random.uniform(values=list(range(count)), shape=[n], dtype=types.INT32, seed=seed_of(seed, 0))
    bins: Any = m
    if any(one.randomly_negate for one in augmentations):
        bins = signed_bin(m, seed=seed_of(seed, 1), shape=[n])
    for place in range(n):
        magnitude_bin = m if bins is m else bins[place]
        given = {"magnitude_bin": magnitude_bin, "num_magnitude_bins": num_magnitude_bins, **kwargs}
        number = numbers[place]
        data = pretty_select(
            augmentations, number, {"data": data, **given}, "apply_rand_augment", "get_rand_augment_suite"
        )
    return data


def get_rand_augment_suite(
    use_shape: bool = False, max_translate_abs: Any = None, max_translate_rel: Any = None
) -> list[Augmentation]:
    """The augmentations of RandAugment, where a higher bin is a stronger change."""
    return [
        *_common(use_shape, max_translate_abs, max_translate_rel),
        *(one.augmentation((0, 0.9), True, a.shift_enhance_range) for one in (a.brightness, a.contrast, a.color)),
        a.sharpness.augmentation((0, 0.9), True, a.sharpness_kernel),
        a.posterize.augmentation((8, 4), False, a.poster_mask_uint8),
        # Solarize strengthens as the threshold falls.
        a.solarize.augmentation((256, 0)),
    ]


def get_rand_augment_non_monotonic_suite(
    use_shape: bool = False, max_translate_abs: Any = None, max_translate_rel: Any = None
) -> list[Augmentation]:
    """The augmentations of RandAugment with the ranges of AutoAugment."""
    return [
        *_common(use_shape, max_translate_abs, max_translate_rel),
        *(one.augmentation((0.1, 1.9), False, None) for one in (a.brightness, a.contrast, a.color)),
        a.sharpness.augmentation((0.1, 1.9), False, a.sharpness_kernel_shifted),
        a.posterize.augmentation((0, 4), False, a.poster_mask_uint8),
        a.solarize.augmentation((0, 256)),
    ]


def _common(use_shape: bool, max_translate_abs: Any, max_translate_rel: Any) -> list[Augmentation]:
    return [
        *get_translations(use_shape, 100, 100 / 224, max_translate_abs, max_translate_rel),
        a.shear_x.augmentation((0, 0.3), True),
        a.shear_y.augmentation((0, 0.3), True),
        a.rotate.augmentation((0, 30), True),
        *(a.equalize, a.auto_contrast, a.identity),
    ]
