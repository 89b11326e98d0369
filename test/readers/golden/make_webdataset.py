# Makes webdataset.json: archives with every oddity that is known of tar and of WebDataset, and what DALI's
# readers.webdataset gives for them without shuffling: samples with their sources, or that it refuses them.
# Needs nvidia-dali (CPU is enough). Run: python make_webdataset.py

import base64
import io
import os
import tarfile
import tempfile
import zlib

from in_processes import arrays, results, write

UST, GNU, PAX = tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT
PLAIN = [('a.jpg', b'A'), ('a.cls', b'1'), ('b.jpg', b'B'), ('b.cls', b'2')]


def tar(entries, form=UST):
    """Entries are (name, contents) or (name, None, TarInfo fields)."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode='w', format=form) as archive:
        for name, contents, *fields in entries:
            info = tarfile.TarInfo(name)
            for key, value in (fields[0] if fields else {}).items():
                setattr(info, key, value)
            if contents is not None:
                info.size = len(contents)
            archive.addfile(info, io.BytesIO(contents or b''))
    # Records of 20 blocks end with zeros that say nothing.
    data = out.getvalue().rstrip(b'\0')
    return data + b'\0' * (-len(data) % 512 + 1024)


def patched(data, header, at, field):
    """The archive with another field in the header at that offset, and the header's sum."""
    block = bytearray(data[header:header + 512])
    block[at:at + len(field)] = field
    block[148:156] = b' ' * 8
    block[148:156] = b'%06o\0 ' % sum(block)
    return data[:header] + bytes(block) + data[header + 512:]


def typed(kind, **more):
    return {'type': kind, **more}


