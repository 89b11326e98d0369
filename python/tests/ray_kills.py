"""Kills nodes of a local cluster of Ray in mid-epoch, round after round, and compares the rows with an undisturbed epoch:
``python tests/ray_kills.py 20``. Prints a line for each round; the exit code is 1 where one differs."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from conftest import PHOTOS, ROOT  # noqa: E402
from test_ray import SHARDED, hash_of  # noqa: E402

import penstock.ray as pr  # noqa: E402


def round_of(cluster: Cluster, module: Path, args: list, wanted: Counter) -> bool:
    """One epoch, in which the node that runs a task is killed after some rows and another one comes."""
    got: Counter = Counter()
    killed = 0
    for number, row in enumerate(pr.read(module, args, shards=3, block_bytes=1 << 20, ordered=False).iter_rows()):
        got[hash_of(row)] += 1
        if number in (10, 150):
            nodes = [node for node in cluster.list_all_nodes() if node is not cluster.head_node]
            cluster.remove_node(nodes[0], allow_graceful=False)
            cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
            killed += 1
    lost, more = sum((wanted - got).values()), sum((got - wanted).values())
    print(f"{killed} nodes killed, {sum(got.values())} rows, {lost} lost, {more} repeated or other", flush=True)
    return killed == 2 and not lost and not more


def main(rounds: int) -> int:
    folder = ROOT / "build" / "python-tests"
    folder.mkdir(parents=True, exist_ok=True)
    cluster = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 0, "object_store_memory": 80 << 20, "include_dashboard": False},
    )
    try:
        for _ in range(2):
            cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
        ray.data.DataContext.get_current().enable_progress_bars = False
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            module = Path(temporary) / "pipeline.mjs"
            module.write_text("import * as p from 'penstock-data'\nconst { fn, pipelineDef, types } = p\n" + SHARDED)
            names = sorted(path.relative_to(PHOTOS) for path in PHOTOS.rglob("*.jpg"))
            listed = Path(temporary) / "list.txt"
            listed.write_text("".join(f"{name} {i % 100}\n" for i, name in enumerate(names * 15)))
            args = [str(PHOTOS), str(listed)]
            wanted = Counter(hash_of(row) for row in pr.read(module, args, shards=3, block_bytes=1 << 20).iter_rows())
            good = 0
            began = time.monotonic()
            for _ in range(rounds):
                good += round_of(cluster, module, args, wanted)
            print(f"{good} of {rounds} rounds agree with the undisturbed epoch, {time.monotonic() - began:.0f} s")
            return 0 if good == rounds else 1
    finally:
        ray.shutdown()
        cluster.shutdown()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
