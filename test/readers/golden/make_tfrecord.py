# Makes tfrecord.json: TFRecord files with records of every kind, whole and damaged, and what DALI's readers.tfrecord
# gives for them without shuffling, or that it refuses them.
# Needs nvidia-dali (CPU is enough). Run: python make_tfrecord.py

import base64
import os
import struct
import tempfile

from in_processes import arrays, results, write


def varint(n):
    n &= (1 << 64) - 1
    out = b''
    while True:
        out += bytes([n & 127 | (128 if n > 127 else 0)])
        n >>= 7
        if not n:
            return out


def field(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def ints(values, packed=True):
    body = field(1, b''.join(map(varint, values))) if packed else b''.join(varint(1 << 3) + varint(v) for v in values)
    return field(3, body)


def floats(values, packed=True):
    words = [struct.pack('<f', v) for v in values]
    return field(2, field(1, b''.join(words)) if packed else b''.join(varint(1 << 3 | 5) + w for w in words))


def strings(values):
    return field(1, b''.join(field(1, v) for v in values))


def example(features):
    pairs = features.items() if isinstance(features, dict) else features
    return field(1, b''.join(field(1, field(1, key.encode()) + field(2, value)) for key, value in pairs))


TABLE = []
for i in range(256):
    for _ in range(8):
        i = i >> 1 ^ (0x82f63b78 if i & 1 else 0)
    TABLE.append(i)


def checksum(data):
    crc = 0xffffffff
    for byte in data:
        crc = TABLE[(crc ^ byte) & 255] ^ crc >> 8
    crc ^= 0xffffffff
    return ((crc >> 15 | crc << 17) + 0xa282ead8) & 0xffffffff


def record(data):
    length = struct.pack('<Q', len(data))
    return length + struct.pack('<I', checksum(length)) + data + struct.pack('<I', checksum(data))


def fixed(dtype, shape=(), **more):
    return {'kind': 'fixed', 'dtype': dtype, 'shape': list(shape), **more}


def var(dtype, **more):
    return {'kind': 'var', 'dtype': dtype, **more}


IMAGE = bytes(i * 7 % 251 for i in range(3000))
BASIC = example({'label': ints([7]), 'box': floats([0.5, 1.5, 2.5, 3.5]), 'image': strings([IMAGE])})
ASKED = {'label': fixed('int64'), 'box': var('float32'), 'image': fixed('string')}
I = {'i': var('int64')}
CASES = [
    ('three features', [BASIC, example({'label': ints([-3]), 'box': floats([]), 'image': strings([b''])}), BASIC], ASKED),
    ('not all features', [BASIC], {'box': var('float32')}),
    ('fixed shapes', [example({'i': ints([1, 2, 3, 4]), 'f': floats([1, 2])})], {'i': fixed('int64', [2, 2]), 'f': fixed('float32', [1, 2])}),
    ('a fixed shape of one', [example({'i': ints([9]), 's': strings([b'abc'])})], {'i': fixed('int64', [1]), 's': fixed('string', [1])}),
    ('too many values', [example({'i': ints([1, 2, 3])})], {'i': fixed('int64', [2])}),
    ('too few values', [example({'i': ints([1])})], {'i': fixed('int64', [2])}),
    ('the shape of an element', [example({'i': ints([1, 2, 3, 4, 5, 6])}), example({'i': ints([1, 2])})], {'i': var('int64', shape=[2])}),
    ('part of an element', [example({'i': ints([1, 2, 3])})], {'i': var('int64', shape=[2])}),
    ('another dtype', [example({'i': floats([1])})], {'i': fixed('int64')}),
    ('another dtype, var', [example({'i': floats([1])})], I),
    ('a missing feature', [example({'i': ints([1])})], {'j': fixed('int64')}),
    ('a missing feature with a default', [example({'i': ints([1])})],
     {'j': fixed('int64', default=5), 'k': fixed('float32', [2], default=[1.5, 2]), 's': fixed('string', default='none')}),
    ('a missing feature, var', [example({'i': ints([1])})], {'j': var('int64'), 'k': var('float32', shape=[3])}),
    ('two strings', [example({'s': strings([b'ab', b'c'])})], {'s': fixed('string')}),
    ('no string', [example({'s': strings([])})], {'s': fixed('string')}),
    ('a string, var', [example({'s': strings([b'ab'])}), example({'s': strings([])})], {'s': var('string')}),
    ('values that are not packed', [example({'i': ints([-7, 2**40, -2**63], False), 'f': floats([1, -2.5], False)})], {**I, 'f': var('float32')}),
    ('lists in several parts', [example({'i': ints([1, 2]) + ints([3]), 'f': floats([1]) + floats([2], False)})], {**I, 'f': var('float32')}),
    ('lists of two kinds', [example({'i': floats([5]) + ints([1, 2])})], I),
    ('a key twice', [example([('i', ints([1])), ('i', ints([2, 3]))])], I),
    ('features twice', [example({'i': ints([1])}) + example({'j': ints([2])})], {**I, 'j': var('int64')}),
    ('fields that are not known', [varint(9 << 3) + varint(5) + example({'i': ints([1])}) + field(8, b'xx') + varint(12 << 3 | 1) + bytes(8)], I),
    ('names beyond ASCII', [example({'größe/á': ints([1])})], {'größe/á': var('int64')}),
    ('many values', [example({'i': ints(range(-700, 700)), 'f': floats([v / 4 for v in range(999)])})], {**I, 'f': var('float32')}),
    ('an empty record', [b'', example({'i': ints([1])})], I),
    ('no example', [b'\xff\xff\xff\xff'], I),
    ('a number of eleven bytes', [example({'i': field(3, field(1, b'\x80' * 10 + b'\x01'))})], I),
    ('a list that is cut off', [example({'i': ints([1, 2, 3])})[:-1]], I),
    ('a list of 3 bytes of floats', [example({'f': field(2, field(1, b'abc'))})], {'f': var('float32')}),
    ('a length beyond the record', [b'\x0a\x7f\x0a'], I),
    ('a group', [varint(1 << 3 | 3) + varint(1 << 3 | 4)], I),
    ('a field of number 0', [b'\x00\x01'], I),
    ('an index of one record', [BASIC, BASIC], {'label': fixed('int64')}, '0 {size}\n'),
    ('an index in another order', [example({'i': ints([1])}), example({'i': ints([2])})], I, '{size} {size}\n0 {size}'),
    ('an index with an empty line', [example({'i': ints([1])})], I, '\n0 {size}\n'),
    ('an index with words', [example({'i': ints([1])})], I, '0 x\n'),
    ('an index beyond the file', [example({'i': ints([1])})], I, '0 {size}\n4000 {size}\n'),
    ('an empty index', [example({'i': ints([1])})], I, ''),
]


def run_one(number):
    from nvidia.dali import fn, pipeline_def, tfrecord
    types = {'string': (tfrecord.string, ''), 'int64': (tfrecord.int64, 0), 'float32': (tfrecord.float32, 0.0)}
    _, records, features, *index = CASES[number]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        data, lines = b'', ''
        for one in map(record, records):
            lines += f'{len(data)} {len(one)}\n'
            data += one
        with open('0.tfrecord', 'wb') as f:
            f.write(data)
        with open('0.idx', 'w') as f:
            f.write(index[0].format(size=len(record(records[0]))) if index else lines)
        asked = {}
        for name, f in features.items():
            dtype, default = types[f['dtype']]
            default = f.get('default', default)
            if f['kind'] == 'fixed':
                asked[name] = tfrecord.FixedLenFeature(f['shape'], dtype, default if not isinstance(default, list) else default[0])
            else:
                asked[name] = tfrecord.VarLenFeature(f['shape'], dtype, default) if 'shape' in f else tfrecord.VarLenFeature(dtype, default)

        @pipeline_def(batch_size=1, num_threads=1, device_id=None, prefetch_queue_depth=1)
        def pipe():
            made = fn.readers.tfrecord(path='0.tfrecord', index_path='0.idx', features=asked, name='r')
            return tuple(made[name] for name in features)

        p = pipe()
        p.build()
        samples = []
        for _ in range(p.reader_meta('r')['epoch_size']):
            samples.append(arrays(o.at(0) for o in p.run()))
    return samples


if __name__ == '__main__':
    read = results(__file__, run_one, [[number] for number in range(len(CASES))])
    rows = []
    for (name, records, features, *index), samples in zip(CASES, read):
        text = {'index': index[0].format(size=len(record(records[0])))} if index else {}
        data = base64.b64encode(b''.join(map(record, records))).decode()
        rows.append({'name': name, 'file': data, 'features': features, **text, 'samples': samples})
    write(__file__, rows)
