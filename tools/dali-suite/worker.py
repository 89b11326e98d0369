"""The process that loads one file of tests and runs cases of it. Writes one line of JSON for each event to a pipe.

Argument: {"pipe": fd, "tests": folder, "file": ..., "backend": ..., "adapt": bool, "gpu": bool, "cases": {test: [index]} or null}.
Without cases it counts them. A case that crashes or hangs takes this process with it: run.py starts the next one.
"""

import ctypes
import importlib.util
import json
import os
import signal
import sys
import time
import traceback
import unittest

import adapt
from collect import Method, cases_of, fixture, tests_of

COUNT_LIMIT, COUNT_SECONDS = 20000, 15


def main(job: dict) -> None:
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: it dies with its parent
    pipe = os.fdopen(job["pipe"], "w", buffering=1)

    def say(event: str, **facts) -> None:
        pipe.write(json.dumps({"event": event, **facts}) + "\n")

    say("loading")
    try:
        module = load(job)
        fixture(module, ["setUpModule", "setup_module", "setup", "setUp"])
    except BaseException as error:  # also SystemExit, and a skip of the whole file
        say("unloaded", **outcome(error))
        return
    say("loaded")
    tests = dict(tests_of(module, job["file"]))
    if job["cases"] is None:
        count(job["file"], tests, say)
    else:
        for name, indexes in job["cases"].items():
            run(job["file"], name, tests.get(name), indexes, say)
    try:
        fixture(module, ["tearDownModule", "teardown_module"])
    except BaseException:
        pass
    say("leaving")


def load(job: dict):
    tests, file = job["tests"], job["file"]
    sys.path[:0] = [os.path.dirname(os.path.join(tests, file)), tests]
    if job["adapt"]:
        os.environ["DALI_SUITE_BACKEND"] = job["backend"]  # for processes that a test spawns
        adapt.restore_names()
        adapt.use(job["backend"])
        if not job["gpu"]:
            adapt.on_cpu()
        if job["backend"] != adapt.DALI:
            adapt.compare_kinds()
            adapt.capture_workers()
        adapt.skip_what_is_missing()
    name = os.path.splitext(os.path.basename(file))[0]
    spec = importlib.util.spec_from_file_location(name, os.path.join(tests, file))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def count(file: str, tests: dict, say) -> None:
    for name, test in tests.items():
        adapt.seed(file + name)
        cases, began = 0, time.monotonic()
        say("start", test=name, case=0)
        try:
            for _ in cases_of(test):
                cases += 1
                if cases >= COUNT_LIMIT or time.monotonic() - began > COUNT_SECONDS:
                    break
            say("count", test=name, cases=cases)
        except BaseException as error:
            say("count", test=name, cases=cases, **outcome(error))


def run(file: str, name: str, test, indexes: list, say) -> None:
    """Runs the cases with these indexes, in their order."""
    adapt.AnyWords.test = name
    adapt.seed(file + name)
    left = sorted(indexes)
    numbered = enumerate(cases_of(test)) if test is not None else iter(())
    while left:
        say("start", test=name, case=left[0])
        began = time.monotonic()

        def end(index: int, error=None, label=None) -> None:
            seconds = round(time.monotonic() - began, 3)
            say("end", test=name, case=index, label=label, seconds=seconds, **outcome(error))

        try:
            index, case = next((index, case) for index, case in numbered if index == left[0])
        except BaseException as error:  # the generator itself fails, or gives fewer cases than were counted
            if isinstance(error, StopIteration):
                error = LookupError("the file has no such case")
            for index in left:
                end(index, error)
            return
        left.pop(0)
        adapt.seed(f"{file} {name} {index}")
        try:
            if isinstance(test, Method):
                case.run()
            else:
                fixture(test, ["setup", "setUp", "setUpFunc"])
                try:
                    case.run()
                finally:
                    fixture(test, ["teardown", "tearDown", "tearDownFunc"])
            end(index, None, case.label)
        except BaseException as error:
            end(index, error, case.label)


def outcome(error) -> dict:
    if error is None:
        return {"outcome": "pass", "type": None, "message": ""}
    message = " ".join(str(error).split())[:600]
    trace = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    kind = "skip" if isinstance(error, unittest.SkipTest) else "fail"
    return {"outcome": kind, "type": type(error).__name__, "message": message, "trace": trace[-4000:]}


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
elif __name__ == "__mp_main__" and "DALI_SUITE_BACKEND" in os.environ:  # a process that a test spawns
    adapt.use(os.environ["DALI_SUITE_BACKEND"])
