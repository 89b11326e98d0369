"""Tests the items of a loader: the bytes of the pipeline in JavaScript, without a copy."""

import json

import numpy as np
import pytest

import penstock
from conftest import NUMBERS, PHOTO_BATCHES, PHOTOS, run_node

HASHES = """
const { createHash } = await import('node:crypto')
const { default: make } = await import(process.argv[1])
const pipe = make(process.argv[2]), epochs = []
for (let e = 0; e < 2; e++) {
  const epoch = []
  for await (const batch of pipe) {
    const hash = createHash('sha256')
    for (const { buffer, byteOffset, byteLength } of Object.values(batch).map((list) => list.dataSync())) {
      hash.update(new Uint8Array(buffer, byteOffset, byteLength))
    }
    epoch.push(hash.digest('hex'))
  }
  epochs.push(epoch)
}
await pipe.close()
console.log(JSON.stringify(epochs))
"""


def hash_of(batch):
    from hashlib import sha256

    digest = sha256()
    for array in batch.values():
        digest.update(array.tobytes())
    return digest.hexdigest()


def test_epochs_have_the_bytes_that_javascript_gets(module, loader):
    path = module(PHOTO_BATCHES)
    wanted = json.loads(run_node(HASHES, str(path), str(PHOTOS)))
    photos = loader(path, [str(PHOTOS)])
    assert [[hash_of(batch) for batch in photos] for _ in range(2)] == wanted
    assert photos.statistics()["copiedBytes"] == 0


def test_outputs_are_writable_views_of_shared_memory(module, loader):
    batch = next(iter(loader(module(PHOTO_BATCHES), [str(PHOTOS)])))
    assert isinstance(batch, dict) and list(batch) == ["images", "labels"]
    images, labels = batch["images"], batch["labels"]
    assert images.shape == (5, 3, 32, 48) and images.dtype == np.float32
    assert labels.shape == (5, 1) and labels.dtype == np.int32
    for array in (images, labels):
        assert array.flags.writeable and array.flags.c_contiguous and not array.flags.owndata
    images -= 1
    with open("/proc/self/maps", encoding="ascii") as maps:
        address = images.ctypes.data
        regions = [line for line in maps if "memfd:penstock" in line]
    bounds = [[int(n, 16) for n in line.split()[0].split("-")] for line in regions]
    assert any(low <= address < high for low, high in bounds)


def test_a_list_of_outputs_comes_as_a_tuple(module, loader):
    numbers = loader(module(NUMBERS), [3])
    assert numbers.output_names is None
    values = [batch[0].tolist() for batch in numbers]
    assert values == [[[n] * 4 for n in range(4 * b, 4 * b + 4)] for b in range(3)]


DTYPES = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "bool"]


def test_every_dtype(module, loader):
    casts = ", ".join(f"{name}: fn.cast(x, {{ dtype: '{name}' }})" for name in DTYPES)
    path = module(
        "export default pipelineDef({ batchSize: 2 }, () => {\n"
        "  const source = [[new Int32Array([0, 1, 2]), new Int32Array([3, 4, 5])]]\n"
        "  const x = fn.externalSource({ name: 'x', dtype: 'int32', ndim: 1, source })\n"
        f"  return {{ {casts} }}\n}})"
    )
    (batch,) = list(loader(path))
    for name in DTYPES:
        assert batch[name].dtype == np.dtype(name)
        assert batch[name].tolist() == np.arange(6).reshape(2, 3).astype(name).tolist()


RAGGED = """
export default pipelineDef({ batchSize: 3 }, () => {
  const boxes = fn.externalSource({ name: 'boxes', dtype: 'float32', ndim: 1,
    source: [[1, 2, 3].map((n) => new Float32Array(n).fill(n)), [2, 2, 2].map((n) => new Float32Array(n).fill(n))] })
  return { boxes }
})
"""


def test_samples_of_several_shapes_come_as_a_list(module, loader):
    first, second = list(loader(module(RAGGED)))
    assert [b.tolist() for b in first["boxes"]] == [[1], [2, 2], [3, 3, 3]]
    assert isinstance(second["boxes"], np.ndarray) and second["boxes"].shape == (3, 2)


def test_a_ragged_output_is_always_a_list(module, loader):
    for batch in loader(module(RAGGED), ragged=["boxes"]):
        assert isinstance(batch["boxes"], list)


def test_info_says_where_samples_are_from(module, loader):
    batch = next(iter(loader(module(PHOTO_BATCHES), [str(PHOTOS)])))
    info = batch.info
    source = info.source(2)
    assert source["source"].startswith(str(PHOTOS)) and source["epoch"] == 0 and 0 <= source["index"] < 24
    assert info.valid.tolist() == [True] * 5 and info.count == 5 and info.epoch == 0
    assert info.layouts() == ("CHW", "")
    with pytest.raises(IndexError):
        info.source(5)


