# Makes nemo_asr.json: manifests of every kind, and what DALI's readers.nemo_asr gives for them, or that it refuses them.
# `@` in a manifest stands for the folder data/sounds. Needs nvidia-dali (CPU is enough). Run: python make_nemo_asr.py

import base64
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from nvidia.dali import fn, pipeline_def, types

HERE = os.path.dirname(os.path.abspath(__file__))
SOUNDS = os.path.join(HERE, '../../../data/sounds')


def entry(name, **fields):
    return json.dumps({'audio_filepath': f'@/{name}', **fields})


SHORT = dict(offset=0.01, duration=0.004)
# Name, manifests of lines, and arguments. Sounds are whole numbers of 16 bits unless the arguments say else.
CASES = [
    ('offset and duration', [[entry('s16.wav', text='a', **SHORT), entry('s24.wav', text='b', offset=0.0204, duration=0.003)]], {}),
    ('parts of frames', [[entry('s16.wav', offset=0.01003, duration=0.00501), entry('s16.wav', offset=0.01002, duration=0.00499)]], {}),
    ('a part to the end', [[entry('s16.wav', offset=0.039), entry('s16.wav', offset=0.039, duration=9)]], {}),
    ('from the beginning', [[entry('u8.wav', duration=0.003), entry('u8.wav', offset=0, duration=0.003)]], {}),
    ('a whole sound', [[entry('s16.wav', text='all of it')]], {}),
    ('flac', [[entry('s16.flac', text='x', **SHORT), entry('voice.flac', offset=0.5, duration=0.005)]], {}),
    ('floats', [[entry('s16.wav', **SHORT), entry('f32.wav', **SHORT)]], {'dtype': 'float32'}),
    ('whole numbers of 32 bits', [[entry('s24.wav', **SHORT)]], {'dtype': 'int32'}),
    ('channels', [[entry('extensible.wav', **SHORT)]], {'downmix': False}),
    ('channels, mixed', [[entry('extensible.wav', **SHORT)]], {'dtype': 'float32'}),
    ('another rate', [[entry('voice.wav', text='x', offset=0.2, duration=0.01)]], {'sample_rate': 8000., 'read_sample_rate': False, 'dtype': 'float32'}),
    ('its own rate', [[entry('voice.wav', text='x', offset=0.2, duration=0.004)]], {'sample_rate': 16000.}),
    ('texts', [[entry('s16.wav', text=text, **SHORT) for text in ('', 'plain', 'é ü 語 \U0001f600', 'a\nb\t"c" \\ /', ' spaces ')]], {}),
    ('texts that are not escaped', [['{"audio_filepath": "@/s16.wav", "offset": 0.01, "duration": 0.004, "text": "é 語"}']], {}),
    ('no text', [[entry('s16.wav', **SHORT), entry('s16.wav', text='x', **SHORT)]], {}),
    ('empty lines', [['', entry('s16.wav', text='a', **SHORT), '', '  ', entry('u8.wav', text='b', **SHORT), '']], {}),
    ('ends of lines', [[entry('s16.wav', text='a', **SHORT) + '\r', entry('u8.wav', text='b', **SHORT)]], {}),
    ('spaces and order', [['  { "text" :"x" , "duration":4e-3,  "offset" : 1E-2 ,"audio_filepath":"@/s16.wav"}  ']], {}),
    ('other fields', [['{"id": 5, "list": [1, {"a": "}"}], "text": "x", "none": null, "yes": true, "audio_filepath": "@/s16.wav", "nested": {"text": "no", "duration": 9}, "offset": 0.01, "duration": 0.004}']], {}),
    ('fields twice', [['{"audio_filepath": "@/u8.wav", "audio_filepath": "@/s16.wav", "text": "a", "text": "b", "offset": 0.01, "duration": 0.004}']], {}),
    ('whole numbers of seconds', [[entry('voice.wav', offset=1, duration=0.003)]], {}),
    ('several manifests', [[entry('s16.wav', text='a', **SHORT)], [entry('u8.wav', text='b', **SHORT)]], {}),
    ('least duration', [[entry('s16.wav', text=f'{d}', offset=0.01, duration=d) for d in (0.002, 0.004, 0.006)]], {'min_duration': 0.004}),
    ('most duration', [[entry('s16.wav', text=f'{d}', offset=0.01, duration=d) for d in (0.002, 0.004, 0.006)]], {'max_duration': 0.004}),
    ('a line that is no JSON', [[entry('s16.wav', text='a', **SHORT), '{"audio_filepath": ', entry('u8.wav', text='b', **SHORT)]], {}),
    ('a line without a path', [['{"text": "x"}', entry('u8.wav', text='b', **SHORT)]], {}),
    ('a sound that is missing', [[entry('no.wav', text='a')]], {}),
    ('an empty manifest', [['']], {}),
]


def read(paths, args):
    given = {'dtype': 'int16', **args}
    given['dtype'] = {'int16': types.INT16, 'int32': types.INT32, 'float32': types.FLOAT}[given['dtype']]

    @pipeline_def(batch_size=1, num_threads=1, device_id=None, prefetch_queue_depth=1)
    def define():
        return tuple(fn.readers.nemo_asr(manifest_filepaths=paths, read_idxs=True, name='r', **given))

    try:
        pipe = define()
        pipe.build()
        samples = []
        for _ in range(pipe.reader_meta('r')['epoch_size']):
            arrays = [np.array(output[0]) for output in pipe.run()]
            samples.append([[str(a.dtype), list(a.shape), base64.b64encode(a.tobytes()).decode()] for a in arrays])
        return samples
    except RuntimeError:
        return None


def make(name, manifests, args):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, lines in enumerate(manifests):
            paths.append(f'{folder}/{i}.json')
            with open(paths[-1], 'w', newline='') as file:
                file.write('\n'.join(lines).replace('@', SOUNDS) + '\n')
        return {'name': name, 'manifests': manifests, 'args': args, 'samples': read(paths, args)}


def made_alone(i):
    # DALI's process may end in the middle of a case.
    done = subprocess.run([sys.executable, os.path.abspath(__file__), str(i)], stdout=subprocess.PIPE)
    name, manifests, args = CASES[i]
    crashed = {'name': name, 'manifests': manifests, 'args': args, 'samples': None}
    return done.stdout.decode().strip().split('\n')[-1] if done.returncode == 0 else json.dumps(crashed)


if len(sys.argv) > 1:
    print(json.dumps(make(*CASES[int(sys.argv[1])]), separators=(',', ':')))
else:
    with ThreadPoolExecutor(2) as pool:
        cases = list(pool.map(made_alone, range(len(CASES))))
    with open(os.path.join(HERE, 'nemo_asr.json'), 'w') as file:
        file.write('{"cases":[\n' + ',\n'.join(cases) + '\n]}\n')
