"""Servers that lie: whatever comes over the socket and lies in the memory, the consumer gets its values or a typed error, and neither
waits for ever nor reads what is not mapped. Each case changes a true conversation at one or several places.

``python tests/test_lies.py SECONDS SEED`` goes on for SECONDS."""

from __future__ import annotations

import array
import copy
import fcntl
import gc
import json
import os
import random
import resource
import socket
import struct
import sys
import time
from typing import Any, Dict, List, Optional, Tuple

import pytest

from penstock import Loader, PenstockError, PipelineError, ServerDied, _abi as abi, _loader, _protocol as protocol
from penstock._connection import Connection
from penstock._server import connect

HELLO: Dict[str, Any] = {
    "t": "hello", "version": protocol.VERSION, "abi": abi.HASH, "pid": 1, "batchSize": 2,
    "outputs": [{"part": 0, "output": 0, "name": "dense"}, {"part": 0, "output": 1, "name": "ragged"}],
    "position": {"epoch": 0, "batch": 0}, "length": 2, "readers": {"train": {"epochSize": 4}},
}  # fmt: skip
SIZE = 4096
NAME = b"a.jpg"
BUS, HANDLE = "0000:01:00.0", "00" * 64


def memory() -> bytearray:
    """A batch of two samples: a dense output of int32 [3], and one of uint8 whose samples have 2 and 4 elements."""
    tables, samples, names, data = 256, 512, 1024, 2048
    m = bytearray(SIZE)
    struct.pack_into("<IIII", m, 0, abi.MAGIC, 2, 2, 0)
    struct.pack_into("<qqq", m, abi.H_USED_BYTES, SIZE, abi.HEADER_BYTES, tables)
    for i in range(2):
        struct.pack_into("<qiIqqq", m, abi.HEADER_BYTES + i * abi.SAMPLE_INFO_BYTES, 7 + i, 0, 0, names, len(NAME), i)
    m[names : names + len(NAME)] = NAME
    for o, (dtype, dense) in enumerate([("int32", 1), ("uint8", 0)]):
        rows = samples + o * 2 * abi.SAMPLE_DESC_BYTES
        at = tables + o * abi.OUTPUT_DESC_BYTES
        struct.pack_into("<ii8sqqqI", m, at, abi.DTYPES.index(dtype), 0, b"C", rows, data, 64, dense)
        for i in range(2):
            offset, extent = (data + 12 * i, 3) if dense else (data + 64 + 16 * i, 2 + 2 * i)
            size = extent * (4 if dense else 1)
            shape = [extent, 0, 0, 0, 0, 0]
            struct.pack_into("<qqii6i", m, rows + i * abi.SAMPLE_DESC_BYTES, offset, size, 1, 0, *shape)
    struct.pack_into("<6i", m, data, *range(6))
    m[data + 64 : data + 66], m[data + 80 : data + 84] = b"\1\2", b"\3\4\5\6"
    return m


class Sent:
    """One message. ``turn``: after which of the consumer's messages that begin an epoch or call it is sent; 0: at once."""

    turn = 0
    memory: Optional[bytearray] = None
    sealed = True


class Json(Sent):
    """A message, with a descriptor where it has ``memory``."""

    def __init__(self, message: Any, new: bool = False, turn: int = 0) -> None:
        self.message = message
        self.memory = memory() if new else None
        self.turn = turn

    def raw(self) -> bytes:
        return framed(json.dumps(self.message).encode())


def batch(number: int, new: bool = True) -> Json:
    return Json({"t": "batch", "iteration": 1, "b": number, "n": 2, "e": 0, "p": [[5, SIZE]]}, new, turn=1)


class Raw(Sent):
    def __init__(self, data: bytes, turn: int = 0) -> None:
        self.data = data
        self.turn = turn

    def raw(self) -> bytes:
        return self.data


def framed(body: bytes) -> bytes:
    return protocol.LENGTH.pack(len(body)) + body


def conversation() -> List[Any]:
    """What a server sends to a consumer of one epoch of three batches, which then asks for statistics."""
    return [
        Json(copy.deepcopy(HELLO)),
        batch(0),
        batch(1, new=False),
        batch(2, new=False),
        Json({"t": "end", "iteration": 1}, turn=1),
        Json({"t": "reply", "id": 1, "value": copy.deepcopy(HELLO)}, turn=2),
        Json({"t": "reply", "id": 2, "value": {"verdict": "x"}}, turn=3),
        Json({"t": "error", "error": {"code": "PIPELINE_CLOSED", "message": "The server is closed"}}, turn=3),
    ]


