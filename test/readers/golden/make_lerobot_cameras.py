# Makes lerobot_cameras.json: a set of two cameras that lerobot has written, and the frames that lerobot reads from it.
# Needs lerobot 0.4.4 and FFmpeg's libraries for its torchcodec. Run: python make_lerobot_cameras.py

import base64
import json
import os
import pathlib
import tempfile
import zlib

os.environ['HF_HUB_OFFLINE'] = '1'

import numpy as np
from lerobot.datasets.lerobot_dataset import LeRobotDataset

CAMERAS = {'observation.images.top': (16, 32), 'observation.images.wrist': (24, 16)}
FEATURES = {
    **{name: {'dtype': 'video', 'shape': (*size, 3), 'names': ['height', 'width', 'channels']}
       for name, size in CAMERAS.items()},
    'action': {'dtype': 'float32', 'shape': (2,), 'names': None},
}
LENGTHS = [5, 4, 6, 3]
WINDOWS = {'observation.images.top': [-0.2, -0.1, 0, 10], 'observation.images.wrist': [0.1]}


def picture(size, episode, i):
    height, width = size
    y, x = np.mgrid[:height, :width]
    planes = [8 * y + 12 * i, 6 * x + 30 * episode, np.full(size, 200 - 14 * i)]
    return np.clip(np.stack(planes, 2), 0, 255).astype(np.uint8)


def write(root):
    made = LeRobotDataset.create('penstock/cameras', fps=10, features=FEATURES, root=root, vcodec='h264')
    for episode, length in enumerate(LENGTHS):
        # The videos of every second episode begin new files.
        made.meta.update_chunk_settings(video_files_size_in_mb=100 if episode % 2 else 1e-9)
        for i in range(length):
            frame = {name: picture(size, episode, i) for name, size in CAMERAS.items()}
            made.add_frame({**frame, 'action': np.array([episode, i], np.float32), 'task': 'look'})
        made.save_episode()
    made.finalize()


def frames_of(data, i):
    return {name: (data[i][name].numpy() * 255).round().astype(np.uint8) for name in CAMERAS}


def means_of(frame):
    """The means of a frame's blocks of 8 x 8 pixels, by channel: those of decoders that convert colours in other ways are near."""
    channels, height, width = frame.shape
    blocks = frame.reshape(channels, height // 8, 8, width // 8, 8).mean((2, 4))
    return [round(float(value), 1) for value in blocks.ravel()]


def main():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / 'cameras'
        write(root)
        plain = LeRobotDataset('penstock/cameras', root=root)
        windowed = LeRobotDataset('penstock/cameras', root=root, delta_timestamps=WINDOWS)
        each = [frames_of(plain, i) for i in range(len(plain))]
        # Which of the samples' own frames the frames of a window are.
        windows = {name: [] for name in CAMERAS}
        for i in range(len(windowed)):
            for name, frames in frames_of(windowed, i).items():
                frames = frames.reshape(len(WINDOWS[name]), 3, *CAMERAS[name])
                own = [[j for j, one in enumerate(each) if np.array_equal(one[name], frame)] for frame in frames]
                assert all(len(found) == 1 for found in own), own
                windows[name].append([found[0] for found in own])
        files = {
            str(path.relative_to(root)): base64.b64encode(zlib.compress(path.read_bytes(), 9)).decode()
            for path in sorted(root.rglob('*')) if path.is_file()
        }
        made = {
            'lengths': LENGTHS, 'files': files, 'deltaTimestamps': WINDOWS, 'windows': windows, 'sizes': CAMERAS,
            'means': {name: [means_of(one[name]) for one in each] for name in CAMERAS},
        }
        (pathlib.Path(__file__).parent / 'lerobot_cameras.json').write_text(json.dumps(made) + '\n')


main()
