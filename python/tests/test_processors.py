"""Image processors: the digests of test/golden/processors.json, for files, arrays and batches, and what is refused."""

import hashlib
import json
import pathlib

import numpy as np
import pytest
from penstock import processors
from penstock._errors import PipelineError
from penstock.dali import Pipeline, fn, pipeline_def

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GOLDEN = json.loads((ROOT / "test/golden/processors.json").read_text())


def made(height, width):
    y, x, c = np.meshgrid(np.arange(height), np.arange(width), np.arange(3), indexing="ij")
    return ((3 * x * x + 5 * y * y + 7 * x * y + 85 * c) % 251).astype(np.uint8)


IMAGES = [made(*size) for size in GOLDEN["made"]] + [ROOT / path for path in GOLDEN["files"]]


def digest(outputs):
    hashed = hashlib.sha256()
    for name, value in sorted(outputs.items()):
        hashed.update(f"{name} {value.dtype.name} {','.join(map(str, value.shape))} ".encode())
        hashed.update(np.ascontiguousarray(value).tobytes())
    return hashed.hexdigest()[:12]


@pytest.mark.parametrize("name", ["ViT", "Detr", "Qwen2VL", "VitPose"])
def test_gives_the_numbers_of_transformers(name):
    cases = [case for case in GOLDEN["cases"] if case["name"] == name and case["backend"] == "torchvision"]
    config, results = cases[1]["config"], cases[1]["results"]
    with processors.from_config({"image_processor_type": f"{name}ImageProcessor", **config}, num_threads=2) as processor:
        assert (processor.class_name, processor.backend) == (f"{name}ImageProcessor", "torchvision")
        more = {"boxes": [GOLDEN["boxes"][name]]} if name in GOLDEN["boxes"] else {}
        assert [digest(processor(image, **more)) for image in IMAGES] == results


def test_joins_patches_side_by_side():
    config = {"image_processor_type": "MiniCPMV4_6ImageProcessor", "scale_resolution": 112}
    with processors.from_config(config, num_threads=1) as processor:
        each = [processor(image) for image in IMAGES[1:4]]
        together = processor(IMAGES[1:4])
        with pytest.raises(PipelineError) as caught:
            processor(IMAGES[1], boxes=[[[1, 2, 3, 4]]])
    assert caught.value.code == "UNSUPPORTED"
    assert np.array_equal(together["pixel_values"], np.concatenate([one["pixel_values"] for one in each], axis=-1))
    assert np.array_equal(together["target_sizes"], np.concatenate([one["target_sizes"] for one in each]))


def test_joins_the_images_of_a_call():
    config = {"image_processor_type": "Qwen2VLImageProcessor"}
    with processors.from_config(config, backend="pil", num_threads=2) as processor:
        each = [processor(image) for image in IMAGES[1:4]]
        together = processor(IMAGES[1:4])
    for name in ("pixel_values", "image_grid_thw"):
        assert np.array_equal(together[name], np.concatenate([one[name] for one in each]))


def test_arrays_have_the_memory_of_the_batch_and_outlive_the_processor():
    processor = processors.from_config({"image_processor_type": "ViTImageProcessor"}, num_threads=1)
    first = processor(IMAGES[:2])["pixel_values"]
    before = first.copy()
    processor(IMAGES[2:4])
    processor.close()
    assert not first.flags.owndata and np.array_equal(first, before)


@pytest.mark.parametrize(
    "config, code",
    [
        ({"image_processor_type": "NewImageProcessor"}, "UNSUPPORTED"),
        ({"image_processor_type": "ViTImageProcessor", "new_field": 1}, "UNSUPPORTED"),
        ({"image_processor_type": "ViTImageProcessor", "do_resize": "yes"}, "INVALID_ARGUMENT"),
    ],
)
def test_refuses_configs_by_name(config, code):
    with pytest.raises(PipelineError) as caught:
        processors.from_config(config)
    assert caught.value.code == code


def test_a_bad_image_fails_its_call_alone():
    with processors.from_config({"image_processor_type": "ViTImageProcessor"}, max_images=2, num_threads=1) as processor:
        for images, code in [(b"no image", "BAD_SAMPLE"), (np.zeros((2, 2, 4), np.uint8), "INVALID_ARGUMENT"), ([IMAGES[0]] * 3, "INVALID_ARGUMENT")]:
            with pytest.raises(PipelineError) as caught:
                processor(images)
            assert caught.value.code == code
        assert processor(IMAGES[0])["pixel_values"].shape == (1, 3, 224, 224)


def drawn(dims, seed, low, high):
    """The numbers of test/golden/make_processor_post.py."""
    i = np.arange(int(np.prod(dims)), dtype=np.uint64)
    hashed = ((i + np.uint64(seed * 7919)) * np.uint64(2654435761)) % np.uint64(2**32)
    return (low + (high - low) * (hashed / 2**32)).astype(np.float32).reshape(dims)


