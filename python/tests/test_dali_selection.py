"""Arguments that choose the samples of a reader, which are fields by name: ``split``, ``where`` and ``weights``."""

from __future__ import annotations

from pathlib import Path
from typing import Any, List

import numpy as np
import pytest
from penstock.dali import fn, pipeline_def

PHOTOS = Path(__file__).resolve().parent.parent.parent / "data" / "photos"


def labels(**args: Any) -> List[int]:
    @pipeline_def(batch_size=12, num_threads=1)
    def pipeline() -> Any:
        return fn.readers.file(file_root=str(PHOTOS), **args)[1]

    pipe = pipeline()
    pipe.build()
    return [int(np.array(one)[0]) for one in pipe.run()[0]]


def test_samples_are_kept_by_columns() -> None:
    assert set(labels(where={"label": {"in": np.array([1, 3])}})) == {1, 3}
    assert set(labels(where={"label": {"not_in": ["animals", "space"]}})) == {1, 2}
    with pytest.raises(Exception, match="there is no column 'name'"):
        labels(where={"name": {"equals": 1}})


def test_samples_come_by_weights() -> None:
    assert labels(weights={"classes": "balanced", "epoch_size": 12}) == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3
    assert labels(weights={"classes": np.array([1, 0, 2, 0]), "epoch_size": 12}) == [0] * 4 + [2] * 8
    with pytest.raises(Exception, match="epochSize"):
        labels(weights={"classes": "balanced", "epoch_size": 0})


def test_a_split_deals_all_samples() -> None:
    parts = [labels(split={"train": 0.5, "val": 0.5, "part": part}) for part in ("train", "val")]
    assert all(len(part) == 12 for part in parts)
