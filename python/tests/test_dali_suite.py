"""tools/dali-suite on small files of tests: which cases it finds, what becomes of each, and that nothing stops it."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from pathlib import Path
from typing import Any, Dict, List, Optional

import pytest

SUITE = Path(__file__).resolve().parents[2] / "tools" / "dali-suite"
sys.path.insert(0, str(SUITE))
import report  # noqa: E402
import run  # noqa: E402
import suite  # noqa: E402

from conftest import alive, until  # noqa: E402


@pytest.fixture
def results(tmp_path: Path):
    """Writes a file of tests and runs all of its cases: {"test:case": outcome}, and the results whole."""

    def all_of(text: str, **options: Any) -> Dict[str, Dict[str, Any]]:
        (tmp_path / "test_it.py").write_text(textwrap.dedent(text))
        setup = run.Setup(str(tmp_path), "", adapt=False, env=run.environment(None), **options)
        counts, why = run.count(setup, "test_it.py")
        cases = {test: list(range(number)) for test, number in counts.items()} or {"test_one": [0]}
        rows = list(run.run(setup, "test_it.py", cases))
        return {f"{row['test']}:{row['case']}": row for row in rows}

    return all_of


def outcomes(rows: Dict[str, Dict[str, Any]]) -> Dict[str, str]:
    return {name: row["outcome"] for name, row in rows.items()}


def test_cases_of_functions_generators_and_parameters(results: Any) -> None:
    rows = results(
        """
        import unittest
        from unittest import SkipTest as Skip

        def check(a, b):
            if a > b:
                raise ValueError(f"{a} > {b}")

        def test_plain(): pass
        def test_skipped(): raise Skip("not here")
        def helper(): raise AssertionError("not a test")

        def test_generator():
            yield check, 1, 2
            yield check, 3, 2
            yield "a description", check, 2, 2

        def test_parameters(a, b): check(a, b)
        test_parameters.paramList = iter([(1, 2), (2, 1)])

        def test_generator_of_parameters(a):
            yield check, a, 1
        test_generator_of_parameters.paramList = [0, 2]

        def test_not_one(): raise AssertionError
        test_not_one.__test__ = False
        """
    )
    assert outcomes(rows) == {
        "test_plain:0": "pass",
        "test_skipped:0": "skip",
        "test_generator:0": "pass",
        "test_generator:1": "fail",
        "test_generator:2": "pass",
        "test_parameters:0": "pass",
        "test_parameters:1": "fail",
        "test_generator_of_parameters:0": "pass",
        "test_generator_of_parameters:1": "fail",
    }
    failed = rows["test_generator:1"]
    assert (failed["type"], failed["message"], failed["label"]) == ("ValueError", "3 > 2", "3, 2")
    assert "raise ValueError" in failed["trace"]


def test_cases_of_classes(results: Any) -> None:
    rows = results(
        """
        import unittest

        class TestUnit(unittest.TestCase):
            @classmethod
            def setUpClass(cls): cls.ready = 7
            def test_ready(self): self.assertEqual(self.ready, 7)
            def test_wrong(self): self.assertEqual(self.ready, 8)
            @unittest.skip("later")
            def test_later(self): pass
            @unittest.expectedFailure
            def test_expected(self): self.fail()
            def test_parts(self):
                with self.subTest(1): pass
                with self.subTest(2): raise KeyError("two")
            def test_numbers(self, n): self.assertLess(n, 2)
            test_numbers.paramList = [1, 2]

        class TestPlain:
            def test_a(self): pass
        """
    )
    assert outcomes(rows) == {
        "TestUnit.test_expected:0": "pass",
        "TestUnit.test_later:0": "skip",
        "TestUnit.test_numbers:0": "pass",
        "TestUnit.test_numbers:1": "fail",
        "TestUnit.test_parts:0": "fail",
        "TestUnit.test_ready:0": "pass",
        "TestUnit.test_wrong:0": "fail",
        "TestPlain.test_a:0": "pass",
    }
    assert rows["TestUnit.test_parts:0"]["type"] == "KeyError"


def test_goes_on_after_a_crash_and_a_hang(results: Any, tmp_path: Path) -> None:
    rows = results(
        f"""
        import os, subprocess, sys, time
        def die(n):
            if n == 1: os.abort()
            if n == 3:
                child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
                open({str(tmp_path / "child")!r}, "w").write(str(child.pid))
                time.sleep(600)
        def test_many():
            for n in range(5): yield die, n
        def test_exit(): os._exit(3)
        def test_last(): pass
        """,
        limit=3,
    )
    assert outcomes(rows) == {
        "test_many:0": "pass",
        "test_many:1": "crash",
        "test_many:2": "pass",
        "test_many:3": "timeout",
        "test_many:4": "pass",
        "test_exit:0": "crash",
        "test_last:0": "pass",
    }
    assert (rows["test_many:1"]["type"], rows["test_exit:0"]["type"]) == ("SIGABRT", "exit 3")
    child = int((tmp_path / "child").read_text())
    assert until(lambda: not alive(child)), "a process that a hung test started is still there"


@pytest.mark.parametrize(
    ("text", "outcome", "kind"),
    [
        ("import not_there", "fail", "ModuleNotFoundError"),
        ("import unittest; raise unittest.SkipTest('all')", "skip", "SkipTest"),
        ("import os; os._exit(4)", "crash", "exit 4"),
        ("import time; time.sleep(600)", "timeout", None),
    ],
)
def test_files_that_do_not_load(results: Any, text: str, outcome: str, kind: Optional[str]) -> None:
    row = results(text, load_limit=2)["test_one:0"]
    assert (row["outcome"], row["type"]) == (outcome, kind)


def test_process_that_ends_badly(results: Any) -> None:
    rows = results("import atexit, os\natexit.register(os.abort)\ndef test_one(): pass")
    assert outcomes(rows) == {"test_one:0": "pass", "(exit):0": "crash"}


def test_cases_that_the_file_no_longer_has(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_one(): pass\n")
    setup = run.Setup(str(tmp_path), "", adapt=False, env=run.environment(None))
    rows = list(run.run(setup, "test_it.py", {"test_one": [0, 3], "test_gone": [0]}))
    wanted = [("pass", None), ("fail", "LookupError"), ("fail", "LookupError")]
    assert [(row["outcome"], row["type"]) for row in rows] == wanted


def test_more_cases_are_drawn_from_the_same_order() -> None:
    few, more = run.choose("a.py", "test", 100, 6), run.choose("a.py", "test", 100, 18)
    assert few == more[:6] and len(set(more)) == 18
    assert run.choose("b.py", "test", 100, 6) != few


def test_kinds_of_exceptions_and_missing_operators_on_penstock(tmp_path: Path) -> None:
    """The tests of DALI bring nose_utils, test_utils and test_pool_utils; here small ones stand for them."""
    (tmp_path / "test_pool_utils.py").write_text("")
    (tmp_path / "nose_utils.py").write_text("def get_pattern(*args, **kwargs): return 'never'\n")
    (tmp_path / "test_utils.py").write_text("def restrict_platform(platforms=None): return lambda f: f\n")
    (tmp_path / "test_it.py").write_text(
        textwrap.dedent(
            """
            import unittest
            import nvidia.dali as dali, nvidia.dali.fn as fn
            import penstock.dali
            from nose_utils import get_pattern
            from test_utils import has_operator, restrict_platform

            def wants(words, kind, says):
                with unittest.TestCase().assertRaisesRegex(kind, words): raise ValueError(says)
            def test_same(): assert dali is penstock.dali and fn is penstock.dali.fn
            def test_words():
                yield wants, get_pattern("theirs"), ValueError, "ours"
                yield wants, "theirs", ValueError, "ours"
                yield wants, "theirs", KeyError, "ours"
                yield wants, "theirs", ValueError, "UNSUPPORTED: ours"
                yield wants, "It is not supported", ValueError, "UNSUPPORTED: ours"
            def test_what_is_not_supported(): wants("theirs", ValueError, "UNSUPPORTED: ours")
            @has_operator("noSuchOperator")
            def test_missing(): pass
            @has_operator("readers.file")
            def test_there(): pass
            @restrict_platform(min_compute_cap=7.0)
            def test_gpu(): pass
            @dali.pipeline_def(batch_size=2, num_threads=1, device_id=0)
            def pipe(): return fn.random.coin_flip()
            def test_device(): assert pipe().device_id is None
            """
        )
    )
    setup = run.Setup(str(tmp_path), "penstock.dali", env=run.environment(None))
    tests = {"test_same": [0], "test_words": [0, 1, 2, 3, 4], "test_what_is_not_supported": [0], "test_missing": [0], "test_there": [0], "test_gpu": [0], "test_device": [0]}
    rows = {f"{row['test']}:{row['case']}": row for row in run.run(setup, "test_it.py", tests)}
    assert outcomes(rows) == {
        "test_same:0": "pass",
        "test_words:0": "pass",
        "test_words:1": "pass",
        "test_words:2": "fail",
        "test_words:3": "fail",
        "test_words:4": "pass",
        "test_what_is_not_supported:0": "pass",
        "test_missing:0": "skip",
        "test_there:0": "pass",
        "test_gpu:0": "skip",
        "test_device:0": "pass",
    }, rows


def row(file: str, test: str, case: int, outcome: str, kind: str = "", message: str = "") -> Dict[str, Any]:
    return {"file": file, "test": test, "case": case, "outcome": outcome, "type": kind, "message": message}


def test_page_has_each_case_under_a_reason() -> None:
    reference = {"cases": 6, "files": {"a.py": {"cases": {"test_a": [0, 4, 5], "test_b": [1]}}, "b.py": {"cases": {"test_c": [0]}}, "c.py": {"cases": {}}}}
    rows: Dict[str, List[Dict[str, Any]]] = {
        "a.py": [
            row("a.py", "test_a", 0, "pass"),
            row("a.py", "test_a", 4, "fail", "RuntimeError", "UNSUPPORTED: hue"),
            row("a.py", "test_a", 5, "fail", "RuntimeError", "UNSUPPORTED: hue"),
            row("a.py", "test_b", 1, "fail", "ValueError", "odd"),
            row("a.py", "test_other", 1, "fail", "ValueError", "not asked for"),
        ]
    }
    reasons = [{"reason": "No hue", "raised": "UNSUPPORTED: hue"}, {"reason": "Wrong test", "file": "a.py", "test": "test_c"}]
    text, unnamed = report.page(reference, rows, reasons)
    assert "**1 of 5 cases pass (20.0 %)**, in 2 files." in text
    assert "| 2 | No hue | a.py: `test_a` (2) |" in text
    assert f"| 2 | {report.NONE} | a.py: `test_b`; b.py: `test_c` |" in text
    assert "| a.py | 4 | 1 |" in text and "| b.py | 1 | 0 |" in text and "c.py" not in text
    assert [(one["test"], one["outcome"]) for one in unnamed] == [("test_b", "fail"), ("test_c", "not run")]


def test_commands_make_a_reference_and_run_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """From files of tests to the table, with a package of that name in nvidia.dali's place."""
    (tmp_path / "tests" / "nvidia" / "dali").mkdir(parents=True)
    (tmp_path / "tests" / "nvidia" / "dali" / "__init__.py").write_text("class Pipeline: pass\nfn = None\n")
    (tmp_path / "tests" / "test_utils.py").write_text("def restrict_platform(platforms=None): return lambda f: f\n")
    (tmp_path / "tests" / "test_it.py").write_text("def check(n): assert n % 2\ndef test_odd():\n  for n in range(40): yield check, n\n")
    common = ["--tests", str(tmp_path / "tests"), "--reference", str(tmp_path / "reference.json")]

    def command(*words: str) -> int:
        monkeypatch.setattr(sys, "argv", ["suite.py", *words])
        return suite.main()

    assert command("reference", *common, "test_it.py") == 0
    made = json.loads((tmp_path / "reference.json").read_text())["files"]["test_it.py"]
    assert made["counts"] == {"test_odd": 40}
    assert len(made["cases"]["test_odd"]) == 6 and all(case % 2 for case in made["cases"]["test_odd"])
    out = str(tmp_path / "results.json")
    assert command("run", "--backend", "nvidia.dali", *common, "--out", out, "test_it.py") == 0
    assert "sum: 6 of 6 pass" in capsys.readouterr().out
    page = str(tmp_path / "page.md")
    assert command("report", "--reference", common[-1], "--out", out, "--page", page) == 0
    assert "**6 of 6 cases pass (100.0 %)**" in Path(page).read_text()
    assert os.listdir(tmp_path / "tests" / "nvidia" / "dali") == ["__init__.py"]
