"""Imperative mode: tensors, batches, calls, readers, devices and contexts by DALI's names, and what a call costs."""

from __future__ import annotations

import os
import threading
from typing import Any, Callable, Iterator, List

import numpy as np
import pytest

import penstock.dali.experimental.dynamic as ndd
from conftest import PHOTOS, run_node
from penstock.dali import types
from penstock.dali._wire import Wire
from penstock.dali.experimental.dynamic._session import session


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> List[int]:
    """Grows with each write to the host but those that only give memory back: what is recorded goes with the question that follows."""
    session()
    made: List[int] = []
    flush = Wire.flush

    def counted(self: Wire) -> bool:
        if any(b'"t":"free"' not in message for message in self._outbox):
            made.append(len(self._outbox))
        return flush(self)

    monkeypatch.setattr(Wire, "flush", counted)
    return made


def photo_files(count: int = 4) -> List[str]:
    return sorted(str(path) for path in PHOTOS.rglob("*.jpg"))[:count]


# ---- round trips ----


def test_a_loop_of_five_calls_costs_one_round_trip(writes: List[int]) -> None:
    given = ndd.batch(np.arange(8, dtype=np.float32).reshape(4, 2))
    np.asarray(ndd.as_tensor(given * 1))
    for step in range(1, 6):
        writes.clear()
        value = given
        for _ in range(5):
            value = value + step
        assert not writes
        assert np.asarray(ndd.as_tensor(value))[0, 0] == 5 * step
        assert len(writes) == 1


def test_a_step_of_a_reader_loop_costs_one_round_trip(writes: List[int]) -> None:
    reader = ndd.readers.File(file_root=str(PHOTOS))
    steps = 0
    for jpegs, labels in reader.next_epoch(batch_size=4):
        steps += 1
        if steps > 1:
            # The question of the step before, which brought this item too.
            assert len(writes) == 1
        writes.clear()
        images = ndd.decoders.image(jpegs)
        images = ndd.resize(images, size=(16, 16))
        images = ndd.rotate(images, angle=ndd.random.uniform(batch_size=jpegs.batch_size, range=(-10, 10)), keep_size=True)
        images = ndd.crop_mirror_normalize(images, mean=[128.0], std=[64.0])
        assert ndd.as_tensor(images).evaluate().shape == (jpegs.batch_size, 3, 16, 16)
    assert steps > 2


def test_many_calls_begin_before_they_are_read(writes: List[int]) -> None:
    value = ndd.tensor([0])
    for _ in range(60):
        value = value + 1
    assert 1 <= len(writes) <= 3
    assert value.item() == 60


def test_values_that_nothing_refers_to_are_dropped_in_the_host() -> None:
    to = session()
    before = len(to._alive)
    for step in range(100):
        value = ndd.tensor([step]) + 1
        assert value.item() == step + 1
        del value
    assert len(to._alive) <= before + 30


# ---- tensors and batches ----


@pytest.mark.parametrize(
    ("data", "dtype", "shape"),
    [
        (3, ndd.int32, ()),
        (2.5, ndd.float32, ()),
        (True, ndd.bool, ()),
        ([[1, 2], [3, 4]], ndd.int32, (2, 2)),
        (np.zeros((2, 3), np.float64), ndd.float64, (2, 3)),
        (np.zeros((0, 3), np.uint16), ndd.uint16, (0, 3)),
    ],
)
def test_tensors_of_data(data: Any, dtype: Any, shape: Any) -> None:
    for make in (ndd.tensor, ndd.as_tensor):
        made = make(data)
        assert (made.dtype, made.shape, made.ndim, made.device) == (dtype, shape, len(shape), ndd.Device("cpu"))
        assert made.layout is None and made.size == np.prod(shape) and made.nbytes == made.size * dtype.bytes
        np.testing.assert_array_equal(np.asarray(made), np.asarray(data))