POST = json.loads((ROOT / "test/golden/processor_post.json").read_text())["cases"]


def check_stored(made, stored, tolerance):
    if isinstance(stored, dict) and "dims" in stored:
        assert (made.dtype.name, list(made.shape)) == (stored["type"], stored["dims"])
        if "digest" in stored:
            assert hashlib.sha256(np.ascontiguousarray(made).tobytes()).hexdigest()[:12] == stored["digest"]
        else:
            assert np.allclose(made.ravel()[:: stored["every"]], stored["values"], rtol=0, atol=tolerance * max(1, *map(abs, stored["values"]), 1))
    elif isinstance(stored, dict):
        assert made.keys() == stored.keys()
        for key, value in stored.items():
            check_stored(made[key], value, tolerance)
    elif isinstance(stored, list):
        assert len(made) == len(stored)
        for one, other in zip(made, stored):
            check_stored(one, other, tolerance)
    else:
        assert made == (pytest.approx(stored, abs=1e-5) if isinstance(stored, float) else stored)


@pytest.mark.parametrize("name, method", [("Detr", "object_detection"), ("Detr", "panoptic_segmentation"), ("Segformer", "semantic_segmentation"), ("DPT", "depth_estimation"), ("Sam2", "masks"), ("VitPose", "pose_estimation")])
def test_does_what_transformers_does_after_the_model(name, method):
    with processors.from_config({"image_processor_type": f"{name}ImageProcessor"}, num_threads=1) as processor:
        for case in POST:
            if (case["name"], case["method"]) != (name, method):
                continue
            outputs = {key: drawn(*draw) for key, draw in case["outputs"].items()}
            given = list(outputs["masks"]) if method == "masks" else outputs
            tolerance = 1e-4 if name == "VitPose" else 1e-6
            check_stored(getattr(processor, f"post_process_{method}")(given, **case["options"]), case["result"], tolerance)


def test_refuses_what_a_class_does_not_do_after_its_model():
    with processors.from_config({"image_processor_type": "SegformerImageProcessor"}, num_threads=1) as processor:
        for call, code in [
            (lambda: processor.post_process_depth_estimation({}), "UNSUPPORTED"),
            (lambda: processor.post_process_semantic_segmentation({}), "INVALID_ARGUMENT"),
            (lambda: processor.post_process_semantic_segmentation({"logits": np.zeros(3, np.float32)}), "USER_FUNCTION"),
        ]:
            with pytest.raises(PipelineError) as caught:
                call()
            assert caught.value.code == code
        maps = processor.post_process_semantic_segmentation({"logits": drawn([1, 3, 4, 5], 1, 0, 1)})
        assert maps[0].shape == (4, 5)


LABELS = json.loads((ROOT / "test/golden/processor_labels.json").read_text())
SMALL = {"size": {"shortest_edge": 50, "longest_edge": 90}}


def expected_labels(name, kind, config):
    return next(
        case for case in LABELS["cases"] if (case["name"], case["backend"], case["kind"], case["config"]) == (name, "torchvision", kind, config)
    )["result"]


def check_labels(made, stored):
    if "dims" in stored:
        assert (made.dtype.name, list(made.shape)) == (stored["type"], stored["dims"])
        if "values" in stored:
            assert [float(x) for x in made.ravel()] == stored["values"]
        else:
            assert hashlib.sha256(np.ascontiguousarray(made).tobytes()).hexdigest()[:12] == stored["digest"]
        return
    pairs = [(made[key], value) for key, value in stored.items()] if isinstance(stored, dict) else list(zip(made, stored))
    assert len(made) == len(stored)
    for one, other in pairs:
        check_labels(one, other)


def grid(size, of):
    return of(*np.meshgrid(np.arange(size[0]), np.arange(size[1]), indexing="ij"))


def test_turns_annotations_with_the_images():
    images = [made(*size) for size in LABELS["sizes"]]
    config = {"do_pad": True, **SMALL}
    with processors.from_config({"image_processor_type": "DetrImageProcessor", **config}, num_threads=1) as processor:
        outputs = processor(images, annotations=LABELS["annotations"]["plain"], return_segmentation_masks=True)
    assert set(outputs) == {"pixel_values", "pixel_mask", "labels"}
    check_labels(outputs["labels"], expected_labels("Detr", "plain", config)["labels"])


