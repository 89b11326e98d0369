"""What policies are made of: augmentations, and the choice among them for each sample."""

from ._augmentation import Augmentation as _Augmentation
from ._augmentation import augmentation, signed_bin
from ._select import select
from .policy import Policy

__all__ = ["Policy", "_Augmentation", "augmentation", "select", "signed_bin"]