def test_a_tensor_takes_dtype_layout_and_copies() -> None:
    array = np.arange(6, dtype=np.uint8).reshape(2, 3)
    copied, wrapped = ndd.tensor(array, dtype=ndd.float32, layout="HW"), ndd.as_tensor(array)
    array[0, 0] = 100
    assert copied.dtype == ndd.float32 and copied.layout == "HW" and np.asarray(copied)[0, 0] == 0
    assert np.asarray(wrapped)[0, 0] == 100
    assert ndd.as_tensor(wrapped) is not None and np.shares_memory(np.asarray(ndd.as_tensor(wrapped)), array)
    assert not np.shares_memory(np.asarray(ndd.tensor(wrapped)), array)
    assert ndd.int16([1, 2]).dtype == ndd.int16
    with pytest.raises(ValueError, match="dtype cannot be overridden"):
        ndd.int16([1], dtype=ndd.int8)


def test_arrays_over_a_tensor_share_its_memory() -> None:
    tensor = ndd.tensor([1, 2, 3]) * 1
    np.asarray(tensor)[0] = 42
    np.array(tensor)[1] = 0
    np.testing.assert_array_equal(np.from_dlpack(tensor), [42, 2, 3])
    assert not hasattr(tensor, "__cuda_array_interface__")


def test_what_is_no_tensor_is_refused() -> None:
    for wrong in ("text", None, [[1], [1, 2]], object()):
        with pytest.raises((TypeError, ValueError)):
            ndd.tensor(wrong)
    with pytest.raises(ValueError, match="expected 1"):
        ndd.tensor([1, 2]).item()
    with pytest.raises(TypeError, match="np.zeros|None"):
        ndd.batch([np.zeros(2), None])
    with pytest.raises(ValueError, match="Element type"):
        ndd.batch([])


def test_batches_of_data() -> None:
    ragged = ndd.batch([np.zeros((2, 3)), np.ones((1, 3))], layout="HW")
    assert ragged.batch_size == 2 and ragged.shape == [(2, 3), (1, 3)] and ragged.layout == "HW" and ragged.ndim == 2
    dense = ndd.as_batch(np.arange(6).reshape(3, 2))
    assert dense.batch_size == 3 and dense.dtype == ndd.int64 and dense.size == 6
    assert [tuple(np.asarray(one)) for one in dense] == [(0, 1), (2, 3), (4, 5)]
    assert ndd.batch([1, 2, 3]).shape == [(), (), ()]
    assert ndd.batch([], dtype=ndd.float32).batch_size == 0
    assert ndd.batch(dense, dtype=ndd.float32).dtype == ndd.float32
    again = ndd.as_batch([dense.tensors[2], dense.tensors[0]])
    np.testing.assert_array_equal(ndd.as_tensor(again), [[4, 5], [0, 1]])
    mixed = ndd.as_batch([ndd.tensor([1, 2]) + 1, ndd.tensor([3]) + 1])
    assert mixed.shape == [(2,), (1,)] and np.asarray(mixed.tensors[1]) == [4]
    assert ndd.Batch.broadcast([1, 2], 3).shape == [(2,)] * 3
    assert ndd.Batch([1, 2]).batch_size == 2 and ndd.Tensor([1, 2], dtype=ndd.float32).dtype == ndd.float32
    spread = ndd.as_batch(ndd.tensor([[1, 2], [3, 4]]) + 1)
    np.testing.assert_array_equal(spread.tensors[1], [4, 5])


def test_a_batch_has_no_brackets_but_tensors_and_slice() -> None:
    batch = ndd.batch(np.arange(24).reshape(2, 3, 4)) + 0
    with pytest.raises(TypeError):
        batch[0]  # type: ignore[index]
    assert batch.tensors[0].shape == (3, 4) and batch.tensors[[1]].batch_size == 1 and batch.tensors[:].batch_size == 2
    assert len(batch.tensors) == 2 and isinstance(batch.select(1), ndd.Tensor) and batch.select(...) is batch
    with pytest.raises(IndexError):
        batch.tensors[2]
    assert batch.slice[1:].shape == [(2, 4)] * 2 and batch.slice[..., 0].shape == [(3,)] * 2
    cut = batch.slice[ndd.batch([0, 2]), ndd.batch([1, 3]) :]
    np.testing.assert_array_equal(cut.tensors[0], [1, 2, 3])
    np.testing.assert_array_equal(cut.tensors[1], [23])


