"""CPU time of this process and of those that it has started, by what they are. What has ended counts with its parent, which has
waited for its end: as a pipeline where that is this process or a task, and as a task where that is the raylet."""

import os
from typing import NamedTuple

TICKS = os.sysconf("SC_CLK_TCK")
NAMES = {"raylet": "raylet", "gcs_server": "gcs"}
# What a child was that has ended, by the kind of its parent.
ENDED = {"consumer": "pipelines", "tasks": "pipelines", "raylet": "tasks"}


class Process(NamedTuple):
    parent: int
    name: str
    started: int
    # CPU seconds of its own, and of its children that have ended.
    own: float
    ended: float


def processes():
    """All processes of the machine, by number."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                text = file.read()
        except OSError:
            continue
        fields = text[text.rindex(")") + 2 :].split()
        user, system, ended_user, ended_system = (int(field) / TICKS for field in fields[11:15])
        name = text[text.index("(") + 1 : text.rindex(")")]
        found[int(pid)] = Process(int(fields[1]), name, int(fields[19]), user + system, ended_user + ended_system)
    return found


def _kind(pid, process, parent, own):
    if pid == own:
        return "consumer"
    if process.name.startswith("ray::"):
        return "tasks"
    # A task has no other children than its pipeline, or the program that stands for one.
    if parent and parent.name.startswith("ray::"):
        return "pipelines"
    try:
        if os.path.basename(os.readlink(f"/proc/{pid}/exe")).startswith("node"):
            return "pipelines"
    except OSError:
        pass
    return NAMES.get(process.name, "others")


def _below(all_, own):
    """Those of ``all_`` that this process has started, itself among them."""
    for pid, process in all_.items():
        at = pid
        while at != own and at in all_:
            at = all_[at].parent
        if at == own:
            yield pid, process


def cpu_between(before, after):
    """CPU seconds by kind, from one look at processes() to a later one.

    The two are compared process by process: one that ends has its time with its parent's from then on, and one may take another name.
    """
    own, sums = os.getpid(), {}
    same = {pid for pid, process in after.items() if pid in before and before[pid].started == process.started}
    gone = {}
    for pid, process in before.items():
        if pid not in same:
            # Its time so far is in what its parent, or that one's parent, now has of ended children.
            at = process.parent
            while at in before and at not in same:
                at = before[at].parent
            gone[at] = gone.get(at, 0) + process.own + process.ended
    for pid, process in _below(after, own):
        earlier = before[pid] if pid in same else process._replace(own=0, ended=0)
        kind = _kind(pid, process, after.get(process.parent), own)
        sums[kind] = sums.get(kind, 0) + process.own - earlier.own
        # Not below 0 where the parent has not waited for a child, whose time is lost.
        ended = max(0, process.ended - earlier.ended - gone.get(pid, 0))
        of = ENDED.get(kind, kind)
        sums[of] = sums.get(of, 0) + ended
    return sums


class CpuTime:
    """Of the time in which all shards are at work or have ended: what starts is not counted."""

    def __init__(self, shards):
        self._shards, self._seen, self._before, self._samples = shards, set(), None, 0

    def count(self, shard, samples):
        if self._before:
            self._samples += samples
        self._seen.add(shard)
        if not self._before and len(self._seen) == self._shards:
            self._before = processes()

    def of_a_sample(self):
        """Microseconds of a sample, by kind. Called when the epoch is over."""
        sums = cpu_between(self._before, processes())
        return {kind: 1e6 * seconds / self._samples for kind, seconds in sums.items()}
