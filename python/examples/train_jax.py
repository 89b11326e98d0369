"""Trains a linear classifier on the bundled photos with JAX; prints the loss and the share of time spent on waiting for data.

    python train_jax.py [FOLDER]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Tuple

import jax
import jax.numpy as jnp

from penstock.jax import Loader

HERE = Path(__file__).resolve().parent
Weights = Tuple[jax.Array, jax.Array]


def loss_of(weights: Weights, images: jax.Array, labels: jax.Array) -> jax.Array:
    matrix, bias = weights
    small = images.reshape(images.shape[0], 3, 16, 8, 16, 8).mean((3, 5)).reshape(images.shape[0], -1)
    scores = jax.nn.log_softmax(small @ matrix + bias)
    return -jnp.take_along_axis(scores, labels, axis=1).mean()


@jax.jit
def step(weights: Weights, images: jax.Array, labels: jax.Array) -> Tuple[Weights, jax.Array]:
    loss, gradients = jax.value_and_grad(loss_of)(weights, images, labels)
    return jax.tree.map(lambda w, g: w - 0.01 * g, weights, gradients), loss


def main() -> None:
    root = sys.argv[1] if len(sys.argv) > 1 else str(HERE.parents[1] / "data" / "photos")
    with Loader(HERE / "train.mjs", [root]) as loader:
        classes = len(loader.reader_meta()["train"]["classes"])
        weights = (jnp.zeros((3 * 16 * 16, classes)), jnp.zeros(classes))
        waited, began = 0.0, time.perf_counter()
        for epoch in range(5):
            asked = time.perf_counter()
            for batch in loader:
                waited += time.perf_counter() - asked
                weights, loss = step(weights, batch["images"], batch["labels"])
                loss.block_until_ready()
                asked = time.perf_counter()
            waited += time.perf_counter() - asked
            print(f"epoch {epoch}: loss {loss:.3f}")
        share = waited / (time.perf_counter() - began)
        print(f"{share:.0%} of the time was spent on waiting for data")


if __name__ == "__main__":
    main()
