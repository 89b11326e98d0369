# train_torch.py: trains a small network on the photos with PyTorch.
import torch
from torch import nn

from penstock.torch import Loader

torch.manual_seed(1)
device = "cuda" if torch.cuda.is_available() else "cpu"

with Loader("photos.mjs", ["photos"], seed=1) as loader:
    classes = loader.reader_meta()["photos"]["classes"]
    model = nn.Sequential(
        nn.Conv2d(3, 8, 3, stride=2, padding=1), nn.ReLU(),
        nn.Conv2d(8, 16, 3, stride=2, padding=1), nn.ReLU(),
        nn.Flatten(), nn.Linear(16 * 6 * 6, len(classes)),
    ).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.003)

    for epoch in range(1, 13):
        losses = []
        for batch in loader:
            images = batch["images"].to(device, non_blocking=True)
            labels = batch["labels"].to(device, non_blocking=True)
            loss = nn.functional.cross_entropy(model(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        if epoch % 4 == 0 or epoch == 1:
            print(f"epoch {epoch}: loss {sum(losses) / len(losses):.2f}")

    waited = loader.statistics()["consumer"]["share"]
    print(f"of its time the loop waited {100 * waited:.1f} % for data")
