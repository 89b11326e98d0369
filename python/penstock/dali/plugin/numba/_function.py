"""A function of the user's as operator, compiled by Numba: a function of Python for the graph, which gives arrays to write to."""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Sequence

import numba
import numpy as np

from ...python_function import python_function
from ...types import DALIDataType, to_numpy_type

_MOST = 6
"""Inputs and outputs that DALI has at most."""


def numba_function(
    *inputs: Any,
    run_fn: Callable[..., None],
    out_types: Sequence[DALIDataType],
    in_types: Sequence[DALIDataType],
    outs_ndim: Sequence[int],
    ins_ndim: Sequence[int],
    setup_fn: Optional[Callable[[Any, Any], None]] = None,
    batch_processing: bool = False,
    device: str = "cpu",
    blocks: Any = None,
    threads_per_block: Any = None,
    **kwargs: Any,
) -> Any:
    """Runs a function that Numba compiles on every sample.

    Args:
        inputs: from 1 to 6 DataNodes in host memory.
        run_fn: ``run_fn(out0, ..., in0, ...)`` writes to the outputs' arrays; with ``batch_processing`` each is a list with an array for each
            sample.
        out_types, in_types: a DALIDataType for each output and input.
        outs_ndim, ins_ndim: numbers of axes of samples.
        setup_fn: ``setup_fn(outs, ins)`` writes the outputs' shapes, ``outs[output][sample][axis]``, by the inputs', ``ins[input][sample][axis]``.
            Default: output i has the shapes of input i.
        batch_processing: ``run_fn`` is called once for a batch. Default: False.
        blocks, threads_per_block: of kernels on a GPU; without effect.
        kwargs: what ``fn.python_function`` takes as well: ``name``, ``preserve``, ``bytes_per_sample_hint``, ``seed``.

    Raises:
        ValueError: for wrong arguments.
        RuntimeError: when the pipeline runs, for inputs of another dtype or number of axes, and for what Numba raises.
    """
    if device != "cpu":
        raise NotImplementedError("numba_function runs on host memory here: call .cpu() on its inputs, and .gpu() on what it gives")
    for given, what in ((inputs, "inputs"), (out_types, "outputs")):
        if not 1 <= len(given) <= _MOST:
            raise ValueError(f"Expected from 1 to {_MOST} {what} of numba_function but received {len(given)}")
    for types, ndims, name in ((out_types, outs_ndim, "out"), (in_types, ins_ndim, "in")):
        if len(types) != len(ndims):
            raise ValueError(f"Expected as many {name}s_ndim as {name}_types but received {len(ndims)} and {len(types)}")
    if len(in_types) != len(inputs):
        raise ValueError(f"Expected a type in in_types for each of {len(inputs)} inputs but received {len(in_types)}")
    if setup_fn is None and len(out_types) > len(inputs):
        raise ValueError(f"Expected a setup_fn that gives shapes to {len(out_types)} outputs of {len(inputs)} inputs, but there is none")
    function = _Compiled(run_fn, setup_fn, out_types, in_types, outs_ndim, ins_ndim, batch_processing)
    return python_function(*inputs, function=function, num_outputs=len(out_types), batch_processing=True, **kwargs)


class _Compiled:
    """The function as ``fn.python_function`` calls it: with a list of arrays for each input."""

    def __init__(
        self,
        run: Callable[..., None],
        setup: Optional[Callable[[Any, Any], None]],
        out_types: Sequence[DALIDataType],
        in_types: Sequence[DALIDataType],
        outs_ndim: Sequence[int],
        ins_ndim: Sequence[int],
        whole: Optional[bool],
    ) -> None:
        self._run = numba.njit(run)
        self._setup = None if setup is None else numba.njit(setup)
        self._out_types = [np.dtype(to_numpy_type(one)) for one in out_types]
        self._in_types = [np.dtype(to_numpy_type(one)) for one in in_types]
        self._outs_ndim = list(outs_ndim)
        self._ins_ndim = list(ins_ndim)
        self._whole = bool(whole)

    def __call__(self, *inputs: List[Any]) -> Any:
        for number, (column, dtype, ndim) in enumerate(zip(inputs, self._in_types, self._ins_ndim)):
            odd = next((one for one in column if one.dtype != dtype or one.ndim != ndim), None)
            if odd is not None:
                raise ValueError(
                    f"Expected samples of {dtype} with {ndim} axes for input {number} of numba_function, by in_types and ins_ndim, but received "
                    f"{odd.dtype} with {odd.ndim}"
                )
        columns = [[np.asarray(one, order="C") for one in column] for column in inputs]
        outputs = [
            [np.empty(shape, dtype) for shape in shapes] for shapes, dtype in zip(self._shapes(columns), self._out_types)
        ]
        if self._whole:
            self._run(*(numba.typed.List(column) for column in (*outputs, *columns)))
        else:
            for sample in zip(*outputs, *columns):
                self._run(*sample)
        return tuple(outputs)

    def _shapes(self, columns: Sequence[List[Any]]) -> List[Any]:
        """The shapes of each output's samples."""
        if self._setup is None:
            return [[one.shape for one in column] for column in columns[: len(self._out_types)]]
        count = len(columns[0])
        outs = numba.typed.List([np.zeros((count, ndim), np.int64) for ndim in self._outs_ndim])
        ins = numba.typed.List([np.array([one.shape for one in column], np.int64).reshape(count, -1) for column in columns])
        self._setup(outs, ins)
        return [[tuple(shape) for shape in shapes.tolist()] for shapes in outs]


class NumbaFunction:
    """The class of ``numba_function``."""

    def __init__(self, **kwargs: Any) -> None:
        self._given = kwargs

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        return numba_function(*inputs, **{**self._given, **kwargs})
