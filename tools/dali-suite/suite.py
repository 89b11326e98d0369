#!/usr/bin/env python3
"""Runs DALI's own Python tests, case by case, against nvidia.dali or penstock.dali. See README.md.

  suite.py run --tests FOLDER [--reference FILE] [--out FILE] [FILE ...]   runs cases, prints those that do not pass
  suite.py reference --tests FOLDER --reference FILE [FILE ...]            finds the cases that pass on nvidia.dali
  suite.py report --reference FILE --out FILE                              writes the table of results
"""

import argparse
import fnmatch
import glob
import json
import os
import sys
import threading
import time
from collections import Counter

import reference
import report
from adapt import DALI, PENSTOCK
from run import Setup, choose, count, environment, in_threads, run

HERE = os.path.dirname(os.path.abspath(__file__))


def main() -> int:
    options = arguments()
    if options.command == "report":
        return report.write(reference.load(options.reference), report.load(options.out), options.page)
    setup = Setup(
        options.tests, options.backend, options.python, environment(options.extra, options.gpu),
        gpu=options.gpu, limit=options.limit,
    )  # fmt: skip
    files = select(options.tests, options.files)
    if options.command == "reference":
        return reference.make(setup, options.reference, files, options.cases, options.jobs)
    return compare(setup, files, options)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("run", "reference"):
        command = commands.add_parser(name)
        command.add_argument("--tests", required=True, help="dali/test/python of a checkout of DALI")
        command.add_argument("--extra", help="a checkout of DALI_extra")
        command.add_argument("--reference", required=name == "reference", help="the cases that pass on nvidia.dali")
        command.add_argument("--python", default=sys.executable, help="the interpreter that has the packages")
        command.add_argument("--cases", type=int, default=6, help="at most so many cases of a test")
        command.add_argument("--limit", type=float, default=30, help="seconds of a case")
        command.add_argument("--jobs", type=int, default=2, help="files that run at the same time")
        command.add_argument("--gpu", action="store_true", help="leaves device_id as it is")
        command.add_argument("files", nargs="*", help="patterns of files; all of files.json without them")
        command.set_defaults(backend=DALI)
        if name == "run":
            command.add_argument("--backend", choices=(DALI, PENSTOCK), default=PENSTOCK)
            command.add_argument("--test", default="*", help="a pattern of tests")
            command.add_argument("--out", help="where all results go; those of other files in it stay")
            command.add_argument("--verbose", action="store_true", help="whole traces")
    command = commands.add_parser("report")
    command.add_argument("--reference", required=True)
    command.add_argument("--out", required=True, help="the results of run")
    command.add_argument("--page", default=os.path.join(HERE, "..", "..", "docs", "reference", "dali-suite.md"))
    return parser.parse_args()


def select(tests: str, patterns: list[str]) -> list[str]:
    """The files of tests that are meant: the patterns', or all that files.json names."""
    found = glob.glob(os.path.join(tests, "**", "test_*.py"), recursive=True)
    names = sorted(os.path.relpath(file, tests) for file in found)
    if not names:
        sys.exit(f"{tests} has no file test_*.py: give dali/test/python of a checkout of DALI as --tests")

    def matches(name: str, wanted) -> bool:
        return any(fnmatch.fnmatch(name, pattern) for pattern in wanted)

    if patterns:
        return [name for name in names if matches(name, [p if p.endswith((".py", "*")) else p + "*" for p in patterns])]
    with open(os.path.join(HERE, "files.json")) as file:
        chosen = json.load(file)
    return [name for name in names if matches(name, chosen["files"]) and not matches(name, chosen["not"])]


def compare(setup: Setup, files: list[str], options) -> int:
    """Runs the cases of the files and prints those that do not pass, with the sum."""
    known = reference.load(options.reference)["files"] if options.reference else {}
    lock, total, reasons, shown = threading.Lock(), Counter(), Counter(), set()
    results = report.load(options.out) if options.out else {}

    def one(file: str) -> None:
        cases = known.get(file, {}).get("cases") if options.reference else None
        if cases is None and not options.reference:
            counts, why = count(setup, file)
            cases = {test: choose(file, test, number, options.cases) for test, number in counts.items()}
            if why:
                print(f"{file}: {why}", flush=True)
        if options.reference and file not in known:
            return
        wanted = {test: indexes for test, indexes in (cases or {}).items() if fnmatch.fnmatch(test, options.test)}
        began, rows, hung = time.monotonic(), [], 0
        for row in run(setup, file, wanted):
            rows.append(row)
            if row["outcome"] != "pass":
                with lock:
                    print(words(row, options.verbose, shown), flush=True)
            hung += row["outcome"] == "timeout"
            if hung >= 4:  # the rest of the file counts as not run
                break
        outcomes = Counter(row["outcome"] for row in rows)
        with lock:
            total.update(outcomes)
            reasons.update(f"{r['type']}: {r['message'][:110]}" for r in rows if r["outcome"] not in ("pass", "skip"))
            print(f"{file}: {describe(outcomes)}, {time.monotonic() - began:.0f} s", flush=True)
            if options.out and options.test == "*":
                results[file] = rows
                report.save(options.out, results)

    in_threads(files, one, options.jobs)
    if len(reasons) > 1:
        print("\nMost frequent:")
        for text, number in reasons.most_common(20):
            print(f"{number:5} {text}")
    print(f"sum: {describe(total)}")
    return 0 if set(total) <= {"pass", "skip"} else 1


def describe(outcomes: Counter) -> str:
    others = ", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items()) if outcome != "pass")
    return f"{outcomes['pass']} of {sum(outcomes.values())} pass{': ' + others if others else ''}"


def words(row: dict, verbose: bool, shown: set) -> str:
    """A result for a reader: its case, what was raised, and the end of its trace, once for all that fail in one place."""
    case = f"{row['test']}:{row['case']}" + (f" ({row['label']})" if row.get("label") else "")
    head, text = f"{row['outcome'].upper()} {row['file']} {case}", f"    {row['type']}: {row['message']}"
    trace = [line for line in row.get("trace", "").splitlines() if line.strip(" ~^") and "/dali-suite/" not in line]
    if (row["type"], row["message"]) in shown and not verbose:
        return head
    shown.add((row["type"], row["message"]))
    place = next((line for line in reversed(trace) if line.startswith("  File ")), None)
    if row["outcome"] == "skip" or (place in shown and not verbose):
        return f"{head}\n{text}"
    shown.add(place)
    return "\n".join([head, text, *("    | " + line for line in (trace if verbose else trace[-12:]))])


if __name__ == "__main__":
    sys.exit(main())
