"""Image processors of transformers from the bytes of JPEG files: `fast`, on tensors that torchvision decodes, and `slow`, on Pillow's
images. Both decode with as many threads as are given; torch has as many for its own work, and the class on Pillow's images runs on
parts of the batch side by side."""
import argparse
import itertools
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

from protocol import list_images
from turns import take_turns

try:
    import torch
    import transformers
    from PIL import Image
    from torchvision.io import ImageReadMode, decode_image
except ImportError as error:
    raise SystemExit(f"{error.name} is not installed: pip install transformers torch torchvision pillow") from None


def pixels(data):
    return decode_image(torch.frombuffer(bytearray(data), dtype=torch.uint8), ImageReadMode.RGB)


def picture(data):
    return Image.open(BytesIO(data)).convert("RGB")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--job", required=True)
    parser.add_argument("--kind", choices=("fast", "slow"), required=True)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    files = []
    for path in list_images(args.data):
        with open(path, "rb") as file:
            files.append(file.read())
    endless = itertools.cycle(files)
    pool = ThreadPoolExecutor(args.threads)
    name = f"{args.job}ImageProcessor" + ("Pil" if args.kind == "slow" else "")
    processor = getattr(transformers, name)()

    def slow(some):
        return processor(images=[picture(data) for data in some], return_tensors="pt")

    def make():
        some = list(itertools.islice(endless, args.batch))
        if args.kind == "fast":
            processor(images=list(pool.map(pixels, some)), return_tensors="pt")
        else:
            list(pool.map(slow, [some[i :: args.threads] for i in range(args.threads)]))
        return len(some)

    take_turns(args.job, make, 1)


main()
