"""Interrupts of a program that runs pipelines, and the end of either process at any moment."""

import faulthandler
import gc
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from conftest import ROOT, alive, interrupted_at, until
from penstock import PipelineError, ServerDied
from penstock.dali import _host, fn, pipeline_def
from penstock.dali._host import Feed, open_pipeline
from test_host import COPIES, code_of, descriptors, host_pid, opened, run, text_of  # noqa: F401
from test_host_functions import FED, closing, fed, with_function  # noqa: F401

# Lines of the package that a call runs are fewer.
MOST_LINES = 3000


def feeds(value):
    return {"a": [Feed([np.full(3, value, np.int32)])]}


def test_an_interrupt_at_any_line_of_share_loses_no_batch(opened):
    pipe = opened(COPIES)
    for step in range(1, MOST_LINES):
        pipe.schedule(feeds(step))
        before = pipe._state.shared
        batch, interrupted = interrupted_at(step, pipe.share)
        # The batch that share() was about to return is the one that may be missing.
        if batch is None and pipe._state.shared == before:
            batch = pipe.share()
        if batch is not None:
            assert batch.outputs[0].array()[0, 0] == step
        pipe.release()
        if not interrupted:
            break
    assert step > 50 and not interrupted


def test_an_interrupt_at_any_line_of_run_leaves_the_pipeline_usable(opened):
    pipe = opened(COPIES)
    run(pipe, a=feeds(0)["a"])
    for step in range(1, MOST_LINES):
        _batch, interrupted = interrupted_at(step, lambda: pipe.run(feeds(step)))
        if not interrupted:
            break
        # What the interrupted call had scheduled is still there, or never was.
        while pipe._state.scheduled:
            try:
                pipe.share()
            except PipelineError as error:
                assert error.code in ("NOTHING_SCHEDULED", "INPUT_MISSING")
        assert pipe.run(feeds(-step)).outputs[0].array()[0, 0] == -step
    assert step > 50 and not interrupted


def test_an_interrupt_at_any_line_of_run_keeps_the_batches_ahead_in_order(opened):
    pipe = opened(COPIES, ahead=True)
    pipe.build()
    assert pipe._ahead
    last = 0
    pipe.schedule(feeds(last), False)
    for step in range(1, MOST_LINES):
        batch, interrupted = interrupted_at(step, lambda: pipe.run(feeds(last + 1)))
        taken = [] if batch is None else [batch]
        if not interrupted:
            break
        # The batch that run() was about to return may be missing; the next one is there, or was never scheduled.
        while pipe._state.scheduled:
            taken.append(pipe.share())
            pipe.release()
        numbers = [int(one.outputs[0].array()[0, 0]) for one in taken]
        assert numbers in ([last, last + 1], [last + 1], [last], []), step
        last += 2
        while pipe._state.shared:
            pipe.release()
        pipe.schedule(feeds(last), False)
    assert step > 50 and not interrupted


def test_an_interrupt_ends_a_wait_and_the_batch_comes_later(closing):
    goes_on = threading.Event()

    def waits(inputs):
        goes_on.wait(30)
        return inputs

    pipe = fed(waits)
    closing(pipe)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for i in range(3):
            goes_on.clear()
            pipe.schedule(feeds(i))
            threading.Timer(0.05 * (1 + i), os.kill, (os.getpid(), signal.SIGINT)).start()
            start = time.monotonic()
            with pytest.raises(KeyboardInterrupt):
                pipe.share()
            assert time.monotonic() - start < 5
            goes_on.set()
            assert pipe.share().outputs[1].array()[0, 0] == i
            pipe.release()
    finally:
        signal.signal(signal.SIGINT, before)


def test_close_of_an_interrupted_pipeline_gives_its_batch_back(closing):
    goes_on = threading.Event()
    pipe = fed(lambda inputs: goes_on.wait(30) and inputs)
    pipe.schedule(feeds(1))
    known = set(_host.the_host()._calls)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            pipe.share()
    finally:
        signal.signal(signal.SIGINT, before)
    pipe.close()
    goes_on.set()
    other = fed(lambda inputs: inputs)
    closing(other)
    run(other, **feeds(2))
    assert set(_host.the_host()._calls) <= known


