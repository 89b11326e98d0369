# Makes mxnet.json: RecordIO files with records of every kind, whole and damaged, and what DALI's readers.mxnet gives for
# them without shuffling, or that it refuses them.
# Needs nvidia-dali (CPU is enough). Run: python make_mxnet.py

import base64
import os
import struct
import tempfile

from in_processes import arrays, results, write

MAGIC = 0xced7230a
WORD = struct.pack('<I', MAGIC)


def chunk(kind, data):
    return WORD + struct.pack('<I', kind << 29 | len(data)) + data + bytes(-len(data) % 4)


def record(data):
    """A record; it is cut where it has the magic number at a multiple of 4."""
    pieces, begin = [], 0
    for at in range(0, len(data) - len(data) % 4, 4):
        if data[at:at + 4] == WORD:
            pieces.append(data[begin:at])
            begin = at + 4
    pieces.append(data[begin:])
    if len(pieces) == 1:
        return chunk(0, data)
    kinds = [1] + [2] * (len(pieces) - 2) + [3]
    return b''.join(chunk(kind, piece) for kind, piece in zip(kinds, pieces))


def image(labels, data, key=0):
    if isinstance(labels, (int, float)):
        return struct.pack('<IfQQ', 0, labels, key, 0) + data
    return struct.pack('<IfQQ', len(labels), 0, key, 0) + struct.pack(f'<{len(labels)}f', *labels) + data


PHOTO = bytes(i * 7 % 251 for i in range(801))
BASIC = [image(3, PHOTO, 1), image(-1.5, b'', 2), image(0, b'abc', 3)]
# Name, records of each file, and the text of the index where it is not that of im2rec: {0}, {1}, ... are offsets.
CASES = [
    ('one label each', [BASIC]),
    ('several labels', [[image([1, 2, 3], PHOTO), image([0.5], b'x'), image(range(40), b'')]]),
    ('two files', [BASIC, [image(9, b'zz')]]),
    ('three files', [BASIC[:1], BASIC[1:2], [image(9, b'zz'), image(8, PHOTO)]]),
    ('an index in another order', [BASIC], '7\t{2}\n5\t{0}\n6\t{1}\n'),
    ('an index of some records', [BASIC], '0\t{1}\n'),
    ('an index with a record twice', [BASIC], '0\t{0}\n1\t{1}\n2\t{1}\n3\t{2}\n'),
    ('an index with spaces', [BASIC], '  0  {0}\n1 {1}\n\n2\t{2}'),
    ('split at the magic number', [[image(1, PHOTO[:100] + WORD + PHOTO[:301]), image(2, b'next')]]),
    ('split in three', [[image(1, PHOTO[:8] + WORD + PHOTO[:4] + WORD + b'end'), image(2, WORD), image(3, WORD + WORD)]]),
    ('split among the labels', [[image([1, struct.unpack('<f', WORD)[0], 3], PHOTO[:40]), image(2, b'next')]]),
    ('the magic number between words', [[image(1, b'a' + WORD + b'bc'), image(2, b'next')]]),
    ('a magic number is wrong', [BASIC], None, lambda data, at: data[:at[1]] + b'\1' + data[at[1] + 1:]),
    ('cut off in data', [BASIC], None, lambda data, at: data[:at[0] + 300]),
    ('an index with words', [BASIC], '0\t{0}\nx\t{1}\n2\t{2}\n'),
    ('an index beyond the file', [BASIC], '0\t{0}\n1\t{1}\n2\t{2}\n3\t900000\n'),
    ('an empty index', [BASIC], ''),
]


def files_of(number):
    _, files, *rest = CASES[number]
    datas, offsets, begin = [], [], 0
    for records in files:
        data = b''
        for one in map(record, records):
            offsets.append(begin + len(data))
            data += one
        begin += len(data)
        datas.append(data)
    text = rest[0] if rest and rest[0] is not None else ''.join(f'{i}\t{{{i}}}\n' for i in range(len(offsets)))
    if len(rest) > 1:
        datas[0] = rest[1](datas[0], offsets)
    return datas, text.format(*offsets)


def run_one(number):
    from nvidia.dali import fn, pipeline_def
    datas, index = files_of(number)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for i, data in enumerate(datas):
            with open(f'{i}.rec', 'wb') as f:
                f.write(data)
        with open('0.idx', 'w') as f:
            f.write(index)

        @pipeline_def(batch_size=1, num_threads=1, device_id=None, prefetch_queue_depth=1)
        def pipe():
            return tuple(fn.readers.mxnet(path=[f'{i}.rec' for i in range(len(datas))], index_path='0.idx', name='r'))

        p = pipe()
        p.build()
        samples = []
        for _ in range(p.reader_meta('r')['epoch_size']):
            samples.append(arrays(o.at(0) for o in p.run()))
    return samples


if __name__ == '__main__':
    read = results(__file__, run_one, [[number] for number in range(len(CASES))])
    rows = []
    for number, ((name, *_), samples) in enumerate(zip(CASES, read)):
        datas, index = files_of(number)
        files = [base64.b64encode(data).decode() for data in datas]
        rows.append({'name': name, 'files': files, 'index': index, 'samples': samples})
    write(__file__, rows)
