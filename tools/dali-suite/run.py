"""Runs the cases of a file in worker processes, each case with a time limit. After a crash or a hang another process
goes on behind the case that did it, so that each case has a result."""

import contextlib
import json
import os
import queue
import random
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import Iterator, NamedTuple, Optional

WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "worker.py")


class Setup(NamedTuple):
    tests: str  # the folder dali/test/python
    backend: str
    python: str = sys.executable
    env: Optional[dict] = None
    adapt: bool = True  # False: the tests have nothing to do with DALI
    gpu: bool = False
    limit: float = 30  # seconds of a case
    load_limit: float = 90  # seconds of loading a file


def environment(extra: Optional[str], gpu: bool = False) -> dict:
    """What the tests read of the environment. One thread for each library beside the one under test."""
    env = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "agg"}
    if not gpu:
        env.update(CUDA_VISIBLE_DEVICES="", JAX_PLATFORMS="cpu")
    if extra is not None:
        env["DALI_EXTRA_PATH"] = os.path.abspath(extra)
    return {**os.environ, **env}


def choose(file: str, test: str, cases: int, at_most: int) -> list[int]:
    """The first of a seeded shuffle of a test's cases. Asking for more gives these and more."""
    order = list(range(cases))
    random.Random(f"{file} {test}").shuffle(order)
    return order[:at_most]


def count(setup: Setup, file: str) -> tuple[dict[str, int], Optional[str]]:
    """How many cases each test has, and why not all could be counted."""
    counts, why = {}, None
    for event in _session(setup, file, None):
        if event["event"] == "count":
            counts[event["test"]] = event["cases"]
        elif event["event"] == "unloaded":
            why = f"{event['type']}: {event['message']}"
        elif event["event"] == "gone" and why is None and (event["hung"] or event["code"]):
            why = "hung" if event["hung"] else f"exit {event['code']}"
    return counts, why


def run(setup: Setup, file: str, cases: dict[str, list[int]]) -> Iterator[dict]:
    """One result for each case: {file, test, case, outcome, type, message, trace, seconds, label}. The outcome is
    pass, fail, skip, timeout or crash. A process that ends badly behind its last case gives a result of the test
    "(exit)"."""
    left = {test: set(indexes) for test, indexes in cases.items() if indexes}
    while left:
        current, gone = None, None
        todo = {test: sorted(indexes) for test, indexes in left.items()}
        for event in _session(setup, file, todo):
            if event["event"] == "start":
                current = event["test"], event["case"]
            elif event["event"] == "end":
                current = None
                _done(left, event["test"], event["case"])
                yield {"file": file, **_facts(event)}
            elif event["event"] == "unloaded":
                for test, indexes in todo.items():
                    for index in indexes:
                        yield {"file": file, "test": test, "case": index, **_facts(event)}
                return
            elif event["event"] == "gone":
                gone = event
        how = _ending(gone)
        if current is not None:
            _done(left, *current)
            yield {"file": file, "test": current[0], "case": current[1], **how}
        elif left:  # it ended before its next case, or while it loaded
            for test, indexes in left.items():
                for index in indexes:
                    yield {"file": file, "test": test, "case": index, **how}
            return
        elif gone["hung"] or gone["code"]:
            yield {"file": file, "test": "(exit)", "case": 0, **how}


def in_threads(items: list, work, jobs: int) -> None:
    """work(item) for each item, so many at the same time; raises what the first that fails raises."""
    todo, errors = queue.SimpleQueue(), []
    for item in items:
        todo.put(item)

    def loop():
        while not errors:
            try:
                work(todo.get_nowait())
            except queue.Empty:
                return
            except Exception as error:
                errors.append(error)

    threads = [threading.Thread(target=loop, daemon=True) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def _facts(event: dict) -> dict:
    return {key: value for key, value in event.items() if key != "event"}


def _done(left: dict[str, set], test: str, index: int) -> None:
    left[test].discard(index)
    if not left[test]:
        del left[test]


def _ending(gone: dict) -> dict:
    if gone["hung"]:
        return {"outcome": "timeout", "type": None, "message": "it takes longer than its limit", "trace": gone["noise"]}
    code = gone["code"]
    kind = signal.Signals(-code).name if code < 0 else f"exit {code}"
    return {"outcome": "crash", "type": kind, "message": gone["noise"].strip()[-200:], "trace": gone["noise"]}


def _session(setup: Setup, file: str, cases: Optional[dict]) -> Iterator[dict]:
    """One worker process: its events, then {"event": "gone", code, hung, noise}."""
    reading, writing = os.pipe()
    job = {"pipe": writing, "tests": os.path.abspath(setup.tests), "file": file, "cases": cases}
    job.update(backend=setup.backend, adapt=setup.adapt, gpu=setup.gpu)
    with _working_folder(setup.tests) as folder, tempfile.TemporaryFile() as noise:
        command = [setup.python, WORKER, json.dumps(job)]
        process = subprocess.Popen(
            command, cwd=folder, env=setup.env, stdin=subprocess.DEVNULL, stdout=noise, stderr=noise,
            pass_fds=[writing], start_new_session=True,
        )  # fmt: skip
        os.close(writing)
        hung = False
        try:
            for event in _events(reading, setup):
                hung = event is None
                if not hung:
                    yield event
            if not hung:
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    hung = True
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with all that the tests started
            code = process.wait()
            os.close(reading)
        noise.seek(max(0, noise.seek(0, os.SEEK_END) - 3000))
        yield {"event": "gone", "code": code, "hung": hung, "noise": noise.read().decode("utf8", "replace")}


def _events(reading: int, setup: Setup) -> Iterator[Optional[dict]]:
    """The worker's events until it closes its pipe. None, as the last one: it is silent for longer than it may be."""
    buffer, limit = b"", setup.load_limit
    with selectors.DefaultSelector() as ready:
        ready.register(reading, selectors.EVENT_READ)
        deadline = time.monotonic() + limit
        while True:
            if not ready.select(max(0, deadline - time.monotonic())):
                yield None
                return
            chunk = os.read(reading, 65536)
            if not chunk:
                return
            *lines, buffer = (buffer + chunk).split(b"\n")
            for line in lines:
                event = json.loads(line)
                limit = setup.load_limit if event["event"] in ("loading", "unloaded") else setup.limit
                deadline = time.monotonic() + limit
                yield event
                if event["event"] == "leaving":  # a process that a test forked may still hold the pipe
                    return


@contextlib.contextmanager
def _working_folder(tests: str) -> Iterator[str]:
    """An empty folder as deep as the tests expect: they call ../../../tools."""
    with tempfile.TemporaryDirectory(prefix="dali-suite-") as root:
        folder = os.path.join(root, "dali", "test", "python")
        os.makedirs(folder)
        os.symlink(os.path.abspath(os.path.join(tests, "..", "..", "..", "tools")), os.path.join(root, "tools"))
        yield folder
