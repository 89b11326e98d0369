"""DALI's operators of sounds, over the folder that `--prepare` writes: WAV, FLAC and Vorbis files, and arrays of their
samples. `--prepare VOICE` writes them with libsndfile out of one sound, repeated and begun at another place each time."""

import argparse
import os
import time

import numpy as np

from turns import take_turns

RATE, SECONDS, FILES = 16000, 4.6, 100


def prepare(folder, voice):
    import soundfile

    sound, rate = soundfile.read(voice, dtype="float32")
    assert rate == RATE, f"expected {RATE} Hz but received {rate}"
    frames = int(RATE * SECONDS)
    for kind in ("wav", "flac", "ogg", "npy"):
        os.makedirs(f"{folder}/{kind}")
    for i in range(FILES):
        part = np.resize(np.roll(sound, -731 * i), frames)
        for kind in ("wav", "flac", "ogg"):
            soundfile.write(f"{folder}/{kind}/{i:03}.{kind}", part, RATE)
        np.save(f"{folder}/npy/{i:03}.npy", part)


def outputs(job, data):
    from nvidia.dali import fn

    kind = {"wav": "wav", "flac": "flac", "ogg": "ogg", "resample": "wav", "speech": "flac"}.get(job)
    if kind:
        files = fn.readers.file(file_root=f"{data}/{kind}", files=sorted(os.listdir(f"{data}/{kind}")))[0]
        options = {"sample_rate": 8000.} if job == "resample" else {}
        sound = fn.decoders.audio(files, downmix=True, **options)[0]
        if job != "speech":
            return sound
    else:
        sound = fn.readers.numpy(file_root=f"{data}/npy")
    if job == "nonsilent":
        return tuple(fn.nonsilent_region(sound))
    if job == "preemphasis":
        return fn.preemphasis_filter(sound)
    if job == "convert":
        return fn.audio_resample(sound, in_rate=16000., out_rate=8000.)
    made = fn.spectrogram(sound, nfft=512, window_length=400, window_step=160)
    if job == "spectrogram":
        return made
    made = fn.to_decibels(fn.mel_filter_bank(made, nfilter=80, sample_rate=16000.), cutoff_db=-80.)
    return fn.mfcc(made, n_mfcc=20) if job == "mfcc" else made


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--prepare")
    parser.add_argument("--job")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    if args.prepare:
        return prepare(args.data, args.prepare)
    from nvidia.dali import pipeline_def

    @pipeline_def(batch_size=args.batch, num_threads=args.threads, device_id=None, prefetch_queue_depth=2, exec_dynamic=True)
    def pipeline():
        return outputs(args.job, args.data)

    pipe = pipeline()
    pipe.build()

    take_turns(args.job, lambda: len(pipe.run()[0]), 6)


main()
