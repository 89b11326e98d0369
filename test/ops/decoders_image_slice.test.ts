// decoders.imageSlice against reference outputs, and what it refuses; see test/golden/make_decoders_image_slice.py.
import { readFileSync } from 'node:fs'
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('decoders_image_slice')

const bytes = new Uint8Array(readFileSync(new URL('../../data/formats/s420.jpg', import.meta.url)))
const file = { data: bytes, shape: [bytes.length] }
const slice = nd.decoders.imageSlice
refusedTest([
  ['no window', () => slice(file, {}), 'INVALID_ARGUMENT', /a window: start, end or shape/],
  ['no bytes', () => slice({ data: new Uint8Array(0), shape: [0] }, { end: [1, 1] }), 'BAD_SAMPLE', /an empty file/],
  [
    'pixels in place of a file',
    () => slice({ data: new Uint8Array(12), shape: [2, 2, 3] }, { end: [1, 1] }),
    'BAD_SAMPLE',
    /known format but received zeros \(12 bytes\)/,
  ],
  ['another dtype', () => slice(f32([1, 2]), { end: [1, 1] }), 'INVALID_INPUT', /received float32/],
  [
    'a window that is too large',
    () => slice(file, { start: [0, 0], shape: [9999, 1] }),
    'INVALID_INPUT',
    /a window inside the image/,
  ],
  ['a window without pixels', () => slice(file, { shape: [0, 0] }), 'INVALID_INPUT', /window/],
  ['a negative start', () => slice(file, { start: [-1, 0] }), 'INVALID_INPUT', /a window inside the image/],
  [
    'a negative size',
    () => slice(file, { start: [3, 0], shape: [-1, 2] }),
    'INVALID_ARGUMENT',
    /an end after the start for the window but received start 3, end 2/,
  ],
  [
    'a start that is no number',
    () => slice(file, { relStart: [Number.NaN, 0] }),
    'INVALID_ARGUMENT',
    /for relStart but received NaN at \[0\]/,
  ],
  [
    'an anchor that is no number',
    () => slice(file, f32([Number.NaN, 0]), f32([0.5, 0.5])),
    'INVALID_ARGUMENT',
    /an end after the start for the window but received start -?nan/,
  ],
  [
    'a start that is too large',
    () => slice(file, { start: [2 ** 40, 0] }),
    'INVALID_ARGUMENT',
    /for start but received 1099511627776 at \[0\]/,
  ],
  [
    'three values for two axes',
    () => slice(file, { start: [0, 0, 0] }),
    'INVALID_ARGUMENT',
    /2 values \(one per axis\) for start but received 3/,
  ],
  [
    'the axis of the channels',
    () => slice(file, { axes: [2], start: [0], shape: [1] }),
    'INVALID_ARGUMENT',
    /axes of height and width but received the channels'/,
  ],
  [
    'an axis that is too large',
    () => slice(file, { axes: [5], start: [0] }),
    'INVALID_ARGUMENT',
    /-3 to 2 for axes but received 5/,
  ],
  [
    'an axis that the image does not have',
    () => slice(file, { axisNames: 'HD', start: [0, 0] }),
    'INVALID_INPUT',
    /axis D of axisNames in the input's layout/,
  ],
  [
    'two starts',
    () => slice(file, { start: [0, 0], relStart: [0, 0] }),
    'INVALID_ARGUMENT',
    /start or relStart but received both/,
  ],
  ['an anchor alone', () => slice(file, f32([0, 0])), 'INVALID_INPUT', /both anchor and shape/],
  [
    'an anchor of three values',
    () => slice(file, f32([0, 0, 0]), f32([1, 1, 1])),
    'INVALID_INPUT',
    /2 values \(one per axis\) for anchor and shape but received 3 and 3/,
  ],
  [
    'an anchor and a shape of different dtypes',
    () => slice(file, f32([0, 0]), i32([1, 1])),
    'INVALID_INPUT',
    /alike for anchor and shape but received float32 and int32/,
  ],
  [
    'inputs and arguments together',
    () => slice(file, i32([0, 0]), i32([1, 1]), { start: [0, 0] }),
    'INVALID_ARGUMENT',
    /received both/,
  ],
])
