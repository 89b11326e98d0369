"""The messages that have fixed places, and how they go over the socket: src/bridge/protocol.ts is the server's side.

A trainer's turn leaves little of this package in the processor's caches, so what runs for each batch calls as little as it can: a
hand-over of which all is cold takes many times as long. So the messages of each hand-over have fixed places; all others are JSON.
Each comes behind its length."""

from __future__ import annotations

import socket
import struct

VERSION = 3
"""Must be that of src/bridge/protocol.ts."""

LENGTH = struct.Struct("<I")
# A batch in host memory, behind its length: mark, parts, samples, epoch, iteration, number; then for each part its segment and the bytes to map.
BATCH_MARK = 1
BATCH = struct.Struct("<HHIIQQ")
PART = struct.Struct("<QQ")
# A message about one batch with its length: the length, mark, number of the batch. Two of them.
ABOUT = struct.Struct("<IHQ")
TWO = struct.Struct("<IHQIHQ")
ABOUT_BYTES, TAKE_MARK, FREE_MARK = 10, 2, 3
MOST_DESCRIPTORS = 64
# A signal that comes between Python's last look for one and the system call does not interrupt the call, and its handler
# would run at the end of a wait that may have none. So a wait is made of pieces of this length.
PIECE_SECONDS = 0.25
CONTROL_BYTES = socket.CMSG_SPACE(MOST_DESCRIPTORS * 4)
RECEIVE_FLAGS = int(socket.MSG_CMSG_CLOEXEC) | int(socket.MSG_DONTWAIT)
SEND_FLAGS = int(socket.MSG_DONTWAIT) | int(socket.MSG_NOSIGNAL)


def batch_with_length(parts: int) -> struct.Struct:
    """A batch of so many parts and its length, the parts as bytes."""
    return struct.Struct(f"{LENGTH.format}{BATCH.format[1:]}{parts * PART.size}s")
