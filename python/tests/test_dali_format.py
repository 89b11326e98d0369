"""The graph format: Python writes what TypeScript and C++ write, and refuses what they refuse, with the same words."""

from __future__ import annotations

import json
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any, Dict, List

import pytest

from penstock.dali import fn, math, pipeline_def, types
from penstock.dali.pipeline import Pipeline

FORMAT = Path(__file__).resolve().parents[2] / "test" / "graph" / "format"
OPTIONS = {"batch_size": 2, "num_threads": 1, "seed": 7, "device_id": None}


def stored(name: str) -> str:
    return (FORMAT / f"{name}.json").read_text()


def plain(text: Any) -> Any:
    return json.loads(text, object_hook=lambda one: {key: "" if key == "callSite" else value for key, value in one.items()})


@pipeline_def(**OPTIONS)
def classification():
    jpegs, labels = fn.readers.file(files=["cat.jpg", "dog.jpg"], file_root="photos", labels=[0, 1], name="photos", random_shuffle=True)
    images = fn.decoders.image_random_crop(jpegs, seed=3, random_area=[0.1, 1.0], on_error="placeholder")
    resized = fn.resize(images, size=[224, 224], interp_type=types.INTERP_TRIANGULAR)
    mirror = fn.random.coin_flip(probability=0.5)
    out = fn.crop_mirror_normalize(resized, dtype=types.FLOAT, output_layout="CHW", mean=[128.0, 128.0, 128.0], mirror=mirror)
    return out, labels


@pipeline_def(**OPTIONS)
def arithmetic():
    x = fn.external_source(name="x", dtype=types.FLOAT, ndim=2)
    y = x * 2 + fn.random.uniform(range=[-1.0, 1.0])
    return math.clamp(y, 0, 1), x[0:2, 1]


@pipeline_def(**OPTIONS)
def numbers():
    x = fn.external_source(name="x", dtype=types.FLOAT, ndim=1)
    table = fn.constant(fdata=[nan, inf, -inf, 0.5], shape=[4], dtype=types.FLOAT)
    return math.max(x + table, -inf), fn.pad(x, fill_value=nan, shape=[8])


@pipeline_def(enable_conditionals=True, **OPTIONS)
def branches():
    x = fn.external_source(name="x", dtype=types.UINT8, layout="HWC")
    if fn.random.coin_flip():
        out = fn.flip(x, horizontal=1)
    else:
        out = fn.rotate(x, angle=fn.random.uniform(range=[-10.0, 10.0]))
    return out


@pipeline_def(**OPTIONS)
def audio():
    data = fn.readers.file(files=["a.wav"], name="sounds")[0]
    decoded, rate = fn.decoders.audio(data, dtype=types.FLOAT, downmix=True)
    spectrogram = fn.spectrogram(decoded, nfft=512, window_length=400)
    return fn.to_decibels(fn.mel_filter_bank(spectrogram, nfilter=80)), rate


@pytest.mark.parametrize("made", [classification, arithmetic, numbers, branches, audio])
def test_a_definition_is_written_as_by_the_other_languages(made: Any) -> None:
    own, theirs = plain(made().serialize()), plain(stored(made.__name__))
    assert own["graph"] == theirs["graph"]
    assert own["options"] == {**own["options"], **theirs["options"]}


NAMES = ["classification", "arithmetic", "numbers", "branches", "audio"]


@pytest.mark.parametrize("name", NAMES)
def test_a_text_is_written_as_it_was_read(name: str) -> None:
    assert plain(Pipeline.deserialize(stored(name).encode()).serialize())["graph"] == plain(stored(name))["graph"]


def changed(at: List[Any], to: Any) -> bytes:
    text = json.loads(stored("classification"))
    parent = text
    for step in at[:-1]:
        parent = parent[step]
    if to is None:
        del parent[at[-1]]
    else:
        parent[at[-1]] = to[0]
    return json.dumps(text).encode()


@pytest.mark.parametrize("fault", json.loads(stored("faults")), ids=lambda fault: fault["says"])
def test_a_wrong_text_is_refused_in_the_same_words(fault: Any) -> None:
    with pytest.raises(RuntimeError) as raised:
        Pipeline.deserialize(changed(fault["at"], [fault["to"]] if "to" in fault else None))
    assert str(raised.value).startswith(fault["says"])


