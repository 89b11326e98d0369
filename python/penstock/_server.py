"""The server process: Node.js with the pipeline, as a child of this process. It ends when its socket does, that is when this
process closes the loader or ends in whatever way."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import struct
import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence

from ._connection import Connection
from ._errors import PenstockError, PipelineError, ServerDied, invalid
from ._node import find_node, find_package

# How long the server may take to end in order.
END_SECONDS = 10.0
# How long the exit code may take to come after the socket was closed.
DEATH_SECONDS = 1.0


@contextmanager
def _own_pipe(descriptor: int) -> Iterator[Optional[int]]:
    """Opens the pipe behind a descriptor once more, for the server; None where it is no pipe, or has no reader.

    Node.js makes a pipe that it prints to non-blocking. That is a state of the open file, which the server would share with
    this process: prints of this process would fail as soon as the pipe is full.
    """
    own = None
    with suppress(OSError):
        if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
            own = os.open(f"/proc/self/fd/{descriptor}", os.O_WRONLY | os.O_NONBLOCK)
    try:
        yield own
    finally:
        if own is not None:
            os.close(own)


def started(
    package: Path,
    arguments: Sequence[str],
    theirs: Sequence[socket.socket],
    *,
    node: Optional[str] = None,
    stdin: int = subprocess.DEVNULL,
    env: Optional[Mapping[str, str]] = None,
) -> subprocess.Popen[bytes]:
    """Starts the command line of the package with these arguments; it inherits the sockets."""
    command = [find_node(node), str(package / "dist" / "cli" / "main.js"), *arguments]
    with _own_pipe(1) as output, _own_pipe(2) as errors:
        return subprocess.Popen(
            command,
            stdin=stdin,
            stdout=output,
            stderr=errors,
            pass_fds=[one.fileno() for one in theirs],
            env=None if env is None else {**os.environ, **env},
        )


class ServerProcess:
    """A started server and the connection to it."""

    def __init__(
        self,
        module: Path,
        args: Sequence[Any],
        options: Mapping[str, Any],
        *,
        iterate: Optional[Mapping[str, Any]] = None,
        node: Optional[str] = None,
        package: Optional[str] = None,
        env: Optional[Mapping[str, str]] = None,
    ) -> None:
        try:
            config = json.dumps({"args": list(args), "options": dict(options), "iterate": iterate}).encode()
        except (TypeError, ValueError) as error:
            raise invalid(f"Expected arguments and options that JSON can hold: {error}") from None
        own, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with theirs:
                arguments = ["serve", str(module), "--stdin", "--fd", str(theirs.fileno())]
                self.process = started(
                    find_package(package, module), arguments, [theirs], node=node, stdin=subprocess.PIPE, env=env
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
        return died(self.process)

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


def died(process: subprocess.Popen[bytes]) -> ServerDied:
    """The error for a process that has ended unasked."""
    try:
        code: Optional[int] = process.wait(DEATH_SECONDS)
    except subprocess.TimeoutExpired:
        code = None
    return ServerDied(f"The pipeline's process has ended unexpectedly: {_how(code)}", code)


def _how(code: Optional[int]) -> str:
    if code is None:
        return "it has closed its socket"
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


_PEER = struct.Struct("<iII")  # SO_PEERCRED: pid, uid, gid


def connect(path: str) -> Connection:
    """Connects to the socket of a server that ``penstock-data serve`` or ``pipe.serve()`` has made. Raises INVALID_ARGUMENT for one that
    another user has made, or could replace the server of: its batches would be read as what they say they are."""
    connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _check_file(path)
        connected.connect(path)
        _check_peer(path, connected)
    except OSError as error:
        connected.close()
        why = error.strerror or str(error)
        raise PipelineError(
            "FILE_NOT_FOUND",
            f"Expected the socket of a server but received '{path}': {why}",
            hint=f"npx penstock-data serve MODULE --socket {path}",
        ) from None
    except BaseException:
        connected.close()
        raise
    return Connection(connected, lambda: ServerDied(f"The server at '{path}' has ended unexpectedly"), private=False)


def _trusts(user: int) -> bool:
    # Root may do anything with this process already.
    return user in (0, os.geteuid())


def _check_file(path: str) -> None:
    found = os.stat(path)
    if not stat.S_ISSOCK(found.st_mode):
        raise invalid(f"Expected the socket of a server but '{path}' is another file")
    if not _trusts(found.st_uid):
        raise invalid(f"Expected a socket of user {os.geteuid()} but '{path}' is that of user {found.st_uid}")
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise invalid(
            f"Expected a socket that its user alone may write to but '{path}' has the permissions {stat.S_IMODE(found.st_mode):04o}",
            hint=f"A server makes it with 0600: chmod 600 {path}",
        )


def _check_peer(path: str, connected: socket.socket) -> None:
    pid, user, _group = _PEER.unpack(connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size))
    if not _trusts(user):
        raise invalid(f"Expected a server of user {os.geteuid()} at '{path}' but process {pid} is that of user {user}")


def camel_case(options: Mapping[str, Any]) -> Dict[str, Any]:
    """Names of options as the pipeline has them: ``batch_size`` becomes ``batchSize``."""

    def name(text: str) -> str:
        first, *rest = text.split("_")
        return first + "".join(word[:1].upper() + word[1:] for word in rest)

    return {name(key): value for key, value in options.items()}
