"""Policies of AutoAugment as data."""

from __future__ import annotations

import numbers
import warnings
from typing import Any, Optional, Sequence

from ._augmentation import Augmentation


class Policy:
    """Sub-policies, one of which is drawn for each sample.

    Args:
        name: Name in messages.
        num_magnitude_bins: The number of bins that ranges of magnitudes are divided into.
        sub_policies: Lists of steps. A step is (augmentation, probability, magnitude bin); the bin is None for augmentations
            without magnitudes.
    """

    def __init__(
        self,
        name: str,
        num_magnitude_bins: int,
        sub_policies: Sequence[Sequence[tuple[Augmentation, float, Optional[int]]]],
    ) -> None:
        if not isinstance(num_magnitude_bins, int) or num_magnitude_bins < 1:
            raise ValueError(f"Expected an integer > 0 for num_magnitude_bins but received {num_magnitude_bins!r}.")
        if not isinstance(sub_policies, (list, tuple)):
            raise TypeError(f"Expected a list for sub_policies but received {sub_policies!r}.")
        for number, sub_policy in enumerate(sub_policies):
            if not isinstance(sub_policy, (list, tuple)):
                raise TypeError(f"Expected a list of steps for sub_policies[{number}] but received {sub_policy!r}.")
            for place, step in enumerate(sub_policy):
                _check_step(step, f"sub_policies[{number}][{place}]", num_magnitude_bins)
        self.name = name
        self.num_magnitude_bins = num_magnitude_bins
        named = _with_own_names([step[0] for sub_policy in sub_policies for step in sub_policy])
        self.sub_policies = [[(named[id(step[0])], *step[1:]) for step in sub_policy] for sub_policy in sub_policies]
        self.augmentations = {one.name: one for one in named.values()}

    def __repr__(self) -> str:
        steps = ", ".join(
            "[" + ", ".join(f"({one.name}, {probability}, {magnitude})" for one, probability, magnitude in sub_policy) + "]"
            for sub_policy in self.sub_policies
        )
        return (
            f"Policy(name={self.name!r}, num_magnitude_bins={self.num_magnitude_bins}, "
            f"sub_policies=[{steps}], augmentations={self.augmentations!r})"
        )


def _check_step(step: Any, what: str, bins: int) -> None:
    if not isinstance(step, (list, tuple)) or len(step) != 3:
        raise TypeError(f"Expected (augmentation, probability, magnitude bin) for {what} but received {step!r}.")
    one, probability, magnitude_bin = step
    if not isinstance(one, Augmentation):
        raise TypeError(f"Expected an augmentation for {what}[0] but received {one!r}.")
    if not isinstance(probability, numbers.Real) or not 0 <= float(probability) <= 1:
        raise ValueError(f"Expected a probability from 0 to 1 for {what}[1] but received {probability!r}.")
    if probability == 0:
        warnings.warn(f"{one.name} has the probability 0 in one of the sub-policies: {what} never runs.", stacklevel=4)
    if magnitude_bin is None:
        if one.mag_range is not None:
            raise ValueError(f"Expected a bin from 0 to {bins - 1} for {what}[2] but received None.")
        return
    if not isinstance(magnitude_bin, int) or not 0 <= magnitude_bin < bins:
        raise ValueError(f"Expected a bin from 0 to {bins - 1} for {what}[2] but received {magnitude_bin!r}.")
    if one.mag_range is None:
        warnings.warn(
            f"The augmentation does not accept magnitudes: the bin of {one.name} in {what} has no use.", stacklevel=4
        )


def _with_own_names(augmentations: Sequence[Augmentation]) -> dict[int, Augmentation]:
    """By id: the augmentations, with numbers before their names if two of them have the same."""
    distinct = list({id(one): one for one in augmentations}.items())
    if len({one.name for _, one in distinct}) == len(distinct):
        return dict(distinct)
    width = len(str(len(distinct) - 1))
    return {key: one.augmentation(name=f"{i:0{width}}__{one.name}") for i, (key, one) in enumerate(distinct)}
