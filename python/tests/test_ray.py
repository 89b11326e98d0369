"""Ray Data: the samples of shards as rows, the same ones however often tasks and nodes die. Ray runs on two CPUs of this machine."""

import hashlib
import os
import signal
import sys
from collections import Counter

import numpy as np
import pytest

from conftest import PHOTOS, until
from penstock import Loader, PipelineError

ray = pytest.importorskip("ray")
# Tasks of Ray do not see this module.
ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])

import penstock.ray as pr  # noqa: E402

SHARDED = """
export default pipelineDef({ batchSize: 2, numThreads: 1, seed: 7 }, (root, fileList) => {
  const [jpegs, labels] = fn.readers.file({ fileRoot: root, ...(fileList && { fileList }), randomShuffle: true, name: 'train', shard: 'auto' })
  const small = fn.resize(fn.decoders.image(jpegs), { size: [240, 240] })
  return { images: fn.cropMirrorNormalize(small, { dtype: types.FLOAT, mirror: fn.random.coinFlip() }), labels }
})
"""


@pytest.fixture(scope="module")
def cluster():
    ray.init(
        # Another one may run on this machine.
        address="local",
        num_cpus=2,
        object_store_memory=100 * 2**20,
        include_dashboard=False,
        log_to_driver=False,
        _node_ip_address="127.0.0.1",
    )
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


@pytest.fixture
def pipeline(module):
    return module(SHARDED)


def hash_of(row):
    return hashlib.sha256(np.ascontiguousarray(row["images"]).tobytes() + bytes([row["labels"]])).hexdigest()


def hashes(data):
    return [hash_of(row) for row in data.iter_rows()]


def local(path, shards, epoch=0, args=(str(PHOTOS),)):
    """What loops over the shards give, one after the other."""
    wanted = []
    for shard in range(shards):
        with Loader(path, args, seed=0, env={"RANK": str(shard), "WORLD_SIZE": str(shards)}) as loader:
            for _ in range(epoch):
                for _ in loader:
                    pass
            for batch in loader:
                wanted += [hash_of({"images": i, "labels": l[0]}) for i, l in zip(batch["images"], batch["labels"])]
    return wanted


def test_an_epoch_has_the_rows_of_local_loops_in_order(cluster, pipeline):
    for epoch in (0, 1):
        data = pr.read(pipeline, [str(PHOTOS)], shards=3, epoch=epoch)
        assert hashes(data) == local(pipeline, 3, epoch)
    rows = pr.read(pipeline, [str(PHOTOS)], shards=2, source=True, ordered=False).take_all()
    assert sorted(row["index"] for row in rows) == list(range(24))
    assert all(row["source"].endswith(".jpg") and row["images"].shape == (3, 240, 240) for row in rows)


def test_padding_makes_no_rows(cluster, module):
    # Three shards of 8 photos in batches of 5: each is padded to 10.
    path = module(SHARDED.replace("shard: 'auto'", "shard: 'auto', padLastBatch: true"), "padded.mjs")
    for epoch in (0, 1):
        rows = pr.read(path, [str(PHOTOS)], shards=3, epoch=epoch, batch_size=5, source=True).take_all()
        assert sorted(row["index"] for row in rows) == list(range(24))
    # More shards than whole batches: the ones that are short have batches of padding alone.
    rows = pr.read(path, [str(PHOTOS)], shards=5, batch_size=1, source=True).take_all()
    assert sorted(row["index"] for row in rows) == list(range(24))


def test_splits_feed_trainers(cluster, pipeline):
    whole = Counter(local(pipeline, 2))
    splits = pr.read(pipeline, [str(PHOTOS)], shards=2, num_cpus=0.5).streaming_split(2, equal=False)

    @ray.remote(num_cpus=0.25)
    def train(split):
        return [hash_of(row) for row in split.iter_rows()]

    got = ray.get([train.remote(split) for split in splits])
    assert Counter(got[0] + got[1]) == whole


def kill_task(pipeline):
    """Kills a process that runs a read task: one that has the pipeline as a child. Returns whether there was one."""
    for pid in servers(pipeline):
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
                parent = int(stat.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        if parent not in (1, os.getpid()):
            os.kill(parent, signal.SIGKILL)
            return True
    return False


def servers(pipeline):
    """Processes that serve a pipeline."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as line:
                words = line.read().split(b"\0")
        except OSError:
            continue
        if b"serve" in words and str(pipeline).encode() in words:
            found.append(int(pid))
    return found


def test_killed_workers_lose_and_repeat_nothing(cluster, pipeline, tmp_path):
    # Enough that tasks still run when the first rows are here: several times the object store.
    names = sorted(path.relative_to(PHOTOS) for path in PHOTOS.rglob("*.jpg"))
    (tmp_path / "list.txt").write_text("".join(f"{name} {i % 100}\n" for i, name in enumerate(names * 15)))
    args = [str(PHOTOS), str(tmp_path / "list.txt")]
    wanted = local(pipeline, 3, args=args)
    assert len(wanted) == 15 * len(names)
    got, killed = [], 0
    for number, row in enumerate(pr.read(pipeline, args, shards=3, block_bytes=1 << 20).iter_rows()):
        got.append(hash_of(row))
        if killed < 3 and number % 50 == 2:
            killed += kill_task(pipeline)
    assert killed > 0
    assert got == wanted
    until(lambda: not servers(pipeline))


def test_wrong_arguments(cluster, pipeline, module):
    def code(**options):
        with pytest.raises(PipelineError) as error:
            pr.read(pipeline, [str(PHOTOS)], **options)
        return error.value.code

    assert code(shards=0) == "INVALID_ARGUMENT"
    assert code(shards=2, seed=-1) == "INVALID_ARGUMENT"
    assert code(shards=2, epoch=-1) == "INVALID_ARGUMENT"
    assert code(shards=2, block_bytes=0) == "INVALID_ARGUMENT"
    with pytest.raises(PipelineError, match="FILE_NOT_FOUND"):
        pr.read("/none.mjs", shards=2)
    whole = module(SHARDED.replace(", shard: 'auto'", ""), "whole.mjs")
    with pytest.raises(Exception, match="each task would read all"):
        pr.read(whole, [str(PHOTOS)], shards=2).take_all()


def test_columns_are_those_that_ray_makes():
    tensors, rng = pr._Tensors(), np.random.default_rng(0)
    for _ in range(3):
        for dtype in ("uint8", "int64", "float16", "float32", "bool"):
            for shape in ((4, 3, 2), (4, 5), (2, 5), (0, 5), (1, 2, 1, 3)):
                array = (rng.random(shape) * 9).astype(dtype)
                made, wanted = tensors.column(array), pr.ArrowTensorArray.from_numpy(array)
                made.validate(full=True)
                assert made.type == wanted.type and made.equals(wanted) and type(made) is type(wanted)
                # Blocks join batches and are cut.
                joined = pr.pa.chunked_array([made, wanted]).combine_chunks()
                assert (joined[len(array) :].to_numpy() == array).all() and (made[1:].to_numpy() == array[1:]).all()
                assert made.buffers()[-1] is None or dtype == "bool" or made.buffers()[-1].address == array.ctypes.data
