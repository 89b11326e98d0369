"""torchvision: decode_jpeg and the v2 transforms on uint8 tensors, in a DataLoader with one worker process per thread."""

import torch
import torchvision
from protocol import MEAN, STD, arguments, endless_shuffle, list_images, serve
from torch.utils.data import DataLoader, Dataset, Sampler
from torchvision.io import ImageReadMode, decode_jpeg, read_file
from torchvision.transforms import v2

PREFETCH = 2


class Photos(Dataset):
    def __init__(self, files, transform):
        self.files = files
        self.transform = transform

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        image = decode_jpeg(read_file(self.files[index]), mode=ImageReadMode.RGB)
        return self.transform(image) if self.transform else image


class Endless(Sampler):
    def __init__(self, count):
        self.count = count

    def __iter__(self):
        return endless_shuffle(self.count)


def transform(job):
    if job == "decode":
        return None
    normalize = [v2.ToDtype(torch.float32, scale=True), v2.Normalize(MEAN, STD)]
    if job == "center":
        return v2.Compose([v2.Resize(256, antialias=True), v2.CenterCrop(224), *normalize])
    augment = [v2.RandAugment(num_ops=2, magnitude=9)] if job == "augment" else []
    return v2.Compose([v2.RandomResizedCrop(224, antialias=True), *augment, v2.RandomHorizontalFlip(), *normalize])


def main():
    args = arguments()
    torch.set_num_threads(1)  # the workers are the parallelism
    files = list_images(args.data)
    loader = DataLoader(
        Photos(files, transform(args.job)), batch_size=args.batch, sampler=Endless(len(files)),
        num_workers=args.threads, prefetch_factor=PREFETCH,
        collate_fn=list if args.job == "decode" else None)

    def batches():
        for images in loader:
            yield len(images) if args.job == "decode" else images.shape[0]

    serve("torch", f"torch {torch.__version__}, torchvision {torchvision.__version__}", args, files, batches,
          prime=PREFETCH * args.threads + 1)


main()
