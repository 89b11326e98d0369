"""Lets consumers come, go and die for a while, and looks for what is left: python tests/soak.py --seconds 1800.

One server is shared by consumers that do as chance has it: take some batches, hold some, begin again, close, exit, or are killed.
Each checks the bytes of what it holds. Beside them loaders with servers of their own come and go. In between and at the end the
server's descriptors, segments and memory are counted, and at the end all processes, too.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BATCHES = 50
SIZE = 20_000

PIPELINE = f"""
import {{ fn, math, pipelineDef }} from 'penstock-data'
export default pipelineDef({{ batchSize: 4, numThreads: 1 }}, () => [math.add(fn.externalSource({{
  name: 'x', dtype: 'int32', ndim: 1, batch: false,
  source: ({{ idxInEpoch }}) => idxInEpoch < {4 * BATCHES} ? new Int32Array({SIZE}).fill(idxInEpoch) : null,
}}), 0)])
"""


def consume(path, seed):
    """One consumer's life."""
    from penstock import Loader

    rng = random.Random(seed)
    loader = Loader(socket=path) if path.endswith(".sock") else Loader(path)
    held = []

    def check(values):
        first = int(values[0, 0])
        assert first % 4 == 0 and [int(v) for v in values[:, -1]] == [first + i for i in range(len(values))], values[:, ::4999]
        assert (values == values[:, :1]).all()

    for _ in range(rng.randint(1, 3)):
        stop = rng.randint(1, 2 * BATCHES)
        for number, (values,) in enumerate(loader):
            check(values)
            if rng.random() < 0.2:
                held.append(values)
            if held and rng.random() < 0.2:
                check(held.pop(rng.randrange(len(held))))
            if len(held) > 8:
                held.clear()
            if number == stop:
                break
    how = rng.choice(["close", "exit", "kill", "hold", "interrupt"])
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "interrupt":
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    if how == "hold":
        loader.close()
        for values in held:
            check(values)
    if how == "close":
        loader.close()


def facts(pid):
    """Descriptors but for segments, segments, and bytes of shared memory of a process."""
    names = []
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            names.append(os.readlink(f"/proc/{pid}/fd/{name}"))
        except FileNotFoundError:
            pass
    segments = sum("memfd:penstock" in name for name in names)
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        shared = next(int(line.split()[1]) for line in status if line.startswith("RssShmem:"))
    return {"descriptors": len(names) - segments, "segments": segments, "sharedMB": shared / 1024}


def settled(pid, limits, seconds=30):
    """The server's facts once consumers that have ended are forgotten."""
    end = time.monotonic() + seconds
    while True:
        now = facts(pid)
        if all(now[name] <= most for name, most in limits.items()) or time.monotonic() > end:
            return now
        time.sleep(0.05)


def servers():
    """Processes that serve a pipeline of this soak."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if b"penstock-soak-" in command and b"serve" in command:
            found.append(int(pid))
    return found


def soak(seconds, seed, width=3):
    rng = random.Random(seed)
    end = time.monotonic() + seconds
    lives = 0
    with tempfile.TemporaryDirectory(prefix="penstock-soak-") as folder:
        module, path = Path(folder) / "pipeline.mjs", str(Path(folder) / "s.sock")
        module.write_text(PIPELINE)
        main = str(ROOT / "dist/cli/main.js")
        server = subprocess.Popen(["node", main, "serve", str(module), "--socket", path], stdout=subprocess.PIPE)
        server.stdout.readline()
        running = []
        try:
            while time.monotonic() < end or running:
                while len(running) < width and time.monotonic() < end:
                    target = path if rng.random() < 0.8 else str(module)
                    command = [sys.executable, __file__, "--consume", target, "--seed", str(rng.randrange(2**31))]
                    running.append(subprocess.Popen(command, env={**os.environ, "PENSTOCK_PACKAGE": str(ROOT)}))
                    lives += 1
                time.sleep(0.05)
                for one in [one for one in running if one.poll() is not None]:
                    running.remove(one)
                    if one.returncode not in (0, -signal.SIGKILL, -signal.SIGINT):
                        raise SystemExit(f"seed {seed}: a consumer has failed with {one.returncode}")
            after = settled(server.pid, {"descriptors": 40})
            print(f"{lives} consumers, seed {seed}; the server: {after}", flush=True)
            # The pool has as many slots as batches were held at once: each consumer holds at most ten.
            assert after["segments"] <= 16 * width, after
            assert after["descriptors"] < 40, after
            assert after["sharedMB"] < 16 * width * 4 * 4 * SIZE / 2**20 + 8, after
        finally:
            for one in running:
                one.kill()
            server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 143
        assert not os.path.exists(path)
        until = time.monotonic() + 30
        while servers() and time.monotonic() < until:
            time.sleep(0.05)
        assert servers() == [], servers()
    return lives


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--consume", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.consume:
        consume(options.consume, options.seed)
    else:
        soak(options.seconds, options.seed)
