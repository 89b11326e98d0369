"""Debug mode: a definition is called by each run, and its operators run at once."""

from __future__ import annotations

from typing import Any, Callable, List

import numpy as np
import pytest

from conftest import PHOTOS

from penstock.dali import fn, math, pipeline_def, types
from penstock.dali._cpu_tensors import TensorListCPU

pytest.importorskip("malt")


@pytest.fixture
def photos() -> str:
    return str(PHOTOS)


CPU = {"batch_size": 4, "num_threads": 2, "device_id": None}


def arrays(output: Any) -> List[Any]:
    return [np.asarray(sample).tolist() for sample in output]


def agrees(definition: Callable[..., Any], runs: int = 3, **options: Any) -> None:
    """A definition gives the same in both modes."""
    pipes = [pipeline_def(definition, **{**CPU, "prefetch_queue_depth": 1, **options})(debug=debug) for debug in (False, True)]
    for _ in range(runs):
        plain, debugged = (pipe.run() for pipe in pipes)
        assert [arrays(output) for output in plain] == [arrays(output) for output in debugged]
        assert [(output.dtype, output.layout()) for output in plain] == [(output.dtype, output.layout()) for output in debugged]
    for pipe in pipes:
        pipe.close()


def counted(info: Any) -> Any:
    return np.full((2, info.idx_in_batch + 1), info.idx_in_epoch, np.float32)


def test_a_value_has_its_data_while_the_definition_runs() -> None:
    seen: List[Any] = []

    @pipeline_def(**CPU, debug=True)
    def define() -> Any:
        x = fn.external_source(counted, batch=False)
        seen.append(x.get())
        doubled = x * 2
        assert np.asarray(doubled.get()[1]).tolist() == (np.asarray(x.get()[1]) * 2).tolist()
        assert doubled.shape() == [(2, 1), (2, 2), (2, 3), (2, 4)]
        assert "DataNodeDebug(" in str(doubled) and "TensorListCPU(" in str(doubled)
        if np.asarray(x.get()[0])[0, 0] >= 4:
            assert len(seen) == 2
        return doubled, 7

    pipe = define()
    pipe.build()
    assert not seen
    first, second = pipe.run(), pipe.run()
    assert [isinstance(one, TensorListCPU) for one in seen] == [True, True]
    assert [int(np.asarray(out[0][0])[0, 0]) for out in (first, second)] == [0, 8]
    assert arrays(first[1]) == [7] * 4


def test_a_definition_gives_what_it_gives_without_debug_mode(photos: str) -> None:
    def define() -> Any:
        jpegs, labels = fn.readers.file(file_root=photos, name="train", random_shuffle=True, seed=3)
        images = fn.decoders.image(jpegs, output_type=types.RGB)
        images = fn.resize(images, size=(9, 7))
        part = images[1:5, 2, :]
        return jpegs, labels, fn.crop_mirror_normalize(images, mirror=labels % 2, dtype=types.FLOAT), part, math.sqrt(labels)

    agrees(define, runs=5)


def test_conditionals_run_for_their_samples() -> None:
    shown: List[int] = []

    def define() -> Any:
        x = fn.external_source(lambda info: np.int32(info.idx_in_epoch), batch=False)
        flag = x % 3 == 0
        if flag:
            y = x * 100
            if x > 3:
                y = y + fn.cast(x, dtype=types.INT32)
            shown.append(y)
        elif x == 1 or x == 5:
            y = -x
        else:
            y = types.Constant(11, dtype=types.INT32)
        return x, y, not flag

    agrees(define, runs=4, enable_conditionals=True)


def test_conditions_are_drawn_without_a_source() -> None:
    def define() -> Any:
        flag = fn.random.coin_flip(seed=42, dtype=types.BOOL)
        number = fn.random.uniform(seed=3)
        if flag:
            y = number + 2
        else:
            y = types.Constant(10.0)
        return flag, y

    agrees(define, enable_conditionals=True)


def test_values_for_a_gpu_stay_on_the_cpu_without_one() -> None:
    def define() -> Any:
        x = fn.external_source(counted, batch=False, device="gpu")
        y = x.cpu().gpu() + 1
        if fn.reductions.max(x.cpu()) > 3:
            y = -y
        return y, fn.resize(fn.random.uniform(shape=[2, 2, 1], seed=2), size=[3, 3], device="gpu")

    agrees(define, enable_conditionals=True)


