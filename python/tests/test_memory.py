"""Tests how long arrays are valid, and when their memory is used again."""

import os
import signal

import numpy as np
import pytest

from conftest import NUMBERS, alive, until
from penstock import PipelineError, ServerDied
from resources import segments


def is_batch(array, number):
    return (array == np.arange(4 * number, 4 * number + 4, dtype=array.dtype)[:, None]).all()


EXECUTORS = [{}, {"exec_dynamic": False, "prefetch_queue_depth": 1}, {"exec_pipelined": False}]


@pytest.mark.parametrize("executor", EXECUTORS)
def test_held_arrays_keep_their_bytes(module, loader, executor):
    numbers = loader(module(NUMBERS), [40, 3000], **executor)
    held = []
    for number, (values,) in enumerate(numbers):
        held.append(values[:, ::7].view(np.uint32) if number % 2 else values)
    for number, values in enumerate(held):
        assert is_batch(values, number)
    assert len(held) == 40


@pytest.mark.parametrize("executor", EXECUTORS)
def test_memory_is_used_again(module, loader, executor):
    before = segments()
    numbers = loader(module(NUMBERS), [60, 100_000], **executor)
    for _ in numbers:
        pass
    # Each segment is mapped once: one batch is with the loop, one is handed over, and the stages have some.
    assert segments() - before <= 12


def test_a_loop_copies_nothing(module, loader):
    numbers = loader(module(NUMBERS), [50, 100_000])
    for number, (values,) in enumerate(numbers):
        assert is_batch(values, number)
    assert numbers.statistics()["copiedBytes"] == 0
    assert numbers.copied_bytes == 0


def test_copies_of_an_executor_with_few_slots_are_counted(module, loader):
    numbers = loader(module(NUMBERS), [10, 1000], exec_pipelined=False)
    list(numbers)
    assert numbers.statistics()["copiedBytes"] >= 10 * 4 * 4000


def test_arrays_outlive_the_loader(module, loader):
    before = segments()
    numbers = loader(module(NUMBERS), [20, 50_000])
    held = [values for (values,), _ in zip(numbers, range(5))]
    numbers.close()
    assert segments() > before
    for number, values in enumerate(held):
        assert is_batch(values, number)
    del held, values
    assert segments() == before


def test_arrays_outlive_a_killed_server(module, loader):
    numbers = loader(module(NUMBERS), [20, 50_000])
    held = [values for (values,), _ in zip(numbers, range(5))]
    pid = numbers.server_pid
    os.kill(pid, signal.SIGKILL)
    until(lambda: not alive(pid))
    for number, values in enumerate(held):
        assert is_batch(values, number)


def test_a_batch_that_grows_is_mapped_again(module, loader):
    path = module(
        "export default pipelineDef({ batchSize: 1 }, () => [math.add(fn.externalSource({ name: 'x', dtype: 'uint8', ndim: 1,"
        " source: Array.from({ length: 9 }, (_, i) => [new Uint8Array(4 ** (i + 3)).fill(i)]) }), 0)])"
    )
    held = [values for (values,) in loader(path)]
    assert [values.size for values in held] == [4 ** (i + 3) for i in range(9)]
    assert all((values == i).all() for i, values in enumerate(held))


def test_an_empty_batch(module, loader):
    path = module(
        "export default pipelineDef({ batchSize: 2 }, () => [fn.externalSource({ name: 'x', dtype: 'uint8', ndim: 1,"
        " source: [[new Uint8Array(2), new Uint8Array(2)], [new Uint8Array(3)]] })])"
    )
    assert [values.shape for (values,) in loader(path)] == [(2, 2), (1, 3)]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_loop_that_ends_with_an_error_leaves_no_memory(module, loader, how):
    before, descriptors = segments(), len(os.listdir("/proc/self/fd"))
    numbers = loader(module(NUMBERS), [1000, 50_000])

    def loop():
        for number, (values,) in enumerate(numbers):
            if number == 3:
                os.kill(numbers.server_pid, how)
        # What an error refers to: this function's variables.
        return values

    with pytest.raises((PipelineError, ServerDied)):
        loop()
    numbers.close()
    assert segments() == before
    assert len(os.listdir("/proc/self/fd")) == descriptors