NUMBERS = np.arange(60).reshape(3, 4, 5)


@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize(
    "index", [0, -1, slice(1, None), (slice(None), 1), (Ellipsis, 2), (1, slice(0, 2)), (slice(None), slice(None, None, 2)), (0, 1, 2)]
)
def test_parts_of_tensors_are_those_of_numpy(index: Any, lazy: bool) -> None:
    tensor = ndd.tensor(NUMBERS, layout="ABC")
    part = ((tensor + 0) if lazy else tensor)[index]
    np.testing.assert_array_equal(np.asarray(part), NUMBERS[index])
    assert part.shape == NUMBERS[index].shape


def test_parts_by_tensors_and_wrong_parts() -> None:
    tensor = ndd.tensor(NUMBERS)
    np.testing.assert_array_equal(np.asarray(tensor[ndd.tensor(1)]), NUMBERS[1])
    np.testing.assert_array_equal(np.asarray(tensor[ndd.tensor(1) : ndd.tensor(2)]), NUMBERS[1:2])
    assert tensor[:] is tensor
    with pytest.raises(IndexError):
        tensor[3]
    with pytest.raises(ValueError, match="greater than the number of dimensions"):
        tensor[0, 0, 0, 0]
    with pytest.raises(ValueError, match="Ellipsis"):
        tensor[..., ...]


@pytest.mark.parametrize(
    "operation",
    [
        lambda a, b: a + b,
        lambda a, b: 2 - a,
        lambda a, b: a * 1.5,
        lambda a, b: a / b,
        lambda a, b: -a,
        lambda a, b: a**2,
        lambda a, b: a > b,
        lambda a, b: a == b,
        lambda a, b: a & 3 | b ^ 1,
        lambda a, b: [10, 20, 30] + a,
    ],
)
def test_arithmetic_is_that_of_numpy(operation: Callable[[Any, Any], Any]) -> None:
    a, b = np.array([1, 5, 3], np.int32), np.array([4, 5, 2], np.int32)
    expected = operation(a, b)
    for left, right in ((ndd.tensor(a), ndd.tensor(b)), (ndd.batch([a, b]), ndd.batch([b, a]))):
        result = operation(left, right)
        found = np.asarray(result if isinstance(result, ndd.Tensor) else result.tensors[0])
        np.testing.assert_allclose(found, expected, rtol=1e-6)
        assert isinstance(result, type(left))


def test_functions_of_math() -> None:
    x = ndd.tensor([1.0, 4.0])
    np.testing.assert_allclose(np.asarray(ndd.math.sqrt(x)), [1, 2])
    np.testing.assert_allclose(np.asarray(ndd.math.clamp(x, 2, 3)), [2, 3])
    np.testing.assert_allclose(np.asarray(ndd.math.max(x, 2)), [2, 4])
    with pytest.raises(TypeError):
        ndd.math.sqrt(2)


def test_dtypes_by_names_and_types() -> None:
    assert ndd.dtype("i32") == ndd.int32 == ndd.dtype(types.INT32) == ndd.dtype(np.int32) == ndd.dtype("int32")
    assert str(ndd.float16) == "f16" and ndd.float32.exponent_bits == 8 and ndd.float32.significand_bits == 23
    assert ndd.uint8.kind is ndd.DType.Kind.unsigned and ndd.type_id(ndd.int64) is types.INT64
    assert ndd.bfloat16 != ndd.float16 and hash(ndd.int8) == hash(ndd.DType(ndd.DType.Kind.signed, 8))
    assert ndd.tensor([types.INTERP_CUBIC]).dtype == ndd.InterpType
    for wrong in ("i33", "text"):
        with pytest.raises(ValueError):
            ndd.dtype(wrong)


