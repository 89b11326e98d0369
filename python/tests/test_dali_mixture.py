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
