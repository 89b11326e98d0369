"""A process that shares a GPU with its server says once that CUDA MPS does not run."""

from __future__ import annotations

import logging
from typing import Any, List

import pytest

from penstock import _cuda


class Library:
    """The driver's library, as far as this asks it."""

    def __init__(self, code: int, enabled: int) -> None:
        self.asked: List[int] = []
        self._code, self._enabled = code, enabled

    def cuDeviceGetAttribute(self, value: Any, attribute: int, _device: int) -> int:
        self.asked.append(attribute)
        value._obj.value = self._enabled
        return self._code


def device(library: Any) -> _cuda.Device:
    made = _cuda.Device.__new__(_cuda.Device)
    made.number, made._device = 3, 0
    made.cuda = _cuda.Driver.__new__(_cuda.Driver)
    made.cuda.library = library
    return made


@pytest.fixture(autouse=True)
def unsaid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_cuda, "_said_mps", False)


def test_it_is_said_once_with_both_commands(caplog: pytest.LogCaptureFixture) -> None:
    library = Library(0, 0)
    for _ in range(3):
        _cuda.say_without_mps(device(library))
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "GPU 3" in caplog.text
    assert "nvidia-cuda-mps-control -d" in caplog.text and "echo quit | nvidia-cuda-mps-control" in caplog.text
    # CU_DEVICE_ATTRIBUTE_MPS_ENABLED, and nothing more once it was said.
    assert library.asked == [133]


@pytest.mark.parametrize("library", [Library(0, 1), Library(1, 0), object()], ids=["runs", "old driver", "no such call"])
def test_nothing_is_said(library: Any, caplog: pytest.LogCaptureFixture) -> None:
    _cuda.say_without_mps(device(library))
    assert not caplog.records