JC = {'ext': ['jpg', 'cls']}
LONG = 'd' * 60 + '/' + 'n' * 120
plain = tar(PLAIN)
CASES = [
    ('plain', [plain], JC), ('one output', [plain], {'ext': 'cls'}), ('swapped', [plain], {'ext': ['cls', 'jpg']}),
    ('two archives', [plain, tar([('a.jpg', b'again'), ('c.cls', b'3')])], JC),
    ('a sample over two archives', [tar([('a.jpg', b'A')]), tar([('a.cls', b'1')])], JC),
    ('names', [tar([('x.jpg', b'x'), ('.hidden.jpg', b'h'), ('d/.hid.jpg', b'H'), ('README', b'r'), ('a.b/c.jpg', b'c'),
                    ('x.left.jpg', b'l'), ('y.', b'dot'), ('z.JPG', b'Z'), ('a..jpg', b'two'), ('.d/e.jpg', b'e')])],
     {'ext': ['jpg', 'hid.jpg', 'left.jpg', '.jpg']}),
    ('hostile names', [tar([('/abs/q.jpg', b'q'), ('../up.jpg', b'u'), ('./s.jpg', b's'), ('a/../../etc/b.jpg', b'b'),
                            ('..', b'x'), ('a/..b/c.jpg', b'c')])], {'ext': 'jpg'}),
    ('several dots', [tar([('x.left.jpg', b'l'), ('x.right.jpg', b'r'), ('y.seg.png', b'p'), ('y.left.jpg', b'L')])],
     {'ext': ['left.jpg', 'right.jpg;seg.png']}),
    ('case counts', [tar([('x.JPG', b'l'), ('y.jPg', b'r'), ('z.jpg', b'z')])], {'ext': 'jpg'}),
    ('case does not count', [tar([('x.JPG', b'l'), ('y.jPg', b'r'), ('z.jpg', b'z')])],
     {'ext': ['JpG'], 'case_sensitive_extensions': False}),
    ('duplicates', [tar([('x.jpg', b'1'), ('x.jpg', b'2'), ('y.png', b'p'), ('y.jpg', b'j')])], {'ext': 'jpg;png'}),
    ('one component for two outputs', [plain], {'ext': ['jpg', 'jpg;cls', 'cls;jpg']}),
    ('keys that come again', [tar([('x.jpg', b'1'), ('y.jpg', b'2'), ('x.cls', b'c'), ('y.cls', b'd')])], JC),
    ('empty extensions in a list', [plain], {'ext': ['jpg;;cls;', ';cls']}),
    ('kinds of entries', [tar([('x.jpg', b'1'), ('d', None, typed(tarfile.DIRTYPE)),
                               ('x.cls', None, typed(tarfile.SYMTYPE, linkname='x.jpg')), ('y.jpg', b'2'),
                               ('f.jpg', None, typed(tarfile.FIFOTYPE)), ('y.cls', b'3'),
                               ('c.jpg', b'4', typed(tarfile.CONTTYPE)), ('o.jpg', b'5', typed(tarfile.AREGTYPE))])], JC),
    ('a folder first', [tar([('data', None, typed(tarfile.DIRTYPE)), ('data/a.jpg', b'1'), ('data/a.cls', b'2')])], JC),
    ('a hidden file first', [tar([('.first.jpg', b'h'), ('a.jpg', b'1')])], {'ext': 'jpg'}),
    ('empty files', [tar([('a.jpg', b''), ('b.jpg', b'B'), ('b.cls', b'')])], JC),
    ('sizes around a block', [tar([(f'{n}.x', bytes(i % 251 for i in range(n))) for n in (511, 512, 513, 1024, 9000)])], {'ext': 'x'}),
    ('GNU long names', [tar([('a.jpg', b'a'), (LONG + '.jpg', b'L'), (LONG + '.cls', b'C'), ('s.jpg', b's')], GNU)], JC),
    ('ustar prefixes', [tar([('p' * 90 + '/' + 'n' * 60 + '.jpg', b'L'), ('p' * 90 + '/' + 'n' * 60 + '.cls', b'C')])], JC),
    ('pax long names', [tar([('a.jpg', b'a'), (LONG + '.jpg', b'L'), (LONG + '.cls', b'C'), ('s.jpg', b's')], PAX)], JC),
    ('pax names', [tar([('a.jpg', b'a'), ('é.jpg', b'e'), ('s.jpg', b's', {'pax_headers': {'path': 't.jpg', 'comment': 'c'}}),
                        ('m.jpg', b'm', {'mtime': 1.5})], PAX)], {'ext': 'jpg'}),
    ('no end', [plain[:4096]], JC), ('one zero block at the end', [plain[:4608]], JC),
    ('a zero block amid', [plain[:2048] + bytes(512) + plain[2048:]], JC),
    ('two zero blocks amid', [plain[:2048] + bytes(1024) + plain[2048:]], JC),
    ('concatenated', [plain + tar([('z.jpg', b'Z')])], JC),
    ('no padding behind the last file', [plain[:3585]], JC),
    ('cut off in data', [tar([('a.jpg', b'A'), ('b.jpg', b'B' * 2000)])[:2000]], {'ext': 'jpg'}),
    ('cut off in a header', [plain[:1324]], JC), ('no archive', [b'hello' * 1000], JC),
    ('a damaged header', [plain[:1030] + b'X' + plain[1031:]], JC),
    ('an empty archive before another', [tar([]), plain], JC), ('only an empty archive', [tar([])], JC), ('an empty file', [b''], JC),
    ('size in base 256', [patched(plain, 0, 124, b'\x80' + (1).to_bytes(11, 'big'))], JC),
    ('a size of 63 bits', [patched(plain, 0, 124, b'\x80' + (2**63 - 1).to_bytes(11, 'big'))], JC),
    ('a negative size', [patched(plain, 0, 124, b'\xff' * 12)], JC),
    ('a size that is no number', [patched(plain, 0, 124, b'0000000000x\0')], JC),
    ('a sparse file', [patched(tar([('a.jpg', b'A'), ('b.jpg', b'B')], GNU), 0, 156, b'S')], {'ext': 'jpg'}),
    *((f'missing: {how}', [tar([('a.jpg', b'A'), ('a.cls', b'1'), ('b.jpg', b'B'), ('n.txt', b'no'), ('c.cls', b'3')])],
       {**JC, 'missing_component_behavior': how}) for how in ('empty', 'skip', 'error')),
    ('nothing matches', [plain], {'ext': 'zip'}),
    ('nothing matches, skip', [plain], {'ext': 'zip', 'missing_component_behavior': 'skip'}),
    *((f'dtype {dtype}', [tar([('a.x', bytes(range(16))), ('b.x', b''), ('b.y', b'12345')])], {'ext': ['x', 'y'], 'dtypes': [dtype, 'uint8']})
      for dtype in ('int8', 'uint16', 'int32', 'uint64', 'float16', 'float32', 'float64', 'bool')),
    ('a size that is no multiple', [tar([('a.x', b'12345678'), ('b.x', b'12345')])], {'ext': ['x'], 'dtypes': ['int32']}),
    ('too few dtypes', [plain], {**JC, 'dtypes': ['int8']}),
    *((name, [plain], JC, index) for name, index in (
        ('index v1.1', ['v1.1 2\njpg 512 1 cls 1536 1\njpg 2560 1 cls 3584 1\n']),
        ('index v1.2', ['v1.2 2\njpg 512 1 a.jpg cls 1536 1 a.cls\njpg 2560 1 b.jpg cls 3584 1 b.cls\n']),
        ('index without the last line feed', ['v1.2 2\ncls 1536 1 a.cls jpg 512 1 a.jpg\njpg 2560 1 b.jpg']),
        ('index of an unknown version', ['v1.0 1\njpg 512 1\n']), ('index without a version', ['\njpg 512 1\n']),
        ('index with too few lines', ['v1.1 3\njpg 512 1 cls 1536 1\n']),
        ('index with more lines', ['v1.1 1\njpg 512 1 cls 1536 1\njpg 2560 1\n']),
        ('index with an odd offset', ['v1.1 1\njpg 513 1 cls 1536 1\n']),
        ('index of another range', ['v1.1 1\njpg 0 3000 cls 512 9\n']),
        ('index that ends within a component', ['v1.1 1\njpg 512 1 cls 1536\n']),
        ('index with words for numbers', ['v1.1 1\njpg x 1 cls 1536 1\n']),
        ('index with an empty line', ['v1.1 2\n\njpg 512 1\n']), ('index of no samples', ['v1.1 0\n']),
        ('index with another extension', ['v1.1 1\npng 512 1 cls 1536 1\n']),
        ('two indexes for one archive', ['v1.1 1\njpg 512 1\n'] * 2))),
]


