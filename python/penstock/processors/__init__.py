"""Image processors of models with the numbers of transformers, from the content of a ``preprocessor_config.json``.

    from penstock import processors

    processor = processors.from_config(json.loads(path.read_text()))
    inputs = processor(["cat.jpg", "dog.png"], return_tensors="pt")

The host computes everything, in the Node.js process that runs pipelines of ``penstock.dali`` too; nothing of transformers is imported.
"""

from __future__ import annotations

import json
import os
from threading import RLock
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np

from .._errors import PipelineError
from ..dali._feeds import Feed
from ..dali._host import HostedPipeline
from ._labels import box_lists, class_map, listed, map_of, panoptic_files, plain, reduces_labels, semantic_ids
from ._packed import packed, unpacked
from ._post import PostProcessing, tensors_of
from ._steps import preprocess

__all__ = ["ImageProcessor", "from_config", "preprocess"]

Image = Any
"""The bytes of an image file, its path, an image of Pillow, or an array of uint8: height, width and 1 or 3 channels."""

Tensors = Dict[str, Any]


class ImageProcessor(PostProcessing):
    """What :func:`from_config` makes: a function of images.

    Attributes:
        class_name: the class of transformers 5 whose numbers these are.
        backend: ``"torchvision"`` or ``"pil"``.
    """

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self._settings = settings
        self._most = int(settings["batchSize"])
        self._turn = RLock()
        # What else the host does for the processor; each is made when it is needed first.
        self._others: Dict[str, HostedPipeline] = {}
        self._pipeline = HostedPipeline(json.dumps(settings), {}, processor=True)
        facts = self._pipeline.build()["processor"]
        self.class_name: str = facts["name"]
        self.backend: str = facts["backend"]
        self._outputs: List[Dict[str, str]] = facts["outputs"]
        self._after = facts["after"]
        self._labels: Optional[str] = facts.get("labels")

    def __call__(
        self,
        images: Union[Image, Sequence[Image]],
        return_tensors: str = "np",
        *,
        annotations: Optional[Any] = None,
        return_segmentation_masks: Optional[bool] = None,
        masks_path: Optional[Any] = None,
        segmentation_maps: Optional[Any] = None,
        instance_id_to_semantic_id: Optional[Any] = None,
        boxes: Optional[Any] = None,
    ) -> Tensors:
        """The outputs of the class for one image or several, by name.

        ``return_tensors``: ``"np"`` for arrays of numpy, ``"pt"`` for tensors of torch. Both have the memory that the host has written, where
        an output is one array there; outputs whose images lie one behind the other (such as Qwen2-VL's) are copied for several images.

        With ``annotations`` detectors return ``labels`` too, a dict for each image: boxes, areas, keypoints, and with
        ``return_segmentation_masks`` masks, turned as the images are. An entry is that of an image in COCO's format, with polygons, or for the
        config's format ``coco_panoptic`` with files in the folder ``masks_path``. With ``segmentation_maps``, whole numbers of shape (height,
        width), classes for segmentation return ``labels``, or ``mask_labels`` and ``class_labels``; ``instance_id_to_semantic_id`` gives
        the class of each value. VitPose needs ``boxes``: [x, y, width, height] in pixels, a list for each image.

        Raises PipelineError: UNSUPPORTED, for labels that the class does not make; INVALID_ARGUMENT, for anything else and for more images than ``max_images``; BAD_SAMPLE, for bytes that are no
        image; USER_FUNCTION, for an image that the class refuses; INVALID_INPUT, when images differ in size and the config does not make
        them equal.
        """
        if return_tensors not in ("np", "pt"):
            raise PipelineError("INVALID_ARGUMENT", f"Expected 'np' or 'pt' for return_tensors but received {return_tensors!r}")
        given = list(images) if isinstance(images, (list, tuple)) else [images]
        if not 0 < len(given) <= self._most:
            hint = "Call it with fewer images, or give from_config() a larger max_images"
            raise PipelineError("INVALID_ARGUMENT", f"Expected 1 to {self._most} images but received {len(given)}", hint=hint)
        files = [_file(image, i) for i, image in enumerate(given)]
        if boxes is not None or self._labels == "boxes":
            self._check_labels("boxes", self._labels == "boxes")
            crops = self._ask("crops", {"pixels": self._pixels(files), "boxes": box_lists(boxes)}, {})
            return tensors_of(crops) if return_tensors == "pt" else crops  # type: ignore[no-any-return]
        with self._turn:
            batch = self._pipeline.run({"images": [Feed(files)]})
        made = {own["name"]: _joined(output, own) for own, output in zip(self._outputs, batch.outputs)}
        if annotations is not None:
            self._check_labels("annotations", "annotations" == self._labels)
            given_annotations = listed(annotations, len(files), "annotations")
            request = {"annotations": plain(given_annotations), "returnSegmentationMasks": return_segmentation_masks}
            if masks_path is not None:
                request["panoptic"] = self._pixels(panoptic_files(given_annotations, masks_path))
            made.update(self._labels_of(request, batch))
        if segmentation_maps is not None:
            self._check_labels("segmentation_maps", self._labels in ("maps", "images"))
            maps = [map_of(one, i) for i, one in enumerate(listed(segmentation_maps, len(files), "segmentation maps"))]
            if self._labels == "images":
                made["labels"] = self._class_maps(maps)
            else:
                ids = semantic_ids(instance_id_to_semantic_id)
                made.update(self._labels_of({"segmentationMaps": maps, "instanceIdToSemanticId": ids}, batch))
        return tensors_of(made) if return_tensors == "pt" else made

    def _pixels(self, files: Sequence[Any]) -> Any:
        """The pixels of image files, RGB."""
        with self._turn:
            return self._other("pixels").run({"images": [Feed(files)]}).outputs[0].samples()

    def _check_labels(self, what: str, has: bool) -> None:
        if not has:
            raise PipelineError("UNSUPPORTED", f"Expected no {what} for {self.class_name}, which takes none")

    def _labels_of(self, request: Dict[str, Any], batch: Any) -> Dict[str, Any]:
        sizes = [{"height": int(size[0]), "width": int(size[1])} for size in batch.outputs[-1].array()]
        request = {key: value for key, value in {**request, "sizes": sizes}.items() if value is not None}
        made: Dict[str, Any] = self._ask("labels", request, {})
        return made

    def _class_maps(self, maps: Sequence[Any]) -> Any:
        """Labels of maps of classes, which are processed as images of grey."""
        reduces = reduces_labels(self._settings["config"])
        files = [_file(class_map(values, reduces, i), i) for i, values in enumerate(maps)]
        with self._turn:
            batch = self._other("maps").run({"images": [Feed(files)]})
        planes = _joined(batch.outputs[0], {"name": "labels", "join": "stack"})
        return planes[:, 0].astype(np.int64)

    def _other(self, does: str) -> HostedPipeline:
        found = self._others.get(does)
        if found is None:
            settings = {**self._settings, "does": does, **({"batchSize": 1} if does == "calls" else {})}
            found = HostedPipeline(json.dumps(settings), {}, processor=True)
            found.build()
            self._others[does] = found
        return found

    def _ask(self, method: str, outputs: Any, options: Mapping[str, Any]) -> Any:
        call = packed({"method": method, "outputs": outputs, "options": options})
        with self._turn:
            return unpacked(self._other("calls").run({"calls": [Feed([call])]}).outputs[0].array()[0])

    def close(self) -> None:
        """Ends the processor's threads. Arrays that are held stay valid. A second call does nothing."""
        self._pipeline.close()
        for other in self._others.values():
            other.close()

    def __enter__(self) -> ImageProcessor:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


