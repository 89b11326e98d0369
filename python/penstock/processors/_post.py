"""What image processors do with the outputs of their models: the methods of transformers, which the host computes."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Sequence

import numpy as np

from .._errors import PipelineError
from ._labels import box_lists

__all__ = ["PostProcessing"]

Sizes = Any
"""A list of (height, width), or an array or tensor of them."""


class PostProcessing:
    """The methods of the class for what comes after its model, with the defaults and results of transformers. ``outputs``: those of the model,
    as attributes or by name, arrays of numpy or tensors of torch; results are of the same kind. Integers are equal to those of transformers,
    floats are within a few ulp.

    Raises PipelineError: UNSUPPORTED, for a method that the class does not have; INVALID_ARGUMENT, for outputs that are missing;
    USER_FUNCTION, for those and options that the method cannot take.
    """

    class_name: str
    _after: Mapping[str, Sequence[str]]

    def _ask(self, method: str, outputs: Any, options: Mapping[str, Any]) -> Any:
        raise NotImplementedError

    def post_process_object_detection(
        self,
        outputs: Any,
        threshold: Optional[float] = None,
        target_sizes: Optional[Sizes] = None,
        *,
        top_k: Optional[int] = None,
        use_focal_loss: Optional[bool] = None,
    ) -> Any:
        """For each image ``scores``, ``labels`` and ``boxes``, corners in pixels of the target size or from 0 to 1. ``top_k`` is for ConditionalDetr
        and DeformableDetr, ``use_focal_loss`` for RTDetr."""
        options = {"threshold": threshold, "targetSizes": target_sizes, "topK": top_k, "useFocalLoss": use_focal_loss}
        return self._after_model("objectDetection", outputs, options)

    def post_process_semantic_segmentation(
        self, outputs: Any, target_sizes: Optional[Sizes] = None, return_segmentation_scores: bool = False
    ) -> Any:
        """A class for each pixel, or with ``return_segmentation_scores`` a dict of it and the scores of all classes."""
        options = {"targetSizes": target_sizes, "returnSegmentationScores": return_segmentation_scores or None}
        return self._after_model("semanticSegmentation", outputs, options)

    def post_process_instance_segmentation(
        self,
        outputs: Any,
        threshold: Optional[float] = None,
        mask_threshold: Optional[float] = None,
        overlap_mask_area_threshold: Optional[float] = None,
        target_sizes: Optional[Sizes] = None,
        return_coco_annotation: bool = False,
        return_binary_maps: bool = False,
    ) -> Any:
        """For each image ``segmentation``, the id of a segment for each pixel, and ``segments_info``."""
        options = {
            **{"threshold": threshold, "maskThreshold": mask_threshold, "overlapMaskAreaThreshold": overlap_mask_area_threshold},
            **{"targetSizes": target_sizes, "returnCocoAnnotation": return_coco_annotation or None},
            "returnBinaryMaps": return_binary_maps or None,
        }
        return self._after_model("instanceSegmentation", outputs, options)

    def post_process_panoptic_segmentation(
        self,
        outputs: Any,
        threshold: Optional[float] = None,
        mask_threshold: Optional[float] = None,
        overlap_mask_area_threshold: Optional[float] = None,
        label_ids_to_fuse: Optional[Any] = None,
        target_sizes: Optional[Sizes] = None,
    ) -> Any:
        """As post_process_instance_segmentation(); classes in ``label_ids_to_fuse`` have one segment."""
        options = {
            **{"threshold": threshold, "maskThreshold": mask_threshold, "overlapMaskAreaThreshold": overlap_mask_area_threshold},
            **{"targetSizes": target_sizes, "labelIdsToFuse": None if label_ids_to_fuse is None else sorted(label_ids_to_fuse)},
        }
        return self._after_model("panopticSegmentation", outputs, options)

    def post_process_depth_estimation(self, outputs: Any, target_sizes: Optional[Sizes] = None) -> Any:
        """For each image ``predicted_depth`` at the target size."""
        return self._after_model("depthEstimation", outputs, {"targetSizes": target_sizes})

    def post_process_pose_estimation(
        self,
        outputs: Any,
        boxes: Any,
        kernel_size: Optional[int] = None,
        threshold: Optional[float] = None,
        target_sizes: Optional[Sizes] = None,
    ) -> Any:
        """For each box of each image ``keypoints``, ``scores``, ``labels`` and ``bbox``."""
        options = {"boxes": box_lists(boxes), "kernelSize": kernel_size, "threshold": threshold, "targetSizes": target_sizes}
        return self._after_model("poseEstimation", outputs, options)

    def post_process_masks(
        self,
        masks: Any,
        original_sizes: Sizes,
        reshaped_input_sizes: Optional[Sizes] = None,
        mask_threshold: float = 0.0,
        binarize: bool = True,
        pad_size: Optional[Mapping[str, int]] = None,
        max_hole_area: Optional[float] = None,
        max_sprinkle_area: Optional[float] = None,
        apply_non_overlapping_constraints: Optional[bool] = None,
    ) -> Any:
        """The masks of each image at the size of its file. ``masks``: an array of five axes, or one of four for each image."""
        options = {
            **{"originalSizes": original_sizes, "reshapedInputSizes": reshaped_input_sizes, "maskThreshold": mask_threshold},
            **{"binarize": binarize, "padSize": None if pad_size is None else dict(pad_size), "maxHoleArea": max_hole_area},
            **{"maxSprinkleArea": max_sprinkle_area, "applyNonOverlappingConstraints": apply_non_overlapping_constraints},
        }
        return self._after_model("masks", {"masks": masks}, options)

    def _after_model(self, method: str, outputs: Any, options: Dict[str, Any]) -> Any:
        names = self._after.get(method)
        if names is None:
            own = ", ".join(self._after) or "none"
            raise PipelineError("UNSUPPORTED", f"Expected a method of {self.class_name} (of these: {own}) but received {method}")
        given = {name: _output(outputs, name) for name in names}
        tensors = any(hasattr(_first(value), "detach") for value in given.values())
        made = self._ask(method, given, {name: value for name, value in options.items() if value is not None})
        return tensors_of(made) if tensors else made


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, (list, tuple)) and value else value


def _output(outputs: Any, name: str) -> Any:
    found = outputs.get(name) if isinstance(outputs, Mapping) else getattr(outputs, name, None)
    if found is None:
        raise PipelineError("INVALID_ARGUMENT", f"Expected {name} in the outputs of the model but received none")
    return list(found) if isinstance(found, tuple) else found


def tensors_of(tree: Any) -> Any:
    """The same with tensors of torch in place of arrays, which have the same memory."""
    if isinstance(tree, np.ndarray):
        import torch

        return torch.from_numpy(tree)
    if isinstance(tree, list):
        return [tensors_of(value) for value in tree]
    return {name: tensors_of(value) for name, value in tree.items()} if isinstance(tree, dict) else tree