# Runs pipelines with feeds and functions, one after the other, and holds arrays of some.
PROGRAM = """
import sys
import numpy as np
from penstock.dali._host import Feed, open_pipeline, the_host
text, named = sys.argv[1:]
host = the_host()
print(host.process.pid, flush=True)
held = []
for i in range(10_000):
    pipe = open_pipeline(text) if i % 2 else open_pipeline(named, functions={1: lambda inputs: zip(*inputs)})
    for k in range(i % 4):
        batch = pipe.run({"a": [Feed([np.full(1000 * k, i, np.int32)] * 3)]})
        held.append(batch.outputs[0].samples()[1])
        assert (held[-1] == i).all()
    held = held[-5:]
    pipe.close()
    # Between two pipelines a host may die unseen.
    assert the_host() is host, "ServerDied"
"""


def started_text():
    return text_of(FED.replace("OPTIONS", "{}"))


def started():
    plain = started_text()
    value = json.loads(plain)["graph"]["outputs"][0]["value"]
    command = [sys.executable, "-c", PROGRAM, plain, with_function(plain, [value], 1)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, cwd=ROOT / "python")
    return process


def in_session(session):
    """The processes of a session that live."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = open(f"/proc/{pid}/stat", encoding="ascii", errors="replace").read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(pid))
    return found


def kill_at(moments, draw):
    """Kills the program or its host at each of these moments, four programs at a time."""
    started_text()  # Made once, not by four threads.
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(kill_one, moments, [draw.random() < 0.5 for _ in moments]))


def kill_one(moment, kills_host):
    process = started()
    try:
        line = process.stdout.readline() if kills_host else b"0"
        assert line, process.communicate()[1].decode()
        time.sleep(moment)
        if kills_host:
            os.kill(int(line), signal.SIGKILL)
            _, errors = process.communicate(timeout=30)
            assert b"ServerDied" in errors, errors.decode()
        else:
            process.kill()
            process.communicate()
        until(lambda: not in_session(process.pid), 20)
    finally:
        for pid in in_session(process.pid):
            os.kill(pid, signal.SIGKILL)
        process.wait()


def test_either_process_may_be_killed_at_any_moment():
    draw = random.Random(7)
    kill_at([draw.random() * 1.5 for _ in range(4)], draw)


@pytest.mark.long
def test_either_process_may_be_killed_at_any_of_many_moments():
    faulthandler.cancel_dump_traceback_later()
    draw = random.Random(time.time_ns())
    kill_at([draw.random() * 1.5 for _ in range(200)], draw)


def test_the_host_ends_with_a_program_that_closes_nothing():
    script = PROGRAM.replace("    pipe.close()\n", "    if i == 5: break\n")
    plain = text_of(FED.replace("OPTIONS", "{}"))
    value = json.loads(plain)["graph"]["outputs"][0]["value"]
    command = [sys.executable, "-W", "error", "-c", script, plain, with_function(plain, [value], 1)]
    process = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT / "python", timeout=60)
    assert (process.returncode, process.stderr) == (0, b""), process.stderr.decode()
    until(lambda: not alive(int(process.stdout)))


def test_a_dead_host_leaves_no_descriptors_and_threads(opened):
    others = set(threading.enumerate())
    pipe = opened(COPIES)
    run(pipe, **feeds(1))
    os.kill(host_pid(), signal.SIGKILL)
    with pytest.raises(ServerDied):
        run(pipe, **feeds(1))
        run(pipe, **feeds(1))
    pipe.close()
    until(lambda: others.issuperset(threading.enumerate()))
    before = descriptors(os.getpid())
    for _ in range(3):
        other = open_pipeline(text_of(COPIES))
        run(other, **feeds(2))
        pid = host_pid()
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(ServerDied):
            run(other, **feeds(2))
            run(other, **feeds(2))
        assert code_of(lambda: (other.close(), other.share())) == "PIPELINE_CLOSED"
        until(lambda: others.issuperset(threading.enumerate()) and not alive(pid))
        del other
    until(lambda: gc.collect() is not None and descriptors(os.getpid()) <= before)


def test_rooms_of_pipelines_in_cycles_are_used_again():
    # A collection ends the objects of a cycle in no order: a room must not end before the pipeline that gives it back.
    def pipeline(size):
        return pipeline_def(lambda: fn.external_source(lambda: np.ones((2, size), np.uint8)), batch_size=2, num_threads=1, device_id=None)()

    for _ in range(3):
        left = pipeline(100)
        left.run()
        left.itself = left
        del left
        gc.collect()
        larger = pipeline(1 << 21)
        for _ in range(3):
            (output,) = larger.run()
            assert np.asarray(output[1]).sum() == 1 << 21
        larger.close()
