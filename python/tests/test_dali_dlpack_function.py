"""``fn.dl_tensor_python_function``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from penstock.dali import fn, ops, pipeline_def

SAMPLES = np.arange(12, dtype=np.float32).reshape(3, 2, 2)


def test_functions_over_dlpack_capsules() -> None:
    """Capsules go in and come back: of a batch, and of a sample; what is not to be written is copied first."""

    def doubled(capsules: Any) -> Any:
        return [ops._dlpack_from_array(2 * ops._dlpack_to_array(one)) for one in capsules]

    def swapped(first: Any, second: Any) -> Any:
        return second, first

    @pipeline_def(batch_size=3, num_threads=1, device_id=None)
    def define() -> Any:
        x = fn.external_source(source=lambda: SAMPLES, layout="AB")
        y = fn.dl_tensor_python_function(x, function=doubled)
        pair = fn.dl_tensor_python_function(x, y, function=swapped, batch_processing=False, num_outputs=2)
        return (x, y, *pair, ops.DLTensorPythonFunction(doubled)(y))

    x, y, second, first, fourfold = (np.stack([np.asarray(one) for one in output]) for output in define().run())
    assert (y == 2 * x).all() and (second == y).all() and (first == x).all() and (fourfold == 4 * x).all()
    array = np.arange(3)
    array.flags.writeable = False
    assert ops._dlpack_to_array(ops._dlpack_from_array(array)).tolist() == [0, 1, 2]
    with pytest.raises(TypeError, match="Expected a function"):
        fn.dl_tensor_python_function(function=1)
