"""Parallel external sources: worker processes, what goes to them and comes back, and their ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any, Callable, Iterator, List

import numpy as np
import pytest

from conftest import alive, until
from penstock.dali import fn, pipeline_def
from penstock.dali.pickling import _DaliPickle, pickle_by_value

EPOCH = 10


def numbers(info: Any) -> Any:
    """A sample of its number; 10 samples an epoch."""
    if info.idx_in_epoch >= EPOCH:
        raise StopIteration
    return np.full(3, info.idx_in_epoch, np.int32), np.int64(info.epoch_idx)


def fails(info: Any) -> Any:
    if info.idx_in_epoch == 6:
        raise KeyError("sample six")
    return np.int32(info.idx_in_epoch)


def batches() -> Iterator[Any]:
    for number in range(3):
        yield [np.int32(number), np.int32(number + 10)]


@pytest.fixture
def pipe() -> Iterator[Callable[..., Any]]:
    """Makes pipelines of one parallel source, and closes them after the test."""
    made: List[Any] = []

    def make(source: Any, *, start: str = "fork", workers: int = 2, batch_size: int = 4, num_outputs: Any = None, **settings: Any) -> Any:
        @pipeline_def(batch_size=batch_size, num_threads=1, py_num_workers=workers, py_start_method=start)
        def define() -> Any:
            outputs = fn.external_source(source, parallel=True, num_outputs=num_outputs, **settings)
            return tuple(outputs) if num_outputs else outputs

        made.append(define())
        made[-1].build()
        return made[-1]

    yield make
    for one in made:
        one.close()


def run(pipe: Any) -> List[List[Any]]:
    """An epoch of one output's numbers."""
    epoch: List[List[Any]] = []
    while True:
        try:
            epoch.append([int(np.asarray(sample).flat[0]) for sample in pipe.run()[0]])
        except StopIteration:
            return epoch


@pytest.mark.parametrize("start", ["fork", "spawn"])
@pytest.mark.parametrize("depth", [1, 3])
def test_samples_come_in_order_epoch_after_epoch(pipe: Any, start: str, depth: int) -> None:
    made = pipe(numbers, start=start, batch=False, num_outputs=2, prefetch_queue_depth=depth)
    for epoch in range(3):
        rows = []
        with pytest.raises(StopIteration):
            while True:
                values, epochs = made.run()
                rows.append(values.as_array()[:, 0].tolist())
                assert epochs.as_array().tolist() == [epoch] * 4
        assert rows == [[0, 1, 2, 3], [4, 5, 6, 7]]
        made.reset()


def test_whole_batches_of_a_function(pipe: Any) -> None:
    made = pipe(lambda iteration: [np.int32(iteration), np.int32(os.getpid())], batch=True, prefetch_queue_depth=2)
    rows = [made.run()[0].as_array().tolist() for _ in range(4)]
    assert [number for number, _ in rows] == [0, 1, 2, 3]
    assert {pid for _, pid in rows} == set(made._py_pool.pids())


@pytest.mark.parametrize(("cycle", "second"), [("raise", [[0, 10], [1, 11], [2, 12]]), (None, [])])
def test_generators_begin_anew_where_they_cycle(pipe: Any, cycle: Any, second: Any) -> None:
    made = pipe(batches, start="spawn", batch=True, cycle=cycle, prefetch_queue_depth=2)
    assert run(made) == [[0, 10], [1, 11], [2, 12]]
    made.reset()
    assert run(made) == second


def test_what_a_callback_raises_comes_with_its_trace(pipe: Any) -> None:
    made = pipe(fails, batch=False)
    with pytest.raises(Exception, match=r"worker process(.|\n)*in fails(.|\n)*sample six") as caught:
        run(made)
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_worker_that_dies(pipe: Any) -> None:
    made = pipe(numbers, batch=False, num_outputs=2)
    os.kill(made._py_pool.pids()[1], signal.SIGKILL)
    with pytest.raises(RuntimeError, match="worker process .* has ended: exit code -9"):
        run(made)


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_workers_end_with_their_pipeline(pipe: Any, start: str) -> None:
    """Also where a pipeline that was built later has inherited their connections."""
    first, second = pipe(numbers, start=start, batch=False, num_outputs=2), pipe(numbers, start=start, batch=False, num_outputs=2)
    run(first), run(second)
    pids = first._py_pool.pids()
    assert all(map(alive, pids))
    first.close()
    assert not any(map(alive, pids))
    second.reset()
    assert len(run(second)) == 2


def test_no_workers_at_all(pipe: Any) -> None:
    with pytest.raises(RuntimeError, match="py_num_workers must be at least 1"):
        pipe(numbers, workers=0, batch=False, num_outputs=2)


def program(text: str, *arguments: str, tmp_path: Path) -> subprocess.Popen[str]:
    (tmp_path / "program.py").write_text(textwrap.dedent(text))
    return subprocess.Popen([sys.executable, *arguments, str(tmp_path / "program.py")], stdout=subprocess.PIPE, text=True)


PROGRAM = """
    import time
    import numpy as np
    from nvidia.dali import fn, pipeline_def

    def source(info):
        return np.int32(info.idx_in_epoch)

    @pipeline_def(batch_size=4, num_threads=1, py_num_workers=2, py_start_method="spawn")
    def define():
        return fn.external_source(source, parallel=True, batch=False)

    if __name__ == "__main__":
        pipe = define()
        print(pipe.run()[0].as_array().tolist(), pipe._py_pool.pids(), flush=True)
        time.sleep({seconds})
"""


def test_spawned_workers_know_the_program_under_its_alias(tmp_path: Path) -> None:
    process = program(PROGRAM.format(seconds=0), "-m", "penstock.dali", tmp_path=tmp_path)
    out, _ = process.communicate(timeout=50)
    assert out.startswith("[0, 1, 2, 3]") and process.returncode == 0


def test_workers_end_with_a_process_that_is_killed(tmp_path: Path) -> None:
    process = program(PROGRAM.format(seconds=600), "-m", "penstock.dali", tmp_path=tmp_path)
    assert process.stdout is not None
    line = process.stdout.readline()
    pids = [int(pid) for pid in line.rpartition("[")[2].strip(" ]\n").split(",")]
    assert len(pids) == 2 and all(map(alive, pids))
    process.kill()
    process.wait()
    assert until(lambda: not any(map(alive, pids)))


@pickle_by_value
def marked(value: int) -> int:
    return value + OFFSET


OFFSET = 5


def test_functions_go_by_their_code_where_they_have_no_name() -> None:
    def even(value: int) -> bool:
        return value == 0 or odd(value - 1)

    def odd(value: int) -> bool:
        return value != 0 and even(value - 1)

    loads = _DaliPickle.loads
    copy = loads(_DaliPickle.dumps(lambda value, by=2: [even(value), np.int32(marked(value)) * by]))
    assert copy(7) == [False, 24] and copy(4, by=1) == [True, 9]
    assert loads(_DaliPickle.dumps(numbers)) is numbers
    other = loads(_DaliPickle.dumps(marked))
    assert other is not marked and other(1) == 6
    with pytest.raises(TypeError):
        pickle_by_value(7)
