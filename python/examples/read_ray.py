"""Reads the bundled photos with two tasks of Ray on this machine; prints the rows and bytes a second.

    python read_ray.py [FOLDER]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import ray

import penstock.ray

HERE = Path(__file__).resolve().parent


def main() -> None:
    root = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parents[1] / "data" / "photos")
    ray.init(address="local", num_cpus=2, include_dashboard=False, object_store_memory=100 << 20)
    try:
        for epoch in range(2):
            data = penstock.ray.read(HERE / "train.mjs", [root], shards=2, epoch=epoch, seed=42)
            began, rows, size = time.perf_counter(), 0, 0
            for batch in data.iter_batches(batch_size=8, batch_format="numpy"):
                rows += len(batch["labels"])
                size += batch["images"].nbytes
            seconds = time.perf_counter() - began
            print(f"epoch {epoch}: {rows} rows, {rows / seconds:.0f} a second, {size / seconds / 1e6:.0f} MB/s")
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
