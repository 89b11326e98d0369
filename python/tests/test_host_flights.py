"""Functions of which the host asks for the next call while one runs."""

import json
import os
import random
import threading
import time

import numpy as np
import pytest

from conftest import until
from penstock import PipelineError
from penstock.dali import _host
from penstock.dali._host import Feed, open_pipeline
from test_host import run, text_of
from test_host_functions import READER, by_sample, closing, fed, fed_by_sample, with_function  # noqa: F401

EXECUTORS = [{}, {"execDynamic": False}, {"execPipelined": False}]


def feeds(*numbers):
    return {"a": [Feed([np.int32(number) for number in numbers])]}


def waiting_calls():
    return bool(_host.the_host().functions._wire._ready.poll(0))


@pytest.mark.parametrize("seed", range(12))
def test_batches_come_in_order_whatever_the_functions_take(closing, seed):
    chance = random.Random(seed)
    depth = 1 + seed % 4
    seen = []

    def takes_some_time(inputs):
        (samples,) = inputs
        seen.append(samples[0].item())
        for sample in samples:
            if chance.random() < 0.1:
                time.sleep(chance.random() / 100)
            number = sample.item()
            if number % 23 == 3:
                raise ValueError(f"batch {number}")
            # Of the sizes, the first one is at times the largest.
            yield np.full((1 + number * 31 % 5, number % 3), number, np.int16), np.full(number * 17 % 40, number), np.float64(number)

    pipe = fed_by_sample(takes_some_time, 3, prefetchQueueDepth=depth, **EXECUTORS[seed % 3])
    closing(pipe)
    pipe.build()
    depth = min(depth, pipe.facts["depth"])
    sizes = [chance.randrange(1, 9) for _ in range(40)]
    asked = given = 0
    while given < len(sizes):
        while asked < len(sizes) and asked - given < depth:
            pipe.schedule(feeds(*range(10 * asked, 10 * asked + sizes[asked])))
            asked += 1
        numbers = range(10 * given, 10 * given + sizes[given])
        wrong = [number for number in numbers if number % 23 == 3]
        given += 1
        if wrong:
            with pytest.raises(PipelineError, match=rf"batch {wrong[0]}\b"):
                pipe.share()
            continue
        _fed, small, long, one = pipe.share().outputs
        assert [array.tolist() for array in small.samples()] == [[[n] * (n % 3)] * (1 + n * 31 % 5) for n in numbers]
        assert [array.tolist() for array in long.samples()] == [[n] * (n * 17 % 40) for n in numbers]
        assert one.array().tolist() == list(numbers)
        del _fed, small, long, one
        pipe.release()
    assert seen == [10 * i for i in range(len(sizes))]


def test_the_next_call_waits_while_a_function_runs(closing):
    begun, goes_on = threading.Event(), threading.Semaphore(0)

    def waits(inputs):
        begun.set()
        assert goes_on.acquire(timeout=30)
        return inputs

    pipe = fed(waits, prefetchQueueDepth=3)
    closing(pipe)
    for i in range(3):
        pipe.schedule(feeds(i))
    for i in range(3):
        assert begun.wait(20)
        begun.clear()
        # The third has no place: two are in flight.
        if i < 2:
            until(waiting_calls)
        else:
            assert not waiting_calls()
        goes_on.release()
        assert pipe.share().outputs[1].array().tolist() == [i]
        pipe.release()


def test_a_failure_leaves_the_call_behind_it_alone(closing):
    goes_on = threading.Event()

    def fails(inputs):
        assert goes_on.wait(30)
        if inputs[0][0] % 3 == 1:
            raise KeyError("one")
        return inputs

    pipe = fed(fails, prefetchQueueDepth=3)
    closing(pipe)
    for k in range(4):
        goes_on.clear()
        for i in range(3):
            pipe.schedule(feeds(3 * k + i))
        until(waiting_calls)
        goes_on.set()
        assert pipe.share().outputs[1].array().tolist() == [3 * k]
        pipe.release()
        with pytest.raises(PipelineError, match="KeyError"):
            pipe.share()
        assert pipe.share().outputs[1].array().tolist() == [3 * k + 2]
        pipe.release()


def test_close_with_two_calls_in_flight(closing):
    files = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        begun, goes_on = threading.Event(), threading.Event()

        def waits(inputs):
            begun.set()
            goes_on.wait(30)
            return inputs

        pipe = fed(waits)
        for i in range(2):
            pipe.schedule(feeds(i))
        assert begun.wait(20)
        until(waiting_calls)
        start = time.monotonic()
        pipe.close()
        assert time.monotonic() - start < 5
        goes_on.set()
    other = fed(lambda inputs: inputs)
    assert run(other, **feeds(4)).outputs[1].array().tolist() == [4]
    other.close()
    until(lambda: not _host.the_host().functions._rooms)
    until(lambda: len(os.listdir("/proc/self/fd")) <= files + 8)


@pytest.mark.parametrize("options", EXECUTORS, ids=["dynamic", "pipelined", "simple"])
def test_a_reset_drops_the_calls_in_flight(closing, options):
    text = text_of(READER)
    document = json.loads(text)
    document["options"] = {**document.get("options", {}), **options}
    text = json.dumps(document)
    labels = document["graph"]["outputs"][1]["value"]

    def negative(inputs):
        time.sleep(0.002)
        return [[-label for label in inputs[0]]]

    pipe = open_pipeline(with_function(text, [labels], 1), functions={1: by_sample(negative)})
    closing(pipe)
    for k in range(6):
        seen = []
        for _ in range(k):
            outputs = run(pipe).outputs
            assert (outputs[3].array() == -outputs[1].array()).all()
            seen.append(outputs[1].array().tolist())
            del outputs
        pipe.reset()


def test_memory_of_calls_is_bounded(closing):
    pipe = fed(lambda inputs: inputs)
    closing(pipe)
    for _ in range(10):
        run(pipe, **feeds(*range(8)))
    known = len(_host.the_host().functions._rooms)
    for i in range(200):
        run(pipe, **feeds(*range(8)))
    assert len(_host.the_host().functions._rooms) <= known + 2
