# Makes plain_sounds.json: AU and Wave64 files of every encoding, with the elements that libsndfile reads from them.
# Needs numpy and soundfile. Run: python make_plain_sounds.py

import base64
import io
import json
import os

import numpy as np
import soundfile

rng = np.random.default_rng(4)
sound = np.clip(rng.normal(0, .4, (23, 2)), -1, 1)
sound[0] = [1, -1]
cases = []
for kind, encodings in (('AU', ['PCM_S8', 'PCM_16', 'PCM_24', 'PCM_32', 'FLOAT', 'DOUBLE', 'ULAW', 'ALAW']),
                        ('W64', ['PCM_U8', 'PCM_16', 'PCM_24', 'PCM_32', 'FLOAT', 'DOUBLE', 'ULAW', 'ALAW'])):
    for encoding in encodings:
        file = io.BytesIO()
        soundfile.write(file, sound, 22050, format=kind, subtype=encoding)
        values, rate = soundfile.read(io.BytesIO(file.getvalue()), dtype='float32')
        cases.append({'name': f'{kind} {encoding}', 'file': base64.b64encode(file.getvalue()).decode(), 'rate': rate,
                      'shape': list(values.shape), 'values': base64.b64encode(values.tobytes()).decode()})
with open(os.path.join(os.path.dirname(__file__), 'plain_sounds.json'), 'w') as out:
    json.dump({'libsndfile': soundfile.__libsndfile_version__, 'cases': cases}, out)
    out.write('\n')
