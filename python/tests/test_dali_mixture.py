"""``fn.readers.mixture``: the order of sources, which samples they give, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, List, Tuple

import numpy as np
import pytest
from penstock.dali import fn, pipeline_def

PHOTOS = Path(__file__).resolve().parent.parent.parent / "data" / "photos"


def folder(name: str) -> Callable[[], Any]:
    return lambda: fn.readers.file(file_root=str(PHOTOS / name))


def run(define: Callable[[], Any], batches: int) -> List[Tuple[List[np.ndarray], ...]]:
    @pipeline_def(batch_size=7, num_threads=2)
    def pipeline() -> Any:
        return define()

    pipe = pipeline()
    pipe.build()
    outputs = [tuple([np.array(one) for one in output] for output in pipe.run()) for _ in range(batches)]
    del pipe
    return outputs


def test_sources_come_in_their_shares() -> None:
    names = ["animals", "objects", "space"]
    mixed = run(lambda: tuple(fn.readers.mixture(sources=[folder(name) for name in names], weights=[4, 2, 1])), 1)[0]
    files, _, sources = mixed
    assert [int(source[0]) for source in sources] == [0, 0, 1, 0, 1, 0, 2]
    alone = [run(lambda name=name: tuple(fn.readers.file(file_root=str(PHOTOS / name))), 1)[0][0] for name in names]
    given = [0, 0, 0]
    for file, source in zip(files, (int(one[0]) for one in sources)):
        assert np.array_equal(file, alone[source][given[source]])
        given[source] += 1


def test_weights_change_and_sources_are_drawn() -> None:
    def sources_of(**args: Any) -> List[int]:
        sources = [lambda name=name: fn.readers.file(file_root=str(PHOTOS / name))[0] for name in ("animals", "objects", "space")]
        outputs = run(lambda: tuple(fn.readers.mixture(sources=sources, **args)), 2)
        return [int(source[0]) for batch in outputs for source in batch[1]]

    assert sources_of(weights=[(0, [4, 2, 1]), (7, [0, 1, 1]), (10, [1, 0, 0])]) == [0, 0, 1, 0, 1, 0, 2, 1, 2, 1, 0, 0, 0, 0]
    drawn = sources_of(weights=[4, 2, 1], choice="random", choice_seed=5)
    assert drawn == sources_of(weights=[4, 2, 1], choice="random", choice_seed=5)
    assert drawn != sources_of(weights=[4, 2, 1], choice="random", choice_seed=6)


def test_one_output_of_each_reader_is_enough() -> None:
    sources = [lambda name=name: fn.readers.file(file_root=str(PHOTOS / name))[0] for name in ("animals", "space")]
    outputs = run(lambda: tuple(fn.readers.mixture(sources=sources, weights=[1, 1], on_end="stop")), 2)
    assert [len(batch) for batch in outputs] == [2, 2]


@pytest.mark.parametrize(
    "sources, weights, error, words",
    [
        ([], [], ValueError, "one function or more for sources"),
        ([1], [1], TypeError, r"a function for sources\[0\] but received int"),
        ([lambda: 3], [1], TypeError, r"sources\[0\] to return outputs of a reader but received int"),
        ([folder("space"), lambda: folder("animals")()[0]], [1, 1], ValueError, r"sources\[1\] to return 2 outputs"),
        ([folder("space"), folder("animals")], [1], Exception, "one per weight"),
        ([folder("space")], [0], Exception, "weights above 0"),
        ([folder("space")], [(0, [1]), (4, [1, 2])], ValueError, r"1 weights in weights\[1\]"),
        ([folder("space")], [(0, [1]), 3], TypeError, r"a sample and a list of weights for weights\[1\]"),
        ([folder("space")], [(2, [1])], Exception, r"sample 0 for from of weights\[0\]"),
    ],
)
def test_what_is_refused(sources: List[Any], weights: List[float], error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        run(lambda: tuple(fn.readers.mixture(sources=sources, weights=weights)), 1)


def weighted(weights: Any, **options: Any) -> Any:
    @pipeline_def(batch_size=7, num_threads=2, enable_checkpointing=True, **options)
    def pipeline() -> Any:
        sources = [lambda name=name: fn.readers.file(file_root=str(PHOTOS / name))[0] for name in ("animals", "objects", "space")]
        return fn.readers.mixture(name="train", sources=sources, weights=weights)[-1]

    pipe = pipeline()
    pipe.build()
    return pipe


def sources_from(pipe: Any, batches: int) -> List[int]:
    return [int(np.array(source)[0]) for _ in range(batches) for source in pipe.run()[0]]


def test_weights_are_set_on_a_running_pipeline() -> None:
    pipe = weighted([4, 2, 1])
    seen = sources_from(pipe, 2)
    assert pipe.set_weights("train", [0, 1, 1]) == 14
    seen += sources_from(pipe, 1)
    assert pipe.set_weights("train", (1, 0, 0), from_sample=23) == 23
    checkpoint = pipe.checkpoint()
    seen += sources_from(pipe, 1)
    expected = sources_from(weighted([(0, [4, 2, 1]), (14, [0, 1, 1]), (23, [1, 0, 0])]), 5)
    assert seen == expected[:28]
    assert sources_from(weighted([4, 2, 1], checkpoint=checkpoint), 2) == expected[21:]


def test_set_weights_is_exact_where_batches_are_on_their_way() -> None:
    @pipeline_def(batch_size=7, num_threads=2)
    def pipeline(weights: Any = (4, 2, 1)) -> Any:
        sources = [lambda name=name: fn.readers.file(file_root=str(PHOTOS / name))[0] for name in ("animals", "objects")]
        return fn.readers.mixture(name="train", sources=sources, weights=weights)[-1]

    pipe = pipeline([2, 1])
    pipe.build()
    rows: List[Tuple[int, List[int]]] = [(0, [2, 1])]
    seen = []
    for weights in ([1, 1], [1, 5], [3, 1]):
        seen += sources_from(pipe, 2)
        rows.append((pipe.set_weights("train", weights), weights))
    seen += sources_from(pipe, 3)
    assert all(begin % 7 == 0 and begin - 14 * (i + 1) in (0, 7) for i, (begin, _) in enumerate(rows[1:]))
    assert seen == sources_from(pipeline(rows), 9)


@pytest.mark.parametrize(
    ("args", "kind", "message"),
    [
        (("other", [1, 1, 1]), RuntimeError, "name of a readers.mixture but received 'other'"),
        (("train", [1, 1]), RuntimeError, "3 weights but received 2"),
        (("train", [1, 1, float("nan")]), ValueError, "finite numbers for weights"),
        (("train", [0, 0, 0]), RuntimeError, "above 0 but received 0 alone"),
        (("train", [1, 1, 1], 6), RuntimeError, "from 7 on, for from but received 6"),
    ],
)
def test_set_weights_refuses(args: Any, kind: Any, message: str) -> None:
    pipe = weighted([4, 2, 1])
    pipe.run()
    with pytest.raises(kind, match=message):
        pipe.set_weights(*args)
