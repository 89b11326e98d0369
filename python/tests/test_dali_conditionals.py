"""Python's own if, and, or and not on DataNodes: a definition gives what it gives when it is called with single values."""

from __future__ import annotations

import sys
import traceback
from typing import Any, Callable, Dict, List, NamedTuple

import numpy as np
import pytest

pytest.importorskip("malt")

from penstock.dali import do_not_convert, fn, pipeline_def
from penstock.dali._autograph import is_autograph_artifact

NUMBERS = [np.int32(x) for x in (-3, 0, 2, 7, -1, 4)]
FLAGS = [np.bool_(x) for x in (True, False, True, False, False, True)]


def source_of(column: List[Any]) -> Callable[[Any], Any]:
    return lambda info: np.asarray(column[info.idx_in_batch])


def run(definition: Callable[..., Any], *columns: List[Any]) -> List[List[Any]]:
    """The outputs of a definition whose arguments are nodes with these values, one per sample."""

    @pipeline_def(batch_size=len(columns[0]), num_threads=1, device_id=None, prefetch_queue_depth=1, enable_conditionals=True)
    def define() -> Any:
        return definition(*(fn.external_source(source=source_of(column), batch=False) for column in columns))

    pipe = define()
    try:
        return [[np.asarray(sample).tolist() for sample in output] for output in pipe.run()]
    finally:
        pipe.close()


def agrees(definition: Callable[..., Any], *columns: List[Any]) -> None:
    expected = []
    for values in zip(*columns):
        result = definition(*values)
        expected.append(result if isinstance(result, tuple) else (result,))
    assert run(definition, *columns) == [[np.asarray(one).tolist() for one in output] for output in zip(*expected)]


class Pair(NamedTuple):
    first: Any
    second: Any


class Holder:
    value: Any = None


def early_return(x: Any) -> Any:
    if x > 3:
        return x + np.int32(100)
    if x < 0:
        return -x
    return x * np.int32(2)


def chain(x: Any, flag: Any) -> Any:
    result = x
    if x == 0:
        result = np.int32(10)
    elif x > 0:
        if flag:
            result = x + np.int32(1)
        else:
            result = x - np.int32(1)
    return result, x if flag else np.int32(-9)


def structures(x: Any) -> Any:
    if x > 0:
        found = {"one": x, "two": (np.int32(1), x)}
        pair = Pair(x, np.int32(5))
    else:
        found = {"one": -x, "two": (x, np.int32(2))}
        pair = Pair(np.int32(6), x)
    return found["one"], found["two"][0], found["two"][1], pair.first, pair.second


def attributes(x: Any) -> Any:
    holder = Holder()
    holder.value = np.int32(0)
    if x > 0:
        holder.value = x
    return holder.value


def plain_python(x: Any) -> Any:
    total = x
    for step in range(5):
        if step == 1:
            continue
        if step == 4:
            break
        total = total + np.int32(step) if step % 2 else early_return(total)
    return total


in_a_lambda = lambda x: early_return(x) if x > 2 else x


@pytest.mark.parametrize("definition", [early_return, structures, attributes, plain_python, in_a_lambda])
def test_a_definition_gives_what_it_gives_for_single_values(definition: Callable[..., Any]) -> None:
    agrees(definition, NUMBERS)


def test_branches_nest_and_what_is_not_assigned_stays() -> None:
    agrees(chain, NUMBERS, FLAGS)


def test_logical_operators_go_on_only_where_they_must() -> None:
    def define(a: Any, b: Any) -> Any:
        return a and b, a or b, not a, a and not b or b, 1 < len([a, b]) < 3 and a

    both = [np.bool_(x) for x in (0, 0, 1, 1)], [np.bool_(x) for x in (0, 1, 0, 1)]
    agrees(define, *both)


def test_a_right_side_is_not_computed_where_the_left_one_decides() -> None:
    table = np.array([True, True, False])

    def define(index: Any) -> Any:
        flags = fn.cast_like(fn.external_source(source=lambda info: table, batch=False), index == 0)
        return index > 2 or flags[index]

    assert run(define, [np.int32(x) for x in (0, 2, 3, 99)]) == [[True, False, True, True]]


def test_a_variable_of_one_branch_cannot_be_read_later() -> None:
    def define(x: Any) -> Any:
        if x > 0:
            y = x + 1
        return y

    with pytest.raises(RuntimeError, match=r"`y` .* both branches .* `else`"):
        run(define, NUMBERS)


def test_both_branches_return_or_none() -> None:
    def define(x: Any) -> Any:
        if x > 0:
            return x

    with pytest.raises(RuntimeError, match="`else` branch returns none"):
        run(define, NUMBERS)


