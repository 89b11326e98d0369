"""DALI's plugin for Numba over penstock.dali: functions that Numba compiles as operators."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")

from penstock.dali import fn, pipeline_def, types  # noqa: E402
from penstock.dali.plugin import numba as plugin  # noqa: E402

CPU = {"batch_size": 3, "num_threads": 1, "device_id": None}
SAMPLES = [np.arange(2 * (i + 1), dtype=np.float32).reshape(2, i + 1) for i in range(3)]
GIVEN = {"out_types": [types.FLOAT], "in_types": [types.FLOAT], "outs_ndim": [2], "ins_ndim": [2]}


def double(out0: Any, in0: Any) -> None:
    for i in range(in0.shape[0]):
        for j in range(in0.shape[1]):
            out0[i, j] = 2 * in0[i, j]


def double_all(out0: Any, in0: Any) -> None:
    for s in range(len(in0)):
        out0[s][:] = 2 * in0[s]


def turned(outs: Any, ins: Any) -> None:
    for s in range(len(outs[0])):
        outs[0][s][0] = ins[0][s][1]
        outs[0][s][1] = ins[0][s][0]


def turn(out0: Any, in0: Any) -> None:
    out0[:] = in0.T


def sums_of(outs: Any, ins: Any) -> None:
    for s in range(len(ins[0])):
        outs[0][s][0] = ins[0][s][0]


def sums(out0: Any, out1: Any, in0: Any, in1: Any) -> None:
    for i in range(in0.shape[0]):
        out0[i] = in0[i].sum()
    out1[()] = in1[()] + 1


def run(**given: Any) -> Any:
    @pipeline_def(enable_conditionals=True, **CPU)
    def define() -> Any:
        x = fn.external_source(lambda: SAMPLES)
        inputs = [x, fn.constant(idata=4, shape=[])][: len(given["in_types"])]
        return tuple(given.pop("cls", plugin.fn.experimental.numba_function)(*inputs, **given)) if len(given["out_types"]) > 1 else (
            plugin.fn.experimental.numba_function(*inputs, **given)
        )

    pipe = define()
    return [[np.asarray(sample) for sample in output] for output in (pipe.run(), pipe.run())[1]]


def same(got: Any, wanted: Any) -> bool:
    return all(np.array_equal(a, b) and a.dtype == b.dtype for a, b in zip(got, wanted)) and len(got) == len(wanted)


@pytest.mark.parametrize("options", [{"run_fn": double}, {"run_fn": double_all, "batch_processing": True}])
def test_outputs_have_the_shapes_of_inputs(options: Any) -> None:
    (output,) = run(**GIVEN, **options)
    assert same(output, [2 * sample for sample in SAMPLES])


def test_a_function_gives_shapes() -> None:
    (output,) = run(**GIVEN, run_fn=turn, setup_fn=turned)
    assert same(output, [sample.T for sample in SAMPLES])


def test_several_inputs_and_outputs() -> None:
    given = {"out_types": [types.FLOAT, types.INT32], "in_types": [types.FLOAT, types.INT32], "outs_ndim": [1, 0], "ins_ndim": [2, 0]}
    first, second = run(**given, run_fn=sums, setup_fn=sums_of)
    assert same(first, [sample.sum(axis=1) for sample in SAMPLES]) and same(second, [np.array(5, np.int32)] * 3)


def test_the_class() -> None:
    @pipeline_def(**CPU)
    def define() -> Any:
        return plugin.experimental.NumbaFunction(run_fn=double, **GIVEN)(fn.external_source(lambda: SAMPLES))

    assert same([np.asarray(one) for one in define().run()[0]], [2 * sample for sample in SAMPLES])


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"device": "gpu"}, NotImplementedError, "host memory"),
        ({"in_types": []}, ValueError, "in_types"),
        ({"outs_ndim": []}, ValueError, "outs_ndim"),
        ({"out_types": [types.FLOAT] * 2, "outs_ndim": [1, 1]}, ValueError, "setup_fn"),
    ],
)
def test_wrong_arguments(options: Any, kind: Any, words: str) -> None:
    with pytest.raises(kind, match=words):
        plugin.fn.numba_function(fn.constant(fdata=1), run_fn=double, **{**GIVEN, **options})


def test_inputs_of_other_types() -> None:
    with pytest.raises(RuntimeError, match="float64 with 2 axes for input 0.*received float32 with 2"):
        run(**{**GIVEN, "in_types": [types.FLOAT64]}, run_fn=double)
