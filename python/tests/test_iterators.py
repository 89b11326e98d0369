"""The iterators with DALI's semantics: its recorded runs, over counts alone and over pipelines, and what stops them."""

import json

import numpy as np
import pytest

from conftest import NUMBERS, PHOTO_BATCHES, PHOTOS, ROOT
from penstock import Loader, PipelineError
from penstock._epochs import ReaderCounter, SizeCounter
from penstock.iterators import ClassificationIterator, GenericIterator, RaggedIterator

CASES = json.loads((ROOT / "test" / "golden" / "iterate.json").read_text())["cases"]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Sampled:
    """A loader without a process: batches of the numbers that a reader would give, over epochs."""

    def __init__(self, case, rank):
        self.case, self.rank = case, rank

    def meta(self):
        c = self.case
        longest = -(-c["count"] // c["shards"])
        padded = -(-longest // c["batch"]) * c["batch"] * c["shards"] if c["pad"] else c["count"]
        return {
            "epochSize": c["count"],
            "epochSizePadded": padded,
            "numberOfShards": c["shards"],
            "shardId": self.rank,
            "padLastBatch": c["pad"],
            "stickToShard": c["stick"],
        }

    def numbers(self):
        count, shards, epoch = self.case["count"], self.case["shards"], 0
        while True:
            shard = self.rank if self.case["stick"] else (self.rank + epoch) % shards
            own = list(range(shard * count // shards, (shard + 1) * count // shards))
            if self.case["pad"]:
                own += own[-1:] * (self.meta()["epochSizePadded"] // shards - len(own))
            yield from own
            epoch += 1

    def batches(self):
        numbers = self.numbers()
        while True:
            yield "".join(DIGITS[next(numbers)] for _ in range(self.case["batch"]))


def counted(case):
    """The epochs of a case, by the iterator's own loop over Sampled."""
    ranks = [Sampled(case, rank) for rank in case["ranks"]]
    iterator = GenericIterator.__new__(GenericIterator)
    if case["size"] is None:
        iterator._counter = ReaderCounter(case["policy"], case["batch"], [rank.meta() for rank in ranks])
    else:
        iterator._counter = SizeCounter(case["policy"], case["batch"], len(ranks), case["size"], case["padded"])
    iterator._auto_reset = case["autoReset"]
    iterator._epochs = iterator._taken = iterator._skip = 0
    iterator._fresh, iterator._ended = True, False
    streams = [rank.batches() for rank in ranks]
    iterator._pull = lambda _counter: [next(stream) for stream in streams]
    iterator._trimmed = lambda text, count: text[:count]
    iterator._item = "/".join
    return epochs_of(iterator, case)


def epochs_of(iterator, case):
    epochs = []
    for _ in case["epochs"]:
        length, items = len(iterator), []
        if case["style"] == "loop":
            items = list(iterator)
        else:
            while not (case["style"] == "steps" and len(items) == length):
                item = next(iterator, None)
                if item is None:
                    break
                items.append(item)
            iterator.reset()
        epochs.append([length, " ".join(items)])
    return epochs


def test_all_recorded_runs_of_dali_agree():
    compared = 0
    for case in CASES:
        if case["epochs"] is None:
            continue
        wanted = case["epochs"]
        got = counted(case)
        if case["size"] is not None and case["policy"] == "fill" and not case["padded"]:
            # DALI's length then counts again what the epoch before has taken of this one.
            wanted, got = ([items for _, items in epochs] for epochs in (wanted, got))
        assert got == wanted, case
        compared += 1
    assert compared > 600


READ = """
export default pipelineDef({ batchSize: 4, numThreads: 1 }, (args) => {
  const [bytes, labels] = fn.readers.file({ name: 'train', ...args })
  return [labels, fn.cast(labels, { dtype: types.FLOAT })]
})
"""


def reader_args(case, rank, folder):
    (folder / "list.txt").write_text("".join(f"a.jpg {i}\n" for i in range(case["count"])))
    (folder / "a.jpg").write_bytes(b"x")
    return {
        "fileRoot": str(folder),
        "fileList": str(folder / "list.txt"),
        "shardId": rank,
        "numShards": case["shards"],
        "stickToShard": case["stick"],
        "padLastBatch": case["pad"],
    }


# One of each policy, with and without padding, whose last batch is not full; and two shards.
PICKED = [
    next(c for c in CASES if c["epochs"] and c["policy"] == policy and c["pad"] == pad and c["shards"] == shards
         and len(c["ranks"]) == shards and c["count"] % c["batch"] and c["size"] is None and c["count"] >= 5 * shards)
    for policy in ("fill", "partial", "drop") for pad in (True, False) for shards in (1, 2)
]


@pytest.mark.parametrize("case", PICKED[::5] + PICKED[1::6])
def test_pipelines_give_the_items_of_dali(case, module, loader, tmp_path):
    path = module(READ)
    loaders = [
        loader(path, [reader_args(case, rank, tmp_path)], batch_size=case["batch"]) for rank in case["ranks"]
    ]
    iterator = GenericIterator(
        loaders,
        ["label", "real"],
        reader_name="train",
        last_batch_policy=case["policy"],
        auto_reset="yes" if case["autoReset"] else "no",
        prepare_first_batch=case["prepare"],
    )
    iterator._item = lambda outputs: "/".join("".join(DIGITS[n] for n in one["label"].ravel()) for one in outputs)
    assert epochs_of(iterator, case) == case["epochs"]


def test_classification_is_the_generic_one_with_two_names(module, loader):
    photos = ClassificationIterator(loader(module(PHOTO_BATCHES), [str(PHOTOS)]), reader_name="train", auto_reset=True)
    assert len(photos) == 5 and photos.size == 25 and photos.batch_size == 5
    for _ in range(2):
        items = list(photos)
        assert len(items) in (4, 5)  # Sample 0 of the next epoch was in the last batch.
        assert [list(item[0]) for item in items] == [["data", "label"]] * len(items)
        assert items[0][0]["data"].shape == (5, 3, 32, 48)
    photos.close()


def test_the_epoch_of_a_source_ends_with_its_data(module, loader):
    numbers = GenericIterator(loader(module(NUMBERS), [3]), ["n"])
    for _ in range(2):
        assert [int(item[0]["n"][0, 0]) for item in numbers] == [0, 4, 8]
    with pytest.raises(TypeError):
        len(numbers)
    assert next(numbers, None) is None
    numbers.reset()
    assert next(numbers)[0]["n"][0, 0] == 0


def test_a_source_that_ends_before_the_size_is_an_error(module, loader):
    numbers = GenericIterator(loader(module(NUMBERS), [3]), ["n"], size=20)
    with pytest.raises(PipelineError, match="END_OF_DATA"):
        list(numbers)


def test_after_break_the_epoch_goes_on_and_reset_warns(module, loader):
    numbers = GenericIterator(loader(module(NUMBERS), [4]), ["n"], size=16, auto_reset=True)
    for _ in numbers:
        break
    with pytest.warns(UserWarning, match="before the end"):
        numbers.reset()
    assert [int(item[0]["n"][0, 0]) for item in numbers] == [4, 8, 12]
    assert [int(item[0]["n"][0, 0]) for item in numbers] == [0, 4, 8, 12]


RAGGED = """
export default pipelineDef({ batchSize: 3 }, () => [fn.externalSource({
  name: 'boxes', dtype: 'float32', ndim: 2,
  source: () => [1, 0, 2].map((n) => ({ data: Float32Array.from({ length: n * 2 }, (_, i) => i + 1), shape: [n, 2] })),
})])
"""


def test_ragged_outputs(module, loader):
    lists = RaggedIterator(loader(module(RAGGED)), ["boxes"], size=3, output_types=["sparse_list"])
    assert [a.shape for a in next(lists)[0]["boxes"]] == [(1, 2), (0, 2), (2, 2)]
    sparse = RaggedIterator(loader(module(RAGGED, "b.mjs")), ["boxes"], size=3, output_types=["sparse_coo"])
    indices, values, shape = next(sparse)[0]["boxes"]
    full = np.zeros(shape)
    full[tuple(indices)] = values
    assert shape == (3, 2, 2)
    assert full.tolist() == [[[1, 2], [0, 0]], [[0, 0], [0, 0]], [[1, 2], [3, 4]]]
    dense = RaggedIterator(loader(module(RAGGED, "c.mjs")), ["boxes"], size=3)
    with pytest.raises(PipelineError, match="'boxes'"):
        next(dense)


@pytest.mark.parametrize("policy", ["fill", "partial"])
def test_a_state_goes_on_with_the_next_item(policy, module, loader):
    path = module(PHOTO_BATCHES)

    def make():
        one = loader(path, [str(PHOTOS)], batch_size=6)
        return GenericIterator(one, None, reader_name="train", auto_reset=True, last_batch_policy=policy)

    whole = make()
    wanted = [item[0]["images"].copy() for _ in range(3) for item in whole]
    for taken in (1, 5):
        first, second = make(), make()
        flat = (item for _ in range(3) for item in first)
        for _ in range(taken):
            next(flat)
        second.load_state_dict(json.loads(json.dumps(first.state_dict())))
        for want in wanted[taken : taken + 5]:
            item = next(second, None) or next(second)
            assert item[0]["images"].shape == want.shape and (item[0]["images"] == want).all()
        first.close(), second.close(), flat.close()


def refused(call):
    with pytest.raises(PipelineError) as error:
        call()
    return error.value.code


def test_wrong_arguments(module, loader):
    path = module(NUMBERS)
    new = lambda: loader(path, [3])
    assert refused(lambda: GenericIterator([], ["n"])) == "INVALID_ARGUMENT"
    assert refused(lambda: GenericIterator(new(), ["n", "n"])) == "INVALID_ARGUMENT"
    assert refused(lambda: GenericIterator(new(), ["n", "m"])) == "INVALID_ARGUMENT"
    assert refused(lambda: GenericIterator(new(), ["n"], size=0)) == "INVALID_ARGUMENT"
    assert refused(lambda: GenericIterator(new(), ["n"], size=3, reader_name="x")) == "INVALID_ARGUMENT"
    assert refused(lambda: GenericIterator(new(), ["n"], reader_name="none")) == "INVALID_ARGUMENT"
    assert refused(lambda: GenericIterator(new(), ["n"], auto_reset="maybe")) == "INVALID_ARGUMENT"
    assert refused(lambda: GenericIterator(new(), ["n"], last_batch_policy="some")) == "INVALID_ARGUMENT"
    assert refused(lambda: GenericIterator([new(), new()], ["n"])) == "INVALID_ARGUMENT"
    assert refused(lambda: GenericIterator(Loader(socket="/none"), ["n"])) == "INVALID_ARGUMENT"
    assert refused(lambda: RaggedIterator(new(), ["n"], output_types=["other"])) == "INVALID_ARGUMENT"
    assert refused(lambda: GenericIterator(new().start(), ["n"])) == "API_MIXED"
    used = new()
    GenericIterator(used, ["n"], prepare_first_batch=False)
    assert refused(lambda: GenericIterator(used, ["n"])) == "API_MIXED"
    assert refused(lambda: next(GenericIterator(new()))) == "INVALID_ARGUMENT"
