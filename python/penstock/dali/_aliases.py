"""Names that DALI keeps for operators that have others now."""

from __future__ import annotations

import warnings

ALIASES = {
    "audio_decoder": "decoders.audio",
    "caffe2_reader": "readers.caffe2",
    "caffe_reader": "readers.caffe",
    "coco_reader": "readers.coco",
    "coin_flip": "random.coin_flip",
    "experimental.audio_resample": "audio_resample",
    "experimental.debayer": "debayer",
    "experimental.decoders.image": "decoders.image",
    "experimental.decoders.image_crop": "decoders.image_crop",
    "experimental.decoders.image_random_crop": "decoders.image_random_crop",
    "experimental.decoders.image_slice": "decoders.image_slice",
    "experimental.decoders.video": "decoders.video",
    "experimental.equalize": "equalize",
    "experimental.filter": "filter",
    "experimental.inflate": "decoders.inflate",
    "experimental.peek_image_shape": "peek_image_shape",
    "experimental.tensor_resize": "tensor_resize",
    "fast_resize_crop_mirror": "resize_crop_mirror",
    "file_reader": "readers.file",
    "image_decoder": "decoders.image",
    "image_decoder_crop": "decoders.image_crop",
    "image_decoder_random_crop": "decoders.image_random_crop",
    "image_decoder_slice": "decoders.image_slice",
    "mxnet_reader": "readers.mxnet",
    "nemo_asr_reader": "readers.nemo_asr",
    "normal_distribution": "random.normal",
    "numpy_reader": "readers.numpy",
    "tfrecord_reader": "readers.tfrecord",
    "transform_translation": "transforms.translation",
    "uniform": "random.uniform",
}

_CAPITALS = {"coco": "COCO", "mxnet": "MXNet", "tfrecord": "TFRecord"}


def alias_title(alias: str) -> str:
    """The class of an alias in ``ops``: ``FileReader`` for ``file_reader``."""
    *parts, last = alias.split(".")
    words = [_CAPITALS.get(word, word[:1].upper() + word[1:]) for word in last.split("_")]
    return ".".join([*parts, "".join(words)])


def warn_of_alias(alias: str) -> None:
    """Warns of a name that DALI calls deprecated; those under ``experimental`` are none."""
    if not alias.startswith("experimental."):
        warnings.warn(f"{alias} is now deprecated. Use {ALIASES[alias]} instead.", DeprecationWarning, stacklevel=3)
