"""DALI's proxy: PyTorch's DataLoader reads with its worker processes, and one pipeline of the main process does the rest.

A worker calls the proxy for each sample. The call computes nothing: it keeps the sample's data, and returns a reference to an output that is
still to come. When the worker collates a batch, the data of its calls goes to the server, a thread of the main process, which runs the
pipeline for it. The DataLoader of this module puts outputs in the place of references.

    with DALIServer(pipeline(batch_size=16, num_threads=2)) as server:
        dataset = ImageFolder(root, transform=server.proxy, loader=read_path)
        for images, labels in DataLoader(server, dataset, batch_size=16, num_workers=4):
            ...
"""

from __future__ import annotations

import inspect
import multiprocessing
import os
import queue
import threading
from collections import deque
from typing import Any, Deque, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np
import torch
from torch.utils.data import DataLoader as _TorchDataLoader
from torch.utils.data._utils.collate import default_collate_fn_map

from ...._pipeline import Pipeline
from ....external_source import Fed
from ..torch_utils import to_torch_tensor

__all__ = ["DALIServer", "DataLoader"]

# Seconds after which a batch whose worker has died does not come any more.
_LOST = 5.0

Key = Tuple[int, int]


class _Run:
    """The calls that one run of the pipeline is for: those of a worker between two batches.

    Attributes:
        key: the process that has made them, and their number there.
        inputs: what they were given, by the names of inputs. None: it went to the server.
        size: how many calls there are.
    """

    def __init__(self, key: Key, names: Sequence[str]) -> None:
        self.key = key
        self.size = 0
        self.inputs: Optional[Dict[str, List[Any]]] = {name: [] for name in names}


class _SampleRef:
    """Output ``output`` of call ``place`` of a run."""

    def __init__(self, proxy: _Proxy, run: _Run, output: int, place: int) -> None:
        self.proxy, self.run, self.output, self.place = proxy, run, output, place


class _BatchRef:
    """Output ``output`` of these calls of a run. ``inputs``: what the run is for, where the server did not get it from the worker."""

    def __init__(self, run: _Run, output: int, places: List[int]) -> None:
        self.key, self.output, self.inputs = run.key, output, run.inputs
        self.places = None if places == list(range(run.size)) else places


def _collated(samples: Sequence[_SampleRef], *, collate_fn_map: Any = None) -> _BatchRef:
    """The reference to a batch; the first one of a run sends its data to the server."""
    first = samples[0]
    if any(sample.run is not first.run for sample in samples):
        raise RuntimeError("Expected the samples of a batch to come of calls of the proxy since the last batch, each collated once")
    first.proxy._close(first.run)
    return _BatchRef(first.run, first.output, [sample.place for sample in samples])


default_collate_fn_map[_SampleRef] = _collated


class _Proxy:
    """What a dataset calls for each sample, in any process."""

    def __init__(self, names: Sequence[str], num_outputs: int, requests: Any, deterministic: bool) -> None:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        self.__signature__ = inspect.Signature([inspect.Parameter(name, kind) for name in names])
        self._names, self._num_outputs = list(names), num_outputs
        self._requests, self._deterministic = requests, deterministic
        self._run: Optional[_Run] = None
        self._count = 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            given = self.__signature__.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise ValueError(f"Expected the inputs {', '.join(self._names)} of the pipeline: {error}") from None
        # A worker that was forked has a copy of the run of its parent, which is not its own.
        if self._run is None or self._run.key[0] != os.getpid():
            self._run = _Run((os.getpid(), self._count), self._names)
            self._count += 1
        run = self._run
        assert run.inputs is not None
        for name, value in given.items():
            run.inputs[name].append(value.numpy() if isinstance(value, torch.Tensor) else np.asarray(value))
        run.size += 1
        refs = tuple(_SampleRef(self, run, output, run.size - 1) for output in range(self._num_outputs))
        return refs if len(refs) != 1 else refs[0]

    def _close(self, run: _Run) -> None:
        """The batch of a run is complete: later calls are of another one."""
        if self._run is not run:
            return
        self._run = None
        if not self._deterministic:
            self._requests.put((run.key, run.inputs))
            run.inputs = None


