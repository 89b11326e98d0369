"""The messages that have fixed places, and how they go over the socket: src/bridge/protocol.ts is the server's side.

A trainer's turn leaves little of this package in the processor's caches, so what runs for each batch calls as little as it can: a
hand-over of which all is cold takes many times as long. So the messages of each hand-over have fixed places; all others are JSON.
Each comes behind its length."""

from __future__ import annotations

import socket
import struct
from typing import Tuple

VERSION = 3
"""Must be that of src/bridge/protocol.ts."""

LENGTH = struct.Struct("<I")
# A batch in host memory, behind its length: mark, parts, samples, epoch, iteration, number; then for each part its segment and the bytes to map.
BATCH_MARK = 1
BATCH = struct.Struct("<HHIIQQ")
PART = struct.Struct("<QQ")
SAMPLES = struct.Struct("<I")
# A message about one batch: its length and mark, and the batch's number, whose bytes are those that came with the batch: nothing is
# packed for it.
TAKE = struct.pack("<IH", 10, 2)
FREE = struct.pack("<IH", 10, 3)
MOST_DESCRIPTORS = 64
# A signal that comes between Python's last look for one and the system call does not interrupt the call, and its handler
# would run at the end of a wait that may have none. So a wait is made of pieces of this length.
PIECE_SECONDS = 0.25
CONTROL_BYTES = socket.CMSG_SPACE(MOST_DESCRIPTORS * 4)
RECEIVE_FLAGS = int(socket.MSG_CMSG_CLOEXEC) | int(socket.MSG_DONTWAIT)
SEND_FLAGS = int(socket.MSG_DONTWAIT) | int(socket.MSG_NOSIGNAL)


def batch_with_length(parts: int) -> Tuple[struct.Struct, bytes]:
    """A batch of so many parts: how the message is read, and how it begins. What is compared is read as bytes: the length with the mark and
    the number of parts, and samples; then come epoch, iteration, and as bytes number and parts."""
    message = struct.Struct(f"<8s4sIQ8s{parts * PART.size}s")
    return message, struct.pack("<IHH", message.size - LENGTH.size, BATCH_MARK, parts)


def number_bytes(number: int) -> bytes:
    """The number of a batch as messages have it."""
    return number.to_bytes(8, "little")
