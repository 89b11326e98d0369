"""The messages that have fixed places, and how they go over the socket: src/bridge/protocol.ts is the server's side.

A trainer's turn leaves little of this package in the processor's caches, so what runs for each batch calls as little as it can: a
hand-over of which all is cold takes many times as long. So the messages of each hand-over have fixed places; all others are JSON.
Each comes behind its length."""

from __future__ import annotations

import socket
import struct

VERSION = 4
"""Must be that of src/bridge/protocol.ts."""

LENGTH = struct.Struct("<I")
# A batch in host memory, behind its length: mark, parts, iteration, number, epoch, samples, form; then for each part its segment and the bytes to
# map. Batches of one form in the same segments have equal tables; 0: it is like no other.
BATCH_MARK = 1
BATCH = struct.Struct("<HHQQIIQ")
PART = struct.Struct("<QQ")
# Where a message, with its length, has the number, the epoch, and behind them what is equal in batches that are alike. Slices that are there
# cost less than those that are made at each use.
NUMBER, EPOCH, ALIKE = slice(16, 24), slice(24, 28), slice(28, None)
# A message about one batch: its length and mark, and the batch's number, whose bytes are those that came with the batch: nothing is
# packed for it.
TAKE = struct.pack("<IH", 10, 2)
FREE = struct.pack("<IH", 10, 3)
MOST_DESCRIPTORS = 64
# A signal that comes between Python's last look for one and the system call does not interrupt the call, and its handler
# would run at the end of a wait that may have none. So a wait is made of pieces of this length.
PIECE_SECONDS = 0.25
CONTROL_BYTES = socket.CMSG_SPACE(MOST_DESCRIPTORS * 4)
RECEIVE_FLAGS = int(socket.MSG_DONTWAIT)
CONTROL_FLAGS = RECEIVE_FLAGS | int(socket.MSG_CMSG_CLOEXEC)
SEND_FLAGS = int(socket.MSG_DONTWAIT) | int(socket.MSG_NOSIGNAL)


def batch_bytes(parts: int) -> int:
    """The size of a batch of so many parts, with its length."""
    return LENGTH.size + BATCH.size + parts * PART.size


def number_bytes(number: int) -> bytes:
    """The number of a batch as messages have it."""
    return number.to_bytes(8, "little")
