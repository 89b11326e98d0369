"""The host hands a batch over before it is asked for: how often this process waits for an answer, and that nothing else changes."""

import random
import threading

import numpy as np
import pytest

import penstock.dali as dali
from conftest import until
from penstock.dali import _host, fn
from penstock.dali._host import Feed
from penstock.dali.plugin.base_iterator import _DaliBaseIterator
from test_host import COPIES, opened  # noqa: F401


def numbers(gpu=False, **options):
    """A pipeline whose batch i has the number i, twice."""
    count = iter(range(10**6))

    @dali.pipeline_def(batch_size=2, num_threads=1, device_id=0 if gpu else None, prefetch_queue_depth=2, **options)
    def definition():
        values = fn.external_source(lambda: np.full((2, 1), next(count), np.int32)) * 2
        return values.gpu() if gpu else values

    pipe = definition()
    pipe.build()
    return pipe


@pytest.fixture(params=["cpu", "gpu"])
def gpu(request):
    """Whether the batches are in the memory of a GPU, the emulated one."""
    if request.param == "gpu":
        request.getfixturevalue("gpu_host")
    return request.param == "gpu"


@pytest.fixture
def wire(gpu):
    """The socket to the host, which counts what this thread sends: another one gives batches back after a while."""
    wire = _host.the_host()._wire

    class Counting:
        sends = 0

        def __getattr__(self, name):
            return getattr(real, name)

        def send(self, *arguments):
            Counting.sends += threading.current_thread() is threading.main_thread()
            return real.send(*arguments)

    real, wire._socket = wire._socket, Counting()
    yield wire
    wire._socket = real


def is_there(wire):
    """Whether the next answer has come."""
    return bool(wire._ready.poll(0)) or len(wire._incoming.rest) > 0


def test_run_asks_once_for_a_batch_and_finds_the_next_one(wire, gpu):
    pipe = numbers(gpu)
    for i in range(3):
        pipe.run()
    for i in range(3, 20):
        # Nothing is sent meanwhile.
        before = wire._socket.sends
        until(lambda: is_there(wire))
        assert wire._socket.sends == before
        (out,) = pipe.run()
        assert out.as_cpu().as_array().tolist() == [[2 * i], [2 * i]]
        assert wire._socket.sends == before + 1
    pipe.close()


def test_an_iterator_asks_once_for_a_batch_and_finds_the_next_one(wire, gpu):
    class Items(_DaliBaseIterator):
        def _convert(self, place, output, count):
            return output.as_cpu().as_array()[:count]

        def _item(self, outputs):
            return outputs[0]

    pipe = numbers(gpu)
    loader = Items(pipe)
    for i in range(20):
        before = wire._socket.sends
        until(lambda: is_there(wire))
        (item,) = next(loader)
        assert item.tolist() == [[2 * i], [2 * i]]
        # The first item was taken when the loader was made.
        assert i == 0 or wire._socket.sends == before + 1
    pipe.close()


def test_a_checkpoint_and_a_budget_keep_batches_with_the_host():
    for options in ({"enable_checkpointing": True}, {"memory_budget": {"host": 2**26}}, {"exec_dynamic": False}):
        pipe = numbers(**options)
        assert not pipe._host._ahead
        assert [pipe.run()[0].as_array()[0, 0] for _ in range(5)] == [0, 2, 4, 6, 8]
        pipe.close()


@pytest.mark.parametrize("depth", [1, 2, 3, 5])
def test_batches_ahead_are_those_of_one_after_the_other(opened, depth):
    """Whatever is scheduled, shared, dropped and closed in between, also of data that is refused."""
    chance = random.Random(depth)
    for _ in range(6):
        pipe = opened(COPIES.replace("numThreads: 1", f"numThreads: 1, prefetchQueueDepth: {depth}"), ahead=True)
        pipe.build()
        waiting, shared, count, held = [], 0, 0, []
        for _ in range(60):
            what = chance.choice(["schedule", "schedule", "share", "share", "release", "reset"] + ["run"] * 4)
            if what == "schedule" and len(waiting) + shared < depth or what == "run" and len(waiting) < depth:
                wrong = chance.random() < 0.15
                samples = [np.full(3, count, np.int32)] * (5 if wrong else 2)  # Five are more than a batch has.
                waiting.append(None if wrong else count)
                count += 1
                if what == "schedule":
                    pipe.schedule({"a": [Feed(samples)]}, chance.random() < 0.5)
                    continue
                shared = 0
                call = lambda: pipe.run({"a": [Feed(samples)]})  # noqa: E731
            elif what == "share" and waiting:
                call = pipe.share
            elif what == "release" and shared:
                pipe.release()
                shared -= 1
                continue
            elif what == "reset" and chance.random() < 0.3:
                pipe.reset()
                waiting.clear()
                continue
            else:
                continue
            expected = waiting.pop(0)
            if expected is None:
                with pytest.raises(dali._host.PipelineError, match="INVALID_INPUT"):
                    call()
                continue
            batch = call()
            shared += 1
            held = [*held[-2:], (expected, batch)]
            for number, one in held:
                assert one.outputs[0].array().tolist() == [[number] * 3] * 2
        pipe.close()
        for number, one in held:
            assert one.outputs[0].array().tolist() == [[number] * 3] * 2