def run_one(number):
    from nvidia.dali import fn, pipeline_def, types
    dtypes = {'int8': types.INT8, 'uint8': types.UINT8, 'uint16': types.UINT16, 'int32': types.INT32, 'uint64': types.UINT64,
              'float16': types.FLOAT16, 'float32': types.FLOAT, 'float64': types.FLOAT64, 'bool': types.BOOL}
    _, tars, args, *index = CASES[number]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        args = dict(args)
        for name, files in [('tar', tars)] + ([('idx', [text.encode() for text in index[0]])] if index else []):
            paths = [f'{i}.{name}' for i in range(len(files))]
            for path, data in zip(paths, files):
                with open(path, 'wb') as file:
                    file.write(data)
            args['paths' if name == 'tar' else 'index_paths'] = paths
        if 'dtypes' in args:
            args['dtypes'] = [dtypes[d] for d in args['dtypes']]
        outputs = len(args['ext']) if isinstance(args['ext'], list) else 1

        @pipeline_def(batch_size=1, num_threads=1, device_id=None, prefetch_queue_depth=1)
        def pipe():
            made = fn.readers.webdataset(name='r', **args)
            made = list(made) if outputs > 1 else made if isinstance(made, list) else [made]
            return (*made, *(fn.get_property(x, key='source_info') for x in made))

        p = pipe()
        p.build()
        samples = []
        for _ in range(p.reader_meta('r')['epoch_size']):
            out = [o.at(0) for o in p.run()]
            sources = [bytes(x).decode('latin1') for x in out[outputs:]]
            samples.append([arrays(out[:outputs]), next((s for s in sources if s), '')])
    return samples


if __name__ == '__main__':
    read = results(__file__, run_one, [[number] for number in range(len(CASES))])
    rows = []
    for (name, tars, args, *index), samples in zip(CASES, read):
        packed = [base64.b64encode(zlib.compress(data, 9)).decode() for data in tars]
        rows.append({'name': name, 'tars': packed, 'args': args, **({'indexes': index[0]} if index else {}), 'samples': samples})
    write(__file__, rows)