def test_a_text_of_a_newer_version_says_who_reads_it() -> None:
    with pytest.raises(RuntimeError, match="Expected version 1 for penstock but received 2. A newer penstock wrote it"):
        Pipeline.deserialize(changed(["penstock"], [2]))


@pytest.mark.parametrize("text", [b"", b"[]", b"\xff", b'{"penstock": NaN}', b"[" * 1_000_000, changed(["graph", "nodes", 0, "args", "x"], [json.loads("[" * 70 + "]" * 70)])])
def test_what_is_no_text_of_a_pipeline_is_refused(text: bytes) -> None:
    with pytest.raises(RuntimeError, match="Expected"):
        Pipeline.deserialize(text)


def test_a_text_runs_no_code_of_files_and_no_function_of_this_process() -> None:
    for op, args in (("jsFunction", {"module": "file:///tmp/x.mjs"}), ("pythonFunction", {"id": 0})):
        text = json.loads(stored("classification"))
        text["graph"]["nodes"][2].update({"op": op, "args": args, "onError": "throw"})
        with pytest.raises(RuntimeError):
            Pipeline.deserialize(json.dumps(text).encode()).build()


HOSTILE = [
    None, True, -1, 0, 1, 0.5, 7, 99, 2**31, 2**53, 2**70, 1e308, "", "x", "merge", "jsFunction", "pythonFunction", "__proto__", "../../etc/passwd",
    "\ud800", "a" * 100_000, [], [[]], {}, {"node": 0, "output": 0}, {"node": 99, "output": 0}, [{"node": -1}],
]  # fmt: skip


def places(value: Any, at: List[Any]) -> List[List[Any]]:
    """All places of a text, those of inner values behind that which holds them."""
    found = [at] if at else []
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        found += places(one, [*at, key])
    return found


def mutated(random: Random) -> Any:
    """A text of a stranger's, and the number of the node in which it was changed, if it was in one."""
    name = random.choice(NAMES)
    data = stored(name).encode()
    way = random.randrange(8)
    if way < 2:
        # Bytes: some are others, or missing.
        where, count = random.randrange(len(data)), random.choice([1, 1, 3, 200])
        return data[:where] + random.choice([b"", bytes(random.randrange(256) for _ in range(count))]) + data[where + count :], None
    text = json.loads(data)
    at = random.choice([place for place in places(text, []) if place[0] != "options"] if way < 7 else places(text, []))
    parent = text
    for step in at[:-1]:
        parent = parent[step]
    if way == 2:
        del parent[at[-1]]
    elif way == 3 and isinstance(parent, list):
        parent.append(parent[at[-1]])
    elif way == 4 and isinstance(parent, dict):
        parent[random.choice(["x", "__proto__", "guards", "seed", "onError"])] = parent[at[-1]]
    else:
        parent[at[-1]] = random.choice(HOSTILE)
    return json.dumps(text).encode(), at[2] if at[:2] == ["graph", "nodes"] and len(at) > 3 else None


@pytest.mark.parametrize("number", range(4))
def test_a_text_of_a_stranger_is_a_pipeline_or_is_refused(number: int) -> None:
    random = Random(number)
    ends: Dict[str, int] = {"built": 0, "refused": 0}
    for _ in range(50):
        data, node = mutated(random)
        pipe = None
        try:
            pipe = Pipeline.deserialize(data, num_threads=1)
            pipe.build()
            ends["built"] += 1
        except (RuntimeError, TypeError, ValueError) as error:
            ends["refused"] += 1
            message = str(error)
            assert "INTERNAL" not in message and "KeyError" not in message and message.strip(), (data, message)
            assert len(message) < 2000, (data, message)
            if node is not None:
                # It may be wrong beside another node: the one that reads it, or one of the same name.
                nodes = json.loads(data)["graph"]["nodes"]
                names = [str(one.get(key)) for one in nodes if isinstance(one, dict) for key in ("op", "name") if one.get(key)]
                assert f"node {node}" in message or any(one[:50] in message for one in names), (data, message)
        finally:
            if pipe is not None:
                pipe.close()
    assert min(ends.values()) > 0, ends
