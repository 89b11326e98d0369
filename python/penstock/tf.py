"""TensorFlow: eager tensors over the pipeline's memory, through DLPack and without a copy."""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf

from . import _loader

__all__ = ["Loader", "as_tensor"]


def as_tensor(array: Any) -> Any:
    """The tf.Tensor over a numpy array, without a copy. It keeps the array's memory."""
    return tf.experimental.dlpack.from_dlpack(array.__dlpack__())


class Loader(_loader.Loader):
    """``penstock.Loader`` with tensors of TensorFlow in place of arrays. They lie in the pipeline's memory and keep it. Tensors do
    not change: what writes to ``item.info``'s memory by other ways breaks that."""

    def _converter(self) -> Callable[[Any], Any]:
        return as_tensor
