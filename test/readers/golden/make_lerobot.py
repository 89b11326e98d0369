# Makes lerobot.json: a set that lerobot has written, and what lerobot reads from it.
# Needs lerobot 0.4.4 (pip install lerobot==0.4.4). Run: python make_lerobot.py

import base64
import json
import os
import pathlib
import tempfile
import zlib

os.environ['HF_HUB_OFFLINE'] = '1'

import numpy as np
import torch
from lerobot.configs.types import FeatureType, NormalizationMode, PolicyFeature
from lerobot.datasets.lerobot_dataset import LeRobotDataset
from lerobot.processor import NormalizerProcessorStep

FPS = 10
FEATURES = {
    'observation.state': {'dtype': 'float32', 'shape': (3,), 'names': ['a', 'b', 'c']},
    'action': {'dtype': 'float32', 'shape': (2,), 'names': None},
    'observation.map': {'dtype': 'float32', 'shape': (2, 3), 'names': None},
    'precise': {'dtype': 'float64', 'shape': (2,), 'names': None},
    'next.reward': {'dtype': 'float32', 'shape': (1,), 'names': None},
    'next.done': {'dtype': 'bool', 'shape': (1,), 'names': None},
    'count': {'dtype': 'int64', 'shape': (2,), 'names': None},
    'small': {'dtype': 'uint8', 'shape': (4,), 'names': None},
    'step': {'dtype': 'int16', 'shape': (1,), 'names': None},
    'still': {'dtype': 'float32', 'shape': (1,), 'names': None},
    'instruction': {'dtype': 'string', 'shape': (1,), 'names': None},
}
TASKS = ['open the drawer', 'Größe prüfen', 'close it']
LENGTHS = [5, 2, 7, 4, 6]


def write(root):
    rng = np.random.default_rng(3)
    made = LeRobotDataset.create('penstock/small', fps=FPS, features=FEATURES, root=root, use_videos=False)
    for episode, length in enumerate(LENGTHS):
        # Every second episode begins a new file, and every second file a new folder.
        made.meta.update_chunk_settings(chunks_size=2, data_files_size_in_mb=100 if episode % 2 else 1e-9)
        for i in range(length):
            made.add_frame({
                'observation.state': rng.normal(size=3).astype(np.float32),
                'action': rng.normal(3, 2, 2).astype(np.float32),
                'observation.map': rng.normal(size=(2, 3)).astype(np.float32),
                'precise': rng.normal(size=2),
                'next.reward': np.array([i / 3], np.float32),
                'next.done': np.array([i == length - 1]),
                'count': np.array([2**40 + i, -i]),
                'small': rng.integers(0, 256, 4).astype(np.uint8),
                'step': np.array([episode * 1000 - i], np.int16),
                'still': np.array([2.5], np.float32),
                'instruction': f'step {i}' * (i % 3),
                'task': TASKS[(episode + (i > 3)) % 3],
            })
        made.save_episode()
    made.finalize()


DTYPES = {torch.float32: 'float32', torch.float64: 'float64', torch.int64: 'int64', torch.int16: 'int16',
          torch.uint8: 'uint8', torch.bool: 'bool'}


def value_of(value):
    if isinstance(value, str):
        encoded = value.encode()
        return ['uint8', [len(encoded)], base64.b64encode(encoded).decode()]
    return [DTYPES[value.dtype], list(value.shape), base64.b64encode(value.contiguous().numpy().tobytes()).decode()]


ALL = [*FEATURES, 'timestamp', 'frame_index', 'episode_index', 'index', 'task_index', 'task']
WINDOWS = {
    'observation.state': [-0.2, -0.1, 0], 'action': [0, 0.1, 0.2, 0.5, 10], 'observation.map': [-0.1, 0.3],
    'next.reward': [0.1], 'next.done': [-0.4, 0], 'count': [0.2, -0.2], 'small': [0.1, 0], 'timestamp': [0, -10],
}
OTHERS = {'precise': 'float32', 'small': 'int64', 'step': 'int64'}
# Name, episodes, windows, and what is normalized.
CASES = [
    ('all features', None, {}, {}),
    ('windows', None, WINDOWS, {}),
    ('windows of some episodes', [2, 4], WINDOWS, {}),
    ('mean and standard deviation', None, {'action': [-0.1, 0]},
     {'observation.state': 'meanStd', 'action': 'meanStd', 'still': 'meanStd', 'observation.map': 'meanStd'}),
    ('least and most', None, {'observation.state': [0.1]},
     {'observation.state': 'minMax', 'action': 'minMax', 'still': 'minMax', 'next.reward': 'minMax'}),
]


def normalizer(data, names):
    mode = NormalizationMode.MEAN_STD if 'meanStd' in names.values() else NormalizationMode.MIN_MAX
    features = {name: PolicyFeature(FeatureType.STATE, tuple(FEATURES[name]['shape'])) for name in names}
    return NormalizerProcessorStep.from_lerobot_dataset(data, features, {FeatureType.STATE: mode})


def read(root, episodes, windows, normalized):
    data = LeRobotDataset('penstock/small', root=root, episodes=episodes, delta_timestamps=windows or None)
    names = [*normalized] or [*ALL, *(f'{name}_is_pad' for name in windows)]
    step = normalizer(data, normalized) if normalized else None
    samples = []
    for i in range(len(data)):
        item = data[i]
        if step:
            # Statistics have a dimension even of a single number, which its own values get by it.
            made = step._normalize_observation({name: item[name] for name in names}, inverse=False)
            item = {name: made[name].reshape(item[name].shape) for name in names}
        samples.append([value_of(item[name]) for name in names])
    return names, samples


def main():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / 'small'
        write(root)
        files = {
            str(path.relative_to(root)): base64.b64encode(zlib.compress(path.read_bytes(), 9)).decode()
            for path in sorted(root.rglob('*')) if path.is_file()
        }
        cases = []
        for name, episodes, windows, normalized in CASES:
            names, samples = read(root, episodes, windows, normalized)
            # lerobot gives integers as int64, and floats as float32.
            features = {n: {**({'deltaTimestamps': windows[n]} if n in windows else {}),
                            **({'normalize': normalized[n]} if n in normalized else {}),
                            **({'dtype': OTHERS[n]} if n in OTHERS else {})} for n in names}
            cases.append({'name': name, 'episodes': episodes, 'features': features, 'names': names,
                          'samples': base64.b64encode(zlib.compress(json.dumps(samples).encode(), 9)).decode()})
        made = {'lengths': LENGTHS, 'tasks': TASKS, 'files': files, 'cases': cases}
        here = pathlib.Path(__file__).parent
        (here / 'lerobot.json').write_text(json.dumps(made, indent=1) + '\n')


main()
