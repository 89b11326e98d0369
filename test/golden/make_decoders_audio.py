"""Goldens of decoders.audio: DALI's outputs for files of data/sounds. A case's name begins with that of its file."""
from golden import HERE, GoldenWriter, camel, constant, fn, np, run, types

SOUNDS = HERE.parent.parent / "data" / "sounds"
g = GoldenWriter("decoders_audio", "decoders.audio")


def case(name, max_diff=0, **args):
    data = np.frombuffer((SOUNDS / name).read_bytes(), np.uint8)
    outputs = run(fn.decoders.audio, [(data, None)], **args)
    title = ", ".join([name, *(f"{k} {constant(v)}" for k, v in args.items())])
    g.add(title, {camel(k): constant(v) for k, v in args.items()}, [], outputs, max_diff)


for path in sorted(SOUNDS.iterdir()):
    if not path.name.startswith("voice"):
        case(path.name, 1e-6 if path.suffix == ".ogg" else 0)
for name in ("u8.wav", "s16.wav", "s24.wav", "s32.aiff", "s8.flac", "s16.flac", "s24.flac", "ulaw.wav"):
    case(name, dtype=types.INT16)
for name in ("u8.wav", "s16.aiff", "s24.flac", "alaw.wav"):
    case(name, dtype=types.INT32)
for name in ("s24.wav", "s16.flac"):
    for dtype in (types.FLOAT, types.INT16, types.INT32):
        case(name, downmix=True, dtype=dtype)
case("pair.ogg", 1e-6, downmix=True)
case("pair.ogg", 1, downmix=True, dtype=types.INT16)
case("s16.wav", 1e-5, sample_rate=16000.)
case("s24.flac", 1e-5, sample_rate=44100., downmix=True, quality=20.)
case("s16.aiff", 1, sample_rate=8000., dtype=types.INT16)
case("s8.flac", 65536, sample_rate=8000., dtype=types.INT32)
g.save()
