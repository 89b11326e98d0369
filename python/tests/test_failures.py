"""Wrong arguments, failures of the pipeline, and the end of either process."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

from conftest import NUMBERS, PHOTO_BATCHES, PHOTOS, alive, refused_in_a_fork, until
from penstock import Loader, PipelineError, ServerDied

FAILS = """
export default pipelineDef({ batchSize: 4, numThreads: 1 }, () => [math.add(fn.externalSource({
  name: 'numbers', dtype: 'int32', ndim: 1, batch: false,
  source: ({ idxInEpoch }) => { if (idxInEpoch === 13) throw new Error('no more'); return new Int32Array([idxInEpoch]) },
}), 0)])
"""

# Batches come slowly, without end.
SLOW = """
export default pipelineDef({ batchSize: 1, prefetchQueueDepth: 1 }, () => [math.add(fn.externalSource({
  name: 'slow', dtype: 'int32', ndim: 1,
  source: async (i) => { await new Promise((r) => setTimeout(r, i < 2 ? 0 : 3600_000)); return [new Int32Array([i])] },
}), 0)])
"""


def code_of(call):
    with pytest.raises(PipelineError) as error:
        call()
    return error.value.code


def test_a_failure_comes_behind_the_batches_before_it(module, loader):
    got = []
    with pytest.raises(PipelineError, match="no more") as error:
        for (values,) in loader(module(FAILS)):
            got.append(values.ravel().tolist())
    assert got == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    assert error.value.code == "USER_FUNCTION" and error.value.op == "externalSource"


def test_a_bad_sample_is_named(module, loader, tmp_path):
    (tmp_path / "bad.jpg").write_bytes(b"\xff\xd8\xff none")
    with pytest.raises(PipelineError) as error:
        list(loader(module(PHOTO_BATCHES), [str(tmp_path)]))
    assert error.value.code == "BAD_SAMPLE" and error.value.sample["source"].endswith("bad.jpg")
    assert "pipeline.mjs" in error.value.call_site


def test_wrong_arguments(module, loader):
    path = module(NUMBERS)
    assert code_of(lambda: loader(path.parent / "none.mjs")) == "FILE_NOT_FOUND"
    assert code_of(lambda: loader()) == "INVALID_ARGUMENT"
    assert code_of(lambda: loader(path, "text")) == "INVALID_ARGUMENT"
    assert code_of(lambda: loader(path, [object()]).start()) == "INVALID_ARGUMENT"
    assert code_of(lambda: loader(path, batch_sizes=3).start()) == "INVALID_ARGUMENT"
    assert code_of(lambda: loader(path, node="/none/node").start()) == "INVALID_ARGUMENT"
    assert code_of(lambda: loader(path, package="/none").start()) == "INVALID_ARGUMENT"
    assert code_of(lambda: loader(socket="/none/socket").start()) == "FILE_NOT_FOUND"
    assert code_of(lambda: loader(module("export default 3", "three.mjs")).start()) == "INVALID_ARGUMENT"
    assert code_of(lambda: loader(module("this is none", "syntax.mjs")).start()) == "USER_FUNCTION"


def test_a_missing_folder_is_an_error_at_the_start(module, loader):
    assert code_of(lambda: loader(module(PHOTO_BATCHES), ["/none"]).start()) == "FILE_NOT_FOUND"


@pytest.mark.parametrize("round", range(3))
def test_a_killed_server_is_an_error_within_a_second(module, loader, round):
    numbers = loader(module(SLOW))
    got = iter(numbers)
    next(got)
    next(got)
    pid = numbers.server_pid
    killed = []

    def kill():
        time.sleep(0.02 * round)
        killed.append(time.monotonic())
        os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(ServerDied) as error:
        next(got)
    took = time.monotonic() - killed[0]
    killer.join()
    assert error.value.exit_code == -signal.SIGKILL
    assert took < 1
    with pytest.raises(ServerDied):
        next(got)


def test_close_ends_the_server(module, loader):
    numbers = loader(module(NUMBERS))
    next(iter(numbers))
    pid = numbers.server_pid
    numbers.close()
    assert not alive(pid)
    numbers.close()
    assert code_of(lambda: iter(numbers)) == "PIPELINE_CLOSED"


def test_close_wakes_a_thread_that_waits(module, loader):
    numbers = loader(module(SLOW))
    epoch = iter(numbers)
    next(epoch), next(epoch)
    failures = []

    def wait():
        try:
            next(epoch)
        except PipelineError as error:
            failures.append(error.code)

    waiter = threading.Thread(target=wait)
    waiter.start()
    time.sleep(0.1)
    numbers.close()
    waiter.join(20)
    assert failures == ["PIPELINE_CLOSED"]


def test_other_threads_ask_while_one_waits(module, loader):
    numbers = loader(module(SLOW))
    epoch = iter(numbers)
    next(epoch), next(epoch)
    waiter = threading.Thread(target=lambda: pytest.raises(PipelineError, next, epoch))
    waiter.start()
    assert numbers.statistics()["stages"]
    numbers.close()
    waiter.join(20)
    assert not waiter.is_alive()


def test_a_script_prints_all_into_a_pipe_that_is_read_slowly(module):
    text = f"""
import sys
from penstock import Loader
with Loader({str(module("console.log('ready')" + NUMBERS))!r}) as loader:
    next(iter(loader))
    for file in (sys.stdout, sys.stderr):
        file.write("x" * 300_000)
        file.flush()
