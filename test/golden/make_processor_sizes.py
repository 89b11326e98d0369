"""Goldens of the rules of sizes of image processors: for 10,000 drawn sizes of images a digest of what the functions of
transformers give, and the first of them as numbers.

    pip install transformers torch torchvision pillow
    python test/golden/make_processor_sizes.py
"""
import hashlib
import json
import pathlib

import numpy as np
import transformers
from transformers import Gemma3ImageProcessor, Idefics3ImageProcessor, SamImageProcessor
from transformers.image_processing_utils import get_patch_output_size, select_best_resolution
from transformers.image_transforms import get_resize_output_image_size, get_size_with_aspect_ratio
from transformers.image_utils import get_image_size_for_max_height_width
from transformers.models.dpt.image_processing_dpt import get_resize_output_image_size as dpt
from transformers.models.glm4v.image_processing_glm4v import smart_resize as glm
from transformers.models.got_ocr2.image_processing_got_ocr2 import get_optimal_tiled_canvas
from transformers.models.idefics3.image_processing_idefics3 import get_resize_output_image_size as idefics
from transformers.models.llava_next.image_processing_llava_next import LlavaNextImageProcessor
from transformers.models.pixtral.image_processing_pixtral import get_resize_output_image_size as pixtral
from transformers.models.qwen2_vl.image_processing_qwen2_vl import smart_resize as qwen
from transformers.models.siglip2.image_processing_siglip2 import get_image_size_for_max_num_patches as siglip
from transformers.models.yolos.image_processing_yolos import get_size_with_aspect_ratio_yolos as yolos

COUNT = 10_000
#: The short tests take this many.
BRIEF = 500
#: Sides are drawn up to one of these.
LIMITS = (8, 64, 700, 6000)


def draws():
    """A generator that the test has too."""
    state = 41

    def following(n):
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return (state >> 8) % n

    for _ in range(COUNT):
        limit = LIMITS[following(len(LIMITS))]
        other = LIMITS[following(len(LIMITS))]
        yield 1 + following(limit), 1 + following(other)


class Shape:
    """An image without pixels."""

    def __init__(self, height, width):
        self.shape = (3, height, width)

    def size(self):
        return self.shape


def empty(height, width):
    return np.broadcast_to(np.zeros(1, np.uint8), (3, height, width))


def tiles(height, width):
    best = select_best_resolution((height, width), LlavaNextImageProcessor.image_grid_pinpoints)
    return *get_patch_output_size(empty(height, width), best, "channels_first"), *best


def encoder(height, width):
    first = idefics(Shape(height, width), 4 * 364)
    found = []
    own = Idefics3ImageProcessor()
    own.resize = lambda image, size, resample=None: found.extend((size.height, size.width))
    own.resize_for_vision_encoder(Shape(*first), 364)
    return *first, *found


gemma = Gemma3ImageProcessor()


def scan(height, width):
    parts = gemma.pan_and_scan_batched(empty(height, width), 256, 4, 1.2)
    return len(parts), *(n for part in parts for n in part.shape[-2:])


sam = SamImageProcessor()
RULES = {
    "shortest_edge": lambda h, w: get_resize_output_image_size(empty(h, w), 224, False, input_data_format="channels_first"),
    "edges": lambda h, w: get_size_with_aspect_ratio((h, w), 800, 1333),
    "limits": lambda h, w: get_image_size_for_max_height_width((h, w), 224, 300),
    "yolos": lambda h, w: yolos((h, w), 800, 1333),
    "sam": lambda h, w: sam._get_preprocess_shape((h, w), 1024),
    "dpt": lambda h, w: [n for _, n in dict(dpt(empty(h, w), (518, 518), True, 14)).items()],
    "qwen2_vl": lambda h, w: qwen(h, w, 28, 56 * 56, 28 * 28 * 1280),
    "glm4v": lambda h, w: glm(2, h, w, 2, 28, 112 * 112, 28 * 28 * 15000),
    "siglip2": lambda h, w: siglip(h, w, 16, 256),
    "llava_next": tiles,
    "got_ocr2": lambda h, w: get_optimal_tiled_canvas((h, w), (384, 384), 1, 12),
    "gemma3": scan,
    "pixtral": lambda h, w: pixtral(empty(h, w), (1024, 1024), (16, 16), "channels_first"),
    "idefics3": encoder,
}


def numbers(rule, height, width):
    """-1: the rule refuses the size, or makes a side of none or of more than 65536 pixels, which penstock's images do not have."""
    try:
        made = [int(n) for n in rule(height, width)]
    except ValueError:
        return [-1]
    return made if rule is scan or 0 < min(made) <= max(made) <= 65536 else [-1]


rules = {}
for name, rule in RULES.items():
    digest, brief, first = hashlib.sha256(), "", []
    for i, (height, width) in enumerate(draws()):
        made = numbers(rule, height, width)
        digest.update(f"{' '.join(map(str, made))}\n".encode())
        if i == BRIEF - 1:
            brief = digest.hexdigest()
        if i < 12:
            first.append([height, width, *made])
    rules[name] = {"digest": digest.hexdigest(), "brief": brief, "first": first}
text = json.dumps({"transformers": transformers.__version__, "count": COUNT, "brief": BRIEF, "limits": LIMITS, "rules": rules})
(pathlib.Path(__file__).parent / "processor_sizes.json").write_text(text.replace('"rules"', '\n"rules"').replace('}, "', '},\n"') + "\n")
