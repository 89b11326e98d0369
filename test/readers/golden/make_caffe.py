# Makes caffe.json: records of Caffe of every kind, and what DALI's readers.caffe gives for a database of them, or that it
# refuses it.
# Needs nvidia-dali (CPU is enough) and pip's lmdb. Run: python make_caffe.py

import base64
import json
import os
import struct
import tempfile

import lmdb
import numpy as np
from nvidia.dali import fn, pipeline_def


def varint(value):
    value &= (1 << 64) - 1
    out = b''
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def datum(channels=None, height=None, width=None, data=None, label=None, floats=(), encoded=None):
    number = lambda at, value: b'' if value is None else varint(at << 3) + varint(value)
    text = b'' if data is None else varint(4 << 3 | 2) + varint(len(data)) + data
    rest = b''.join(varint(6 << 3 | 5) + struct.pack('<f', value) for value in floats)
    return (number(1, channels) + number(2, height) + number(3, width) + text + number(5, label) + rest +
            number(7, encoded))


RAW = bytes(range(24))
# Name, records, and arguments.
CASES = [
    ('encoded', [datum(3, 2, 4, b'abc', 7, encoded=1), datum(data=b'', label=-9, encoded=1)], {}),
    ('encoded is not given', [datum(3, 2, 4, b'abc', 7)], {}),
    ('raw', [datum(3, 2, 4, RAW, 7, encoded=0), datum(1, 4, 6, RAW, 8, encoded=0)], {}),
    ('raw, of other bytes than its extents', [datum(3, 2, 4, RAW[:9], 7, encoded=0)], {}),
    ('raw without extents', [datum(data=RAW, label=7, encoded=0)], {}),
    ('no label', [datum(3, 2, 4, b'abc', 1, encoded=1), datum(3, 2, 4, b'abcd', encoded=1)], {}),
    ('no data', [datum(3, 2, 4, b'abc', 1, encoded=1), datum(3, 2, 4, label=3, encoded=1)], {}),
    ('floats', [datum(3, 1, 1, label=5, floats=[1.0, 2.0, 3.0])], {}),
    ('nothing at all', [b''], {}),
    ('a large label', [datum(data=b'x', label=2**31 + 5)], {}),
    ('fields twice', [datum(1, 1, 2, b'first', 8, encoded=1) + datum(data=b'second', label=11)], {}),
    ('fields of other numbers', [b'\x78\x05' + datum(data=b'x', label=2) + b'\x82\x01\x02ab'], {}),
    ('no message', [b'\xff\xff\xff'], {}),
    ('cut off', [datum(data=RAW, label=2)[:9]], {}),
    ('images alone', [datum(data=b'abc', label=5)], {'label_available': False}),
    ('labels alone', [datum(data=b'abc', label=5)], {'image_available': False}),
]


def read(path, count, args):
    @pipeline_def(batch_size=count, num_threads=1, device_id=None, prefetch_queue_depth=1)
    def define():
        out = fn.readers.caffe(path=[path], **args)
        return tuple(out) if isinstance(out, (list, tuple)) else out

    try:
        pipe = define()
        pipe.build()
        outputs = pipe.run()
    except RuntimeError:
        return None, None
    arrays = [[np.array(output[i]) for output in outputs] for i in range(count)]
    samples = [[[str(a.dtype), list(a.shape), base64.b64encode(a.tobytes()).decode()] for a in one] for one in arrays]
    return samples, [outputs[0][i].source_info() for i in range(count)]


def make(name, records, args):
    os.makedirs('set')
    env = lmdb.open('set', map_size=1 << 24)
    with env.begin(write=True) as txn:
        for i, record in enumerate(records):
            txn.put(b'%08d' % i, record)
    env.close()
    samples, sources = read('set', len(records), args)
    os.unlink('set/data.mdb')
    os.unlink('set/lock.mdb')
    os.rmdir('set')
    camel = {a.split('_')[0] + a.split('_')[1].capitalize(): value for a, value in args.items()}
    return {'name': name, 'records': [base64.b64encode(r).decode() for r in records], 'args': camel,
            'samples': samples, 'sources': sources}


here = os.path.dirname(os.path.abspath(__file__))
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    cases = [json.dumps(make(*case), separators=(',', ':')) for case in CASES]
with open(os.path.join(here, 'caffe.json'), 'w') as f:
    f.write('{"cases":[\n' + ',\n'.join(cases) + '\n]}\n')
