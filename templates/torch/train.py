"""Trains a small network on a folder of images. Other images: npm start -- --data FOLDER"""

import argparse
from pathlib import Path

import torch
from penstock.torch import Loader
from torch import nn

HERE = Path(__file__).resolve().parent
PHOTOS = "node_modules/penstock-data/data/photos"


def network(classes: int) -> nn.Module:
    layers: list[nn.Module] = []
    channels = 3
    for width in (16, 32, 64, 128):
        layers += [nn.Conv2d(channels, width, 3, stride=2, padding=1), nn.BatchNorm2d(width), nn.ReLU()]
        channels = width
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, classes))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default=PHOTOS, help="a folder with one sub-folder for each class")
    parser.add_argument("--epochs", type=int, default=5)
    args = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"

    # The pipeline runs in a Node.js process; its batches are tensors here, over shared memory.
    with Loader(HERE / "pipeline.js", [args.data]) as loader:
        classes = max(1, len(loader.reader_meta()["train"]["classes"]))
        model = network(classes).to(device)
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
        for epoch in range(args.epochs):
            right = total = 0
            for batch in loader:
                images = batch["images"].to(device, non_blocking=True)
                labels = batch["labels"].to(device, non_blocking=True)
                scores = model(images)
                loss = nn.functional.cross_entropy(scores, labels)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                right += int((scores.argmax(1) == labels).sum())
                total += len(labels)
            print(f"epoch {epoch + 1}: {total} images, loss {loss.item():.3f}, {right / total:.0%} right", flush=True)
        print(loader.statistics()["verdict"]["text"])


if __name__ == "__main__":
    main()
