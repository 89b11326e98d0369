"""Pipelines of penstock.dali: what the process around them decides."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from penstock.dali import fn, ops, pipeline_def


@pipeline_def(batch_size=1, num_threads=1, device_id=None)
def bytes_of_files():
    return fn.readers.file(file_root="files", files=["a.bin"])[0]


def test_an_operator_outside_of_the_definition_has_no_state_in_a_checkpoint() -> None:
    outside = fn.external_source(name="outside")

    @pipeline_def(batch_size=1, num_threads=1, device_id=None)
    def uses_it():
        return outside + 0

    uses_it().build()
    with pytest.raises(RuntimeError, match="does not support checkpointing, because it contains operator externalSource outside"):
        uses_it(enable_checkpointing=True).build()


def test_classes_under_deprecated_names_warn_as_functions_do() -> None:
    for call in (lambda: fn.transform_translation(offset=(0, 0)), lambda: ops.TransformTranslation(offset=(0, 0))()):
        with pytest.warns(DeprecationWarning, match="Use transforms.translation instead"):
            call()


def test_a_layout_may_have_axes_without_names() -> None:
    @pipeline_def(batch_size=1, num_threads=1, device_id=None)
    def points():
        x = fn.external_source(source=lambda: [np.float32([[[1, 2]], [[3, 4]]])], layout="F**")
        return fn.coord_transform(x, T=[1.0, 2.0])

    (out,) = points().run()
    assert out.layout() == "F**"
    assert np.asarray(out.at(0)).tolist() == [[[2, 4]], [[4, 6]]]


def test_relative_paths_count_from_the_folder_in_which_a_pipeline_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        (tmp_path / name / "files").mkdir(parents=True)
        (tmp_path / name / "files" / "a.bin").write_bytes(name.encode())
        monkeypatch.chdir(tmp_path / name)
        (data,) = bytes_of_files().run()
        assert bytes(data.at(0)).decode() == name
