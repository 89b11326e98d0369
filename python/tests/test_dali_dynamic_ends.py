"""Imperative mode where something ends: interrupts at any line, forks, and the death of the host."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest

import penstock.dali.experimental.dynamic as ndd
from conftest import PHOTOS, ROOT, alive, interrupted_at, until
from penstock import PipelineError, ServerDied
from penstock.dali.experimental.dynamic._session import session

MOST_LINES = 3000


def kill_host() -> None:
    process = session().host.process
    process.kill()
    process.wait()
    until(lambda: not alive(process.pid))


def test_an_interrupt_at_any_line_of_a_call_and_its_read_loses_nothing() -> None:
    given = ndd.batch(np.arange(6, dtype=np.int32).reshape(2, 3)) + 0
    step = 0
    for step in range(1, MOST_LINES):

        def work() -> Any:
            return np.asarray(ndd.as_tensor(given + step))

        found, interrupted = interrupted_at(step, work)
        if found is not None:
            assert found[0, 0] == step
        if not interrupted:
            break
        # What comes behind is as if there had been no interrupt.
        assert (given + step).tensors[1][2].item() == 5 + step
    assert step > 100 and not interrupted
    gc.collect()
    assert (given + 1).tensors[0][0].item() == 1


def test_an_interrupt_at_any_line_of_a_read_leaves_the_value_to_the_next_read() -> None:
    for step in range(1, MOST_LINES):
        value = ndd.full(step, shape=(20_000,))
        found, interrupted = interrupted_at(step, lambda: np.asarray(value))
        array = np.asarray(value) if found is None else found
        assert array.shape == (20_000,) and (array == step).all()
        if not interrupted:
            break
    assert step > 50 and not interrupted


def test_an_interrupt_ends_a_wait_for_a_result() -> None:
    images = ndd.zeros(shape=(2000, 2000, 3), dtype=ndd.uint8)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            while True:
                images = ndd.gaussian_blur(ndd.resize(images, size=(2000, 2000)), window_size=31)
                images.evaluate()
    finally:
        signal.signal(signal.SIGINT, before)
    assert (ndd.tensor([1]) + 1).item() == 2


def test_the_death_of_the_host_fails_what_it_had_and_a_new_one_goes_on() -> None:
    read = ndd.tensor([1, 2]) + 1
    read.evaluate()
    unread = ndd.tensor([1]) + 1
    (unread * 2).evaluate()
    reader = ndd.readers.File(file_root=str(PHOTOS))
    epoch = reader.next_epoch(batch_size=2)
    next(epoch)
    kill_host()
    with pytest.raises(ServerDied):
        unread.evaluate()
    with pytest.raises(ServerDied):
        for _ in epoch:
            pass
    # What was read stays, and can be computed with.
    np.testing.assert_array_equal(np.asarray(read * 2), [4, 6])
    with pytest.raises(PipelineError, match="host that has ended"):
        (unread + 1).evaluate()
    assert next(iter(ndd.readers.File(file_root=str(PHOTOS)).next_epoch(batch_size=2)))[0].batch_size == 2


@pytest.mark.parametrize(
    "step",
    [
        {"s": "call", "v": 1, "n": 1, "op": "copy"},
        {"s": "drop", "v": "all"},
        {"s": "data", "v": 1, "tensor": True, "data": {"dtype": "uint8", "layout": "", "at": [[0, [2**40]]]}},
        {"s": "data", "v": 1, "tensor": True, "data": {"dtype": "uint8", "layout": "", "at": [[0, [1]]], "origins": []}},
        {"s": "data", "v": 1, "tensor": True, "data": {"dtype": "uint8", "layout": "", "at": [[0, [1]]], "origins": [[0, -1, "x"]]}},
        {"s": "part", "v": 1, "of": 10**9, "rows": 0},
        {"s": "text"},
    ],
)
def test_steps_that_cannot_be_true_end_the_host_alone(step: Any) -> None:
    to = session()
    to.record(step)
    with pytest.raises((PipelineError, ServerDied)):
        to.ask({"t": "gpus"})
    assert (ndd.tensor([1]) + 1).item() == 2 and session() is not to


def test_a_forked_process_has_a_host_of_its_own() -> None:
    read = ndd.tensor([1, 2]) + 1
    read.evaluate()
    unread = read * 3
    child = os.fork()
    if child == 0:
        code = 1
        try:
            assert (read + 1)[1].item() == 4
            try:
                unread.evaluate()
            except PipelineError as error:
                code = 0 if error.code == "UNSUPPORTED" else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    np.testing.assert_array_equal(np.asarray(unread), [6, 9])


def test_the_host_ends_with_its_process() -> None:
    program = """
import sys
import numpy as np
import penstock.dali.experimental.dynamic as ndd
from penstock.dali.experimental.dynamic._session import session
held = [ndd.full(i, shape=(30_000,)) + 1 for i in range(5)]
print(session().host.process.pid, [np.asarray(one)[0] for one in held][4], flush=True)
sys.stdin.read()
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdout is not None
    pid, value = process.stdout.readline().split()
    assert value == b"5" and alive(int(pid))
    process.kill()
    process.communicate()
    until(lambda: not alive(int(pid)))


def test_results_that_end_leave_no_memory_behind() -> None:
    def descriptors() -> int:
        return len(os.listdir(f"/proc/{session().host.process.pid}/fd"))

    def round_of(count: int) -> None:
        held = [ndd.full(i, shape=(30_000,)) + 0 for i in range(count)]
        assert [np.asarray(one)[0] for one in held] == list(range(count))

    round_of(3)
    before = descriptors()
    round_of(300)
    gc.collect()
    # The next question says what has ended.
    (ndd.tensor([1]) + 1).evaluate()
    round_of(3)
    assert descriptors() < before + 700
    kept = descriptors()
    for _ in range(3):
        round_of(300)
    gc.collect()
    (ndd.tensor([1]) + 1).evaluate()
    assert descriptors() <= kept + 20
