"""Calls of operators by DALI's names: which arguments they take, what a call gives, and what a wrong one raises."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import pytest

import penstock.dali as dali
from penstock.dali import fn, ops, tfrecord, types
from penstock.dali.data_node import DataNode
from penstock.dali.experimental import dynamic as ndd


def args_of(node: DataNode) -> Any:
    """A call's constants, as the graph's JSON has them."""
    return node.source.args


def test_outputs_that_an_argument_names_come_by_these_names() -> None:
    features = {"image": tfrecord.FixedLenFeature((), tfrecord.string, ""), "label": tfrecord.VarLenFeature(tfrecord.int64, -1)}
    for found in (
        fn.readers.tfrecord(path="a", index_path="b", features=features, use_o_direct=True),
        ops.readers.TFRecord(path="a", features=features)(),
    ):
        assert {name: node.output for name, node in found.items()} == {"image": 0, "label": 1}
    # Outputs lie in the order of their names' bytes, and a call may name them in any order.
    swapped = fn.readers.tfrecord(path="a", features={"label": features["label"], "image": features["image"]})
    assert {name: node.output for name, node in swapped.items()} == {"image": 0, "label": 1} and list(swapped) == ["label", "image"]
    assert isinstance(fn.readers.webdataset(paths="a", ext=["jpg", "cls"]), list)
    assert isinstance(fn.readers.webdataset(paths="a", ext=["jpg"]), DataNode)


@pytest.mark.parametrize(
    ("call", "argument", "expected"),
    [
        (lambda: fn.readers.webdataset(paths="a", ext="jpg", missing_component_behavior="Skip"), "missingComponentBehavior", "skip"),
        (lambda: fn.readers.webdataset(paths="a", ext="jpg", missing_component_behavior=""), "missingComponentBehavior", None),
        (lambda: fn.readers.webdataset(paths="a", ext="jpg", missing_component_behavior="no"), "missingComponentBehavior", "no"),
        (lambda: fn.filter(image(), image(), border="1001"), "border", "reflect_1001"),
        (lambda: fn.readers.numpy(files="a", roi_start=[]), "roiStart", None),
        (lambda: fn.reductions.sum(image(), axes=[]), "axes", []),
    ],
)
def test_values_that_have_other_names_in_dali(call: Callable[[], Any], argument: str, expected: Any) -> None:
    made = call()
    assert args_of(made[0] if isinstance(made, list) else made).get(argument) == expected


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (np.zeros(2), "float32"),
        (np.array([1, -1]), "int32"),
        (np.array([1], np.uint64), "uint32"),
        (np.array([1], np.int16), "int16"),
        ([1.5], "float32"),
        ([1], "int32"),
    ],
)
def test_constants_have_32_bits_at_most(value: Any, dtype: str) -> None:
    assert args_of(types.Constant(value))["dtype"] == dtype
    assert args_of(types.Constant(value, dtype=types.FLOAT64))["dtype"] == "float64"


def image() -> Any:
    return types.Constant(np.zeros((4, 4, 3), np.uint8), layout="HWC")


@pytest.mark.parametrize(
    ("call", "kinds"),
    [
        (lambda: fn.flip(image(), horizontl=1), (TypeError, KeyError)),
        (lambda: ops.Flip(horizontl=1), (TypeError, KeyError)),
        (lambda: fn.cast(image(), dtype=types.DATA_TYPE), (RuntimeError, TypeError)),
        (lambda: fn.random.uniform(shape=[2], _random_state=image()), (NotImplementedError,)),
        (lambda: fn.python_function(function=np.zeros, output_layouts=["H", "W"]), (RuntimeError,)),
        (lambda: types.Constant(np.array([2**31])), (OverflowError,)),
        (lambda: types.ScalarConstant(types.INT16), (TypeError,)),
        (lambda: types.Constant([types.INT16, types.RGB]), (TypeError,)),
        (lambda: fn.random.choice(types.RGB), (RuntimeError,)),
        (lambda: fn.cast(types.RGB, dtype=types.FLOAT), (RuntimeError,)),
    ],
)
def test_wrong_calls(call: Callable[[], Any], kinds: Any) -> None:
    for kind in kinds:
        with pytest.raises(kind):
            call()
    with pytest.raises(kinds[0]) as caught:
        call()
    assert not str(caught.value).startswith('"')


def test_members_of_enums_are_tensors_of_their_own_dtypes() -> None:
    filters = [types.INTERP_CUBIC, types.INTERP_NN]

    @dali.pipeline_def(batch_size=2, num_threads=1)
    def pipe() -> Any:
        listed = types.Constant(filters)
        numbers = types.Constant([2, 0], dtype=types.INTERP_TYPE)
        return listed, fn.copy(listed), numbers, fn.copy(types.INT16), fn.cast(listed, dtype=types.INT64)

    *members, kind, numbers = pipe().run()
    assert [one.dtype for one in members] == [types.INTERP_TYPE] * 3
    assert kind.dtype == types.DATA_TYPE and kind.shape() == [()] * 2
    assert numbers.as_array().tolist() == [[int(one) for one in filters]] * 2
    with pytest.raises(TypeError, match="fn.cast"):
        members[0].as_array()


def test_a_trailing_wildcard_takes_what_is_left() -> None:
    @dali.pipeline_def(batch_size=1, num_threads=1)
    def pipe() -> Any:
        return fn.reshape(types.Constant(np.zeros((4, 6))), rel_shape=[0.5, 1, -1])

    (out,) = pipe().run()
    assert out[0].shape() == [2, 6, 2]


def endless() -> float:
    return float("-inf")


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: fn.constant(fdata=[np.nan, np.inf, -np.inf, 1.5]), [np.nan, np.inf, -np.inf, 1.5]),
        (lambda: types.Constant(np.full(3, np.nan, np.float32)), [np.nan] * 3),
        (lambda: types.Constant(np.array([np.nan, 1], np.float16)), [np.nan, 1]),
        (lambda: fn.full(np.float32(np.inf), shape=[1]), [np.inf]),
        (lambda: fn.pad(types.Constant(np.ones(1, np.float32)), shape=[2], fill_value=endless()), [1, -np.inf]),
        (lambda: fn.pad(types.Constant(np.ones(1, np.float32)), shape=[2], fill_value=np.array(np.nan)), [1, np.nan]),
        (lambda: types.Constant(np.ones(1, np.float32)) + float("inf"), [np.inf]),
        (lambda: types.Constant(np.ones(1, np.float32)) * types.Constant(np.nan, dtype=types.FLOAT64), [np.nan]),
        (lambda: dali.math.max(types.Constant(np.ones(1, np.float32)), np.float32(-np.inf)), [1]),
    ],
)
def test_nan_and_infinities_are_data(call: Callable[[], Any], expected: Any, debug: bool) -> None:
    pipe = dali.pipeline_def(batch_size=1, num_threads=1, device_id=None)(call)(debug=debug)
    np.testing.assert_array_equal(pipe.run()[0].as_array()[0], expected)
    if not debug:
        again = dali.Pipeline.deserialize(pipe.serialize())
        np.testing.assert_array_equal(again.run()[0].as_array()[0], expected)


def test_nan_and_infinities_are_data_in_imperative_mode() -> None:
    x = ndd.tensor([1.0, 2.0], dtype=ndd.float32)
    np.testing.assert_array_equal(np.asarray(ndd.pad(x, shape=[3], fill_value=np.nan)), [1, 2, np.nan])
    np.testing.assert_array_equal(np.asarray(x + endless()), [-np.inf] * 2)


@pytest.mark.parametrize(
    "call",
    [
        lambda: fn.transforms.rotation(angle=np.nan),
        lambda: fn.resize(image(), size=[1, np.inf]),
        lambda: fn.readers.file(files=["a"], where={"label": {"gte": np.inf}}),
        lambda: ndd.transforms.rotation(angle=endless()),
    ],
)
def test_nan_and_infinities_are_refused_elsewhere(call: Callable[[], Any]) -> None:
    with pytest.raises((TypeError, ValueError), match="finite number"):
        call()


@pytest.mark.parametrize("debug", [False, True])
def test_data_that_an_operator_does_not_take_is_a_value_error_too(debug: bool) -> None:
    def wrong() -> Any:
        return fn.crop(fn.external_source(lambda: np.zeros((1, 4, 4, 3), np.uint8), layout="ABC"), crop=[1, 1])

    pipe = dali.pipeline_def(batch_size=1, num_threads=1, device_id=None)(wrong)(debug=debug)
    with pytest.raises(ValueError, match="layout HWC") as raised:
        pipe.run()
    assert isinstance(raised.value, RuntimeError)
