"""Goldens of the labels that image processors make: what transformers' own classes give for made annotations and maps.

    pip install transformers torch torchvision pillow pycocotools
    python test/golden/make_processor_labels.py
"""
import hashlib
import json
import pathlib
import tempfile

import numpy as np
import PIL
import torch
import torchvision
import transformers
from PIL import Image

FILE = pathlib.Path(__file__).resolve().parent / "processor_labels.json"
SIZES = [[31, 33], [40, 150], [120, 77]]


def whole(values):
    return [[round(float(x), 2) for x in value] for value in values]


def polygons(rng, height, width):
    """One or two outlines, which may cross themselves and leave the image."""
    corners = int(rng.integers(3, 9))
    parts = rng.uniform(-0.1, 1.1, (int(rng.integers(1, 3)), corners, 2)) * [width, height]
    return whole(parts.reshape(len(parts), -1))


def objects(rng, height, width, keypoints, runs):
    made = []
    for i in range(int(rng.integers(1, 6))):
        x, y = rng.uniform(-0.1, 0.9, 2) * [width, height]
        box = whole([[x, y, *(rng.uniform(0, 0.9, 2) * [width, height])]])[0]
        made.append({"category_id": int(rng.integers(1, 90)), "area": round(float(rng.uniform(1, 900)), 3), "bbox": box, "segmentation": polygons(rng, height, width)})
        if keypoints:
            made[-1]["keypoints"] = [int(k) for k in rng.integers(0, 60, 51)]
    if runs:
        made[-1]["segmentation"] = {"size": [height, width], "counts": [5, 2 * height + 3, height * width - 2 * height - 8]}
        made.append({**made[0], "iscrowd": 1})
    made.append({**made[0], "bbox": [width + 3, 2, 5, 5], "iscrowd": 0})
    return made


def panoptic_map(height, width):
    """Ids that the tests make too."""
    y, x = np.meshgrid(np.arange(height), np.arange(width), indexing="ij")
    return ((y // 8) * 5 + x // 11) % 7 * 401 + 3


def class_map(height, width, factor=1):
    y, x = np.meshgrid(np.arange(height), np.arange(width), indexing="ij")
    return ((y // 5) * 3 + x // 7) % 9 * factor


def segments(rng):
    ids = [3 + 401 * int(k) for k in rng.permutation(8)[:5]]
    return [{"id": i, "category_id": int(rng.integers(1, 90)), "iscrowd": int(rng.integers(0, 2)), "area": int(rng.integers(1, 900))} for i in ids]


def stored(value):
    if isinstance(value, (torch.Tensor, np.ndarray)):
        value = np.ascontiguousarray(value)
        facts = {"type": value.dtype.name, "dims": list(value.shape)}
        if value.size <= 24:
            return {**facts, "values": [float(x) for x in value.ravel()]}
        return {**facts, "digest": hashlib.sha256(value.tobytes()).hexdigest()[:12]}
    if hasattr(value, "items"):
        return {key: stored(item) for key, item in value.items()}
    return [stored(item) for item in value]


SMALL = {"size": {"shortest_edge": 50, "longest_edge": 90}}
COCO = [{}, SMALL, {**SMALL, "do_convert_annotations": False}, {"do_resize": False}, {"size": {"height": 60, "width": 45}, "pad_size": {"height": 64, "width": 80}, "do_pad": True}]
MAPS = [{}, {"size": {"shortest_edge": 50, "longest_edge": 90}}, {"size": {"height": 40, "width": 61}, "ignore_index": 0, "size_divisor": 8}, {"ignore_index": 255, "do_reduce_labels": True, "size": {"height": 40, "width": 64}}]


def main():
    rng = np.random.default_rng(41)
    images = [Image.fromarray(np.zeros((*size, 3), np.uint8)) for size in SIZES]
    detection = {kind: [{"image_id": 7 + i, "annotations": objects(rng, *size, kind == "keypoints", kind == "runs")} for i, size in enumerate(SIZES)] for kind in ("plain", "keypoints", "runs")}
    panoptic = [{"image_id": 70 + i, "file_name": f"{i}.png", "segments_info": segments(rng)} for i in range(len(SIZES))]
    folder = pathlib.Path(tempfile.mkdtemp())
    for i, size in enumerate(SIZES):
        ids = panoptic_map(*size)
        Image.fromarray(np.stack([ids % 256, ids // 256 % 256, ids // 65536], -1).astype(np.uint8)).save(folder / f"{i}.png")
    cases = []

    def add(name, backend, config, kind, **given):
        cls = getattr(transformers, f"{name}ImageProcessor{'Pil' if backend == 'pil' else ''}")
        options = {key: value for key, value in given.items() if key not in ("annotations", "segmentation_maps", "masks_path")}
        try:
            outputs = cls.from_dict(dict(config))(images=images, return_tensors="pt", **given)
            result = {key: stored(value) for key, value in outputs.items() if key in ("labels", "mask_labels", "class_labels")}
        except Exception as error:
            print(name, backend, config, kind, type(error).__name__, str(error)[:90])
            result = None
        cases.append({"name": name, "backend": backend, "config": config, "kind": kind, "options": options, "result": result})

    for backend in ("torchvision", "pil"):
        for name in ("Detr", "RTDetr", "Yolos"):
            for config in COCO:
                if name == "RTDetr" and config == SMALL:
                    continue
                for kind in ("plain", "runs") if config == SMALL else ("plain",):
                    add(name, backend, {"do_pad": True, **config}, kind, annotations=detection[kind], return_segmentation_masks=True)
            add(name, backend, {"do_pad": True, **COCO[-1]}, "keypoints", annotations=detection["keypoints"])
        for name in ("ConditionalDetr", "DeformableDetr", "GroundingDino"):
            add(name, backend, {"do_pad": True, **SMALL}, "plain", annotations=detection["plain"], return_segmentation_masks=True)
        for config in (SMALL, {"do_resize": False}):
            add("Detr", backend, {"format": "coco_panoptic", **config}, "panoptic", annotations=panoptic, masks_path=str(folder))
        add("Yolos", backend, {"format": "coco_panoptic", "do_pad": True, **SMALL}, "panoptic", annotations=panoptic, masks_path=str(folder), return_segmentation_masks=False)
        for name in ("Mask2Former", "MaskFormer"):
            for config in MAPS[1:] if name == "Mask2Former" else MAPS[1:2]:
                add(name, backend, config, "map", segmentation_maps=[class_map(*size).astype(np.uint8) for size in SIZES])
        ids = {i * 300: i % 4 + 1 for i in range(9)}
        add("Mask2Former", backend, MAPS[1], "ids", segmentation_maps=[class_map(*size, 300).astype(np.int32) for size in SIZES], instance_id_to_semantic_id=ids)
    versions = {m.__name__: m.__version__ for m in (transformers, torch, torchvision, PIL)}
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    head = json.dumps({"versions": versions, "sizes": SIZES, "annotations": {**detection, "panoptic": panoptic}}, separators=(",", ":"))
    FILE.write_text(f'{head[:-1]}, "cases": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main()
