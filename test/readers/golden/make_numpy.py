# Makes numpy.json: .npy files of every dtype and order, windows of them, and files that are odd or damaged, with what
# DALI's readers.numpy gives for each, or that it refuses it.
# Needs nvidia-dali (CPU is enough). Run: python make_numpy.py

import base64
import io
import json
import os
import struct
import sys
import tempfile

import numpy as np


def npy(array):
    f = io.BytesIO()
    np.save(f, array)
    return f.getvalue()


def raw(header, data=b'', version=(1, 0), pad=True):
    text = header.encode('latin1')
    width = 2 if version[0] == 1 else 4
    if pad:
        text += b' ' * (-(len(text) + 9 + width) % 64) + b'\n'
    return b'\x93NUMPY' + bytes(version) + struct.pack('<H' if width == 2 else '<I', len(text)) + text + data


def header(descr="'<f4'", fortran='False', shape='(2, 3)'):
    return f"{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}"


SIX = np.arange(6, dtype='f4').tobytes()
TABLE = np.arange(24, dtype='f4').reshape(4, 6)
CUBE = np.arange(2 * 3 * 5, dtype='i2').reshape(2, 3, 5)
F = np.asfortranarray
DTYPES = ['?', 'i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f2', 'f4', 'f8']
WINDOWS = [
    {'roi_start': [1, 2], 'roi_end': [3, 5]},
    {'roi_start': [1, 2], 'roi_shape': [2, 3]},
    {'rel_roi_start': [0.25, 0.3], 'rel_roi_end': [0.75, 0.8]},
    {'rel_roi_start': [0.125, 0.25], 'rel_roi_shape': [0.5, 0.42]},
    {'roi_start': [1], 'rel_roi_shape': [0.5]},
    {'roi_start': [1, 1], 'rel_roi_end': [0.7, 0.7]},
    {'roi_end': [3, 2]},
    {'roi_shape': [2, 2]},
    {'roi_start': [1]},
    {'roi_start': [2], 'roi_axes': [1]},
    {'roi_start': [1], 'roi_end': [3], 'roi_axes': [-1]},
    {'roi_start': [1, 2], 'roi_end': [2, 4], 'roi_axes': [1, 0]},
    {'roi_axes': [0]},
    {'roi_start': [3, 3], 'roi_end': [3, 3]},
    {'roi_start': [2, 2], 'roi_end': [6, 8]},
    {'roi_start': [2, 2], 'roi_end': [6, 8], 'out_of_bounds_policy': 'pad', 'fill_value': 9.7},
    {'roi_start': [-1, -2], 'roi_end': [2, 8], 'out_of_bounds_policy': 'pad', 'fill_value': -1.5},
    {'roi_start': [10, 10], 'roi_end': [12, 12], 'out_of_bounds_policy': 'pad'},
    {'roi_start': [2, 2], 'roi_end': [6, 8], 'out_of_bounds_policy': 'trim_to_shape'},
    {'roi_start': [-1, -1], 'roi_end': [2, 2], 'out_of_bounds_policy': 'trim_to_shape'},
    {'roi_start': [10, 10], 'roi_end': [12, 12], 'out_of_bounds_policy': 'trim_to_shape'},
    {'roi_start': [3, 3], 'roi_end': [2, 2]},
    {'roi_start': [0, 0, 0]},
    {'roi_start': [1, 1], 'rel_roi_start': [0.1, 0.1]},
    {'roi_end': [2, 2], 'roi_shape': [2, 2]},
    {'roi_start': [1, 1], 'roi_axes': [0, 0]},
    {'roi_start': [1], 'roi_axes': [5]},
]
# Name, bytes of the file, arguments.
CASES = [
    *((f'{order}{dtype}', npy((F if order == 'F ' else np.array)((np.arange(12) * 37 % 120).reshape(3, 4).astype(dtype))),
       {}) for dtype in DTYPES for order in ('C ', 'F ')),
    *((f'{order}window {i}', npy((F if order == 'F ' else np.array)(TABLE)), window)
      for i, window in enumerate(WINDOWS) for order in ('C ', 'F ')),
    ('padded int8, 300.9', npy(np.arange(6, dtype='i1').reshape(2, 3)),
     {'roi_shape': [3, 3], 'out_of_bounds_policy': 'pad', 'fill_value': 300.9}),
    ('padded uint8, 2.9', npy(np.arange(6, dtype='u1').reshape(2, 3)),
     {'roi_shape': [3, 3], 'out_of_bounds_policy': 'pad', 'fill_value': 2.9}),
    ('padded bool, 0.3', npy(np.ones((2, 3), '?')), {'roi_shape': [3, 3], 'out_of_bounds_policy': 'pad', 'fill_value': 0.3}),
    ('padded half', npy(np.ones((2, 3), 'f2')), {'roi_shape': [3, 3], 'out_of_bounds_policy': 'pad', 'fill_value': 1e5}),
    ('a cube', npy(CUBE), {}),
    ('a cube in Fortran order', npy(F(CUBE)), {}),
    ('a window of a cube', npy(CUBE), {'roi_start': [1, 1, 2], 'roi_end': [2, 3, 4]}),
    ('a window of a cube in Fortran order', npy(F(CUBE)), {'roi_start': [0, 1, 2], 'roi_end': [2, 3, 4]}),
    ('a transposed cube', npy(CUBE.transpose(1, 0, 2)), {}),
    ('a scalar', npy(np.float32(3)), {}),
    ('one dimension', npy(np.arange(5)), {}),
    ('one dimension in Fortran order', raw(header(fortran='True', shape='(6,)'), SIX), {'roi_start': [2]}),
    ('six dimensions', npy(F(np.arange(24, dtype='u2').reshape(2, 1, 3, 1, 2, 2))), {}),
    ('seven dimensions', npy(np.arange(2).reshape(1, 1, 1, 1, 1, 1, 2)), {}),
    ('no elements', npy(np.zeros((0, 3), 'f4')), {}),
    ('bytes that are no bools', raw(header("'|b1'", shape='(6,)'), bytes([0, 1, 2, 255, 7, 0])), {}),
    ('big-endian', npy(np.arange(6, dtype='>f4')), {}),
    ('complex', npy(np.arange(6, dtype='c8')), {}),
    ('text', npy(np.array(['ab', 'c'])), {}),
    ('structured', npy(np.zeros(3, dtype=[('a', 'f4'), ('b', 'i4')])), {}),
    ('objects', raw(header("'|O'", shape='(2,)'), b'\x80\x04'), {}),
    ('long double', npy(np.zeros(3, 'longdouble')), {}),
    ('dates', npy(np.zeros(3, 'M8[s]')), {}),
    ('version 2', raw(header(), SIX, (2, 0)), {}),
    ('version 3', raw(header(), SIX, (3, 0)), {}),
    ('version 9', raw(header(), SIX, (9, 0)), {}),
    ('not padded', raw(header(), SIX, pad=False), {}),
    ('another order of keys', raw("{'shape': (2, 3), 'descr': '<f4', 'fortran_order': False}", SIX), {}),
    ('double quotes', raw('{"descr": "<f4", "fortran_order": False, "shape": (2, 3)}', SIX), {}),
    ('spaces', raw("{ 'descr' : '<f4' , 'fortran_order' : False , 'shape' : ( 2 , 3 ) , }", SIX), {}),
    ('extents of Python 2', raw(header(shape='(2L, 3L)'), SIX), {}),
    ('native order', raw(header("'=f4'"), SIX), {}),
    ('an order of bytes', raw(header("'>u1'"), SIX), {}),
    ('cut off', raw(header(), SIX[:-1]), {}),
    ('bytes behind the array', raw(header(), SIX + SIX), {}),
    ('a negative extent', raw(header(shape='(-2, 3)'), SIX), {}),
    ('not a .npy file', b'hello world, this is another file', {}),
    ('an empty file', b'', {}),
]