# ---- calls ----


def test_a_call_gives_tensors_or_batches_as_its_inputs_are() -> None:
    image = ndd.zeros(shape=(8, 8, 3), dtype=ndd.uint8)
    assert isinstance(image, ndd.Tensor) and isinstance(ndd.resize(image, size=(4, 4)), ndd.Tensor)
    several = ndd.resize(image, size=ndd.batch([[4, 4], [2, 6]]), dtype=types.UINT8)
    assert isinstance(several, ndd.Batch) and several.shape == [(4, 4, 3), (2, 6, 3)]
    assert ndd.random.uniform(batch_size=3, shape=[2]).shape == [(2,)] * 3
    assert ndd.stack(ndd.tensor([1, 2]), [3, 4]).shape == (2, 2)
    outputs = ndd.random_bbox_crop(np.array([[0.1, 0.1, 0.9, 0.9]], np.float32), bbox_layout="xyXY")
    assert isinstance(outputs, tuple) and len(outputs) > 2


@pytest.mark.parametrize(
    ("call", "kinds", "text"),
    [
        (lambda: ndd.flip(np.zeros((2, 2, 3)), horizontl=1), (TypeError,), "Did you mean 'horizontal'"),
        (lambda: ndd.flip(), (ValueError,), "expects 1 inputs"),
        (lambda: ndd.flip("text"), (TypeError,), "expected a Tensor"),
        (lambda: ndd.random.uniform(seed=1), (TypeError,), "rng="),
        (lambda: ndd.random.uniform(rng=1), (ValueError,), "RNG"),
        (lambda: ndd.flip(np.zeros((2, 2, 3)), rng=ndd.random.RNG(1)), (TypeError,), "draws no random numbers"),
        (lambda: ndd.random.uniform(batch_size=0), (ValueError,), "batch_size"),
        (lambda: ndd.cast(np.zeros(2), dtype=int), (ValueError,), "built-in type"),
        (lambda: ndd.batch([1, 2]) + ndd.batch([1, 2, 3]), (ValueError,), "Inconsistent batch size"),
        (lambda: ndd.no_such_operator, (AttributeError,), "no operator"),
    ],
)
def test_wrong_calls_raise_where_they_are_made(call: Callable[[], Any], kinds: Any, text: str) -> None:
    with pytest.raises(kinds, match=text):
        call()


def failing() -> Any:
    return ndd.decoders.image(ndd.tensor(np.zeros(16, np.uint8)))


FAILING_LINE = failing.__code__.co_firstlineno + 1


@pytest.mark.parametrize("mode", list(ndd.EvalMode))
def test_an_error_names_the_operator_and_the_line_of_its_call(mode: Any) -> None:
    with mode:
        with pytest.raises(RuntimeError) as caught:
            made = failing()
            made.evaluate()
    error: Any = caught.value
    assert error.op == "decoders.image" and error.code == "BAD_SAMPLE"
    assert f"test_dali_dynamic.py:{FAILING_LINE}" in error.call_site
    # It is raised by the call itself in the synchronous modes, and by the read otherwise.
    lines = [entry.name for entry in caught.traceback]
    assert ("failing" in lines) == (mode.value > ndd.EvalMode.eager.value)


def test_what_reads_a_failed_value_fails_likewise_and_others_do_not() -> None:
    bad = ndd.resize(failing(), size=(4, 4))
    good = ndd.tensor([1]) + 1
    assert good.item() == 2
    for _ in range(2):
        with pytest.raises(RuntimeError, match="decoders.image"):
            bad.evaluate()
    with pytest.raises(RuntimeError, match=f":{FAILING_LINE}"):
        np.asarray(bad)
    with pytest.raises((RuntimeError, ValueError)) as caught:
        ndd.resize(ndd.zeros(shape=(4, 4, 3)), size=(-1, 2)).evaluate()
    assert caught.value.op == "resize"  # type: ignore[union-attr]


