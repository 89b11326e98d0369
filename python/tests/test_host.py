"""Pipelines that the host runs: what they give, what is fed to them, and what is left when one side ends."""

import functools
import json
import os
import signal
import threading
import time

import numpy as np
import pytest

from conftest import PHOTOS, ROOT, alive, run_node, until
from penstock import PipelineError, ServerDied
from penstock.dali import _host, fn, pipeline_def
from penstock.dali._host import Feed, open_pipeline
import resources

DTYPES = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "bool"]

# What is fed comes out, once through an operator and once as it is.
COPIES = """pipelineDef({ batchSize: 4, numThreads: 1, seed: 7 }, () => {
  const a = fn.externalSource({ name: 'a' })
  return [fn.copy(a), a]
})()"""
PAIRS = """pipelineDef({ batchSize: 4, numThreads: 1 }, () => {
  const [a, b] = fn.externalSource({ name: 'pair', numOutputs: 2 })
  return { a: fn.copy(a), b: fn.copy(b) }
})()"""
PHOTO_BATCHES = f"""pipelineDef({{ batchSize: 5, numThreads: 2, seed: 7 }}, () => {{
  const [jpegs, labels] = fn.readers.file({{ fileRoot: {json.dumps(str(PHOTOS))}, randomShuffle: true, name: 'train' }})
  const small = fn.resize(fn.decoders.image(jpegs), {{ size: [32, 48] }})
  return {{ images: fn.cropMirrorNormalize(small, {{ dtype: types.FLOAT, mirror: fn.random.coinFlip() }}), labels }}
}})()"""


@functools.lru_cache(maxsize=None)
def text_of(pipeline):
    """What serialize() writes of a pipeline."""
    return run_node(
        f"import {{ cond, fn, math, pipelineDef, types }} from 'penstock-data'\nprocess.stdout.write({pipeline}.serialize())"
    )


@pytest.fixture
def opened():
    """Opens pipelines, which are closed after the test."""
    made = []

    def opens(pipeline, **more):
        made.append(open_pipeline(text_of(pipeline), **more))
        return made[-1]

    yield opens
    for one in made:
        one.close()


def run(pipe, **feeds):
    pipe.schedule(feeds)
    batch = pipe.share()
    pipe.release()
    return batch


def code_of(call):
    with pytest.raises(PipelineError) as error:
        call()
    return error.value.code


def host_pid():
    return _host.the_host().process.pid


@pytest.mark.parametrize("dtype", DTYPES)
def test_feeds_of_every_dtype(opened, dtype):
    pipe = opened(COPIES)
    values = [np.arange(6).reshape(2, 3).astype(dtype), np.array([[1, 0], [0, 1], [1, 1]]).astype(dtype)]
    for samples in (values, np.stack([values[0]] * 4), [np.array(1, dtype), np.array(0, dtype)]):
        for output in run(pipe, a=[Feed(samples)]).outputs:
            got = output.samples()
            assert output.dtype == np.dtype(dtype)
            assert [array.shape for array in got] == [np.shape(array) for array in samples]
            assert all((one == other).all() for one, other in zip(got, samples))


def test_feeds_of_every_shape(opened):
    pipe = opened(COPIES)
    big = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    for samples in (
        [np.zeros((0, 3), np.float32), np.ones((2, 3), np.float32)],
        [big.transpose(2, 0, 1), big[:, ::2], big[::-1]],
        [big.astype(">i4")],
        [np.float32(3), np.float32(4)],
        np.zeros((3, 0), np.uint8),
    ):
        got = run(pipe, a=[Feed(samples)]).outputs[0].samples()
        assert len(got) == len(samples)
        assert all(one.shape == np.shape(other) and (one == other).all() for one, other in zip(got, samples))
    assert run(pipe, a=[Feed([big], "HWC")]).outputs[0].layout == "HWC"
    assert run(pipe, a=[Feed(big, "HW")]).outputs[0].layout == "HW"
    # A batch that needs far more room than the ones before, and one that needs little again.
    for size in (3_000_000, 5):
        assert (run(pipe, a=[Feed([np.full(size, 7, np.int64)])]).outputs[0].array() == 7).all()


def test_several_outputs_and_wrong_feeds(opened):
    pipe = opened(PAIRS)
    batch = run(pipe, pair=[Feed([np.int32(1), np.int32(2)]), Feed(np.zeros((2, 5), np.uint8))])
    assert [output.array().shape for output in batch.outputs] == [(2,), (2, 5)]
    one = Feed([np.int32(1)])
    assert code_of(lambda: run(pipe, pair=[one])) == "INVALID_INPUT"
    assert code_of(lambda: run(pipe, pair=[one, Feed([np.int32(1)] * 2)])) == "INVALID_INPUT"
    assert code_of(lambda: run(pipe, pear=[one, one])) == "INPUT_UNKNOWN"
    assert code_of(lambda: run(pipe)) == "INPUT_MISSING"
    assert code_of(lambda: run(pipe, pair=[Feed(["text"]), one])) == "INVALID_INPUT"
    assert code_of(lambda: run(pipe, pair=[Feed([np.int32(1), np.int8(1)]), one])) == "INVALID_INPUT"
    # None of it was fed.
    pipe.feed("pair", [one, Feed([np.int32(5)])])
    assert run(pipe).outputs[1].array().tolist() == [5]


