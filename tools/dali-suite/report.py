"""Results of a run as JSON, and the page made of them: docs/reference/dali-suite.md."""

import fnmatch
import json
import os
import re
import sys
from collections import Counter, defaultdict
from typing import Iterator, Optional

REASONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reasons.json")
NONE = "No reason yet"

INTRODUCTION = """# DALI's own tests on penstock.dali

NVIDIA tests DALI with some thousand functions in Python. `tools/dali-suite` runs them against `penstock.dali`, and this page is what
came of it. Counted are the cases that pass on DALI itself on a machine without a GPU, at most {cases} of each test function; a case is one
call of a test with its arguments. `tools/dali-suite/README.md` of the repository says how to run it.

- Of a wanted exception only the kind is compared, not its words. `UNSUPPORTED` is the wanted one only where
  the test says that DALI does not have it either.
- All pipelines are made for the CPU, on both sides.

"""


def load(path: str) -> dict:
    """{file: [result]}"""
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        return json.load(file)


def save(path: str, results: dict) -> None:
    with open(path + ".new", "w") as new:
        json.dump(results, new, indent=0)
    os.replace(path + ".new", path)


def reason_of(row: dict, reasons: list[dict]) -> Optional[str]:
    """The first reason whose patterns all fit: of the file, of the test, and of what was raised."""
    text = f"{row['outcome']} {row['type']}: {row['message']}\n{row.get('trace', '')}"
    for reason in reasons:
        if (
            fnmatch.fnmatch(row["file"], reason.get("file", "*"))
            and fnmatch.fnmatch(row["test"], reason.get("test", "*"))
            and re.search(reason.get("raised", ""), text)
        ):
            return reason["reason"]
    return None


def table(reference: dict, results: dict) -> Iterator[tuple[str, int, list[dict]]]:
    """Of each file of the reference: its name, how many cases it has, and the results of those that do not pass."""
    for file, known in sorted(reference["files"].items()):
        wanted = {(test, case) for test, cases in known["cases"].items() for case in cases}
        if not wanted:
            continue
        rows = {(row["test"], row["case"]): row for row in results.get(file, [])}
        missing = {"outcome": "not run", "type": None, "message": ""}
        others = [rows.get(key, {**missing, "file": file, "test": key[0], "case": key[1]}) for key in sorted(wanted)]
        yield file, len(wanted), [row for row in others if row["outcome"] != "pass"]


def page(reference: dict, results: dict, reasons: list[dict]) -> tuple[str, list[dict]]:
    """The page as Markdown, and the results that have no reason."""
    files = list(table(reference, results))
    total = sum(cases for _, cases, _ in files)
    passing = total - sum(len(others) for _, _, others in files)
    by_reason, unnamed = defaultdict(list), []
    for _, _, others in files:
        for row in others:
            reason = reason_of(row, reasons)
            by_reason[reason or NONE].append(row)
            if reason is None:
                unnamed.append(row)
    lines = [f"**{passing} of {total} cases pass ({100 * passing / max(total, 1):.1f} %)**, in {len(files)} files.", ""]
    if by_reason:
        lines += ["## The others, by reason", "", "| cases | reason | where |", "|---|---|---|"]
        for reason, rows in sorted(by_reason.items(), key=lambda item: -len(item[1])):
            lines.append(f"| {len(rows)} | {reason} | {places(rows)} |")
        lines.append("")
    lines += ["## By file", "", "| file | pass on DALI | of these on penstock |", "|---|---|---|"]
    lines += [f"| {file} | {cases} | {cases - len(others)} |" for file, cases, others in files]
    return INTRODUCTION.format(cases=reference["cases"]) + "\n".join(lines) + "\n", unnamed


def places(rows: list[dict]) -> str:
    """The tests of these results, each with its number of cases where that is more than one."""
    by_file = defaultdict(Counter)
    for row in rows:
        by_file[row["file"]][row["test"]] += 1

    def tests(counts: Counter) -> str:
        return ", ".join(f"`{test}`" + (f" ({number})" if number > 1 else "") for test, number in counts.items())

    return "; ".join(f"{file}: {tests(counts)}" for file, counts in by_file.items())


def write(reference: dict, results: dict, path: str) -> int:
    """Writes the page. Says which results have no reason, and returns 1 then."""
    with open(REASONS) as file:
        reasons = json.load(file)["reasons"]
    text, unnamed = page(reference, results, reasons)
    with open(path, "w") as file:
        file.write(text)
    for row in unnamed:
        print(f"no reason: {row['file']} {row['test']}:{row['case']} {row['outcome']} {row['type']}: {row['message'][:120]}", file=sys.stderr)
    return 1 if unnamed else 0