def test_branches_must_agree_in_structure() -> None:
    def define(x: Any) -> Any:
        found = {"a": x, "b": x} if x > 0 else {"a": x}
        return found["a"]

    with pytest.raises(ValueError, match="same structure .* keys"):
        run(define, NUMBERS)


conditions = [
    lambda a: not a,
    lambda a: a and a,
    lambda a: 1 if a else 2,
]
operands = [
    lambda a: a and a,
    lambda a: a or a,
]


@pytest.mark.parametrize("definition", conditions)
def test_conditions_are_scalars(definition: Callable[..., Any]) -> None:
    with pytest.raises(RuntimeError, match="one number per sample"):
        run(definition, [np.bool_([True, False])])


@pytest.mark.parametrize("definition", operands)
def test_operands_are_bools(definition: Callable[..., Any]) -> None:
    with pytest.raises(RuntimeError, match="Expected a bool .* received int32"):
        run(definition, NUMBERS)


def test_functions_that_are_not_to_be_converted_run_as_they_are() -> None:
    seen: Dict[str, bool] = {}

    def made(size: int) -> Any:
        def inner() -> int:
            return size

        return inner

    @do_not_convert
    def left_alone(x: Any) -> Any:
        seen["left alone"] = is_autograph_artifact(made(1))
        if x > 0:  # a node has no truth in plain Python
            return x
        return -x

    def define(x: Any) -> Any:
        seen["converted"] = is_autograph_artifact(made(1))
        return left_alone(x)

    with pytest.raises(TypeError, match="conditional"):
        run(define, NUMBERS)
    assert seen == {"left alone": False, "converted": True}


def test_sources_in_a_branch_give_the_batch_of_the_pipeline() -> None:
    def define(flag: Any) -> Any:
        if flag:
            found = fn.external_source(source=source_of(NUMBERS), batch=False)
        else:
            found = np.int32(50)
        return found

    assert run(define, FLAGS) == [[int(x) if flag else 50 for x, flag in zip(NUMBERS, FLAGS)]]


def test_operators_on_whole_batches_see_the_samples_of_the_branch() -> None:
    def define(x: Any, flag: Any) -> Any:
        if flag:
            x = fn.permute_batch(x, indices=fn.batch_permutation(no_fixed_points=True))
        return x

    (given,) = run(define, NUMBERS, FLAGS)
    assert [x for x, flag in zip(given, FLAGS) if not flag] == [int(x) for x, flag in zip(NUMBERS, FLAGS) if not flag]
    taken, before = ([int(x) for x, flag in zip(column, FLAGS) if flag] for column in (given, NUMBERS))
    assert sorted(taken) == sorted(before) and not [x for x, y in zip(taken, before) if x == y]


def test_a_batch_is_divided_and_put_together_by_hand() -> None:
    def define(x: Any, flag: Any) -> Any:
        positive, negative = fn._conditional.split(x, predicate=flag)
        return fn._conditional.merge(positive + np.int32(1), -negative, predicate=flag)

    assert run(define, NUMBERS, FLAGS) == [[int(x + 1 if flag else -x) for x, flag in zip(NUMBERS, FLAGS)]]


def test_a_node_of_a_branch_has_no_value_outside() -> None:
    def define(x: Any) -> Any:
        kept = []
        if x > 0:
            kept.append(x + np.int32(1))
        return kept[0]

    with pytest.raises(ValueError, match="branch"):
        run(define, NUMBERS)


def test_a_parallel_source_is_not_made_by_converted_code() -> None:
    def define(x: Any) -> Any:
        return fn.external_source(source=source_of(NUMBERS), parallel=True, batch=False)

    with pytest.raises(ValueError, match="do_not_convert"):
        run(define, NUMBERS)


def test_tracebacks_show_the_lines_of_the_user() -> None:
    def helper(x: Any) -> Any:
        if x > 0:
            raise KeyError("here")
        return x

    with pytest.raises(KeyError, match="here") as caught:
        run(lambda x: helper(x), NUMBERS)
    frames = [frame for frame in traceback.extract_tb(caught.tb) if frame.filename == __file__]
    assert frames[-1].line == 'raise KeyError("here")'
    assert not [frame for frame in traceback.extract_tb(caught.tb) if "malt" in frame.filename]


def test_without_the_library_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "malt" or name == "penstock.dali._conversion"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "malt", None)
    monkeypatch.delattr("penstock.dali._conversion")
    with pytest.raises(ImportError, match="pip install diastatic-malt"):
        run(early_return, NUMBERS)
