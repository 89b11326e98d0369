"""Checks the arguments of penstock.iterators."""

from __future__ import annotations

from enum import Enum
from typing import Any, List, Optional, Sequence, Union

from ._errors import PipelineError, invalid
from ._loader import Loader

FILL, DROP, PARTIAL = "fill", "drop", "partial"


class LastBatchPolicy(str, Enum):
    """What becomes of a last batch that the epoch does not fill: FILL gives it whole, with samples of the next epoch or the
    reader's padding; DROP leaves it out; PARTIAL gives it with the samples that are left."""

    FILL = FILL
    DROP = DROP
    PARTIAL = PARTIAL


def check_loaders(loaders: Sequence[Any]) -> None:
    if not loaders or not all(isinstance(loader, Loader) for loader in loaders) or len(set(map(id, loaders))) < len(loaders):
        raise invalid(f"Expected a penstock.Loader or a list of different ones but received {loaders!r:.80}")
    for loader in loaders:
        if loader._socket is not None:
            raise invalid("Expected loaders with a module of their own but received one with a socket")
        if loader._connection is not None or loader._iterate is not None:
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


def check_readers(loaders: Sequence[Loader], name: Optional[str]) -> None:
    """Of loaders that were started."""
    sizes = {loader.batch_size for loader in loaders}
    if len(sizes) > 1:
        raise invalid(f"Expected pipelines of one batch_size but received {sorted(sizes)}")
    metas = [] if name is None else [loader.reader_meta()[name] for loader in loaders]
    for fact in ("epochSize", "numberOfShards", "padLastBatch", "stickToShard"):
        if any(meta[fact] != metas[0][fact] for meta in metas):
            raise invalid(f"Expected readers '{name}' of one {fact} but received {[m[fact] for m in metas]}")


def ragged(name: str, samples: Sequence[Any]) -> PipelineError:
    shapes = sorted({tuple(sample.shape) for sample in samples})[:3]
    return PipelineError(
        "INVALID_INPUT",
        f"Expected samples of one shape in output '{name}' but received {', '.join(map(str, shapes))}",
        hint="Take a RaggedIterator, or end the pipeline with an operator that gives one shape",
    )
