"""imread(): images of files."""

from __future__ import annotations

from typing import Any, Union

import numpy as np

from ..._schemas import schemas
from ._call import call
from ._data import batch, tensor
from ._values import Batch, Tensor


def imread(filepaths: Any, *, device: Any = None, **kwargs: Any) -> Union[Tensor, Batch]:
    """Reads and decodes images.

    Args:
        filepaths: a path gives a Tensor, a list of paths a Batch; or a Tensor or Batch with the bytes of paths.
        device: where they are decoded: ``"cpu"`` or ``"gpu"``. Default: ``"cpu"``.
        kwargs: arguments of ``decoders.image()``.
    """
    if isinstance(filepaths, (list, tuple)):
        paths: Any = batch([_bytes_of(path) for path in filepaths])
    else:
        paths = filepaths if isinstance(filepaths, (Tensor, Batch)) else tensor(_bytes_of(filepaths))
    contents = call(schemas()["io.file.read"], "io.file.read", [paths], {})
    made: Union[Tensor, Batch] = call(schemas()["decoders.image"], "decoders.image", [contents], {"device": device, **kwargs})
    return made


def _bytes_of(path: Any) -> np.ndarray[Any, Any]:
    if not isinstance(path, str) and not hasattr(path, "__fspath__"):
        raise TypeError(f"filepaths must be str, list of str, Tensor, or Batch, got {type(path)}")
    return np.frombuffer(str(path).encode(), np.uint8)


__all__ = ["imread"]
