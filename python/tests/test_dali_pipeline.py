"""Pipelines of penstock.dali: what the process around them decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from penstock.dali import fn, pipeline_def


@pipeline_def(batch_size=1, num_threads=1, device_id=None)
def bytes_of_files():
    return fn.readers.file(file_root="files", files=["a.bin"])[0]


def test_relative_paths_count_from_the_folder_in_which_a_pipeline_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        (tmp_path / name / "files").mkdir(parents=True)
        (tmp_path / name / "files" / "a.bin").write_bytes(name.encode())
        monkeypatch.chdir(tmp_path / name)
        (data,) = bytes_of_files().run()
        assert bytes(data.at(0)).decode() == name