def test_policies_run() -> None:
    from penstock.dali.auto_aug import auto_augment

    @pipeline_def(**CPU, debug=True, enable_conditionals=True)
    def define() -> Any:
        images = fn.external_source([np.full((4, 8, 8, 3), 9 * (i + 1), np.uint8) for i in range(2)], layout="HWC")
        return auto_augment.auto_augment(images, shape=[8, 8])

    pipe = define()
    assert [output.shape() for _ in range(2) for output in pipe.run()] == [[(8, 8, 3)] * 4] * 2


def test_a_branch_without_samples_runs_nothing() -> None:
    def define() -> Any:
        x = fn.external_source(lambda info: np.int32(info.idx_in_epoch), batch=False)
        if x >= 4:
            y = fn.stack(x, x)
        else:
            y = fn.cat(fn.stack(x), fn.stack(x))
        return y

    agrees(define, runs=3, enable_conditionals=True)


def test_split_and_merge_by_hand() -> None:
    def define() -> Any:
        x = fn.external_source(lambda info: np.int32(info.idx_in_epoch), batch=False)
        flag = x % 2 == 0
        even, odd = fn._conditional.split(x, predicate=flag)
        return fn._conditional.merge(even + 100, odd - 100, predicate=flag)

    agrees(define)


def test_equal_seeds_draw_equal_numbers() -> None:
    @pipeline_def(**CPU, seed=5, debug=True)
    def define() -> Any:
        return fn.random.uniform(), fn.random.uniform(), fn.random.uniform(seed=8), fn.random.uniform(seed=8)

    one, other = define(), define()
    batches = [[arrays(output) for output in pipe.run()] for pipe in (one, one, other, other)]
    assert batches[:2] == batches[2:]
    a, b, c, d = batches[0]
    assert c == d and len({str(row) for row in (a, b, c, batches[1][0], batches[1][2])}) == 5


def test_a_seed_of_its_own_draws_what_it_draws_without_debug_mode(photos: str) -> None:
    agrees(lambda: (fn.random.uniform(seed=8, shape=[3]), fn.random.normal(seed=8)))

    def define() -> Any:
        # Numbers drawn ahead of the source are those of its samples, too.
        early = fn.random.uniform(seed=8)
        # Batches run on over the ends of epochs, and the order is another one in each.
        jpegs, labels = fn.readers.file(file_root=photos, random_shuffle=True)
        again = fn.readers.file(file_root=photos, seed=4, random_shuffle=True)[1]
        flag = fn.random.coin_flip(seed=8)
        if flag:
            number = fn.random.uniform(seed=9, shape=[1])
        else:
            number = fn.noise.gaussian(fn.cast(again, dtype=types.FLOAT), stddev=2.0, seed=10)
        return fn.random_resized_crop(fn.decoders.image(jpegs), size=[4, 5], seed=27), labels, flag, number, again, early

    agrees(define, runs=8, enable_conditionals=True, seed=5)


def test_a_sample_keeps_its_name(photos: str) -> None:
    @pipeline_def(**CPU, debug=True)
    def define() -> Any:
        jpegs, labels = fn.readers.file(file_root=photos)
        images = fn.resize(fn.decoders.image(jpegs), size=[4, 4])
        assert images.get().source_info() == jpegs.get().source_info() and images.get().source_info()[0].startswith(photos)
        names = ["".join(map(chr, np.asarray(one))) for one in images.source_info().get()]
        assert names == jpegs.get().source_info()
        return fn.crop(images, crop=[9, 9]) if np.asarray(labels.get()[0]) == 0 else images

    with pytest.raises(RuntimeError, match=rf"\[crop\].*sample 0 \({photos}/"):
        define().run()


def test_data_of_the_user_goes_into_calls() -> None:
    @pipeline_def(**CPU, debug=True)
    def define() -> Any:
        x = fn.external_source(counted, batch=False)
        changed = [np.asarray(sample) + 1 for sample in x.get()]
        listed = fn.cast(changed, dtype=types.INT32)
        whole = fn.cast(np.arange(8).reshape(4, 2), dtype=types.FLOAT)
        same = fn.copy(x.get())
        window = fn.slice(whole, axes=[0], start=[np.array([i % 2]) for i in range(4)], shape=[1])
        return listed, whole, same, window, x.get()

    pipe = define()
    listed, whole, same, window, given = pipe.run()
    assert arrays(listed) == [(np.asarray(sample) + 1).tolist() for sample in same]
    assert arrays(whole) == np.arange(8).reshape(4, 2).tolist()
    assert arrays(window) == [[0.0], [3.0], [4.0], [7.0]]
    assert arrays(given) == arrays(same)


