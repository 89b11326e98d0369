# Makes parquet.json: files that pyarrow has written in every way that is read or refused, and what pyarrow reads from
# them.
# Needs pyarrow and numpy. Run: python make_parquet.py

import base64
import io
import json
import os
import random
import re
import zlib

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

DTYPES = {'int32': np.int32, 'int64': np.int64, 'float32': np.float32, 'float64': np.float64, 'bool': np.bool_}
rng = random.Random(3)
ROWS = 60


def some_bytes(i):
    return bytes((i * 7 + k) % 251 for k in range(i * 13 % 40))


def maybe(value):
    return None if rng.random() < 0.3 else value


TABLE = pa.table({
    'image': pa.array([{'bytes': some_bytes(i), 'path': f'{i}.jpg'} for i in range(ROWS)],
                      pa.struct([('bytes', pa.binary()), ('path', pa.string())])),
    'label': pa.array([i % 7 for i in range(ROWS)], pa.int64()),
    'small': pa.array([i - 70 for i in range(ROWS)], pa.int8()),
    'word': pa.array([maybe('äöü€'[:i % 5] * (i % 3)) for i in range(ROWS)]),
    'score': pa.array([maybe(i / 3) for i in range(ROWS)], pa.float32()),
    'weight': pa.array([i * 1.1 for i in range(ROWS)], pa.float64()),
    'flag': pa.array([i % 3 == 0 for i in range(ROWS)]),
    'vector': pa.array([maybe([float(k) for k in range(i % 4)]) for i in range(ROWS)], pa.list_(pa.float32())),
    'ids': pa.array([[i, i * 2, -i][:i % 4] for i in range(ROWS)], pa.list_(pa.int64())),
    'hash': pa.array([some_bytes(i + 9)[:4].ljust(4, b'x') for i in range(ROWS)], pa.binary(4)),
    'many': pa.array([some_bytes(i % 5) for i in range(ROWS)], pa.large_binary()),
})
ALL = {
    'image.bytes': {'dtype': 'string'}, 'image.path': {'dtype': 'string'}, 'label': {'dtype': 'int64'},
    'small': {'dtype': 'int64'}, 'word': {'dtype': 'string', 'default': 'none'},
    'score': {'dtype': 'float32', 'default': -1.5}, 'weight': {'dtype': 'float32'}, 'flag': {'dtype': 'bool'},
    'vector': {'dtype': 'float64'}, 'ids': {'dtype': 'int64'}, 'hash': {'dtype': 'string'}, 'many': {'dtype': 'string'},
}
# Every column in another way than PLAIN, and once more in the other one that there is.
DIFFERENCES = {
    'image.bytes': 'DELTA_LENGTH_BYTE_ARRAY', 'image.path': 'DELTA_BYTE_ARRAY', 'label': 'DELTA_BINARY_PACKED',
    'small': 'DELTA_BINARY_PACKED', 'word': 'DELTA_BYTE_ARRAY', 'score': 'BYTE_STREAM_SPLIT', 'weight': 'BYTE_STREAM_SPLIT',
    'flag': 'RLE', 'vector.list.element': 'BYTE_STREAM_SPLIT', 'ids.list.element': 'DELTA_BINARY_PACKED',
    'hash': 'DELTA_BYTE_ARRAY', 'many': 'DELTA_LENGTH_BYTE_ARRAY',
}
OTHERS = {**DIFFERENCES, 'image.bytes': 'DELTA_BYTE_ARRAY', 'image.path': 'DELTA_LENGTH_BYTE_ARRAY',
          'label': 'BYTE_STREAM_SPLIT', 'small': 'BYTE_STREAM_SPLIT', 'word': 'DELTA_LENGTH_BYTE_ARRAY',
          'ids.list.element': 'BYTE_STREAM_SPLIT', 'hash': 'BYTE_STREAM_SPLIT', 'many': 'DELTA_BYTE_ARRAY'}
# Differences of all sizes, up to those that do not fit into 64 bits.
JUMPS = pa.table({
    'n': pa.array([(-1)**i * (2**(i % 63) + i) for i in range(300)], pa.int64()),
    'i': pa.array([None if i % 11 == 3 else (-1)**i * (2**(i % 31) - i) for i in range(300)], pa.int32()),
})
JUMPED = {'n': {'dtype': 'int64'}, 'i': {'dtype': 'int32', 'default': 7}}
NUMBERS = pa.table({'n': pa.array(range(1000, 1020), pa.int32())})
LABEL = {'label': {'dtype': 'int64'}}

