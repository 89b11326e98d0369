"""Long tests: either process is killed twenty times in a row, and consumers come and go for a while."""

import os
import signal
import threading
import time

import pytest

import soak
from conftest import NUMBERS, alive, until
from penstock import Loader, ServerDied
from test_failures import SLOW, run_script

pytestmark = pytest.mark.long
ROUNDS = 20
SOAK_SECONDS = float(os.environ.get("PENSTOCK_SOAK_SECONDS", "20"))


@pytest.mark.parametrize("round", range(ROUNDS))
def test_a_killed_server(module, round):
    """At any time: while it starts, between batches, and while the consumer waits."""
    with Loader(module(NUMBERS if round % 2 else SLOW), [100_000] if round % 2 else []) as loader:
        pid = loader.server_pid
        killed = []

        def kill():
            time.sleep(0.01 * round)
            killed.append(time.monotonic())
            os.kill(pid, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        count = 0
        with pytest.raises(ServerDied) as error:
            for (values,) in loader:
                assert values[0, 0] == (4 if round % 2 else 1) * count
                count += 1
        took = time.monotonic() - killed[0]
        killer.join()
        assert error.value.exit_code == -signal.SIGKILL
        assert took < 1


@pytest.mark.parametrize("round", range(ROUNDS))
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_trainer_that_ends(module, how, round):
    process, server = run_script(module(SLOW), "next(epoch)")
    time.sleep(0.01 * round)
    if how == signal.SIGKILL:
        process.kill()
    else:
        os.killpg(process.pid, how)
    process.communicate(timeout=60)
    until(lambda: not alive(server))


def test_consumers_that_come_go_and_die_leave_nothing():
    assert soak.soak(SOAK_SECONDS, seed=18) > 0
