"""PyTorch: tensors over shared memory, states, DALI's iterators, and page-locked memory where there is CUDA."""

import gc
import os
import signal

import numpy as np
import pytest

from conftest import GPU_NUMBERS, NUMBERS, PHOTO_BATCHES, PHOTOS
from penstock import PipelineError, ServerDied
from resources import segments

torch = pytest.importorskip("torch")

import penstock.torch as pt  # noqa: E402


# Each sample is its own number in the data set.
SHARDED_PHOTOS = """
export default pipelineDef({ batchSize: 8, numThreads: 1, seed: 7 }, (root) => {
  const [, labels] = fn.readers.file({ files: Array.from({ length: 24 }, () => root + '/objects/gravel.jpg'),
    randomShuffle: true, name: 'train', shard: 'auto' })
  return { numbers: labels }
})
"""

KINDS = """
export default pipelineDef({ batchSize: 3 }, () => {
  const one = fn.externalSource({ name: 'x', dtype: 'int32', ndim: 1, source: [[1, 2, 3].map((n) => Int32Array.of(n))] })
  const scalar = fn.reshape(fn.cast(one, { dtype: 'int64' }), { shape: [] })
  return { a: one, b: fn.cast(one, { dtype: 'uint8' }), c: scalar, d: fn.cast(one, { dtype: 'float32' }), e: fn.cat(one, one) }
})
"""


