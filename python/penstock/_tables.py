"""Reads and checks the tables of a batch in shared memory. The server may write to them at any time, so each is read once, and the
copy is checked and used. No value in them leads out of the mapped memory."""

from __future__ import annotations

import struct
from typing import Any, List, NamedTuple, Tuple

import numpy as np

from . import _abi as abi
from ._errors import lied
from ._segments import Mapping

_HEADER = struct.Struct("<IIII")  # magic, batch size, number of outputs, flags
_OUTPUTS = struct.Struct("<q")
_OUTPUT = struct.Struct("<ii8sqqqI")
_NUMPY = [np.dtype(name) for name in abi.DTYPES]
_TENSORS = np.dtype(
    {
        "names": ["offset", "ndim", "shape"],
        "formats": ["<i8", "<i4", ("<i4", (abi.MAX_DIMS,))],
        "offsets": [abi.D_OFFSET, abi.D_NDIM, abi.D_SHAPE],
        "itemsize": abi.SAMPLE_DESC_BYTES,
    }
)
_SAMPLES = np.dtype(
    {
        "names": ["index", "epoch", "flags", "offset", "length"],
        "formats": ["<i8", "<i4", "<u4", "<i8", "<i8"],
        "offsets": [abi.S_INDEX, abi.S_EPOCH, abi.S_FLAGS, abi.S_SOURCE_OFFSET, abi.S_SOURCE_LENGTH],
        "itemsize": abi.SAMPLE_INFO_BYTES,
    }
)
assert (abi.H_MAGIC, abi.H_BATCH_SIZE, abi.H_NUM_OUTPUTS, abi.H_FLAGS) == (0, 4, 8, 12)

Place = Tuple[int, Tuple[int, ...]]
"""Where a tensor begins, in the mapping or as an address in GPU memory, and its shape."""


class OutputTable(NamedTuple):
    dtype: np.dtype[Any]
    layout: str
    on_gpu: bool
    dense: bool
    tensors: int
    """Where the table of its samples begins."""


def check_room(mapping: Mapping, count: int) -> None:
    """Checks that the mapping has room for the header of a batch and the records of its samples."""
    if mapping.size < abi.HEADER_BYTES + count * abi.SAMPLE_INFO_BYTES:
        raise lied(f"a batch of {count} samples in {mapping.size} bytes", "room for them")


def output_of(mapping: Mapping, number: int, count: int) -> OutputTable:
    """What the mapping's tables say of an output of a batch of ``count`` samples."""
    memory = mapping.memory
    magic, batch_size, outputs, _flags = _HEADER.unpack_from(memory, 0)
    if magic != abi.MAGIC or batch_size != count or number >= outputs:
        raise lied(f"tables of {batch_size} samples and {outputs} outputs with the mark {magic:#x}", f"{count} samples, output {number}")
    (tables,) = _OUTPUTS.unpack_from(memory, abi.H_OUTPUTS_OFFSET)
    at = _within(mapping, tables + number * abi.OUTPUT_DESC_BYTES, abi.OUTPUT_DESC_BYTES, "an output's table")
    dtype, device, layout, tensors, _start, _bytes, dense = _OUTPUT.unpack_from(memory, at)
    if not 0 <= dtype < len(_NUMPY):
        raise lied(f"{dtype} as the number of a dtype", f"0 to {len(_NUMPY) - 1}")
    letters = layout.rstrip(b"\0")
    if not all(0x20 < letter < 0x7F for letter in letters):
        raise lied(f"{letters!r} as a layout", "letters")
    _within(mapping, tensors, count * abi.SAMPLE_DESC_BYTES, "a table of samples")
    return OutputTable(_NUMPY[dtype], letters.decode("ascii"), device != 0, dense != 0, tensors)


def tensors_of(mapping: Mapping, output: OutputTable, count: int) -> List[Place]:
    """The first ``count`` samples of an output."""
    return [_place(mapping, output, row, 1) for row in _rows(mapping, output, count)]


def whole_of(mapping: Mapping, output: OutputTable, count: int) -> Place:
    """All samples as one array, of a dense output that has some."""
    (row,) = _rows(mapping, output, 1)
    offset, shape = _place(mapping, output, row, count)
    return offset, (count, *shape)


def _rows(mapping: Mapping, output: OutputTable, count: int) -> List[Tuple[int, int, List[int]]]:
    """Offset, number of axes and extents of the first samples, as they are there."""
    rows = np.frombuffer(mapping.memory, _TENSORS, count, output.tensors)
    return list(zip(rows["offset"].tolist(), rows["ndim"].tolist(), rows["shape"].tolist()))


def _place(mapping: Mapping, output: OutputTable, row: Tuple[int, int, List[int]], times: int) -> Place:
    offset, ndim, shape = row
    if not 0 <= ndim <= abi.MAX_DIMS or any(extent < 0 for extent in shape[:ndim]):
        raise lied(f"a tensor of {ndim} axes of {list(shape)}", f"0 to {abi.MAX_DIMS} axes without negative extents")
    extents = tuple(shape[:ndim])
    size = room = times * output.dtype.itemsize
    for extent in extents:
        size *= extent
        room *= max(extent, 1)
    if room > abi.MAX_TENSOR_BYTES:
        raise lied(f"a tensor of {list(extents)}", f"at most {abi.MAX_TENSOR_BYTES} bytes")
    if not output.on_gpu:
        _within(mapping, offset, size, f"a tensor of {list(extents)}")
    elif offset < 0:
        raise lied(f"{offset} as an address in GPU memory", "none below 0")
    return offset, extents


def samples_of(mapping: Mapping, count: int) -> np.ndarray[Any, np.dtype[Any]]:
    """What is known of the samples: a copy of the table."""
    check_room(mapping, count)
    return np.frombuffer(mapping.memory, _SAMPLES, count, abi.HEADER_BYTES).copy()


def source_at(mapping: Mapping, offset: int, length: int) -> str:
    """A name in the mapping. Names of files need not be UTF-8."""
    _within(mapping, offset, length, "a sample's source")
    return mapping.memory[offset : offset + length].decode("utf-8", "replace")


def _within(mapping: Mapping, offset: int, size: int, what: str) -> int:
    if offset < 0 or size < 0 or offset + size > mapping.size:
        raise lied(f"{what} of {size} bytes at {offset}", f"it within {mapping.size} bytes")
    return offset
