"""DALI's PyTorch iterator, on the CPU, over the pipeline of rival_dali.py: what a trainer in PyTorch gets."""

import nvidia.dali as dali
import torch
from nvidia.dali.plugin.pytorch import DALIGenericIterator, LastBatchPolicy
from protocol import arguments, list_images, serve
from rival_dali import PREFETCH, pipeline

# The list is repeated, so that an epoch lasts longer than a measurement.
EPOCHS = 500


def main():
    args = arguments()
    files = list_images(args.data)
    pipe = pipeline(files * EPOCHS, args.job, batch_size=args.batch, num_threads=args.threads)
    loader = DALIGenericIterator(
        pipe, ["data"], reader_name="reader", auto_reset=True, last_batch_policy=LastBatchPolicy.DROP)

    def batches():
        while True:
            for item in loader:
                yield item[0]["data"].shape[0]

    serve("dali torch", f"{dali.__version__}, torch {torch.__version__}", args, files, batches, prime=PREFETCH + 1)


main()
