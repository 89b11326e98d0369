"""What ``source`` of an external source may be, and how batches are asked of it."""

from __future__ import annotations

import functools
import inspect
import warnings
from enum import Enum
from typing import Any, Callable, Iterator, List, Mapping, Optional, Tuple

from .types import BatchInfo, SampleInfo


class SourceKind(Enum):
    CALLABLE = 0
    ITERABLE = 1
    GENERATOR_FUNC = 2


class Source:
    """A ``source``, as a function that gives the next item.

    Attributes:
        kind: what the user gave.
        takes_argument: the function is called with the place of what it is asked for.
    """

    def __init__(self, source: Any, cycle: Any) -> None:
        self.source = source
        self.name = getattr(source, "__qualname__", type(source).__qualname__)
        self.cycle = _cycle_of(cycle)
        self.takes_argument = False
        if _is_generator_function(source):
            self.kind = SourceKind.GENERATOR_FUNC
            self.next: Callable[..., Any] = _Items(source, self.cycle).next
        elif not callable(source) or hasattr(source, "__iter__"):
            self.kind = SourceKind.ITERABLE
            if self.cycle and inspect.isgenerator(source):
                raise TypeError(
                    "Cannot cycle through a generator - if the generator is a result of calling a generator function, pass that function "
                    "instead as `source`."
                )
            try:
                self.next = _Items(lambda: iter(source), self.cycle).next
            except TypeError:
                raise TypeError(f"Source must be callable, iterable or a parameterless generator function. Got {type(source)}") from None
        else:
            self.kind = SourceKind.CALLABLE
            if cycle is not None:
                raise ValueError("`cycle` argument is only valid for iterable `source`")
            self.takes_argument = accepted_arguments(source) == 1
            self.next = source


class _Items:
    """Items of an iterable, which begins anew where ``cycle`` says so."""

    def __init__(self, begin: Callable[[], Iterator[Any]], cycle: str) -> None:
        self._begin = begin
        self._cycle = cycle
        self._items = begin()

    def next(self) -> Any:
        try:
            return next(self._items)
        except StopIteration:
            if self._cycle == "":
                raise
            self._items = self._begin()
            if self._cycle == "raise":
                raise
        return next(self._items)


def _cycle_of(cycle: Any) -> str:
    if cycle is None or cycle is False or cycle == "no":
        return ""
    if cycle is True or cycle == "quiet":
        return "quiet"
    if cycle == "raise":
        return "raise"
    raise ValueError(f"Expected one of 'no', False, None, 'quiet', True, 'raise' for cycle but received {cycle!r}")


def _is_generator_function(value: Any) -> bool:
    if inspect.isgeneratorfunction(value):
        return True
    if isinstance(value, functools.partial):
        return _is_generator_function(value.func)
    if value is None or inspect.isfunction(value) or inspect.ismethod(value):
        return False
    return inspect.isgeneratorfunction(getattr(type(value), "__call__", None))


def accepted_arguments(function: Any) -> int:
    """How many arguments a source takes: 0 or 1. Raises TypeError for any other."""
    wanted = "The `source` callable must accept either 0 or 1 positional arguments to indicate whether it accepts the batch or sample indexing information."
    parameters = list(inspect.signature(function).parameters.values())
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.KEYWORD_ONLY):
            raise TypeError(f"{wanted} Found `{parameter}`, which is not allowed.")
    if len(parameters) > 1:
        raise TypeError(f"{wanted} Found more than one positional argument, which is not allowed.")
    return len(parameters)


class Group:
    """The outputs of one external source, and the source that fills them.

    Attributes:
        nodes: its operator calls, one for each output.
        source: None where the user feeds it.
        batch: an item is a batch, and not a sample.
        layouts: of the outputs.
        device: where the values are used.
    """

    def __init__(
        self, source: Optional[Source], *, many: bool, batch: bool, batch_info: bool, parallel: bool, prefetch_queue_depth: int = 1,
        device: str = "cpu",
    ) -> None:
        self.nodes: List[Any] = []
        self.layouts: List[str] = []
        self.source = source
        self.device = device
        self.many = many
        self.batch = batch
        self.batch_info = batch_info
        self.parallel = parallel
        self.prefetch_queue_depth = prefetch_queue_depth
        self.iteration = 0
        self.sample = 0

    def reset(self) -> None:
        """Begins a new epoch."""
        self.iteration = self.sample = 0

    def warn_of_unused(self, used: Mapping[int, Any]) -> None:
        """Warns where the graph reads only some of the outputs. ``used``: by the ids of nodes."""
        unused = [str(number) for number, node in enumerate(self.nodes) if node.id not in used]
        if unused and self.source is not None:
            which = f"output at the index {unused[0]} is" if len(unused) == 1 else f"outputs at the indices {', '.join(unused)} are"
            warnings.warn(f"The external source node '{self.source.name}' produces {len(self.nodes)} outputs, but the {which} not used.", stacklevel=3)

    def warn_of_lost_place(self) -> None:
        """Warns of a source whose place no checkpoint can hold: only a function that is told what to give can go on there."""
        if self.source is None or self.source.kind is SourceKind.CALLABLE and self.source.takes_argument:
            return
        warnings.warn(
            f"A checkpoint does not hold where the source '{self.source.name}' stands. Give fn.external_source a function that "
            "takes a SampleInfo, a BatchInfo or the number of the batch.",
            stacklevel=3,
        )

    def arguments(self, in_batch: Optional[int], epoch: int) -> Tuple[Any, ...]:
        """What the function is called with. ``in_batch``: the sample's place in the batch; None for a batch."""
        assert self.source is not None
        if not self.source.takes_argument:
            return ()
        if in_batch is not None:
            return (SampleInfo(self.sample + in_batch, in_batch, self.iteration, epoch),)
        return (BatchInfo(self.iteration, epoch) if self.batch_info else self.iteration,)

    def next_batch(self, batch_size: int, epoch: int) -> List[Any]:
        """The next batch: one for each output. Raises StopIteration at the end."""
        assert self.source is not None
        try:
            if self.batch:
                item = self.source.next(*self.arguments(None, epoch))
            else:
                item = [self.source.next(*self.arguments(i, epoch)) for i in range(batch_size)]
        except StopIteration:
            self.reset()
            raise
        return self.took(item, batch_size)

    def took(self, item: Any, batch_size: int) -> List[Any]:
        """Counts an item, and takes it apart."""
        self.sample += batch_size
        self.iteration += 1
        if not self.many:
            return [item]
        if self.batch:
            return [item[output] for output in range(len(self.nodes))]
        return [[sample[output] for sample in item] for output in range(len(self.nodes))]