def test_feeds_ahead_keep_their_values(opened):
    """The pipeline reads data where this process wrote it, which must stay until then: also behind a batch that failed."""
    pipe = opened(COPIES.replace("numThreads: 1", "numThreads: 2, prefetchQueueDepth: 3"))

    def feed(i):
        return {"a": [Feed([np.full(50_000 + 1000 * i, i, np.int32)] * 3)]}

    wrong = {"a": [Feed([np.int32(1)] * 5)]}  # More than the batch size.
    kinds = [i % 7 == 3 for i in range(60)]
    for i in range(3):
        pipe.schedule(wrong if kinds[i] else feed(i))
    for i, bad in enumerate(kinds):
        if bad:
            assert code_of(pipe.share) == "INVALID_INPUT"
        else:
            for output in pipe.share().outputs:
                assert all((sample == i).all() and sample.size == 50_000 + 1000 * i for sample in output.samples())
            pipe.release()
        if i + 3 < len(kinds):
            pipe.schedule(wrong if kinds[i + 3] else feed(i + 3))


@pytest.mark.parametrize("end", ["close", "forget"])
def test_a_pipeline_that_ends_takes_the_memory_of_its_feeds_along(end):
    def one():
        pipe = open_pipeline(text_of(COPIES))
        pipe.schedule({"a": [Feed([np.zeros(3, np.int32)])]})
        pipe.schedule({"a": [Feed([np.zeros(3, np.int32)])]})
        pipe.share()
        if end == "close":
            pipe.close()

    one()
    before, _ = resources.descriptors(host_pid())
    for _ in range(8):
        one()
    until(lambda: resources.descriptors(host_pid())[0] <= before + 2)


def test_a_scheduled_pipeline_gives_what_node_gives(opened):
    script = f"""
import {{ createHash }} from 'node:crypto'
import {{ fn, pipelineDef, types }} from 'penstock-data'
const pipe = {PHOTO_BATCHES}
for (let i = 0; i < 12; i++) {{
  const {{ images, labels }} = await pipe.run()
  const hash = createHash('sha256')
  for (const tensor of [...images, ...labels]) hash.update(tensor.dataSync())
  console.log(hash.digest('hex'), images.at(1).sourceInfo?.()?.source ?? '')
}}
await pipe.close()
"""
    from hashlib import sha256

    want = [line.split(" ")[0] for line in run_node(script).splitlines()]
    pipe = opened(PHOTO_BATCHES)
    facts = pipe.build()
    assert [output["name"] for output in facts["outputs"]] == ["images", "labels"]
    assert [output["dtype"] for output in facts["outputs"]] == ["float32", "int32"]
    assert facts["batchSize"] == 5 and facts["options"]["seed"] == 7
    assert pipe.epoch_size() == {"train": pipe.reader_meta()["train"]["epochSize"]}
    got = []
    kept = []
    pipe.schedule()
    for _ in want:
        pipe.schedule()
        batch = pipe.share()
        kept.append((batch, [array.copy() for output in batch.outputs for array in output.samples()]))
        pipe.release()
        got.append(sha256(b"".join(array.tobytes() for array in kept[-1][1])).hexdigest())
        assert PHOTOS.name in batch.source(1)["source"]
    assert got == want
    # All batches that are held are as they were.
    for batch, copies in kept:
        arrays = [array for output in batch.outputs for array in output.samples()]
        assert all((one == other).all() for one, other in zip(arrays, copies))


def test_a_checkpoint_goes_on_where_it_was_taken(opened):
    pipe = opened(PHOTO_BATCHES)
    for _ in range(3):
        run(pipe)
    state = pipe.checkpoint()
    wanted = [run(pipe).outputs[0].array().copy() for _ in range(3)]
    document = json.loads(text_of(PHOTO_BATCHES))
    document["options"]["checkpoint"] = state
    other = open_pipeline(json.dumps(document))
    for want in wanted:
        assert (run(other).outputs[0].array() == want).all()
    other.close()


def test_reset_begins_anew_and_statistics_tell(opened):
    pipe = opened(PHOTO_BATCHES)
    run(pipe)
    pipe.reset()
    assert run(pipe).batch.epoch == 1
    assert pipe.statistics()["stages"] and pipe.executor_statistics()


