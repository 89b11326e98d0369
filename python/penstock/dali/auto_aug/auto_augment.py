"""AutoAugment: one of a policy's sub-policies per sample, each of whose steps is taken with its own probability."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import numpy as np

from .. import fn, types
from ..data_node import DataNode
from . import augmentations as a
from .core._args import forbid_unused_kwargs
from .core._augmentation import Augmentation, signed_bin
from .core._utils import get_translations, pretty_select, seed_of
from .core.policy import Policy

# The policies of E. Cubuk et al., "AutoAugment" (2018, arXiv:1805.09501): a sub-policy per line, whose steps are separated
# by commas and have a name, a probability and a bin.
_IMAGE_NET = """
    equalize 0.8, shear_y 0.8 4
    color 0.4 9, equalize 0.6
    color 0.4 1, rotate 0.6 8
    solarize 0.8 3, equalize 0.4
    solarize 0.4 2, solarize 0.6 2
    color 0.2 0, equalize 0.8
    equalize 0.4, solarize_add 0.8 3
    shear_x 0.2 9, rotate 0.6 8
    color 0.6 1, equalize 1
    invert 0.4, rotate 0.6 0
    equalize 1, shear_y 0.6 3
    color 0.4 7, equalize 0.6
    posterize 0.4 6, auto_contrast 0.4
    solarize 0.6 8, color 0.6 9
    solarize 0.2 4, rotate 0.8 9
    rotate 1 7, translate_y 0.8 9
    solarize 0.8 4
    shear_y 0.8 0, color 0.6 4
    color 1 0, rotate 0.6 2
    equalize 0.8
    equalize 1, auto_contrast 0.6
    shear_y 0.4 7, solarize_add 0.6 7
    posterize 0.8 2, solarize 0.6 10
    solarize 0.6 8, equalize 0.6
    color 0.8 6, rotate 0.4 5
"""

_REDUCED_IMAGE_NET = """
    posterize 0.4 8, rotate 0.6 9
    solarize 0.6 5, auto_contrast 0.6
    equalize 0.8, equalize 0.6
    posterize 0.6 7, posterize 0.6 6
    equalize 0.4, solarize 0.2 4
    equalize 0.4, rotate 0.8 8
    solarize 0.6 3, equalize 0.6
    posterize 0.8 5, equalize 1
    rotate 0.2 3, solarize 0.6 8
    equalize 0.6, posterize 0.4 6
    rotate 0.8 8, color 0.4 0
    rotate 0.4 9, equalize 0.6
    equalize 0.8
    invert 0.6, equalize 1
    color 0.6 4, contrast 1 8
    rotate 0.8 8, color 1 2
    color 0.8 8, solarize 0.8 7
    sharpness 0.4 7, invert 0.6
    shear_x 0.6 5, equalize 1
    color 0.4 0, equalize 0.6
    equalize 0.4, solarize 0.2 4
    solarize 0.6 5, auto_contrast 0.6
    invert 0.6, equalize 1
    color 0.6 4, contrast 1 8
    equalize 0.8, equalize 0.6
"""

_REDUCED_CIFAR10 = """
    invert 0.1, contrast 0.2 6
    rotate 0.7 2, translate_x 0.3 9
    sharpness 0.8 1, sharpness 0.9 3
    shear_y 0.5 8, translate_y 0.7 9
    auto_contrast 0.5, equalize 0.9
    shear_y 0.2 7, posterize 0.3 7
    color 0.4 3, brightness 0.6 7
    sharpness 0.3 9, brightness 0.7 9
    equalize 0.6, equalize 0.5
    contrast 0.6 7, sharpness 0.6 5
    color 0.7 7, translate_x 0.5 8
    equalize 0.3, auto_contrast 0.4
    translate_y 0.4 3, sharpness 0.2 6
    brightness 0.9 6, color 0.2 8
    solarize 0.5 2
    equalize 0.2, auto_contrast 0.6
    equalize 0.2, equalize 0.6
    color 0.9 9, equalize 0.6
    auto_contrast 0.8, solarize 0.2 8
    brightness 0.1 3, color 0.7 0
    solarize 0.4 5, auto_contrast 0.9
    translate_y 0.9 9, translate_y 0.7 9
    auto_contrast 0.9, solarize 0.8 3
    equalize 0.8, invert 0.1
    translate_y 0.7 9, auto_contrast 0.9
