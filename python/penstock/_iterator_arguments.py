"""Checks of what penstock.iterators is given."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional, Sequence, Union

from ._epochs import FILL, PARTIAL, LastBatchPolicy
from ._errors import PipelineError, invalid
from ._loader import Loader


def check_loaders(loaders: Sequence[Any]) -> None:
    if not loaders or not all(isinstance(loader, Loader) for loader in loaders) or len(set(map(id, loaders))) < len(loaders):
        raise invalid(f"Expected a penstock.Loader or a list of different ones but received {loaders!r:.80}")
    for loader in loaders:
        if loader._socket is not None:
            raise invalid("Expected loaders with a module of their own but received one with a socket")
        if loader._connection is not None or loader._continuous:
            raise PipelineError(
                "API_MIXED", "An iterator takes a loader that was not used yet", hint="Make a loader for each iterator"
            )


def names_of(output_map: Sequence[str]) -> List[str]:
    names = list(output_map)
    if isinstance(output_map, str) or not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
        raise invalid(f"Expected a list of different names for output_map but received {output_map!r}")
    return names


def auto_reset_of(value: Union[str, bool, None]) -> bool:
    if value is None or isinstance(value, bool):
        return bool(value)
    if value in ("yes", "no"):
        return value == "yes"
    raise invalid(f"Expected True, False, 'yes' or 'no' for auto_reset but received {value!r}")


def policy_of(policy: Union[LastBatchPolicy, str], fill: Optional[bool]) -> str:
    if fill is not None:
        return FILL if fill else PARTIAL
    try:
        return LastBatchPolicy(policy).value
    except ValueError:
        raise invalid(f"Expected a LastBatchPolicy for last_batch_policy but received {policy!r}") from None


def check_size(size: int, reader: Optional[str], padded: bool, pipelines: int) -> None:
    if isinstance(size, bool) or not isinstance(size, int) or (size != -1 and size < 1):
        raise invalid(f"Expected a number of samples, or -1, for size but received {size!r}")
    if reader is not None and size != -1:
        raise invalid("Expected size or reader_name but received both", hint="Leave size out: the reader knows it")
    if reader is not None and padded:
        raise invalid("Expected last_batch_padded or reader_name but received both", hint="The reader's padLastBatch says it")
    if reader is None and size == -1 and pipelines > 1:
        raise invalid(f"Expected size or reader_name for {pipelines} pipelines but received neither")


def check_outputs(loaders: Sequence[Loader], names: Sequence[str]) -> None:
    for loader in loaders:
        count = len(loader._started().facts["outputs"])
        if count != len(names):
            raise invalid(f"Expected a name for each of {count} outputs in output_map but received {list(names)}")


def reader_of(loader: Loader, name: str) -> Mapping[str, Any]:
    readers = loader.reader_meta()
    if name not in readers:
        raise invalid(f"Expected the name of a reader for reader_name but received '{name}'; there are {sorted(readers)}")
    return readers[name]


def ragged(name: str, samples: Sequence[Any]) -> PipelineError:
    shapes = sorted({tuple(sample.shape) for sample in samples})[:3]
    return PipelineError(
        "INVALID_INPUT",
        f"Expected samples of one shape in output '{name}' but received {', '.join(map(str, shapes))}",
        hint="Take a RaggedIterator, or end the pipeline with an operator that gives one shape",
    )
