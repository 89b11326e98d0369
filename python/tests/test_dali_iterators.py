"""The iterators of penstock.dali.plugin: how they count epochs, over pipelines of numpy, and those of PyTorch and JAX where they are."""

from __future__ import annotations

import importlib
from typing import Any, Dict, List

import numpy as np
import pytest

from penstock.dali import Pipeline, fn, pipeline_def
from penstock.dali.plugin.base_iterator import LastBatchPolicy, _DaliBaseIterator
from penstock.dali.plugin._epochs import ReaderEpoch, SizedEpoch

FILL, DROP, PARTIAL = LastBatchPolicy.FILL, LastBatchPolicy.DROP, LastBatchPolicy.PARTIAL


class Numbers(_DaliBaseIterator):
    """An item is, for each pipeline, the numbers that it gave."""

    def _convert(self, place: int, output: Any, count: int) -> List[int]:
        return [int(output.at(i).flat[0]) for i in range(count)]

    def _item(self, outputs: List[List[Any]]) -> List[List[int]]:
        return [row[0] for row in outputs]


@pipeline_def(batch_size=2, num_threads=1, device_id=None)
def seven(padded: bool, shard_id: int = 0, num_shards: int = 1) -> Any:
    _, labels = fn.readers.file(
        files=[__file__] * 7, labels=list(range(1, 8)), name="reader", pad_last_batch=padded, shard_id=shard_id, num_shards=num_shards
    )
    return labels


