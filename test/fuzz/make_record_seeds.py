"""Writes inputs of the fuzz targets of data sets, one folder per target, below the folder given: the files that reference
libraries wrote for the goldens of readers and decoders.inflate, or the parts of them that a target takes.

They are where the corpus of such a target starts (docs/design/fuzzing.md): penstock_fuzz keeps those that reach code of their own.
Needs nothing but Python.
"""
import base64
import json
import pathlib
import struct
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
OUT = pathlib.Path(sys.argv[1])
# Larger files reach nothing that smaller ones do not, and mutations hit what matters less often.
MOST = 60_000


def save(target, name, data):
    folder = OUT / target
    folder.mkdir(parents=True, exist_ok=True)
    if len(data) <= MOST:
        (folder / "".join(c if c.isalnum() else "-" for c in name)).write_bytes(data)


def cases(name):
    return json.loads((HERE.parent / name).read_text())["cases"]


def of(text, packed=False):
    data = base64.b64decode(text)
    return zlib.decompress(data) if packed else data


def tf_records(data):
    """The records of a TFRecord file: length, its sum, the record, and its sum."""
    at = 0
    while at + 12 <= len(data):
        (length,) = struct.unpack_from("<Q", data, at)
        yield data[at + 12:at + 12 + length]
        at += 16 + length


CODECS = ["none", "snappy", "lz4", "gzip", "zstd"]


def parquet(name, data):
    """The file, the metadata at its end after a 0, and first pages after the two bytes that say what a page's column is like."""
    if len(data) < 4000:
        save("parquet", f"{name} file", data)
    (length,) = struct.unpack_from("<I", data, len(data) - 8)
    save("parquet", f"{name} metadata", b"\0" + data[-8 - length:-8])
    # Pages follow the magic number; a page's head begins with field 1, a number: 0x15.
    pages = [at for at in range(4, len(data) - 8 - length) if data[at] == 0x15 and data[at + 1] in (0, 4, 6)][:3]
    codec = next((i for i, codec in enumerate(CODECS) if name.startswith(codec)), 1)
    for at in pages:
        # The first byte is the type: 2 for int32, 3 for int64, 5 for float64, 6 for texts. Of the second, 1 stands for
        # lists, 2 for nulls, and the rest for the codec.
        for kind in (2, 3, 5, 6):
            for rest in range(4):
                save("parquet", f"{name} page at {at} as {kind} {rest}", bytes([kind, rest | codec << 2]) + data[at:at + 600])


for case in cases("readers/golden/coco.json"):
    save("coco", case["name"], case["text"].encode())
for case in cases("readers/golden/fits.json"):
    save("fits", case["name"], of(case["file"], packed=True))
for case in cases("readers/golden/lmdb.json"):
    save("lmdb", case["name"], of(case["file"], packed=True))
for case in cases("readers/golden/numpy.json"):
    save("npy", case["name"], of(case["file"]))
for case in cases("readers/golden/parquet.json"):
    parquet(case["name"], of(case["file"], packed=True))
for case in cases("readers/golden/tfrecord.json"):
    for number, record in enumerate(tf_records(of(case["file"]))):
        save("tf_example", f"{case['name']} {number}", record)
for case in cases("readers/golden/webdataset.json"):
    for number, archive in enumerate(case["tars"]):
        save("tar", f"{case['name']} {number}", of(archive, packed=True))
for case in cases("readers/golden/mxnet.json"):
    for line in case["index"].split("\n"):
        if line:
            save("recordio", f"{case['name']} {line}", of(case["files"][0])[int(line.split()[-1]):])
for case in cases("golden/decoders_inflate.json"):
    for mode, block in case["blocks"].items():
        save("lz4", f"{case['name']} {mode}", of(block))
# What the kernels of a GPU take is a JPEG like any other, of few pixels.
for path in sorted((HERE / "corpus/jpeg").iterdir()):
    if path.stat().st_size <= 2000:
        save("jpeg_gpu", path.name, path.read_bytes())
