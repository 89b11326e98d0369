"""One end of a socket to a host: messages, with descriptors.

The thread that calls reads and writes the socket itself: another thread between would double the time of a batch. An interrupt may
come between any two steps of Python, and no message may be lost or come twice by it. So what the system has taken or given goes into
a queue in one step that is not written in Python (``deque.extend(map(...))``), and each further step replaces one whole state by the
next one, and does nothing wrong when it is done again.
"""

from __future__ import annotations

import array
import os
import select
import socket
import struct
from collections import deque
from typing import Any, Deque, List, Mapping, NamedTuple, Optional, Tuple

from .. import _messages as messages, _protocol as protocol
from .._errors import PipelineError, lied
from .._messages import Check, Message

PIECE_SECONDS = 0.25
"""A wait is made of pieces of this length: a signal that comes between Python's last look for one and the system call does not end it."""
_SEND_SECONDS = 1
_NO_DESCRIPTORS: Tuple[int, ...] = ()


class Arrival(NamedTuple):
    """A message that has come, with its descriptors. It is the next one until dropped()."""

    message: Message
    descriptors: Tuple[int, ...]
    end: int


class _Incoming(NamedTuple):
    """What was received and not taken. ``last``: the last piece of it."""

    rest: bytes
    descriptors: Tuple[int, ...]
    last: Any


class _Outgoing(NamedTuple):
    """``rest`` of the messages ``whole`` is to be sent; ``sent``: what the system has taken of it, once it has."""

    rest: bytes
    sent: Deque[int]
    whole: Tuple[bytes, ...]


class Wire:
    """``kinds``: the check of each kind of message. One thread at a time receives, and one sends."""

    def __init__(self, connected: socket.socket, kinds: Mapping[str, Check]) -> None:
        connected.settimeout(None)
        pieces = struct.pack("@ll", 0, int(PIECE_SECONDS * 1e6))
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, pieces)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("@ll", _SEND_SECONDS, 0))
        self._socket = connected
        self._kinds = kinds
        self._ready = select.poll()
        self._ready.register(connected, select.POLLIN)
        self._pieces: Deque[Any] = deque()
        self._incoming = _Incoming(b"", _NO_DESCRIPTORS, None)
        self._outbox: Deque[bytes] = deque()
        self._outgoing = _Outgoing(b"", deque(), ())
        self.ended = False
        """The other end is closed: nothing more comes."""

    # ---- receiving ----

    def arrival(self, seconds: float = PIECE_SECONDS) -> Optional[Arrival]:
        """The next message; None where none has come whole within a piece of time, or comes any more."""
        while True:
            found = self._whole()
            if found is not None or self.ended:
                return found
            if not self._taken():
                if not self._receive(seconds):
                    return None

    def _receive(self, seconds: float) -> bool:
        rest = self._incoming.rest
        if seconds < PIECE_SECONDS and not self._ready.poll(max(0.0, seconds * 1000)):
            return False
        missing = protocol.LENGTH.unpack_from(rest)[0] if len(rest) >= protocol.LENGTH.size else 0
        size = max(protocol.RECEIVE_BYTES, missing + protocol.LENGTH.size - len(rest))
        try:
            self._pieces.extend(
                map(self._socket.recvmsg, (size,), (protocol.CONTROL_BYTES,), (protocol.RECEIVE_FLAGS,))
            )
        except BlockingIOError:
            return False
        except OSError:
            self.ended = True
        return True

    def _taken(self) -> bool:
        """Takes a piece that was received. False: there is none."""
        pieces, (rest, descriptors, last) = self._pieces, self._incoming
        if pieces and pieces[0] is last:
            pieces.popleft()
        if not pieces:
            return False
        data, control, flags, _address = piece = pieces[0]
        if not data:
            self.ended = True
        more = array.array("i")
        for level, kind, payload in control:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                more.frombytes(payload[: len(payload) - len(payload) % more.itemsize])
        self._incoming = _Incoming(rest + data, (*descriptors, *more), piece)
        pieces.popleft()
        if flags & socket.MSG_CTRUNC:
            raise PipelineError(
                "OUT_OF_MEMORY",
                "This process has no room for the descriptor of a batch's memory",
                hint="Let go of arrays, or raise its limit of open files (ulimit -n)",
            )
        return True

    def _whole(self) -> Optional[Arrival]:
        rest, descriptors, _last = self._incoming
        if len(rest) < protocol.LENGTH.size:
            return None
        (length,) = protocol.LENGTH.unpack_from(rest)
        if not 1 <= length <= protocol.MAX_BYTES:
            raise lied(f"a message of {length} bytes", f"1 to {protocol.MAX_BYTES} bytes")
        end = protocol.LENGTH.size + length
        if len(rest) < end:
            return None
        message = messages.message_of(rest[protocol.LENGTH.size : end], self._kinds)
        count = message.get("d", 0)
        if count > len(descriptors):
            raise lied(f"a message of {count} descriptors with {len(descriptors)}", "them with it")
        return Arrival(message, descriptors[:count], end)

    def dropped(self, arrival: Arrival) -> None:
        """The message was dealt with."""
        rest, descriptors, last = self._incoming
        self._incoming = _Incoming(rest[arrival.end :], descriptors[len(arrival.descriptors) :], last)

    # ---- sending ----

    def put(self, unsent: List[bytes]) -> None:
        """Takes a message out of its list, to be sent by flush(). Does nothing for a list from which it was taken."""
        if unsent:
            self._outbox.extend(map(unsent.pop, (-1,)))

    @property
    def has_unsent(self) -> bool:
        """Whether something was put and not sent."""
        return bool(self._outbox or self._outgoing.rest)

    def flush(self) -> bool:
        """Sends what was put. False: the socket has had no room for a while."""
        while not self.ended:
            rest, sent, whole = self._outgoing
            if sent:
                self._outgoing = _Outgoing(rest[sent[0] :], deque(), whole)
            elif rest:
                try:
                    sent.extend(map(self._socket.send, (rest,), (protocol.SEND_FLAGS,)))
                except BlockingIOError:
                    return False
                except OSError:
                    # The other end is closed; who receives learns of it.
                    return True
            else:
                for one in whole:
                    if self._outbox and self._outbox[0] is one:
                        self._outbox.popleft()
                # All that waits goes in one call of the system.
                whole = tuple(self._outbox)
                self._outgoing = _Outgoing(b"".join(whole), deque(), whole)
                if not whole:
                    return True
        return True

    # ---- end ----

    def shut(self) -> None:
        """Wakes the threads that receive or send; nothing more goes or comes."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def close(self) -> None:
        """No thread uses it any more, or this is a copy in a process that was forked."""
        self._socket.close()
        descriptors, self._incoming = self._incoming.descriptors, _Incoming(b"", _NO_DESCRIPTORS, None)
        for one in descriptors:
            os.close(one)

    @property
    def is_over(self) -> bool:
        """Whether the other end is closed, also where nothing has read that yet."""
        over = select.poll()
        over.register(self._socket, select.POLLRDHUP)
        return bool(over.poll(0))
