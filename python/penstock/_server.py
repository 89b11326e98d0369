"""The server process: Node.js with the pipeline, as a child of this process. It ends when its socket does, that is when this
process closes the loader or ends in whatever way."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from pathlib import Path
from typing import Any, Dict, Mapping, Optional, Sequence

from ._connection import Connection
from ._errors import PenstockError, PipelineError, ServerDied, invalid
from ._node import find_node, find_package

# How long the server may take to end in order.
END_SECONDS = 10.0
# How long the exit code may take to come after the socket was closed.
DEATH_SECONDS = 1.0


class ServerProcess:
    """A started server and the connection to it."""

    def __init__(
        self,
        module: Path,
        args: Sequence[Any],
        options: Mapping[str, Any],
        *,
        continuous: bool = False,
        node: Optional[str] = None,
        package: Optional[str] = None,
        env: Optional[Mapping[str, str]] = None,
    ) -> None:
        try:
            config = json.dumps({"args": list(args), "options": dict(options), "continuous": continuous}).encode()
        except (TypeError, ValueError) as error:
            raise invalid(f"Expected arguments and options that JSON can hold: {error}") from None
        command = [find_node(node), str(find_package(package, module) / "dist" / "cli" / "main.js")]
        own, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with theirs:
                command += ["serve", str(module), "--stdin", "--fd", str(theirs.fileno())]
                self.process = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    pass_fds=[theirs.fileno()],
                    env=None if env is None else {**os.environ, **env},
                )
            self._configure(config)
        except BaseException:
            own.close()
            raise
        self._parent = os.getpid()
        self.connection = Connection(own, self._died, private=True)

    def _configure(self, config: bytes) -> None:
        stdin = self.process.stdin
        assert stdin is not None
        try:
            with stdin:
                stdin.write(config)
        except BrokenPipeError:
            pass  # The server has ended; the first wait for it says so.

    def _died(self) -> PenstockError:
        try:
            code: Optional[int] = self.process.wait(DEATH_SECONDS)
        except subprocess.TimeoutExpired:
            code = None
        return ServerDied(f"The pipeline's process has ended unexpectedly: {_how(code)}", code)

    def close(self) -> None:
        """Ends the server in order, or by force where it does not end."""
        self.connection.close()
        # Arrays in the GPU memory of the server keep it: it ends with the last one, or with this process.
        if self._parent != os.getpid() or self.connection.lingers:
            return
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _how(code: Optional[int]) -> str:
    if code is None:
        return "it has closed its socket"
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def connect(path: str) -> Connection:
    """Connects to the socket of a server that ``penstock serve`` or ``pipe.serve()`` has made."""
    connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connected.connect(path)
    except OSError as error:
        connected.close()
        why = error.strerror or str(error)
        raise PipelineError(
            "FILE_NOT_FOUND",
            f"Expected the socket of a server but received '{path}': {why}",
            hint=f"penstock serve MODULE --socket {path}",
        ) from None
    return Connection(connected, lambda: ServerDied(f"The server at '{path}' has ended unexpectedly"), private=False)


def camel_case(options: Mapping[str, Any]) -> Dict[str, Any]:
    """Names of options as the pipeline has them: ``batch_size`` becomes ``batchSize``."""

    def name(text: str) -> str:
        first, *rest = text.split("_")
        return first + "".join(word[:1].upper() + word[1:] for word in rest)

    return {name(key): value for key, value in options.items()}
