# Makes caffe2.json: records of Caffe2 of every kind, and what DALI's readers.caffe2 gives for a database of one, or that it
# refuses it or dies. Each runs in a process of its own.
# Needs nvidia-dali (CPU is enough) and pip's lmdb. Run: python make_caffe2.py

import base64
import json
import os
import shutil
import struct
import tempfile

import lmdb
import numpy as np
from nvidia.dali import fn, pipeline_def

FLOAT, INT32, BYTE, STRING, INT64 = 1, 2, 3, 4, 10


def varint(value):
    value &= (1 << 64) - 1
    out = b''
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def text(at, data):
    return varint(at << 3 | 2) + varint(len(data)) + data


def number(at, value):
    return varint(at << 3) + varint(value)


def tensor(dims=(), dtype=None, floats=None, ints=None, longs=None, data=None, strings=(), packed=True):
    out = b''.join(number(1, d) for d in dims) + (b'' if dtype is None else number(2, dtype))
    if floats is not None:
        out += text(3, struct.pack(f'<{len(floats)}f', *floats)) if packed else b''.join(
            varint(3 << 3 | 5) + struct.pack('<f', f) for f in floats)
    for at, values in ((4, ints), (10, longs)):
        if values is not None:
            out += text(at, b''.join(map(varint, values))) if packed else b''.join(number(at, v) for v in values)
    return out + (b'' if data is None else text(5, data)) + b''.join(text(6, s) for s in strings)


def protos(*tensors):
    return b''.join(text(1, t) for t in tensors)


IMAGE = tensor([3], STRING, strings=[b'abc'])
RAW = tensor([2, 2, 3], BYTE, data=b'0123456789ab')
LABEL = tensor([1], INT32, ints=[-7])
FLOATS = tensor([3], FLOAT, floats=[0.5, 0.25, -0.125])
INTS = tensor([3], INT32, ints=[0, 2, 5])
PAIR = tensor([2], FLOAT, floats=[3.0, 4.0])
SQUARE = tensor([2, 2], INT32, ints=[1, 2, 3, 4])
BOX = tensor([4], INT32, ints=[11, 12, 13, 14])

