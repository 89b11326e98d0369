# Makes readers_file.json: what DALI's readers.file gives for small generated data sets without shuffling (samples, meta,
# discovered files, list lines, refused arguments), and what libc's fnmatch says of random patterns.
# Needs nvidia-dali (CPU is enough) and Linux. Run: python make_golden.py

import ctypes
import itertools
import json
import locale
import os
import random
import tempfile
import warnings

import nvidia.dali
from nvidia.dali import fn, pipeline_def

warnings.simplefilter('ignore')
DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'


def build(batch, **kwargs):
    @pipeline_def(batch_size=batch, num_threads=1, device_id=None, prefetch_queue_depth=1)
    def pipe():
        data, label = fn.readers.file(name='r', **kwargs)
        return label, fn.get_property(data, key='source_info')

    p = pipe()
    p.build()
    return p


def run(p, batches):
    rows = []
    for _ in range(batches):
        labels, sources = p.run()
        rows += [(int(labels.at(i)[0]), bytes(sources.at(i)).decode()) for i in range(len(labels))]
    return rows


def sampling():
    cases = []
    for n, shards, batch in itertools.product([1, 3, 7, 10, 23], [1, 2, 3, 5], [1, 4, 8]):
        if shards > n:
            continue
        for shard in range(shards) if shards <= 3 else (0, 2, 4):
            for stick, pad in itertools.product([False, True], repeat=2):
                p = build(batch, files=['f'] * n, num_shards=shards, shard_id=shard, stick_to_shard=stick, pad_last_batch=pad)
                meta = p.reader_meta('r')
                epoch = -(-n // shards)
                batches = (shards + 1) * -(-epoch // batch) if pad else -(-(shards + 1) * epoch // batch)
                labels = ''.join(DIGITS[label] for label, _ in run(p, batches))
                cases.append([n, shards, shard, batch, int(stick), int(pad), list(meta.values()), labels])
    return cases


TREE = [
    'root.jpg', 'b/2.jpg', 'b/10.jpg', 'b/1.JPG', 'a/x.jpg', 'a/sub/deep.jpg', 'B/q.png', 'none/readme.txt', '.hid/h.jpg',
    'c/.dot.jpg', 'c/[x].jpg', 'é/ü.jpg', '\U0001f600/z.jpg', '\uff5e/z.jpg', 'c/dir.jpg/in.txt', 'b/a b.webp', 'b/s.Wav',
]
LINKS = [['c/link.jpg', 'b/2.jpg'], ['linked', 'b'], ['link.txt', 'root.jpg']]
TREES = [
    {}, {'file_filters': '*.jpg'}, {'file_filters': ['*.jpg', '*.png'], 'case_sensitive_filter': True},
    {'dir_filters': ['b', 'a*']}, {'dir_filters': ['b', 'a*'], 'case_sensitive_filter': True}, {'file_filters': ['*']},
    {'file_filters': ['[12].jp?', '\\[x\\].jpg', '[!a-z]*']}, {'file_filters': '[[:digit:]]*', 'dir_filters': '[!.]*'},
    {'file_filters': '*.zzz'}, {'dir_filters': 'zzz'}, {'file_filters': '*.{jpg,png}'}, {'file_filters': '!(q).jpg'},
    {'file_filters': []}, {'dir_filters': []}, {'file_filters': ['']}, {'file_filters': ['*.jpg', '*'], 'dir_filters': ['b', 'B']},
]
LISTS = [
    '1.jpg 3\na b.jpg 12\n', '1.jpg 3\r\na b.jpg 12\r\n\r\n  \r\n', '1.jpg\t3  \n\n   \na b.jpg   \t 12', ' lead.jpg 1\n',
    'tail .jpg  1\n', '1.jpg -3\n', '1.jpg +3\n', '1.jpg 1\n1.jpg\n', '5\n', '5 6\n', 'x 7.jpg 8\n', '1.jpg8\n', '1.jpg 1.5\n',
    '1.jpg 2147483647\n1.jpg 007\n', '', '\n\n', '1.jpg\x00z 1\n', '1.jpg\x0b1\n1.jpg\x0c2\n', '1.jpg\u00a01\n', '   7\n',
    'sub/1.jpg 2\n', 'ü.jpg 4\n',
]
LISTED = ['1.jpg', 'a b.jpg', ' lead.jpg', 'tail .jpg', '5', 'x 7.jpg', 'sub/1.jpg', 'ü.jpg']
# Arguments with their DALI names; only whether DALI refuses them is kept.
ARGUMENTS = [
    {}, {'files': ['f', 'g']}, {'files': 'f'}, {'files': []}, {'files': ['f'], 'labels': [4]}, {'files': 'f', 'labels': 4},
    {'files': ['f'], 'labels': []}, {'files': ['f', 'g'], 'labels': [1]}, {'file_root': '.', 'labels': [1]},
    {'files': ['f'], 'file_list': 'l'}, {'file_list': ''}, {'file_list': 'l', 'labels': [1]}, {'file_root': ''},
    {'file_root': 'nowhere'}, {'file_root': 'f'}, {'file_list': 'nowhere'}, {'file_list': '.'}, {'file_list': 'l'},
    {'file_list': 'l', 'file_root': ''}, {'file_list': 'l', 'file_filters': '*.zzz', 'dir_filters': 'zzz'},
    {'files': ['f', 'g'], 'num_shards': 2, 'shard_id': 1}, {'files': ['f', 'g'], 'num_shards': 3}, {'files': ['f', 'g'], 'num_shards': 0},
    {'files': ['f', 'g'], 'shard_id': 1}, {'files': 'f', 'initial_fill': 0}, {'files': 'f', 'shuffle_after_epoch_seed': 3},
    {'files': 'f', 'shuffle_after_epoch': True}, {'files': 'f', 'shuffle_after_epoch': True, 'random_shuffle': True},
    {'files': 'f', 'shuffle_after_epoch': True, 'stick_to_shard': True}, {'files': 'f', 'random_shuffle': True, 'stick_to_shard': True},
]


def touch(path):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    with open(path, 'wb') as f:
        f.write(b'x')


def attempt(**kwargs):
    try:
        p = build(16, **kwargs)
    except RuntimeError:
        return None
    meta = p.reader_meta('r')
    return run(p, -(-meta['epoch_size'] // 16))[: meta['epoch_size']]


def discovery():
    for path in TREE:
        touch('tree/' + path)
    for link, target in LINKS:
        os.symlink(os.path.abspath('tree/' + target), 'tree/' + link)
    trees = [[args, attempt(file_root='tree', **args)] for args in TREES]
    lists = []
    for path in LISTED:
        touch('list/' + path)
    for text in LISTS:
        with open('list/list.txt', 'wb') as f:
            f.write(text.encode())
        lists.append([text, attempt(file_list='list/list.txt')])
    with open('l', 'w') as f:
        f.write('f 1\n')
    refused = [[args, int(attempt(**args) is None)] for args in ARGUMENTS]
    return trees, lists, refused


def globs():
    locale.setlocale(locale.LC_ALL, 'C.UTF-8')
    fnmatch = ctypes.CDLL(None).fnmatch
    casefold = 16
    rng = random.Random(1)
    pieces = list('*?*?abA.(){}|,+!@^-_$\'" é1') + ['[ab]', '[!a]', '[a-c]', '[]a]', '@(a|b)', '\\*', '\\[', '[[:digit:]]', '.jpg']
    literals = list('abAB.1c(){}|,+!@*[]$^-_\'" éÉ') + ['.jpg', 'aa']
    rows, counts = [], [0, 0]
    while len(rows) < 360:
        pattern = ''.join(rng.choices(pieces, k=rng.randint(1, 4)))
        name = ''.join(rng.choices(literals, k=rng.randint(1, 4)))
        if rng.random() < 0.6:
            name = pattern.replace('\\', '').replace('*', rng.choice(['', 'a', '.x'])).replace('?', rng.choice('bé1')) or 'a'
        name = name.swapcase() if rng.random() < 0.3 else name
        hits = [int(fnmatch(pattern.encode(), name.encode(), flags) == 0) for flags in (0, casefold)]
        if name.strip('.') == '' or counts[hits[1]] >= 180:
            continue
        counts[hits[1]] += 1
        rows.append([pattern, name, *hits])
    return rows


if __name__ == '__main__':
    here = os.path.dirname(os.path.abspath(__file__))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        touch('f')
        touch('g')
        trees, lists, refused = discovery()
        golden = {
            'dali': nvidia.dali.__version__, 'sampling': sampling(), 'tree': TREE, 'links': LINKS, 'trees': trees,
            'listed': LISTED, 'lists': lists, 'arguments': refused, 'globs': globs(),
        }
        os.chdir(here)
    with open(os.path.join(here, 'readers_file.json'), 'w') as f:
        sections = (f'{json.dumps(key)}: {json.dumps(value, ensure_ascii=False, separators=(",", ":"))}' for key, value in golden.items())
        f.write('{\n' + ',\n'.join(sections) + '\n}\n')
