"""Which cases pass on nvidia.dali here: made once, file by file, kept as JSON outside of the repository.

{"cases": at most so many of a test, "files": {file: {"cases": {test: [index]}, "counts": {test: number}, "why": null or text}}}
"""

import json
import os
import threading
import time

from run import Setup, choose, count, in_threads, run

SLOW = 5  # seconds; a case that takes longer is left out
FILE_SECONDS = 300  # no new case of a file after that


def load(path: str) -> dict:
    with open(path) as file:
        return json.load(file)


def make(setup: Setup, path: str, files: list[str], at_most: int, jobs: int) -> int:
    """Adds the files that the reference does not have yet."""
    cache = load(path) if os.path.exists(path) else {"cases": at_most, "files": {}}
    lock = threading.Lock()

    def one(file: str) -> None:
        began = time.monotonic()
        row = of_file(setup, file, at_most)
        with lock:
            cache["files"][file] = row
            with open(path + ".new", "w") as new:
                json.dump(cache, new, indent=0)
            os.replace(path + ".new", path)
            passing, seconds = sum(map(len, row["cases"].values())), time.monotonic() - began
            print(f"{file}: {passing} cases of {len(row['counts'])} tests, {seconds:.0f} s", flush=True)

    in_threads([file for file in files if file not in cache["files"]], one, jobs)
    return 0


def of_file(setup: Setup, file: str, at_most: int) -> dict:
    """Of each test the first cases that pass twice: together with others, and among those that passed only."""
    counts, why = count(setup, file)
    deadline = time.monotonic() + FILE_SECONDS
    passed = {test: [] for test in counts}
    # Where too few of the first cases pass (most of the others want a GPU), more of them are drawn.
    for first, last in ((0, at_most), (at_most, 3 * at_most)):
        todo = {
            test: choose(file, test, number, last)[first:]
            for test, number in counts.items()
            if len(passed[test]) < at_most
        }
        for row in run(setup, file, todo):
            if row["outcome"] == "pass" and row["seconds"] <= SLOW:
                passed[row["test"]].append(row["case"])
            if time.monotonic() > deadline:
                break
    again = {test: sorted(indexes[:at_most]) for test, indexes in passed.items()}
    cases = {}
    for row in run(setup, file, again):
        if row["outcome"] == "pass":
            cases.setdefault(row["test"], []).append(row["case"])
    return {"cases": cases, "counts": counts, "why": why}
