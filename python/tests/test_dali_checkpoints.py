"""Checkpoints of pipelines with sources of Python."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from penstock.dali import fn, pipeline_def


def build(source: Any, **options: Any) -> None:
    @pipeline_def(batch_size=2, num_threads=1, device_id=None, **options)
    def define() -> Any:
        return fn.external_source(source=source, batch=False)

    pipe = define()
    try:
        pipe.build()
    finally:
        pipe.close()


@pytest.mark.parametrize("source", [[np.int32(1)] * 4, iter([np.int32(1)] * 4), lambda: np.int32(1)])
def test_a_source_whose_place_is_lost_is_warned_of(source: Any) -> None:
    with pytest.warns(UserWarning, match="checkpoint"):
        build(source, enable_checkpointing=True)


def test_no_other_is() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        build(lambda info: np.int32(info.idx_in_epoch), enable_checkpointing=True)
        build([np.int32(1)] * 4)
