"""Kills processes of tasks, and nodes of a local cluster of Ray, in mid-epoch, round after round, and compares the rows with an
undisturbed epoch: ``python tests/ray_kills.py 20``. Every other round asks for the rows in order. Prints a line for each round;
the exit code is 1 where one differs, or where a pipeline still runs at the end."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import List

import ray
from ray.cluster_utils import Cluster

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from conftest import PHOTOS, ROOT, until  # noqa: E402
from test_ray import SHARDED, hash_of, hashes, kill_task, servers  # noqa: E402

import penstock.ray as pr  # noqa: E402

# From which row on what is killed: the process of a task, or the node that has been there for the longest time.
KILLS = [(5, "task"), (30, "node"), (60, "task"), (90, "node")]
SHARDS = 6
# The number of rows is so large that tasks still run then, although they do not wait for a consumer.
ROWS = 720


def add_node(cluster: Cluster) -> None:
    """On a busy machine a node of Ray 2.60 may end while it starts, because a process of its own was not there in time: then it is started again."""
    for left in reversed(range(5)):
        try:
            cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
            return
        except Exception as error:
            if not left or "timed out during startup" not in str(error):
                raise
            print("a node has not started, and is started again", flush=True)


def kill_node(cluster: Cluster) -> bool:
    nodes = [node for node in cluster.list_all_nodes() if node is not cluster.head_node]
    cluster.remove_node(nodes[0], allow_graceful=False)
    add_node(cluster)
    return True


def round_of(cluster: Cluster, module: Path, args: List[str], wanted: List[str], ordered: bool) -> bool:
    """One epoch in which tasks and nodes are killed; a killed node is followed by another one."""
    got: List[str] = []
    kills = list(KILLS)
    began = time.monotonic()
    data = pr.read(module, args, shards=SHARDS, block_bytes=1 << 20, ordered=ordered, wait_for_consumer=False)
    for row in data.iter_rows():
        got.append(hash_of(row))
        if kills and len(got) >= kills[0][0] and (kill_node(cluster) if kills[0][1] == "node" else kill_task(module)):
            kills.pop(0)
    lost, more = Counter(wanted) - Counter(got), Counter(got) - Counter(wanted)
    killed = Counter(what for _, what in KILLS[: len(KILLS) - len(kills)])
    right = not kills and not lost and not more and (got == wanted or not ordered)
    order = f", {'in order' if got == wanted else 'NOT in order'}" if ordered else ""
    print(
        f"{'right' if right else 'WRONG'}: {killed['task']} tasks and {killed['node']} nodes killed, {len(got)} rows{order}, {sum(lost.values())} lost, "
        f"{sum(more.values())} repeated or other, {time.monotonic() - began:.0f} s",
        flush=True,
    )
    return right


def main(rounds: int) -> int:
    folder = ROOT / "build" / "python-tests"
    folder.mkdir(parents=True, exist_ok=True)
    cluster = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 0, "object_store_memory": 80 << 20, "include_dashboard": False},
    )
    try:
        for _ in range(2):
            add_node(cluster)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        ray.data.DataContext.get_current().enable_progress_bars = False
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            module = Path(temporary) / "pipeline.mjs"
            module.write_text("import * as p from 'penstock-data'\nconst { fn, pipelineDef, types } = p\n" + SHARDED)
            names = sorted(path.relative_to(PHOTOS) for path in PHOTOS.rglob("*.jpg"))
            listed = Path(temporary) / "list.txt"
            listed.write_text("".join(f"{name} {i % 100}\n" for i, name in enumerate(names * (ROWS // len(names)))))
            args = [str(PHOTOS), str(listed)]
            wanted = hashes(pr.read(module, args, shards=SHARDS, block_bytes=1 << 20))
            began = time.monotonic()
            good = sum(round_of(cluster, module, args, wanted, ordered=number % 2 == 0) for number in range(rounds))
            print(f"{good} of {rounds} rounds agree with the undisturbed epoch, {time.monotonic() - began:.0f} s", flush=True)
            until(lambda: not servers(module))
            return 0 if good == rounds else 1
    finally:
        ray.shutdown()
        cluster.shutdown()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
