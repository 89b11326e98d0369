"""Makes mixing.json and mixing.bin: MixUp and CutMix of torchvision with settled draws. It needs torch and torchvision."""
import json
import pathlib

import numpy as np
import torch
import torchvision
from torchvision.transforms import v2

HERE = pathlib.Path(__file__).resolve().parent
N, C, H, W, CLASSES = 3, 3, 6, 9, 4
rng = np.random.default_rng(5)
images = torch.from_numpy(rng.random((N, C, H, W), dtype=np.float32))
labels = torch.tensor([2, 0, 3])
blob, cases = bytearray(), []


def put(x):
    at = len(blob)
    blob.extend(x.contiguous().numpy().astype(np.float32).tobytes())
    return {"at": at, "shape": list(x.shape)}


def settled(transform, lam, center):
    transform._dist = type("Fixed", (), {"sample": lambda self, shape: torch.tensor(lam, dtype=torch.float64)})()
    at = iter([int(center[0] * W), int(center[1] * H)])
    randint, torch.randint = torch.randint, lambda *a, **k: torch.tensor([next(at)])
    try:
        return transform(images, labels)
    finally:
        torch.randint = randint


inputs = put(images)
for kind, transform in (("mixUp", v2.MixUp), ("cutMix", v2.CutMix)):
    for lam, center in ((0.3, (0.5, 0.5)), (0.75, (0.1, 0.95)), (0.02, (0.7, 0.3)), (1.0, (0.4, 0.4)), (0.0, (0.5, 0.2))):
        out, soft = settled(transform(num_classes=CLASSES), lam, center)
        cases.append({"kind": kind, "lambda": lam, "center": center, "images": put(out), "labels": put(soft)})
made = {"torchvision": torchvision.__version__, "torch": torch.__version__, "numpy": np.__version__}
text = {"madeWith": made, "classes": CLASSES, "inputs": inputs, "labels": labels.tolist(), "cases": cases}
(HERE / "mixing.json").write_text(json.dumps(text, indent=1) + "\n")
(HERE / "mixing.bin").write_bytes(bytes(blob))
print(len(cases), "cases", len(blob), "bytes")
