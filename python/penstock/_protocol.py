"""Encodes messages for the socket. src/bridge/protocol.ts is the server's side, and lists them. Each is JSON and comes after
its length. Batches lie in shared memory; a message names their segments and carries their descriptors."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any, Mapping

VERSION = 6
"""Must be that of src/bridge/protocol.ts."""

MAX_BYTES = 2**24
"""Bytes of a message of a server, as src/bridge/protocol.ts has them."""
MAX_UNREAD = 1024
"""Batches that come and are not taken: each was asked for, and a loop asks for one at a time."""
MAX_DESCRIPTORS = 64

LENGTH = struct.Struct("<I")
RECEIVE_BYTES = 1 << 16
CONTROL_BYTES = socket.CMSG_SPACE(MAX_DESCRIPTORS * 4)
RECEIVE_FLAGS = int(socket.MSG_CMSG_CLOEXEC)
SEND_FLAGS = int(socket.MSG_NOSIGNAL)


# One encoder: json.dumps() makes one for each message, which takes longer than the message.
_encoded = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def framed(message: Mapping[str, Any]) -> bytes:
    """A message as it goes over the socket."""
    text = _encoded(message).encode()
    return LENGTH.pack(len(text)) + text