def from_config(
    config: Mapping[str, Any],
    *,
    backend: Optional[str] = None,
    max_images: int = 64,
    num_threads: Optional[int] = None,
) -> ImageProcessor:
    """The image processor of a ``preprocessor_config.json`` or ``processor_config.json``, given as a dict.

    ``backend``: which of the two classes of a name: ``"torchvision"`` works on tensors (also called Fast), ``"pil"`` on images of Pillow (also
    called slow). Default: ``"torchvision"``, as ``AutoImageProcessor`` of transformers 5 chooses it, unless the config's name ends in Pil.
    ``max_images``: the most images of a call. ``num_threads``: default: as many as the process may use.

    Raises PipelineError: INVALID_ARGUMENT, for a field or argument with a wrong value; UNSUPPORTED, for a class or field that is not known.
    """
    settings: Dict[str, Any] = {"config": dict(config), "batchSize": max_images}
    if backend is not None:
        settings["backend"] = backend
    if num_threads is not None:
        settings["numThreads"] = num_threads
    return ImageProcessor(settings)


def _joined(output: Any, own: Mapping[str, str]) -> Any:
    """One array of an output's samples."""
    join = own["join"]
    if join == "stack":
        if output.dense:
            return output.array()
        shapes = " and ".join(sorted({str(sample.shape) for sample in output.samples()})[:2])
        message = f"Expected images that become equal in size for {own['name']} but received shapes {shapes}"
        raise PipelineError("INVALID_INPUT", message, hint="Call the processor for each image by itself, or choose a config that pads")
    samples = output.samples()
    whole = samples[0] if len(samples) == 1 else np.concatenate(samples, axis=-1 if join == "columns" else 0)
    return whole if join == "concat" else whole[None]


def _file(image: Image, i: int) -> Any:
    """The bytes of an image file. Pixels become one of the format PNM: a header, and the pixels as they are."""
    if isinstance(image, (bytes, bytearray, memoryview)):
        return np.frombuffer(image, np.uint8)
    if isinstance(image, (str, os.PathLike)):
        return np.fromfile(image, np.uint8)
    if hasattr(image, "convert") and hasattr(image, "size"):
        image = image.convert("RGB")
    pixels = np.asarray(image)
    if pixels.ndim == 2:
        pixels = pixels[:, :, None]
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] not in (1, 3) or not pixels.size:
        message = f"Expected bytes, a path, an image of Pillow or an array of uint8 with 1 or 3 channels but received {_shown(image)} (image {i})"
        raise PipelineError("INVALID_ARGUMENT", message)
    height, width, channels = pixels.shape
    header = f"P{5 if channels == 1 else 6} {width} {height} 255\n".encode()
    return np.concatenate([np.frombuffer(header, np.uint8), pixels.ravel()])


def _shown(image: Any) -> str:
    shape = getattr(image, "shape", None)
    return f"{getattr(image, 'dtype', type(image).__name__)} of shape {shape}" if shape is not None else type(image).__name__
