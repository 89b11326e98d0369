"""PyTorch's DataLoader with a pipeline behind its workers, as DALI's proxy has it: workers name files, one pipeline of the main process
reads, decodes and augments them. It runs on penstock by

    python -m penstock.dali python/examples/dali/proxy_loader.py data/photos

and on DALI, with a GPU in its machine, by `python python/examples/dali/proxy_loader.py data/photos`.
"""

import sys
from pathlib import Path

import numpy as np
from nvidia.dali import fn, pipeline_def, types
from nvidia.dali.plugin.pytorch.experimental import proxy as dali_proxy
from torch.utils.data import Dataset


@pipeline_def(batch_size=8, num_threads=2, device_id=None, prefetch_queue_depth=4)
def training():
    jpegs = fn.io.file.read(fn.external_source(name="paths", no_copy=True))
    images = fn.decoders.image_random_crop(jpegs, output_type=types.RGB)
    images = fn.resize(images, size=[224, 224])
    return fn.crop_mirror_normalize(images, dtype=types.FLOAT, output_layout="CHW", mirror=fn.random.coin_flip())


class Photos(Dataset):
    """The photos below a folder, with the number of the folder that they lie in."""

    def __init__(self, root, transform):
        folders = sorted(path for path in Path(root).iterdir() if path.is_dir())
        self.samples = [(path, label) for label, folder in enumerate(folders) for path in sorted(folder.glob("*.jpg"))]
        self.transform = transform

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, i):
        path, label = self.samples[i]
        return self.transform(np.frombuffer(str(path).encode(), dtype=np.uint8)), label


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FOLDER, with a folder of photos for each class")
    with dali_proxy.DALIServer(training()) as server:
        loader = dali_proxy.DataLoader(server, Photos(sys.argv[1], server.proxy), batch_size=8, num_workers=2, shuffle=True)
        for images, labels in loader:
            print(f"images {tuple(images.shape)}, labels {labels.tolist()}")


if __name__ == "__main__":
    main()