def test_a_call_on_data_of_the_user_runs_before_it_returns() -> None:
    array = np.ones(4, np.float32)
    wrapped = ndd.as_tensor(array)
    first = wrapped * 2
    array[:] = 5
    second = wrapped * 2
    assert np.asarray(first)[0] == 2 and np.asarray(second)[0] == 10
    with pytest.raises(RuntimeError, match="decoders.image"):
        ndd.decoders.image(np.zeros(16, np.uint8))


def test_deferred_calls_run_when_they_are_read() -> None:
    with ndd.EvalMode.deferred:
        assert ndd.EvalMode.current() is ndd.EvalMode.deferred
        unread = failing()
        assert (ndd.tensor([1]) + 1).item() == 2
    assert ndd.EvalMode.current() is ndd.EvalMode.eager is ndd.EvalMode.default
    del unread


def test_facts_that_need_no_data_come_without_it() -> None:
    images = ndd.imread(photo_files(2))
    small = ndd.resize(images, resize_shorter=20)
    assert small.dtype == ndd.uint8 and small.layout == "HWC" and all(min(shape[:2]) == 20 for shape in small.shape)
    one = ndd.imread(photo_files(1)[0])
    assert isinstance(one, ndd.Tensor) and one.shape == images.shape[0]
    assert one._source.samples is None
    with pytest.raises(RuntimeError, match="no-such-file"):
        ndd.imread("/no-such-file.jpg").evaluate()


def test_results_stay_as_they_are_while_others_are_computed() -> None:
    held = [ndd.full(i, shape=(40_000,)) for i in range(40)]
    arrays = [np.asarray(one) for one in held]
    del held
    for i in range(40):
        np.asarray(ndd.full(-i, shape=(40_000,)))
    assert [int(array[0]) for array in arrays] == list(range(40)) and all((array == array[0]).all() for array in arrays)


# ---- readers ----


def test_a_reader_gives_epochs_of_batches_or_samples() -> None:
    reader = ndd.readers.File(file_root=str(PHOTOS), batch_size=5)
    counts = []
    for epoch in range(2):
        labels: List[int] = []
        for contents, label in reader.next_epoch():
            assert isinstance(contents, ndd.Batch) and contents.device == ndd.Device("cpu") and label.dtype == ndd.int32
            labels += [one.item() for one in label]
        counts.append(labels)
    assert counts[0] == counts[1] and len(counts[0]) == reader.get_metadata()["epoch_size"]
    single = ndd.readers.File(file_root=str(PHOTOS))
    items = list(single.next_epoch())
    assert all(isinstance(one, ndd.Tensor) for one in items[0])
    assert [label.item() for _, label in items] == counts[0]


def test_a_reader_goes_on_after_a_loop_that_was_left() -> None:
    reader = ndd.readers.File(file_root=str(PHOTOS))
    for _ in range(5):
        for contents, label in reader.next_epoch(batch_size=2):
            assert contents.batch_size == 2
            break
    assert sum(contents.batch_size for contents, _ in reader.next_epoch(batch_size=4)) == reader.get_metadata()["epoch_size"]


def test_wrong_readers() -> None:
    with pytest.raises(TypeError, match="Did you mean 'file_root'"):
        ndd.readers.File(file_rot="a")
    with pytest.raises(RuntimeError, match="/no/such"):
        next(iter(ndd.readers.File(file_root="/no/such").next_epoch(batch_size=1)))
    with pytest.raises(ValueError, match="batch_size"):
        ndd.readers.File(file_root=str(PHOTOS)).next_epoch(batch_size=0)


