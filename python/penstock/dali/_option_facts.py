"""What a pipeline was made with, under DALI's names."""

from __future__ import annotations

from typing import Any, Optional

from ._options import Options


class OptionFacts:
    """The options of a pipeline as its properties."""

    _options: Options

    @property
    def max_batch_size(self) -> int:
        size = self._options.batch_size
        return 1 if size is None else size

    batch_size = max_batch_size

    @property
    def num_threads(self) -> Optional[int]:
        return self._options.num_threads

    @property
    def device_id(self) -> Optional[int]:
        return self._options.device_id

    @property
    def seed(self) -> Optional[int]:
        return self._options.seed

    @property
    def exec_pipelined(self) -> bool:
        return bool(self._options.given["exec_pipelined"])

    @property
    def exec_async(self) -> bool:
        return bool(self._options.given["exec_async"])

    @property
    def exec_dynamic(self) -> bool:
        return self._options.dynamic

    @property
    def exec_separated(self) -> bool:
        return self._options.separated

    @property
    def prefetch_queue_depth(self) -> Any:
        return self._options.given["prefetch_queue_depth"]

    @property
    def cpu_queue_size(self) -> int:
        return self._options.cpu_queue

    @property
    def gpu_queue_size(self) -> int:
        return self._options.gpu_queue

    @property
    def set_affinity(self) -> bool:
        return bool(self._options.given["set_affinity"])

    @property
    def enable_memory_stats(self) -> bool:
        return bool(self._options.given["enable_memory_stats"])

    @property
    def py_num_workers(self) -> int:
        given = self._options.given["py_num_workers"]
        return 1 if given is None else int(given)

    @property
    def py_start_method(self) -> str:
        return str(self._options.given["py_start_method"])

    @property
    def stream_policy(self) -> Any:
        return self._options.given["stream_policy"]

    @property
    def concurrency(self) -> Any:
        return self._options.given["concurrency"]