def test_placeholders_are_marked(module, loader, tmp_path):
    (tmp_path / "a.jpg").write_bytes((PHOTOS / "animals" / "cat_face.jpg").read_bytes())
    (tmp_path / "b.jpg").write_bytes(b"\xff\xd8\xff none")
    path = module(
        "export default pipelineDef({ batchSize: 2, onError: 'placeholder' }, (root) => {\n"
        "  const [jpegs] = fn.readers.file({ fileRoot: root })\n"
        "  return [fn.resize(fn.decoders.image(jpegs), { size: [8, 8] })]\n})"
    )
    (batch,) = list(loader(path, [str(tmp_path)]))
    assert batch.info.valid.tolist() == [True, False]


def test_bad_samples_are_reported(module, loader, tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.jpg").write_bytes((PHOTOS / "animals" / "cat_face.jpg").read_bytes())
    (tmp_path / "bad.jpg").write_bytes(b"\xff\xd8\xff none")
    path = module(
        "export default pipelineDef({ batchSize: 3, onError: 'skip' }, (root) => {\n"
        "  const [jpegs] = fn.readers.file({ fileRoot: root })\n"
        "  return [fn.resize(fn.decoders.image(jpegs), { size: [8, 8] })]\n})"
    )
    files = loader(path, [str(tmp_path)])
    assert sum(len(images) for (images,) in files) == 2
    (bad,) = files.statistics()["badSamples"]
    assert bad["path"].endswith("bad.jpg") and bad["op"] == "decoders.image"


def test_options_go_before_the_modules(module, loader):
    numbers = loader(module(NUMBERS), batch_size=2, prefetchQueueDepth=1)
    assert numbers.batch_size == 2
    assert [len(batch[0]) for batch in numbers] == [2] * 16


def test_length_and_readers(module, loader):
    photos = loader(module(PHOTO_BATCHES), [str(PHOTOS)])
    assert len(photos) == 5 and len(list(photos)) == 5 and len(photos) == 5
    assert photos.reader_meta()["train"]["epochSize"] == 24
    with pytest.raises(TypeError, match="length"):
        len(loader(module(NUMBERS, "numbers.mjs")))


def test_break_and_reset_begin_the_next_epoch(module, loader):
    photos = loader(module(PHOTO_BATCHES), [str(PHOTOS)])
    for batch in photos:
        assert batch.info.epoch == 0
        break
    epochs = [batch.info.epoch for batch in photos]
    assert epochs == [1] * 5
    next(iter(photos))
    photos.reset()
    assert next(iter(photos)).info.epoch == 3


def test_a_newer_iteration_ends_the_older(module, loader):
    numbers = loader(module(NUMBERS))
    first = iter(numbers)
    next(first)
    assert len(list(numbers)) == 8
    with pytest.raises(penstock.PipelineError, match="newer") as error:
        next(first)
    assert error.value.code == "API_MIXED"


def test_an_iteration_that_is_over_stays_so(module, loader):
    epoch = iter(loader(module(NUMBERS)))
    assert len(list(epoch)) == 8
    assert list(epoch) == []


PADDED = """
export default pipelineDef({ batchSize: 5, numThreads: 1 }, (root) => {
  const [, labels] = fn.readers.file({ fileRoot: root, padLastBatch: true, name: 'train' })
  return { labels }
})
"""


def test_padding_is_told_apart(module, loader):
    batches = list(loader(module(PADDED), [str(PHOTOS)]))
    assert [batch.info.padded.tolist() for batch in batches] == [[False] * 5] * 4 + [[False] * 4 + [True]]


def test_an_item_in_another_process_is_its_outputs(module, loader):
    import copy
    import pickle

    for text, kind in ((PADDED, dict), (NUMBERS, tuple)):
        item = next(iter(loader(module(text), [str(PHOTOS)] if kind is dict else [1])))
        for same in (copy.copy(item), pickle.loads(pickle.dumps(item))):
            assert type(same) is kind
            values, wanted = (list(one.values()) if kind is dict else list(one) for one in (same, item))
            assert all((value == other).all() for value, other in zip(values, wanted))


def test_a_loader_says_what_it_is(module, loader):
    path = module(PHOTO_BATCHES)
    photos = loader(path, [str(PHOTOS)], num_threads=1)
    start = f"<penstock.Loader('{path}', args=['{PHOTOS}'], numThreads=1), "
    assert repr(photos) == start + "not started>"
    photos.start()
    assert repr(photos) == start + "running: 5 batches of 5, images, labels>"
    photos.close()
    assert repr(photos) == start + "closed>"
    numbers = loader(module(NUMBERS, "numbers.mjs"), [list(range(100))])
    assert len(repr(numbers)) < 400 and "..." in repr(numbers)
    assert "1 outputs" in repr(loader(module(NUMBERS, "one.mjs"), [3]).start())
    # One whose making has failed may still be shown.
    assert "closed" in repr(penstock.Loader.__new__(penstock.Loader))
