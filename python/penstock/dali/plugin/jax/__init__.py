"""DALI's iterators for JAX. Arrays on the CPU lie in the pipeline's memory, which is used again when none refers to it any more."""

from __future__ import annotations

from .iterator import DALIClassificationIterator, DALIGenericIterator, data_iterator

__all__ = ["DALIClassificationIterator", "DALIGenericIterator", "data_iterator"]
