# Makes lmdb.json: LMDB files of every kind that the reference library writes, compressed by zlib, and what it reads from
# them: the number of entries, and the SHA-256 over each key and value, with their lengths (4 bytes) in front.
# Needs pip's lmdb. Run: python make_lmdb.py

import base64
import hashlib
import json
import os
import struct
import tempfile
import zlib

import lmdb


def value(i, size):
    return bytes((i * 31 + j * 7) % 251 for j in range(size))


def plain(count, key=lambda i: b'%08d' % i, size=lambda i: i * 13 % 90):
    return [(key(i), value(i, size(i))) for i in range(count)]


def put(entries):
    def write(env, db):
        with env.begin(write=True) as txn:
            for key, data in entries:
                txn.put(key, data, db=db)
    return write


def several_commits(env, db):
    for i in range(5):
        with env.begin(write=True) as txn:
            txn.put(b'%04d' % (9 - i), value(i, 40 * i), db=db)


def deletions(env, db):
    put(plain(200, size=lambda i: 60))(env, db)
    with env.begin(write=True) as txn:
        for i in range(0, 200, 3):
            txn.delete(b'%08d' % i, db=db)
    put([(b'x%d' % i, value(i, 3000)) for i in range(4)])(env, db)


def duplicates(count, size):
    return put([(b'k%d' % (i % 3), value(i // 3, size)[:-2] + struct.pack('>H', i)) for i in range(count)])


# Name, what writes the entries, options of the database, and its name.
CASES = [
    ('three entries', put([(b'a', b'1'), (b'b', b''), (b'c', b'333')]), {}, None),
    ('a tree of one level', put(plain(300)), {}, None),
    ('a tree of three levels', put(plain(120, key=lambda i: b'%0400d' % i, size=lambda i: i % 5)), {}, None),
    ('values in pages of their own', put(plain(9, size=lambda i: (i - 1) * 1017 + 1)), {}, None),
    ('every size around half a page', put(plain(12, size=lambda i: 2016 + i)), {}, None),
    ('keys that are no text', put([(b'a\0b', b'1'), (b'\xff\xfe', b'2'), (b'\n', b'3')]), {}, None),
    ('integers as keys', put([(struct.pack('=Q', (i * 77) % 100), value(i, 9)) for i in range(100)]),
     {'integerkey': True}, b'numbers'),
    ('keys that are read from their ends', put(plain(50, key=lambda i: b'%02dx' % i)), {'reverse_key': True}, b'back'),
    ('several commits', several_commits, {}, None),
    ('entries that were deleted', deletions, {}, None),
    ('a named database', put(plain(80)), {}, b'train'),
    ('some values of a key', duplicates(12, 9), {'dupsort': True}, b'many'),
    ('values of a key in a tree', duplicates(900, 30), {'dupsort': True}, b'many'),
    ('some values of a key, of one size', duplicates(12, 8), {'dupsort': True, 'dupfixed': True}, b'many'),
    ('values of a key in a tree, of one size', duplicates(3000, 8), {'dupsort': True, 'dupfixed': True}, b'many'),
    ('values as integers', put([(b'k', struct.pack('=I', i * 7919 % 5000)) for i in range(1500)]),
     {'dupsort': True, 'dupfixed': True, 'integerdup': True}, b'many'),
]


def make(name, write, options, database, folder):
    path = os.path.join(folder, name)
    env = lmdb.open(path, map_size=1 << 26, max_dbs=2)
    db = env.open_db(database, **options) if database else None
    write(env, db)
    with env.begin(db=db) as txn:
        entries = list(txn.cursor())
    digest = hashlib.sha256()
    for text in [text for entry in entries for text in entry]:
        digest.update(struct.pack('<I', len(text)) + text)
    env.close()
    with open(os.path.join(path, 'data.mdb'), 'rb') as f:
        data = f.read()
    return {'name': name, 'database': database.decode() if database else '',
            'file': base64.b64encode(zlib.compress(data, 9)).decode(), 'entries': len(entries), 'sha256': digest.hexdigest()}


with tempfile.TemporaryDirectory() as folder:
    cases = [json.dumps(make(*case, folder), separators=(',', ':')) for case in CASES]
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lmdb.json'), 'w') as f:
    f.write('{"cases":[\n' + ',\n'.join(cases) + '\n]}\n')