def test_a_checkpoint_goes_on_where_it_was_taken(tmp_path: Any) -> None:
    def parts() -> Any:
        return ndd.readers.File(file_root=str(PHOTOS), random_shuffle=True, seed=5, enable_checkpointing=True), ndd.random.RNG(3)

    def step(labels: Any, rng: Any) -> Any:
        return [one.item() for one in labels], np.asarray(ndd.as_tensor(ndd.random.uniform(batch_size=3, rng=rng))).tolist()

    reader, rng = parts()
    saved = ndd.checkpoint.Checkpoint()
    saved.register(reader, "reader")
    saved.register(rng, "rng")
    rest = []
    for number, (_, labels) in enumerate(reader.next_epoch(batch_size=3)):
        made = step(labels, rng)
        if number == 1:
            saved.collect()
            path = saved.save(str(tmp_path / "at-{seq:03d}.json"))
        elif number > 1:
            rest.append(made)
    assert path.endswith("at-000.json")
    reader, rng = parts()
    loaded = ndd.checkpoint.Checkpoint()
    loaded.load(str(tmp_path / "at-{seq:03d}.json"))
    loaded.register(reader, "reader")
    loaded.register(rng, "rng")
    assert [step(labels, rng) for _, labels in reader.next_epoch(batch_size=3)] == rest
    with pytest.raises(KeyError):
        loaded.register(ndd.random.RNG(), "other")


# ---- random numbers ----


def test_random_numbers_follow_from_the_seed() -> None:
    def draw(**options: Any) -> Any:
        return np.asarray(ndd.as_tensor(ndd.random.uniform(batch_size=4, range=(-10, 10), **options)))

    ndd.random.set_seed(42)
    first = [draw(), draw()]
    ndd.random.set_seed(42)
    np.testing.assert_array_equal([draw(), draw()], first)
    assert not np.array_equal(*first)
    one, two = ndd.random.RNG(seed=1), ndd.random.RNG(seed=1)
    np.testing.assert_array_equal(draw(rng=one), draw(rng=two))
    assert one() == two() and one.seed == 1 and one.clone()() == ndd.random.RNG(1)()
    np.testing.assert_array_equal(draw(rng=ndd.random.RNG(1)), draw(rng=one.clone()))
    assert ndd.random.get_default_rng() is ndd.random.get_default_rng()
    with ndd.EvalMode.deferred:
        lazy = [ndd.random.uniform(batch_size=4, rng=ndd.random.RNG(9)) for _ in range(2)]
    np.testing.assert_array_equal(ndd.as_tensor(lazy[1]), ndd.as_tensor(lazy[0]))


def test_draws_are_those_of_typescript() -> None:
    script = """
import * as nd from 'penstock-data/dynamic'
const rng = new nd.random.RNG(12345)
rng.draw()
const drawn = nd.random.uniform({ batchSize: 3, rng })
console.log(JSON.stringify([rng.next(), [...drawn.dataSync()]]))
"""
    rng = ndd.random.RNG(12345)
    rng._taken()
    drawn = np.asarray(ndd.as_tensor(ndd.random.uniform(batch_size=3, rng=rng)))
    assert [rng(), [float(x) for x in drawn]] == __import__("json").loads(run_node(script))


def test_each_thread_has_modes_contexts_and_random_numbers_of_its_own() -> None:
    found: List[Any] = []

    def work() -> None:
        found.append((ndd.EvalMode.current(), ndd.EvalContext.current(), ndd.random.get_default_rng()))
        found.append((ndd.tensor([1]) + 1).item())

    with ndd.EvalMode.sync_cpu, ndd.EvalContext(num_threads=1) as context:
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert ndd.EvalContext.current() is context
    seen = [one for one in found if isinstance(one, tuple)]
    assert all(mode is ndd.EvalMode.eager and own is not context for mode, own, _ in seen)
    assert len({id(rng) for *_, rng in [*seen, (0, ndd.random.get_default_rng())]}) == 3
    assert found.count(2) == 2


