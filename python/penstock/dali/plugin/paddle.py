"""DALI's plugin for Paddle is not here."""

raise ImportError(
    "penstock.dali has no plugin.paddle: run the pipeline, and take its outputs through DLPack, without a copy: "
    "paddle.utils.dlpack.from_dlpack(output.as_tensor())"
)
