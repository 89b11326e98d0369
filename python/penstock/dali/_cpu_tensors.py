"""Batches and samples in host memory: TensorListCPU and TensorCPU."""

from __future__ import annotations

import ctypes
import math
from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from ._foreign import lies_on_gpu
from .types import DALIDataType, to_dali_type, to_numpy_type


def as_array(data: Any) -> np.ndarray:
    if isinstance(data, TensorCPU):
        return data._array
    if isinstance(data, np.ndarray):
        return data
    if lies_on_gpu(data):
        raise TypeError(
            f"Expected data in host memory but received a {type(data).__module__}.{type(data).__qualname__} in GPU memory: TensorGPU and "
            "TensorListGPU take it, or copy it to host memory"
        )
    if hasattr(data, "__dlpack__") and not hasattr(data, "__array__"):
        return np.from_dlpack(data)
    if type(data).__name__ == "PyCapsule":
        if capsule_device(data) != 1:
            raise TypeError("Expected data in host memory but received a DLPack capsule of data in GPU memory: give the array itself")
        return np.from_dlpack(_Capsule(data))
    if hasattr(data, "detach"):
        return np.asarray(data.detach().numpy())
    return np.asarray(data)


class _Capsule:
    """A DLPack capsule, as numpy takes it."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **_: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> Tuple[int, int]:
        return (1, 0)


def capsule_device(capsule: Any) -> int:
    """The kind of device of a DLPack capsule's data, as DLPack numbers them: 1 is the host."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    address = pointer(capsule, b"dltensor")
    assert address is not None
    # Behind the data's address.
    return ctypes.c_int32.from_address(address + ctypes.sizeof(ctypes.c_void_p)).value


def _check_layout(layout: Optional[str], ndim: int) -> str:
    if layout and len(layout) != ndim:
        raise ValueError(f"Expected a layout of {ndim} letters, one for each axis, but received '{layout}'")
    return layout or ""


class TensorCPU:
    """A sample, or a batch with a leading sample axis, in host memory.

    Args:
        data: an array of numpy or what has ``__array__`` or DLPack; its memory is used, and not copied.
        layout: names of the axes.
    """

    def __init__(self, data: Any, layout: Optional[str] = None, is_pinned: bool = False) -> None:
        array = as_array(data)
        to_dali_type(array.dtype)
        if layout is None and isinstance(data, TensorCPU):
            layout = data.layout()
        self._array = array
        self._layout = _check_layout(layout, array.ndim)
        self._source: str = data._source if isinstance(data, TensorCPU) else ""

    def shape(self) -> List[int]:
        return list(self._array.shape)

    @property
    def dtype(self) -> DALIDataType:
        return to_dali_type(self._array.dtype)

    @property
    def strides(self) -> List[int]:
        return list(self._array.strides)

    @property
    def nbytes(self) -> int:
        return int(self._array.nbytes)

    @property
    def ndim(self) -> int:
        return int(self._array.ndim)

    def layout(self) -> str:
        return self._layout

    def source_info(self) -> str:
        """Where the sample came from: a path or a name; empty when unknown."""
        return self._source

    def get_property(self, key: str) -> Any:
        """``"layout"`` or ``"source_info"``; None for any other."""
        return {"layout": self._layout, "source_info": self._source}.get(key)

    def device_id(self) -> None:
        return None

    def as_cpu(self) -> TensorCPU:
        return self

    def squeeze(self, dim: Optional[int] = None) -> bool:
        """Removes axes of extent 1: all, or one. Returns whether anything changed."""
        keep = [i for i, extent in enumerate(self._array.shape) if extent != 1 or (dim is not None and i != dim % self._array.ndim)]
        if len(keep) == self._array.ndim:
            return False
        if self._layout:
            self._layout = "".join(self._layout[i] for i in keep)
        self._array = self._array.reshape([self._array.shape[i] for i in keep])
        return True

    def set_layout(self, layout: str) -> None:
        """Names the axes anew."""
        self._layout = _check_layout(layout, self._array.ndim)

    def reinterpret(self, dtype: DALIDataType) -> None:
        """Takes the same bytes as elements of another dtype of the same size."""
        self._array = _reinterpreted(self._array, dtype)

    def data_ptr(self) -> int:
        return int(self._array.ctypes.data)

    def copy_to_external(self, ptr: Any) -> None:
        """Copies the bytes to an address."""
        flat = np.ascontiguousarray(self._array)
        ctypes.memmove(_address_of(ptr), flat.ctypes.data, flat.nbytes)

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> np.ndarray:
        array = self._array
        if dtype is not None and np.dtype(dtype) != array.dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    @property
    def __array_interface__(self) -> Any:
        return self._array.__array_interface__

    def __dlpack__(self, **kwargs: Any) -> Any:
        return writable(self._array).__dlpack__(**{k: v for k, v in kwargs.items() if k == "stream" and v is not None})

    def __dlpack_device__(self) -> Tuple[int, int]:
        return (1, 0)

    def _expose_dlpack_capsule(self) -> Any:
        return self.__dlpack__()

    def _set_stream(self, _stream: Any) -> None:
        """Host memory has no stream."""

    def __str__(self) -> str:
        return _shown(self, np.array2string(self._array, prefix="    ", edgeitems=2))

    def __repr__(self) -> str:
        return _shown(self, None)


