"""TensorFlow: eager tensors over the pipeline's memory, through DLPack and without a copy."""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from . import _loader
from ._batch import Output

__all__ = ["Loader", "as_tensor"]


def as_tensor(array: Any) -> Any:
    """The tf.Tensor over a numpy array, without a copy. It keeps the array's memory."""
    return tf.experimental.dlpack.from_dlpack(array.__dlpack__())


class Loader(_loader.Loader):
    """``penstock.Loader`` with tensors of TensorFlow in place of arrays. They lie in the pipeline's memory and keep it. Tensors do
    not change: what writes to ``item.info``'s memory by other ways breaks that."""

    def _value(self, output: Output, as_list: bool) -> Any:
        value = output.value(as_list)
        return [as_tensor(sample) for sample in value] if isinstance(value, list) else as_tensor(value)
