"""The input of a speech model, as DALI has it: log mel spectrograms of sounds, normalized for each band and padded to the longest of a
batch, with their lengths. It runs on penstock by

    python -m penstock.dali python/examples/dali/audio_pipeline.py data/sounds

and on DALI by `python python/examples/dali/audio_pipeline.py data/sounds`.
"""

import sys
from pathlib import Path

from nvidia.dali import fn, pipeline_def, types

RATE = 16000
BANDS = 80


@pipeline_def(batch_size=4, num_threads=2, device_id=None, seed=7)
def speech(files):
    encoded, _ = fn.readers.file(files=files, name="Reader")
    sound, _ = fn.decoders.audio(encoded, dtype=types.FLOAT, sample_rate=RATE, downmix=True)
    sound = fn.preemphasis_filter(sound, preemph_coeff=0.97)
    power = fn.spectrogram(sound, nfft=512, window_length=400, window_step=160)
    mel = fn.mel_filter_bank(power, sample_rate=RATE, nfilter=BANDS, freq_high=RATE / 2)
    mel = fn.to_decibels(mel, multiplier=10.0, reference=1.0, cutoff_db=-80.0)
    mel = fn.normalize(mel, axes=[1])
    frames = fn.shapes(mel, dtype=types.INT32)[1]
    return fn.pad(mel, axes=[1], fill_value=0), frames


def main():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} FOLDER, with sounds in WAV, FLAC or Ogg Vorbis")
    files = sorted(str(path) for path in Path(sys.argv[1]).iterdir() if path.suffix in (".wav", ".flac", ".ogg"))
    pipe = speech(files)
    for _ in range(-(-len(files) // pipe.max_batch_size)):
        mel, frames = pipe.run()
        print(f"mel {mel.as_array().shape}, frames {frames.as_array().ravel().tolist()}")


if __name__ == "__main__":
    main()
