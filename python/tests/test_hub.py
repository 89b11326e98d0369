"""``hf://`` from Python: files of a hub that redirects to its storage, with a token that stays with the hub."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMMIT = "0123456789abcdef0123456789abcdef01234567"
TOKEN = "hf_python"
PROGRAM = """
from penstock.dali import fn, pipeline_def

@pipeline_def(batch_size=4, num_threads=2)
def pipeline():
    return tuple(fn.readers.file(file_root="hf://datasets/o/pets@v1/train", file_filters="*.txt"))

pipe = pipeline()
pipe.build()
files, labels = pipe.run()
print([(bytes(files.at(i)).decode(), int(labels.at(i)[0])) for i in range(4)])
"""


class Hub(ThreadingHTTPServer):
    """Answers for a repository, or, as the storage of one, for the signed addresses of its files."""

    daemon_threads = True

    def __init__(self, files: Dict[str, bytes], storage: str = "") -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = files
        self.storage = storage
        self.asked: List[Tuple[str, str]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Hub

    def log_message(self, *_: Any) -> None:
        pass

    def give(self, status: int, data: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        self.server.asked.append((path, self.headers.get("Authorization", "")))
        if not self.server.storage:
            return self.give_file(self.server.files[path[1:]])
        if self.headers.get("Authorization") != f"Bearer {TOKEN}":
            return self.give(401, X_Error_Code="GatedRepo")
        if path == "/api/datasets/o/pets/revision/v1":
            return self.give(200, json.dumps({"sha": COMMIT}).encode())
        if path.startswith(f"/api/datasets/o/pets/tree/{COMMIT}/"):
            return self.give(200, json.dumps(self.tree(path.split(COMMIT + "/")[1])).encode())
        name = path.split(f"/datasets/o/pets/resolve/{COMMIT}/")[1]
        address = f"{self.server.storage}/{name}?Signature=secret"
        return self.give(302, Location=address, X_Linked_Etag=f'"{name}"', X_Repo_Commit=COMMIT)

    def tree(self, folder: str) -> List[Dict[str, str]]:
        inside = {name[len(folder) + 1 :].split("/")[0] for name in self.server.files if name.startswith(folder + "/")}
        paths = sorted(f"{folder}/{name}" for name in inside)
        return [{"type": "file" if path in self.server.files else "directory", "path": path} for path in paths]

    def give_file(self, data: bytes) -> None:
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not asked:
            return self.give(200, data)
        begin, end = int(asked[1]), min(int(asked[2]) + 1 if asked[2] else len(data), len(data))
        return self.give(206, data[begin:end], Content_Range=f"bytes {begin}-{end - 1}/{len(data)}")


@pytest.fixture
def hub() -> Iterator[Hub]:
    files = {f"train/{name}/{i}.txt": f"{name} {i}".encode() for name in ("cat", "dog") for i in (1, 2)}
    storage = Hub(files)
    server = Hub(files, storage.url)
    yield server
    for one in (server, storage):
        one.shutdown()
        one.server_close()


def run(hub: Hub, home: Path, **more: str) -> "subprocess.CompletedProcess[str]":
    env = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "HUGGING"))}
    env.update(HF_ENDPOINT=hub.url, HF_HOME=str(home), PYTHONPATH=str(ROOT / "python"), **more)
    return subprocess.run([sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, timeout=50)


def test_a_folder_of_a_data_set_is_read_with_the_token_of_a_login(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "token").write_text(TOKEN + "\n")
    done = run(hub, tmp_path)
    assert done.stdout == "[('cat 1', 0), ('cat 2', 0), ('dog 1', 1), ('dog 2', 1)]\n", done.stderr
    assert {token for _, token in hub.asked} == {f"Bearer {TOKEN}"}
    assert [path for path, _ in hub.asked].count("/api/datasets/o/pets/revision/v1") == 1


def test_a_gated_data_set_says_what_to_do(hub: Hub, tmp_path: Path) -> None:
    done = run(hub, tmp_path, HF_TOKEN="hf_hush")
    assert done.returncode != 0
    assert "401 Unauthorized (GatedRepo)" in done.stderr and "Accept its terms" in done.stderr
    assert "hf_hush" not in done.stderr
