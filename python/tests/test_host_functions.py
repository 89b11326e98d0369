"""Functions of Python that the host calls for its pipelines."""

import json
import threading
import time

import numpy as np
import pytest

from conftest import ROOT, run_node, until
from penstock import PipelineError
from penstock.dali import _host
from penstock.dali._host import Feed, open_pipeline
from test_host import code_of, opened, run, text_of  # noqa: F401

# The input of the function is output 0, what it makes of it are the others.
FED = """pipelineDef({ batchSize: 8, numThreads: 1, ...OPTIONS }, () => {
  const a = fn.externalSource({ name: 'a', dtype: 'int32' })
  return [fn.copy(a)]
})()"""
READER = """pipelineDef({ batchSize: 3, numThreads: 2, enableConditionals: true }, () => {
  const [jpegs, labels] = fn.readers.file({ fileRoot: 'PHOTOS', name: 'train' })
  return [fn.decoders.image(jpegs), labels, cond(math.eq(math.mod(labels, 2), 0), () => fn.copy(labels), () => math.mul(labels, 10))]
})()""".replace("PHOTOS", str(ROOT / "data" / "photos"))


def with_function(text, inputs, outputs, *, place=None, guards=None):
    """The text with a node that calls function 1 for these values, before the node at ``place``; its outputs follow the others."""
    document = json.loads(text)
    nodes = document["graph"]["nodes"]
    number = 1 + max(node["id"] for node in nodes)
    count = outputs if isinstance(outputs, int) else len(outputs)
    node = {
        "id": number,
        "op": "pythonFunction",
        "name": "mine",
        "device": "cpu",
        "inputs": inputs,
        "args": {"id": 1, "outputs": outputs},
        "argInputs": {},
        "numOutputs": count,
        "callSite": "train.py:3:1",
        **({"guards": guards} if guards else {}),
    }
    nodes.insert(len(nodes) if place is None else place, node)
    if guards is None:
        named = "name" in document["graph"]["outputs"][0]
        document["graph"]["outputs"] += [
            {"value": {"node": number, "output": i}, **({"name": f"made{i}"} if named else {})} for i in range(count)
        ]
    return json.dumps(document)


def by_sample(function):
    """A function as the host's process calls it, of one that gives a list with the samples of each output."""
    return lambda inputs: zip(*function(inputs))


def fed(function, outputs=1, **options):
    return fed_by_sample(by_sample(function), outputs, **options)


def fed_by_sample(function, outputs=1, **options):
    text = text_of(FED.replace("OPTIONS", json.dumps(options)))
    value = json.loads(text)["graph"]["outputs"][0]["value"]
    return open_pipeline(with_function(text, [value], outputs), functions={1: function})


@pytest.fixture
def closing():
    made = []
    yield made.append
    for one in made:
        one.close()


@pytest.mark.parametrize("options", [{}, {"execDynamic": False}, {"execPipelined": False}], ids=["dynamic", "pipelined", "simple"])
def test_a_function_makes_each_batch_in_order(closing, options):
    sizes = []

    def twice(inputs):
        (samples,) = inputs
        sizes.append(len(samples))
        return [[2 * sample for sample in samples], [np.float32(sample.size) for sample in samples]]

    pipe = fed(twice, 2, **options)
    closing(pipe)
    for i in range(20):
        samples = [np.full(1 + (i + k) % 5, 10 * i + k, np.int32) for k in range(1 + i % 8)]
        first, doubled, counts = run(pipe, a=[Feed(samples)]).outputs
        assert [array.tolist() for array in first.samples()] == [array.tolist() for array in samples]
        assert [array.tolist() for array in doubled.samples()] == [(2 * array).tolist() for array in samples]
        assert counts.array().tolist() == [len(array) for array in samples] and counts.dtype == np.float32
    assert sizes == [1 + i % 8 for i in range(20)]


def test_the_results_are_of_any_dtype_and_shape(closing):
    made = []
    pipe = fed(lambda inputs: [made[-1]])
    closing(pipe)
    for dtype in ("uint8", "float16", "bool", "int64", "float64"):
        for shape in ((), (0, 3), (4, 5)):
            made.append([np.ones(shape, dtype)] * 2)
            output = run(pipe, a=[Feed([np.int32(1)] * 2)]).outputs[1]
            assert output.dtype == dtype
            assert all(array.shape == shape and (array == 1).all() for array in output.samples())
    # Much more than a room has.
    made.append([np.arange(3_000_000), np.arange(2)])
    assert [array.sum() for array in run(pipe, a=[Feed([np.int32(1)] * 2)]).outputs[1].samples()] == [4499998500000, 1]


def test_what_was_declared_is_checked(closing):
    made = [[np.int32(1)], [np.uint8(1)], [np.zeros(3, np.uint8)]]
    pipe = fed(lambda inputs: [made[-1]], [{"dtype": "uint8", "ndim": 1}])
    closing(pipe)
    assert run(pipe, a=[Feed([np.int32(1)])]).outputs[1].array().shape == (1, 3)
    for _ in range(2):
        made.pop()
        assert code_of(lambda: run(pipe, a=[Feed([np.int32(1)])])) == "INVALID_INPUT"