def test_what_cannot_be_is_an_error(opened):
    pipe = opened(COPIES)
    assert code_of(pipe.release) == "NOTHING_SHARED"
    assert code_of(pipe.share) == "NOTHING_SCHEDULED"
    feeds = {"a": [Feed([np.int32(1)])]}
    pipe.schedule(feeds)
    pipe.schedule(feeds)
    assert code_of(lambda: pipe.schedule(feeds)) == "QUEUE_FULL"
    pipe.close()
    pipe.close()
    assert code_of(pipe.share) == "PIPELINE_CLOSED"
    assert code_of(open_pipeline("no text").build) == "INVALID_ARGUMENT"
    missing = json.loads(text_of(PHOTO_BATCHES))
    missing["graph"]["nodes"][0]["args"]["fileRoot"] = "/none"
    with pytest.raises(PipelineError) as error:
        open_pipeline(json.dumps(missing)).build()
    assert error.value.code == "FILE_NOT_FOUND" and error.value.op == "readers.file" and error.value.call_site


def test_arrays_outlive_their_pipeline(opened):
    pipe = opened(COPIES)
    held = [run(pipe, a=[Feed(np.full((4, 1000), i, np.int32))]).outputs[0].array() for i in range(6)]
    pipe.close()
    other = opened(COPIES)
    for i in range(6):
        run(other, a=[Feed(np.full((4, 1000), 99, np.int32))])
    assert [np.unique(array).tolist() for array in held] == [[i] for i in range(6)]


def test_memory_is_used_again_when_arrays_go(opened):
    pipe = opened(COPIES)

    def segments():
        return len(pipe._segments._mappings)

    for i in range(60):
        run(pipe, a=[Feed(np.full((4, 1000), i, np.int32))])
    assert segments() < 20
    assert len(_host.the_host().held) < 20


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def test_pipelines_leave_nothing(opened):
    def one():
        pipe = open_pipeline(text_of(COPIES))
        held = run(pipe, a=[Feed([np.arange(1000)])]).outputs[0].array()
        pipe.close()
        return held

    for _ in range(5):
        one()
    pids = [os.getpid(), host_pid()]
    before = [descriptors(pid) for pid in pids]
    threads = threading.active_count()
    for _ in range(60):
        one()
    until(lambda: all(descriptors(pid) <= count + 6 for pid, count in zip(pids, before)))
    assert threading.active_count() == threads


def test_a_dropped_pipeline_ends_in_the_host(opened):
    host = _host.the_host()
    for _ in range(3):
        pipe = open_pipeline(text_of(COPIES))
        run(pipe, a=[Feed([np.arange(3)])])
    del pipe
    other = opened(COPIES)
    other.build()
    threads = lambda: len(os.listdir(f"/proc/{host.process.pid}/task"))
    until(lambda: threads() < 40)
    assert host is _host.the_host()


def test_threads_run_pipelines_at_once(opened):
    failures = []

    def work(value):
        try:
            pipe = open_pipeline(text_of(COPIES))
            for _ in range(20):
                got = run(pipe, a=[Feed(np.full((4, 10), value, np.int32))]).outputs[0].array()
                assert (got == value).all()
            pipe.close()
        except BaseException as error:
            failures.append(error)

    workers = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(30)
    assert failures == []


def test_a_killed_host_is_an_error_and_the_next_pipeline_has_another(opened):
    pipe = opened(COPIES)
    held = run(pipe, a=[Feed(np.full((4, 10), 3, np.int32))]).outputs[0].array()
    pid = host_pid()
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(ServerDied) as error:
        for _ in range(3):
            run(pipe, a=[Feed(np.full((4, 10), 4, np.int32))])
    assert error.value.exit_code == -signal.SIGKILL
    assert (held == 3).all()
    other = opened(COPIES)
    assert run(other, a=[Feed([np.int32(8)])]).outputs[0].array().tolist() == [8]
    assert host_pid() != pid
    until(lambda: not alive(pid))
    pipe.close()


def test_a_fork_has_a_host_of_its_own(opened):
    pipe = opened(COPIES)
    run(pipe, a=[Feed([np.int32(1)])])
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if code_of(lambda: pipe.share()) == "UNSUPPORTED":
                own = open_pipeline(text_of(COPIES))
                code = 0 if run(own, a=[Feed([np.int32(2)])]).outputs[0].array().tolist() == [2] else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert run(pipe, a=[Feed([np.int32(3)])]).outputs[0].array().tolist() == [3]


def test_rooms_are_used_again_by_the_next_pipelines():
    """A batch that was scheduled when its pipeline ended has had a room; the next pipeline takes that one."""

    @pipeline_def(batch_size=2, num_threads=1, device_id=None)
    def define():
        return fn.external_source(lambda: [np.zeros(3, np.uint8)] * 2)

    def rooms():
        found = [room.number for room in _host.the_host()._rooms]
        return max(found, default=0)

    for turn in range(24):
        pipe = define()
        pipe.build()
        pipe.run()
        if turn == 11:
            before = rooms()
        if turn % 2:
            pipe.close()
        del pipe
    assert 0 < rooms() <= before + 4
