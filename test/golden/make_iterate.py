"""Writes iterate.json: what DALI's generic iterator gives, epoch by epoch, for small data sets without shuffling.

The iterator is the library's own (nvidia.dali.plugin.pytorch), over CPU pipelines. PyTorch itself is not needed: the
iterator asks it for nothing but a container, so numpy arrays stand in. Needs numpy and nvidia-dali-cuda130, and no GPU.
"""
import json
import logging
import pathlib
import random
import sys
import tempfile
import warnings
from importlib.metadata import version
from unittest.mock import MagicMock

import numpy as np

for name in ["torch", "torch.utils", "torch.utils.dlpack", "nvidia.dali.plugin.pytorch.experimental"]:
    sys.modules[name] = MagicMock()
torch = sys.modules["torch"]
torch.from_dlpack = lambda tensor: np.array(tensor)

from nvidia.dali import fn, pipeline_def  # noqa: E402
from nvidia.dali.plugin.pytorch import DALIGenericIterator, LastBatchPolicy  # noqa: E402

warnings.simplefilter("ignore")
logging.disable(logging.WARNING)
HERE = pathlib.Path(__file__).resolve().parent
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
POLICIES = {"fill": LastBatchPolicy.FILL, "drop": LastBatchPolicy.DROP, "partial": LastBatchPolicy.PARTIAL}
EPOCHS = 5


def pipelines(root, count, batch, shards, ranks, stick, pad):
    @pipeline_def(batch_size=batch, num_threads=1, device_id=None)
    def pipe(rank):
        data, label = fn.readers.file(file_root=root, files=["f"] * count, name="r", shard_id=rank, num_shards=shards,
                                      stick_to_shard=stick, pad_last_batch=pad)
        return label

    return [pipe(rank) for rank in ranks]


def text(item):
    """One item: the labels of each pipeline's batch as digits, pipelines apart by slashes."""
    return "/".join("".join(DIGITS[int(v)] for v in entry["label"].ravel()) for entry in item)


def epoch(iterator, style):
    """One epoch as [length before it, items]. loop: a `for` begins it; reset: reset() follows it; steps: reset() follows
    as many items as the length says, so the iterator was never asked past its end."""
    length = len(iterator)
    items = []
    if style == "loop":
        items = [text(item) for item in iterator]
    elif style == "reset":
        while True:
            try:
                items.append(text(next(iterator)))
            except StopIteration:
                break
    else:
        items = [text(next(iterator)) for _ in range(length)]
    if style != "loop":
        iterator.reset()
    return [length, " ".join(items)]


def case(root, c):
    pipes = pipelines(root, c["count"], c["batch"], c["shards"], c["ranks"], c["stick"], c["pad"])
    by = {"reader_name": "r"} if c["size"] is None else {"size": c["size"], "last_batch_padded": c["padded"]}
    try:
        iterator = DALIGenericIterator(pipes, ["label"], last_batch_policy=POLICIES[c["policy"]],
                                       auto_reset=c["autoReset"], prepare_first_batch=c["prepare"], **by)
    except RuntimeError:
        # No batch at all: the first one was to be prepared.
        return {**c, "epochs": None}
    return {**c, "epochs": [epoch(iterator, c["style"]) for _ in range(EPOCHS)]}


def draw(rng, kind):
    count = rng.choice([1, 2, 3, 5, 7, 8, 10, 16, 23])
    shards = rng.randint(1, min(4, count))
    ranks = [rng.randrange(shards)] if kind == "rank" else list(range(shards))
    auto = rng.random() < 0.5
    c = {"count": count, "batch": rng.choice([1, 2, 3, 4, 8]), "shards": shards, "ranks": ranks,
         "stick": rng.random() < 0.5, "pad": rng.random() < 0.5, "policy": rng.choice(list(POLICIES)),
         "autoReset": auto, "prepare": rng.random() < 0.5, "style": "loop", "size": None, "padded": False}
    if not auto:
        c["style"] = rng.choice(["loop", "reset"] if kind == "size" else ["loop", "reset", "steps"])
    if kind == "size":
        c["size"] = rng.choice([count, count, rng.randint(1, 24)])
        c["padded"] = rng.random() < 0.5
    return c


def main():
    rng = random.Random(4)
    cases = []
    with tempfile.TemporaryDirectory() as root:
        pathlib.Path(root, "f").write_bytes(b"x")
        for kind, wanted in {"all": 380, "rank": 140, "size": 200}.items():
            seen = set()
            while len(seen) < wanted:
                c = draw(rng, kind)
                if json.dumps(c) in seen:
                    continue
                seen.add(json.dumps(c))
                cases.append(case(root, c))
    rows = ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases)
    out = f'{{"dali":"{version("nvidia-dali-cuda130")}","cases":[\n{rows}\n]}}\n'
    (HERE / "iterate.json").write_text(out)
    print(len(cases), "cases", len(out), "bytes")


main()