@pytest.fixture
def pipelines():
    made: List[Pipeline] = []

    def make(definition: Any, *args: Any, **options: Any) -> Pipeline:
        made.append(definition(*args, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


# The example of DALI's documentation: seven samples in batches of two.
@pytest.mark.parametrize(
    "policy, padded, last, after",
    [
        (FILL, True, [7, 7], [1, 2]),
        (FILL, False, [7, 1], [2, 3]),
        (DROP, True, [5, 6], [1, 2]),
        (DROP, False, [5, 6], [2, 3]),
        (PARTIAL, True, [7], [1, 2]),
        (PARTIAL, False, [7], [2, 3]),
    ],
)
def test_a_last_batch_and_the_one_after_it_are_those_of_dali(pipelines, policy, padded, last, after):
    it = Numbers(pipelines(seven, padded), reader_name="reader", last_batch_policy=policy)
    length = len(it)
    first = [batch for (batch,) in it]
    assert len(first) == length
    assert first[-1] == last
    assert next(iter(it)) == [after]


def test_shards_of_different_sizes_give_each_its_own_samples_with_partial(pipelines):
    shards = [pipelines(seven, False, shard_id=shard, num_shards=2) for shard in range(2)]
    it = Numbers(shards, reader_name="reader", last_batch_policy=PARTIAL, auto_reset=True)
    assert list(it) == [[[1, 2], [4, 5]], [[3], [6, 7]]]
    # Each pipeline reads the other shard in the next epoch.
    assert [len(a) + len(b) for a, b in it] == [4, 3]


def test_a_size_of_all_pipelines_cuts_the_last_of_them():
    epoch = SizedEpoch(5, 2, 3, PARTIAL, True)
    epoch.advance()
    assert epoch.kept() == [2, 2, 1]
    epoch = SizedEpoch(3, 2, 3, PARTIAL, True)
    epoch.advance()
    assert epoch.kept() == [2, 1, None]


def test_samples_that_filled_a_batch_shorten_the_next_epoch():
    meta = {"epoch_size": 7, "epoch_size_padded": 7, "number_of_shards": 1, "pad_last_batch": False, "stick_to_shard": False, "shard_id": 0}
    epoch = ReaderEpoch([meta], 4, FILL)
    lengths = []
    for _ in range(7):
        lengths.append(len(epoch))
        for _ in range(len(epoch)):
            epoch.advance()
        epoch.begin()
    # 7 epochs of 7 samples are 49: 13 batches of 4, one sample of the next epoch among them at most.
    assert sum(lengths) * 4 in range(49, 53)


def test_the_end_of_a_source_is_the_end_of_the_epoch(pipelines):
    @pipeline_def(batch_size=3, num_threads=1, device_id=None)
    def counted() -> Any:
        return fn.external_source(source=[[np.int32(4), np.int32(5)], [np.int32(6)]], cycle="raise")

    it = Numbers(pipelines(counted), auto_reset=True)
    assert [list(it) for _ in range(2)] == [[[[4, 5]], [[6]]]] * 2


def test_a_checkpoint_goes_on_after_the_batch_that_was_taken(pipelines):
    it = Numbers(pipelines(seven, False, enable_checkpointing=True), reader_name="reader")
    next(it), next(it)
    (state,) = it.checkpoints()
    other = Numbers(pipelines(seven, False, enable_checkpointing=True, checkpoint=state), reader_name="reader")
    assert list(other) == list(it) == [[[5, 6]], [[7, 1]]]
    assert next(iter(other)) == next(iter(it))


@pytest.mark.parametrize(
    "error, options",
    [
        (AssertionError, {"size": 0}),
        (AssertionError, {"size": 4, "reader_name": "reader"}),
        (AssertionError, {"reader_name": "reader", "last_batch_padded": True}),
        (ValueError, {"last_batch_policy": "FILL"}),
        (ValueError, {"auto_reset": "maybe"}),
    ],
)
def test_arguments_that_exclude_each_other_raise_what_dali_raises(pipelines, error, options):
    with pytest.raises(error):
        Numbers(pipelines(seven, False), **options)


def test_a_shard_below_a_batch_has_nothing_to_drop(pipelines):
    with pytest.raises(RuntimeError, match="no data in the pipeline"):
        Numbers(pipelines(seven, False, batch_size=8), reader_name="reader", last_batch_policy=DROP)


def test_pytorch_gives_tensors_by_name(pipelines):
    torch = pytest.importorskip("torch")
    from penstock.dali.plugin.pytorch import DALIGenericIterator, DALIRaggedIterator, feed_ndarray

    it = DALIGenericIterator([pipelines(seven, False)], ["label"], reader_name="reader", last_batch_policy=PARTIAL)
    items: List[List[Dict[str, Any]]] = list(it)
    assert torch.cat([item[0]["label"] for item in items]).flatten().tolist() == list(range(1, 8))

    @pipeline_def(batch_size=2, num_threads=1, device_id=None)
    def ragged() -> Any:
        return fn.external_source(source=lambda: [np.arange(2, dtype=np.int32), np.arange(3, dtype=np.int32)])

    sparse = DALIRaggedIterator(pipelines(ragged), ["a"], output_types=[DALIRaggedIterator.SPARSE_COO_TAG])
    assert next(sparse)[0]["a"].to_dense().tolist() == [[0, 1, 0], [0, 1, 2]]
    (output,) = pipelines(seven, False).run()
    target = torch.zeros((2, 1), dtype=torch.int32)
    assert feed_ndarray(output.as_tensor(), target).flatten().tolist() == [1, 2]
    with pytest.raises(AssertionError):
        feed_ndarray(output.as_tensor(), torch.zeros(3, dtype=torch.int32))


def test_jax_gives_a_dict_of_arrays():
    pytest.importorskip("jax")
    from penstock.dali.plugin.jax import data_iterator

    @data_iterator(output_map=["label"], reader_name="reader")
    def labels() -> Any:
        return fn.readers.file(files=[__file__] * 4, labels=[1, 2, 3, 4], name="reader")[1]

    it = labels(batch_size=2, device_id=None)
    assert [np.asarray(item["label"]).flatten().tolist() for item in it] == [[1, 2], [3, 4]]
    it._pipes[0].close()


@pytest.mark.parametrize(("name", "words"), [("paddle", "plugin.paddle.*from_dlpack"), ("triton", "plugin.triton.*serialize")])
def test_a_plugin_that_is_not_there_says_what_to_use(name, words):
    with pytest.raises(ImportError, match=words):
        importlib.import_module(f"penstock.dali.plugin.{name}")