class DALIServer:
    """Runs a pipeline for the batches of a DataLoader, in a thread that ``with`` starts and ends.

    Args:
        pipeline: its inputs are ``fn.external_source(name=...)`` without a source, in the order of the proxy's arguments.
        deterministic: batches are run in the order in which the DataLoader gives them, so that random numbers are the same in each run. Else
            a batch is run as soon as a worker has collated it.
    """

    def __init__(self, pipeline: Pipeline, deterministic: bool = False) -> None:
        if not isinstance(pipeline, Pipeline):
            raise TypeError(f"Expected a pipeline but received {pipeline!r}")
        pipeline._define()
        fed = [node for node in pipeline._nodes if isinstance(node.callback, Fed)]
        if any(node.callback.group.source is not None for node in fed):
            raise RuntimeError("Expected external sources without a source: the proxy feeds them")
        if not fed:
            raise RuntimeError("Expected a pipeline with fn.external_source(name=...), which the proxy feeds")
        self._pipe = pipeline
        self._requests: Any = multiprocessing.Queue()
        self._proxy = _Proxy([node.name for node in fed], pipeline.num_outputs, self._requests, deterministic)
        self._deterministic = deterministic
        # Outputs by the keys of runs, or the error that stands in their place.
        self._done: Dict[Key, Any] = {}
        self._changed = threading.Condition()
        self._thread: Optional[threading.Thread] = None

    @property
    def proxy(self) -> Any:
        """What a dataset calls for each sample: with an argument for each input, by position or by name."""
        return self._proxy

    # ---- the thread ----

    def start_thread(self) -> None:
        """Begins to run what workers send. ``with`` does it, and so does the DataLoader."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name="penstock-proxy", daemon=True)
            self._thread.start()

    def stop_thread(self) -> None:
        """Ends the thread; what was not given yet is dropped."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._requests.put(None)
            thread.join()
        self._done.clear()

    def __enter__(self) -> DALIServer:
        self.start_thread()
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop_thread()

    def __del__(self) -> None:
        if getattr(self, "_thread", None) is not None:
            self.stop_thread()

    def _serve(self) -> None:
        begun: Deque[Key] = deque()
        while True:
            try:
                # What is there is begun before the oldest is waited for.
                full = len(begun) >= self._pipe._options.depth
                request = None if full else self._requests.get(block=not begun)
                if request is None and not full:
                    # A batch that was begun would be taken for one of the next thread's.
                    for _ in begun:
                        self._taken()
                    return
            except queue.Empty:
                request = None
            if request is None:
                key = begun.popleft()
                self._finish(key, self._taken)
            elif self._begin(*request):
                begun.append(request[0])

    def _begin(self, key: Key, inputs: Dict[str, List[Any]]) -> bool:
        """Feeds a batch and schedules it. Returns whether outputs will come."""
        try:
            for name, batch in inputs.items():
                self._pipe.feed_input(name, batch)
            self._pipe.build()
            self._pipe._ended = False
            self._pipe._schedule_one(True)
            return True
        except Exception as error:  # noqa: BLE001  (it is the main thread's)
            self._finish(key, lambda: error)
            return False

    def _taken(self) -> Any:
        try:
            return self._pipe.share_outputs()
        except Exception as error:  # noqa: BLE001
            return error

    def _finish(self, key: Key, made: Any) -> None:
        outputs = made()
        with self._changed:
            self._done[key] = outputs
            self._changed.notify_all()

    # ---- the main thread ----

    def produce_data(self, obj: Any) -> Any:
        """``obj`` with outputs, as tensors, in the place of references; lists, tuples, dicts and attributes of objects are looked through.

        Raises what the run of a batch raised.
        """
        return _Produced(self).of(obj)

    def _outputs(self, ref: _BatchRef) -> Any:
        if ref.inputs is not None and self._deterministic:
            self._requests.put((ref.key, ref.inputs))
        self.start_thread()
        waited = 0.0
        with self._changed:
            while ref.key not in self._done:
                if waited >= _LOST and self._requests.empty() and not _lives(ref.key[0]):
                    raise RuntimeError(f"The worker process {ref.key[0]} ended before its batch came")
                self._changed.wait(1.0)
                waited += 1.0
            outputs = self._done.pop(ref.key)
        if isinstance(outputs, Exception):
            raise outputs
        return outputs


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return True
    except OSError:
        return False


class _Produced:
    """One call of ``produce_data()``: each run's outputs are taken once, and each object is looked at once."""

    def __init__(self, server: DALIServer) -> None:
        self._server = server
        self._outputs: Dict[Key, Any] = {}
        self._seen: Dict[int, Any] = {}
        # Objects whose ids are keys stay alive.
        self._held: List[Any] = []

    def of(self, obj: Any) -> Any:
        if id(obj) in self._seen:
            return self._seen[id(obj)]
        self._held.append(obj)
        if isinstance(obj, _BatchRef):
            made = self._tensor(obj)
        elif isinstance(obj, list):
            made = self._seen[id(obj)] = []
            made.extend(self.of(one) for one in obj)
        elif isinstance(obj, tuple):
            values = [self.of(one) for one in obj]
            made = type(obj)(*values) if hasattr(obj, "_fields") else tuple(values)
        elif isinstance(obj, dict):
            made = self._seen[id(obj)] = {}
            made.update((key, self.of(value)) for key, value in obj.items())
        else:
            made = self._seen[id(obj)] = obj
            if not isinstance(obj, (torch.Tensor, np.ndarray)) and hasattr(obj, "__dict__") and not isinstance(obj, type):
                for name, value in list(vars(obj).items()):
                    new = self.of(value)
                    if new is not value:
                        setattr(obj, name, new)
        self._seen[id(obj)] = made
        return made

    def _tensor(self, ref: _BatchRef) -> torch.Tensor:
        if ref.key not in self._outputs:
            self._outputs[ref.key] = self._server._outputs(ref)
        tensor = to_torch_tensor(self._outputs[ref.key][ref.output].as_tensor(), copy=False)
        return tensor if ref.places is None else tensor[ref.places]


class DataLoader(_TorchDataLoader):  # type: ignore[misc]
    """PyTorch's DataLoader, with the outputs of a server's pipeline in place of what the proxy returned. It starts the server's thread where that
    does not run.

    Args:
        dali_server: the server whose proxy the dataset calls.
        All others are those of ``torch.utils.data.DataLoader``.
    """

    def __init__(self, dali_server: DALIServer, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dali_server = dali_server

    def __iter__(self) -> Iterator[Any]:
        self.dali_server.start_thread()
        for batch in super().__iter__():
            yield self.dali_server.produce_data(batch)
