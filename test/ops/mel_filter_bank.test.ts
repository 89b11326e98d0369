// melFilterBank against DALI (test/golden/make_audio.py), and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('mel_filter_bank')

const spectrum = f32([1, 2, 3])
const refused = (args: nd.MelFilterBankOptions) => () => nd.melFilterBank(spectrum, args)
refusedTest([
  ['int32', () => nd.melFilterBank(i32([1, 2])), 'INVALID_INPUT', /float32 for the spectrogram but received int32/],
  ['a scalar', () => nd.melFilterBank(f32(1)), 'INVALID_INPUT', /a spectrogram but received a scalar/],
  [
    'a layout without f',
    () => nd.melFilterBank({ ...f32([[1, 2]]), layout: 'xt' }),
    'INVALID_INPUT',
    /f in the spectrogram's layout but received 'xt'/,
  ],
  ['no filter', refused({ nfilter: 0 }), 'INVALID_ARGUMENT', /an integer >= 1 for nfilter but received 0/],
  ['no rate', refused({ sampleRate: 0 }), 'INVALID_ARGUMENT', /a number > 0 for sampleRate but received 0/],
  ['a negative frequency', refused({ freqLow: -1 }), 'INVALID_ARGUMENT', /for freqLow but received -1/],
  ['frequencies the wrong way round', refused({ freqLow: 900, freqHigh: 800 }), 'INVALID_ARGUMENT', /800, for freqLow/],
  ['a frequency that is not there', refused({ freqHigh: 50_000 }), 'INVALID_ARGUMENT', /44100, for freqHigh/],
  ['not a number', refused({ freqLow: Number.NaN }), 'INVALID_ARGUMENT', /freqLow/],
])
