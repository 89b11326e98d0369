"""The examples of python/examples/dali run as programs of DALI do: by `python -m penstock.dali`."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT

EXAMPLES = ROOT / "python" / "examples" / "dali"
PHOTOS = ROOT / "data" / "photos"


def printed(*command: Any) -> str:
    path = os.pathsep.join(filter(None, [str(ROOT / "python"), os.environ.get("PYTHONPATH")]))
    env = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-m", "penstock.dali", *map(str, command)], env=env, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_classification() -> None:
    text = printed(EXAMPLES / "resnet_pipeline.py", PHOTOS)
    assert re.match(r"24 images, batches of \(16, 3, 224, 224\), \[\d( \d){3}\]: \d+ images/s\n$", text)


def test_detection(tmp_path: Path) -> None:
    photos = [("animals/cat.jpg", 451, 300), ("people/astronaut.jpg", 512, 512), ("objects/coffee.jpg", 600, 400)]
    boxes = [[0.2, 0.2, 0.5, 0.5], [0.4, 0.1, 0.4, 0.6]]
    annotations = {
        "images": [{"id": i, "file_name": name, "width": w, "height": h} for i, (name, w, h) in enumerate(photos)],
        "categories": [{"id": 1, "name": "one"}, {"id": 2, "name": "other"}],
        "annotations": [
            {"id": 2 * i + k, "image_id": i, "category_id": k + 1, "bbox": [box[0] * w, box[1] * h, box[2] * w, box[3] * h], "iscrowd": 0, "area": 1}
            for i, (_, w, h) in enumerate(photos)
            for k, box in enumerate(boxes)
        ],
    }
    file = tmp_path / "instances.json"
    file.write_text(json.dumps(annotations))
    text = printed(EXAMPLES / "detection_pipeline.py", PHOTOS, file)
    (matched,) = re.findall(r"^1 batches of \(4, 3, 300, 300\), targets \(4, 128, 4\), (\d+) anchors matched$", text, re.M)
    assert int(matched) > 0


def test_audio() -> None:
    lines = re.findall(r"^mel \(4, 80, (\d+)\), frames \[(.*)\]$", printed(EXAMPLES / "audio_pipeline.py", ROOT / "data" / "sounds"), re.M)
    assert len(lines) >= 3
    assert all(int(longest) == max(map(int, frames.split(", "))) for longest, frames in lines)


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")
def test_proxy() -> None:
    lines = re.findall(r"^images \(8, 3, 224, 224\), labels \[(.*)\]$", printed(EXAMPLES / "proxy_loader.py", PHOTOS), re.M)
    labels = [int(label) for line in lines for label in line.split(", ")]
    assert sorted(labels) == sorted([0, 1, 2, 3] * 6)


def test_a_program_for_a_gpu_runs_on_the_cpu_where_that_is_asked_for(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from nvidia.dali import fn, pipeline_def\n"
        "@pipeline_def(batch_size=2, num_threads=1, device_id=0)\n"
        "def photos(root):\n"
        "    images = fn.decoders.image(fn.readers.file(file_root=root)[0], device='mixed')\n"
        "    return fn.resize(images, size=[8, 8]).gpu()\n"
        f"pipe = photos({str(PHOTOS)!r})\n"
        "print(pipe.device_id, pipe.run()[0].as_array().shape)\n"
    )
    assert printed("--cpu", program) == "None (2, 8, 8, 3)\n"
