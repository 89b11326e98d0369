"""The iterators with DALI's semantics: some of its recorded runs, and what stops them. test/api/epochs/iterate-golden.test.ts has all of them."""

import json

import numpy as np
import pytest

from conftest import NUMBERS, PHOTO_BATCHES, PHOTOS, ROOT, interrupted_at
from penstock import Loader, PipelineError
from penstock.iterators import ClassificationIterator, GenericIterator, RaggedIterator

CASES = json.loads((ROOT / "test" / "golden" / "iterate.json").read_text())["cases"]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


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


def picked(policy, pad, shards, size):
    """The first case whose last batch is not full."""
    for case in CASES:
        fits = (case["policy"], case["pad"], case["shards"], case["size"] is not None) == (policy, pad, shards, size)
        if fits and case["epochs"] and len(case["ranks"]) == shards and case["count"] >= 5 * shards:
            if (case["size"] or case["count"]) % case["batch"]:
                return case
    return None


PICKED = [
    picked(*key)
    for key in [
        ("fill", True, 1, False), ("fill", False, 1, False), ("fill", False, 2, False), ("partial", False, 1, False), ("partial", True, 2, False),
        ("partial", False, 2, False), ("drop", False, 2, False), ("drop", True, 1, False),
        ("fill", False, 1, True), ("partial", False, 1, True), ("partial", False, 2, True), ("drop", False, 2, True),
    ]
]  # fmt: skip


@pytest.mark.parametrize("case", [case for case in PICKED if case])
def test_pipelines_give_the_items_of_dali(case, module, loader, tmp_path):
    path = module(READ)
    loaders = [
        loader(path, [reader_args(case, rank, tmp_path)], batch_size=case["batch"]) for rank in case["ranks"]
    ]
    by = {"reader_name": "train"} if case["size"] is None else {"size": case["size"], "last_batch_padded": case["padded"]}
    iterator = GenericIterator(
        loaders,
        ["label", "real"],
        last_batch_policy=case["policy"],
        auto_reset="yes" if case["autoReset"] else "no",
        prepare_first_batch=case["prepare"],
        **by,
    )
    iterator._item = lambda outputs: "/".join("".join(DIGITS[n] for n in one["label"].ravel()) for one in outputs)
    wanted, got = case["epochs"], epochs_of(iterator, case)
    if case["size"] is not None and case["policy"] == "fill" and not case["padded"]:
        # DALI's length then counts again what the epoch before has taken of this one.
        wanted, got = ([items for _, items in epochs] for epochs in (wanted, got))
    assert got == wanted


def test_an_interrupt_at_any_line_keeps_pipelines_in_step(module, loader):
    loaders = [loader(module(NUMBERS, f"{name}.mjs"), [4000]) for name in "ab"]
    both = GenericIterator(loaders, ["n"], size=32_000)
    last, step, interrupted = -1, 0, True
    while interrupted:
        step += 1
        item, interrupted = interrupted_at(step, lambda: next(both))
        if item is None:
            item = next(both)
        first, second = (int(one["n"][0, 0]) // 4 for one in item)
        # The item that it interrupts may be missing.
        assert first == second and first - last in (1, 2)
        last = first
    assert step > 30


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
