"""Iterators that can be looked into, with the interface of ``PeekableIterator`` of Google's CLU: ``peek()`` gives the next item and leaves it,
``element_spec`` says what items are like. CLU itself need not be there.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Union

import jax
import numpy as np

from ..base_iterator import LastBatchPolicy
from .iterator import DALIGenericIterator, Pipelines, _decorator

try:
    from clu.data.dataset_iterator import ArraySpec
except ImportError:

    class ArraySpec(NamedTuple):  # type: ignore[no-redef]
        """Shape and dtype of an array, as of CLU."""

        shape: Any
        dtype: Any


__all__ = ["ArraySpec", "DALIGenericPeekableIterator", "peekable_data_iterator"]


class DALIGenericPeekableIterator(DALIGenericIterator):
    """As DALIGenericIterator; shapes and dtypes of items must not change. Its methods may be called from several threads.

    Raises:
        ValueError: at an item with another shape or dtype than those before it.
    """

    def __init__(self, pipelines: Pipelines, output_map: Sequence[str], *args: Any, **options: Any) -> None:
        self._turn = Lock()
        self._peeked: Optional[Dict[str, jax.Array]] = None
        self._spec: Optional[Dict[str, Any]] = None
        self._pool: Optional[ThreadPoolExecutor] = None
        super().__init__(pipelines, output_map, *args, **options)

    def _taken(self) -> Dict[str, jax.Array]:
        """The item that was peeked, or the next one, which becomes the caller's."""
        item, self._peeked = self._peeked, None
        if item is not None:
            return item
        made: Dict[str, jax.Array] = super().__next__()
        spec = {name: ArraySpec(shape=array.shape, dtype=array.dtype) for name, array in made.items()}
        if self._spec is None:
            self._spec = spec
        for name, found in spec.items():
            if found != self._spec[name]:
                raise ValueError(
                    f"A peekable iterator needs outputs of one shape and type. Expected {self._spec[name]} for output '{name}' but received "
                    f"{found}. Set last_batch_policy to FILL or DROP, and give samples of one shape"
                )
        return made

    def __next__(self) -> Dict[str, jax.Array]:
        with self._turn:
            return self._taken()

    def __iter__(self) -> Any:
        # What was peeked is the first item of the loop.
        return self if self._peeked is not None else super().__iter__()

    def peek(self) -> Dict[str, jax.Array]:
        """The next item, which the next call gives again."""
        with self._turn:
            self._peeked = self._taken()
            return self._peeked

    def peek_async(self) -> Future[Dict[str, jax.Array]]:
        """``peek()`` in a thread of the iterator: the pipeline makes the item while the caller works."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="penstock peek")
        return self._pool.submit(self.peek)

    def checkpoints(self) -> List[bytes]:
        """As of every iterator. Raises RuntimeError while an item is peeked, which was taken from the pipelines already."""
        if self._peeked is not None:
            raise RuntimeError("An item was peeked and not taken, so there is no checkpoint before it. Call next() first")
        return super().checkpoints()

    @property
    def element_spec(self) -> Dict[str, Any]:
        """``ArraySpec`` of each output, by its name. Before the first item it peeks."""
        if self._spec is None:
            self.peek()
        assert self._spec is not None
        return self._spec

    @property
    def is_nonpadding(self) -> Any:
        """For each sample of the item that was made last, whether it is one of the epoch, and not one that fills the last batch: bools of
        shape (batch size x pipelines,), spread as the outputs are."""
        places = np.arange(self.batch_size)
        found = np.concatenate([places < count for count in self._epoch.real()])
        return found if self._sharding is None else jax.device_put(found, self._sharding)


def peekable_data_iterator(
    pipeline_fn: Optional[Callable[..., Any]] = None,
    output_map: Sequence[str] = (),
    size: int = -1,
    reader_name: Optional[str] = None,
    auto_reset: Union[str, bool, None] = False,
    last_batch_padded: bool = False,
    last_batch_policy: LastBatchPolicy = LastBatchPolicy.FILL,
    prepare_first_batch: bool = True,
    sharding: Optional[Any] = None,
    devices: Optional[List[Any]] = None,
    pmap_compatible: Optional[bool] = None,
) -> Any:
    """As ``data_iterator``, for a DALIGenericPeekableIterator."""
    options = dict(locals())
    return _decorator(DALIGenericPeekableIterator, **options)