def test_reads_panoptic_masks(tmp_path):
    for i, size in enumerate(LABELS["sizes"]):
        ids = grid(size, lambda y, x: ((y // 8) * 5 + x // 11) % 7 * 401 + 3)
        pixels = np.stack([ids % 256, ids // 256, ids // 65536], -1).astype(np.uint8)
        (tmp_path / f"{i}.png").write_bytes(f"P6 {size[1]} {size[0]} 255\n".encode() + pixels.tobytes())
    config = {"format": "coco_panoptic", **SMALL}
    images = [made(*size) for size in LABELS["sizes"]]
    with processors.from_config({"image_processor_type": "DetrImageProcessor", **config}, num_threads=1) as processor:
        outputs = processor(images, annotations=LABELS["annotations"]["panoptic"], masks_path=tmp_path)
    check_labels(outputs["labels"], expected_labels("Detr", "panoptic", config)["labels"])


def test_turns_maps_with_the_images():
    images = [made(*size) for size in LABELS["sizes"]]
    maps = [grid(size, lambda y, x: ((y // 5) * 3 + x // 7) % 9 * 300) for size in LABELS["sizes"]]
    config = {"image_processor_type": "Mask2FormerImageProcessor", **SMALL}
    ids = {i * 300: i % 4 + 1 for i in range(9)}
    with processors.from_config(config, num_threads=1) as processor:
        outputs = processor(images, segmentation_maps=maps, instance_id_to_semantic_id=ids)
    for key, value in expected_labels("Mask2Former", "ids", SMALL).items():
        check_labels(outputs[key], value)
    config = {"image_processor_type": "SegformerImageProcessor", "size": {"height": 4, "width": 6}, "do_reduce_labels": True}
    with processors.from_config(config, num_threads=1) as processor:
        labels = processor(made(24, 24), segmentation_maps=grid((24, 24), lambda y, x: x // 4))["labels"]
        assert labels.dtype == np.int64 and labels.tolist() == [[[255, 0, 1, 2, 3, 4]] * 4]
        for given, code in [({"annotations": []}, "UNSUPPORTED"), ({"segmentation_maps": np.ones((3, 3))}, "INVALID_ARGUMENT"), ({"segmentation_maps": np.full((3, 3), 300)}, "INVALID_ARGUMENT")]:
            with pytest.raises(PipelineError) as caught:
                processor(made(24, 24), **given)
            assert caught.value.code == code


FILES = [str(ROOT / "data/photos/animals/cat.jpg"), str(ROOT / GOLDEN["files"][0])]
STEPS = [
    ("ViT", "torchvision", {}),
    ("CLIP", "pil", {}),
    ("Detr", "pil", {"size": {"shortest_edge": 100, "longest_edge": 160}}),
    ("Qwen2VL", "torchvision", {"size": {"shortest_edge": 3136, "longest_edge": 50176}}),
    ("DINOv3ViT", "torchvision", {}),
]


@pytest.mark.parametrize("name,backend,config", STEPS, ids=[name for name, *_ in STEPS])
@pytest.mark.parametrize("decoded", [False, True], ids=["files", "images"])
def test_steps_in_a_pipeline_give_the_bytes_of_the_processor(name, backend, config, decoded):
    config = {"image_processor_type": f"{name}ImageProcessor", **config}
    names = []

    @pipeline_def(batch_size=1, num_threads=2, device_id=None)
    def define():
        images, _ = fn.readers.file(files=FILES)
        if decoded:
            images = fn.decoders.image(images)
        outputs = processors.preprocess(images, config, backend=backend, decoded=decoded)
        names.extend(outputs)
        return tuple(outputs.values())

    pipe = define()
    pipe.build()
    with processors.from_config(config, backend=backend, num_threads=2) as processor:
        for file in FILES:
            wanted = processor(file)
            assert list(wanted) == names
            for name, output in zip(names, pipe.run()):
                array = np.asarray(output[0])
                assert array.dtype == wanted[name].dtype
                assert array.tobytes() == wanted[name].tobytes()
    del pipe


def test_steps_are_refused():
    def define(config, **options):
        with Pipeline(batch_size=1, num_threads=1, device_id=None):
            return processors.preprocess(fn.readers.file(files=FILES)[0], config, **options)

    refused = [
        ({"image_processor_type": "VitPoseImageProcessor"}, {}, "UNSUPPORTED", "VitPoseImageProcessor"),
        ({"image_processor_type": "NoImageProcessor"}, {}, "UNSUPPORTED", "NoImageProcessor"),
        ({"image_processor_type": "ViTImageProcessor"}, {"device": "mixed"}, "INVALID_ARGUMENT", "mixed"),
    ]
    for config, options, code, word in refused:
        with pytest.raises(PipelineError, match=word) as caught:
            define(config, **options)
        assert caught.value.code == code
    with pytest.raises(RuntimeError, match="defined"):
        processors.preprocess(None, {"image_processor_type": "ViTImageProcessor"})
