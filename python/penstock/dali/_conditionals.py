"""What `if`, `and`, `or` and `not` on DataNodes record. The branches of an `if` are recorded one after the other, guarded
by its predicate; what they assign is merged, sample by sample."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from ._constants import constant_node
from ._graph import Graph, record
from .data_node import DataNode

try:
    from malt.operators import control_flow, variables
except ImportError:  # _autograph says so
    pass


def _if(
    predicate: Any,
    body: Callable[[], Any],
    orelse: Callable[[], Any],
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
    names: tuple[str, ...],
    count: int,
) -> None:
    """An `if` statement. Its state is what the branches assign; the first `count` values of it are read after the `if`."""
    if not isinstance(predicate, DataNode):
        control_flow.if_stmt(predicate, body, orelse, get_state, set_state, names, count)
        return
    before = get_state()
    selector = selector_of(predicate)
    results = []
    for want, branch in ((1, body), (0, orelse)):
        with Graph.current().within(selector, want):
            branch()
            # Copies: the other branch may change the same lists and dictionaries.
            results.append([_mapped(lambda value: value, value) for value in get_state()[:count]])
        set_state(before)
    merged = []
    for name, then, otherwise in zip(names, *results):
        _check_assigned(name, then, otherwise)
        merged.append(merged_values(selector, [otherwise, then], name))
    set_state((*merged, *before[count:]))


def _if_expression(predicate: Any, then: Callable[[], Any], otherwise: Callable[[], Any], text: str) -> Any:
    """`then if predicate else otherwise`."""
    if not isinstance(predicate, DataNode):
        return then() if predicate else otherwise()
    selector = selector_of(predicate)
    values = []
    for want, branch in ((1, then), (0, otherwise)):
        with Graph.current().within(selector, want):
            values.append(branch())
    return merged_values(selector, values[::-1], text)


def _and(left: Callable[[], Any], right: Callable[[], Any]) -> Any:
    value = left()
    return _lazy("and", value, right) if isinstance(value, DataNode) else value and right()


def _or(left: Callable[[], Any], right: Callable[[], Any]) -> Any:
    value = left()
    return _lazy("or", value, right) if isinstance(value, DataNode) else value or right()


def _lazy(operator: str, value: DataNode, right: Callable[[], Any]) -> DataNode:
    """The right side is computed for the samples whose left side does not decide."""
    selector = _logical(operator, value, "left")
    goes_on = 1 if operator == "and" else 0
    with Graph.current().within(selector, goes_on):
        other = _logical(operator, _node(right()), "right")
    return Graph.merge(selector, [selector, other] if goes_on else [other, selector])


def _not(value: Any) -> Any:
    if not isinstance(value, DataNode):
        return not value
    _check_host("not", value, "only")
    return selector_of(value) ^ True


operators = {"if_stmt": _if, "if_exp": _if_expression, "and_": _and, "or_": _or, "not_": _not}


def selector_of(predicate: DataNode) -> DataNode:
    """The truth of each sample."""
    if predicate.device == "gpu":
        raise ValueError(
            "Expected a value on the CPU for the condition of `if` but received one on the GPU. Compute it on the CPU."
        )
    return record("cond", [predicate])[0]


def _logical(operator: str, value: DataNode, side: str) -> DataNode:
    """One side of `and` or `or`: a bool for each sample."""
    _check_host(operator, value, side)
    return record("cond", [value], {"logical": True})[0]


def _check_host(operator: str, value: DataNode, side: str) -> None:
    if value.device == "gpu":
        raise RuntimeError(
            f"Expected scalars on the CPU for `{operator}` but received a value on the GPU as its {side} operand."
        )


def _check_assigned(name: str, then: Any, otherwise: Any) -> None:
    """Raises an error for a variable, or the function's result, that has a value after one of the branches alone."""
    for kind in (variables.Undefined, variables.UndefinedReturnValue):
        missing = [isinstance(value, kind) for value in (then, otherwise)]
        if missing[0] == missing[1]:
            continue
        branch = "if" if missing[0] else "else"
        if kind is variables.Undefined:
            raise RuntimeError(
                f"Expected `{name}` to have a value after both branches of an `if` on a DataNode, since it is read later,"
                f" but the `{branch}` branch gives it none. Assign it in both branches, or before the `if`."
            )
        raise RuntimeError(
            "Expected both branches of an `if` on a DataNode to return a value, since one of them does,"
            f" but the `{branch}` branch returns none."
        )


def merged_values(selector: DataNode, values: Sequence[Any], name: str) -> Any:
    """For each sample the one of `values` that `selector` numbers; they are alike in structure. `name` is for errors."""
    for value in values[1:]:
        _check_alike(values[0], value, name)

    def merge(*leaves: Any) -> Any:
        if all(leaf is leaves[0] for leaf in leaves):
            return leaves[0]
        nodes = []
        for want, leaf in enumerate(leaves):
            with Graph.current().within(selector, want):
                nodes.append(_node(leaf))
        return Graph.merge(selector, nodes)

    return _mapped(merge, *values)


def _node(value: Any) -> DataNode:
    """A value as a node: constants become one."""
    if isinstance(value, DataNode):
        return value
    return constant_node(value)


def _children(value: Any) -> list[tuple[Any, Any]]:
    """The keys and values of what is a structure: lists, tuples and dictionaries."""
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, (list, tuple)) else []


def _mapped(function: Callable[..., Any], value: Any, *others: Any) -> Any:
    """A copy of a structure, with `function` applied to its leaves, and to those of others of the same structure."""
    if not isinstance(value, (dict, list, tuple)):
        return function(value, *others)
    made = [(key, _mapped(function, child, *(other[key] for other in others))) for key, child in _children(value)]
    if isinstance(value, dict):
        copy = value.copy()
        copy.update(made)
        return copy
    children = [child for _, child in made]
    return type(value)(*children) if hasattr(value, "_fields") else type(value)(children)


def _check_alike(one: Any, other: Any, name: str) -> None:
    """Raises a ValueError or TypeError unless both have the same lists, tuples and dictionaries."""
    structures = [isinstance(value, (dict, list, tuple)) for value in (one, other)]
    if not any(structures):
        return
    wanted = f"Expected `{name}` to have the same structure after all branches on a DataNode"
    if type(one) is not type(other):
        kind = TypeError if all(structures) else ValueError
        raise kind(f"{wanted} but received a {type(one).__name__} and a {type(other).__name__}.")
    keys = [[key for key, _ in _children(value)] for value in (one, other)]
    if set(keys[0]) != set(keys[1]):
        what = "keys" if isinstance(one, dict) else "lengths"
        shown = keys if isinstance(one, dict) else [len(value) for value in keys]
        raise ValueError(f"{wanted} but received the {what} {shown[0]} and {shown[1]}.")
    for key, child in _children(one):
        _check_alike(child, other[key], f"{name}[{key!r}]")