@pytest.fixture
def loader():
    """Makes loaders of PyTorch, and closes them after the test."""
    made = []

    def make(*args, **options):
        made.append(pt.Loader(*args, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_tensors_lie_in_the_memory_of_the_arrays(module, loader):
    batch = next(iter(loader(module(PHOTO_BATCHES), [str(PHOTOS)])))
    images, labels = batch["images"], batch["labels"]
    assert images.dtype == torch.float32 and tuple(images.shape) == (5, 3, 32, 48)
    assert labels.dtype == torch.int64 and tuple(labels.shape) == (5,)
    with open("/proc/self/maps", encoding="ascii") as maps:
        bounds = [[int(n, 16) for n in m.split()[0].split("-")] for m in maps if "memfd:penstock" in m]
    assert any(low <= images.data_ptr() < high for low, high in bounds)
    assert images.numpy().ctypes.data == images.data_ptr() == batch.info._batch.outputs()[0].array().ctypes.data
    images.sub_(1)
    assert batch.info._batch.outputs()[0].array()[0, 0, 0, 0] == images[0, 0, 0, 0].item()


def test_the_bytes_are_those_of_arrays(module, loader):
    import penstock

    path = module(PHOTO_BATCHES)
    with penstock.Loader(path, [str(PHOTOS)]) as arrays:
        wanted = [batch["images"].copy() for batch in arrays]
    tensors = [batch["images"] for batch in loader(path, [str(PHOTOS)])]
    assert len(tensors) == len(wanted)
    for tensor, array in zip(tensors, wanted):
        assert (tensor.numpy() == array).all()


def test_a_tensor_keeps_its_batch_and_gives_it_back(module, loader):
    before = segments()
    numbers = loader(module(NUMBERS), [40, 50_000])
    held = []
    for number, (values,) in enumerate(numbers):
        if number < 3:
            held.append(values[1:, ::3])
    assert [int(v[0, 0]) for v in held] == [1, 5, 9]
    os.kill(numbers.server_pid, signal.SIGKILL)
    with pytest.raises(ServerDied):
        list(numbers)
    assert [int(v[0, 9]) for v in held] == [1, 5, 9]
    del values
    numbers.close()
    held.clear()
    gc.collect()
    assert segments() == before


def test_a_data_loader_takes_it_as_it_is(module, loader):
    numbers = loader(module(NUMBERS), [5])
    assert isinstance(numbers, torch.utils.data.IterableDataset)
    wrapped = torch.utils.data.DataLoader(numbers, batch_size=None, num_workers=0)
    assert [int(batch[0][0, 0]) for batch in wrapped] == [0, 4, 8, 12, 16]


def test_worker_processes_have_pipelines_of_their_own(module, loader):
    wrapped = torch.utils.data.DataLoader(loader(module(NUMBERS), [3]), batch_size=None, num_workers=1)
    assert sorted(int(batch[0][0, 0]) for batch in wrapped) == [0, 4, 8]


def test_workers_deal_the_samples_out(module, loader):
    for pad in ("", ", padLastBatch: true"):
        path = module(SHARDED_PHOTOS.replace("shard: 'auto'", f"shard: 'auto'{pad}"))
        photos = loader(path, [str(PHOTOS)])
        wrapped = torch.utils.data.DataLoader(photos, batch_size=None, num_workers=2)
        batches = list(wrapped)
        assert sorted(int(n) for batch in batches for n in batch["numbers"]) == list(range(24))
        assert all(batch["numbers"].dtype == torch.int64 for batch in batches)


def test_workers_that_would_repeat_samples_are_refused(module, loader):
    for text in (SHARDED_PHOTOS.replace(", shard: 'auto'", ""), SHARDED_PHOTOS.replace("shard: 'auto'", "numShards: 2, shardId: 0")):
        wrapped = torch.utils.data.DataLoader(loader(module(text), [str(PHOTOS)]), batch_size=None, num_workers=2)
        with pytest.raises(Exception, match="a reader with shard 'auto' for num_workers=2.*num_workers=0") as error:
            list(wrapped)
        assert "INVALID_ARGUMENT" in str(error.value)
    # A pipeline without a reader has no shards.
    with pytest.raises(Exception, match="a reader with shard 'auto'"):
        list(torch.utils.data.DataLoader(loader(module(NUMBERS), [3]), batch_size=None, num_workers=2))


def test_labels_are_what_losses_take(module, loader):
    path = module(KINDS)

    def kinds(**options):
        batch = next(iter(loader(path, **options)))
        return {name: (str(value.dtype)[6:], tuple(value.shape)) for name, value in batch.items()}

    as_is = {"a": ("int32", (3, 1)), "b": ("uint8", (3, 1)), "c": ("int64", (3,)), "d": ("float32", (3, 1)), "e": ("int32", (3, 2))}
    assert kinds(labels=False) == as_is
    found = {**as_is, "a": ("int64", (3,)), "b": ("int64", (3,))}
    assert kinds() == found
    assert kinds(labels=["a"]) == {**as_is, "a": ("int64", (3,))}
    assert kinds(labels=0) == kinds(labels="a")
    with pytest.raises(PipelineError, match="output d, which is among labels, but received torch.float32 of the shape .3, 1."):
        kinds(labels=["d"])
    with pytest.raises(PipelineError, match="for labels but received 'label'.*There are: a, b, c, d, e"):
        kinds(labels=["label"])
    batch = next(iter(loader(path)))
    assert batch["a"].tolist() == [1, 2, 3] and batch["b"].tolist() == [1, 2, 3] and batch["c"].tolist() == [1, 2, 3]
    loss = torch.nn.functional.cross_entropy(torch.zeros(3, 4), batch["a"])
    assert abs(loss.item() - np.log(4)) < 1e-5
    # What fits already is not copied.
    assert batch["c"].data_ptr() == batch.info._batch.outputs()[2].array().ctypes.data


def test_a_state_goes_on_behind_the_last_batch(module, loader):
    path = module(PHOTO_BATCHES)
    first = loader(path, [str(PHOTOS)])
    epoch = iter(first)
    next(epoch), next(epoch)
    # torchdata's contract: what torch.save can write, taken between two steps.
    state = first.state_dict()
    wanted = [batch["images"].clone() for batch in epoch]
    second = loader(path, [str(PHOTOS)])
    second.load_state_dict(state)
    got = [batch["images"] for batch in second]
    assert len(got) == len(wanted) and all(torch.equal(g, w) for g, w in zip(got, wanted))


def test_an_unknown_dtype_names_the_cure(module, loader):
    one = loader(module("export default pipelineDef({ batchSize: 2 }, () => [fn.cast(fn.externalSource({ name: 'x', "
                        "dtype: 'int32', ndim: 1, source: [[new Int32Array(2), new Int32Array(2)]] }), { dtype: 'uint16' })])"))
    try:
        torch.from_numpy(np.zeros(1, np.uint16))
    except TypeError:
        with pytest.raises(PipelineError, match="fn.cast"):
            next(iter(one))
    else:
        assert next(iter(one))[0].dtype == torch.uint16


def test_dali_iterators(module, loader):
    photos = pt.ClassificationIterator(
        [loader(module(PHOTO_BATCHES), [str(PHOTOS)])], reader_name="train", last_batch_policy=pt.LastBatchPolicy.PARTIAL
    )
    sizes = [[one["data"].shape[0] for one in item] for item in photos]
    assert sizes == [[5]] * 4 + [[4]]
    assert next(photos, None) is None
    photos.reset()
    item = next(photos)[0]
    assert isinstance(item["data"], torch.Tensor) and isinstance(item["label"], torch.Tensor)
    # As DALI has them.
    assert item["label"].dtype == torch.int32 and tuple(item["label"].shape) == (5, 1)


def test_sparse_outputs(module):
    import penstock

    ragged = ("export default pipelineDef({ batchSize: 2 }, () => [fn.externalSource({ name: 'x', dtype: 'float32', ndim: 1,"
              " source: () => [new Float32Array([1]), new Float32Array([2, 3])] })])")
    with pt.RaggedIterator(penstock.Loader(module(ragged)), ["x"], size=2, output_types=["sparse_coo"]) as boxes:
        assert next(boxes)[0]["x"].to_dense().tolist() == [[1, 0], [2, 3]]
    with pt.RaggedIterator(penstock.Loader(module(ragged)), ["x"], size=2, output_types=["sparse_list"]) as boxes:
        assert [x.tolist() for x in next(boxes)[0]["x"]] == [[1], [2, 3]]


def test_memory_is_page_locked_once_for_each_segment(module, loader, monkeypatch):
    """Without CUDA, over a record of the calls; with CUDA the test below looks at tensors."""
    calls = []

    class Cudart:
        def cudaHostRegister(self, address, size, flags):  # noqa: N802
            calls.append(("lock", address, size))
            return 0

        def cudaHostUnregister(self, address):  # noqa: N802
            calls.append(("unlock", address))
            return 0

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "cudart", Cudart)
    numbers = loader(module(NUMBERS), [20, 20_000])
    for (values,) in numbers:
        pass
    locked = [address for kind, address, *_ in calls if kind == "lock"]
    assert locked and len(set(locked)) == len(locked)
    del values
    numbers.close()
    gc.collect()
    assert sorted(address for kind, address, *_ in calls if kind == "unlock") == sorted(locked)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs CUDA")
def test_tensors_are_page_locked(module, loader):
    numbers = loader(module(NUMBERS), [8, 20_000])
    for number, (values,) in enumerate(numbers):
        assert values.is_pinned()
        assert int(values.to("cuda", non_blocking=True)[0, 0]) == 4 * number
    assert not next(iter(pt.Loader(module(NUMBERS), [1], pin_memory=False)))[0].is_pinned()


def test_outputs_in_gpu_memory_are_not_copied(module, loader, emulated_gpu):
    # The emulated GPU's memory is the host's, so PyTorch needs no CUDA here; test/bridge/gpu_ipc.py is for a real one.
    held = []
    for item in loader(module(GPU_NUMBERS), [30], env=emulated_gpu):
        numbers, labels = item["numbers"], item["labels"]
        assert numbers.data_ptr() == item.info._batch.outputs()[0].array()._address
        assert isinstance(labels, torch.Tensor) and labels.dtype == torch.int64
        held.append(numbers)
        del item, labels
    for number, tensor in enumerate(held):
        assert tensor[:, 7].tolist() == [4 * number, 4 * number + 1, 4 * number + 2, 4 * number + 3]


def test_iterators_give_tensors_in_gpu_memory(module, emulated_gpu):
    batches = pt.Loader(module(GPU_NUMBERS), [6], env=emulated_gpu)
    with pt.GenericIterator(batches, size=24, auto_reset=True) as iterator:
        for _ in range(2):
            assert [item[0]["numbers"][0, 0].item() for item in iterator] == [0, 4, 8, 12, 16, 20]


def test_sparse_tensors_need_host_memory(module, emulated_gpu):
    batches = pt.Loader(module(GPU_NUMBERS), [6], env=emulated_gpu)
    kinds = [pt.RaggedIterator.SPARSE_COO_TAG, pt.RaggedIterator.DENSE_TAG]
    with pt.RaggedIterator(penstock_arrays(batches), ["numbers", "labels"], size=24, output_types=kinds) as iterator:
        with pytest.raises(PipelineError, match="UNSUPPORTED.*numbers.*on a GPU"):
            next(iter(iterator))


def penstock_arrays(tensors):
    """The same loader with arrays: here PyTorch does not tell the emulated GPU's tensors from others."""
    import penstock

    return penstock.Loader(tensors._module, tensors._args, env=tensors._where["env"])
