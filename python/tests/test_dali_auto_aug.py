"""Augmentation policies in DALI's manner."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

from penstock.dali import fn, pipeline_def, types
from penstock.dali.auto_aug import augmentations as a
from penstock.dali.auto_aug import auto_augment, rand_augment, trivial_augment
from penstock.dali.auto_aug.core import Policy, augmentation, select, signed_bin

ROOT = Path(__file__).resolve().parents[2]
BATCH = 12


def run(definition: Callable[[Any], Any], **options: Any) -> list[np.ndarray]:
    """The first output's samples of a definition that gets the place of the sample in the batch."""

    @pipeline_def(**{"batch_size": BATCH, "num_threads": 1, "device_id": None, "seed": 7, **options})
    def define() -> Any:
        return definition(fn.external_source(source=lambda info: np.int32(info.idx_in_batch), batch=False))

    pipe = define()
    try:
        return [np.asarray(sample).copy() for sample in pipe.run()[0]]
    finally:
        pipe.close()


def photos() -> Any:
    files, _ = fn.readers.file(file_root=str(ROOT / "data" / "photos"))
    return fn.resize(fn.decoders.image(files), size=[40, 48])


@augmentation(mag_range=(0, 10), mag_to_param=lambda magnitude: np.array([1, magnitude], dtype=np.float32))
def first(data: Any, param: Any) -> Any:
    return fn.cat(data, param)


@augmentation(mag_range=(20, 30), randomly_negate=True, mag_to_param=lambda magnitude: np.array([2, magnitude], dtype=np.float32))
def second(data: Any, param: Any) -> Any:
    return fn.cat(data, param)


def test_the_parameter_follows_from_bin_and_sign() -> None:
    @augmentation(mag_range=(100, 110), randomly_negate=True)
    def shown(data: Any, param: Any) -> Any:
        return param

    given = run(lambda i: shown(i, magnitude_bin=signed_bin(i % 11, i % 2), num_magnitude_bins=11))
    assert [float(x) for x in given] == [(100 + i % 11) * (-1) ** (i % 2) for i in range(BATCH)]


def test_select_runs_for_each_sample_the_one_that_is_chosen() -> None:
    empty = np.array([], dtype=np.float32)
    given = run(
        lambda i: select([first, second], i % 2, types.Constant(empty), magnitude_bin=signed_bin(i % 5, 0), num_magnitude_bins=11)
    )
    assert [x.tolist() for x in given] == [[1 + i % 2, 20 * (i % 2) + i % 5] for i in range(BATCH)]


def test_steps_of_a_policy_are_taken_by_their_probabilities() -> None:
    with pytest.warns(UserWarning, match="never runs"):
        policy = Policy("own", 11, [[(first, 1.0, 3), (second, 0.0, 4), (second, 1.0, 5)], [(second, 1.0, 1)]])
    empty = np.array([], dtype=np.float32)
    given = {tuple(np.abs(x)) for x in run(lambda i: auto_augment.apply_auto_augment(policy, types.Constant(empty)), batch_size=64)}
    assert given == {(1, 3, 2, 25), (2, 21)}


@pytest.mark.parametrize(
    "apply",
    [
        lambda x: auto_augment.auto_augment(x, "image_net"),
        lambda x: auto_augment.auto_augment(x, "reduced_image_net", seed=3),
        lambda x: auto_augment.auto_augment(x, "svhn", shape=(40, 48), fill_value=None),
        lambda x: auto_augment.auto_augment(x, "reduced_cifar10", interp_type=types.INTERP_NN),
        lambda x: rand_augment.rand_augment(x, n=2, m=9),
        lambda x: rand_augment.rand_augment(x, n=3, m=17, monotonic_mag=False, excluded=["rotate"]),
        lambda x: trivial_augment.trivial_augment_wide(x),
    ],
)
def test_policies_change_images_and_follow_the_seed(apply: Callable[[Any], Any]) -> None:
    plain = run(lambda _: photos())
    changed, again = (run(lambda _: apply(photos())) for _ in range(2))
    assert all(x.shape == (40, 48, 3) and x.dtype == np.uint8 for x in changed)
    assert all(np.array_equal(x, y) for x, y in zip(changed, again))
    assert sum(not np.array_equal(x, y) for x, y in zip(plain, changed)) > BATCH // 2


def test_an_affine_magnitude_moves_pixels() -> None:
    shifted = a.translate_x_no_shape.augmentation((0, 8), randomly_negate=False, mag_to_param=a.warp_x_param)
    plain = run(lambda _: photos())
    moved = run(lambda _: shifted(photos(), magnitude_bin=2, num_magnitude_bins=3, fill_value=0))
    for one, other in zip(plain, moved):
        assert np.array_equal(one[:, :-8], other[:, 8:])
        assert not other[:, :8].any()


def test_policies_are_those_of_typescript() -> None:
    source = ROOT / "src" / "augment" / "policies.ts"
    if not source.exists():
        pytest.skip("the sources are not here")
    tables = re.findall(r"parsed\(`\n(.*?)`\)", source.read_text(), re.S)
    tables = [re.sub("[A-Z]", lambda found: "_" + found[0].lower(), table) for table in tables]
    own = [getattr(auto_augment, name) for name in ("_IMAGE_NET", "_REDUCED_IMAGE_NET", "_REDUCED_CIFAR10", "_SVHN")]
    assert [table.split() for table in tables] == [table.split() for table in own]


def test_wrong_settings_are_named() -> None:
    with pytest.raises(ValueError, match="probability .* sub_policies\\[0\\]\\[0\\]"):
        Policy("own", 9, [[(first, 2, 2)]])
    with pytest.raises(ValueError, match="bin from 0 to 8"):
        Policy("own", 9, [[(first, 1, 9)]])
    with pytest.raises(TypeError, match="positional"):
        augmentation(lambda data: data)
    with pytest.raises(ValueError, match="for m but received 31"):
        run(lambda i: rand_augment.rand_augment(i, n=1, m=31))
    with pytest.raises(TypeError, match="shape"):
        suite = rand_augment.get_rand_augment_suite(use_shape=True)
        run(lambda i: rand_augment.apply_rand_augment(suite, i, 1, 3))
    with pytest.raises(TypeError, match="shpae"):
        run(lambda i: trivial_augment.apply_trivial_augment([first], i, shpae=1))
