"""Goldens of what image processors do after their models: what transformers' own classes give for made outputs.

    pip install transformers torch torchvision pillow scipy
    python test/golden/make_processor_post.py

Integers are stored as digests, and of floats every so many-th value.
"""
import hashlib
import json
import pathlib
from types import SimpleNamespace

import numpy as np
import PIL
import torch
import torchvision
import transformers

FILE = pathlib.Path(__file__).resolve().parent / "processor_post.json"
torch.set_num_threads(2)


def drawn(dims, seed, low, high):
    """Numbers that the tests draw too: a hash of their places."""
    i = np.arange(int(np.prod(dims)), dtype=np.uint64)
    hashed = ((i + np.uint64(seed * 7919)) * np.uint64(2654435761)) % np.uint64(2**32)
    return (low + (high - low) * (hashed / 2**32)).astype(np.float32).reshape(dims)


LOGITS = {"logits": ([2, 30, 12], 1, -6, 6), "pred_boxes": ([2, 30, 4], 2, 0.05, 0.9)}
MASKS = {"logits": ([2, 20, 12], 3, -6, 6), "pred_masks": ([2, 20, 13, 17], 4, -5, 5)}
QUERIES = {"class_queries_logits": ([2, 20, 90], 5, -9, 9), "masks_queries_logits": ([2, 20, 13, 17], 6, -5, 5)}
MAPS = {"logits": ([2, 11, 16, 20], 7, -5, 5)}
DEPTH = {"predicted_depth": ([2, 14, 19], 8, 0.1, 9)}
SIZES = [[97, 131], [60, 50]]
HEAT = {"heatmaps": ([3, 17, 16, 12], 9, 0.01, 0.9)}
BOXES = [[[10.5, 20.25, 30, 60.5], [0, 0, 100, 20]], [[3, 5, 40, 40.125]]]
SEMANTIC = [{}, {"target_sizes": SIZES}, {"target_sizes": SIZES, "return_segmentation_scores": True}]
LOW = {"threshold": 0.2, "overlap_mask_area_threshold": 0.0, "mask_threshold": 0.1}
PANOPTIC = [{}, {**LOW}, {**LOW, "target_sizes": SIZES, "label_ids_to_fuse": [1, 3, 4]}, {"threshold": 0.999, "target_sizes": SIZES}]
POSES = [{}, {"threshold": 0.6, "kernel_size": 5}, {"target_sizes": [[2.0, 3.0]] * 3}]
SAM_MASKS = {"masks": ([2, 2, 3, 16, 16], 10, -3, 3)}
SAM = {"original_sizes": [[75, 100], [90, 60]]}

CASES = [
    *[(name, "object_detection", LOGITS, options) for name in ("Detr", "Yolos", "ConditionalDetr", "DeformableDetr", "RTDetr", "GroundingDino")
      for options in ({}, {"threshold": 0.3, "target_sizes": SIZES})],
    ("RTDetr", "object_detection", LOGITS, {"threshold": 0.3, "use_focal_loss": False}),
    ("DeformableDetr", "object_detection", LOGITS, {"threshold": 0.9, "top_k": 7}),
    *[(name, "semantic_segmentation", MASKS, options) for name in ("Detr", "ConditionalDetr") for options in SEMANTIC],
    *[(name, "panoptic_segmentation", MASKS, options) for name in ("Detr", "ConditionalDetr") for options in PANOPTIC],
    *[("Detr", "instance_segmentation", MASKS, options) for options in ({}, {**LOW, "target_sizes": SIZES}, {**LOW, "return_coco_annotation": True})],
    *[(name, "semantic_segmentation", QUERIES, options) for name in ("Mask2Former", "MaskFormer") for options in SEMANTIC],
    *[(name, "panoptic_segmentation", QUERIES, options) for name in ("Mask2Former", "MaskFormer") for options in PANOPTIC],
    *[(name, "instance_segmentation", QUERIES, options) for name in ("Mask2Former", "MaskFormer") for options in
      ({}, {"threshold": 0.2, "target_sizes": SIZES}, {"threshold": 0.2, "return_coco_annotation": True}, {"threshold": 0.2, "target_sizes": SIZES, "return_binary_maps": True})],
    *[(name, "semantic_segmentation", MAPS, options) for name in ("Segformer", "Beit", "MobileNetV2", "MobileViT", "DPT") for options in SEMANTIC],
    *[(name, "depth_estimation", DEPTH, options) for name in ("DPT", "GLPN") for options in ({}, {"target_sizes": SIZES})],
    *[("VitPose", "pose_estimation", HEAT, {"boxes": BOXES, **more}) for more in POSES],
    *[("Sam", "masks", SAM_MASKS, {**SAM, "reshaped_input_sizes": [[768, 1024], [1024, 683]], **more}) for more in
      ({}, {"binarize": False}, {"mask_threshold": 0.5, "pad_size": {"height": 1024, "width": 1040}})],
    *[("Sam2", "masks", SAM_MASKS, {**SAM, **more}) for more in ({}, {"binarize": False}, {"apply_non_overlapping_constraints": True, "binarize": False})],
]


def stored(value):
    """A tree with facts in place of arrays."""
    if isinstance(value, torch.Tensor):
        value = value.numpy()
    if isinstance(value, np.ndarray):
        value = np.ascontiguousarray(value)
        facts = {"type": value.dtype.name, "dims": list(value.shape)}
        if value.dtype == np.float32:
            every = max(1, value.size // 40)
            return {**facts, "every": every, "values": [float(x) for x in value.ravel()[::every]]}
        return {**facts, "digest": hashlib.sha256(value.tobytes()).hexdigest()[:12]}
    if isinstance(value, (dict, transformers.utils.ModelOutput)) or hasattr(value, "items"):
        return {key: stored(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        flat = all(isinstance(item, (int, np.integer)) for item in value)
        return [int(item) for item in value] if flat else [stored(item) for item in value]
    return value


def main():
    cases = []
    for name, method, outputs, options in CASES:
        cls = getattr(transformers, f"{name}ImageProcessor")
        made = {key: torch.from_numpy(drawn(*draw)) for key, draw in outputs.items()}
        call = getattr(cls(), f"post_process_{method}")
        given = {key: [tuple(size) for size in value] if key == "target_sizes" else value for key, value in options.items()}
        if "boxes" in given:
            given["boxes"] = [[np.array(box) for box in boxes] for boxes in given["boxes"]]
        if method == "masks":
            result = call(list(made["masks"]), **given)
        else:
            result = call(SimpleNamespace(**made), **given)
        cases.append({"name": name, "method": method, "outputs": outputs, "options": options, "result": stored(result)})
    versions = {m.__name__: m.__version__ for m in (transformers, torch, torchvision, PIL)}
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    FILE.write_text(f'{{"versions": {json.dumps(versions)}, "cases": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main()