def _reinterpreted(array: np.ndarray, dtype: DALIDataType) -> np.ndarray:
    wanted = np.dtype(to_numpy_type(dtype))
    if wanted.itemsize != array.dtype.itemsize:
        raise ValueError(f"Expected a dtype of {array.dtype.itemsize} bytes, as those of the data, but received {dtype}")
    return array.view(wanted)


def writable(array: np.ndarray) -> np.ndarray:
    return array if array.flags.writeable else array.copy()


def _shown(tensor: TensorCPU, data: Optional[str]) -> str:
    layout = [f"layout={tensor.layout()}"] if tensor.layout() else []
    lines = [*([data] if data is not None else []), f"dtype={tensor.dtype}", *layout, f"shape={tensor.shape()})"]
    return "TensorCPU(\n    " + ",\n    ".join(lines)


def _address_of(ptr: Any) -> int:
    return int(ptr.value or 0) if isinstance(ptr, ctypes.c_void_p) else int(ptr)


class TensorListCPU:
    """A batch in host memory.

    Args:
        data: an array with a leading sample axis, or a list of arrays or TensorCPUs of one dtype and number of axes.
        layout: names of a sample's axes.
    """

    # The dtype where elements stand for members of an enum.
    _enum: Optional[DALIDataType] = None

    def __init__(self, data: Any, layout: Optional[str] = None, is_pinned: bool = False, contiguous: bool = True) -> None:
        self._sources: Sequence[str] = ()
        self._dense: Optional[np.ndarray] = None
        self._list: Optional[List[np.ndarray]] = None
        self._dtype: np.dtype
        if isinstance(data, TensorListCPU):
            self._list, self._dense, self._dtype, self._sources = data._list, data._dense, data._dtype, data._sources
            layout = data.layout() if layout is None else layout
        elif isinstance(data, (list, tuple)):
            if layout is None and data and isinstance(data[0], TensorCPU):
                layout = data[0].layout()
            self._list = [as_array(one) for one in data]
            self._dtype = _same_kind(self._list)
        else:
            tensor = data if isinstance(data, TensorCPU) else None
            array = as_array(data)
            if array.ndim == 0:
                raise TypeError("Expected a batch with a leading sample axis but received a scalar")
            if layout is None and tensor is not None and tensor.layout():
                layout = tensor.layout()[1:] if len(tensor.layout()) == array.ndim else tensor.layout()
            self._dense, self._dtype = array, array.dtype
        to_dali_type(self._dtype)
        self._layout = _check_layout(layout, self._ndim) if len(self) else (layout or "")

    @property
    def _samples(self) -> List[np.ndarray]:
        """An array for each sample; those of a dense batch are made when somebody asks."""
        if self._list is None:
            dense = self._dense
            assert dense is not None
            self._list = list(dense) if dense.ndim > 1 else [dense[i : i + 1].reshape(()) for i in range(len(dense))]
        return self._list

    @classmethod
    def _of(
        cls, samples: Optional[List[np.ndarray]], dense: Optional[np.ndarray], dtype: Any, layout: str, sources: Any
    ) -> TensorListCPU:
        """Of an output of a pipeline: its samples, or all of them as one array."""
        made = cls.__new__(cls)
        made._list, made._dense, made._dtype, made._layout, made._sources = samples, dense, np.dtype(dtype), layout, sources
        return made

    @staticmethod
    def broadcast(tensor: Any, num_samples: int) -> TensorListCPU:
        """A batch of ``num_samples`` times the same sample."""
        if not isinstance(tensor, TensorCPU):
            raise TypeError(f"Expected a TensorCPU but received {type(tensor)}")
        if num_samples < 1:
            raise ValueError(f"Expected at least one sample but received {num_samples}")
        return TensorListCPU([tensor] * num_samples, tensor.layout())

    @property
    def ndim(self) -> int:
        """Number of axes of a sample."""
        return self._ndim

    def set_layout(self, layout: str) -> None:
        """Names the axes of samples anew."""
        self._layout = _check_layout(layout, self._ndim) if len(self) else layout

    def reinterpret(self, dtype: DALIDataType) -> None:
        """Takes the same bytes as elements of another dtype of the same size."""
        self._list = [_reinterpreted(sample, dtype) for sample in self._samples]
        self._dense = None if self._dense is None else _reinterpreted(self._dense, dtype)
        self._dtype = np.dtype(to_numpy_type(dtype))

    @property
    def _ndim(self) -> int:
        if self._dense is not None:
            return self._dense.ndim - 1
        return int(self._samples[0].ndim) if self._samples else 0

    def __len__(self) -> int:
        return len(self._samples if self._dense is None else self._dense)

    def _place(self, index: Any) -> int:
        place = index.__index__()
        if not -len(self) <= place < len(self):
            raise IndexError(f"Expected a sample of 0..{len(self) - 1} but received {index}")
        return int(place % len(self))

    def __getitem__(self, index: Any) -> TensorCPU:
        place = self._place(index)
        tensor = TensorCPU(self._samples[place], self._layout)
        tensor._source = self._sources[place] if place < len(self._sources) else ""
        return tensor

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))

    def at(self, index: int) -> np.ndarray:
        """Sample ``index`` as an array over the batch's memory."""
        return self._samples[self._place(index)]

    @property
    def dtype(self) -> DALIDataType:
        return to_dali_type(self._dtype) if self._enum is None else self._enum

    def layout(self) -> str:
        return self._layout

    def shape(self) -> List[Tuple[int, ...]]:
        if self._dense is not None:
            return [self._dense.shape[1:]] * len(self._dense)
        return [tuple(sample.shape) for sample in self._samples]

    def is_dense_tensor(self) -> bool:
        """Whether all samples have one shape and lie one after the other."""
        return self._dense is not None or len({sample.shape for sample in self._samples}) <= 1

    def as_array(self) -> np.ndarray:
        """All samples as one array. Raises ValueError where their shapes differ."""
        if self._enum is not None:
            raise TypeError(f"Expected a batch of numbers for an array, but its elements are members of an enum, {self._enum}: use fn.cast")
        if self._dense is None:
            if not self.is_dense_tensor():
                raise ValueError("Expected samples of one shape, but their shapes differ")
            self._dense = np.stack(self._samples) if self._samples else np.empty((0,), self._dtype)
        return self._dense

    def as_tensor(self) -> TensorCPU:
        return TensorCPU(self.as_array(), "N" + self._layout if self._layout else None)

    def as_reshaped_tensor(self, shape: Sequence[int]) -> TensorCPU:
        array = self.as_array()
        if math.prod(shape) != array.size:
            raise RuntimeError(f"Expected a shape of {array.size} elements but received {list(shape)}")
        return TensorCPU(array.reshape(list(shape)))

    def as_cpu(self) -> TensorListCPU:
        return self

    def device_id(self) -> None:
        return None

    def source_info(self) -> List[str]:
        return [self._sources[i] if i < len(self._sources) else "" for i in range(len(self))]

    def get_property(self, key: str) -> Any:
        return {"layout": self._layout}.get(key)

    def data_ptr(self) -> int:
        return int(self.as_array().ctypes.data)

    def data_at(self, index: int) -> int:
        return int(self.at(index).ctypes.data)

    def copy_to_external(self, ptr: Any) -> None:
        """Copies the bytes of all samples, one after the other, to an address."""
        address = _address_of(ptr)
        for sample in self._samples:
            flat = np.ascontiguousarray(sample)
            ctypes.memmove(address, flat.ctypes.data, flat.nbytes)
            address += flat.nbytes

    def _set_stream(self, _stream: Any) -> None:
        """Host memory has no stream."""

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> np.ndarray:
        array = self.as_array()
        if dtype is not None and np.dtype(dtype) != array.dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    def __str__(self) -> str:
        if self.is_dense_tensor():
            data = np.array2string(self.as_array(), prefix="    ", edgeitems=2)
        else:
            data = "[" + "\n    ".join(np.array2string(sample, prefix="    ", edgeitems=2) for sample in self._samples) + "]"
        return self._shown(data)

    def __repr__(self) -> str:
        return self._shown(None)

    def _shown(self, data: Optional[str]) -> str:
        layout = [f'layout="{self._layout}"'] if self._layout else []
        shapes = f"shape=[{', '.join(map(str, self.shape()))}])"
        lines = [*([data] if data is not None else []), f"dtype={self.dtype}", *layout, f"num_samples={len(self)}", shapes]
        return "TensorListCPU(\n    " + ",\n    ".join(lines)


def _same_kind(samples: Sequence[np.ndarray]) -> np.dtype:
    if not samples:
        return np.dtype(np.uint8)
    first = samples[0]
    for i, sample in enumerate(samples):
        if sample.dtype != first.dtype:
            raise TypeError(f"Expected samples of one dtype but sample 0 has {first.dtype} and sample {i} {sample.dtype}")
        if sample.ndim != first.ndim:
            raise ValueError(f"Expected samples of one number of axes but sample 0 has {first.ndim} and sample {i} {sample.ndim}")
    return first.dtype
