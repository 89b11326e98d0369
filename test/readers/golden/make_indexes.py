# Makes indexes.json: the indexes that DALI's wds2idx and tfrecord2idx and MXNet's rec2idx write for the containers of
# webdataset.json, tfrecord.json and mxnet.json; null where a tool fails. Each container comes once, under the name of
# its first case and its number there.
# Needs nvidia-dali, and for rec2idx an interpreter with mxnet 1.9 in MXNET_PYTHON. Run: python make_indexes.py

import base64
import json
import os
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
BIN = os.path.dirname(sys.executable)
# mxnet 1.9 has names that numpy has dropped.
REC2IDX = ('import numpy as np, sys; np.bool = bool; np.PZERO = 0.0; np.NZERO = -0.0; sys.path.insert(0, sys.argv.pop(1)); '
           'import rec2idx; rec2idx.main()')


def containers(file, read):
    seen, out = set(), []
    with open(os.path.join(HERE, file)) as f:
        for case in json.load(f)['cases']:
            for i, data in enumerate(read(case)):
                if data not in seen:
                    out.append((f"{case['name']} {i}", data))
                seen.add(data)
    return out


def index_of(data, command):
    with tempfile.TemporaryDirectory() as folder:
        path, index = os.path.join(folder, 'set'), os.path.join(folder, 'set.idx')
        with open(path, 'wb') as f:
            f.write(data)
        env = {**os.environ, 'LC_ALL': 'C.UTF-8'}
        done = subprocess.run([*command, path, index], capture_output=True, text=True, env=env)
        if done.returncode != 0 or 'Not a valid' in done.stdout:
            return None
        with open(index) as f:
            return f.read()


if __name__ == '__main__':
    import importlib.util
    site = os.path.dirname(importlib.util.find_spec('rec2idx').origin)
    unpacked = lambda key: lambda case: [zlib.decompress(base64.b64decode(one)) for one in case[key]]
    plain = lambda key: lambda case: [base64.b64decode(one) for one in ([case[key]] if isinstance(case[key], str) else case[key])]
    tools = {
        'tar': (containers('webdataset.json', unpacked('tars')), [sys.executable, os.path.join(BIN, 'wds2idx')]),
        'tfrecord': (containers('tfrecord.json', plain('file')), [sys.executable, os.path.join(BIN, 'tfrecord2idx')]),
        'recordio': (containers('mxnet.json', plain('files')), [os.environ['MXNET_PYTHON'], '-c', REC2IDX, site]),
    }
    out = {}
    for name, (sets, command) in tools.items():
        out[name] = {key: index_of(data, command) for key, data in sets}
        print(name, len(sets), sum(index is None for index in out[name].values()))
    with open(os.path.join(HERE, 'indexes.json'), 'w') as f:
        body = ',\n'.join(f'{json.dumps(name)}: {json.dumps(sets, ensure_ascii=False, indent=1)}' for name, sets in out.items())
        f.write(f'{{{body}}}\n')