def run_one(number):
    from nvidia.dali import fn, pipeline_def
    _, data, args = CASES[number]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open('0.npy', 'wb') as f:
            f.write(data)

        @pipeline_def(batch_size=1, num_threads=1, device_id=None, prefetch_queue_depth=1)
        def pipe():
            return fn.readers.numpy(files=['0.npy'], **args)

        p = pipe()
        p.build()
        out = p.run()[0]
        array = np.array(out.at(0))
        return [array.dtype.name, list(array.shape), base64.b64encode(array.tobytes()).decode()]


if __name__ == '__main__':
    rows = []
    # DALI may end the whole process.
    sys.stdout.flush()
    for number, (name, data, args) in enumerate(CASES):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(write, json.dumps(run_one(number)).encode())
            finally:
                os._exit(0)
        os.close(write)
        with os.fdopen(read) as f:
            text = f.read()
        os.waitpid(child, 0)
        sample = json.loads(text) if text else None
        rows.append({'name': name, 'file': base64.b64encode(data).decode(), 'args': args, 'sample': sample})
        print(name, '-' if sample is None else sample[:2])
    from importlib.metadata import version
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, 'numpy.json'), 'w') as f:
        body = ',\n'.join(json.dumps(row, separators=(',', ':')) for row in rows)
        f.write(f'{{"dali": "{version("nvidia-dali-cuda130")}", "cases": [\n{body}\n]}}\n')
