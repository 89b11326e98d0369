"""Trains ResNet-18 on the bundled photos for a few epochs; prints the loss and the share of time spent on waiting for data.

    python train_torch.py [FOLDER]
    torchrun --nproc-per-node 2 train_torch.py [FOLDER]     # two processes, each with its own shard
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import torch
from resnet import resnet18
from torch import nn

from penstock.torch import Loader

HERE = Path(__file__).resolve().parent
EPOCHS = 2


def main() -> None:
    root = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parents[1] / "data" / "photos")
    ranks = int(os.environ.get("WORLD_SIZE", "1"))
    cuda = torch.cuda.is_available()
    if ranks > 1:
        torch.distributed.init_process_group("nccl" if cuda else "gloo")
    rank = torch.distributed.get_rank() if ranks > 1 else 0
    device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0"))) if cuda else torch.device("cpu")
    torch.manual_seed(0)

    with Loader(HERE / "train.mjs", [root]) as loader:
        classes = len(loader.reader_meta()["train"]["classes"])
        model: nn.Module = resnet18(classes).to(device)
        if ranks > 1:
            model = nn.parallel.DistributedDataParallel(model)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
        waited, began = 0.0, time.perf_counter()
        for epoch in range(EPOCHS):
            asked = time.perf_counter()
            for step, batch in enumerate(loader):
                waited += time.perf_counter() - asked
                images = batch["images"].to(device, non_blocking=True)
                labels = batch["labels"].to(device, non_blocking=True)
                loss = nn.functional.cross_entropy(model(images), labels)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                print(f"rank {rank}, epoch {epoch}, step {step}: loss {loss.item():.3f}", flush=True)
                asked = time.perf_counter()
            waited += time.perf_counter() - asked
        share = waited / (time.perf_counter() - began)
        print(f"rank {rank}: {share:.0%} of the time was spent on waiting for data")
    if ranks > 1:
        torch.distributed.destroy_process_group()


if __name__ == "__main__":
    main()
