"""Goldens of spectrogram, melFilterBank, mfcc, toDecibels, preemphasisFilter, nonsilentRegion, audioResample and powerSpectrum: one file for each operator."""

from golden import GoldenWriter, fn, np, types

f = np.float32
r = np.random.default_rng(5)
t = np.arange(1200) / 8000
chirp = f(.6 * np.sin(2 * np.pi * (300 + 900 * t) * t) + .05 * r.standard_normal(t.size))
noise = f(r.standard_normal(150))


def writer(symbol, name, operator):
    g = GoldenWriter(symbol, name)

    def case(title, signal, layout=None, max_diff=1e-5, arg_inputs=None, **args):
        g.case(title, operator, [(signal, layout)], max_diff, arg_inputs, **args)

    return g, case


g, case = writer("spectrogram", "spectrogram", fn.spectrogram)
short = dict(window_length=64, window_step=40, max_diff=2e-4)
case("a chirp", chirp, max_diff=1e-2)
case("short windows", chirp, **short)
case("frequencies last", chirp, layout=None, **short, **{"nfft": 64})
case("magnitudes", chirp, power=1, **short)
case("inside the sound", chirp, center_windows=False, **short)
case("zeros beyond the ends", chirp, reflect_padding=False, **short)
case("a longer transform", chirp, nfft=100, **short)
for nfft in (11, 12, 15, 27, 35, 49, 77, 101):
    case(f"a transform of {nfft}", noise, nfft=nfft, window_length=11, window_step=9, max_diff=1e-3)
case("a window of its own", noise, window_length=6, window_step=4, window_fn=[.1, .4, 1., .9, .3, -.2], max_diff=1e-4)
case("reflected more than once", noise[:4], window_length=21, window_step=2, max_diff=1e-4)
case("a column", noise[:, None], window_length=16, window_step=8, max_diff=1e-3)
case("one element", noise[:1], window_length=8, window_step=4)
g.case("time first", fn.spectrogram, [(chirp, None)], 2e-4, window_length=64, window_step=40, layout="tf")
g.save()

spectrum = f(r.uniform(0, 1, (65, 7)))
g, case = writer("mel_filter_bank", "melFilterBank", fn.mel_filter_bank)
case("slaney", spectrum, "ft", nfilter=20, sample_rate=16000.)
case("htk", spectrum, "ft", nfilter=20, sample_rate=16000., mel_formula="htk")
case("peaks of 1", spectrum, "ft", nfilter=20, sample_rate=16000., normalize=False, max_diff=1e-4)
case("a part of the frequencies", spectrum, "ft", nfilter=12, sample_rate=8000., freq_low=200., freq_high=3500.)
case("frequencies last", np.array(spectrum.T), "tf", nfilter=20, sample_rate=16000.)
case("without a layout", spectrum, nfilter=9, sample_rate=16000.)
case("one spectrum", np.array(spectrum[:, 0]), "f", nfilter=9, sample_rate=16000.)
case("channels", f(r.uniform(0, 1, (2, 33, 4))), "Cft", nfilter=9, sample_rate=16000.)
case("more filters than frequencies", spectrum[:9], "ft", nfilter=40)
case("defaults", spectrum, "ft")
g.save()

mel = f(r.uniform(-60, 0, (13, 5)))
g, case = writer("mfcc", "mfcc", fn.mfcc)
for kind in (1, 2, 3, 4):
    case(f"type {kind}", mel, dct_type=kind, n_mfcc=9, max_diff=1e-3)
    if kind > 1:
        case(f"type {kind}, orthonormal", mel, dct_type=kind, n_mfcc=9, normalize=True, max_diff=1e-3)
case("a lifter", mel, n_mfcc=9, lifter=22., max_diff=1e-2)
case("more than there are bands", mel, max_diff=1e-3)
case("bands last", mel, axis=1, n_mfcc=3, max_diff=1e-3)
case("layout", mel, "ft", n_mfcc=3, max_diff=1e-3)
case("in the middle", f(r.uniform(-1, 1, (2, 6, 3))), axis=1, n_mfcc=4)
g.save()

