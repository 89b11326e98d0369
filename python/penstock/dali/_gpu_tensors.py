"""Batches and samples in GPU memory: TensorListGPU and TensorGPU. They lie in the memory of the host process."""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from ._cpu_tensors import TensorCPU, TensorListCPU
from .types import DALIDataType, to_dali_type


class TensorGPU:
    """A sample, or a batch with a leading sample axis, in GPU memory. It has DLPack and ``__cuda_array_interface__``."""

    def __init__(self, data: Any, layout: Optional[str] = None, device_id: int = -1) -> None:
        self._array: Any = data._array if isinstance(data, TensorGPU) else data
        self._layout: str = layout or (data._layout if isinstance(data, TensorGPU) else "")
        self._source = ""

    def shape(self) -> List[int]:
        return list(self._array.shape)

    @property
    def ndim(self) -> int:
        return len(self._array.shape)

    @property
    def dtype(self) -> DALIDataType:
        return to_dali_type(self._array.dtype)

    @property
    def nbytes(self) -> int:
        return int(self._array.nbytes)

    def layout(self) -> str:
        return self._layout

    def device_id(self) -> int:
        return int(self._array.device)

    def source_info(self) -> str:
        return self._source

    def as_cpu(self) -> TensorCPU:
        """A copy in host memory."""
        made = TensorCPU(self._array.to_host(), self._layout)
        made._source = self._source
        return made

    def data_ptr(self) -> int:
        return int(self._array.__cuda_array_interface__["data"][0])

    @property
    def __cuda_array_interface__(self) -> Any:
        return self._array.__cuda_array_interface__

    def __dlpack__(self, **kwargs: Any) -> Any:
        return self._array.__dlpack__(**kwargs)

    def __dlpack_device__(self) -> Tuple[int, int]:
        device: Tuple[int, int] = self._array.__dlpack_device__()
        return device

    def __repr__(self) -> str:
        return f"TensorGPU(\n    dtype={self.dtype},\n    layout={self._layout},\n    shape={self.shape()})"


class TensorListGPU:
    """A batch in GPU memory."""

    def __init__(self, data: Any, layout: Optional[str] = None, device_id: int = -1) -> None:
        arrays = [one._array if isinstance(one, TensorGPU) else one for one in data]
        self._list: Optional[List[Any]] = arrays
        self._output: Any = None
        self._dense: Any = None
        self._count = len(arrays)
        self._dtype = np.dtype(arrays[0].dtype) if arrays else np.dtype(np.uint8)
        self._layout = layout or ""
        self._sources: Sequence[str] = ()

    @classmethod
    def _of(cls, output: Any, sources: Any) -> TensorListGPU:
        """Of an output of a pipeline."""
        made = cls.__new__(cls)
        made._list, made._output, made._count = None, output, output.count
        made._dense = output.array() if output.dense else None
        made._dtype, made._layout, made._sources = np.dtype(output.dtype), output.layout, sources
        return made

    @property
    def _samples(self) -> List[Any]:
        # An object for each sample takes longer than a small batch, and a loop that trains needs none.
        if self._list is None:
            self._list = self._output.samples()
        return self._list

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> TensorGPU:
        place = index.__index__()
        if not -len(self) <= place < len(self):
            raise IndexError(f"Expected a sample of 0..{len(self) - 1} but received {index}")
        made = TensorGPU(self._samples[place], self._layout)
        made._source = self._sources[place % len(self)] if len(self._sources) else ""
        return made

    at = __getitem__

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))

    @property
    def dtype(self) -> DALIDataType:
        return to_dali_type(self._dtype)

    def layout(self) -> str:
        return self._layout

    def shape(self) -> List[Tuple[int, ...]]:
        if self._dense is not None:
            return [tuple(self._dense.shape[1:])] * len(self)
        return [tuple(sample.shape) for sample in self._samples]

    def device_id(self) -> int:
        if not len(self):
            return 0
        return int((self._samples[0] if self._dense is None else self._dense).device)

    def is_dense_tensor(self) -> bool:
        return self._dense is not None

    def as_tensor(self) -> TensorGPU:
        """All samples as one tensor. Raises ValueError where they do not lie one after the other."""
        if self._dense is None:
            raise ValueError("Expected samples of one shape that lie one after the other")
        return TensorGPU(self._dense, "N" + self._layout if self._layout else None)

    def as_cpu(self) -> TensorListCPU:
        """A copy in host memory."""
        dense = None if self._dense is None else self._dense.to_host()
        samples = None if dense is not None else [sample.to_host() for sample in self._samples]
        return TensorListCPU._of(samples, dense, self._dtype, self._layout, self._sources)

    def as_array(self) -> Any:
        raise TypeError("Expected a batch in host memory: call as_cpu() first")

    def source_info(self) -> List[str]:
        return [self._sources[i] for i in range(len(self))] if len(self._sources) else [""] * len(self)

    def __repr__(self) -> str:
        shapes = ", ".join(map(str, self.shape()))
        return f'TensorListGPU(\n    dtype={self.dtype},\n    layout="{self._layout}",\n    num_samples={len(self)},\n    shape=[{shapes}])'
