"""Image processors: the digests of test/golden/processors.json, for files, arrays and batches, and what is refused."""

import hashlib
import json
import pathlib

import numpy as np
import pytest
from penstock import processors
from penstock._errors import PipelineError

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


@pytest.mark.parametrize("name", ["ViT", "Detr", "Qwen2VL"])
def test_gives_the_numbers_of_transformers(name):
    cases = [case for case in GOLDEN["cases"] if case["name"] == name and case["backend"] == "torchvision"]
    config, results = cases[1]["config"], cases[1]["results"]
    with processors.from_config({"image_processor_type": f"{name}ImageProcessor", **config}, num_threads=2) as processor:
        assert (processor.class_name, processor.backend) == (f"{name}ImageProcessor", "torchvision")
        assert [digest(processor(image)) for image in IMAGES] == results


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
