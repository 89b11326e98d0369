"""JPEG files of every kind, by name: made by libjpeg through jpeg_kinds.cc (needs g++ and libjpeg-turbo's headers)."""
import pathlib
import subprocess
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
NATIVE = HERE.parent.parent / "native"


def jpeg_files():
    """Name > the file's bytes as a uint8 array."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "jpeg_kinds"
        sources = [HERE / "jpeg_kinds.cc", NATIVE / "codecs/jpeg/jpeg_error.cc"]
        subprocess.run(["g++", "-std=c++17", f"-I{NATIVE}", *sources, "-o", program, "-l:libjpeg.a"], check=True)
        subprocess.run([program, folder], check=True)
        return {p.stem: np.frombuffer(p.read_bytes(), np.uint8) for p in sorted(pathlib.Path(folder).glob("*.jpg"))}