# Name, tensors, and arguments.
CASES = [
    ('a number as label', [IMAGE, LABEL], {}),
    ('a float as label', [IMAGE, tensor([1], FLOAT, floats=[1.5])], {}),
    ('numbers that are not packed', [IMAGE, tensor([1], INT32, ints=[7], packed=False)], {}),
    ('floats that are not packed', [IMAGE, tensor([1], FLOAT, floats=[7.5], packed=False)], {}),
    ('a raw image', [RAW, LABEL], {}),
    ('a raw image of two extents', [tensor([2, 3], BYTE, data=b'abcdef'), LABEL], {}),
    ('a raw image of one extent', [tensor([2], BYTE, data=b'ab'), LABEL], {}),
    ('a raw image that is short', [tensor([2, 2, 3], BYTE, data=b'ab'), LABEL], {}),
    ('an image of two strings', [tensor([2], STRING, strings=[b'a', b'bc']), LABEL], {}),
    ('an image without strings', [tensor([1], STRING), LABEL], {}),
    ('an image of floats', [FLOATS, LABEL], {}),
    ('an image without a type', [tensor([1], data=b'x'), LABEL], {}),
    ('no tensor of labels', [IMAGE], {}),
    ('labels of bytes', [IMAGE, tensor([1], BYTE, data=b'x')], {}),
    ('labels of int64', [IMAGE, tensor([1], INT64, longs=[3])], {}),
    ('two labels', [IMAGE, tensor([2], INT32, ints=[7, 8])], {}),
    ('no label in the tensor', [IMAGE, tensor([0], INT32)], {}),
    ('labels alone', [LABEL], {'image_available': False}),
    ('images alone', [IMAGE], {'label_type': 4}),
    ('dense floats', [IMAGE, FLOATS], {'label_type': 2, 'num_labels': 3}),
    ('dense numbers', [IMAGE, INTS], {'label_type': 2, 'num_labels': 3}),
    ('dense, of another number than numLabels', [IMAGE, FLOATS], {'label_type': 2, 'num_labels': 9}),
    ('sparse', [IMAGE, INTS], {'label_type': 1, 'num_labels': 6}),
    ('sparse, beyond numLabels', [IMAGE, INTS], {'label_type': 1, 'num_labels': 5}),
    ('sparse floats', [IMAGE, PAIR], {'label_type': 1, 'num_labels': 6}),
    ('weighted', [IMAGE, INTS, FLOATS], {'label_type': 3, 'num_labels': 6}),
    ('weighted, without weights', [IMAGE, INTS], {'label_type': 3, 'num_labels': 6}),
    ('sparse and a tensor', [IMAGE, INTS, FLOATS, PAIR], {'label_type': 1, 'num_labels': 6, 'additional_inputs': 1}),
    ('a further tensor', [IMAGE, LABEL, PAIR], {'additional_inputs': 1}),
    ('two further tensors', [IMAGE, LABEL, PAIR, SQUARE], {'additional_inputs': 2}),
    ('a further tensor of int64', [IMAGE, LABEL, tensor([2], INT64, longs=[-1, 2**40])], {'additional_inputs': 1}),
    ('a further tensor of bytes', [IMAGE, LABEL, RAW], {'additional_inputs': 1}),
    ('a further tensor that is missing', [IMAGE, LABEL], {'additional_inputs': 1}),
    ('a further tensor without labels', [IMAGE, PAIR], {'additional_inputs': 1, 'label_type': 4}),
    ('a further tensor alone', [PAIR], {'additional_inputs': 1, 'label_type': 4, 'image_available': False}),
    ('extents that do not fit', [IMAGE, LABEL, tensor([5], FLOAT, floats=[3.0, 4.0])], {'additional_inputs': 1}),
    ('a box', [IMAGE, LABEL, BOX], {'bbox': True}),
    ('a box behind a tensor', [IMAGE, LABEL, PAIR, BOX], {'bbox': True, 'additional_inputs': 1}),
    ('a box without labels', [IMAGE, BOX], {'bbox': True, 'label_type': 4}),
    ('a box that is not the last', [IMAGE, LABEL, BOX, BOX], {'bbox': True}),
    ('a box of floats', [IMAGE, LABEL, tensor([4], FLOAT, floats=[1, 2, 3, 4])], {'bbox': True}),
    ('a box of two values', [IMAGE, LABEL, tensor([2], INT32, ints=[1, 2])], {'bbox': True}),
    ('a box that is missing', [IMAGE, LABEL], {'bbox': True}),
]


def read(path, args):
    @pipeline_def(batch_size=1, num_threads=1, device_id=None, prefetch_queue_depth=1)
    def define():
        out = fn.readers.caffe2(path=[path], **args)
        return tuple(out) if isinstance(out, (list, tuple)) else out

    pipe = define()
    pipe.build()
    arrays = [np.array(output[0]) for output in pipe.run()]
    return [[str(a.dtype), list(a.shape), base64.b64encode(a.tobytes()).decode()] for a in arrays]


def in_process(path, args):
    """What DALI gives, or 'refuses', or 'dies'."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            answer = read(path, args)
        except RuntimeError:
            answer = 'refuses'
        os.write(writes, json.dumps(answer).encode())
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads, 'rb') as f:
        answer = f.read()
    os.waitpid(child, 0)
    return json.loads(answer) if answer else 'dies'


def camel(name):
    first, *rest = name.split('_')
    return first + ''.join(word.capitalize() for word in rest)


def make(name, tensors, args):
    record = protos(*tensors)
    env = lmdb.open('set', map_size=1 << 24)
    with env.begin(write=True) as txn:
        txn.put(b'00000000', record)
    env.close()
    outputs = in_process('set', args)
    shutil.rmtree('set')
    return {'name': name, 'record': base64.b64encode(record).decode(),
            'args': {camel(key): value for key, value in args.items()}, 'outputs': outputs}


here = os.path.dirname(os.path.abspath(__file__))
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    cases = [json.dumps(make(*case), separators=(',', ':')) for case in CASES]
with open(os.path.join(here, 'caffe2.json'), 'w') as f:
    f.write('{"cases":[\n' + ',\n'.join(cases) + '\n]}\n')