def on_gpu() -> List[Any]:
    one = batch(0)
    export = {"bus": BUS, "ipc": HANDLE}
    one.message["x"] = [{"id": 1, "bytes": 64, **export}, {"id": 2, "bytes": 0, **export}]
    one.message["g"] = [[0, 2, [[1, 4096, 64]]]]
    return [Json(copy.deepcopy(HELLO)), one]


class Listener(Connection):
    """A consumer, and the server at the other end of its socket, which dies when the consumer waits for more than there is."""

    def __init__(self, own: socket.socket, theirs: socket.socket, messages: List[Any]) -> None:
        self.turns, self.turn_number = (theirs, messages), 0
        self.read = 0
        self.sent = speak(self.turns, 0)
        super().__init__(own, lambda: ServerDied("The server has ended"), private=False)

    def send(self, message: Any) -> None:
        super().send(message)
        if message["t"] in ("begin", "call"):
            self.turn_number += 1
            self.sent += speak(self.turns, self.turn_number)

    def _sort_in(self, rest: bytearray) -> None:
        before = len(rest)
        super()._sort_in(rest)
        self.read += before - len(rest)
        self.rest = len(rest)

    def wait(self, ready: Any, deadline: Optional[float] = None) -> bool:
        while not (ready() or self._failure or self.read + self.rest >= self.sent):
            time.sleep(0.0002)
        if not ready():
            self.turns[0].shutdown(socket.SHUT_WR)
        return super().wait(ready, deadline)

    rest = 0


def memfd_of(one: Any) -> int:
    descriptor = os.memfd_create("lies", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.write(descriptor, one.memory)
    if one.sealed:
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, 2 | 4)
    return descriptor


def send_with(to: socket.socket, one: Any, descriptor: int) -> None:
    to.sendmsg([one.raw()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))])


def speak(turns: Any, turn: int) -> int:
    """Sends what is due; ``turns``: the socket and all messages. Returns how many bytes."""
    to, messages = turns
    sent = 0
    for one in messages:
        if one.turn != turn:
            continue
        try:
            sent += len(one.raw())
            if one.memory is None:
                to.sendall(one.raw())
                continue
            descriptor = memfd_of(one)
            try:
                send_with(to, one, descriptor)
            finally:
                os.close(descriptor)
        except OSError:
            break  # The consumer does not listen any more.
    return sent


def named(item: Any) -> Any:
    return item.items() if isinstance(item, dict) else enumerate(item)


def listen_to(messages: List[Any]) -> Any:
    """What a trainer does with it; returns the values of the batches."""
    own, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    theirs.setblocking(False)
    with theirs:
        connection = Listener(own, theirs, messages)
        try:
            patched, _loader.connect = _loader.connect, lambda _path: connection
            try:
                loader = Loader(socket="x")
                loader.start()
            finally:
                _loader.connect = patched
            got = []
            with loader:
                for item in loader:
                    info = item.info
                    facts = [info.source(i) for i in range(info.count)], info.valid.tolist(), info.layouts(), info.epoch
                    info._batch.sources()
                    got.append(({name: [x.tolist() for x in value] for name, value in named(item)}, facts))
                    del item, info
                len(loader), loader.reader_meta(), loader.batch_size
                return got, loader.statistics()
        finally:
            connection.close()


def test_the_truth_gives_its_values() -> None:
    got, statistics = listen_to(conversation())
    assert statistics == {"verdict": "x"}
    assert len(got) == 3
    values, (sources, valid, layouts, epoch) = got[2]
    assert values == {"dense": [[0, 1, 2], [3, 4, 5]], "ragged": [[1, 2], [3, 4, 5, 6]]}
    assert sources[1] == {"source": "a.jpg", "index": 8, "epoch": 0}
    assert (valid, layouts, epoch) == ([True, True], ("C", "C"), 0)


# ---- lies ----

