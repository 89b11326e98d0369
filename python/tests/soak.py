"""Lets consumers and servers come, go and die for a while, and looks for resources that are left: python tests/soak.py --seconds 1800.

Consumers (soak_consumer.py) share a server and do as chance has it: take some batches, hold some, begin again, close, exit, or are
killed. Beside them others come and go with servers of their own, of which some are killed. The shared server is killed now and then,
or ended in order, in the middle of all that; every third one ends when no consumer is left, and its descriptors, segments and memory
are counted before. At the end nothing may be left: no process, no descriptor, no socket, no shared memory.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from soak_consumer import BATCHES, DIED, HOWS, OWN_HOWS, SIZE, facts

ROOT = Path(__file__).resolve().parents[2]
CONSUMER = Path(__file__).with_name("soak_consumer.py")
# How long a shared server lives, in the mean: a thirtieth of the soak, and at least this many seconds.
LEAST_LIFE = 4

PIPELINE = f"""
import {{ fn, math, pipelineDef }} from 'penstock-data'
export default pipelineDef({{ batchSize: 4, numThreads: 1 }}, () => [math.add(fn.externalSource({{
  name: 'x', dtype: 'int32', ndim: 1, batch: false,
  source: ({{ idxInEpoch }}) => idxInEpoch < {4 * BATCHES} ? new Int32Array({SIZE}).fill(idxInEpoch) : null,
}}), 0)])
"""


def processes(word):
    """Processes whose command has a word in it; zombies have none."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if word in command and int(pid) != os.getpid():
            found.append(int(pid))
    return found


def settled(look, right, seconds=30):
    """The result of look() once it is right, or after the given seconds."""
    end = time.monotonic() + seconds
    while True:
        now = look()
        if right(now) or time.monotonic() > end:
            return now
        time.sleep(0.05)


class Consumers:
    """Those that run now, up to ``width`` of them."""

    def __init__(self, folder, module, address, rng, width):
        self.folder, self.module, self.address, self.rng, self.width = folder, module, address, rng, width
        self.log = folder / "batches"
        self.log.touch()
        self.running = {}
        self.fates = Counter()

    def fill(self, generation):
        while len(self.running) < self.width:
            own = self.rng.random() < 0.2
            how = self.rng.choice(OWN_HOWS if own else HOWS)
            target = str(self.module if own else self.address)
            command = [sys.executable, str(CONSUMER), target, how, str(self.rng.randrange(2**31)), str(self.log)]
            started = subprocess.Popen(command, env={**os.environ, "PENSTOCK_PACKAGE": str(ROOT)})
            self.running[started] = (how, own, generation)
            self.fates[f"own server, {how}" if own else how] += 1

    def reap(self, generation):
        """Looks at those that have ended. ``generation``: that of the server that runs now."""
        for one in [one for one in self.running if one.poll() is not None]:
            how, own, at_start = self.running.pop(one)
            wanted = {"kill": -signal.SIGKILL, "interrupt": -signal.SIGINT}.get(how, 0)
            # It was told that the shared server has ended, if one has.
            told = one.returncode == DIED and not own and generation != at_start
            if one.returncode != wanted and not told:
                raise SystemExit(f"a consumer has failed with {one.returncode}: {one.args}")
            self.fates["told that the shared server has ended"] += told

    def drain(self, generation):
        while self.running:
            self.reap(generation)
            time.sleep(0.05)

    def kill(self):
        for one in self.running:
            one.kill()
            one.wait()


def serve(module, address):
    main = str(ROOT / "dist/cli/main.js")
    server = subprocess.Popen(["node", main, "serve", str(module), "--socket", str(address)], stdout=subprocess.PIPE)
    assert server.stdout.readline(), "a server has not started"
    return server


def check_idle(server, width):
    """A server without consumers has given back the resources that they made it take."""
    # The pool has as many slots as batches were held at once: each consumer holds at most ten.
    most = {"descriptors": 39, "segments": 16 * width, "sharedMB": 16 * width * 4 * 4 * SIZE / 2**20 + 8}
    found = settled(lambda: facts(server.pid), lambda now: all(now[name] <= most[name] for name in most))
    assert all(found[name] <= most[name] for name in most), found
    return found


def end(server, how):
    server.send_signal(signal.SIGKILL if how == "killed" else signal.SIGTERM)
    code = server.wait(60)
    server.stdout.close()
    assert code == (-signal.SIGKILL if how == "killed" else 128 + signal.SIGTERM), code


def soak(seconds, seed, width=3):
    """Returns how many consumers there were."""
    rng = random.Random(seed)
    began = time.monotonic()
    own = facts()
    shared_files = set(os.listdir("/dev/shm"))
    numbers = Counter()
    with tempfile.TemporaryDirectory(prefix="penstock-soak-") as name:
        folder = Path(name)
        module, address = folder / "pipeline.mjs", folder / "s.sock"
        module.write_text(PIPELINE)
        consumers = Consumers(folder, module, address, rng, width)
        server = None
        # Another one after each end of a server that consumers are told of.
        generation = 0
        try:
            while time.monotonic() < began + seconds:
                server = serve(module, address)
                numbers["servers"] += 1
                over = time.monotonic() + rng.uniform(0.5, 1.5) * max(LEAST_LIFE, seconds / 30)
                while time.monotonic() < min(over, began + seconds):
                    consumers.fill(generation)
                    time.sleep(0.05)
                    consumers.reap(generation)
                last = time.monotonic() >= began + seconds
                how = "drained" if last else ["killed", "ended", "drained"][numbers["servers"] % 3]
                if how == "drained":
                    consumers.drain(generation)
                    print(f"{time.monotonic() - began:.0f} s, server {numbers['servers']}: {check_idle(server, width)}", flush=True)
                else:
                    generation += 1
                end(server, how)
                numbers[how] += 1
        finally:
            if server is not None and server.poll() is None:
                server.kill()
            consumers.kill()
        word = name.encode()
        left = settled(lambda: processes(word), lambda now: not now)
        assert left == [], left
        files = sorted(path.name for path in folder.iterdir())
        assert files == ["batches", "pipeline.mjs"], files
        checked = consumers.log.stat().st_size
    more = {one for one in set(os.listdir("/dev/shm")) - shared_files if "penstock" in one}
    assert not more, more
    now = facts()
    assert now["descriptors"] <= own["descriptors"] and now["segments"] == own["segments"], (own, now)
    fates = consumers.fates
    lives = sum(fates.values()) - fates["told that the shared server has ended"]
    told = ", ".join(f"{how}: {fates[how]}" for how in sorted(fates))
    ends = ", ".join(f"{numbers[how]} {how}" for how in ("killed", "ended", "drained"))
    print(f"{seconds:.0f} s, seed {seed}: {lives} consumers took and checked {checked} batches; {told}; shared servers: {ends}", flush=True)
    return lives


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--width", type=int, default=3, help="consumers at a time")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    soak(options.seconds, options.seed, options.width)