g, case = writer("to_decibels", "toDecibels", fn.to_decibels)
powers = f([[1e-9, .3, 4], [0, 2.5, 100]])
case("to the largest", powers, max_diff=1e-4)
case("a reference", powers, reference=2., max_diff=1e-4)
case("magnitudes", powers, multiplier=20., cutoff_db=-80., max_diff=1e-4)
case("silence", f([0, 0]), max_diff=1e-4)
case("odd elements", f([-1, np.nan, 3]), max_diff=1e-4)
case("a cut-off that underflows", f([0, 1]), multiplier=4., max_diff=1e-3)
case("layout", powers, "ft", max_diff=1e-4)
g.save()

g, case = writer("preemphasis_filter", "preemphasisFilter", fn.preemphasis_filter)
for border in ("clamp", "zero", "reflect"):
    case(border, noise[:20], border=border)
case("another coefficient", noise[:20], preemph_coeff=.5)
case("two dimensions", noise[:20].reshape(4, 5))
case("int16", np.int16(noise[:20] * 1000), max_diff=1e-3)
case("to int8", noise[:20] * 100, dtype=types.INT8)
case("to float64", noise[:20], dtype=types.FLOAT64)
case("per sample", noise[:20], arg_inputs={"preemph_coeff": f(.3)})
g.save()

g, case = writer("nonsilent_region", "nonsilentRegion", fn.nonsilent_region)
sound = np.zeros(300, f)
sound[120:180] = noise[:60]
own = dict(window_length=16, max_diff=0)
case("a sound in silence", sound, **own)
case("a short window", sound, window_length=1, max_diff=0)
case("shorter than a window", sound, max_diff=0)
case("a reference", sound, reference_power=50., cutoff_db=-20., **own)
case("below the reference", sound, reference_power=1e6, cutoff_db=-20., **own)
case("silence", sound * 0, **own)
case("int16", np.int16(sound * 8000), **own)
case("int32", np.int32(sound * 8000), **own)
g.save()

g, case = writer("audio_resample", "audioResample", fn.audio_resample)
piece = noise * f(.3)
long = f(r.uniform(-1, 1, 900))
case("44.1 to 16 kHz", long, in_rate=44100., out_rate=16000.)
case("half", long[:200], scale=.5)
case("longer than a block", long, scale=1.37)
case("a length", long[:100], out_length=333)
case("quality 0", long[:200], scale=.7, quality=0.)
case("quality 100", long[:200], scale=1.7, quality=100.)
case("the same rate", long[:40], in_rate=3., out_rate=3.)
case("channels", long[:210].reshape(70, 3), "tc", scale=.8)
case("int16", np.int16(piece * 32767), scale=1.5, max_diff=1)
case("int8", np.int8(piece * 127), scale=1.5, max_diff=1)
case("int16 to float32", np.int16(piece * 32767), scale=1.5, dtype=types.FLOAT)
case("float32 to int32", piece, scale=1.5, dtype=types.INT32, max_diff=65536)
case("per sample", piece, arg_inputs={"in_rate": f(8000), "out_rate": f(11025)})
g.save()

g, case = writer("power_spectrum", "powerSpectrum", fn.power_spectrum)
block = f(r.uniform(-1, 1, (3, 20, 5)))
case("a signal", noise, max_diff=1e-3)
for axis in (-1, 0, 1, 2):
    case(f"axis {axis}", block, "abc", axis=axis, max_diff=1e-4)
case("continued with zeros", block, axis=1, nfft=33, max_diff=1e-4)
case("cut off", block, axis=1, nfft=7, max_diff=1e-4)
case("magnitudes", block, axis=1, power=1, max_diff=1e-4)
g.save()
