"""Tests the interfaces by which CuPy, Numba and others take outputs in GPU memory, read by their specifications: the CUDA array
interface, version 3, and DLPack's capsules. The emulated device's memory is the host's, so the described memory can be read. The libraries
themselves need a GPU: test/bridge/gpu_ipc.py runs them there."""

import ctypes
import gc

import numpy as np
import pytest

from conftest import until
from penstock import _abi, _cuda

pytestmark = pytest.mark.usefixtures("emulated_gpu")

# Sample i of batch b is 3 x 5 numbers from 15 * (2 b + i) on, in each dtype. `ragged` has 1 x 5 and 3 x 5; `empty` no rows.
TYPES = """
export default pipelineDef({ batchSize: 2, numThreads: 1, deviceId: 0 }, (names, batches = 2) => {
  const source = (rows) => ({ idxInEpoch: i }) =>
    i < 2 * batches
      ? { data: Int32Array.from({ length: 5 * rows(i) }, (_, j) => 15 * i + j), shape: [rows(i), 5] } : null
  const made = (name, rows) =>
    fn.externalSource({ name, dtype: 'int32', ndim: 2, batch: false, source: source(rows) }).gpu()
  const numbers = made('numbers', () => 3)
  return {
    ...Object.fromEntries(names.map((dtype) => [dtype, fn.cast(numbers, { dtype })])),
    ragged: made('ragged', (i) => 1 + 2 * (i % 2)),
    empty: made('empty', () => 0),
  }
})
"""


def wanted(batch, dtype, rows=(3, 3)):
    return [np.arange(n, n + 5 * r).astype(dtype).reshape(r, 5) for n, r in zip((30 * batch, 30 * batch + 15), rows)]


def through_interface(array):
    """What a consumer has that knows the interface alone."""
    facts = array.__cuda_array_interface__
    assert facts["version"] == 3 and set(facts) <= {"version", "shape", "typestr", "data", "strides", "stream", "descr"}
    shape, (address, read_only) = facts["shape"], facts["data"]
    assert type(shape) is tuple and all(type(n) is int for n in shape)
    assert type(address) is int and read_only is False
    # None: C order. A stream of None: nothing is to be waited for.
    assert facts["strides"] is None and facts["stream"] is None
    dtype = np.dtype(facts["typestr"])
    size = int(np.prod(shape)) * dtype.itemsize
    assert (address == 0) == (size == 0)
    memory = (ctypes.c_char * size).from_address(address) if size else b""
    return np.frombuffer(memory, dtype).reshape(shape)


class DLDataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("dtype", DLDataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class DLManagedTensor(ctypes.Structure):
    pass


Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(DLManagedTensor))
DLManagedTensor._fields_ = [("tensor", DLTensor), ("manager_ctx", ctypes.c_void_p), ("deleter", Deleter)]

CODES = {0: "i", 1: "u", 2: "f", 6: "b"}


def python_call(name, result, *arguments):
    call = getattr(ctypes.pythonapi, name)
    call.restype, call.argtypes = result, arguments
    return call


capsule_pointer = python_call("PyCapsule_GetPointer", ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
capsule_is = python_call("PyCapsule_IsValid", ctypes.c_int, ctypes.py_object, ctypes.c_char_p)
capsule_rename = python_call("PyCapsule_SetName", ctypes.c_int, ctypes.py_object, ctypes.c_char_p)
USED = b"used_dltensor"


class Imported:
    """A consumer's tensor of a capsule: it takes the capsule over, and calls the deleter at its end."""

    def __init__(self, capsule):
        assert capsule_is(capsule, b"dltensor") == 1
        self.managed = DLManagedTensor.from_address(capsule_pointer(capsule, b"dltensor"))
        assert capsule_rename(capsule, USED) == 0
        self.tensor = self.managed.tensor

    def values(self):
        tensor = self.tensor
        shape = tensor.shape[: tensor.ndim]
        if tensor.strides:
            compact = [int(np.prod(shape[i + 1 :], dtype=np.int64)) for i in range(tensor.ndim)]
            assert tensor.strides[: tensor.ndim] == compact or 0 in shape
        assert tensor.dtype.lanes == 1
        kind = CODES[tensor.dtype.code]
        dtype = np.dtype(np.bool_ if kind == "b" else f"{kind}{tensor.dtype.bits // 8}")
        assert tensor.dtype.bits == 8 * dtype.itemsize
        size = int(np.prod(shape)) * dtype.itemsize
        memory = (ctypes.c_char * size).from_address(tensor.data + tensor.byte_offset) if size else b""
        return np.frombuffer(memory, dtype).reshape(shape)

    def end(self):
        self.managed.deleter(ctypes.byref(self.managed))


def same(got, expected):
    assert got.dtype == expected.dtype and got.shape == expected.shape and (got == expected).all()


def test_both_describe_every_dtype_and_shape(module, gpu_loader):
    for batch, item in enumerate(gpu_loader(module(TYPES), [_abi.DTYPES], ragged=["ragged"])):
        for name in _abi.DTYPES:
            array, expected = item[name], np.stack(wanted(batch, name))
            for part, its in ((array, expected), (array[1:], expected[1:]), (array[1:1], expected[1:1])):
                same(through_interface(part), its)
                imported = Imported(part.__dlpack__(stream=1))
                same(imported.values(), its)
                assert imported.tensor.data == part._address
                imported.end()
        for sample, its in zip(item["ragged"], wanted(batch, "int32", (1, 3))):
            same(through_interface(sample), its)
        assert item["empty"].shape == (2, 0, 5)
        same(through_interface(item["empty"]), np.empty((2, 0, 5), np.int32))


def test_a_real_device_is_named(module, gpu_loader, emulated, monkeypatch):
    item = next(iter(gpu_loader(module(TYPES), [["float32"]])))
    monkeypatch.setattr(_cuda.driver(), "emulated", False)
    cuda = 2
    assert item["float32"].__dlpack_device__() == (cuda, 0)
    imported = Imported(item["float32"].__dlpack__(stream=emulated.stream()))
    assert (imported.tensor.device_type, imported.tensor.device_id) == (cuda, 0)
    imported.end()


@pytest.mark.parametrize("how", ["imported", "unused"])
def test_a_capsule_keeps_the_batch_until_its_end(module, gpu_loader, how):
    loader = gpu_loader(module(TYPES), [["float32"], 40])
    batches = iter(loader)
    held = loader._connection.held
    item = next(batches)
    number = item.info._batch.number
    capsule = item["float32"].__dlpack__(stream=1)
    imported = Imported(capsule) if how == "imported" else None
    del item
    gc.collect()
    assert number in held
    # The slots of later batches go round meanwhile.
    for _ in range(20):
        next(batches)
    if imported is not None:
        del capsule
        same(imported.values(), np.stack(wanted(0, "float32")))
        imported.end()
    else:
        # No library has taken it over, so its own destructor ends it.
        del capsule
    until(lambda: number not in held)
