"""What the policies share."""

from __future__ import annotations

from typing import Any, Optional, Sequence

from .. import augmentations as a
from ...data_node import DataNode
from ._args import MissingArgument
from ._augmentation import Augmentation
from ._select import select


def get_translations(
    use_shape: bool = False,
    default_translate_abs: Any = 250,
    default_translate_rel: Any = 1.0,
    max_translate_abs: Any = None,
    max_translate_rel: Any = None,
) -> list[Augmentation]:
    """Shifts along x and y: by fractions of the images' extents with `use_shape`, else by pixels."""
    if not isinstance(use_shape, bool):
        raise TypeError(f"Expected True or False for use_shape but received {use_shape!r}.")
    if use_shape and max_translate_abs is not None:
        raise ValueError("Expected no max_translate_abs beside shapes of images but received one. Use max_translate_rel.")
    if not use_shape and max_translate_rel is not None:
        raise ValueError("Expected no max_translate_rel without shapes of images but received one. Use max_translate_abs.")
    if use_shape:
        most = default_translate_rel if max_translate_rel is None else max_translate_rel
        pair = a.translate_x, a.translate_y
    else:
        most = default_translate_abs if max_translate_abs is None else max_translate_abs
        pair = a.translate_x_no_shape, a.translate_y_no_shape
    height, width = most if isinstance(most, (tuple, list)) else (most, most)
    return [pair[0].augmentation((0, width), True), pair[1].augmentation((0, height), True)]


def pretty_select(
    augmentations: Sequence[Augmentation], aug_ids: DataNode, op_kwargs: dict[str, Any], auto_aug_name: str, ref_suite_name: str
) -> Any:
    """select(), with a hint for translations that lack the shape of the images."""
    try:
        return select(augmentations, aug_ids, **op_kwargs)
    except MissingArgument as error:
        if error.missing != ["shape"]:
            raise
        raise TypeError(
            f"Expected the height and width of the images for `shape` of {auto_aug_name}, which {error.augmentation.name}"
            f" needs, but received none. fn.peek_image_shape gives them; {ref_suite_name}(use_shape=False) needs none."
        ) from error


def seed_of(seed: Optional[int], place: int) -> Optional[int]:
    """The seed of one of several draws of a call, so that they are independent of each other."""
    return None if seed is None or seed < 0 else (seed * 1_000_003 + place) % 2**31


def without(suite: Sequence[Augmentation], excluded: Optional[Sequence[str]]) -> list[Augmentation]:
    """The suite without the augmentations of these names."""
    names = [str(one.name) for one in suite]
    unknown = [name for name in excluded or () if name not in names]
    if unknown:
        raise ValueError(f"Expected names among {', '.join(names)} for excluded but received {', '.join(map(repr, unknown))}.")
    return [one for one in suite if one.name not in (excluded or ())]


def check_bins(num_magnitude_bins: Any) -> None:
    if not isinstance(num_magnitude_bins, int) or num_magnitude_bins < 1:
        raise ValueError(f"Expected an integer > 0 for num_magnitude_bins but received {num_magnitude_bins!r}.")


def check_suite(augmentations: Sequence[Augmentation], call: str) -> None:
    if not augmentations:
        raise ValueError(f"Expected at least one augmentation for {call} but received none.")
