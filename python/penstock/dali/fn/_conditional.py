"""A batch is divided in two by a predicate, and put together again: by hand what an `if` on a DataNode does."""

from __future__ import annotations

import weakref
from typing import Any, Dict, List

from .._conditionals import selector_of
from .._graph import Graph, Node, record
from .._operator import input_node
from ..data_node import DataNode


# By the call and the output that is the predicate: parts of one predicate go together.
_selectors: weakref.WeakKeyDictionary[Node, Dict[int, DataNode]] = weakref.WeakKeyDictionary()


def _selector(predicate: DataNode) -> DataNode:
    known = _selectors.setdefault(predicate.source, {})
    if predicate.output not in known:
        known[predicate.output] = selector_of(predicate)
    return known[predicate.output]


def split(data: Any, *, predicate: DataNode, **_: Any) -> List[DataNode]:
    """The samples for which `predicate` is true, and the others. What reads one of the two runs for its samples."""
    selector = _selector(predicate)
    node = input_node(data, "_conditional.split", 0)
    parts = []
    for want in (1, 0):
        part = record("copy", [node], device=node.device)[0]
        part.source.part = part.source.guards = [*selector.source.guards, {"value": selector, "want": want}]
        parts.append(part)
    return parts


def merge(true_part: Any, false_part: Any, *, predicate: DataNode) -> DataNode:
    """The batch of which these are the parts."""
    selector = _selector(predicate)
    nodes = [input_node(part, "_conditional.merge", number) for number, part in enumerate((false_part, true_part))]
    merged = Graph.merge(selector, nodes)
    merged.source.part, merged.source.guards = selector.source.part, selector.source.guards
    return merged
