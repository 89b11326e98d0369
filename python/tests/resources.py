"""Counts the descriptors and the shared memory of a process, by /proc. Tests and the soak compare it before and after."""

import gc
import os


def descriptors(pid: int | str = "self") -> tuple[int, int]:
    """Numbers of a process's descriptors: those of segments, of which a pool has as many as batches were in use at once,
    and all others."""
    names = []
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            names.append(os.readlink(f"/proc/{pid}/fd/{name}"))
        except FileNotFoundError:
            pass
    shared = sum("memfd:penstock" in name for name in names)
    return shared, len(names) - shared


def segments() -> int:
    """The segments that this process has mapped, also those that errors of earlier calls refer to."""
    gc.collect()
    with open("/proc/self/maps", encoding="ascii") as maps:
        return sum("memfd:penstock" in line for line in maps)