"""
    process = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1)
    out, errors = process.communicate()
    assert b"Traceback" not in errors, errors[-3000:]
    assert (out.count(b"x"), errors.count(b"x"), process.returncode) == (300_000, 300_000, 0)
    assert b"ready" in out


def test_a_dropped_loader_ends_its_server(module):
    numbers = Loader(module(NUMBERS))
    next(iter(numbers))
    pid = numbers.server_pid
    del numbers
    until(lambda: not alive(pid))


SCRIPT = """
import signal, sys, os, time
from penstock import Loader
# A shell that runs this in the background has the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
numbers = Loader(sys.argv[1])
epoch = iter(numbers)
held = [next(epoch), next(epoch)]
print(numbers.server_pid, flush=True)
{end}
"""


def run_script(path, end):
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(end=end), str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    line = process.stdout.readline()
    if not line:
        raise AssertionError(process.communicate()[1].decode())
    return process, int(line)


def test_a_killed_trainer_ends_its_server(module):
    process, server = run_script(module(SLOW), "next(epoch)")
    assert alive(server)
    process.kill()
    process.communicate()
    until(lambda: not alive(server))


def test_ctrl_c_ends_both_processes(module):
    process, server = run_script(module(SLOW), "next(epoch)")
    time.sleep(0.2)
    os.killpg(process.pid, signal.SIGINT)
    _, text = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in text
    until(lambda: not alive(server))


SIGNAL_BEFORE_WAIT = """
import ctypes, functools, operator, threading
from penstock import _connection
class Bell:
    \"\"\"A wait before which a signal comes that Python has no time to look for: both calls are made by C code.\"\"\"
    def __init__(self):
        self.lock = threading.Lock()
        self.release = self.lock.release
    def acquire(self, **timeout):
        if not timeout: return self.lock.acquire()
        calls = [functools.partial(getattr(ctypes.CDLL(None), "raise"), signal.SIGINT), functools.partial(self.lock.acquire, **timeout)]
        return list(map(operator.methodcaller('__call__'), calls))[1]
_connection.Lock = Bell
next(epoch)
"""


def test_ctrl_c_at_the_very_start_of_a_wait(module):
    process, server = run_script(module(SLOW), SIGNAL_BEFORE_WAIT)
    try:
        _, text = process.communicate(timeout=20)
    finally:
        process.kill()
    assert b"KeyboardInterrupt" in text
    until(lambda: not alive(server))


def test_a_script_that_catches_ctrl_c_goes_on(module):
    end = "try: time.sleep(60)\nexcept KeyboardInterrupt: pass\nprint(numbers.statistics()['copiedBytes'])"
    process, server = run_script(module(NUMBERS), end)
    time.sleep(0.2)
    os.killpg(process.pid, signal.SIGINT)
    text, errors = process.communicate(timeout=60)
    assert (process.returncode, text.strip()) == (0, b"0"), errors
    until(lambda: not alive(server))


def test_a_forked_process_gets_an_error_and_leaves_the_parent_alone(module, loader):
    numbers = loader(module(NUMBERS), [8])
    epoch = iter(numbers)
    held = [next(epoch)[0]]
    assert refused_in_a_fork(epoch, held)
    assert [values[0, 0] for (values,) in epoch] == [4 * n for n in range(1, 8)]
    assert held[0][:, 0].tolist() == [0, 1, 2, 3]


def test_a_forked_child_does_not_keep_the_server(module):
    end = "child = os.fork()\nif child == 0: time.sleep(60)\nprint(child, flush=True)\nnext(epoch)"
    process, server = run_script(module(SLOW), end)
    child = int(process.stdout.readline())
    process.kill()
    process.wait()
    until(lambda: not alive(server))
    os.kill(child, signal.SIGKILL)
    process.communicate()


def test_a_loader_can_be_sent_before_its_start_only(module, loader):
    numbers = loader(module(NUMBERS), [2])
    copy = pickle.loads(pickle.dumps(numbers))
    with copy:
        assert len(list(copy)) == 2
    numbers.start()
    assert code_of(lambda: pickle.dumps(numbers)) == "UNSUPPORTED"


def test_a_checkpoint_goes_on_behind_the_last_batch(module, loader):
    path = module(PHOTO_BATCHES)
    whole = loader(path, [str(PHOTOS)])
    wanted = [batch["images"].copy() for _ in range(2) for batch in whole]
    for taken in (3, 5):
        first = loader(path, [str(PHOTOS)])
        epochs = (batch for _ in range(2) for batch in first)
        for _ in range(taken):
            next(epochs)
        state = first.state_dict()
        second = loader(path, [str(PHOTOS)])
        second.load_state_dict(state)
        rest = [batch["images"].copy() for _ in range(2 if taken < 5 else 1) for batch in second]
        assert len(rest) == 10 - taken
        for got, want in zip(rest, wanted[taken:]):
            assert (got == want).all()
        first.close()
        second.close()


def test_a_running_loader_goes_back(module, loader):
    photos = loader(module(PHOTO_BATCHES), [str(PHOTOS)])
    epoch = iter(photos)
    next(epoch)
    state = photos.state_dict()
    wanted = next(epoch)["images"].copy()
    photos.load_state_dict(state)
    assert code_of(lambda: next(epoch)) == "API_MIXED"
    assert (next(iter(photos))["images"] == wanted).all()


def test_wrong_states(module, loader):
    numbers = loader(module(NUMBERS))
    assert code_of(lambda: numbers.load_state_dict({"some": 1})) == "INVALID_ARGUMENT"
    state = loader(module(PHOTO_BATCHES, "photos.mjs"), [str(PHOTOS)]).state_dict()
    numbers.load_state_dict(state)
    assert code_of(numbers.start) == "CHECKPOINT_MISMATCH"