ODD: List[Any] = [
    None, True, False, -1, 0, 1, 2, 3, 64, 4096, 2**31 - 1, 2**31, 2**32, 2**53, 2**63, 2**64, 1e308, -0.5, float("nan"), "", "x", "batch", "hello",
    [], [[]], [1], [0, 0, 0], [[1, 2, 3]], {}, {"a": 1}, {"id": 1}, "\ud800", "9" * 50, [[[[]]]],
]  # fmt: skip
WORDS = [-1, 0, 1, 2, 5, 7, 11, 12, 63, 64, 127, 128, 4095, 4096, 4097, 2**31 - 1, -(2**31), 2**32 - 1, 2**62, -(2**63), 2**63 - 1]


def places(value: Any) -> List[Tuple[Any, Any]]:
    """Each field of a message, as the object that has it and its name."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [place for key in keys for place in ((value, key), *places(value[key]))]


def lie(draw: random.Random, messages: List[Any]) -> None:
    """Changes the conversation at one place."""
    at = draw.randrange(len(messages))
    one = messages[at]
    kind = draw.random()
    if kind < 0.1:
        messages.insert(draw.randrange(len(messages) + 1), copy.deepcopy(one))
    elif kind < 0.18:
        del messages[at : at + draw.choice([1, 1, 2])]
    elif kind < 0.26:
        data = bytearray(one.raw() or b"\0")
        for _ in range(draw.choice([1, 1, 3, 20])):
            data[draw.randrange(len(data))] = draw.choice([0, 1, 0x7F, 0x80, 0xFF, draw.randrange(256)])
        messages[at] = Raw(bytes(data), one.turn)
    elif kind < 0.3:
        junk = draw.choice([b"", b"\0", b"{}", b"[" * 5000, b'"\xff"', b"null", b"9" * 5000, bytes(10), draw.randbytes(40)])
        messages[at] = Raw(draw.choice([framed(junk), junk, one.raw()[: draw.randrange(1 + len(one.raw()))]]), one.turn)
    elif one.memory is not None and kind < 0.8:
        lie_in_memory(draw, one)
    elif isinstance(one, Json) and isinstance(one.message, dict):
        found = places(one.message)
        if found:
            owner, key = draw.choice(found)
            if draw.random() < 0.15 and isinstance(owner, dict):
                del owner[key]
            else:
                owner[key] = draw.choice(WORDS) if draw.random() < 0.3 else copy.deepcopy(draw.choice(ODD))


def lie_in_memory(draw: random.Random, one: Any) -> None:
    kind = draw.random()
    if kind < 0.05:
        one.memory = one.memory[: draw.choice([0, 1, 127, 128, 2048, SIZE - 1])]
    elif kind < 0.1:
        one.sealed = False
    elif kind < 0.15:
        one.memory = bytearray(draw.choice([b"\0", b"\xff"]) * SIZE)
    elif len(one.memory) > 1024:
        # The tables begin it.
        size, form = draw.choice([(4, "<i"), (4, "<i"), (8, "<q")])
        word = draw.choice(WORDS)
        word = word if size == 8 else (word + 2**31) % 2**32 - 2**31
        struct.pack_into(form, one.memory, draw.randrange(0, 1024 // size) * size, word)


def tell(seed: int) -> str:
    """One case; returns what came of it. Raises for what must never happen."""
    draw = random.Random(seed)
    messages = on_gpu() if draw.random() < 0.15 else conversation()
    for _ in range(draw.choice([1, 1, 1, 2, 5])):
        if messages:
            lie(draw, messages)
    try:
        listen_to(messages)
        return "values"
    except PenstockError as error:
        return getattr(error, "code", type(error).__name__)
    except TypeError as error:
        # len() of a loader whose length is not known.
        if "not known" not in str(error):
            raise
        return "length"


def test_every_lie_gives_a_typed_error_or_a_value() -> None:
    gc.collect()
    before = len(os.listdir("/proc/self/fd"))
    results: Dict[str, int] = {}
    for seed in range(1200):
        try:
            result = tell(seed)
        except BaseException as error:
            raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
        results[result] = results.get(result, 0) + 1
    # Cases reach all ends, and leave no descriptor.
    assert {"values", "INVALID_INPUT", "ServerDied", "NATIVE_UNAVAILABLE"} <= set(results), results
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) <= before


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: [Raw(b"\xff\xff\xff\xff")], "a message of 4294967295 bytes"),
        (lambda: [Raw(b"\0\0\0\0")], "a message of 0 bytes"),
        (lambda: [Raw(framed(b"\1\0\0"))], "no JSON"),
        (lambda: [Raw(framed(b"[" * 100_000))], "no JSON"),
        (lambda: [Json({"t": "open"})], "the kind 'open'"),
        (lambda: [Json({**HELLO, "outputs": [{"part": -1, "output": 0}]})], "-1 as part of outputs of hello"),
        (lambda: [*conversation()[:1], batch(0, new=False)], "its descriptor"),
        (lambda: [*conversation()[:2], batch(0, new=False)], "batch 0 twice"),
        (lambda: [Json({"t": "error", "error": {"code": "X", "message": "y", "sample": [1]}})], "sample of error"),
    ],
)
def test_a_lie_is_named(make: Any, words: str) -> None:
    with pytest.raises(PipelineError, match=words) as raised:
        listen_to(make())
    assert raised.value.code == "INVALID_INPUT"


def test_a_message_that_never_ends_takes_no_memory() -> None:
    raw = protocol.LENGTH.pack(protocol.MAX_BYTES + 1)
    with pytest.raises(PipelineError, match="1 to 16777216 bytes"):
        listen_to([Raw(raw + bytes(100_000))])


# ---- descriptors that run out ----


@pytest.mark.parametrize("room", [0, 1])
def test_a_consumer_without_room_for_a_descriptor_says_so(room: int) -> None:
    """With no room the system drops the descriptor; with room for one, mmap() cannot keep its own."""
    if room and sys.version_info >= (3, 13):
        pytest.skip("mmap() needs none there")
    own, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    connection = Connection(own, lambda: ServerDied("The server has ended"), private=False)
    with theirs:
        speak((theirs, conversation()[:1]), 0)
        connection.hello(None)
        one = batch(0)
        descriptor = memfd_of(one)
        free = os.dup(0)
        os.close(free)
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (free + room, before[1]))
        try:
            connection.begin(1)
            send_with(theirs, one, descriptor)
            with pytest.raises(PipelineError, match="ulimit -n") as raised:
                connection.next_batch(1)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
            os.close(descriptor)
            connection.close()
    assert raised.value.code == "OUT_OF_MEMORY"


# ---- whose socket it is ----


@pytest.fixture
def listener(tmp_path: Any) -> Any:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as made:
        made.bind(str(tmp_path / "p.sock"))
        made.listen(1)
        os.chmod(tmp_path / "p.sock", 0o600)
        yield str(tmp_path / "p.sock")


def test_a_server_of_this_user_is_taken(listener: str) -> None:
    connect(listener).close()


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o777])
def test_a_socket_that_others_may_write_to_is_refused(listener: str, mode: int) -> None:
    os.chmod(listener, mode)
    with pytest.raises(PipelineError, match=f"permissions {mode:04o}") as raised:
        connect(listener)
    assert raised.value.code == "INVALID_ARGUMENT"


def test_the_socket_and_the_server_of_another_user_are_refused(listener: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from penstock import _server

    own = os.geteuid()
    # Seen by somebody else, that is no one's.
    monkeypatch.setattr(_server, "_trusts", lambda user: user != own)
    with pytest.raises(PipelineError, match="is that of user"):
        connect(listener)
    monkeypatch.setattr(_server, "_check_file", lambda path: None)
    with pytest.raises(PipelineError, match="Expected a server of user"):
        connect(listener)


def test_this_user_and_root_are_trusted_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    from penstock._server import _trusts

    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert [_trusts(user) for user in (0, 1000, 1001, 65534)] == [True, True, False, False]


def test_another_file_is_no_socket(tmp_path: Any) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(PipelineError, match="is another file"):
        connect(str(tmp_path / "file"))


if __name__ == "__main__":
    end, seed = time.monotonic() + float(sys.argv[1]), int(sys.argv[2])
    counts: Dict[str, int] = {}
    while time.monotonic() < end:
        print(f"\r{seed}", end="", flush=True)
        outcome = tell(seed)
        counts[outcome] = counts.get(outcome, 0) + 1
        seed += 1
    print(f"\n{sum(counts.values())} cases: {counts}")