def test_data_is_fed_by_name() -> None:
    @pipeline_def(**CPU, debug=True)
    def define() -> Any:
        return fn.external_source(name="x") + 1, fn.external_source(name="y", layout="N")

    pipe = define()
    for number in range(2):
        pipe.feed_input("x", np.full((4, 1), number))
        pipe.feed_input("y", np.zeros((4, 2)))
    for number in range(2):
        x, y = pipe.run()
        assert arrays(x) == [[number + 1]] * 4 and y.layout() == "N"
    with pytest.raises(RuntimeError, match="No data was provided"):
        pipe.run()
    pipe.feed_input("x", np.zeros((4, 1)))
    with pytest.raises(KeyError):
        pipe.feed_input("z", np.zeros((4, 1)))


def test_sources_end_and_begin_anew() -> None:
    def items() -> Any:
        yield from ([np.full(4, i)] for i in range(2))

    @pipeline_def(**CPU, debug=True)
    def define() -> Any:
        (x,) = fn.external_source(items, num_outputs=1, cycle="raise")
        return x

    pipe = define()
    for _ in range(2):
        assert [int(np.asarray(pipe.run()[0][0])) for _ in range(2)] == [0, 1]
        with pytest.raises(StopIteration):
            pipe.run()
        pipe.reset()


def test_python_functions_are_called_once_for_each_sample() -> None:
    calls: List[int] = []

    def double(x: Any) -> Any:
        calls.append(int(x))
        return x * 2

    @pipeline_def(**CPU, debug=True)
    def define() -> Any:
        x = fn.external_source(lambda info: np.int32(info.idx_in_epoch), batch=False)
        y = fn.python_function(x, function=double)
        assert len(calls) % 4 == 0 and arrays(y.get()) == [2 * int(np.asarray(one)) for one in x.get()]
        return y

    pipe = define()
    pipe.run()
    pipe.run()
    assert calls == list(range(8))


def test_batches_of_other_sizes() -> None:
    sizes = [3, 4, 1]

    @pipeline_def(**CPU, debug=True)
    def define() -> Any:
        x = fn.external_source([np.zeros((size, 2), np.uint8) for size in sizes])
        return x, fn.random.uniform(), fn.cast(x, dtype=types.FLOAT)

    pipe = define()
    assert [[len(output) for output in pipe.run()] for _ in sizes] == [[size] * 3 for size in sizes]


def test_an_iterator_takes_it() -> None:
    from penstock.dali.plugin.base_iterator import LastBatchPolicy  # noqa: F401

    @pipeline_def(**CPU, debug=True)
    def define() -> Any:
        return fn.external_source([np.full((4, 1), i) for i in range(2)])

    pipe = define()
    for number in range(2):
        pipe.schedule_run()
        assert int(np.asarray(pipe.share_outputs()[0][0])[0]) == number
        pipe.release_outputs()
    pipe.schedule_run()
    with pytest.raises(StopIteration):
        pipe.share_outputs()


def test_facts_of_readers(photos: str) -> None:
    @pipeline_def(**CPU, debug=True)
    def define() -> Any:
        return tuple(fn.readers.file(file_root=photos, name="train"))

    pipe = define()
    pipe.run()
    assert pipe.epoch_size("train") == pipe.reader_meta("train")["epoch_size"] > 0
    assert set(pipe.epoch_size()) == {"train"}


def test_an_error_is_raised_by_the_call() -> None:
    reached: List[str] = []

    @pipeline_def(**CPU, debug=True)
    def define() -> Any:
        x = fn.external_source(lambda info: np.zeros(3, np.uint8), batch=False)
        reached.append("before")
        fn.decoders.image(x)
        reached.append("behind")
        return x

    with pytest.raises(RuntimeError, match="decoders.image"):
        define().run()
    assert reached == ["before"]


class Turn:
    """Counts the runs of a definition."""

    def __init__(self) -> None:
        self.runs = 0

    def __call__(self) -> bool:
        self.runs += 1
        return self.runs > 1