def test_arrays_that_a_function_keeps_stay_as_they_are(closing):
    kept = []

    def keep(inputs):
        kept.append(inputs[0])
        return inputs

    pipe = fed(keep)
    closing(pipe)
    for i in range(12):
        run(pipe, a=[Feed([np.full(1000, i, np.int32)] * 2)])
    assert [[array[0] for array in samples] for samples in kept] == [[i, i] for i in range(12)]
    rooms = _host.the_host().functions._rooms
    # What is kept is the arrays' own: the host has no room for it.
    until(lambda: len(rooms) < 12)
    kept.clear()
    for i in range(30):
        run(pipe, a=[Feed([np.full(1000, i, np.int32)] * 2)])
        kept.clear()
    assert len(rooms) < 20
    pipe.close()
    until(lambda: not rooms)


def test_the_memory_of_calls_does_not_grow(closing):
    sizes = []

    def twice(inputs):
        sizes.append([room.memory(0).size for room in _host.the_host().functions._rooms.values()])
        return [[2 * a for a in inputs[0]]]

    pipe = fed(twice)
    closing(pipe)
    for i in range(30):
        run(pipe, a=[Feed([np.full(200_000, i, np.int32)] * 2)])
    # Inputs and outputs of one batch take 3.2 MB.
    assert max(map(max, sizes)) < 8e6 and max(map(len, sizes)) <= 3


def test_what_a_function_raises_fails_its_batch(closing):
    def fails(inputs):
        if inputs[0][0] == 3:
            raise ZeroDivisionError("three")
        return inputs

    pipe = fed(fails)
    closing(pipe)
    for i in range(3):
        run(pipe, a=[Feed([np.int32(i)])])
    with pytest.raises(PipelineError, match="ZeroDivisionError: three") as error:
        run(pipe, a=[Feed([np.int32(3)])])
    assert error.value.code == "USER_FUNCTION" and error.value.op == "pythonFunction"
    assert error.value.call_site == "train.py:3:1"
    assert type(error.value.__cause__) is ZeroDivisionError
    # Data that is fed goes on behind a batch that has failed.
    assert run(pipe, a=[Feed([np.int32(5)])]).outputs[1].array().tolist() == [5]


@pytest.mark.parametrize(
    "made, text",
    [
        (3, "'int' object is not iterable"),
        ([[np.int32(1)] * 2], "Expected 1 outputs of a sample but received 2"),
        ([], "Expected results for 1 samples but received 0"),
        ([[np.int32(1)]] * 2, "Expected results for 1 samples but received 2"),
        ([["text"]], "dtype <U4"),
    ],
)
def test_wrong_results(closing, made, text):
    pipe = fed_by_sample(lambda inputs: made)
    closing(pipe)
    with pytest.raises(PipelineError, match=text):
        run(pipe, a=[Feed([np.int32(1)])])


def test_a_function_gets_the_samples_of_its_branch(closing):
    text = text_of(READER)
    document = json.loads(text)
    nodes = document["graph"]["nodes"]
    # The node of the branch of odd labels becomes a function.
    place = next(i for i, node in enumerate(nodes) if node["op"] == "math" and node.get("guards"))
    node = nodes[place]
    seen = []

    def times(inputs):
        seen.append([label.item() for label in inputs[0]])
        return [[(10 * label).astype(np.int32) for label in inputs[0]]]

    nodes[place] = {
        **{key: node[key] for key in ("id", "name", "device", "guards", "callSite")},
        "op": "pythonFunction",
        "inputs": node["inputs"][:1],
        "args": {"id": 1, "outputs": 1},
        "argInputs": {},
        "numOutputs": 1,
    }
    pipe = open_pipeline(json.dumps(document), functions={1: by_sample(times)})
    reference = open_pipeline(text)
    closing(pipe)
    closing(reference)
    for _ in range(20):
        got, want = run(pipe).outputs, run(reference).outputs
        assert got[2].array().tolist() == want[2].array().tolist()
        labels = [label.item() for label in want[1].samples()]
        odd = [label for label in labels if label % 2]
        # The function is not called for a batch of which no sample takes the branch.
        assert not odd or odd in seen


def test_text_that_a_host_does_not_read_names_no_function(closing):
    text = text_of(FED.replace("OPTIONS", "{}"))
    value = json.loads(text)["graph"]["outputs"][0]["value"]
    named = with_function(text, [value], 1)
    with pytest.raises(PipelineError, match="the number of a function that was given"):
        open_pipeline(named).build()
    script = f"import {{ Pipeline }} from 'penstock-data'\ntry {{ Pipeline.deserialize({json.dumps(named)}) }} catch (e) {{ console.log(e.message) }}"
    assert '"pythonFunction"' in run_node(script)


def test_close_does_not_wait_for_a_function(closing):
    goes_on = threading.Event()
    begun = threading.Event()

    def waits(inputs):
        begun.set()
        goes_on.wait(30)
        return inputs

    pipe = fed(waits)
    pipe.schedule({"a": [Feed([np.int32(1)])]})
    assert begun.wait(20)
    start = time.monotonic()
    pipe.close()
    assert time.monotonic() - start < 5
    goes_on.set()
    other = fed(lambda inputs: inputs)
    closing(other)
    assert run(other, a=[Feed([np.int32(4)])]).outputs[1].array().tolist() == [4]


def test_a_function_may_run_another_pipeline(closing):
    inner = fed(lambda inputs: [[sample + 1 for sample in inputs[0]]])
    # Its own function is called by the same thread, which is busy: so it has none here.
    plain = open_pipeline(text_of(FED.replace("OPTIONS", "{}")))
    closing(inner)
    closing(plain)

    def outer(inputs):
        return [list(run(plain, a=[Feed(inputs[0])]).outputs[0].samples())]

    pipe = fed(outer)
    closing(pipe)
    for i in range(5):
        assert run(pipe, a=[Feed([np.int32(i)])]).outputs[1].array().tolist() == [i]
