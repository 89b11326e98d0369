"""The emulated GPU as a framework in this process would use it, and what its tests compare. conftest.py has the fixtures: `emulated`,
and `gpu_loader`, whose servers have this GPU."""

import ctypes
import gc

import numpy as np

from penstock import _cuda


class Emulated:
    """The emulated device's streams, as a framework would use them."""

    def __init__(self):
        self.cuda = _cuda.driver()
        self.device = _cuda.device_at("0000:01:00.0")
        self.streams = []

    def stream(self):
        made = ctypes.c_void_p()
        with self.device.current():
            self.cuda.call("cuStreamCreate", ctypes.byref(made), 1)
        self.streams.append(made)
        return made.value

    def busy(self, stream, milliseconds):
        call = self.cuda.library.penstock_emulated_busy
        call(ctypes.c_void_p(stream), ctypes.c_double(milliseconds))

    def copy_later(self, array, stream):
        """A kernel that reads the array in a stream's turn; the result is there after sync()."""
        made = np.empty(array.shape, array.dtype)
        with self.device.current():
            self.cuda.call(
                "cuMemcpyDtoHAsync_v2",
                ctypes.c_void_p(made.ctypes.data),
                ctypes.c_void_p(array._address),
                ctypes.c_size_t(made.nbytes),
                ctypes.c_void_p(stream),
            )
        return made

    def sync(self, stream):
        self.cuda.call("cuStreamSynchronize", ctypes.c_void_p(stream))

    def close(self):
        for stream in self.streams:
            self.cuda.call("cuStreamDestroy_v2", stream)


def opened():
    """The pieces of the server's memory that this process has open."""
    gc.collect()
    with open("/proc/self/maps", encoding="ascii") as maps:
        return sum("memfd:emulated-gpu" in line for line in maps)


def wanted(batch, size=1000):
    return np.repeat(np.arange(4 * batch, 4 * batch + 4, dtype=np.float32)[:, None], size, axis=1)


def hazard(numbers, emulated, how, stream=None):
    """Queues reads that run late, and lets go of each batch at once; returns how many of them saw another batch."""
    stream = stream or emulated.stream()
    reads = []
    for i, item in enumerate(numbers):
        array = item["numbers"]
        how(array, item.info, stream)
        emulated.busy(stream, 8)
        reads.append((i, emulated.copy_later(array, stream)))
        del array, item
    emulated.sync(stream)
    return sum((read != wanted(i)).any() for i, read in reads)