def test_threads_may_share_values() -> None:
    shared = ndd.batch(np.arange(12).reshape(4, 3)) + 1
    found: List[Any] = []

    def work(i: int) -> None:
        for step in range(20):
            found.append((shared * i).tensors[step % 4][0].item() == (step % 4 * 3 + 1) * i)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 80 and all(found)


# ---- threads, contexts, devices ----


@pytest.fixture
def threads() -> Iterator[None]:
    yield
    ndd.set_num_threads(None)


def test_the_number_of_threads(threads: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ndd.get_num_threads() == len(os.sched_getaffinity(0))
    monkeypatch.setenv("DALI_NUM_THREADS", "3")
    assert ndd.get_num_threads() == 3
    ndd.set_num_threads(1)
    assert ndd.get_num_threads() == 1 == ndd.EvalContext.default().num_threads
    assert (ndd.tensor([1]) + 1).item() == 2
    for wrong, kind in ((0, ValueError), (10**9, ValueError), (1.5, TypeError)):
        with pytest.raises(kind):
            ndd.set_num_threads(wrong)  # type: ignore[arg-type]


def test_calls_of_a_context() -> None:
    with ndd.EvalContext(num_threads=2) as context:
        assert ndd.EvalContext.current() is context and context.num_threads == 2
        value = ndd.tensor([1, 2]) + 1
        context.evaluate_all()
    assert ndd.EvalContext.current() is ndd.EvalContext.default()
    np.testing.assert_array_equal(np.asarray(value), [2, 3])
    del context
    assert (value + 1)[0].item() == 3


def test_devices() -> None:
    cpu = ndd.Device("cpu")
    assert cpu == ndd.device("cpu") == ndd.device(cpu) and cpu.device_id is None and str(cpu) == "cpu"
    assert ndd.device(None) is None and ndd.tensor([1]).cpu().device == cpu
    with cpu:
        assert ndd.Device.current() == cpu
    for wrong in ("tpu", "cpu:0", "gpu:x", "gpu:0:1"):
        with pytest.raises(ValueError):
            ndd.Device(wrong)
    with pytest.raises(TypeError):
        ndd.device(3)
    with pytest.raises(ValueError, match="Cannot specify id"):
        ndd.device(cpu, 0)


def test_a_batch_as_a_tensor_of_torch() -> None:
    torch = pytest.importorskip("torch")
    batch = ndd.batch(np.ones((2, 2), np.float32)) + 0
    shared, copied = batch.torch(), batch.torch(copy=True)
    shared[0, 0] = 42
    assert np.asarray(ndd.as_tensor(batch))[0, 0] == 42 and copied[0, 0] == 1 and torch.is_tensor(copied)
    ragged = ndd.batch([[1, 2, 3], [4]])
    with pytest.raises(RuntimeError, match="dense"):
        ragged.torch()
    assert ragged.torch(pad=True).tolist() == [[1, 2, 3], [4, 0, 0]]
    assert ndd.tensor([1, 2]).torch().tolist() == [1, 2]


def test_a_ragged_batch_is_no_tensor_without_padding() -> None:
    ragged = ndd.batch([[1, 2, 3], [4]]) + 0
    with pytest.raises(ValueError, match="non-uniform shape"):
        ndd.as_tensor(ragged).evaluate()
    np.testing.assert_array_equal(ndd.as_tensor(ragged, pad=True), [[1, 2, 3], [4, 0, 0]])
    assert ndd.as_tensor(ndd.batch(np.zeros((2, 3, 4)), layout="HW")).layout == "NHW"


def test_outputs_of_pipelines_are_batches() -> None:
    from penstock.dali import fn, pipeline_def

    @pipeline_def(batch_size=2, num_threads=1, device_id=None)
    def numbers() -> Any:
        return fn.constant(idata=[1, 2, 3])

    pipe = numbers()
    pipe.build()
    (output,) = pipe.run()
    np.testing.assert_array_equal(ndd.as_tensor(ndd.as_batch(output) + 1), [[2, 3, 4]] * 2)
