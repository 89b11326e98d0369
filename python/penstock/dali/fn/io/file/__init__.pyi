# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

import builtins
from typing import Any, List, Mapping, Optional, Sequence, Union

from ....data_node import DataNode

def read(
    __filepaths: Any,
    *,
    dont_use_mmap: Optional[builtins.bool] = ...,
    use_o_direct: Optional[builtins.bool] = ...,
    device: Any = ...,
    name: Any = ...,
    preserve: Any = ...,
    bytes_per_sample_hint: Any = ...,
    on_error: Any = ...,
) -> DataNode:
    """Reads whole files, whose paths are data: bytes of UTF-8, from a source or from another operator. A path that is not absolute counts from the working folder of the process. Bytes from the first 0 on are not part of the path."""
