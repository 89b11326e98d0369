"""``torch_python_function``: a function over tensors of PyTorch in the graph."""

from __future__ import annotations

from typing import Any, Callable

from ....torch import as_tensor
from ...python_function import python_function

__all__ = ["torch_python_function"]


def torch_python_function(*inputs: Any, function: Callable[..., Any], **kwargs: Any) -> Any:
    """Runs a function over tensors of PyTorch on every sample; else as ``fn.python_function``.

    Args:
        inputs: DataNodes in host memory; each is an argument of the function, as a tensor, or with ``batch_processing`` a list of them.
        function: returns a tensor, or a tuple of ``num_outputs`` of them; with ``batch_processing`` lists of them.
    """
    if not callable(function):
        raise TypeError(f"Expected a function but received {function!r}")

    def over_tensors(*arrays: Any) -> Any:
        return function(*(_tensors(one) for one in arrays))

    return python_function(*inputs, function=over_tensors, **kwargs)


def _tensors(value: Any) -> Any:
    return [as_tensor(one) for one in value] if isinstance(value, list) else as_tensor(value)


class TorchPythonFunction:
    """The class of ``torch_python_function``."""

    def __init__(self, function: Callable[..., Any], num_outputs: int = 1, **kwargs: Any) -> None:
        self._given = {"function": function, "num_outputs": num_outputs, **kwargs}

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        return torch_python_function(*inputs, **{**self._given, **kwargs})