"""

_SVHN = """
    shear_x 0.9 4, invert 0.2
    shear_y 0.9 8, invert 0.7
    equalize 0.6, solarize 0.6 6
    invert 0.9, equalize 0.6
    equalize 0.6, rotate 0.9 3
    shear_x 0.9 4, auto_contrast 0.8
    shear_y 0.9 8, invert 0.4
    shear_y 0.9 5, solarize 0.2 6
    invert 0.9, auto_contrast 0.8
    equalize 0.6, rotate 0.9 3
    shear_x 0.9 4, solarize 0.3 3
    shear_y 0.8 8, invert 0.7
    equalize 0.9, translate_y 0.6 6
    invert 0.9, equalize 0.6
    contrast 0.3 3, rotate 0.8 4
    invert 0.8
    shear_y 0.7 6, solarize 0.4 8
    invert 0.6, rotate 0.8 4
    shear_y 0.3 7, translate_x 0.9 3
    shear_x 0.1 6, invert 0.6
    solarize 0.7 2, translate_y 0.6 7
    shear_y 0.8 4, invert 0.8
    shear_x 0.7 9, translate_y 0.8 3
    shear_y 0.8 5, auto_contrast 0.7
    shear_x 0.7 2, invert 0.1
"""


def auto_augment(
    data: DataNode,
    policy_name: str = "image_net",
    shape: Union[DataNode, Sequence[int], None] = None,
    fill_value: Optional[int] = 128,
    interp_type: Any = None,
    max_translate_abs: Any = None,
    max_translate_rel: Any = None,
    seed: Optional[int] = None,
) -> DataNode:
    """Applies one of the paper's policies.

    Args:
        data: uint8 images in HWC, or videos in FHWC.
        policy_name: "image_net", "reduced_image_net", "svhn" or "reduced_cifar10".
        shape: Height and width of the images, as a pair or a DataNode: shifts then go by fractions of them, else by pixels.
        fill_value: Value of pixels from outside of the image; None repeats the border.
        interp_type: How warps and rotations sample: types.INTERP_LINEAR (the default) or types.INTERP_NN.
        max_translate_abs: The largest shift in pixels, as one number or (height, width). Default: 250.
        max_translate_rel: With `shape`: the largest shift as a fraction. Default: 1.
        seed: Seed of the draws. Default: it follows from the pipeline's.
    """
    makers = {
        "image_net": get_image_net_policy,
        "reduced_image_net": get_reduced_image_net_policy,
        "svhn": get_svhn_policy,
        "reduced_cifar10": get_reduced_cifar10_policy,
    }
    if policy_name not in makers:
        raise ValueError(f"Expected one of {', '.join(makers)} for policy_name but received {policy_name!r}.")
    kwargs: dict[str, Any] = {"fill_value": fill_value, "interp_type": interp_type}
    if policy_name == "reduced_image_net":
        limits = {"shape": shape, "max_translate_abs": max_translate_abs, "max_translate_rel": max_translate_rel}
        given = [name for name, value in limits.items() if value is not None]
        if given:
            raise ValueError(f"Expected no {given[0]} for reduced_image_net, which has no translations, but received one.")
        return apply_auto_augment(get_reduced_image_net_policy(), data, seed, **kwargs)
    if shape is not None:
        kwargs["shape"] = shape
    make: Any = makers[policy_name]
    policy = make(shape is not None, max_translate_abs, max_translate_rel)
    return apply_auto_augment(policy, data, seed, **kwargs)


def auto_augment_image_net(
    data: DataNode,
    shape: Union[DataNode, Sequence[int], None] = None,
    fill_value: Optional[int] = 128,
    interp_type: Any = None,
    max_translate_abs: Any = None,
    max_translate_rel: Any = None,
    seed: Optional[int] = None,
) -> DataNode:
    """auto_augment() with the policy "image_net"."""
    return auto_augment(
        data, "image_net", shape, fill_value, interp_type, max_translate_abs, max_translate_rel, seed
    )


def apply_auto_augment(policy: Policy, data: DataNode, seed: Optional[int] = None, **kwargs: Any) -> DataNode:
    """Applies a policy.

    Args:
        policy: Sub-policies, one of which is drawn for each sample.
        data: The samples.
        seed: Seed of the draws. Default: it follows from the pipeline's.
        kwargs: Arguments of the augmentations; each gets those that it takes.
    """
    if not policy.sub_policies:
        raise ValueError(f"Expected at least one sub-policy for apply_auto_augment but received {policy}.")
    forbid_unused_kwargs(policy.augmentations.values(), kwargs, "apply_auto_augment")
    length = max(map(len, policy.sub_policies))
    choice = fn.random.uniform(values=list(range(len(policy.sub_policies))), dtype=types.INT32, seed=seed_of(seed, 0))
    fraction = fn.random.uniform(range=[0, 1], shape=[length], dtype=types.FLOAT, seed=seed_of(seed, 1))
    matrix, suites = _sub_policy_to_augmentation_matrix_map(policy)
    numbers = types.Constant(matrix, device="cpu")[choice]
    taken = fraction < types.Constant(_padded(policy, 1, np.float32), device="cpu")[choice]
    bins: Any = types.Constant(_padded(policy, 2, np.int32), device="cpu")[choice]
    if any(one.randomly_negate for one in policy.augmentations.values()):
        bins = signed_bin(bins, seed=seed_of(seed, 2), shape=[length])
    for stage, suite in enumerate(suites):
        given = {"magnitude_bin": bins[stage], "num_magnitude_bins": policy.num_magnitude_bins, **kwargs}
        # Augmentation 0 of each stage is the identity: it stands for a step that is not taken.
        number = numbers[stage] * taken[stage]
        data = pretty_select(suite, number, {"data": data, **given}, "apply_auto_augment", "get_image_net_policy")
    return data


def _padded(policy: Policy, place: int, dtype: Any) -> np.ndarray:
    """One part of the steps of each sub-policy, as a table; 0 where there is none."""
    table = np.zeros((len(policy.sub_policies), max(map(len, policy.sub_policies))), dtype=dtype)
    for row, sub_policy in enumerate(policy.sub_policies):
        for stage, step in enumerate(sub_policy):
            table[row, stage] = step[place] or 0
    return table


def _sub_policy_to_augmentation_matrix_map(policy: Policy) -> tuple[np.ndarray, list[list[Augmentation]]]:
    """The augmentations that occur at each stage, and for each sub-policy the number of its own among them."""
    length = max(map(len, policy.sub_policies))
    suites: list[list[Augmentation]] = [[a.identity] for _ in range(length)]
    matrix = np.zeros((len(policy.sub_policies), length), dtype=np.int32)
    for row, sub_policy in enumerate(policy.sub_policies):
        for stage, (one, _, _) in enumerate(sub_policy):
            ids = [id(known) for known in suites[stage]]
            if id(one) not in ids:
                ids.append(id(one))
                suites[stage].append(one)
            matrix[row, stage] = ids.index(id(one))
    return matrix, suites


def _policy(name: str, table: str, translations: Sequence[Augmentation] = ()) -> Policy:
    factors = (a.brightness, a.contrast, a.color)
    suite = [
        *translations,
        a.shear_x.augmentation((0, 0.3), True),
        a.shear_y.augmentation((0, 0.3), True),
        a.rotate.augmentation((0, 30), True),
        # The magnitude is the factor itself: it is weakest in the middle of the range.
        *(one.augmentation((0.1, 1.9), False, None) for one in factors),
        a.sharpness.augmentation((0.1, 1.9), False, a.sharpness_kernel_shifted),
        a.posterize.augmentation((0, 4), False, a.poster_mask_uint8),
        a.solarize.augmentation((0, 256), False),
        a.solarize_add.augmentation((0, 110), False),
        *(a.invert, a.equalize, a.auto_contrast),
    ]
    named = {one.name: one for one in suite}
    sub_policies = []
    for line in table.strip().splitlines():
        steps = [step.split() for step in line.split(",")]
        sub_policies.append([(named[one], float(chance), int(bins[0]) if bins else None) for one, chance, *bins in steps])
    return Policy(name, 11, sub_policies)


def get_image_net_policy(
    use_shape: bool = False, max_translate_abs: Any = None, max_translate_rel: Any = None
) -> Policy:
    """The policy that was found for ImageNet. With `use_shape` shifts go by fractions of the images' extents."""
    translations = get_translations(use_shape, 250, 1.0, max_translate_abs, max_translate_rel)
    return _policy("ImageNetPolicy", _IMAGE_NET, translations)


def get_reduced_cifar10_policy(
    use_shape: bool = False, max_translate_abs: Any = None, max_translate_rel: Any = None
) -> Policy:
    """The policy that was found for a part of CIFAR-10. With `use_shape` shifts go by fractions of the images' extents."""
    translations = get_translations(use_shape, 250, 1.0, max_translate_abs, max_translate_rel)
    return _policy("ReducedCifar10Policy", _REDUCED_CIFAR10, translations)


def get_svhn_policy(use_shape: bool = False, max_translate_abs: Any = None, max_translate_rel: Any = None) -> Policy:
    """The policy that was found for SVHN. With `use_shape` shifts go by fractions of the images' extents."""
    translations = get_translations(use_shape, 250, 1.0, max_translate_abs, max_translate_rel)
    return _policy("SvhnPolicy", _SVHN, translations)


def get_reduced_image_net_policy() -> Policy:
    """The policy that was found for a part of ImageNet. It has no shifts."""
    return _policy("ReducedImageNetPolicy", _REDUCED_IMAGE_NET)
