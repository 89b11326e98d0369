"""Several processes that share one server, and the resources that are left when they have ended."""

import gc
import os
import resource
import signal
import subprocess
import sys
import threading
import time

import pytest

from conftest import NUMBERS, ROOT, alive, until
from penstock import Loader, PipelineError, ServerDied
from resources import descriptors, segments


def test_batches_are_dealt_out(served):
    path, server = served(NUMBERS, "--args", "[30]")
    loaders = [Loader(socket=path).start() for _ in range(3)]
    epochs = [iter(one) for one in loaders]
    firsts = []
    while epochs:
        for epoch in list(epochs):
            batch = next(epoch, None)
            if batch is None:
                epochs.remove(epoch)
            else:
                firsts.append(int(batch[0][0, 0]))
    assert sorted(firsts) == [4 * n for n in range(30)]
    for one in loaders:
        one.close()
    server.send_signal(signal.SIGTERM)
    assert server.wait(30) == 143
    assert not os.path.exists(path)


def test_arrays_outlive_a_closed_connection(served):
    path, _ = served(NUMBERS, "--args", "[40, 10000]")
    first = Loader(socket=path)
    held = [values for (values,), _ in zip(first, range(3))]
    numbers = [int(values[0, 0]) for values in held]
    first.close()
    with pytest.raises(PipelineError):
        first.statistics()
    with Loader(socket=path) as second:
        for _ in range(2):
            for (values,) in second:
                values[:] = -1
    for values, number in zip(held, numbers):
        assert values[0, 0] == number and values[3, 9999] == number + 3


CONSUMER = """
import sys, os
from penstock import Loader
loader = Loader(socket=sys.argv[1])
epoch = iter(loader)
held = [next(epoch) for _ in range(3)]
print(len(held), flush=True)
sys.stdin.read()
"""


def consumer(path):
    process = subprocess.Popen(
        [sys.executable, "-c", CONSUMER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout.readline() == b"3\n"
    return process


@pytest.mark.parametrize("round", range(3))
def test_a_killed_consumer_gives_its_batches_back(served, round):
    options = ["--args", "[40, 100000]", "--options", '{"memoryBudget": {"host": 16000000}}']
    path, server = served(NUMBERS, *options)
    # Each holds 5 MB: without giving back, the third would wait for ever.
    for _ in range(3):
        process = consumer(path)
        process.kill()
        process.communicate()
    with Loader(socket=path) as loader:
        assert len([None for _ in loader]) == 40
    assert alive(server.pid)


def test_no_descriptor_is_left_by_consumers_that_come_and_go(served):
    path, server = served(NUMBERS, "--args", "[6, 1000]")

    def visit():
        with Loader(socket=path) as loader:
            for _ in loader:
                pass
            next(iter(loader))

    # What errors of earlier tests refer to ends now and not between. Tests that interrupt at any line can leave an error in the
    # interpreter itself, whose connection then stays: only those of this test are waited for.
    gc.collect()
    earlier = set(threading.enumerate())

    def connections():
        return [one for one in threading.enumerate() if one.name == "penstock sends" and one not in earlier]

    visit()
    # A connection ends with the last batch, which is let go of after close().
    until(lambda: not connections())
    own = descriptors()
    theirs = descriptors(server.pid)
    for _ in range(20):
        visit()
    until(lambda: not connections())
    assert descriptors() == own
    until(lambda: descriptors(server.pid)[1] <= theirs[1])
    assert descriptors(server.pid)[0] <= 16


def test_a_dead_server_is_an_error(served):
    path, server = served(NUMBERS)
    loader = Loader(socket=path)
    epoch = iter(loader)
    next(epoch)
    server.kill()
    began = time.monotonic()
    with pytest.raises(ServerDied):
        for _ in epoch:
            pass
    assert time.monotonic() - began < 1
    # Until the system has ended all of its threads, its socket still takes connections.
    server.wait()
    with pytest.raises(PipelineError):
        Loader(socket=path).start()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize(("options", "code"), [([], "BUDGET_EXCEEDED"), (["--max-held", "100000"], "OUT_OF_MEMORY")])
def test_a_server_whose_descriptors_would_run_out_says_so(module, tmp_path, options, code):
    path = str(tmp_path / "p.sock")
    text = "export default pipelineDef({ batchSize: 1, numThreads: 1 }, () => [fn.random.uniform({ shape: [4] })])"
    command = ["node", str(ROOT / "dist/cli/main.js"), "serve", str(module(text)), "--socket", path, *options]
    few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))  # noqa: E731
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=few) as server:
        try:
            assert server.stdout.readline().startswith(b"serving")
            held = []
            with Loader(socket=path) as loader, pytest.raises(PipelineError) as raised:
                for item in loader:
                    held.append(item)
            assert raised.value.code == code
            assert 10 < len(held) < 128
            if code == "BUDGET_EXCEEDED":
                # Others go on, and what is held stays.
                copies = [item[0].copy() for item in held]
                with Loader(socket=path) as other:
                    for _ in zip(range(30), other):
                        pass
                assert all((item[0] == copy).all() for item, copy in zip(held, copies))
        finally:
            server.kill()
    del held, item, raised
    gc.collect()


def test_another_user_is_refused(served):
    path, server = served(NUMBERS)
    os.chmod(path, 0o666)
    os.chmod(os.path.dirname(path), 0o755)
    # The permissions would let it in. Its folders are root's own, so they are entered first.
    script = (
        "import os, socket, sys\n"
        "os.chdir(os.path.dirname(sys.argv[1])); os.setgid(65534); os.setuid(65534)\n"
        "s = socket.socket(socket.AF_UNIX); s.connect(os.path.basename(sys.argv[1]))\n"
        "try: print(len(s.recv(9)))\n"
        "except ConnectionResetError: print(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, path], stdout=subprocess.PIPE, timeout=60, check=True)
    assert done.stdout == b"0\n"
    os.chmod(path, 0o600)
    with Loader(socket=path) as loader:
        assert len(list(loader)) == 8


def test_nothing_is_left_of_loaders_that_come_and_go(module):
    def visit():
        with Loader(module(NUMBERS), [3]) as loader:
            batch = next(iter(loader))
            pid = loader.server_pid
        assert not alive(pid)
        return batch

    visit()
    before = (descriptors(), segments())
    for _ in range(4):
        visit()
    assert (descriptors(), segments()) == before
