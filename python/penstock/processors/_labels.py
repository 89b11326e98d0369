"""What goes with images for training: annotations of COCO and maps, as the host takes them."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence

import numpy as np

from .._errors import PipelineError

Array = Any  # numpy.ndarray, whose type parameters depend on the data


def listed(given: Any, count: int, what: str) -> List[Any]:
    """``given`` as a list with an entry for each image."""
    made = list(given) if isinstance(given, (list, tuple)) or getattr(given, "ndim", 2) == 3 else [given]
    if len(made) != count:
        raise PipelineError("INVALID_ARGUMENT", f"Expected {count} {what}, one for each image, but received {len(made)}")
    return made


def plain(annotations: Sequence[Any]) -> Any:
    """Annotations as JSON has them, of numbers of numpy and torch too."""

    def number(value: Any) -> Any:
        if hasattr(value, "tolist"):
            return value.tolist()
        raise PipelineError("INVALID_ARGUMENT", f"Expected numbers, texts, lists and dicts in annotations but received {type(value).__name__}")

    return json.loads(json.dumps(annotations, default=number))


def panoptic_files(annotations: Sequence[Any], folder: Any) -> List[Array]:
    """The bytes of the files of panoptic masks."""
    names = [annotation.get("file_name") if isinstance(annotation, Mapping) else None for annotation in annotations]
    for i, name in enumerate(names):
        if not isinstance(name, str):
            raise PipelineError("INVALID_ARGUMENT", f"Expected file_name of annotation {i} but received {name!r:.40}")
    return [np.fromfile(os.path.join(folder, str(name)), np.uint8) for name in names]


def map_of(given: Any, i: int) -> Array:
    """A map as an array of int32, height and width: of an array, a tensor or an image of Pillow."""
    values = given.detach().cpu().numpy() if hasattr(given, "detach") else np.asarray(given)
    if values.ndim == 3 and values.shape[0] == 1:
        values = values[0]
    if values.ndim != 2 or not values.size or values.dtype.kind not in "iub":
        message = f"Expected whole numbers of shape (height, width) for segmentation map {i} but received {values.dtype} of shape {values.shape}"
        raise PipelineError("INVALID_ARGUMENT", message)
    return values.astype(np.int32)


def class_map(values: Array, reduces: bool, i: int) -> Array:
    """A map of classes as bytes. ``reduces``: the first class is none, and the others move down."""
    if values.min() < 0 or values.max() > 255:
        raise PipelineError("INVALID_ARGUMENT", f"Expected values from 0 to 255 in segmentation map {i}")
    if reduces:
        values = np.where((values == 0) | (values == 255), 255, values - 1)
    return values.astype(np.uint8)


def semantic_ids(given: Any) -> Any:
    """Classes by values, for all maps or for each."""
    if given is None:
        return None
    if isinstance(given, (list, tuple)):
        return [semantic_ids(one) for one in given]
    ids: Dict[str, int] = {str(int(key)): int(value) for key, value in given.items()}
    return ids


def box_lists(given: Any) -> Any:
    """Boxes as lists of lists of numbers."""
    if hasattr(given, "tolist"):
        return given.tolist()
    return [box_lists(one) for one in given] if isinstance(given, (list, tuple)) else given


def reduces_labels(config: Mapping[str, Any]) -> bool:
    """Whether the config has do_reduce_labels."""
    own: Optional[Mapping[str, Any]] = config.get("image_processor")
    return bool((own if isinstance(own, Mapping) else config).get("do_reduce_labels"))
