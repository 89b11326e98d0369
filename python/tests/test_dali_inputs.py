"""What is fed to pipelines of penstock.dali, and what their texts keep."""

from __future__ import annotations

import json
import threading
from typing import Any, Iterator, List

import numpy as np
import pytest

import penstock.dali as dali
from penstock.dali import Pipeline, fn, ops, pipeline_def, types

Feed = List[Any]


@pytest.fixture
def fed() -> Iterator[Any]:
    """Makes pipelines that give back what is fed to 'input', and closes them after the test."""
    made: List[Pipeline] = []

    def make(depth: int = 2, **settings: Any) -> Pipeline:
        pipe = Pipeline(2, 1, None, prefetch_queue_depth=depth)
        pipe.set_outputs(fn.external_source(name="input", **settings))
        made.append(pipe)
        return pipe

    yield make
    for pipe in made:
        pipe.close()


@pytest.mark.parametrize(
    ("second", "layout", "wrong"),
    [
        ([np.float32([1])], None, "dtype int32, .* received float32"),
        ([np.int32([[1]])], None, "number of axes 1, .* received 2"),
        ([np.int32([1])], "W", "layout , .* received W"),
    ],
)
def test_inputs_keep_their_kind(fed: Any, second: Feed, layout: Any, wrong: str) -> None:
    pipe = fed(depth=1)
    pipe.feed_input("input", [np.int32([7]), np.int32([1, 2])])
    assert [sample.tolist() for sample in (np.asarray(one) for one in pipe.run()[0])] == [[7], [1, 2]]
    pipe.feed_input("input", second, layout=layout)
    with pytest.raises(RuntimeError, match=wrong):
        pipe.run()


def test_layouts_of_inputs_and_names_of_inputs(fed: Any) -> None:
    pipe = fed(layout="H")
    with pytest.raises(RuntimeError, match='Expected data with layout: "H" and got: "W"'):
        pipe.feed_input("input", [np.int32([7])], layout="W")
    with pytest.raises(KeyError, match="other"):
        pipe.feed_input("other", [np.int32([7])])


def test_a_run_waits_for_a_blocking_input_only_when_it_is_the_oldest(fed: Any) -> None:
    pipe = fed(depth=4, blocking=True)
    pipe.feed_input("input", [np.int32(1)])
    assert pipe.run()[0].as_array().tolist() == [1]
    # Four runs are asked for. The next one has no data yet: it waits.
    later = threading.Timer(0.2, lambda: pipe.feed_input("input", [np.int32(2)]))
    later.start()
    assert pipe.run()[0].as_array().tolist() == [2]
    later.join()


def test_warns_of_outputs_of_a_source_that_nothing_reads() -> None:
    @pipeline_def(batch_size=1, num_threads=1)
    def define() -> Any:
        return fn.external_source(source=lambda: [[np.int32(i)] for i in range(3)], num_outputs=3)[1]

    pipe = define()
    with pytest.warns(UserWarning, match="lambda.* produces 3 outputs, but the outputs at the indices 0, 2 are not used"):
        pipe.build()
    assert pipe.run()[0].as_array().tolist() == [1]
    pipe.close()


def test_texts_keep_what_only_python_knows() -> None:
    @pipeline_def(batch_size=1, num_threads=1, output_dtype=[types.FLOAT, None], output_ndim=[1, 2], stream_policy=dali.StreamPolicy.SINGLE)
    def define() -> Any:
        return np.float32([1, 2]), np.int32([[3]])

    text = define().serialize()
    assert set(json.loads(text)) == {"penstock", "graph", "options", "python"}
    copy = Pipeline.deserialize(text)
    assert copy.output_dtype() == [types.FLOAT, None] and copy.output_ndim() == [1, 2]
    assert copy.stream_policy is dali.StreamPolicy.SINGLE
    assert [output.as_array().tolist() for output in copy.run()] == [[[1, 2]], [[[3]]]]
    copy.close()
    other = Pipeline(1, 1, None, output_ndim=[1, 3])
    with pytest.raises(RuntimeError, match="Output 1 has 2 dimensions"):
        other.deserialize_and_build(text)
        other.run()
    other.close()


def test_older_names() -> None:
    def title(node: Any) -> str:
        return str(node.source.op)

    with Pipeline(1, 1, None):
        data = fn.external_source(name="image", layout="HWC")
        with pytest.warns(DeprecationWarning, match="coin_flip is now deprecated. Use random.coin_flip instead"):
            flip = fn.coin_flip()
        assert title(flip) == title(ops.CoinFlip()()) == "random.coinFlip"
        assert title(fn.experimental.equalize(data)) == "equalize"
        with pytest.warns(DeprecationWarning, match="`output_dtype` is a deprecated alias for `dtype`"):
            node = fn.crop_mirror_normalize(data, output_dtype=types.UINT8)
        assert node.source.args["dtype"] == "uint8"
        with pytest.raises(TypeError, match="'output_dtype' deprecated argument when 'dtype'"), pytest.warns(DeprecationWarning):
            fn.crop_mirror_normalize(data, output_dtype=types.UINT8, dtype=types.UINT8)
        with pytest.warns(DeprecationWarning, match="`image_type` is no longer used"):
            fn.crop_mirror_normalize(data, image_type=types.RGB)
        with pytest.warns(DeprecationWarning, match='"seed" should not be used'):
            fn.reshape(data, shape=[-1], seed=1)


def test_outputs_are_a_list_a_dict_or_one_node() -> None:
    with Pipeline(1, 1, None):
        frames = fn.external_source(name="frames", layout="FHWC")
        assert len(fn.element_extract(frames, element_map=[0, 1])) == 2
        assert isinstance(fn.element_extract(frames, element_map=[0]), dali.DataNode)
        record = fn.readers.tfrecord(path="none", index_path="none", features={"label": dali.tfrecord.FixedLenFeature([1], dali.tfrecord.int64, -1)})
        assert isinstance(record["label"], dali.DataNode)


def test_ways_to_run_mix_where_the_check_is_off() -> None:
    pipe = Pipeline(1, 1, None)
    pipe.set_outputs(types.Constant(np.int32(3), device="cpu"))
    pipe.run()
    with pytest.raises(RuntimeError, match="Mixing pipeline API type"):
        pipe.schedule_run()
    pipe.enable_api_check(False)
    pipe.schedule_run()
    assert pipe.share_outputs()[0].as_array().tolist() == [3]
    pipe.close()


def test_tensors_reinterpreted() -> None:
    tensor = dali.tensors.TensorCPU(np.float32([[1, 2]]), "HW")
    tensor.reinterpret(types.UINT32)
    tensor.set_layout("XY")
    assert tensor.dtype == types.UINT32 and np.asarray(tensor)[0, 0] == 0x3F800000 and tensor.layout() == "XY"
    batch = dali.tensors.TensorListCPU(np.float32([[1, 2]]))
    batch.reinterpret(types.UINT32)
    assert batch.dtype == types.UINT32 and batch.as_array()[0, 0] == 0x3F800000
    with pytest.raises(ValueError, match="4 bytes"):
        batch.reinterpret(types.INT64)
    with pytest.raises(RuntimeError, match="2 elements"):
        batch.as_reshaped_tensor([3])
    assert dali.backend.CheckDLPackCapsule(np.float32([1]).__dlpack__()) == (True, False)
    assert dali.backend.CheckDLPackCapsule(None) == (False, False)
