"""``fn.readers.mixture``: several readers as one stream."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from ._operator import call
from ._schemas import schemas
from .data_node import DataNode

_TITLE = "fn.readers.mixture"


def mixture(
    *,
    sources: Sequence[Callable[[], Any]],
    weights: Union[Sequence[float], Sequence[Tuple[int, Sequence[float]]]],
    choice: str = "even",
    choice_seed: Optional[int] = None,
    on_end: str = "repeat",
    num_shards: int = 1,
    shard_id: int = 0,
    shard: Optional[str] = None,
    pad_last_batch: bool = False,
    read_ahead: bool = False,
    name: Optional[str] = None,
    **kwargs: Any,
) -> List[DataNode]:
    """Reads from several readers as one stream, in which each source has its share of the samples. Returns the outputs of a sample's
    source and, last, the number of that source: int32, shape [1]. docs/guides/mixtures.md shows what a stream looks like.

    Args:
        sources: each is a function that returns the outputs of one reader, or some of them, and is called once.
        weights: one number above 0 for each source: its share of the samples is its weight over their sum. Weights that change are a list of
            pairs: the sample from which on they hold, counted over all epochs and shards, and the weights.
        choice: ``"even"`` keeps the count of each source within one sample of its share; ``"random"`` draws each sample's source.
        choice_seed: the seed of these draws, which shards must share. Default: the same for all mixtures.
        on_end: when a source has given all of its samples: ``"repeat"`` begins its next epoch, and an epoch of the mixture has as many samples
            as the sources have together; ``"stop"`` ends the epoch of the mixture; ``"drop"`` goes on with the other sources.
        num_shards, shard_id: the samples of the mixture are dealt to so many shards; which one this is.
        shard: ``"auto"``: both numbers are those of this process's launcher.
        pad_last_batch: repeat the last sample of an epoch until all shards have equally many full batches.
        read_ahead: ask the system to read what the next samples need before their turn.
        name: the name for ``epoch_size()`` and ``reader_meta()``.

    Raises:
        TypeError, ValueError: for a source that is no function, or returns something else than outputs of a reader, or another number of them
            than the first one.
    """
    lists = [_outputs(source, i) for i, source in enumerate(sources)]
    if not lists:
        raise ValueError(f"{_TITLE}: expected one function or more for sources but received none")
    each = len(lists[0])
    for i, outputs in enumerate(lists):
        if len(outputs) != each:
            raise ValueError(f"{_TITLE}: expected sources[{i}] to return {each} outputs, as sources[0] does, but received {len(outputs)}")
    given = {**_weights(weights), "choice": choice, "on_end": on_end, "num_shards": num_shards, "shard_id": shard_id, "pad_last_batch": pad_last_batch, "read_ahead": read_ahead}
    if shard is not None:
        del given["num_shards"], given["shard_id"]
        given["shard"] = shard
    if name is not None:
        given["name"] = name
    if choice_seed is not None:
        given["choice_seed"] = choice_seed
    inputs = [output for outputs in lists for output in outputs]
    return list(call(schemas()["readers.mixture"], _TITLE, inputs, {**kwargs, **given, "num_outputs": each + 1}))


def _weights(weights: Sequence[Any]) -> Dict[str, Any]:
    """Weights as the arguments that the graph has."""
    rows = [row for row in weights if isinstance(row, (list, tuple))]
    if not rows:
        return {"weights": list(weights)}
    for i, row in enumerate(weights):
        if not (isinstance(row, (list, tuple)) and len(row) == 2 and isinstance(row[1], (list, tuple))):
            raise TypeError(f"{_TITLE}: expected a sample and a list of weights for weights[{i}] but received {row!r}")
        if len(row[1]) != len(weights[0][1]):
            raise ValueError(f"{_TITLE}: expected {len(weights[0][1])} weights in weights[{i}], as in weights[0], but received {len(row[1])}")
    return {"weights": [weight for _, row in rows for weight in row], "weights_from": [sample for sample, _ in rows]}


def _outputs(source: Callable[[], Any], i: int) -> List[DataNode]:
    if not callable(source):
        raise TypeError(f"{_TITLE}: expected a function for sources[{i}] but received {type(source).__name__}")
    given = source()
    outputs = list(given) if isinstance(given, (list, tuple)) else [given]
    for output in outputs or [given]:
        if not isinstance(output, DataNode):
            raise TypeError(f"{_TITLE}: expected sources[{i}] to return outputs of a reader but received {type(output).__name__}")
    return outputs
