"""``fn.dl_tensor_python_function``: a function over DLPack capsules in the graph, on host memory."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._cpu_tensors import as_array, writable
from .python_function import python_function


def _dlpack_from_array(array: np.ndarray) -> Any:
    """An array of numpy as a DLPack capsule."""
    return writable(array).__dlpack__()


def _dlpack_to_array(capsule: Any) -> np.ndarray:
    """A DLPack capsule of host memory as an array of numpy, without a copy."""
    return as_array(capsule)


def _capsules(value: Any) -> Any:
    return [_dlpack_from_array(one) for one in value] if isinstance(value, list) else _dlpack_from_array(value)


def _arrays(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return type(value)(_arrays(one) for one in value)
    return as_array(value) if type(value).__name__ == "PyCapsule" else value


def dl_tensor_python_function(*inputs: Any, function: Callable[..., Any], batch_processing: bool = True, **kwargs: Any) -> Any:
    """Runs a function over DLPack capsules; else as ``fn.python_function``.

    Args:
        inputs: DataNodes in host memory; each is an argument of the function: a list of capsules, one for each sample.
        function: returns a list of capsules, or a tuple of ``num_outputs`` of them.
        batch_processing: with False it is called for each sample, with a capsule for each input.

    Raises:
        RuntimeError: when the pipeline runs, for what the function raises.
    """
    if not callable(function):
        raise TypeError(f"Expected a function but received {function!r}")

    def over_capsules(*arrays: Any) -> Any:
        return _arrays(function(*(_capsules(one) for one in arrays)))

    return python_function(*inputs, function=over_capsules, batch_processing=batch_processing, **kwargs)


class DLTensorPythonFunction:
    """The class of ``fn.dl_tensor_python_function``."""

    def __init__(self, function: Callable[..., Any], num_outputs: int = 1, **kwargs: Any) -> None:
        self._given = {"function": function, "num_outputs": num_outputs, **kwargs}

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        return dl_tensor_python_function(*inputs, **{**self._given, **kwargs})
