"""One consumer's life in the soak: python soak_consumer.py TARGET HOW SEED LOG. TARGET is a module, whose server is then this process's
own, or a server's socket. It checks the bytes of all batches that it takes and holds, and ends as HOW says.

Exit codes: 0; DIED where the server's end was told as it should be; anything else is a failure. LOG gets one byte for each batch
that was checked.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

from penstock import Loader, PipelineError, ServerDied
from resources import descriptors, segments

DIED = 3
BATCHES = 50
SIZE = 20_000
HOWS = ["close", "exit", "kill", "interrupt"]
# The last two are for consumers that have a server of their own.
OWN_HOWS = [*HOWS, "server killed", "server ended"]


def facts(pid="self"):
    """Descriptors but for segments, segments, and MB of shared memory of a process."""
    shared, others = descriptors(pid)
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        memory = next(int(line.split()[1]) for line in status if line.startswith("RssShmem:"))
    return {"descriptors": others, "segments": shared, "sharedMB": memory / 1024}


def check(values):
    first = int(values[0, 0])
    assert first % 4 == 0 and [int(v) for v in values[:, -1]] == [first + i for i in range(len(values))], values[:, ::4999]
    assert (values == values[:, :1]).all()


def take(loader, rng, held, log):
    """Up to three epochs, some of them left early; some batches are held for a while."""
    for _ in range(rng.randint(1, 3)):
        stop = rng.randint(1, 2 * BATCHES)
        for number, (values,) in enumerate(loader):
            check(values)
            os.write(log, b".")
            if rng.random() < 0.2:
                held.append(values)
            if held and rng.random() < 0.2:
                check(held.pop(rng.randrange(len(held))))
            if len(held) > 8:
                held.clear()
            if number == stop:
                break


def end_of_server(loader, how):
    """Ends this consumer's own server; each further step must say so."""
    os.kill(loader.server_pid, signal.SIGKILL if how == "server killed" else signal.SIGTERM)
    wanted = ServerDied if how == "server killed" else PipelineError
    try:
        for _ in range(2):
            for _values in loader:
                pass
    except wanted as error:
        assert how == "server killed" or error.code == "PIPELINE_CLOSED", error
        return
    raise AssertionError(f"no error after: {how}")


def live(target, how, seed, log):
    rng = random.Random(seed)
    before = facts(), segments()
    held = []
    loader = Loader(socket=target) if target.endswith(".sock") else Loader(target)
    try:
        take(loader, rng, held, log)
        if how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if how == "interrupt":
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGINT)
        if how.startswith("server"):
            end_of_server(loader, how)
    except ServerDied:
        told = DIED
    except PipelineError as error:
        # A server that ends in order says so; between two servers there is none.
        if error.code not in ("PIPELINE_CLOSED", "FILE_NOT_FOUND"):
            raise
        told = DIED
    else:
        told = 0
        if how == "exit":
            return told
    loader.close()
    for values in held:
        check(values)
    held.clear()
    values = None
    # The connection ends with the last array, in a thread of its own.
    end = time.monotonic() + 20
    while True:
        after = facts(), segments()
        if after[0]["descriptors"] <= before[0]["descriptors"] and after[1] == before[1]:
            return told
        assert time.monotonic() < end, (before, after)
        time.sleep(0.01)


if __name__ == "__main__":
    target, how, seed, log = sys.argv[1:]
    descriptor = os.open(Path(log), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    sys.exit(live(target, how, int(seed), descriptor))