# Name, table, how it is written, and the columns that are read.
CASES = [
    (f'{codec} {version} {"dictionary" if dictionary else "plain"}', TABLE,
     {'compression': codec, 'data_page_version': version, 'use_dictionary': dictionary, 'data_page_size': 300,
      'row_group_size': 25, 'write_batch_size': 8}, ALL)
    for codec in ['none', 'snappy', 'lz4'] for version in ['1.0', '2.0'] for dictionary in [False, True]
] + [
    (f'{codec} {version} {"dictionary" if dictionary else "plain"}', TABLE,
     {'compression': codec, 'data_page_version': version, 'use_dictionary': dictionary, 'data_page_size': 300,
      'row_group_size': 25, 'write_batch_size': 8}, ALL)
    for codec, version, dictionary in [('gzip', '1.0', True), ('gzip', '2.0', False), ('zstd', '1.0', False), ('zstd', '2.0', True)]
] + [
    (f'{codec} {version} {name}', TABLE,
     {'compression': codec, 'data_page_version': version, 'use_dictionary': False, 'column_encoding': encodings,
      'data_page_size': 300, 'row_group_size': 40, 'write_batch_size': 8}, ALL)
    for codec, version, name, encodings in [('none', '1.0', 'differences', DIFFERENCES), ('zstd', '2.0', 'differences', DIFFERENCES),
                                            ('snappy', '2.0', 'others', OTHERS), ('gzip', '1.0', 'others', OTHERS)]
] + [
    ('jumps', JUMPS, {'use_dictionary': False, 'column_encoding': {'n': 'DELTA_BINARY_PACKED', 'i': 'DELTA_BINARY_PACKED'}}, JUMPED),
    ('one page', TABLE, {}, ALL),
    ('with a page index', TABLE, {'write_page_index': True, 'data_page_size': 500, 'write_batch_size': 16}, ALL),
    ('without statistics', TABLE, {'write_statistics': False}, LABEL),
    ('a dictionary that grows too large', TABLE, {'dictionary_pagesize_limit': 100, 'data_page_size': 200, 'write_batch_size': 8}, ALL),
    ('one row in a group', TABLE.slice(0, 5), {'row_group_size': 1}, ALL),
    ('small numbers', NUMBERS, {}, {'n': {'dtype': 'float64'}}),
    ('one row', NUMBERS.slice(0, 1), {}, {'n': {'dtype': 'int32'}}),
    ('nulls alone', pa.table({'n': pa.array([None] * 9, pa.int32())}), {}, {'n': {'dtype': 'int32', 'default': 4}}),
    ('unsigned numbers', pa.table({'n': pa.array([1, 2**32 - 1], pa.uint32())}), {}, {'n': {'dtype': 'int64'}}),
    ('a dictionary that is not announced', NUMBERS, {}, {'n': {'dtype': 'int32'}}),
    ('UINT_64', pa.table({'n': pa.array([1], pa.uint64())}), {}, {'n': {'dtype': 'int64'}}),
    ('DECIMAL', pa.table({'n': pa.array([1], pa.decimal128(5, 2))}), {'store_decimal_as_integer': True}, {'n': {'dtype': 'int32'}}),
    ('no rows', TABLE.slice(0, 0), {}, LABEL),
    ('BROTLI', TABLE, {'compression': 'brotli'}, LABEL),
    ('INT96', pa.table({'t': pa.array([1, 2], pa.timestamp('ns'))}), {'use_deprecated_int96_timestamps': True}, {'t': {'dtype': 'int64'}}),
    ('lists of lists', pa.table({'n': pa.array([[[1]]])}), {}, {'n': {'dtype': 'int64'}}),
    ('a null in a list', pa.table({'n': pa.array([[1, None]])}), {}, {'n': {'dtype': 'int64'}}),
    ('a null without a default', TABLE, {}, {'word': {'dtype': 'string'}}),
]


def value_of(column, i, spec):
    value = column[i].as_py()
    if value is None and column.type != pa.list_(pa.float32()):
        value = spec['default']
    if spec['dtype'] == 'string':
        data = np.frombuffer(value.encode() if isinstance(value, str) else value, np.uint8)
    else:
        data = np.array([] if value is None else value, DTYPES[spec['dtype']])
    return [data.dtype.name, list(data.shape), base64.b64encode(data.tobytes()).decode()]


def read_back(data, columns):
    table = pq.read_table(io.BytesIO(data))
    outputs = []
    for name, spec in columns.items():
        column = table
        for part in name.split('.'):
            column = column[part] if isinstance(column, pa.Table) else pa.compute.struct_field(column, part)
        outputs.append([value_of(column, i, spec) for i in range(table.num_rows)])
    return [list(row) for row in zip(*outputs)]


if __name__ == '__main__':
    import pyarrow.compute
    rows, known = [], {}
    for name, table, how, columns in CASES:
        sink = io.BytesIO()
        pq.write_table(table, sink, **how)
        data = sink.getvalue()
        try:
            samples = read_back(data, columns)
        except Exception as e:
            samples = None
        if name == 'a dictionary that is not announced':
            # As older writers have it: the first data page is the dictionary, and nothing else tells of it. Field 9 is
            # the offset of the data page, and field 11 becomes one that nobody knows.
            data, count = re.subn(rb'\x26[\x80-\xff][\x00-\x7f]\x26\x08', b'\x26\x88\x00\xf6\x08', data)
            assert count == 1
        # Most files hold the same table, whose values are written once.
        same = known.setdefault(json.dumps(samples), name)
        packed = base64.b64encode(zlib.compress(data, 9)).decode()
        rows.append({'name': name, 'file': packed, 'columns': columns, 'samples': samples if same == name else same})
        print(name, len(data), '-' if samples is None else len(samples))
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, 'parquet.json'), 'w') as f:
        body = ',\n'.join(json.dumps(row, ensure_ascii=False, separators=(',', ':')) for row in rows)
        f.write(f'{{"pyarrow": "{pa.__version__}", "cases": [\n{body}\n]}}\n')