def changing(call: Callable[[bool], Any]) -> Callable[[], Any]:
    turn = Turn()
    return lambda: call(turn())


ONES = [np.ones(1, np.float32)] * 4


def order(other: bool) -> Any:
    return fn.copy(ONES) if other else fn.cast(ONES, dtype=types.FLOAT)


def more_calls(other: bool) -> Any:
    return (fn.copy(ONES), fn.copy(ONES)) if other else fn.copy(ONES)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (order, "Unexpected operator 'copy'.*changing the order of operators"),
        (more_calls, "changing the order of operators"),
        (lambda other: fn.cat(*[ONES] * (2 if other else 1)), "different number of inputs.*Expected: 1 inputs, got 2"),
        (lambda other: fn.cat(ONES, ONES, **({"axis": 0} if other else {})), "different number of keyword arguments"),
        (lambda other: fn.random.coin_flip(probability=[np.float32(1)] * 4 if other else 0.5), "is a batch but was a constant"),
        (lambda other: fn.random.coin_flip(probability=0.5 if other else [np.float32(1)] * 4), "is a constant but was a batch"),
        (lambda other: fn.random.coin_flip(probability=0.25 if other else 0.5), "unexpectedly changed value from '0.5' to '0.25'"),
        (lambda other: fn.copy([np.ones(1, np.int32)] * 4 if other else ONES), "dtype"),
        (lambda other: fn.copy([np.ones((1, 1), np.float32)] * 4 if other else ONES), "number of axes"),
    ],
)
def test_calls_of_other_runs_are_those_of_the_first(call: Callable[[bool], Any], words: str) -> None:
    pipe = pipeline_def(changing(call), **CPU)(debug=True)
    pipe.run()
    with pytest.raises(RuntimeError, match=words):
        pipe.run()


def sizes_of_sources() -> Any:
    return fn.random.coin_flip(), fn.external_source([np.zeros((3, 1))])


def sizes_within_a_source() -> Any:
    return tuple(fn.external_source([[[np.zeros(1)] * 4, [np.zeros(1)] * 3]], num_outputs=2))


def sizes_of_inputs() -> Any:
    x = fn.external_source([np.zeros((4, 1))])
    return x, fn.copy([x.get()[i] for i in range(3)])


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        (sizes_of_sources, "Batch size must be uniform.*External Source operator returned batch size: 3, expected: 4"),
        (sizes_within_a_source, "equal numbers of samples but received 4 for .* and 3 for"),
        (sizes_of_inputs, "Batch size must be uniform across an iteration. Input 0"),
    ],
)
def test_all_batches_of_a_run_have_one_size(definition: Callable[[], Any], words: str) -> None:
    with pytest.raises(RuntimeError, match=words):
        pipeline_def(definition, **CPU)(debug=True).run()


def test_data_of_other_libraries_is_refused_beside_conditionals() -> None:
    @pipeline_def(**CPU, debug=True, enable_conditionals=True)
    def define() -> Any:
        x = fn.random.coin_flip()
        return fn.copy(x.get())

    with pytest.raises(ValueError, match="Expected `DataNodeDebug` as an input"):
        define().run()


def test_what_it_refuses() -> None:
    @pipeline_def(**CPU, debug=True)
    def define() -> Any:
        return fn.random.coin_flip()

    pipe = define()
    with pytest.raises(RuntimeError, match="`with` is not supported"):
        pipe.__enter__()
    for refused in (pipe.serialize, pipe.checkpoint, pipe.executor_statistics, lambda: pipe.num_outputs):
        with pytest.raises((NotImplementedError, RuntimeError), match="debug mode|enable_checkpointing"):
            refused()

    @pipeline_def(**CPU, debug=True)
    def nested() -> Any:
        return [fn.random.coin_flip()], 1

    with pytest.raises(TypeError, match="Illegal pipeline output type"):
        nested().run()

    kept: List[Any] = []

    @pipeline_def(**CPU, debug=True)
    def late() -> Any:
        kept.append(fn.random.coin_flip())
        return kept[0]

    late().run()
    with pytest.raises(RuntimeError, match="of a run that has ended"):
        kept[0] + 1


def test_an_argument_of_the_definition_may_be_called_debug() -> None:
    @pipeline_def(**CPU)
    def define(debug: Any) -> Any:
        return types.Constant(debug)

    (output,) = define(debug=3).run()
    assert arrays(output) == [3] * 4
