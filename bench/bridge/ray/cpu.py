"""CPU time of this process and of those that it has started, by what they are. Pipelines that have ended count with those that have
waited for their ends."""

import os

TICKS = os.sysconf("SC_CLK_TCK")
NAMES = {"raylet": "raylet", "gcs_server": "gcs"}


def _processes():
    """(parent, name, own seconds, seconds of ended children) by number."""
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
        found[int(pid)] = (int(fields[1]), name, user + system, ended_user + ended_system)
    return found


def _kind(pid, name, own):
    if pid == own:
        return "consumer"
    if name.startswith("ray::"):
        return "tasks"
    try:
        if os.path.basename(os.readlink(f"/proc/{pid}/exe")).startswith("node"):
            return "pipelines"
    except OSError:
        pass
    return NAMES.get(name, "others")


def cpu_seconds():
    processes, own, sums = _processes(), os.getpid(), {}
    for pid, (_, name, seconds, ended) in processes.items():
        at = pid
        while at != own and at in processes:
            at = processes[at][0]
        if at != own:
            continue
        kind = _kind(pid, name, own)
        sums[kind] = sums.get(kind, 0) + seconds
        if kind in ("consumer", "tasks"):
            sums["pipelines"] = sums.get("pipelines", 0) + ended
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
            self._before = cpu_seconds()

    def of_a_sample(self):
        """Microseconds of a sample, by kind. Called when the epoch is over."""
        after = cpu_seconds()
        return {kind: 1e6 * (after[kind] - self._before.get(kind, 0)) / self._samples for kind in after}
