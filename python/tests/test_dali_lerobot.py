"""``fn.readers.lerobot``: the set of test/readers/golden, by names of Python."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import Any, List

import numpy as np
from penstock.dali import fn, pipeline_def

GOLDEN = json.loads(
    (Path(__file__).resolve().parent.parent.parent / "test" / "readers" / "golden" / "lerobot.json").read_text()
)


def expected(name: str, feature: str) -> List[np.ndarray]:
    case = next(one for one in GOLDEN["cases"] if one["name"] == name)
    samples = json.loads(zlib.decompress(base64.b64decode(case["samples"])))
    place = list(case["features"]).index(feature)
    given = [sample[place] for sample in samples]
    return [np.frombuffer(base64.b64decode(data), dtype).reshape(shape) for dtype, shape, data in given]


def test_windows_masks_and_tasks(tmp_path: Path) -> None:
    for path, data in GOLDEN["files"].items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(zlib.decompress(base64.b64decode(data)))

    @pipeline_def(batch_size=24, num_threads=2)
    def pipeline() -> Any:
        frame = fn.readers.lerobot(
            root=str(tmp_path),
            features={
                "action": {"delta_timestamps": np.array([0, 0.1, 0.2, 0.5, 10])},
                "action_is_pad": {},
                "task": {"dtype": "string"},
            },
        )
        return frame["action"], frame["action_is_pad"], frame["task"]

    pipe = pipeline()
    pipe.build()
    outputs = [[np.array(one) for one in output] for output in pipe.run()]
    del pipe
    for output, feature in zip(outputs, ["action", "action_is_pad", "task"]):
        for one, other in zip(output, expected("windows", feature)):
            assert np.array_equal(one, other)
    assert len(outputs[0]) == sum(GOLDEN["lengths"])
